import type { Session } from 'electron'
import { isOurUrl } from './origin.ts'

const BLOB = 'blob:'

/** A blob of our own page: a file to save. */
export const isOurBlob = (address: string): boolean =>
  address.startsWith(BLOB) && isOurUrl(address.slice(BLOB.length))

/**
 * Blocks the window's network access: all its content comes from the core. The page's policy does the same;
 * this covers what a policy does not reach.
 * @param devTools lets the developer's tools load their own pages
 * @param socket of the development server of the pages, where there is one
 */
export function refuseNetwork(session: Session, devTools: boolean, socket: string | null = null): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const allowed =
      isOurUrl(url) ||
      isOurBlob(url) ||
      url.startsWith('data:') ||
      (devTools && URL.parse(url)?.protocol === 'devtools:') ||
      (socket !== null && URL.parse(url)?.origin === URL.parse(socket)?.origin)
    answer({ cancel: !allowed })
  })
}
