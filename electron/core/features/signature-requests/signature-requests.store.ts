import type Database from 'better-sqlite3-multiple-ciphers'
import type {
  SignatureRequest,
  SignatureRequestFields,
  SignatureRequestRow,
} from '#shared/bridge/signature-requests.ts'
import {
  SIGNATURE_REQUEST_FIELD_NAMES,
  type Signable,
  emptySignatureRequestFields,
  withSignatureRequestFields,
  type SignatureRequestChanges,
} from '#shared/domain/signature-requests/fields.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { AuditNote } from '../audit/chain.rules.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { ContactUse } from './contacts.store.ts'
import { vehicleOf } from '../cases/case-functions.store.ts'
import { readTexts, textsIn } from '../../store/stored-json.rules.ts'
import { VISIBLE } from '../../store/visible.ts'
import { findDraftRefusal, type SaveOutcome } from '../drafts/drafts.rules.ts'
import { CHANGEABLE } from './signature-requests.rules.ts'

type State = SignatureRequest['state']

interface StoredSignatureRequest {
  seq: number
  id: string
  document: Signable
  version: number
  state: State
  before: State | null
  fields: string
  accepted: string
  id_number: string
  representative: string
  procedure_id: string | null
  again: string | null
  created_at: number
  updated_at: number
  send_at: number | null
  sent_at: number | null
  signature_id: string | null
  error: string | null
}

/** A new request. */
export interface NewSignatureRequest {
  id: string
  document: Signable
  state: 'editing' | 'ready'
  fields: SignatureRequestFields
  procedureId: string | null
  again: string | null
  now: number
}

/** Change of a request by the user. */
export interface SignatureRequestChange {
  id: string
  version: number
  document?: Signable | undefined
  fields: SignatureRequestChanges
  accepted?: readonly string[] | undefined
  procedureId?: string | null | undefined
  now: number
}

/** A request of a list, with the vehicle of its procedure. */
interface ListedSignatureRequest extends StoredSignatureRequest {
  vrm: string | null
  vin: string | null
  vehicle: string | null
}

const OPEN = `('editing', 'ready', 'leaving', 'sending', 'uncertain', 'failed')`
const MAX_LISTED = 1_000

/** Queries of signature requests. Runs in the worker. Every write is one transaction. */
export function createSignatureRequestQueries(
  db: Database.Database,
  audit: AuditWriter,
  /** Adds the signer of a sent request to the address book. */
  used: (use: ContactUse) => void,
) {
  const find = db.prepare<[string], StoredSignatureRequest>('SELECT * FROM signature_request WHERE id = ?')
  const ofSignature = db.prepare<[string], StoredSignatureRequest>(
    'SELECT * FROM signature_request WHERE signature_id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO signature_request (id, document, state, fields, id_number, representative, procedure_id, again,
       created_at, updated_at)
     VALUES (@id, @document, @state, @fields, @idNumber, @representative, @procedureId, @again, @now, @now)
     ON CONFLICT (id) DO NOTHING`,
  )
  const save = db.prepare(
    `UPDATE signature_request SET version = version + 1, state = 'editing', error = NULL, document = @document,
       fields = @fields, accepted = @accepted, id_number = @idNumber, representative = @representative,
       procedure_id = @procedureId, updated_at = @now WHERE id = @id`,
  )
  const move = db.prepare<[State, State | null, string | null, number, string]>(
    `UPDATE signature_request SET state = ?, before = ?, error = ?, send_at = NULL, updated_at = ? WHERE id = ?`,
  )
  const leave = db.prepare<[string, number, number, string]>(
    `UPDATE signature_request SET state = 'leaving', before = ?, send_at = ?, updated_at = ? WHERE id = ?`,
  )
  const depart = db.prepare<[string]>(
    `UPDATE signature_request SET state = 'sending', send_at = NULL, error = NULL WHERE id = ? AND state = 'leaving'`,
  )
  const sent = db.prepare<[string, number, number, string]>(
    `UPDATE signature_request SET state = 'sent', before = NULL, signature_id = ?, sent_at = ?, updated_at = ?,
       error = NULL WHERE id = ?`,
  )
  const follow = db.prepare<[string, string, number, number, number]>(
    `INSERT INTO resource (kind, id, status, since, added_at, next_at) VALUES ('signature', ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET blocked_at = NULL WHERE revision IS NULL`,
  )
  const link = db.prepare<[string, string]>(
    `INSERT INTO signature_link (signature_id, procedure_id) VALUES (?, ?)
     ON CONFLICT (signature_id) DO UPDATE SET procedure_id = excluded.procedure_id`,
  )
  const open = db.prepare<[number], ListedSignatureRequest>(
    `SELECT s.*, p.vrm, p.vin, ${vehicleOf('p.vrm')} AS vehicle FROM signature_request s
       LEFT JOIN resource p ON p.kind = 'procedure' AND p.id = s.procedure_id AND p.${VISIBLE}
     WHERE s.state IN ${OPEN} ORDER BY s.updated_at DESC, s.seq DESC LIMIT ?`,
  )
  const unfinished = db.prepare<[], { id: string; state: State; before: State | null }>(
    `SELECT id, state, before FROM signature_request WHERE state IN ('leaving', 'sending') ORDER BY seq`,
  )
  const purge = db.prepare<[number]>(
    `DELETE FROM signature_request WHERE state = 'discarded' AND updated_at < ?`,
  )
  const parties = db.prepare<[string], { seller: string; buyer: string }>(
    `SELECT d.seller_tax_id AS seller, d.buyer_tax_id AS buyer
     FROM resource r JOIN case_annotations d ON d.seq = r.seq WHERE r.kind = 'procedure' AND r.id = ?`,
  )

  /** Audit row of a submission, with its outcome. */
  function record({ document, id_number, id }: StoredSignatureRequest, result: AuditNote['result']): void {
    audit.write({ what: 'signature.send', kind: document, identifier: id_number || id, result })
  }

  return {
    signatureRequest: (id: string): SignatureRequest | null => toSignatureRequest(find.get(id)),
    signatureRequestOfSignature: (id: string): SignatureRequest | null =>
      toSignatureRequest(ofSignature.get(id)),

    /** Stores new requests. One whose id is known stays as it is. */
    createSignatureRequests: db.transaction((requests: readonly NewSignatureRequest[]): void => {
      for (const { fields, ...request } of requests) insert.run({ ...request, ...toColumns(fields) })
    }),

    saveSignatureRequest: db.transaction((change: SignatureRequestChange): SaveOutcome => {
      const row = find.get(change.id)
      if (!row) return 'unknown'
      const refusal = findDraftRefusal(row, change.version, CHANGEABLE)
      if (refusal) return refusal
      save.run({
        id: row.id,
        now: change.now,
        document: change.document ?? row.document,
        accepted: change.accepted ? JSON.stringify(change.accepted) : row.accepted,
        procedureId: change.procedureId === undefined ? row.procedure_id : change.procedureId,
        ...toColumns(withSignatureRequestFields(parseFields(row), change.fields)),
      })
      return 'saved'
    }),

    /** Moves a request between states that only the user changes. Returns `false` if the request has left `from`. */
    moveSignatureRequest: db.transaction(
      (
        id: string,
        version: number | null,
        from: readonly State[],
        to: State | 'before',
        now: number,
      ): boolean => {
        const row = find.get(id)
        if (!row || findDraftRefusal(row, version, from)) return false
        if (to === 'before') {
          // A request that may have been sent becomes uncertain again, with its reason. Others return to editing.
          const isDoubt = row.before === 'uncertain'
          move.run(isDoubt ? 'uncertain' : 'editing', null, isDoubt ? row.error : null, now, id)
        } else if (to === 'discarded') move.run(to, row.state, row.error, now, id)
        else move.run(to, null, null, now, id)
        return true
      },
    ),

    /** Schedules a request for `sendAt`. The user can undo it until then. */
    signatureRequestLeaves: db.transaction(
      (id: string, version: number | null, from: readonly State[], sendAt: number, now: number): boolean => {
        const row = find.get(id)
        if (!row || findDraftRefusal(row, version, from)) return false
        return leave.run(row.state, sendAt, now, id).changes > 0
      },
    ),
    /**
     * Last step before sending. Any interruption after this step leaves the request uncertain. Returns `false` if the
     * user has undone it.
     */
    signatureRequestDeparts: (id: string): boolean => depart.run(id).changes > 0,

    /** Stores the outcome of a sent request. */
    signatureRequestEnded: db.transaction(
      (id: string, state: 'failed' | 'uncertain' | 'ready', error: AppError, now: number): void => {
        const row = find.get(id)
        if (row?.state !== 'sending') return
        // An earlier attempt may have been sent, so the outcome of this attempt does not end the doubt.
        const to = row.before === 'uncertain' ? 'uncertain' : state
        move.run(to, null, JSON.stringify(error), now, id)
        if (state !== 'ready') record(row, state)
      },
    ),

    /**
     * Ends a request that the service has. Its signature is tracked and linked to the procedure. Its signer is stored.
     * @returns `taken` if another request of this PC has that signature, `late` if the request is no longer in `from`
     */
    signatureRequestSent: db.transaction(
      (
        id: string,
        signature: { id: string; status: string },
        from: readonly State[],
        now: number,
      ): 'sent' | 'taken' | 'late' => {
        const row = find.get(id)
        if (!row || !from.includes(row.state)) return 'late'
        const other = ofSignature.get(signature.id)
        if (other) return 'taken'
        sent.run(signature.id, now, now, id)
        record(row, 'ok')
        follow.run(signature.id, signature.status, now, now, now)
        if (row.procedure_id !== null) link.run(signature.id, row.procedure_id)
        used({ fields: parseFields(row), now })
        return 'sent'
      },
    ),

    /**
     * Resolves a request of the last run. A scheduled request was not sent. A request in state `sending` may have
     * been sent.
     */
    interruptSignatureRequest: db.transaction(
      (id: string, errors: { left: AppError; notLeft: AppError }, now: number): void => {
        const row = find.get(id)
        if (row?.state === 'sending') {
          move.run('uncertain', null, JSON.stringify(errors.left), now, id)
          record(row, 'uncertain')
        } else if (row?.state === 'leaving' && row.before === 'uncertain')
          move.run('uncertain', null, row.error, now, id)
        else if (row?.state === 'leaving') move.run('ready', null, JSON.stringify(errors.notLeft), now, id)
      },
    ),
    unfinishedSignatureRequests: (): string[] => unfinished.all().map(({ id }) => id),

    openSignatureRequests: (): SignatureRequestRow[] => open.all(MAX_LISTED).map(toRow),
    /**
     * Deletes the requests that were discarded before this time.
     * @returns number of deleted requests
     */
    purgeSignatureRequests: (before: number): number => purge.run(before).changes,

    /** Compact tax identifiers of the annotated parties of a procedure. */
    partiesOf(procedureId: string): string[] {
      const row = parties.get(procedureId)
      return row ? [row.seller, row.buyer].map(cleanTaxId).filter((id) => id !== '') : []
    },
  }
}

const parseFields = ({ fields }: Pick<StoredSignatureRequest, 'fields'>): SignatureRequestFields =>
  // A row from an older version lacks newer fields.
  ({ ...emptySignatureRequestFields(), ...readTexts(fields) })

const toColumns = (fields: SignatureRequestFields) => ({
  fields: JSON.stringify(
    Object.fromEntries(SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, fields[name]])),
  ),
  idNumber: cleanTaxId(fields.idNumber),
  representative: cleanTaxId(fields.representativeIdNumber),
})

function toSignatureRequest(row: StoredSignatureRequest | undefined): SignatureRequest | null {
  if (!row) return null
  return {
    id: row.id,
    document: row.document,
    version: row.version,
    state: row.state,
    fields: parseFields(row),
    accepted: textsIn(row.accepted),
    ...(row.procedure_id !== null && { procedureId: row.procedure_id }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.send_at !== null && { sendAt: row.send_at }),
    ...(row.sent_at !== null && { sentAt: row.sent_at }),
    ...(row.signature_id !== null && { signatureId: row.signature_id }),
    ...(row.again !== null && { again: row.again }),
    ...(row.error !== null && { error: JSON.parse(row.error) as AppError }),
  }
}

function toRow(row: ListedSignatureRequest): SignatureRequestRow {
  const { fullname, idNumber } = parseFields(row)
  return {
    id: row.id,
    document: row.document,
    version: row.version,
    state: row.state,
    updatedAt: row.updated_at,
    ...(row.send_at !== null && { sendAt: row.send_at }),
    ...(row.procedure_id !== null && { procedureId: row.procedure_id }),
    ...(row.signature_id !== null && { signatureId: row.signature_id }),
    ...(row.error !== null && { error: JSON.parse(row.error) as AppError }),
    fullname,
    idNumber,
    ...(row.vrm !== null && { vrm: row.vrm }),
    ...(row.vrm === null && row.vin !== null && { vin: row.vin }),
    ...(row.vehicle && { vehicle: row.vehicle }),
    ...(readTexts(row.fields) === null && { unreadable: true }),
  }
}
