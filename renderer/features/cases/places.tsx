import { Bookmark } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode, useEffect, useId, useRef, type ComponentType } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import type { Route } from '#shared/bridge/route.ts'
import { routePath, routeSection, type View } from '#shared/bridge/routes.ts'
import { viewTitles } from '#shared/text/app.ts'
import { count } from '#shared/text/grammar.ts'
import { placesText as text } from '#shared/text/sidebar.ts'
import { Icon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { openRoute, useRoute } from '../../app/route.ts'
import { listedUnder } from '../../app/routes.ts'
import { BREAKPOINTS, useMedia } from '../../design/breakpoints.ts'
import { useLast } from '../../app/account-change.ts'
import { ALL_VIEW, builtIn, OPEN_VIEW, ownViews, type ShownView, useSavedViews, viewRoute } from './views.ts'
import '../../app/navigation.css'

/** Groups of the entries, in their order: views by their id, and pages. */
const WORK = [
  OPEN_VIEW,
  'lo-mio',
  'sin-asignar',
  'con-incidencia',
  'en-espera',
  'sin-cambios',
  'drafts',
  'outbox',
  'terminados-hoy',
  ALL_VIEW,
] as const
const AGENDA = ['por-vencer', 'deadlines', 'requests', 'dealers', 'ledger'] as const
/** Other pages under Expedientes. */
const REPORTS = listedUnder('procedures').filter((page) => ![...WORK, ...AGENDA].some((one) => one === page))
type GroupId = keyof typeof text.groups
const GROUPS: readonly (readonly [GroupId, readonly string[]])[] = [
  ['work', WORK],
  ['agenda', AGENDA],
  ['reports', REPORTS],
]

/**
 * Entries under Expedientes: the views with their row counts, and pages such as the drafts.
 * Memoized, so that a key in the page's search does not render it again.
 */
export const ProcedurePlaces = memo(onlyWhere(Places))

const IN_DRAFTS: ReadonlySet<Draft['state']> = new Set(['editing', 'discarded', 'handed', 'collected'])

/** List that contains a draft, by the draft's state. A sent draft is a procedure like any other. */
export const listOfDraft = (state: Draft['state']): 'procedures' | 'drafts' | 'outbox' =>
  state === 'sent' ? 'procedures' : IN_DRAFTS.has(state) ? 'drafts' : 'outbox'

function Places({ where }: WhereProps) {
  const nav = useRef<HTMLElement>(null)
  const route = useRoute()
  const drafts = useSlice('drafts')
  const templates = useQuery('templates.list', {}).data?.rows.length ?? 0
  const saved = useSavedViews()
  const views = builtIn(saved)
  const own = ownViews(saved)
  const counted = [...views, ...own]
  const answer = useQuery('cases.counts', { filters: counted.map(({ filter }) => filter) }).data
  const counts = useLast(answer?.counts.length === counted.length ? answer.counts : undefined)
  const amountOf = (view: ShownView) => counts?.[counted.indexOf(view)]
  const draft = useQuery('procedures.draft-get', route.view === 'draft' ? { id: route.id } : null).data
  const section = route.view === 'draft' ? listOfDraft(draft?.state ?? 'editing') : routeSection(route)
  const list = route.view === 'procedures' ? route.list : undefined
  const here = section === 'procedures' && route.view !== 'procedure' ? (list ?? OPEN_VIEW) : null
  // Brings the current view into sight. Of the views in the sidebar, which is high, only own ones may be out of sight:
  // for the others, a measurement would force a layout of the whole page.
  const isFar = where === 'page' || own.some(({ id }) => id === here)
  useEffect(() => {
    const current = isFar ? nav.current?.querySelector('[aria-current]') : null
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isFar, route])
  const amounts = { drafts: drafts?.drafts, outbox: drafts?.outbox, templates }
  const warnings = { outbox: drafts && drafts.attention > 0 && text.attention(drafts.attention) }

  const viewPlace = (view: ShownView, icon?: ReactNode) => (
    <Place key={view.id} route={viewRoute(view.id)} current={here === view.id} amount={amountOf(view)}>
      {icon}
      <span className="clip" title={view.name}>
        {view.name}
      </span>
    </Place>
  )
  const placeOf = (id: string) => {
    const view = views.find((one) => one.id === id)
    if (view) return viewPlace(view)
    if (id === 'templates' && templates === 0 && section !== 'templates') return null
    return (
      <PagePlaces key={id} pages={[id as View]} current={section} amounts={amounts} warnings={warnings} />
    )
  }
  return (
    <nav ref={nav} className={`places places--${where}`} aria-label={text.label}>
      {GROUPS.map(([group, ids]) => (
        <PlaceGroup key={group} title={text.groups[group]}>
          {ids.map(placeOf)}
        </PlaceGroup>
      ))}
      {own.length > 0 && (
        <PlaceGroup title={text.groups.own}>
          {own.map((view) => viewPlace(view, <Icon of={Bookmark} />))}
        </PlaceGroup>
      )}
    </nav>
  )
}

function PlaceGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="places__group" role="group" aria-labelledby={id}>
      <span id={id} className="places__title">
        {title}
      </span>
      {children}
    </div>
  )
}

/** Links to the pages under a section of the sidebar. */
export function PagePlaces({
  pages,
  current,
  amounts = {},
  warnings = {},
}: {
  pages: readonly View[]
  current: View
  amounts?: Partial<Record<View, number | undefined>>
  /** Texts of the signs for rows that wait for the user's decision. */
  warnings?: Partial<Record<View, string | false | null>>
}) {
  return pages.map((view) => {
    const warning = warnings[view]
    return (
      <Place key={view} route={{ view }} current={view === current} amount={amounts[view]}>
        {viewTitles[view]}
        {warning && (
          <span className="places__attention" title={warning}>
            <Sign kind="warn" />
            <span className="visually-hidden">{warning}</span>
          </span>
        )}
      </Place>
    )
  })
}

export function Place({
  route,
  current,
  amount,
  children,
}: {
  route: Route
  current: boolean
  /** Number of rows; undefined until known. */
  amount: number | undefined
  children: ReactNode
}) {
  const follow = (event: MouseEvent) => {
    // The browser itself opens the new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openRoute(route)
  }
  return (
    <a href={routePath(route)} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
      {amount !== undefined && <span className="places__count">{count(amount)}</span>}
    </a>
  )
}

/** Place of the entries under a section: the sidebar, or the page while the sidebar shows only icons. */
export interface WhereProps {
  where: 'side' | 'page'
}

const NARROW = `(max-width: ${BREAKPOINTS.narrow})`

/** Renders the entries only in the place that this window's width uses: sidebar or page. */
export function onlyWhere(Entries: ComponentType<WhereProps>) {
  return function PlacesWhere({ where }: WhereProps) {
    const shownAt = useMedia(NARROW) ? 'page' : 'side'
    return where === shownAt && <Entries where={where} />
  }
}
