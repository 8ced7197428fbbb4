import type Database from 'better-sqlite3-multiple-ciphers'
import { changeOf, type ChangeRow } from '../changes/change-rows.store.ts'
import { parseDetails } from '../signature-requests/signature-requests.rules.ts'
import type { DeadlineMaterial } from './deadlines.rules.ts'

interface LegalRow {
  id: string
  vrm: string | null
  vin: string | null
  label: string | null
  type: string
  contract_date: string
  client: string
}
interface WaitRow {
  kind: 'procedure' | 'signature'
  id: string
  vrm: string | null
  vin: string | null
  label: string | null
  since: number
  type: string | null
  client: string | null
  body: string
}
type SnoozedRow = ChangeRow & {
  until: number
  r_vrm: string | null
  r_vin: string | null
  r_label: string | null
}

/** Most rows of each kind: far more than an office has open. */
const MAX_ROWS = 10_000

/** Queries of the dated entries of open work. Runs in the worker. */
export function createDeadlineQueries(db: Database.Database) {
  const legal = db.prepare<[number], LegalRow>(
    `SELECT r.id, r.vrm, r.vin, r.label, k.type, d.contract_date, d.client
     FROM case_record k JOIN resource r ON r.seq = k.seq JOIN case_annotations d ON d.seq = k.seq
     WHERE k.last_day IS NOT NULL AND k.blocked = 0 AND r.gone = 0 ORDER BY k.last_day DESC LIMIT ?`,
  )
  const provisional = db.prepare<[number], WaitRow>(
    `SELECT r.kind, r.id, r.vrm, r.vin, r.label, r.provisional_at AS since, k.type, d.client, '{}' AS body
     FROM resource r JOIN case_record k ON k.seq = r.seq LEFT JOIN case_annotations d ON d.seq = r.seq
     WHERE r.provisional_at IS NOT NULL AND r.kind = 'procedure' AND r.gone = 0 AND k.blocked = 0
       AND r.status NOT IN ('CANCELLED', 'DELIVERED_TO_CLIENT') ORDER BY r.provisional_at DESC LIMIT ?`,
  )
  const signatures = db.prepare<[number], WaitRow>(
    `SELECT r.kind, r.id, p.vrm, p.vin, r.label, r.since, NULL AS type, NULL AS client, r.body
     FROM resource r LEFT JOIN signature_link l ON l.signature_id = r.id
       LEFT JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id
     WHERE r.kind = 'signature' AND r.status IN ('submitted', 'sent') AND r.next_at IS NOT NULL AND r.gone = 0
       AND r.blocked_at IS NULL ORDER BY r.since DESC LIMIT ?`,
  )
  const snoozed = db.prepare<[number], SnoozedRow>(
    `SELECT c.*, coalesce(r.vrm, c.vrm) AS r_vrm, r.vin AS r_vin, coalesce(r.label, c.label) AS r_label
     FROM change c LEFT JOIN resource r ON r.kind = c.kind AND r.id = c.id
     WHERE c.state = 'snoozed' AND c.until IS NOT NULL AND r.blocked_at IS NULL ORDER BY c.until LIMIT ?`,
  )
  const toSubject = (vrm: string | null, vin: string | null, label: string | null) => ({
    ...(vrm !== null && { vrm }),
    ...(vin !== null && { vin }),
    ...(label !== null && { label }),
  })
  const waitOf = ({ id, vrm, vin, label, since, type, client, body }: WaitRow) => ({
    id,
    subject: toSubject(vrm, vin, null),
    since,
    type: type ?? '',
    name: client ?? (parseDetails(body).signer.fullname || (label ?? '')),
  })

  return {
    deadlineMaterial: (): DeadlineMaterial => ({
      legal: legal.all(MAX_ROWS).map(({ id, vrm, vin, type, contract_date, client }) => ({
        id,
        subject: toSubject(vrm, vin, null),
        type,
        contractDate: contract_date,
        name: client,
      })),
      provisional: provisional.all(MAX_ROWS).map(waitOf),
      signatures: signatures.all(MAX_ROWS).map(waitOf),
      snoozed: snoozed.all(MAX_ROWS).map((row) => {
        const { event, status, detail } = changeOf(row)
        return {
          seq: row.seq,
          about: { kind: row.kind, id: row.id },
          subject: toSubject(row.r_vrm, row.r_vin, row.kind === 'signature' ? null : row.r_label),
          name: row.kind === 'signature' ? (row.r_label ?? '') : '',
          until: row.until,
          change: { event, ...(status !== undefined && { status }), detail },
        }
      }),
    }),
  }
}
