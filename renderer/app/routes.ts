import {
  CalendarDays,
  Euro,
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
import {
  ITEM_VIEWS,
  type ItemView,
  routeSection,
  SIGNATURE_LISTS,
  VIEW_NAMES,
  type View,
} from '#shared/bridge/routes.ts'

type RouteOf<V extends Route['view']> = Extract<Route, { view: V }>
/** Views with an entry in the sidebar, in the order of Ctrl+1…5. */
type Destination = 'lookup' | 'procedures' | 'signatures' | 'inbox' | 'settings'
/** State of a history entry, without its address. Any script may have written the state. */
type Kept = Readonly<Record<string, unknown>>
type Page<V extends Route['view']> = () => Promise<ComponentType<{ route: RouteOf<V> }>>

interface ViewRow<V extends View> {
  /** Sidebar entry of the view. */
  destination: Destination
  /** True if the sidebar lists the page under its destination. */
  listed?: true
  Icon: LucideIcon
  /** Reads the parameters of the route from the state. A view without this function has no parameters. */
  read?: (kept: Kept) => RouteOf<V> | false
  /** Identity of the page: a route with another key remounts it. */
  key?: (route: RouteOf<V>) => string | undefined
  /** Loads the page. Absent for the first screen (`app/current-page.tsx`). */
  page?: Page<V>
}

interface DetailRow<V extends ItemView> {
  page: Page<V>
}

export const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= 200
const isSignatureList = (list: unknown): list is (typeof SIGNATURE_LISTS)[number] =>
  (SIGNATURE_LISTS as readonly unknown[]).includes(list)

/**
 * Table of the views: page, place in the sidebar and icon. Pages, sidebar, section keys and quick search read it. The
 * sidebar lists the pages under a section in the order of this table.
 * Addresses are in `shared/bridge/routes.ts`, and titles in `viewTitles`, by the same names.
 */
export const VIEWS: { readonly [V in View]: ViewRow<V> } = {
  lookup: {
    destination: 'lookup',
    Icon: SearchCheck,
    read: ({ vrm }) => typeof vrm === 'string' && vrm.length <= 16 && { view: 'lookup', vrm },
  },
  'lookup-history': {
    destination: 'lookup',
    Icon: History,
    read: ({ query }) => typeof query === 'string' && { view: 'lookup-history', query },
    page: async () => (await import('../features/history/history-page.tsx')).HistoryPage,
  },
  'plate-lists': {
    destination: 'lookup',
    Icon: ListChecks,
    page: async () => (await import('../features/plate-lists/plate-lists-page.tsx')).PlateListsPage,
  },
  watches: {
    destination: 'lookup',
    Icon: Eye,
    page: async () => (await import('../features/watches/watches-page.tsx')).WatchesPage,
  },
  procedures: {
    destination: 'procedures',
    Icon: FolderOpen,
    read: ({ list }) => isId(list) && list.length <= 64 && { view: 'procedures', list },
    key: ({ list }) => list,
    page: async () => (await import('../features/cases/cases-page.tsx')).CasesPage,
  },
  deadlines: {
    destination: 'procedures',
    listed: true,
    Icon: CalendarDays,
    page: async () => (await import('../features/deadlines/deadlines-page.tsx')).DeadlinesPage,
  },
  drafts: {
    destination: 'procedures',
    listed: true,
    Icon: FilePenLine,
    page: async () => (await import('../features/outbox/draft-list-page.tsx')).DraftListPage,
  },
  outbox: {
    destination: 'procedures',
    listed: true,
    Icon: Send,
    page: async () => (await import('../features/outbox/outbox-page.tsx')).OutboxPage,
  },
  requests: {
    destination: 'procedures',
    listed: true,
    Icon: Users,
    page: async () => (await import('../features/client-requests/requests-page.tsx')).RequestsPage,
  },
  dealers: {
    destination: 'procedures',
    listed: true,
    Icon: Store,
    page: async () => (await import('../features/dealers/dealers-page.tsx')).DealersPage,
  },
  ledger: {
    destination: 'procedures',
    listed: true,
    Icon: Euro,
    page: async () => (await import('../features/ledger/clients-page.tsx')).ClientsPage,
  },
  figures: {
    destination: 'procedures',
    listed: true,
    Icon: ChartColumn,
    page: async () => (await import('../features/figures/figures-page.tsx')).FiguresPage,
  },
  templates: {
    destination: 'procedures',
    listed: true,
    Icon: LayoutTemplate,
    page: async () => (await import('../features/templates/templates-page.tsx')).TemplatesPage,
  },
  signatures: {
    destination: 'signatures',
    Icon: Signature,
    read: ({ list }) => isSignatureList(list) && { view: 'signatures', list },
    page: async () =>
      (await import('../features/signature-requests/signature-list-page.tsx')).SignatureListPage,
  },
  'signature-requests': {
    destination: 'signatures',
    listed: true,
    Icon: Send,
    page: async () =>
      (await import('../features/signature-requests/signature-request-list-page.tsx'))
        .SignatureRequestListPage,
  },
  contacts: {
    destination: 'signatures',
    listed: true,
    Icon: Users,
    page: async () => (await import('../features/signature-requests/contacts-page.tsx')).ContactsPage,
  },
  inbox: {
    destination: 'inbox',
    Icon: Inbox,
    read: ({ seq }) => typeof seq === 'number' && { view: 'inbox', seq },
    page: async () => (await import('../features/inbox/inbox-page.tsx')).InboxPage,
  },
  settings: {
    destination: 'settings',
    Icon: Settings,
    page: async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
  },
}

export const DETAILS: { readonly [V in ItemView]: DetailRow<V> } = {
  'plate-list': {
    page: async () => (await import('../features/plate-lists/plate-list-page.tsx')).PlateListPage,
  },
  dealer: {
    page: async () => (await import('../features/dealers/dealer-page.tsx')).DealerPage,
  },
  'ledger-client': {
    page: async () => (await import('../features/ledger/client-page.tsx')).ClientPage,
  },
  'transfer-batch': {
    page: async () =>
      (await import('../features/transfer-batches/transfer-batch-page.tsx')).TransferBatchPage,
  },
  procedure: {
    page: async () => (await import('../features/procedures/procedure-page.tsx')).ProcedureRoute,
  },
  draft: {
    page: async () => (await import('../features/wizard/draft-page.tsx')).DraftPage,
  },
  signature: {
    page: async () => (await import('../features/signature-requests/signature-page.tsx')).SignatureRoute,
  },
  'signature-request': {
    page: async () =>
      (await import('../features/signature-requests/signature-request-page.tsx')).SignatureRequestPage,
  },
}

/** Views with an entry in the sidebar. */
export const DESTINATIONS = VIEW_NAMES.filter((view) => VIEWS[view].destination === view)

/** Pages that the sidebar lists under a destination. */
export const listedUnder = (destination: Destination): readonly View[] =>
  (Object.keys(VIEWS) as View[]).filter(
    (view) => VIEWS[view].listed && VIEWS[view].destination === destination,
  )

export const destinationOf = (route: Route): View => VIEWS[routeSection(route)].destination

/** First kind of item that a list contains. */
export const detailOf = (list: View): ItemView | undefined =>
  ITEM_VIEWS.find((item) => routeSection({ view: item }) === list)

/** See `ViewRow.key`. */
export function pageKey(route: Route): string | undefined {
  if ('id' in route) return route.id
  const { key } = VIEWS[route.view] as ViewRow<View>
  return key?.(route)
}
