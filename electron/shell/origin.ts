/** Origin of the window's pages. One host, so that the scheme has one origin. */
export const APP_SCHEME = 'app'
const APP_HOST = 'ventanilla'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/** True for an address of our own pages: parsed, never compared by prefix. */
export function isOurUrl(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
}
