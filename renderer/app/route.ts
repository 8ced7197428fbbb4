import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Route } from '#shared/bridge/route.ts'
import {
  isItemView,
  ITEM_VIEWS,
  routePath,
  routeSection,
  type View,
  viewAtPath,
} from '#shared/bridge/routes.ts'
import type { StepId } from '#shared/domain/procedures/fields.ts'
import { detailOf, isId, VIEWS } from './routes.ts'

export interface RouteState {
  route: Route
  /** Number of visits. Opening the same route again is a visit too. */
  visit: number
}

const store = createStore<RouteState>(() => ({ route: { view: 'lookup' }, visit: 0 }))

/** Active account, which owns the new history entries. `null` until the core has sent it. */
let account: string | null = null

/** Reads the route of a history entry from its state, or else from its address. */
export function routeFrom(kept: unknown, path: string): Route {
  const view = viewAtPath(path) ?? 'lookup'
  const entry = (kept ?? {}) as Record<string, unknown>
  const { id, owner } = entry
  // Going back may reach an entry of another account. The section stays, and the plate is dropped.
  if (account !== null && typeof owner === 'string' && owner !== account) return bare(view)
  const item = ITEM_VIEWS.find((name) => name === entry['item'] && routeSection({ view: name }) === view)
  const detail = item ?? detailOf(view)
  if (detail && isId(id)) return { view: detail, id }
  return VIEWS[view].read?.(entry) || bare(view)
}

const bare = (view: View): Route => ({ view })
const isSameRoute = (a: Route, b: Route) => JSON.stringify(a) === JSON.stringify(b)

/** Opens a route. Clicks, palette, keys and the core's `route` topic all call this function. */
export function openRoute(route: Route, options: { replace?: boolean } = {}) {
  const entry = entryOf(route)
  const path = routePath(route)
  const current = store.getState().route
  if (options.replace || isSameRoute(route, current)) history.replaceState(entry, '', path)
  else history.pushState(entry, '', path)
  store.setState(({ visit }) => ({ route, visit: visit + 1 }))
}

/**
 * Returns a function that opens a route after a slow action, unless the user has gone elsewhere meanwhile. Call it
 * before waiting.
 */
export function routeFromHere(): (route: Route, options?: { replace?: boolean }) => void {
  const { visit } = store.getState()
  return (route, options) => {
    if (store.getState().visit === visit) openRoute(route, options)
  }
}

/** State of a history entry. The path is not part of it. */
function entryOf(route: Route) {
  const { view, ...kept } = route
  if (Object.keys(kept).length === 0) return null
  // Two kinds of item may share a list, and so an address.
  return { ...kept, ...(isItemView(view) && { item: view }), ...(account !== null && { owner: account }) }
}

/**
 * Sets the account of the routes. An entry of another account keeps only its section. Any other entry stays and
 * causes no new visit, because the user may have typed on the page before the account is known.
 */
function setRouteAccount(id: string) {
  const before = store.getState().route
  const owner = (history.state as { owner?: unknown } | null)?.owner
  account = id
  if (typeof owner === 'string' && owner !== id) openRoute(bare(routeSection(before)), { replace: true })
  else history.replaceState(entryOf(before), '', routePath(before))
}

/** Follows the browser's history, so that back, forward and reload restore the route. */
export function startRouting() {
  const follow = () =>
    store.setState(({ visit }) => ({ route: routeFrom(history.state, location.pathname), visit: visit + 1 }))
  addEventListener('popstate', follow)
  follow()
  // The state of the entry is kept, because it names its account. The active account is not known yet.
  history.replaceState(history.state, '', routePath(store.getState().route))
}

export const subscribeRoute = (listener: () => void) => store.subscribe(listener)
export const currentRoute = () => store.getState().route
export const currentVisit = () => store.getState().visit
export const useRoute = () => useStore(store, (state) => state.route)
/** Part of the route. A change of another part does not re-render the component. */
export const useRoutePart = <T>(read: (route: Route) => T): T => useStore(store, ({ route }) => read(route))
export const useVisit = () => useStore(store, (state) => state.visit)

/** Last place of an account. It stays in memory, because plates must not be stored in the browser. */
interface Place {
  lastLookup: Route
  /** Last route outside Ajustes, which belongs to the PC; `null` if there is none. */
  last: Route | null
  /** Last step of each draft. */
  steps: Readonly<Record<string, StepId>>
}

const NOWHERE: Place = { lastLookup: { view: 'lookup' }, last: null, steps: {} }
const left = new Map<string, Place>()
let here: Place = NOWHERE

/** Remembers the plate of Consulta, so that returning from another section restores it. */
export function startRouteMemory() {
  const remember = () => {
    const route = currentRoute()
    here = {
      ...here,
      lastLookup: route.view === 'lookup' ? route : here.lastLookup,
      last: route.view === 'settings' ? here.last : route,
    }
  }
  remember()
  subscribeRoute(remember)
}

/** Opens a section where the user left it. If the section is already open, goes to its start. */
export function openSection(view: View) {
  if (view === 'lookup' && currentRoute().view !== 'lookup') openRoute(here.lastLookup)
  else openRoute({ view })
}

export const stepOfDraft = (id: string): StepId | undefined => here.steps[id]

export function keepStepOfDraft(id: string, step: StepId) {
  here = { ...here, steps: { ...here.steps, [id]: step } }
}

/** Restores the place of the account that becomes active. If Ajustes is open, it stays open. */
export function openAccountPlace(id: string) {
  const before = account
  if (before === id) return
  if (before === null) return setRouteAccount(id)
  left.set(before, here)
  const view = routeSection(currentRoute())
  setRouteAccount(id)
  // This line follows `setRouteAccount`, because removing the old account's entry counts as a visit.
  here = left.get(id) ?? NOWHERE
  openRoute(view === 'settings' ? { view } : (here.last ?? { view }), { replace: true })
}
