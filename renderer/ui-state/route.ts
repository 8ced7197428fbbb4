import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { Route } from '#shared/bridge/route.ts'

/** The sections: what has an address of its own. */
export type View = Exclude<Route['view'], 'procedure' | 'signature' | 'draft' | 'signature-request'>

/** The section that a place is in. */
export function sectionOf({ view }: Route): View {
  if (view === 'procedure') return 'procedures'
  if (view === 'draft') return 'drafts'
  if (view === 'signature-request') return 'signature-requests'
  return view === 'signature' ? 'signatures' : view
}

/** Addresses say the section only: a plate travels in the history entry, never in an address or a title. */
const PATHS: Record<View, string> = {
  lookup: '/consulta',
  'lookup-history': '/consulta/historial',
  procedures: '/expedientes',
  drafts: '/expedientes/borradores',
  outbox: '/expedientes/por-enviar',
  signatures: '/firmas',
  'signature-requests': '/firmas/sin-enviar',
  contacts: '/firmas/firmantes',
  inbox: '/novedades',
  settings: '/ajustes',
}

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
  const view = (Object.keys(PATHS) as View[]).find((name) => PATHS[name] === path) ?? 'lookup'
  const { vrm, query, id, list, seq, owner } = (kept ?? {}) as Record<string, unknown>
  // Going back may reach an entry of another account: its section is the same, its plate is not ours.
  if (account !== null && typeof owner === 'string' && owner !== account) return bare(view)
  if (view === 'lookup') return typeof vrm === 'string' && vrm.length <= 16 ? { view, vrm } : { view }
  if (view === 'lookup-history') return typeof query === 'string' ? { view, query } : { view }
  if (view === 'procedures' && isId(id)) return { view: 'procedure', id }
  if (view === 'procedures' && isId(list) && list.length <= 64) return { view, list }
  if (view === 'drafts' && isId(id)) return { view: 'draft', id }
  if (view === 'signatures' && isId(id)) return { view: 'signature', id }
  if (view === 'signatures' && isSignatureList(list)) return { view, list }
  if (view === 'signature-requests' && isId(id)) return { view: 'signature-request', id }
  if (view === 'inbox' && typeof seq === 'number') return { view, seq }
  return { view }
}

const SIGNATURE_LISTS = ['pending', 'late', 'expired', 'rejected', 'signed-today'] as const
const isSignatureList = (list: unknown): list is (typeof SIGNATURE_LISTS)[number] =>
  (SIGNATURE_LISTS as readonly unknown[]).includes(list)
const bare = (view: View): Route => ({ view })
const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= 200
const same = (a: Route, b: Route) => JSON.stringify(a) === JSON.stringify(b)

/** Goes somewhere. The one door: clicks, palette, keys and the core's `route` topic all come through here. */
export function openRoute(route: Route, options: { replace?: boolean } = {}) {
  const entry = entryOf(route)
  const path = PATHS[sectionOf(route)]
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
  else history.replaceState(entryOf(before), '', PATHS[sectionOf(before)])
}

/** Follows the browser's history, so that back, forward and reload keep the place. */
export function startRouting() {
  const follow = () =>
    store.setState(({ visit }) => ({ route: routeFrom(history.state, location.pathname), visit: visit + 1 }))
  addEventListener('popstate', follow)
  follow()
  // The entry itself stays as it was: it says whose it is, which is not known here yet.
  history.replaceState(history.state, '', PATHS[sectionOf(store.getState().route)])
}

export const subscribeRoute = (listener: () => void) => store.subscribe(listener)
export const currentRoute = () => store.getState().route
export const currentVisit = () => store.getState().visit
export const useRoute = () => useStore(store, (state) => state.route)
export const useVisit = () => useStore(store, (state) => state.visit)
