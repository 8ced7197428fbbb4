import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { InboxCounts, InboxFilter, InboxRow } from '#shared/bridge/inbox.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): Result<unknown> => ({ ok: false, error: { code, retryable: false } })

const SHOWS: Record<InboxFilter, (row: InboxRow) => boolean> = {
  unread: ({ state }) => state === 'unread',
  actionable: ({ actionable, state }) => actionable && (state === 'unread' || state === 'read'),
  all: () => true,
}

export const inboxCountsOf = (inbox: readonly InboxRow[]): InboxCounts => ({
  unread: inbox.filter(SHOWS.unread).length,
  actionable: inbox.filter(SHOWS.actionable).length,
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
    case 'inbox.mark': {
      const { seqs, state } = args as CommandArgs<'inbox.mark'>
      bridge.setInbox(inbox.filter(({ seq }) => seqs.includes(seq)).map((row) => ({ ...awake(row), state })))
      return ok({})
    }
    case 'inbox.snooze': {
      const { seq, until } = args as CommandArgs<'inbox.snooze'>
      if (until <= now) return fail('invalid-request')
      const row = inbox.find((one) => one.seq === seq)
      if (!row) return fail('not-found')
      bridge.setInbox([{ ...row, state: 'snoozed', until }])
      return ok({})
    }
    case 'inbox.done-all': {
      const { filter } = args as CommandArgs<'inbox.done-all'>
      const left = inbox.filter(
        (row) => SHOWS[filter](row) && (row.state === 'unread' || row.state === 'read'),
      )
      const those = (state: InboxRow['state']) =>
        left.filter((row) => row.state === state).map(({ seq }) => seq)
      bridge.setInbox(
        left.map((row) => ({ ...row, state: 'done' })),
        true,
      )
      return ok({ unread: those('unread'), read: those('read') })
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
    .filter((row) => SHOWS[filter](row) && (id === undefined || (row.kind === kind && row.id === id)))
    .filter(({ seq }) => before === undefined || seq < before)
    .toSorted((a, b) => b.seq - a.seq)
  const rows = found.slice(0, limit)
  return { rows, next: rows.length === limit ? (rows.at(-1)?.seq ?? null) : null }
}
