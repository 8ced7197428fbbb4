import type { Session } from 'electron'
import { isOurUrl } from './origin.ts'

const BLOB = 'blob:'

/** Bytes that our own page made: a file to save. */
export const isOurBlob = (address: string): boolean =>
  address.startsWith(BLOB) && isOurUrl(address.slice(BLOB.length))

/**
 * The window has no business on the network: everything it shows comes from the core. The page's policy says so
 * too; this holds for whatever a policy does not reach.
 * @param devTools lets the developer's tools load their own pages
 */
export function refuseNetwork(session: Session, devTools: boolean): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const allowed =
      isOurUrl(url) ||
      isOurBlob(url) ||
      url.startsWith('data:') ||
      (devTools && URL.parse(url)?.protocol === 'devtools:')
    answer({ cancel: !allowed })
  })
}
