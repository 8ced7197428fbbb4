import type Database from 'better-sqlite3-multiple-ciphers'
import type { DealerRow, MissingDocument } from '#shared/bridge/dealers.ts'
import { asksForDocument, sectionOf, signatureOutcome, waitsOf } from '#shared/domain/dealer-board.ts'
import { type Body, bodyIn, listIn, wordsIn } from '#shared/domain/service-body.ts'
import { isProcedureOver } from '#shared/domain/procedures/procedure-over.ts'
import { incidentsIn, type ReadIncident } from '#shared/text/incidents.ts'
import { listRowOf, type ListedColumns } from '../changes/list-row.store.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { SentDocument } from './dealer-facts.store.ts'

interface Stored extends ListedColumns {
  body: string
  type: string
  vehicle: string | null
}

const REGISTRATION = 'VEHICLE_REGISTRATION'

/** True for a registration with its plate: news that a dealer waits for. */
export const isAssigned = (type: string, vrm: string | null | undefined): boolean =>
  type === REGISTRATION && vrm !== null && vrm !== undefined && vrm !== ''

/** Reads procedures as rows of a board. */
export function createDealerRows(db: Database.Database, sentOf: (procedureId: string) => SentDocument[]) {
  const one = db.prepare<[number], Stored>(
    `SELECT r.id, r.status, r.status_description, r.vrm, r.vin, r.label, r.since, r.checked_at, r.gone, r.body, k.type,
       (SELECT vehicle FROM case_vehicle v WHERE v.vrm = r.vrm) AS vehicle
     FROM resource r JOIN desk_key k ON k.seq = r.seq WHERE r.seq = ? AND k.blocked = 0`,
  )
  return function dealerRow(seq: number): DealerRow | null {
    const stored = one.get(seq)
    return stored ? rowOf(stored, sentOf(stored.id)) : null
  }
}

function rowOf(stored: Stored, sent: readonly SentDocument[]): DealerRow {
  const body = recordIn(stored.body)
  const { id, subject, status, statusDescription, since } = listRowOf('procedure', stored)
  const { type } = stored
  const vrm = subject.vrm ?? (wordsIn(bodyIn(body, 'vehicle'), 'vrm') || undefined)
  const open = isProcedureOver(status) ? [] : (incidentsIn(body) ?? []).filter(({ solved }) => !solved)
  const asked = open.filter(({ waitsFor }) => waitsFor === 'us')
  const signatures = sent.map((one) => ({
    id: one.id,
    document: one.document,
    outcome: signatureOutcome(one.status),
  }))
  const amount = (outcome: string) => signatures.filter((one) => one.outcome === outcome).length
  const waits = waitsOf({
    status,
    asks: asked.length,
    holds: open.length - asked.length,
    waiting: amount('waiting'),
    failed: amount('failed'),
  })
  return {
    kind: 'procedure',
    id,
    ...(vrm !== undefined && { vrm }),
    ...(subject.vin !== undefined && { vin: subject.vin }),
    type,
    ...(subject.label !== undefined && { label: subject.label }),
    status,
    ...(statusDescription !== undefined && { statusDescription }),
    since,
    waits,
    section: sectionOf(waits),
    vehicle: stored.vehicle ?? '',
    missing: asked.filter((one) => asksForDocument(one.type)).map((one) => missingOf(one, body)),
    asks: asked.filter((one) => !asksForDocument(one.type)).map((one) => one.type),
    signatures,
    assigned: status !== 'CANCELLED' && isAssigned(type, vrm),
  }
}

/** The document of an incident by its type: its name may be a person's. */
function missingOf({ type, documentId }: ReadIncident, body: Body): MissingDocument {
  const document = documentId === '' ? undefined : listIn(body, 'documents')?.find(isOf(documentId))
  const named = document === undefined ? '' : wordsIn(document, 'type')
  return { incident: type, ...(named !== '' && { document: named }) }
}
const isOf = (id: string) => (document: Body) => wordsIn(document, 'id') === id
