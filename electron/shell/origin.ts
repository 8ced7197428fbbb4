/** Where the window's pages live. One host, so that the scheme has one origin. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'ventanilla'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/** Whether an address is one of our own pages: parsed, never compared by its beginning. */
export function isOurUrl(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
}
