import type Database from 'better-sqlite3-multiple-ciphers'
import type { DealerRow, MissingDocument } from '#shared/bridge/dealers.ts'
import {
  asksForDocument,
  clientKey,
  type Counted,
  latestToSign,
  signatureOutcome,
  type Standing,
  procedureWaits,
  boardSection,
  draftWaits,
} from '#shared/domain/dealer-board.ts'
import { dealerId } from '#shared/domain/dealer-id.ts'
import { assignsPlate } from '#shared/domain/procedures/kinds.ts'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'
import type { Checklists } from '#shared/domain/procedures/checklists.ts'
import type { OwnedDocument } from '#shared/domain/procedures/document-party.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { type Body, readBodyField, readListField, readTextField } from '#shared/domain/service-body.ts'
import { incidentsIn, type ReadIncident } from '#shared/text/incidents.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { listRowOf, type ListedColumns } from '../changes/resources.store.ts'
import { formOf, type StoredDraft } from '../procedures/draft-rows.store.ts'

/** Columns of an open procedure that the case index does not have. */
export interface CaseFacts extends Counted {
  /** Dealer id of the client; '' without a client. */
  dealer: string
  /** Start time at the service, or else the time when this PC first saw it. */
  begun: number
}

/** Document of a procedure that was sent to be signed. */
export interface SentDocument {
  id: string
  seq: number
  document: string
  status: string
  gone: boolean
}

type OpenRow = [
  client: string,
  status: string,
  since: number,
  id: string,
  addedAt: number,
  createdAt: unknown,
  incidents: string | null,
]
type SentRow = [id: string, seq: number, status: string, document: unknown, gone: number]

/**
 * Cache of facts by `seq` of a procedure. Triggers remove the facts of a changed procedure. The list of dealers counts
 * every open procedure at each change, and nearly all of them are unchanged.
 */
export function createCaseFacts(db: Database.Database) {
  const one = db
    .prepare<[number], OpenRow>(
      `SELECT k.client, k.status, k.since, r.id, r.added_at, json_extract(r.body, '$.createdAt'), json_extract(r.body, '$.incidents')
       FROM case_record k JOIN resource r ON r.seq = k.seq WHERE k.seq = ?`,
    )
    .raw()
  const client = db.prepare<[number], string>('SELECT client FROM case_record WHERE seq = ?').pluck()
  const sent = db
    .prepare<[string], SentRow>(
      `SELECT s.id, s.seq, s.status, json_extract(s.body, '$.type'), s.gone
       FROM signature_link l JOIN resource s ON s.kind = 'signature' AND s.id = l.signature_id
       WHERE l.procedure_id = ? AND s.blocked_at IS NULL`,
    )
    .raw()
  const open = new Map<number, CaseFacts>()
  const ended = new Map<number, string>()
  const touched = new Set<number>()
  let version = 0

  // Temporary triggers belong to this connection, as in case-records.store.ts.
  db.function('dealer_touched', (seq) => void touched.add(Number(seq)))
  const buildSignatureTouch = (row: string) => `
    SELECT dealer_touched(p.seq) FROM signature_link l JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id
    WHERE l.signature_id = ${row}.id;`
  const buildLinkTouch = (row: string) => `
    SELECT dealer_touched(seq) FROM resource WHERE kind = 'procedure' AND id = ${row}.procedure_id;`
  db.exec(`
    CREATE TEMP TRIGGER dealer_key_new AFTER INSERT ON main.case_record BEGIN SELECT dealer_touched(new.seq); END;
    CREATE TEMP TRIGGER dealer_key_changed AFTER UPDATE ON main.case_record BEGIN SELECT dealer_touched(new.seq); END;
    CREATE TEMP TRIGGER dealer_key_gone AFTER DELETE ON main.case_record BEGIN SELECT dealer_touched(old.seq); END;
    CREATE TEMP TRIGGER dealer_signature_new AFTER INSERT ON main.resource WHEN new.kind = 'signature' BEGIN
      ${buildSignatureTouch('new')}
    END;
    CREATE TEMP TRIGGER dealer_signature_changed AFTER UPDATE OF status, body, gone, blocked_at ON main.resource
      WHEN new.kind = 'signature' BEGIN
      ${buildSignatureTouch('new')}
    END;
    CREATE TEMP TRIGGER dealer_signature_gone AFTER DELETE ON main.resource WHEN old.kind = 'signature' BEGIN
      ${buildSignatureTouch('old')}
    END;
    CREATE TEMP TRIGGER dealer_link_new AFTER INSERT ON main.signature_link BEGIN ${buildLinkTouch('new')} END;
    CREATE TEMP TRIGGER dealer_link_changed AFTER UPDATE ON main.signature_link BEGIN
      ${buildLinkTouch('old')} ${buildLinkTouch('new')}
    END;
    CREATE TEMP TRIGGER dealer_link_gone AFTER DELETE ON main.signature_link BEGIN ${buildLinkTouch('old')} END;
  `)

  const readSentDocuments = (procedureId: string): SentDocument[] =>
    latestToSign(
      sent.all(procedureId).map(([id, seq, status, document, gone]) => ({
        id,
        seq,
        status,
        document: typeof document === 'string' ? document : '',
        gone: gone === 1,
      })),
    )

  function readFacts(seq: number): CaseFacts | null {
    const row = one.get(seq)
    if (!row) return null
    const [name, status, since, id, addedAt, createdAt, incidents] = row
    const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
    const outcomes = readSentDocuments(id).map((sentOne) => signatureOutcome(sentOne.status))
    const waiting = outcomes.filter((outcome) => outcome === 'waiting').length
    const failed = outcomes.filter((outcome) => outcome === 'failed').length
    const { asks, holds, missing } = countIncidents(incidents)
    return {
      dealer: buildClientDealerId(name),
      begun: Number.isFinite(at) ? at : addedAt,
      waits: procedureWaits({ status, asks, holds, waiting, failed }),
      since,
      unsigned: waiting + failed,
      missing,
    }
  }

  return {
    refresh(): void {
      if (touched.size === 0) return
      version++
      for (const seq of touched) {
        open.delete(seq)
        ended.delete(seq)
      }
      touched.clear()
    },
    /** Increases whenever any facts may have changed. */
    get version() {
      return version
    },
    /** Facts of an open procedure. */
    of(seq: number): CaseFacts | null {
      const known = open.get(seq)
      if (known) return known
      const facts = readFacts(seq)
      if (facts) open.set(seq, facts)
      return facts
    },
    /** Client id of an ended procedure. */
    dealerOfEnded(seq: number): string {
      const known = ended.get(seq)
      if (known !== undefined) return known
      const dealer = buildClientDealerId(client.get(seq) ?? '')
      ended.set(seq, dealer)
      return dealer
    },
    sentOf: readSentDocuments,
  }
}

const buildClientDealerId = (name: string): string => {
  const key = clientKey(name)
  return key === '' ? '' : dealerId({ kind: 'client', key })
}

/** @param stored JSON list of incidents, in the form of the service */
function countIncidents(stored: string | null): Pick<Standing, 'asks' | 'holds'> & { missing: number } {
  if (stored === null || stored === '[]') return { asks: 0, missing: 0, holds: 0 }
  const open = (incidentsIn(recordIn(`{"incidents":${stored}}`)) ?? []).filter(({ solved }) => !solved)
  const asks = open.filter(({ waitsFor }) => waitsFor === 'us')
  return {
    asks: asks.length,
    missing: asks.filter(({ type }) => asksForDocument(type)).length,
    holds: open.length - asks.length,
  }
}

interface StoredCase extends ListedColumns {
  body: string
  type: string
  vehicle: string | null
}

/** True for a registration that has its plate, which is news that a dealer waits for. */
export const isAssigned = (type: string, vrm: string | null | undefined): boolean =>
  assignsPlate(type) && vrm !== null && vrm !== undefined && vrm !== ''

/** Makes a function that reads a procedure as a row of a board. */
export function createDealerRows(db: Database.Database, sentOf: (procedureId: string) => SentDocument[]) {
  const one = db.prepare<[number], StoredCase>(
    `SELECT r.id, r.status, r.status_description, r.vrm, r.vin, r.label, r.since, r.checked_at, r.gone, r.body, k.type,
       (SELECT vehicle FROM case_vehicle v WHERE v.vrm = r.vrm) AS vehicle
     FROM resource r JOIN case_record k ON k.seq = r.seq WHERE r.seq = ? AND k.blocked = 0`,
  )
  return function dealerRow(seq: number): DealerRow | null {
    const stored = one.get(seq)
    return stored ? toDealerRow(stored, sentOf(stored.id)) : null
  }
}

function toDealerRow(stored: StoredCase, sent: readonly SentDocument[]): DealerRow {
  const body = recordIn(stored.body)
  const { id, subject, status, statusDescription, since } = listRowOf('procedure', stored)
  const { type } = stored
  const vrm = subject.vrm ?? (readTextField(readBodyField(body, 'vehicle'), 'vrm') || undefined)
  const open = isProcedureOver(status) ? [] : (incidentsIn(body) ?? []).filter(({ solved }) => !solved)
  const asked = open.filter(({ waitsFor }) => waitsFor === 'us')
  const signatures = sent.map((one) => ({
    id: one.id,
    document: one.document,
    outcome: signatureOutcome(one.status),
  }))
  const countOutcome = (outcome: string) => signatures.filter((one) => one.outcome === outcome).length
  const waits = procedureWaits({
    status,
    asks: asked.length,
    holds: open.length - asked.length,
    waiting: countOutcome('waiting'),
    failed: countOutcome('failed'),
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
    section: boardSection(waits),
    vehicle: stored.vehicle ?? '',
    missing: asked.filter((one) => asksForDocument(one.type)).map((one) => toMissingDocument(one, body)),
    asks: asked.filter((one) => !asksForDocument(one.type)).map((one) => one.type),
    signatures,
    assigned: status !== 'CANCELLED' && isAssigned(type, vrm),
  }
}

/** Document of an incident, by its type only, because the document's name may have a person's name. */
function toMissingDocument({ type, documentId }: ReadIncident, body: Body): MissingDocument {
  const document = documentId === '' ? undefined : readListField(body, 'documents')?.find(isOf(documentId))
  const named = document === undefined ? '' : readTextField(document, 'type')
  return { incident: type, ...(named !== '' && { document: named }) }
}
const isOf = (id: string) => (document: Body) => readTextField(document, 'id') === id

type WaitingDraft = Pick<
  StoredDraft,
  'seq' | 'id' | 'kind' | 'state' | 'form' | 'vrm' | 'vin' | 'client' | 'created_at' | 'updated_at'
>

/** Draft with a client. */
export interface DealerDraft {
  client: string
  /** Name of the client as it was typed. */
  name: string
  begun: number
  row: DealerRow
}

const LIVE = `('editing', 'ready', 'leaving', 'sending', 'stopped')`

/**
 * Cache of unsent drafts with a client. Triggers mark a draft for another read when it or its documents change. All
 * are read again when the office changes its checklists.
 */
export function createDealerDrafts(db: Database.Database, checklists: () => Checklists) {
  const live = db
    .prepare<[], number>(`SELECT seq FROM draft WHERE state IN ${LIVE} AND trim(client) <> '' ORDER BY seq`)
    .pluck()
  const one = db.prepare<[number], WaitingDraft>(
    `SELECT seq, id, kind, state, form, vrm, vin, client, created_at, updated_at FROM draft
     WHERE seq = ? AND state IN ${LIVE} AND trim(client) <> ''`,
  )
  const documents = db.prepare<[string], OwnedDocument>(
    'SELECT type, name, party FROM document WHERE draft_id = ?',
  )
  const drafts = new Map<number, DealerDraft>()
  const touched = new Set<number>()
  let version = 0
  let isLoaded = false
  let lists: Checklists | null = null

  // Temporary triggers belong to this connection, as in case-records.store.ts.
  db.function('dealer_draft_touched', (seq) => void touched.add(Number(seq)))
  const buildDocumentTouch = (row: string) =>
    `SELECT dealer_draft_touched(seq) FROM draft WHERE id = ${row}.draft_id;`
  db.exec(`
    CREATE TEMP TRIGGER dealer_draft_new AFTER INSERT ON main.draft BEGIN SELECT dealer_draft_touched(new.seq); END;
    CREATE TEMP TRIGGER dealer_draft_changed AFTER UPDATE ON main.draft BEGIN
      SELECT dealer_draft_touched(new.seq);
    END;
    CREATE TEMP TRIGGER dealer_draft_gone AFTER DELETE ON main.draft BEGIN SELECT dealer_draft_touched(old.seq); END;
    CREATE TEMP TRIGGER dealer_document_new AFTER INSERT ON main.document BEGIN ${buildDocumentTouch('new')} END;
    CREATE TEMP TRIGGER dealer_document_changed AFTER UPDATE OF type, party, draft_id ON main.document BEGIN
      ${buildDocumentTouch('old')} ${buildDocumentTouch('new')}
    END;
    CREATE TEMP TRIGGER dealer_document_gone AFTER DELETE ON main.document BEGIN ${buildDocumentTouch('old')} END;
  `)

  function readDraft(seq: number, present: Checklists): void {
    const stored = one.get(seq)
    if (stored) drafts.set(seq, toDealerDraft(stored, documents.all(stored.id), present))
    else drafts.delete(seq)
  }

  return {
    get version() {
      return version
    },
    refresh(): void {
      const present = checklists()
      isLoaded &&= present === lists
      lists = present
      if (isLoaded && touched.size === 0) return
      version++
      for (const seq of isLoaded ? touched : [...live.all(), ...touched]) readDraft(seq, present)
      isLoaded = true
      touched.clear()
    },
    /** Drafts of the last refresh, in no order. */
    all: (): Iterable<DealerDraft> => drafts.values(),
  }
}

function toDealerDraft(
  stored: WaitingDraft,
  documents: readonly OwnedDocument[],
  lists: Checklists,
): DealerDraft {
  const { id, kind, state, vrm, vin, client, created_at, updated_at } = stored
  const missing = requirementsOf(kind, formOf(stored), documents, lists).filter(({ met }) => !met)
  const waits = draftWaits(state, missing.length)
  return {
    client: clientKey(client),
    name: client.trim(),
    begun: created_at,
    row: {
      kind: 'draft',
      id,
      ...(vrm !== null && { vrm }),
      ...(vin !== null && { vin }),
      type: kind,
      status: state,
      since: updated_at,
      waits,
      section: boardSection(waits),
      vehicle: '',
      missing: missing.map((one) => ({ requirement: one.name })),
      asks: [],
      signatures: [],
      assigned: false,
    },
  }
}
