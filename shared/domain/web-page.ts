import { isLoopback } from './base-address.ts'

/** The platform's own parser, the same in browsers and in Node: the types of shared/ know neither. */
declare const URL: new (text: string) => {
  protocol: string
  username: string
  password: string
  hostname: string
  origin: string
  href: string
}

/**
 * Address of a page of the service, if it is safe to open: https, at the account's own host or a subdomain,
 * and without user name or password. At this same PC, where no third party can listen in between, also the
 * account's own http.
 * @param link as sent by the service
 * @param baseUrl address of the account's service
 * @returns the address as the browser will read it, or `null`
 */
export function safeWebPage(link: string, baseUrl: string): string | null {
  const page = parse(link)
  const own = parse(baseUrl)
  if (!page || !own || page.username !== '' || page.password !== '') return null
  if (page.protocol === 'http:')
    return isLoopback(page.hostname) && page.origin === own.origin ? page.href : null
  if (page.protocol !== 'https:') return null
  const isOwn = page.hostname === own.hostname || page.hostname.endsWith(`.${own.hostname}`)
  return isOwn ? page.href : null
}

function parse(text: string) {
  try {
    const url = new URL(text)
    return url.hostname === '' ? null : url
  } catch {
    return null
  }
}
