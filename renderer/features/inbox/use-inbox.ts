import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { InboxFilter, InboxGroup, InboxOrder, InboxRow } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import { inboxText as text, snoozeText } from '#shared/text/inbox.ts'
import { useClient } from '../../replica/client.ts'
import { useInboxList } from '../../replica/use-inbox-list.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import {
  inboxState,
  keepInbox,
  settleActed,
  setInboxFilter,
  setInboxPosition,
  unfoldInbox,
  useInboxState,
  type Acted,
} from './inbox-state.ts'
import { openRoute, useVisit } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { isShown } from '#shared/domain/inbox.ts'
import { finishInbox, markInbox, muteInbox, readInbox, snoozeInbox, undoInbox } from './inbox-actions.ts'
import {
  activeIndex,
  fileOf,
  hasChange,
  type InboxEntry,
  inboxEntries,
  type InboxItem,
  nextRow,
  positionAt,
  positionOf,
  rowAfter,
  withKept,
  changeRoute,
} from './inbox-items.ts'

/** A chosen row counts as read after this. */
const READ_AFTER_MS = 1_000

const NONE: readonly InboxGroup[] = []
const unreadOf = ({ rows }: InboxItem) => rows.filter(({ state }) => state === 'unread')

/** Its changes that are not done with, which a line puts off or leaves unread; of a line that is done, all. */
const openOf = ({ rows }: InboxItem): readonly InboxRow[] => {
  const open = rows.filter(({ state }) => state === 'unread' || state === 'read')
  return open.length > 0 ? open : rows
}

/** A row that the pointer chose, with the changes that it had then: those that join it later are not read with them. */
interface Chosen {
  key: string | null
  seqs: ReadonlySet<number>
}

/**
 * State of Novedades, and actions on the row with the keyboard: a line, whose changes are all acted on as they are
 * drawn, or a single change of it.
 *
 * A row becomes read by clicking it (or coming from its notification) and staying a moment, by Space, or by opening its
 * page. Moving over it with the arrows never does, however long it stays: passing by must not lose unread rows. A row
 * read in the unread filter stays in place until the keyboard leaves its line.
 */
export function useInbox(route: Extract<Route, { view: 'inbox' }>) {
  const client = useClient()
  const { bridge } = client
  const wanted = useInboxState((state) => state.filter)
  const position = useInboxState((state) => state.position)
  const unfolded = useInboxState((state) => state.unfolded)
  const order = useSlice('settings')?.inboxOrder ?? null
  const { filter, isWanted, groups, next, loaded, loading, error, more, newest } = useInboxList(wanted, order)
  const kept = useInboxState((state) => state.kept)
  const acted = useInboxState((state) => state.acted)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const noticed = useNoticed(route.seq)
  useEffect(() => () => keepInbox(NONE), [])
  useEffect(() => {
    if (isWanted && !loading) settleActed()
  }, [isWanted, loading, groups, acted])

  // Each visit from a notification counts, also to the row already open.
  const visit = useVisit()
  useEffect(() => {
    if (route.seq === undefined) return
    setInboxPosition(positionAt(route.seq))
    setChosen({ key: null, seqs: new Set([route.seq]) })
  }, [route.seq, visit])

  const entries = useMemo(() => {
    const all = withKept(asActed(groups, acted, filter), kept)
    const [found] = noticed.group ? asActed([noticed.group], acted, 'all') : []
    const pinned = found && !all.some(({ moment }) => moment === found.moment) ? found : null
    return inboxEntries(all, { more: next !== null, pinned: loaded ? pinned : null, unfolded })
  }, [groups, acted, filter, kept, next, loaded, noticed.group, unfolded])
  const active = activeIndex(entries, position)
  const entry = entries[active]
  const item = entry?.type === 'row' ? entry : null
  const about = item && fileOf(item.rows)
  // With the arrow held, only the row where it stops is requested, and not those passed over.
  const steady = useSteady(about && `${about.kind} ${about.id}`)
  const { data: view } = useQuery('changes.get', about, steady)

  /** In the unread filter, what was just read stays in place, also while it is left unread again. */
  const read = (of: InboxItem, those: readonly InboxRow[], state: 'read' | 'unread' = 'read') => {
    if (those.length === 0) return
    if (filter === 'unread') {
      const rows = those.map((row) => ({ ...row, state }))
      const line = { moment: of.moment, place: of.place, rows }
      keepInbox(withKept([line], sameLine(of)))
    }
    void readInbox(bridge, those, state)
  }
  const select = (to: InboxItem, choosing = false) => {
    setLanding(null)
    setInboxPosition(positionOf(to))
    setChosen(choosing ? { key: to.key, seqs: new Set(to.rows.map(({ seq }) => seq)) } : null)
    if (to.moment !== item?.moment) keepInbox(NONE)
  }
  /** The current row leaves: selects the next one, or the previous one at the end. */
  const goOn = () => {
    const to = rowAfter(entries, active)
    keepInbox(NONE)
    if (to) select(to)
  }
  /** Change that comes back to the list, which the keyboard goes to once it is there. */
  const [landing, setLanding] = useState<number | null>(null)
  const isBack = landing !== null && hasChange(entries, landing)
  useLayoutEffect(() => {
    if (landing === null || !isBack) return
    setLanding(null)
    setInboxPosition(positionAt(landing))
    setChosen(null)
    keepInbox(NONE)
  }, [landing, isBack])
  const unfold = (of: InboxItem, isUnfolded: boolean) => {
    unfoldInbox(of.moment, isUnfolded)
    // Folded around the keyboard: it stays on the line.
    if (item?.moment === of.moment) select(itemOfMoment(entries, of.moment) ?? of)
  }
  useReadAfter(item, chosen, read)

  return {
    wanted,
    filter,
    canFinish: loaded && isWanted,
    order: order ?? 'asking',
    entries,
    active,
    item,
    next,
    loaded,
    error,
    more,
    steady,
    muted: view?.muted,
    missing: noticed.missing,
    select,
    unfold,
    show(other: InboxFilter) {
      setChosen(null)
      setInboxFilter(other)
      // A notification's row was for the earlier filter.
      if (route.seq !== undefined) openRoute({ view: 'inbox' }, { replace: true })
    },
    async reorder(to: InboxOrder) {
      const answer = await bridge.call('settings.update', { inboxOrder: to })
      if (!answer.ok) sayFailed(answer.error)
    },
    step(by: 1 | -1) {
      const to = nextRow(entries, active, by)
      if (to) select(to)
    },
    /** → unfolds a line, and then goes into it; ← goes back to the line, and then folds it. */
    turn(key: 'ArrowRight' | 'ArrowLeft') {
      if (!item) return
      const isIn = key === 'ArrowRight'
      if (item.isUnfolded === !isIn) return unfold(item, isIn)
      const to = isIn
        ? item.isUnfolded && nextRow(entries, active, 1)
        : item.isChange && itemOfMoment(entries, item.moment)
      if (to) select(to)
    },
    open(of: InboxItem) {
      const file = fileOf(of.rows)
      // Each report has its own place.
      if (file === null) return unfold(of, of.isUnfolded === false)
      const place = changeRoute(of.rows[0])
      read(of, unreadOf(of))
      if (!place) return
      setInboxPosition(positionOf(of))
      openRoute(place)
    },
    peek(of: InboxItem) {
      setChosen(null)
      const unread = unreadOf(of)
      if (unread.length > 0) read(of, unread)
      else read(of, openOf(of), 'unread')
      announce(unread.length > 0 ? text.markedRead : text.markedUnread)
    },
    done() {
      if (!item) return
      const left = item.rows.filter(({ state }) => state !== 'done')
      if (left.length === 0) return void markInbox(bridge, item.rows, 'read', text.donePutBack)
      goOn()
      void markInbox(bridge, left, 'done', text.doIt)
    },
    /** Snoozes the given item, wherever the keyboard is by now. */
    snooze(of: InboxItem, until: number) {
      if (of.key === item?.key) goOn()
      void snoozeInbox(bridge, openOf(of), until, snoozeWords(until, client.now()))
    },
    mute() {
      if (about) void muteInbox(bridge, about, view?.muted)
    },
    undo: async () => setLanding(await undoInbox(bridge, client.now)),
    finish: () => void finishInbox(client, filter, newestDrawn(groups, newest() ?? 0), setLanding),
  }
}

const snoozeWords = (until: number, now: number) => `${text.snoozed(until, now)}. ${snoozeText.help}`

/** Newest change on screen. A row may have a newer change that is not drawn yet. */
const newestDrawn = (groups: readonly InboxGroup[], listed: number) =>
  groups.reduce((newest, { rows }) => Math.max(newest, rows[0]?.seq ?? 0), listed)

const sameLine = ({ moment }: InboxItem) => inboxState().kept.filter((group) => group.moment === moment)

const itemOfMoment = (entries: readonly InboxEntry[], moment: number): InboxItem | undefined =>
  entries.find((entry): entry is InboxItem => entry.type === 'row' && entry.moment === moment)

/** Line of a notification, in any filter; `missing` if it no longer exists. */
function useNoticed(seq: number | undefined): { group: InboxGroup | null; missing: boolean } {
  const { data } = useQuery(
    'inbox.groups-of',
    seq === undefined ? null : { filter: 'all', order: 'time', seqs: [seq] },
  )
  const group = data?.groups.find(({ rows }) => rows.some((row) => row.seq === seq)) ?? null
  return { group, missing: data !== undefined && group === null }
}

/** Marks the chosen changes as read after a moment on screen. */
function useReadAfter(
  item: InboxItem | null,
  chosen: Chosen | null,
  read: (item: InboxItem, rows: readonly InboxRow[]) => void,
) {
  const waiting = (of: InboxItem | null) =>
    of && chosen && (chosen.key === null || chosen.key === of.key)
      ? unreadOf(of).filter(({ seq }) => chosen.seqs.has(seq))
      : []
  const readIf = useEffectEvent((key: string) => {
    if (item?.key === key) read(item, waiting(item))
  })
  const waits = waiting(item).length > 0 ? (item?.key ?? null) : null
  useEffect(() => {
    if (waits === null) return
    const timer = setTimeout(() => readIf(waits), READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [waits])
}

/**
 * Lines of a filter with the state that their changes were just given here, so that a key acts on what the keys before
 * it have left, before the core has answered them.
 */
function asActed(
  groups: readonly InboxGroup[],
  acted: ReadonlyMap<number, Acted>,
  filter: InboxFilter,
): readonly InboxGroup[] {
  if (acted.size === 0) return groups
  return groups.flatMap((group) => {
    if (!group.rows.some(({ seq }) => acted.has(seq))) return [group]
    const rows = group.rows.map((row) => ({ ...row, ...acted.get(row.seq)?.as }))
    const shown = rows.filter((row) => isShown(row, filter))
    return shown.length > 0 ? [{ ...group, rows: shown }] : []
  })
}

/** Longer than the repeat of a held key, shorter than a glance. */
const STEADY_MS = 120

/** True once the value stops changing: at once for a single change, a moment after the last of a series. */
function useSteady(value: string | null): boolean {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(-Infinity)
  useEffect(() => {
    const alone = performance.now() - changedAt.current >= STEADY_MS
    changedAt.current = performance.now()
    if (alone) return setSettled(value)
    const timer = setTimeout(() => setSettled(value), STEADY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}
