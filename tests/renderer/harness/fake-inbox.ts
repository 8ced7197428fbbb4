import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { InboxCounts, InboxFilter, InboxGroup, InboxOrder, InboxRow } from '#shared/bridge/inbox.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import { isShown, inboxPlace } from '#shared/domain/inbox.ts'
import { isReadyReport, joinsMoment } from '#electron/core/features/inbox/moment.rules.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): Result<unknown> => ({ ok: false, error: { code, retryable: false } })

/** Moment of each change of a scene, given once: when the change is first there. */
const moments = new Map<string, number>()
const nameOf = ({ seq, id, event, seenAt }: InboxRow) => `${seq} ${id} ${event} ${seenAt}`
const fileOf = (row: InboxRow) => (isReadyReport(row) ? row.event : `${row.kind} ${row.id}`)

/** As the store does when a change is written: with the state that the others of its file have by then. */
function giveMoments(inbox: readonly InboxRow[]): void {
  const known = inbox.filter((row) => moments.has(nameOf(row)))
  const fresh = inbox.filter((row) => !moments.has(nameOf(row))).toSorted((a, b) => a.seq - b.seq)
  if (fresh.length === 0) return
  const lasts = new Map<string, InboxRow[]>()
  const enter = (row: InboxRow, moment: number) => {
    const last = lasts.get(fileOf(row)) ?? []
    const isSame = last[0] !== undefined && moments.get(nameOf(last[0])) === moment
    moments.set(nameOf(row), moment)
    lasts.set(fileOf(row), isSame ? [...last, row] : [row])
  }
  for (const row of known.toSorted((a, b) => a.seq - b.seq)) enter(row, moments.get(nameOf(row)) ?? row.seq)
  for (const row of fresh) {
    const last = lasts.get(fileOf(row)) ?? []
    const [first] = last
    const of = first && {
      moment: moments.get(nameOf(first)) ?? first.seq,
      size: last.length,
      firstSeenAt: first.seenAt,
      state: last.every(({ state }) => state === first.state) ? first.state : null,
      own: first.source === 'own',
    }
    const joins = joinsMoment(of ?? null, { ...row, own: row.source === 'own' })
    enter(row, joins && of ? of.moment : row.seq)
  }
}

function groupsOf(inbox: readonly InboxRow[], filter: InboxFilter, order: InboxOrder): InboxGroup[] {
  giveMoments(inbox)
  const shown = inbox.filter((row) => isShown(row, filter)).toSorted((a, b) => b.seq - a.seq)
  const groups = Map.groupBy(shown, (row) => moments.get(nameOf(row)) ?? row.seq)
  return [...groups]
    .map(([moment, rows]) => ({ moment, place: inboxPlace(rows, moment, filter, order), rows }))
    .toSorted((a, b) => b.place - a.place)
}

export const inboxCountsOf = (inbox: readonly InboxRow[]): InboxCounts => ({
  unread: groupsOf(inbox, 'unread', 'time').length,
  actionable: groupsOf(inbox, 'actionable', 'time').length,
})

/** Answers of Novedades, in memory. `null`: another command. */
export function answerInbox(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const inbox = bridge.scene.inbox ?? []
  switch (name) {
    case 'inbox.list':
      return ok(pageOf(inbox, args))
    case 'inbox.groups': {
      const { filter, order, before, limit } = args as CommandArgs<'inbox.groups'>
      const found = groupsOf(inbox, filter, order).filter(
        ({ place }) => before === undefined || place < before,
      )
      const groups = found.slice(0, limit)
      const next = groups.length === limit ? (groups.at(-1)?.place ?? null) : null
      const open = groupsOf(inbox, filter, 'time').filter(({ rows }) =>
        rows.some(({ state }) => state === 'unread' || state === 'read'),
      ).length
      return ok({ groups, next, newest: Math.max(0, ...inbox.map(({ seq }) => seq)), open })
    }
    case 'inbox.groups-of': {
      const { filter, order, seqs } = args as CommandArgs<'inbox.groups-of'>
      const ofAll = groupsOf(inbox, 'all', 'time').filter(({ rows }) =>
        rows.some(({ seq }) => seqs.includes(seq)),
      )
      const wanted = new Set(ofAll.map(({ moment }) => moment))
      return ok({ groups: groupsOf(inbox, filter, order).filter(({ moment }) => wanted.has(moment)) })
    }
    case 'inbox.seen': {
      const { seqs } = args as CommandArgs<'inbox.seen'>
      const seen = inbox.filter(({ seq, state }) => seqs.includes(seq) && state === 'unread')
      if (seen.length > 0) bridge.setInbox(seen.map((row) => ({ ...row, state: 'read' })))
      return ok({})
    }
    case 'inbox.mark': {
      const { seqs, state } = args as CommandArgs<'inbox.mark'>
      bridge.setInbox(inbox.filter(({ seq }) => seqs.includes(seq)).map((row) => ({ ...awake(row), state })))
      return ok({})
    }
    case 'inbox.snooze': {
      const { seqs, until } = args as CommandArgs<'inbox.snooze'>
      if (until <= now) return fail('invalid-request')
      const rows = inbox.filter(({ seq }) => seqs.includes(seq))
      if (rows.length < seqs.length) return fail('not-found')
      bridge.setInbox(rows.map((row) => ({ ...row, state: 'snoozed', until })))
      return ok({})
    }
    case 'inbox.done-all': {
      const { filter, upTo, dry } = args as CommandArgs<'inbox.done-all'>
      const left = inbox.filter(
        (row) => isShown(row, filter) && (row.state === 'unread' || row.state === 'read') && row.seq <= upTo,
      )
      const linesOf = (rows: readonly InboxRow[]) =>
        new Set(rows.map((row) => moments.get(nameOf(row)) ?? row.seq)).size
      const lines = linesOf(left)
      const asking = linesOf(left.filter(({ actionable }) => actionable))
      const those = (state: InboxRow['state']) =>
        left.filter((row) => row.state === state).map(({ seq }) => seq)
      if (!dry)
        bridge.setInbox(
          left.map((row) => ({ ...row, state: 'done' })),
          true,
        )
      return ok({ unread: those('unread'), read: those('read'), lines, asking })
    }
    default:
      return null
  }
}

function awake(row: InboxRow): InboxRow {
  const waking = { ...row }
  delete waking.until
  return waking
}

function pageOf(inbox: readonly InboxRow[], { filter, kind, id, before, limit }: CommandArgs<'inbox.list'>) {
  const found = inbox
    .filter((row) => isShown(row, filter) && (id === undefined || (row.kind === kind && row.id === id)))
    .filter(({ seq }) => before === undefined || seq < before)
    .toSorted((a, b) => b.seq - a.seq)
  const rows = found.slice(0, limit)
  return { rows, next: rows.length === limit ? (rows.at(-1)?.seq ?? null) : null }
}
