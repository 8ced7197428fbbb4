import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { Route } from '#shared/bridge/route.ts'

export type View = Route['view']

/** Addresses say the section only: a plate travels in the history entry, never in an address or a title. */
const PATHS: Record<View, string> = {
  lookup: '/consulta',
  'lookup-history': '/consulta/historial',
  procedures: '/expedientes',
  signatures: '/firmas',
  news: '/novedades',
  settings: '/ajustes',
}

export interface RouteState {
  route: Route
  /** Grows with every visit, so that opening the same place again is also an event. */
  visit: number
}

const store = createStore<RouteState>(() => ({ route: { view: 'lookup' }, visit: 0 }))

/** The route of a history entry: what was kept in it, or what its address says. */
export function routeFrom(kept: unknown, path: string): Route {
  const view = (Object.keys(PATHS) as View[]).find((name) => PATHS[name] === path) ?? 'lookup'
  const { vrm, query } = (kept ?? {}) as { vrm?: unknown; query?: unknown }
  if (view === 'lookup') return typeof vrm === 'string' && vrm.length <= 16 ? { view, vrm } : { view }
  if (view === 'lookup-history') return typeof query === 'string' ? { view, query } : { view }
  return { view }
}

const same = (a: Route, b: Route) => JSON.stringify(a) === JSON.stringify(b)

/** Goes somewhere. The one door: clicks, palette, keys and the core's `route` topic all come through here. */
export function openRoute(route: Route, options: { replace?: boolean } = {}) {
  const { view, ...kept } = route
  const entry = Object.keys(kept).length > 0 ? kept : null
  const current = store.getState().route
  if (options.replace || same(route, current)) history.replaceState(entry, '', PATHS[view])
  else history.pushState(entry, '', PATHS[view])
  store.setState(({ visit }) => ({ route, visit: visit + 1 }))
}

/** Follows the browser's history, so that back, forward and reload keep the place. */
export function startRouting() {
  const follow = () =>
    store.setState(({ visit }) => ({ route: routeFrom(history.state, location.pathname), visit: visit + 1 }))
  addEventListener('popstate', follow)
  follow()
  openRoute(store.getState().route, { replace: true })
}

export const subscribeRoute = (listener: () => void) => store.subscribe(listener)
export const currentRoute = () => store.getState().route
export const useRoute = () => useStore(store, (state) => state.route)
export const useVisit = () => useStore(store, (state) => state.visit)
