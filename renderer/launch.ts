import type { Route } from '#shared/bridge/route.ts'
import { topDialog } from './design/top-dialog.ts'
import { openRoute, routeFrom } from './ui-state/route.ts'
import { VIEW_NAMES, VIEWS } from './ui-state/routes.ts'

/** Not typed by TypeScript, and in Chromium's browsers only. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void
}

/** Address of the quick lookup, one of the application's shortcuts. */
const QUICK_LOOKUP = '/consulta-rapida'

/**
 * Takes the launches of the installed application. Its manifest brings the open window to the front instead of
 * loading a page in it: what is being typed there stays.
 */
export function startLaunches(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    const route = routeOfLaunch(targetURL ?? '', location)
    // A dialog is answered first; the window is in front.
    if (route && !topDialog()) openRoute(route)
  })
}

/**
 * Route of a launch, or `null` to stay: the application's own icon only brings it to the front, and so does an
 * address that is unknown, elsewhere or already here.
 */
export function routeOfLaunch(target: string, here: Pick<Location, 'origin' | 'pathname'>): Route | null {
  const { origin, pathname } = URL.parse(target) ?? {}
  if (origin !== here.origin || pathname === undefined || pathname === here.pathname) return null
  if (pathname === QUICK_LOOKUP) return { view: 'lookup' }
  const view = VIEW_NAMES.find((name) => VIEWS[name].path === pathname)
  return view === undefined || view === 'lookup' ? null : routeFrom(null, pathname)
}
