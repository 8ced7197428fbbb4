import type { Session } from 'electron'
import { isOurUrl } from './origin.ts'

/** Copying an answer is the only permission that our page needs; pasting is the user's own gesture. */
const ALLOWED = 'clipboard-sanitized-write'

/** Refuses every permission request of a page: by default, Electron grants them. */
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
  // Nothing here shares a screen: no window is offered, and the system's own picker is not asked for.
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null), { useSystemPicker: false })
}
