import type { Route } from '#shared/bridge/route.ts'
import { viewAt } from '#shared/bridge/routes.ts'
import { PANEL_PATH } from './bridge.ts'
import { topDialog } from './design/top-dialog.ts'
import { openPanel } from './ui-state/panels.ts'
import { openRoute, routeFrom } from './ui-state/route.ts'

/** Not typed by TypeScript, and in Chromium's browsers only. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void
}

/**
 * Takes the launches of the installed application. Its manifest brings the open window to the front instead of
 * loading a page in it: what is being typed there stays.
 */
export function startLaunches(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    // A dialog is answered first; the window is in front.
    if (topDialog()) return
    const target = targetURL ?? ''
    const route = routeOfLaunch(target, location)
    if (route) openRoute(route)
    else if (isQuickLookup(target)) openPanel('quick-lookup')
  })
}

/**
 * Route of a launch, or `null` to stay: the application's own icon only brings it to the front, and so does an
 * address that is unknown, elsewhere or already here.
 */
export function routeOfLaunch(target: string, here: Pick<Location, 'origin' | 'pathname'>): Route | null {
  const { origin, pathname } = URL.parse(target) ?? {}
  if (origin !== here.origin || pathname === undefined || pathname === here.pathname) return null
  const view = viewAt(pathname)
  return view === undefined || view === 'lookup' ? null : routeFrom(null, pathname)
}

/** One of the application's shortcuts: here, a layer over whatever is open. */
const isQuickLookup = (target: string): boolean => {
  const { origin, pathname } = URL.parse(target) ?? {}
  return origin === location.origin && pathname === PANEL_PATH
}

/** On the panel's own page, which holds nothing of the user's: it goes where the launch leads. */
export function followLaunches(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    const { origin, pathname } = URL.parse(targetURL ?? '') ?? {}
    if (origin === location.origin && pathname !== location.pathname) location.assign(targetURL ?? '')
  })
}
