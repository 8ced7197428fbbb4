import type Database from 'better-sqlite3-multiple-ciphers'
import type { RequestAsk, RequestOwner } from '#shared/bridge/client-requests.ts'
import type { Subject } from '#shared/bridge/inbox.ts'
import { MAX_REQUEST_TEXT } from '#shared/bridge/client-requests.ts'
import { type DraftKind, kindOfType } from '#shared/domain/procedures/kinds.ts'
import type { ChecklistForm, Checklists, DocumentParty } from '#shared/domain/procedures/checklists.ts'
import { type OwnedDocument, ownersOf } from '#shared/domain/procedures/document-party.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'
import { readListField, readTextField } from '#shared/domain/service-body.ts'
import { requestText } from '#shared/text/client-requests.ts'
import { requirementLabel } from '#shared/text/fields.ts'
import { incidentNeeds, incidentsIn, type ReadIncident } from '#shared/text/incidents.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { procedureKindLabels, procedureName } from '#shared/text/labels.ts'
import { vehicleOf } from '../cases/case-functions.store.ts'
import { DRAFT_STATE } from '../drafts/handover-drafts.store.ts'
import { formOf, type StoredDraft } from '../procedures/draft-rows.store.ts'
import { parseDetails } from '../signature-requests/signature-requests.rules.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { NamedFile } from './client-requests.rules.ts'
import { VISIBLE } from '../../store/visible.ts'

/** A document that a file usually has. */
interface FileRequirement {
  ask: RequestAsk
  isMet: boolean
  /** Documents of its types that the file has, and that may be of its party. */
  count: number
}

/** File that has requests: a procedure, a draft, or a signature without procedure. */
export interface RequestFile extends NamedFile {
  owner: RequestOwner
  /** Type as the service names it; empty for a draft and a signature. */
  serviceType: string
  requirements: FileRequirement[]
  incidents: ReadIncident[]
  /** Signatures of the file that are still to be signed. */
  unsigned: RequestAsk[]
  /** True once the procedure has ended, so that nothing is asked any more. */
  isOver: boolean
  /** True if the user wants no alerts of it. */
  isMuted: boolean
}

interface ProcedureRow {
  status: string
  muted: number
  body: string
  vrm: string | null
  vin: string | null
  vehicle: string | null
  type: string
  client: string | null
  buyerName: string | null
  buyerTaxId: string | null
  sellerName: string | null
  sellerTaxId: string | null
  situations: string | null
}
interface SignatureRow {
  id: string
  status: string
  label: string | null
  body: string
}

const NO_PARTIES = { client: '', buyerName: '', buyerTaxId: '', sellerName: '', sellerTaxId: '' }

/**
 * Reads the files of requests. Runs in the worker.
 * @param readChecklists lists of the office, which decide the documents of a file
 */
export function createRequestFiles(db: Database.Database, readChecklists: () => Checklists) {
  const procedure = db.prepare<[string], ProcedureRow>(
    `SELECT r.status, r.muted, r.body, r.vrm, r.vin, ${vehicleOf('r.vrm')} AS vehicle, coalesce(k.type, '') AS type, d.client,
       d.buyer_name AS buyerName, d.buyer_tax_id AS buyerTaxId, d.seller_name AS sellerName,
       d.seller_tax_id AS sellerTaxId, d.situations
     FROM resource r LEFT JOIN case_record k ON k.seq = r.seq LEFT JOIN case_annotations d ON d.seq = r.seq
     WHERE r.kind = 'procedure' AND r.id = ? AND r.gone = 0 AND r.${VISIBLE}`,
  )
  const sentNames = db.prepare<[string], { id: string; name: string }>(
    'SELECT document_id AS id, name FROM document_name WHERE procedure_id = ?',
  )
  const parties = db.prepare<[string], { id: string; party: string }>(
    'SELECT document_id AS id, party FROM document_party WHERE procedure_id = ?',
  )
  const draft = db.prepare<[string], StoredDraft & { vehicle: string | null }>(
    `SELECT draft.*, ${DRAFT_STATE} AS state, ${vehicleOf('draft.vrm')} AS vehicle FROM draft WHERE id = ?`,
  )
  const documents = db.prepare<[string], OwnedDocument>(
    'SELECT type, name, party FROM document WHERE draft_id = ?',
  )
  const SIGNATURE = `SELECT s.id, s.status, s.label, s.body FROM resource s`
  const SHOWN = `s.kind = 'signature' AND s.gone = 0 AND s.${VISIBLE}`
  const signature = db.prepare<[string], SignatureRow>(`${SIGNATURE} WHERE ${SHOWN} AND s.id = ?`)
  const linked = db.prepare<[string], SignatureRow>(
    `${SIGNATURE} JOIN signature_link l ON l.signature_id = s.id WHERE l.procedure_id = ? AND ${SHOWN}`,
  )
  const linkOf = db
    .prepare<[string], string>('SELECT procedure_id FROM signature_link WHERE signature_id = ?')
    .pluck()

  function listRequirements(
    kind: DraftKind | null,
    form: ChecklistForm,
    given: readonly OwnedDocument[],
  ): FileRequirement[] {
    if (kind === null) return []
    return requirementsOf(kind, form, given, readChecklists()).map(({ id, name, types, party, met }) => ({
      ask: { subject: 'document', item: id, text: requirementLabel(name, kind) },
      isMet: met,
      count: given.filter((one) => types.includes(one.type) && mayBelongTo(party, one, form)).length,
    }))
  }

  const listUnsigned = (rows: readonly SignatureRow[]): RequestAsk[] =>
    rows
      .filter(({ status }) => status === 'sent' || status === 'submitted')
      .map(({ id, body }) => ({
        subject: 'signature',
        item: id,
        text: requestText.signature(parseDetails(body).document),
      }))

  function readProcedure(id: string): RequestFile | null {
    const row = procedure.get(id)
    if (!row) return null
    const { status, type, vrm, vin, vehicle } = row
    const body = recordIn(row.body)
    const named = {
      client: row.client ?? '',
      buyerName: row.buyerName ?? '',
      buyerTaxId: row.buyerTaxId ?? '',
      sellerName: row.sellerName ?? '',
      sellerTaxId: row.sellerTaxId ?? '',
    }
    const names = new Map(sentNames.all(id).map((sent) => [sent.id, sent.name]))
    const partyOf = new Map(parties.all(id).map((owned) => [owned.id, owned.party]))
    const given = (readListField(body, 'documents') ?? []).map((document) => {
      const documentId = readTextField(document, 'id')
      return {
        type: readTextField(document, 'type'),
        name: names.get(documentId) ?? '',
        party: partyOf.get(documentId) ?? '',
      }
    })
    const form = {
      fields: { ...named, vrm: vrm ?? '' },
      situations: (row.situations ?? '').split(' ').filter(Boolean),
    }
    return {
      owner: { procedureId: id },
      subject: toSubject(vrm, vin, vehicle),
      kind: kindOfType(type),
      serviceType: type,
      type: procedureName(type),
      client: chooseName(named),
      parties: named,
      requirements: listRequirements(kindOfType(type), form, given),
      incidents: incidentsIn(body) ?? [],
      unsigned: listUnsigned(linked.all(id)),
      isOver: isProcedureOver(status),
      isMuted: row.muted === 1,
    }
  }

  function readDraft(id: string): RequestFile | null {
    const row = draft.get(id)
    // A colleague chases what a draft lacks from the moment it is handed over.
    if (!row || ['sent', 'discarded', 'handed', 'collected'].includes(row.state)) return null
    const form = formOf(row)
    const { client, buyerName, buyerTaxId, sellerName, sellerTaxId } = form.fields
    const named = { client, buyerName, buyerTaxId, sellerName, sellerTaxId }
    return {
      owner: { draftId: id },
      subject: toSubject(row.vrm, row.vin, row.vehicle),
      kind: row.kind,
      serviceType: '',
      type: procedureKindLabels[row.kind],
      client: chooseName(named),
      parties: named,
      requirements: listRequirements(row.kind, form, documents.all(id)),
      incidents: [],
      unsigned: [],
      isOver: false,
      isMuted: false,
    }
  }

  function readSignature(id: string): RequestFile | null {
    const row = signature.get(id)
    if (!row) return null
    const { signer } = parseDetails(row.body)
    const client = signer.fullname || (row.label ?? '')
    return {
      owner: { signatureId: id },
      subject: {},
      kind: null,
      serviceType: '',
      type: '',
      client,
      parties: { ...NO_PARTIES, client },
      requirements: [],
      incidents: [],
      unsigned: listUnsigned([row]),
      isOver: false,
      isMuted: false,
    }
  }

  return {
    /** @returns `null` for a file that this PC does not have, or no longer shows */
    read(owner: RequestOwner): RequestFile | null {
      if ('procedureId' in owner) return readProcedure(owner.procedureId)
      return 'draftId' in owner ? readDraft(owner.draftId) : readSignature(owner.signatureId)
    },
    /** File of a signature: its procedure if it has one. */
    ownerOfSignature(id: string): RequestOwner {
      const procedureId = linkOf.get(id)
      return procedureId === undefined ? { signatureId: id } : { procedureId }
    },
    isSigned: (id: string): boolean => signature.get(id)?.status === 'signed',
  }
}

/** True unless a document is known to be of other parties. */
function mayBelongTo(party: DocumentParty, document: OwnedDocument, { fields }: ChecklistForm): boolean {
  const owners = ownersOf(document, fields)
  return party === 'none' || owners.length === 0 || owners.includes(party)
}

/** Everything that a file may ask of its client. */
export function listAskable({ requirements, incidents, unsigned, isOver }: RequestFile): RequestAsk[] {
  if (isOver) return []
  return [
    ...requirements.flatMap(({ ask, isMet }) => (isMet ? [] : [ask])),
    ...unsigned,
    ...incidents.flatMap((incident) => toIncidentAsk(incident) ?? []),
  ]
}

/** Makes the request that an incident leads to. `null` if the client has nothing to do, or the incident has no id. */
function toIncidentAsk({ id, solved, waitsFor, title, type }: ReadIncident): RequestAsk | null {
  if (solved || waitsFor !== 'us' || id === '') return null
  const needs = entryOf<string>(incidentNeeds, type) ?? ''
  const text = [title || requestText.incident, needs].filter(Boolean).join(': ')
  return { subject: 'incident', item: id, text: text.slice(0, MAX_REQUEST_TEXT) }
}

const toSubject = (vrm: string | null, vin: string | null, vehicle: string | null): Subject => ({
  ...(vrm !== null && vrm !== '' && { vrm }),
  ...(vin !== null && vin !== '' && { vin }),
  ...(vehicle && { vehicle }),
})

const chooseName = ({ client, buyerName, sellerName }: RequestFile['parties']): string =>
  client.trim() || buyerName.trim() || sellerName.trim()
