import type Database from 'better-sqlite3-multiple-ciphers'
import type { Handover } from '#shared/bridge/handovers.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { isSamePerson } from '#shared/domain/mentions.ts'
import { duplicateKeys } from '#shared/domain/procedures/preflight.ts'
import { formOf } from '../procedures/draft-rows.store.ts'
import { createGivenDrafts } from './handover-drafts.store.ts'
import { type createHandoverSteps, type HandoverRow as Row, offerOf } from './handover-steps.store.ts'

interface HandoverViewDeps extends Pick<ReturnType<typeof createHandoverSteps>, 'readParts'> {
  /** Name of this PC's operator; '' if unknown. */
  me: () => string
}

/** Describes the hand-overs for the windows. */
export function createHandoverViews(db: Database.Database, { readParts, me }: HandoverViewDeps) {
  const given = createGivenDrafts(db)
  const open = db.prepare<[], Row>('SELECT * FROM handover WHERE ended_at IS NULL ORDER BY seq DESC')
  const collected = db.prepare<[], Row>(
    `SELECT h.* FROM handover h JOIN draft d ON d.id = h.given_id
     WHERE h.role = 'giver' AND h.state = 'taken' AND d.state IN ('editing', 'discarded') ORDER BY h.ended_at DESC`,
  )
  /** Documents that have arrived, and parts of the others: `POSITION/` and `POSITION/PART`. */
  const arrived = db
    .prepare<[string], string>(
      `SELECT position || '/' || coalesce(part, '') FROM handover_file WHERE handover_id = ? AND key IS NOT NULL`,
    )
    .pluck()

  /** A draft that a colleague has collected, and that this PC still has. */
  function toCollectedView({ id, given_id, receiver, ended_at }: Row, isConnected: boolean): Handover | null {
    const here = given.find(given_id)
    if (!here) return null
    return {
      id,
      role: 'giver',
      state: 'taken',
      draftId: given_id,
      person: receiver,
      note: '',
      kind: here.kind,
      ...(here.vrm !== null && { vrm: here.vrm }),
      client: here.client,
      documents: given.documentsOf(given_id).length,
      parts: { done: 0, of: 0 },
      at: ended_at ?? 0,
      isConnected,
    }
  }

  function toView(row: Row, isConnected: boolean): Handover | null {
    const offer = offerOf(row)
    const { state } = row
    if (!offer || state === 'taken' || state === 'withdrawn') return null
    if (row.role === 'receiver' && (state === 'withdrawing' || !isSamePerson(offer.to, me()))) return null
    const { fields } = formOf({ form: offer.form })
    const { vrm } = duplicateKeys(offer.kind, fields)
    const parts = readParts(row.id, offer)
    const here = new Set(arrived.all(row.id))
    const done = parts.filter(({ isThere, document, index }) =>
      row.role === 'giver' ? isThere : here.has(`${document}/`) || here.has(`${document}/${index}`),
    )
    const draftId = row.role === 'giver' ? row.given_id : row.draft_id
    return {
      id: row.id,
      role: row.role,
      state,
      ...(draftId !== null && { draftId }),
      person: row.role === 'giver' ? row.receiver : row.giver,
      note: offer.note,
      kind: offer.kind,
      ...(vrm !== undefined && { vrm }),
      client: fields.client,
      documents: offer.documents.length,
      parts: { done: done.length, of: parts.length },
      at: row.at,
      isConnected,
      ...(row.error !== null && { error: JSON.parse(row.error) as AppError }),
    }
  }

  /** Hand-overs under way, then the collected drafts that this PC still has; the newest first. */
  return (isConnected: boolean): Handover[] => [
    ...open.all().flatMap((row) => toView(row, isConnected) ?? []),
    ...collected.all().flatMap((row) => toCollectedView(row, isConnected) ?? []),
  ]
}
