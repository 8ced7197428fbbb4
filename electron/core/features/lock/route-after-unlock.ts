import type { Route } from '#shared/bridge/route.ts'
import type { Log } from '../../runtime/log/log.ts'

/** Navigation requested while the windows were locked. */
export interface RouteAfterUnlock {
  /**
   * Keeps the last request alone.
   * @param where finds the route; called once the windows are unlocked, since a route may name a person
   */
  keep(where: () => Promise<Route | null>): void
  /** The windows are unlocked. */
  follow(): void
}

export interface RouteAfterUnlockDeps {
  open: (route: Route) => void
  log: Log
}

export function createRouteAfterUnlock({ open, log }: RouteAfterUnlockDeps): RouteAfterUnlock {
  let asked: (() => Promise<Route | null>) | null = null
  return {
    keep(where) {
      asked = where
    },
    follow() {
      const where = asked
      asked = null
      where?.()
        .then((route) => route && open(route))
        .catch((error: unknown) => log.error('core: cannot go where a notification leads', error))
    },
  }
}
