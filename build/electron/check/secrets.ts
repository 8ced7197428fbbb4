/** Text of a file that is to be shipped, and must not have anything of the machine or the people that made it. */
export interface ShippedText {
  path: string
  text: string
}

const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  // A library may name the frame of a key; a key has its content too.
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----(?:\s|\\n)*[\w+/=]{32}/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,})\b/],
  ['a key of AWS', /\bAKIA[0-9A-Z]{16}\b/],
  [
    'a password in an address',
    /\b(?:https?|postgres|smtps?):\/\/[^\s/:@'"`$]+:[^\s/:@'"`$]{3,}@(?!(?:[\w-]+\.)*example\b)[\w.-]+/,
  ],
  ['a source map', /^\/\/[#@] sourceMappingURL=/m],
]

/** @param places directories of the machine that packs, which nothing shipped may name */
export function secretProblems({ path, text }: ShippedText, places: readonly string[]): string[] {
  return [
    ...SECRETS.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path} has ${what}`),
    ...places.filter((place) => text.includes(place)).map((place) => `${path} names ${place}`),
  ]
}
