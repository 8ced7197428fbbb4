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

/** Time on screen after which a chosen row counts as read. */
const READ_AFTER_MS = 1_000

const NONE: readonly InboxGroup[] = []
const unreadOf = ({ rows }: InboxItem) => rows.filter(({ state }) => state === 'unread')

/**
 * Open changes of a row: a snooze, or marking as unread, applies to these. Without an open change, all changes of the
 * row.
 */
const openOf = ({ rows }: InboxItem): readonly InboxRow[] => {
  const open = rows.filter(({ state }) => state === 'unread' || state === 'read')
  return open.length > 0 ? open : rows
}

/**
 * Row that the pointer chose, with its changes at that time. Changes that join the row later are not marked as read
 * with it.
 */
interface Chosen {
  key: string | null
  seqs: ReadonlySet<number>
}

/**
 * State of Novedades, and actions on the row with the keyboard. A row is a line or a single change of it. An action
 * on a line applies to all changes that the line shows.
 *
 * A row becomes read in three ways: a stay of a moment after a click or a notification, Space, or opening its page.
 * The arrows never mark it as read, however long they stay: passing by must not lose unread rows. A row read in the
 * unread filter stays in place until the keyboard leaves its line.
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

  // Every visit from a notification counts, even to the row that is already open.
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
  // While an arrow key is held, only the row where it stops is requested.
  const steady = useSteady(about && `${about.kind} ${about.id}`)
  const { data: view } = useQuery('changes.get', about, steady)

  /** Marks changes of a row as read or unread. In the unread filter, the row stays in place. */
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
  /** Moves the keyboard because the current row leaves: to the next row, or to the previous one at the end. */
  const goOn = () => {
    const to = rowAfter(entries, active)
    keepInbox(NONE)
    if (to) select(to)
  }
  /** Change that an undo brings back to the list. The keyboard moves to it once it is there. */
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
    // If the keyboard is on a change of this line, it moves to the line, which stays.
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
      // The row of a notification belongs to the earlier filter.
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
    /** → unfolds a line, and then moves into it. ← moves back to the line, and then folds it. */
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
      // Each report has its own page, so the line is folded or unfolded instead.
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
    /** Snoozes the given item, even if the keyboard is on another row by now. */
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

/** Line of a notification, even if the filter hides it. `missing` is true if the line no longer exists. */
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
 * Lines of a filter, with the states that this window has just given to their changes. A key then acts on the result
 * of the keys before it, without waiting for the core.
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

/** Longer than the repeat interval of a held key, shorter than a glance. */
const STEADY_MS = 120

/** True once the value stops changing. A single change counts at once, a series of changes after a pause. */
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
