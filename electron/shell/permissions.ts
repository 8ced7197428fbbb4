import type { Session } from 'electron'
import { isOurUrl } from './origin.ts'

/** Copying an answer is all that our page does with the system; pasting is the person's own gesture. */
const ALLOWED = 'clipboard-sanitized-write'

/** Whatever a page could ask of the system is refused: without these, Electron grants it. */
export function refusePermissions(session: Session): void {
  const allows = (permission: string, address: string, isMainFrame: boolean) =>
    permission === ALLOWED && isMainFrame && isOurUrl(address)

  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(allows(permission, requestingUrl, isMainFrame)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    allows(permission, origin, isMainFrame),
  )
  session.setDevicePermissionHandler(() => false)
}
