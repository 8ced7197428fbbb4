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

/** How long what was pointed at has to be looked at to have been read. */
const READ_AFTER_MS = 1_000

const NONE: readonly InboxRow[] = []
const unreadOf = ({ rows }: InboxItem) => rows.filter(({ state }) => state === 'unread')

/**
 * Novedades as the page shows it, and what is done with the row that has the keyboard.
 *
 * What makes a row read: pressing it (or coming to it from its notification) and staying a moment; Space; opening its
 * place. Going over it with the arrows does not, however long it stays: nobody loses what is unread by passing by. A
 * row read among the unread stays where it is until the keyboard goes to another.
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

  // Each visit of a notification's row is a visit to it, also when it is where one already was.
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
  // Whoever goes down with the key held asks about where they stop, and not about all that they pass over.
  const steady = useSteady(about && `${about.kind} ${about.id}`)
  const { data: view } = useQuery('changes.get', about, steady)

  /** Among the unread, what is read stays under the hand. */
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
  /** The rows under the hand leave: the next one takes their place, or the one before at the end. */
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
      // What a notification led to was for where one was.
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
    /** Of the row that it was asked for, wherever the keyboard is by now. */
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

/** What a notification led to, wherever in Novedades it is; `missing` when it is nowhere. */
function useNoticed(seq: number | undefined): { row: InboxRow | null; missing: boolean } {
  // The first one under the number after it: itself, if it is there.
  const { data } = useQuery(
    'inbox.list',
    seq === undefined ? null : { filter: 'all', before: seq + 1, limit: 1 },
  )
  const [found] = data?.rows ?? NONE
  const row = found !== undefined && found.seq === seq ? found : null
  return { row, missing: data !== undefined && row === null }
}

/** Reads what was pointed at, once it has been in sight for a moment. */
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
