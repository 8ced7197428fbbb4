/** Chromium's names of proxy types, with the scheme that our HTTP client uses. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
}

/**
 * First usable entry of Chromium's answer (`PROXY host:port; DIRECT`), which has read the system's settings
 * and run its PAC file.
 * @returns the proxy's address, or `null` for a direct connection
 */
export function proxyAddress(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind = '', address] = entry.trim().split(/\s+/)
    if (kind === 'DIRECT') return null
    const scheme = SCHEMES[kind]
    if (scheme && address) return `${scheme}://${address}`
  }
  return null
}
