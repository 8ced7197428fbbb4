interface Brand {
  brand: string
  version: string
}

/** What a browser says of itself; the brands are of Chromium's kind alone. */
export type BrowserFacts = Pick<Navigator, 'userAgent'> & { userAgentData?: { brands: readonly Brand[] } }

/** In the order of how much each says: others name these too. */
const AGENTS: readonly (readonly [RegExp, string])[] = [
  [/Firefox\/([\d.]+)/, 'Firefox'],
  [/Edg\/([\d.]+)/, 'Edge'],
  [/Chrome\/([\d.]+)/, 'Chrome'],
  [/Version\/([\d.]+).*Safari/, 'Safari'],
]

/** Name and version of the browser, «Google Chrome 143»; `null` if it does not say. */
export function browserName({ userAgent, userAgentData }: BrowserFacts): string | null {
  // One of them is invented, so that nobody counts on the list.
  const brands = userAgentData?.brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)) ?? []
  const brand = brands.find((one) => one.brand !== 'Chromium') ?? brands[0]
  if (brand) return `${brand.brand} ${brand.version}`
  for (const [pattern, name] of AGENTS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return null
}
