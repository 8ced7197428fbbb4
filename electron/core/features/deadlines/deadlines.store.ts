import type Database from 'better-sqlite3-multiple-ciphers'
import type { Subject } from '#shared/bridge/inbox.ts'
import { vehicleOf } from '../cases/case-functions.store.ts'
import {
  changeOf,
  subjectOf,
  SUBJECT_COLUMNS,
  SUBJECT_JOINS,
  type ChangeRow,
  type SubjectColumns,
} from '../changes/change-rows.store.ts'
import { parseDetails } from '../signature-requests/signature-requests.rules.ts'
import type { DeadlineMaterial } from './deadlines.rules.ts'

interface VehicleColumns {
  vrm: string | null
  vin: string | null
  vehicle: string | null
}
interface LegalRow extends VehicleColumns {
  id: string
  type: string
  contract_date: string
  client: string | null
}
interface WaitRow extends VehicleColumns {
  kind: 'procedure' | 'signature'
  id: string
  label: string | null
  since: number
  type: string | null
  client: string | null
  body: string
}
type SnoozedRow = ChangeRow & SubjectColumns & { until: number }

/** Client of a procedure. Without one, the party that is annotated. */
const CLIENT = `coalesce(nullif(d.client, ''), nullif(d.buyer_name, ''), d.seller_name) AS client`

/** Most rows of each kind: far more than an office has open. */
const MAX_ROWS = 10_000

/**
 * Queries of the dated entries of open work. Runs in the worker.
 * @param requestsWaiting open requests to clients
 */
export function createDeadlineQueries(
  db: Database.Database,
  requestsWaiting: () => DeadlineMaterial['requests'],
) {
  const legal = db.prepare<[number], LegalRow>(
    `SELECT r.id, r.vrm, r.vin, ${vehicleOf('r.vrm')} AS vehicle, k.type, d.contract_date, ${CLIENT}
     FROM case_record k JOIN resource r ON r.seq = k.seq JOIN case_annotations d ON d.seq = k.seq
     WHERE k.last_day IS NOT NULL AND k.blocked = 0 AND r.gone = 0 ORDER BY k.last_day DESC LIMIT ?`,
  )
  const provisional = db.prepare<[number], WaitRow>(
    `SELECT r.kind, r.id, r.vrm, r.vin, ${vehicleOf('r.vrm')} AS vehicle, r.label, r.provisional_at AS since,
       k.type, ${CLIENT}, '{}' AS body
     FROM resource r JOIN case_record k ON k.seq = r.seq LEFT JOIN case_annotations d ON d.seq = r.seq
     WHERE r.provisional_at IS NOT NULL AND r.kind = 'procedure' AND r.gone = 0 AND k.blocked = 0
       AND r.status NOT IN ('CANCELLED', 'DELIVERED_TO_CLIENT') ORDER BY r.provisional_at DESC LIMIT ?`,
  )
  const signatures = db.prepare<[number], WaitRow>(
    `SELECT r.kind, r.id, p.vrm, p.vin, ${vehicleOf('p.vrm')} AS vehicle, r.label, r.since, NULL AS type,
       NULL AS client, r.body
     FROM resource r LEFT JOIN signature_link l ON l.signature_id = r.id
       LEFT JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id
     WHERE r.kind = 'signature' AND r.status IN ('submitted', 'sent') AND r.next_at IS NOT NULL AND r.gone = 0
       AND r.blocked_at IS NULL ORDER BY r.since DESC LIMIT ?`,
  )
  const snoozed = db.prepare<[number], SnoozedRow>(
    `SELECT c.*, ${SUBJECT_COLUMNS} FROM change c ${SUBJECT_JOINS}
     WHERE c.state = 'snoozed' AND c.until IS NOT NULL AND r.blocked_at IS NULL ORDER BY c.until LIMIT ?`,
  )
  /** Subject without a name: `name` has the name, which may be hidden. */
  const toSubject = ({ vrm, vin, vehicle }: VehicleColumns): Subject => ({
    ...(vrm !== null && { vrm }),
    ...(vin !== null && { vin }),
    ...(vehicle && { vehicle }),
  })
  const waitOf = ({ kind, id, since, type, label, client, body, ...vehicle }: WaitRow) => ({
    id,
    subject: toSubject(vehicle),
    since,
    type: type ?? '',
    name: kind === 'signature' ? parseDetails(body).signer.fullname || (label ?? '') : (client ?? ''),
  })

  return {
    deadlineMaterial: (): DeadlineMaterial => ({
      legal: legal.all(MAX_ROWS).map(({ id, type, contract_date, client, ...vehicle }) => ({
        id,
        subject: toSubject(vehicle),
        type,
        contractDate: contract_date,
        name: client ?? '',
      })),
      provisional: provisional.all(MAX_ROWS).map(waitOf),
      signatures: signatures.all(MAX_ROWS).map(waitOf),
      requests: requestsWaiting().slice(0, MAX_ROWS),
      snoozed: snoozed.all(MAX_ROWS).map((row) => {
        const { event, status, detail } = changeOf(row)
        const { label, client, seller, buyer, ...vehicle } = subjectOf(row)
        const isSignature = row.kind === 'signature'
        return {
          seq: row.seq,
          about: { kind: row.kind, id: row.id },
          subject: { ...vehicle, ...(label !== undefined && !isSignature && { label }) },
          name: (isSignature ? label : undefined) ?? client ?? buyer ?? seller ?? '',
          until: row.until,
          change: { event, ...(status !== undefined && { status }), detail },
        }
      }),
    }),
  }
}
