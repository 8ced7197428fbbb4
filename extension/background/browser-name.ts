import type { Browser } from '#shared/host-protocol/protocol.ts'

interface Agent {
  userAgent: string
  userAgentData?: { brands: readonly { brand: string }[] }
}

/** Browser that the extension runs in, for the list of approved ones. */
export function browserName({ userAgent, userAgentData }: Agent): Browser {
  if (/\bFirefox\//.test(userAgent)) return 'firefox'
  const brands = userAgentData?.brands.map(({ brand }) => brand) ?? []
  if (brands.includes('Microsoft Edge')) return 'edge'
  return brands.includes('Google Chrome') ? 'chrome' : 'chromium'
}
