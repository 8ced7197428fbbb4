import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { InboxFilter, InboxRow } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import { inboxText as text, snoozeText } from '#shared/text/app-inbox.ts'
import { useClient } from '../../replica/client.ts'
import { useInboxList } from '../../replica/use-inbox-list.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { keepInbox, setInboxFilter, setInboxSeq, useInboxState } from '../../ui-state/inbox-state.ts'
import { openRoute, useVisit } from '../../ui-state/route.ts'
import { finishInbox, markInbox, muteInbox, readInbox, snoozeInbox, undoInbox } from './inbox-actions.ts'
import { activeIndex, inboxEntries, type InboxItem, nextRow, withKept } from './inbox-items.ts'
import { placeOf } from './inbox-place.ts'
import { useSteady } from './use-steady.ts'

/** A chosen row counts as read after this. */
const READ_AFTER_MS = 1_000

const NONE: readonly InboxRow[] = []
const unreadOf = ({ rows }: InboxItem) => rows.filter(({ state }) => state === 'unread')

/**
 * State of Novedades, and actions on the row with the keyboard.
 *
 * A row becomes read by clicking it (or coming from its notification) and staying a moment, by Space, or by opening its
 * page. Moving over it with the arrows never does, however long it stays: passing by must not lose unread rows. A row
 * read in the unread filter stays in place until the keyboard leaves it.
 */
export function useInbox(route: Extract<Route, { view: 'inbox' }>) {
  const client = useClient()
  const { bridge } = client
  const wanted = useInboxState((state) => state.filter)
  const seq = useInboxState((state) => state.seq)
  const { filter, rows, next, loaded, error, more } = useInboxList(wanted)
  const kept = useInboxState((state) => state.kept)
  const [chosen, setChosen] = useState<number | null>(null)
  const noticed = useNoticed(route.seq)
  useEffect(() => () => keepInbox(NONE), [])

  // Each visit from a notification counts, also to the row already open.
  const visit = useVisit()
  useEffect(() => {
    if (route.seq === undefined) return
    setInboxSeq(route.seq)
    setChosen(route.seq)
  }, [route.seq, visit])

  const entries = useMemo(() => {
    const all = withKept(rows, kept)
    const pinned = noticed.row && !all.some((row) => row.seq === noticed.row?.seq) ? noticed.row : null
    return inboxEntries(all, next !== null, loaded ? pinned : null)
  }, [rows, kept, next, loaded, noticed.row])
  const active = activeIndex(entries, seq)
  const entry = entries[active]
  const item = entry?.type === 'row' ? entry : null
  const single = item?.rows.length === 1 ? item.rows[0] : null
  const about = single && { kind: single.kind, id: single.id }
  // With the arrow held, only the row where it stops is requested, and not those passed over.
  const steady = useSteady(about && `${about.kind} ${about.id}`)
  const { data: view } = useQuery('changes.get', about, steady)

  /** In the unread filter, a row just read stays in place. */
  const read = (of: InboxItem, state: 'read' | 'unread' = 'read') => {
    const those = state === 'read' ? unreadOf(of) : of.rows
    if (those.length === 0) return
    if (filter === 'unread') keepInbox(state === 'read' ? those.map((row) => ({ ...row, state })) : NONE)
    void readInbox(bridge, those, state)
  }
  const select = (to: InboxItem, choosing = false) => {
    setInboxSeq(to.rows[0].seq)
    setChosen(choosing ? to.rows[0].seq : null)
    if (to.key !== item?.key) keepInbox(NONE)
  }
  /** The current rows leave: selects the next one, or the previous one at the end. */
  const goOn = () => {
    const to = nextRow(entries, active, 1) ?? nextRow(entries, active, -1)
    keepInbox(NONE)
    if (to) select(to)
  }
  const landOn = (landed: number | null) => {
    if (landed === null) return
    setInboxSeq(landed)
    setChosen(null)
    keepInbox(NONE)
  }
  useReadAfter(item, chosen, read)

  return {
    wanted,
    filter,
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
    show(other: InboxFilter) {
      setChosen(null)
      setInboxFilter(other)
      // A notification's row was for the earlier filter.
      if (route.seq !== undefined) openRoute({ view: 'inbox' }, { replace: true })
    },
    step(by: 1 | -1) {
      const to = nextRow(entries, active, by)
      if (to) select(to)
    },
    open(of: InboxItem) {
      const place = of.rows.length === 1 ? placeOf(of.rows[0]) : null
      read(of)
      if (!place) return
      setInboxSeq(of.rows[0].seq)
      openRoute(place)
    },
    peek(of: InboxItem) {
      setChosen(null)
      const unread = unreadOf(of).length > 0
      read(of, unread ? 'read' : 'unread')
      announce(unread ? text.markedRead : text.markedUnread)
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
      void snoozeInbox(bridge, of.rows, until, snoozeWords(until, client.now()))
    },
    mute() {
      if (about) void muteInbox(bridge, about, view?.muted)
    },
    undo: async () => landOn(await undoInbox(bridge, client.now)),
    finish: () => void finishInbox(client, filter, landOn),
  }
}

const snoozeWords = (until: number, now: number) => `${text.snoozed(until, now)}. ${snoozeText.help}`

/** Row of a notification, in any filter; `missing` if it no longer exists. */
function useNoticed(seq: number | undefined): { row: InboxRow | null; missing: boolean } {
  // The first row below the next number: the row itself, if it exists.
  const { data } = useQuery(
    'inbox.list',
    seq === undefined ? null : { filter: 'all', before: seq + 1, limit: 1 },
  )
  const [found] = data?.rows ?? NONE
  const row = found !== undefined && found.seq === seq ? found : null
  return { row, missing: data !== undefined && row === null }
}

/** Marks the chosen row as read after a moment on screen. */
function useReadAfter(item: InboxItem | null, chosen: number | null, read: (item: InboxItem) => void) {
  const readIf = useEffectEvent((key: string) => {
    if (item?.key === key) read(item)
  })
  const waits =
    item !== null && unreadOf(item).length > 0 && item.rows.some((row) => row.seq === chosen)
      ? item.key
      : null
  useEffect(() => {
    if (waits === null) return
    const timer = setTimeout(() => readIf(waits), READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [waits])
}
