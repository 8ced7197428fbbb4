import { KEYS_KEPT_MS, NEAR_MS, type NewEvent, type Numbered, type Writes } from '../writes.ts'
import type { Db } from './open.ts'

function bytesOf(key: string): Buffer
function bytesOf(key: string | null): Buffer | null
function bytesOf(key: string | null): Buffer | null {
  return key === null ? null : Buffer.from(key, 'latin1')
}

/** Writes of the inbox. Run in the writer's thread, within its transaction. */
export function ingestWrites(db: Db): Pick<Writes, 'ingest' | 'quarantine' | 'replay'> {
  const keyOf = db.prepare<[number, Uint8Array], { id: number; seq: number; received_ms: number }>(
    'SELECT id, seq, received_ms FROM event_key WHERE office_id = ? AND hard = ?',
  )
  const softOf = db.prepare<[number, Uint8Array], { seq: number }>(
    'SELECT seq FROM event_key WHERE office_id = ? AND soft = ? ORDER BY id DESC LIMIT 1',
  )
  const nearOf = db.prepare<[number, Uint8Array, number], { seq: number }>(
    'SELECT seq FROM event_key WHERE office_id = ? AND near = ? AND received_ms >= ? ORDER BY id DESC LIMIT 1',
  )
  const forget = db.prepare<[number]>('DELETE FROM event_key WHERE id = ?')
  const sealKeyOf = db.prepare<[number], { key: string | null }>(
    'SELECT seal_key AS key FROM office WHERE id = ?',
  )
  const next = db.prepare<[number, number], { head: number }>(
    'UPDATE office SET head = head + 1, received_ms = ? WHERE id = ? RETURNING head',
  )
  const addEvent = db.prepare(
    `INSERT INTO event (office_id, seq, received_ms, body, extra, revises, is_probable_retry, replay_of)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addKey = db.prepare(
    'INSERT INTO event_key (office_id, hard, soft, near, seq, received_ms) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const countDuplicate = db.prepare<[number, number]>(
    'UPDATE office SET duplicates = duplicates + 1, received_ms = ? WHERE id = ?',
  )
  const addUnreadable = db.prepare(
    `INSERT INTO quarantine (office_id, hard, received_ms, bytes, reason, beginning) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const countUnreadable = db.prepare<[number, number]>(
    'UPDATE office SET quarantined = quarantined + 1, received_ms = ? WHERE id = ?',
  )
  const eventOf = db.prepare<[number, number], { body: string; extra: string | null }>(
    'SELECT body, extra FROM event WHERE office_id = ? AND seq = ?',
  )

  function number(
    { officeId, receivedMs, body, extra }: Pick<NewEvent, 'officeId' | 'receivedMs' | 'body' | 'extra'>,
    marks: Omit<Numbered, 'seq'>,
  ): Numbered {
    const seq = next.get(receivedMs, officeId)?.head
    if (seq === undefined) throw new Error('the office is gone')
    const { revises, isProbableRetry, replayOf } = marks
    addEvent.run(officeId, seq, receivedMs, body, extra, revises, isProbableRetry ? 1 : 0, replayOf)
    return { seq, ...marks }
  }

  const isStale = ({ officeId, sealedTo = null }: Pick<NewEvent, 'officeId' | 'sealedTo'>) =>
    (sealKeyOf.get(officeId)?.key ?? null) !== sealedTo

  return {
    ingest(given) {
      const { officeId, receivedMs } = given
      const [hard, soft, near] = [bytesOf(given.hard), bytesOf(given.soft), bytesOf(given.near)]
      const known = keyOf.get(officeId, hard)
      // Another body about the same resource came since: this one is a change back, and no duplicate.
      const isFollowed =
        known !== undefined &&
        soft !== null &&
        near === null &&
        (softOf.get(officeId, soft)?.seq ?? 0) > known.seq
      if (known !== undefined && receivedMs - known.received_ms < KEYS_KEPT_MS && !isFollowed) {
        countDuplicate.run(receivedMs, officeId)
        return { kind: 'duplicate' }
      }
      if (isStale(given)) return { kind: 'stale' }
      if (known !== undefined) forget.run(known.id)
      const revised = soft === null || near === null ? undefined : softOf.get(officeId, soft)
      const retried = near === null ? undefined : nearOf.get(officeId, near, receivedMs - NEAR_MS)
      const numbered = number(given, {
        revises: revised?.seq ?? null,
        isProbableRetry: retried !== undefined,
        replayOf: null,
      })
      addKey.run(officeId, hard, soft, near, numbered.seq, receivedMs)
      return { kind: 'stored', ...numbered }
    },

    quarantine(given) {
      if (isStale(given)) return { kind: 'stale' }
      const { officeId, receivedMs, hard, bytes, reason, beginning } = given
      const isNew =
        addUnreadable.run(officeId, bytesOf(hard), receivedMs, bytes, reason, beginning).changes > 0
      const count = isNew ? countUnreadable : countDuplicate
      count.run(receivedMs, officeId)
      return { kind: isNew ? 'stored' : 'duplicate' }
    },

    replay({ officeId, seq, now }) {
      const found = eventOf.get(officeId, seq)
      if (found === undefined) return null
      const marks = { revises: null, isProbableRetry: false, replayOf: seq }
      return { ...number({ officeId, receivedMs: now, ...found }, marks), receivedMs: now, ...found }
    },
  }
}
