import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { Route } from '#shared/bridge/route.ts'
import { detailOf, isId, sectionOf, type View, VIEW_NAMES, VIEWS } from './routes.ts'

export interface RouteState {
  route: Route
  /** Grows with every visit, so that opening the same place again is also an event. */
  visit: number
}

const store = createStore<RouteState>(() => ({ route: { view: 'lookup' }, visit: 0 }))

/** Whose places the history entries are; `null` until the core has said it. */
let account: string | null = null

/** The route of a history entry: what was kept in it, or what its address says. */
export function routeFrom(kept: unknown, path: string): Route {
  const view = VIEW_NAMES.find((name) => VIEWS[name].path === path) ?? 'lookup'
  const entry = (kept ?? {}) as Record<string, unknown>
  const { id, owner } = entry
  // Going back may reach an entry of another account: its section is the same, its plate is not ours.
  if (account !== null && typeof owner === 'string' && owner !== account) return bare(view)
  const detail = detailOf(view)
  if (detail && isId(id)) return { view: detail, id }
  return VIEWS[view].read?.(entry) || bare(view)
}

/** The address of a place. */
export const pathOf = (route: Route): string => VIEWS[sectionOf(route)].path
const bare = (view: View): Route => ({ view })
const same = (a: Route, b: Route) => JSON.stringify(a) === JSON.stringify(b)

/** Goes somewhere. The one door: clicks, palette, keys and the core's `route` topic all come through here. */
export function openRoute(route: Route, options: { replace?: boolean } = {}) {
  const entry = entryOf(route)
  const path = pathOf(route)
  const current = store.getState().route
  if (options.replace || same(route, current)) history.replaceState(entry, '', path)
  else history.pushState(entry, '', path)
  store.setState(({ visit }) => ({ route, visit: visit + 1 }))
}

/**
 * Goes somewhere once something slow is done, unless the person has gone elsewhere meanwhile: the last word is theirs.
 * Call it before waiting.
 */
export function routeFromHere(): (route: Route, options?: { replace?: boolean }) => void {
  const { visit } = store.getState()
  return (route, options) => {
    if (store.getState().visit === visit) openRoute(route, options)
  }
}

/** What the browser's history keeps of a route, beside its path. */
function entryOf(route: Route) {
  const { view: _, ...kept } = route
  return Object.keys(kept).length > 0 ? { ...kept, ...(account !== null && { owner: account }) } : null
}

/**
 * From now on the places are this account's. An entry that was another's keeps its section only; any other stays, and
 * is no new visit: whose it is may be learnt after something has been typed in it.
 */
export function setRouteAccount(id: string) {
  const before = store.getState().route
  const owner = (history.state as { owner?: unknown } | null)?.owner
  account = id
  if (typeof owner === 'string' && owner !== id) openRoute(bare(sectionOf(before)), { replace: true })
  else history.replaceState(entryOf(before), '', pathOf(before))
}

/** Follows the browser's history, so that back, forward and reload keep the place. */
export function startRouting() {
  const follow = () =>
    store.setState(({ visit }) => ({ route: routeFrom(history.state, location.pathname), visit: visit + 1 }))
  addEventListener('popstate', follow)
  follow()
  // The entry itself stays as it was: it says whose it is, which is not known here yet.
  history.replaceState(history.state, '', pathOf(store.getState().route))
}

export const subscribeRoute = (listener: () => void) => store.subscribe(listener)
export const currentRoute = () => store.getState().route
export const currentVisit = () => store.getState().visit
export const useRoute = () => useStore(store, (state) => state.route)
export const useVisit = () => useStore(store, (state) => state.visit)
