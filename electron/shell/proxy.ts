/** How Chromium names a proxy, and the address of one that our HTTP client can use. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
}

/**
 * The first usable entry of Chromium's answer (`PROXY host:port; DIRECT`), which has read the system's settings and
 * run its PAC file.
 * @returns the proxy's address, or `null` to go straight
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
