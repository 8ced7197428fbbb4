import {
  FilePenLine,
  FolderOpen,
  History,
  Inbox,
  type LucideIcon,
  SearchCheck,
  Send,
  Settings,
  Signature,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Route } from '#shared/bridge/route.ts'

type RouteOf<V extends Route['view']> = Extract<Route, { view: V }>
/** One of a list. Its address is the list's: an id travels in the history entry. */
type Detail = 'procedure' | 'signature' | 'draft' | 'signature-request'
/** What has an address of its own. */
export type View = Exclude<Route['view'], Detail>
/** The first five, in the order of the sidebar and of Ctrl+1…5. */
type Destination = 'lookup' | 'procedures' | 'signatures' | 'inbox' | 'settings'
/** What a history entry has beside its address. Anything may have written it. */
type Kept = Readonly<Record<string, unknown>>
type Page<V extends Route['view']> = () => Promise<ComponentType<{ route: RouteOf<V> }>>

interface ViewRow<V extends View> {
  /** Says the section only: a plate travels in the history entry, never in an address or a title. */
  path: string
  /** The one of the sidebar that it is under. */
  destination: Destination
  Icon: LucideIcon
  /** What else its route has; without it, nothing. */
  read?: (kept: Kept) => RouteOf<V> | false
  /** A route with another of these is another page, and not the same one with something else in it. */
  key?: (route: RouteOf<V>) => string | undefined
  /** Brings its page. Absent for what is on the first screen (`features/frame/current-page.tsx`). */
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
 * Every place of the application. Addresses, pages, sidebar, keys of the sections and quick search read it; titles are
 * `viewTitles` by the same names. To add one: its route in `shared/bridge/route.ts`, its row, and its words.
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

/** Those of the sidebar. */
export const DESTINATIONS = VIEW_NAMES.filter((view) => VIEWS[view].destination === view)

/** The section that a place is in: itself, or the list that it is one of. */
export const sectionOf = ({ view }: Route): View => (isDetail(view) ? DETAILS[view].list : view)

export const destinationOf = (route: Route): View => VIEWS[sectionOf(route)].destination

/** What one of a list is called by its list. */
export const detailOf = (list: View): Detail | undefined =>
  (Object.keys(DETAILS) as Detail[]).find((detail) => DETAILS[detail].list === list)

/** See `ViewRow.key`. */
export function pageKey(route: Route): string | undefined {
  if ('id' in route) return route.id
  const { key } = VIEWS[route.view] as ViewRow<View>
  return key?.(route)
}
