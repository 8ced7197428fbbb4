import type { MoveKind, MovePage, MoveRows } from '#shared/api/relay-move.ts'
import { fromBase64, fromBase64OrNull } from '../move.ts'
import type { Db } from './open.ts'

/** Adds the rows of a page. Runs in the writer's thread, within its transaction. */
export function moveRowWrites(db: Db): (officeId: number, page: MovePage) => void {
  const insert = (table: string, columns: string, verb = 'INSERT') =>
    db.prepare(`${verb} INTO ${table} (office_id, ${columns}) VALUES (?, ${columns.replaceAll(/\w+/g, '?')})`)
  const event = insert('event', 'seq, received_ms, body, extra, revises, is_probable_retry, replay_of')
  // Replaced: it was received again after its time, and has the later number.
  const key = insert('event_key', 'hard, soft, near, seq, received_ms', 'INSERT OR REPLACE')
  const receipt = insert('receipt', 'device_id, from_seq, to_seq, confirmed_ms')
  const past = insert('past_event', 'seq, received_ms, event, resource_id, brief', 'INSERT OR IGNORE')
  const quarantine = insert('quarantine', 'hard, received_ms, bytes, reason, beginning', 'INSERT OR IGNORE')
  const message = insert(
    'alarm_message',
    'id, channel, kind, body, made_ms, attempts, next_ms, ended_ms, outcome, detail',
  )
  const adders: { [Kind in MoveKind]: (officeId: number, row: MoveRows[Kind][number]) => void } = {
    event: (id, row) =>
      event.run(
        id,
        row.seq,
        row.receivedMs,
        row.body,
        row.extra,
        row.revises,
        row.isProbableRetry ? 1 : 0,
        row.replayOf,
      ),
    key: (id, { hard, soft, near, seq, receivedMs }) =>
      key.run(id, fromBase64(hard), fromBase64OrNull(soft), fromBase64OrNull(near), seq, receivedMs),
    receipt: (id, { deviceId, from, to, confirmedMs }) => receipt.run(id, deviceId, from, to, confirmedMs),
    past: (id, { seq, receivedMs, event: name, id: resource, brief }) =>
      past.run(id, seq, receivedMs, name, resource, brief),
    quarantine: (id, { hard, receivedMs, bytes, reason, beginning }) =>
      quarantine.run(id, fromBase64(hard), receivedMs, bytes, reason, fromBase64(beginning)),
    message: (id, row) =>
      message.run(
        id,
        row.id,
        row.channel,
        row.kind,
        row.body,
        row.madeMs,
        row.attempts,
        row.nextMs,
        row.endedMs,
        row.outcome,
        row.detail,
      ),
  }
  return (officeId, { kind, rows }) => {
    for (const row of rows) adders[kind](officeId, row as never)
  }
}
