import type Database from 'better-sqlite3-multiple-ciphers'
import { RECORD_LIMITS } from '#shared/api/relay-records.ts'
import type { Handover } from '#shared/bridge/handovers.ts'
import type { HandoverRecord, HandoverRecordState, Offer } from '#shared/records/handover-record.ts'
import { formatHandover, HANDOVER_PART, listParts, parseOffer } from './handovers.rules.ts'

/** Stored row of `handover`. */
export interface HandoverRow {
  seq: number
  id: string
  record_id: string
  role: Handover['role']
  state: Handover['state'] | 'taken' | 'withdrawn'
  given_id: string
  /** Draft that the PC which collects it makes of it. */
  draft_id: string | null
  giver: string
  receiver: string
  offer: string | null
  at: number
  ended_at: number | null
  is_sent: number
  has_parts: number
  relay_seq: number
  relay_state: HandoverRecordState | null
  error: string | null
}

/** Part of a document at the relay. */
export interface RelayPart {
  recordId: string
  /** Key of the part within its sealed content. */
  key: string
  index: number
  /** Number of its last write; 0 without one. */
  seq: number
}

/** Part of a document in a file of its own on this PC. */
interface StoredPart {
  file: string
  key: Uint8Array
}

/** Next step of a hand-over. What it did is stored before the following one is asked for. */
export type HandoverStep =
  /** Write these parts of a document. */
  | { step: 'send'; id: string; file: string; key: Uint8Array; parts: RelayPart[] }
  /** Write the record of the hand-over, or delete it, if its last write is still `after`. */
  | { step: 'write'; id: string; recordId: string; after: number; content: string | null }
  /** Read one part of a document, and store it. */
  | { step: 'fetch'; id: string; position: number; part: RelayPart }
  /** Make a document of its stored parts. */
  | { step: 'join'; id: string; position: number; size: number; sha256: string; parts: StoredPart[] }
  /** Delete parts at the relay. */
  | { step: 'erase'; id: string; parts: { recordId: string; seq: number }[] }

/** Parts of one write. Two of full size are within the limit of a request. */
const SENT_AT_ONCE = 2
/** Time for which an ended hand-over is remembered, in milliseconds: a backup of before may bring its draft back. */
export const KEEP_ENDED_MS = 180 * 86_400_000

/** Draft of a hand-over. `null` once it has ended. */
export const offerOf = ({ offer }: Pick<HandoverRow, 'offer'>): Offer | null =>
  offer === null ? null : parseOffer(offer)

/** @param record `null` deletes the record */
const writeStep = (
  { id, record_id, relay_seq }: HandoverRow,
  record: HandoverRecord | null,
): HandoverStep => ({
  step: 'write',
  id,
  recordId: record_id,
  after: relay_seq,
  content: record && formatHandover(id, record),
})

const writeTaken = (row: HandoverRow, by: string, at: number): HandoverStep =>
  writeStep(row, { state: 'taken', draft: row.given_id, by, person: row.receiver, at })

/**
 * Plans the next step of each hand-over from its stored state. Runs in the worker, in the caller's transaction.
 * @param recordId id of a record at the relay, by its kind and key
 */
export function createHandoverSteps(db: Database.Database, recordId: (kind: string, key: string) => string) {
  const setState = db.prepare<[string, string]>('UPDATE handover SET state = ?, error = NULL WHERE id = ?')
  const setSent = db.prepare<[string]>('UPDATE handover SET is_sent = 1 WHERE id = ?')
  const setParts = db.prepare<[number, string]>('UPDATE handover SET has_parts = ? WHERE id = ?')
  const part = db.prepare<[string], { relay_seq: number; is_lost: number; handover_id: string }>(
    'SELECT relay_seq, is_lost, handover_id FROM handover_part WHERE id = ?',
  )
  const partsOf = db.prepare<[string, number], { recordId: string; seq: number }>(
    'SELECT id AS recordId, relay_seq AS seq FROM handover_part WHERE handover_id = ? LIMIT ?',
  )

  /** Files of documents and of parts that have arrived. */
  const arrived = db.prepare<[string], StoredPart & { position: number; part: number | null }>(
    'SELECT file, position, part, key FROM handover_file WHERE handover_id = ? AND key IS NOT NULL ORDER BY part',
  )
  const documentsOf = db.prepare<[string], { id: string; key: Uint8Array | null }>(
    'SELECT id, key FROM document WHERE draft_id = ? ORDER BY seq',
  )

  /** Parts of an offer, with what is known of them at the relay. */
  const readParts = (id: string, offer: Offer) =>
    listParts(id, offer).map(({ key, document, index }) => {
      const name = recordId(HANDOVER_PART, key)
      const known = part.get(name)
      return {
        recordId: name,
        key,
        document,
        index,
        seq: known?.relay_seq ?? 0,
        isThere: known?.is_lost === 0,
      }
    })

  function planGiver(row: HandoverRow): HandoverStep | null {
    if (row.state === 'withdrawing') return writeStep(row, { state: 'withdrawn', draft: row.given_id })
    const offer = offerOf(row)
    if (!offer) return null
    const [first, ...others] = readParts(row.id, offer).filter(({ isThere }) => !isThere)
    if (first) {
      const stored = documentsOf.all(row.given_id)[first.document]
      if (!stored || stored.key === null) return null
      setParts.run(1, row.id)
      const more = others.filter(({ document }) => document === first.document).slice(0, SENT_AT_ONCE - 1)
      return { step: 'send', id: row.id, file: stored.id, key: stored.key, parts: [first, ...more] }
    }
    if (row.relay_state === 'offered') return null
    setSent.run(row.id)
    return writeStep(row, { state: 'offered', draft: row.given_id, offer })
  }

  function planReceiver(row: HandoverRow, now: number): HandoverStep | null {
    const { id, given_id: draft } = row
    const isOffered = row.relay_state === 'offered'
    if (row.state === 'withdrawing') return isOffered ? writeStep(row, { state: 'withdrawn', draft }) : null
    const offer = offerOf(row)
    if (!offer || row.draft_id === null || row.state === 'incoming') return null
    const files = arrived.all(id)
    const there = new Set(files.flatMap((file) => (file.part === null ? file.position : [])))
    const position = offer.documents.findIndex(({ source }, index) => source === 'file' && !there.has(index))
    const document = offer.documents[position]
    if (!document) {
      setState.run('claiming', id)
      return isOffered ? writeTaken(row, row.draft_id, now) : null
    }
    const stored = files.filter((file) => file.position === position)
    const next = readParts(id, offer).find(
      ({ document: of, index }) => of === position && !stored.some((file) => file.part === index),
    )
    if (next) return { step: 'fetch', id, position, part: { ...next, seq: next.isThere ? next.seq : 0 } }
    return {
      step: 'join',
      id,
      position,
      size: document.size ?? 0,
      sha256: document.sha256 ?? '',
      parts: stored.map(({ file, key }) => ({ file, key })),
    }
  }

  function planEnded(row: HandoverRow, now: number): HandoverStep | null {
    const { id, given_id: draft } = row
    const parts = row.has_parts === 1 ? partsOf.all(id, RECORD_LIMITS.batch) : []
    if (row.has_parts === 1 && parts.length === 0) setParts.run(0, id)
    if (row.relay_state === 'offered' && row.role === 'giver' && row.state === 'withdrawn')
      return writeStep(row, { state: 'withdrawn', draft })
    if (row.relay_state === 'offered' && row.role === 'receiver' && row.draft_id !== null)
      return writeTaken(row, row.draft_id, row.ended_at ?? now)
    if (parts.length > 0) return { step: 'erase', id, parts }
    const isOld = row.role === 'giver' && (row.ended_at ?? now) < now - KEEP_ENDED_MS
    return isOld && row.relay_state !== null ? writeStep(row, null) : null
  }

  return {
    readParts,
    plan(row: HandoverRow, now: number): HandoverStep | null {
      if (row.ended_at !== null) return planEnded(row, now)
      return row.role === 'giver' ? planGiver(row) : planReceiver(row, now)
    },
  }
}
