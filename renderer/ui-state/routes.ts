import {
  CalendarDays,
  Eye,
  ChartColumn,
  FilePenLine,
  FolderOpen,
  History,
  Inbox,
  LayoutTemplate,
  ListChecks,
  type LucideIcon,
  SearchCheck,
  Send,
  Settings,
  Signature,
  Store,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Route } from '#shared/bridge/route.ts'

type RouteOf<V extends Route['view']> = Extract<Route, { view: V }>
/** Item of a list. Its address is the list's: the id is in the history entry. */
type Detail =
  'plate-list' | 'transfer-batch' | 'dealer' | 'procedure' | 'signature' | 'draft' | 'signature-request'
/** Route with an address of its own. */
export type View = Exclude<Route['view'], Detail>
/** Entries of the sidebar, in the order of Ctrl+1…5. */
type Destination = 'lookup' | 'procedures' | 'signatures' | 'inbox' | 'settings'
/** State of a history entry, beside its address. Any script may have written it. */
type Kept = Readonly<Record<string, unknown>>
type Page<V extends Route['view']> = () => Promise<ComponentType<{ route: RouteOf<V> }>>

interface ViewRow<V extends View> {
  /** Names the section only: a plate is in the history entry, never in an address or a title. */
  path: string
  /** Its entry of the sidebar. */
  destination: Destination
  Icon: LucideIcon
  /** Reads the rest of the route; without it, there is none. */
  read?: (kept: Kept) => RouteOf<V> | false
  /** Identity of the page: a route with another key remounts it. */
  key?: (route: RouteOf<V>) => string | undefined
  /** Loads its page. Absent on the first screen (`features/frame/current-page.tsx`). */
  page?: Page<V>
}

interface DetailRow<V extends Detail> {
  list: View
  page: Page<V>
}

export const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= 200
const SIGNATURE_LISTS = ['pending', 'late', 'expired', 'rejected', 'signed-today'] as const
const isSignatureList = (list: unknown): list is (typeof SIGNATURE_LISTS)[number] =>
  (SIGNATURE_LISTS as readonly unknown[]).includes(list)

/**
 * All routes. Addresses, pages, sidebar, section keys and quick search read it; titles are `viewTitles` by the same
 * names. To add one: its route in `shared/bridge/route.ts`, its row, and its words.
 */
export const VIEWS: { readonly [V in View]: ViewRow<V> } = {
  lookup: {
    path: '/consulta',
    destination: 'lookup',
    Icon: SearchCheck,
    read: ({ vrm }) => typeof vrm === 'string' && vrm.length <= 16 && { view: 'lookup', vrm },
  },
  'lookup-history': {
    path: '/consulta/historial',
    destination: 'lookup',
    Icon: History,
    read: ({ query }) => typeof query === 'string' && { view: 'lookup-history', query },
    page: async () => (await import('../features/history/history-page.tsx')).HistoryPage,
  },
  'plate-lists': {
    path: '/consulta/listas',
    destination: 'lookup',
    Icon: ListChecks,
    page: async () => (await import('../features/plate-lists/plate-lists-page.tsx')).PlateListsPage,
  },
  watches: {
    path: '/consulta/vigiladas',
    destination: 'lookup',
    Icon: Eye,
    page: async () => (await import('../features/watches/watches-page.tsx')).WatchesPage,
  },
  procedures: {
    path: '/expedientes',
    destination: 'procedures',
    Icon: FolderOpen,
    read: ({ list }) => isId(list) && list.length <= 64 && { view: 'procedures', list },
    key: ({ list }) => list,
    page: async () => (await import('../features/cases/cases-page.tsx')).CasesPage,
  },
  drafts: {
    path: '/expedientes/borradores',
    destination: 'procedures',
    Icon: FilePenLine,
    page: async () => (await import('../features/outbox/draft-list-page.tsx')).DraftListPage,
  },
  outbox: {
    path: '/expedientes/por-enviar',
    destination: 'procedures',
    Icon: Send,
    page: async () => (await import('../features/outbox/outbox-page.tsx')).OutboxPage,
  },
  deadlines: {
    path: '/expedientes/plazos',
    destination: 'procedures',
    Icon: CalendarDays,
    page: async () => (await import('../features/deadlines/deadlines-page.tsx')).DeadlinesPage,
  },
  dealers: {
    path: '/expedientes/compraventas',
    destination: 'procedures',
    Icon: Store,
    page: async () => (await import('../features/dealers/dealers-page.tsx')).DealersPage,
  },
  figures: {
    path: '/expedientes/cifras',
    destination: 'procedures',
    Icon: ChartColumn,
    page: async () => (await import('../features/figures/figures-page.tsx')).FiguresPage,
  },
  templates: {
    path: '/expedientes/plantillas',
    destination: 'procedures',
    Icon: LayoutTemplate,
    page: async () => (await import('../features/templates/templates-page.tsx')).TemplatesPage,
  },
  signatures: {
    path: '/firmas',
    destination: 'signatures',
    Icon: Signature,
    read: ({ list }) => isSignatureList(list) && { view: 'signatures', list },
    page: async () =>
      (await import('../features/signature-requests/signature-list-page.tsx')).SignatureListPage,
  },
  'signature-requests': {
    path: '/firmas/sin-enviar',
    destination: 'signatures',
    Icon: Send,
    page: async () =>
      (await import('../features/signature-requests/signature-request-list-page.tsx'))
        .SignatureRequestListPage,
  },
  contacts: {
    path: '/firmas/firmantes',
    destination: 'signatures',
    Icon: Users,
    page: async () => (await import('../features/signature-requests/contacts-page.tsx')).ContactsPage,
  },
  inbox: {
    path: '/novedades',
    destination: 'inbox',
    Icon: Inbox,
    read: ({ seq }) => typeof seq === 'number' && { view: 'inbox', seq },
    page: async () => (await import('../features/inbox/inbox-page.tsx')).InboxPage,
  },
  settings: {
    path: '/ajustes',
    destination: 'settings',
    Icon: Settings,
    page: async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
  },
}

export const DETAILS: { readonly [V in Detail]: DetailRow<V> } = {
  'plate-list': {
    list: 'plate-lists',
    page: async () => (await import('../features/plate-lists/plate-list-page.tsx')).PlateListPage,
  },
  dealer: {
    list: 'dealers',
    page: async () => (await import('../features/dealers/dealer-page.tsx')).DealerPage,
  },
  'transfer-batch': {
    list: 'plate-lists',
    page: async () =>
      (await import('../features/transfer-batches/transfer-batch-page.tsx')).TransferBatchPage,
  },
  procedure: {
    list: 'procedures',
    page: async () => (await import('../features/resources/resource-page.tsx')).ResourcePage,
  },
  draft: {
    list: 'drafts',
    page: async () => (await import('../features/wizard/draft-page.tsx')).DraftPage,
  },
  signature: {
    list: 'signatures',
    page: async () => (await import('../features/resources/resource-page.tsx')).ResourcePage,
  },
  'signature-request': {
    list: 'signature-requests',
    page: async () =>
      (await import('../features/signature-requests/signature-request-page.tsx')).SignatureRequestPage,
  },
}

export const VIEW_NAMES = Object.keys(VIEWS) as readonly View[]
const isDetail = (view: Route['view']): view is Detail => view in DETAILS

/** Entries of the sidebar. */
export const DESTINATIONS = VIEW_NAMES.filter((view) => VIEWS[view].destination === view)

/** Section of a route: itself, or the list that it is an item of. */
export const sectionOf = ({ view }: Route): View => (isDetail(view) ? DETAILS[view].list : view)

export const destinationOf = (route: Route): View => VIEWS[sectionOf(route)].destination

/** Route name of an item of a list. */
export const detailOf = (list: View): Detail | undefined =>
  (Object.keys(DETAILS) as Detail[]).find((detail) => DETAILS[detail].list === list)

/** See `ViewRow.key`. */
export function pageKey(route: Route): string | undefined {
  if ('id' in route) return route.id
  const { key } = VIEWS[route.view] as ViewRow<View>
  return key?.(route)
}
