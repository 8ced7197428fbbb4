import { partsOfDealerId } from '../domain/dealer-id.ts'

/** Page: its address in a window, and its name in a link (`ventanilla://plazos`). */
interface PageRow {
  /** Address of the section only. Plates and ids stay in the history entry, never in an address or a title. */
  path: `/${string}`
  link: string
  /** True if the route has parameters. `routeSchema` has their schema. */
  takes?: true
}

/** Item of a list. Its address is the list's. A link has its id (`ventanilla://expediente/7`). */
interface ItemRow {
  list: string
  link: string
  /** Checks ids of this kind that are not plain identifiers. */
  isId?: (id: string) => boolean
}

/**
 * All routes, with addresses and link names. The type `Route` follows from this table. The web host, the desktop
 * window, deep links and the renderer read it. It has no schemas, because the renderer does not load the validator.
 */
export const ROUTES = {
  lookup: { path: '/consulta', link: 'consulta', takes: true },
  'lookup-history': { path: '/consulta/historial', link: 'historial', takes: true },
  'plate-lists': { path: '/consulta/listas', link: 'listas' },
  watches: { path: '/consulta/vigiladas', link: 'vigiladas' },
  procedures: { path: '/expedientes', link: 'expedientes', takes: true },
  drafts: { path: '/expedientes/borradores', link: 'borradores' },
  outbox: { path: '/expedientes/por-enviar', link: 'por-enviar' },
  deadlines: { path: '/expedientes/plazos', link: 'plazos' },
  requests: { path: '/expedientes/reclamar', link: 'reclamar' },
  dealers: { path: '/expedientes/compraventas', link: 'compraventas' },
  ledger: { path: '/expedientes/cobros', link: 'cobros' },
  figures: { path: '/expedientes/cifras', link: 'cifras' },
  templates: { path: '/expedientes/plantillas', link: 'plantillas' },
  signatures: { path: '/firmas', link: 'firmas', takes: true },
  'signature-requests': { path: '/firmas/sin-enviar', link: 'firmas-sin-enviar' },
  contacts: { path: '/firmas/firmantes', link: 'firmantes' },
  inbox: { path: '/novedades', link: 'novedades', takes: true },
  settings: { path: '/ajustes', link: 'ajustes' },
  'plate-list': { list: 'plate-lists', link: 'lista' },
  // The name of a client or a label may have spaces and accents.
  dealer: { list: 'dealers', link: 'compraventa', isId: (id) => partsOfDealerId(id) !== null },
  'ledger-client': { list: 'ledger', link: 'cobro', isId: (id) => partsOfDealerId(id) !== null },
  'transfer-batch': { list: 'plate-lists', link: 'lote' },
  procedure: { list: 'procedures', link: 'expediente' },
  draft: { list: 'drafts', link: 'borrador' },
  signature: { list: 'signatures', link: 'firma' },
  'signature-request': { list: 'signature-requests', link: 'firma-sin-enviar' },
} as const satisfies Readonly<Record<string, PageRow | ItemRow>>

type Routes = typeof ROUTES
/** Route of an item of a list. */
export type ItemView = {
  [V in keyof Routes]: Routes[V] extends { list: string } ? V : never
}[keyof Routes]
/** Route with an address of its own. */
export type View = Exclude<keyof Routes, ItemView>
/** View without parameters. */
export type PlainView = {
  [V in View]: Routes[V] extends { takes: true } ? never : V
}[View]

const rows = Object.entries(ROUTES) as [keyof Routes, PageRow | ItemRow][]

export const isItemView = (view: keyof Routes): view is ItemView => 'list' in ROUTES[view]

/** Views under Firmas besides the list of all signatures. */
export const SIGNATURE_LISTS = ['pending', 'late', 'expired', 'rejected', 'signed-today'] as const

/** Routes with an address, in the order of the table. */
export const VIEW_NAMES = rows.map(([view]) => view).filter((view): view is View => !isItemView(view))

export const PLAIN_VIEWS = VIEW_NAMES.filter((view): view is PlainView => !('takes' in ROUTES[view]))

export const ITEM_VIEWS = rows.map(([view]) => view).filter(isItemView)

/** Section of a route: the route itself, or the list of its item. */
export const routeSection = ({ view }: { view: keyof Routes }): View =>
  isItemView(view) ? ROUTES[view].list : view

export const routePath = (route: { view: keyof Routes }): string => ROUTES[routeSection(route)].path

/** Page at an address, or `undefined`. */
export const viewAtPath = (path: string): View | undefined =>
  VIEW_NAMES.find((view) => ROUTES[view].path === path)

/** Addresses that serve the page of the application. */
export const PAGE_PATHS: readonly string[] = ['/', ...VIEW_NAMES.map((view) => ROUTES[view].path)]

/** Route and row of a link name, or `undefined`. */
export const linkedRoute = (link: string) => rows.find(([, row]) => row.link === link)
