import type Database from 'better-sqlite3-multiple-ciphers'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import {
  parseStored,
  omitOwn,
  collectIdentity,
  createMentions,
  type Mentions,
  createEmptyFound,
  type PersonFound,
  type PersonTable,
} from './data-subjects.rules.ts'
import { parseRecord } from '#shared/records/shared-record.ts'
import { createRequestErasures } from '../client-requests/request-erase.store.ts'
import { type ClientIds, createClientErasures } from '../clients/client-erase.store.ts'
import { createLedgerErasures } from '../ledger/ledger-erase.store.ts'
import { createNameMatcher, createPartyQuery } from './erase.store.ts'
import { REMEMBERED } from '../remembered/remembered.rules.ts'

/** Findings of one search step, and the position of the next step. */
export interface PersonStep {
  found: PersonFound
  next: number | null
}

interface ResourceRow {
  seq: number
  kind: string
  id: string
  label: string | null
  body: string
  annotations: string
  details: string
  names: string
}
type Step = (taxId: string, mentions: Mentions, after: number, limit: number) => PersonStep
type Stored = Record<string, unknown>
interface SharedRow {
  seq: number
  id: string
  kind: string
  key: string
  content: string
  applied: number
}

/** Plate lists or batches of transfers per step. Each of them may have thousands of rows. */
const LISTS = 5

/** Queries of the data held on a person or company. Runs in the worker. */
export function createDataSubjectQueries(db: Database.Database) {
  const resources = db.prepare<[number, number], ResourceRow>(
    `SELECT r.seq, r.kind, r.id, r.label, r.body,
       coalesce((SELECT json_array(seller_tax_id, buyer_tax_id, client, seller_name, buyer_name, notes, pinned_why)
         FROM case_annotations d WHERE d.seq = r.seq), '[]') AS annotations,
       coalesce((SELECT json_group_array(json(iif(json_valid(detail), detail, json_quote(detail)))) FROM change c WHERE c.kind = r.kind AND c.id = r.id), '[]')
         AS details,
       coalesce((SELECT json_group_array(name) FROM document_name n WHERE r.kind = 'procedure' AND n.procedure_id = r.id), '[]')
         AS names
     FROM resource r WHERE r.seq > ? ORDER BY r.seq LIMIT ?`,
  )
  const drafts = db.prepare<[number, number], { seq: number; id: string; form: string; names: string }>(
    `SELECT seq, id, form, (SELECT json_group_array(name) FROM document WHERE draft_id = draft.id) AS names
     FROM draft WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  /** Drafts that a colleague hands over and that this PC does not have yet. */
  const handovers = db.prepare<[number, number], { seq: number; id: string; form: string; names: string }>(
    `SELECT seq, id, offer ->> 'form' AS form,
       (SELECT json_group_array(value ->> 'name') FROM json_each(offer, '$.documents')) AS names
     FROM handover WHERE role = 'receiver' AND offer IS NOT NULL AND seq > ? ORDER BY seq LIMIT ?`,
  )
  const signatureRequests = db.prepare<[number, number], { seq: number; id: string; fields: string }>(
    'SELECT seq, id, fields FROM signature_request WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const contacts = db.prepare<
    [number, number],
    { seq: number; id: string; fields: string; number: string; proposal: string }
  >(
    "SELECT seq, id, id_number AS number, fields, coalesce(proposal, '{}') AS proposal FROM contact WHERE seq > ? ORDER BY seq LIMIT ?",
  )
  const reports = db.prepare<[number, number], { seq: number; id: string; body: string }>(
    'SELECT seq, id, body FROM complete_report WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const templates = db.prepare<
    [number, number],
    { seq: number; id: string; number: string; name: string; fields: string }
  >(
    `SELECT seq, id, tax_id AS number, json_array(name) AS name, fields FROM template WHERE seq > ?
     ORDER BY seq LIMIT ?`,
  )
  const entries = db.prepare<[number, number], { seq: number; id: string; words: string }>(
    `SELECT seq, id, json_array(text, client) AS words FROM ledger_entry WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const requests = db.prepare<[number, number], { seq: number; id: string; words: string }>(
    `SELECT seq, id, json_array(text) AS words FROM client_request WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const clientRecords = db.prepare<
    [number, number],
    { seq: number; id: string; number: string; words: string }
  >(
    `SELECT seq, id, tax_id AS number, json_array(id, name, email, phone, notes) AS words FROM client WHERE seq > ?
     ORDER BY seq LIMIT ?`,
  )
  const clientPapers = db.prepare<[number, number], { seq: number; id: string; name: string }>(
    'SELECT seq, id, json_array(name) AS name FROM client_document WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const clients = createClientErasures(db)
  const ledger = createLedgerErasures(db)
  const clientRequests = createRequestErasures(db)
  const parties = createPartyQuery(db)
  const contactFields = db.prepare<[string], string>('SELECT fields FROM contact WHERE id = ?').pluck()
  const plateLists = db.prepare<[number, number], { id: string; words: string }>(
    `SELECT id, json_array(name, source, (SELECT json_group_array(came_with || ' ' || note) FROM batch_plate p
       WHERE p.batch_id = batch.id AND (came_with <> '' OR note <> ''))) AS words
     FROM batch WHERE name IS NOT NULL ORDER BY created_at, id LIMIT ? OFFSET ?`,
  )
  const watches = db.prepare<[number, number], { seq: number; id: string; note: string }>(
    `SELECT seq, vrm AS id, json_quote(note) AS note FROM watch WHERE note <> '' AND seq > ? ORDER BY seq LIMIT ?`,
  )
  const transferBatches = db.prepare<[number, number], { id: string; words: string }>(
    `SELECT id, json_array(name, json(fields), (SELECT json_group_array(json(fields)) FROM transfer_batch_row r
       WHERE r.batch_id = b.id AND r.fields <> '{}')) AS words
     FROM transfer_batch b ORDER BY created_at, id LIMIT ? OFFSET ?`,
  )
  const sharedColumns = 'SELECT seq, id, kind, key, content, applied FROM shared_record WHERE'
  const sharedRecords = db.prepare<[number, number], SharedRow>(
    `${sharedColumns} seq > ? AND key IS NOT NULL AND kind NOT IN ('erasure', 'client-document-part') ORDER BY seq LIMIT ?`,
  )
  const sharedOf = db.prepare<{ ids: string; procedures: string }, SharedRow>(
    `${sharedColumns} id IN (SELECT value FROM json_each(@ids))
       OR (kind = 'case' AND key IN (SELECT value FROM json_each(@procedures))) ORDER BY seq`,
  )
  const remembered = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const bodyOf = db.prepare<[number], { body: string }>('SELECT body FROM resource WHERE seq = ?')
  const serviceDocumentsOf = db.prepare<[string], { n: number }>(
    `SELECT count(*) AS n FROM service_document WHERE procedure_id = ? AND state = 'kept'`,
  )
  const signedOf = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM signed_document WHERE signature_id = ?',
  )
  const whole = {
    resource: db.prepare<[number], Stored>(
      'SELECT kind, id, status, vrm, vin, label, added_at, body FROM resource WHERE seq = ?',
    ),
    annotations: db.prepare<[number], Stored>(
      `SELECT client, seller_name, seller_tax_id, buyer_name, buyer_tax_id, contract_date, notes, situations
       FROM case_annotations WHERE seq = ?`,
    ),
    notes: db.prepare<[number], Stored>(
      'SELECT text, author, at, edited_at FROM case_note WHERE seq = ? ORDER BY at DESC, rowid DESC',
    ),
    draft: db.prepare<[string], Stored>('SELECT id, kind, state, created_at, form FROM draft WHERE id = ?'),
    handover: db.prepare<[string], Stored>(
      `SELECT id, offer ->> 'kind' AS kind, state, at AS created_at, offer ->> 'form' AS form FROM handover WHERE id = ?`,
    ),
    documents: db.prepare<[string], Stored>(
      'SELECT name, type, party, size FROM document WHERE draft_id = ? ORDER BY seq',
    ),
    serviceDocuments: db.prepare<[string], Stored>(
      `SELECT document_id, kind, size FROM service_document WHERE procedure_id = ? AND state = 'kept' ORDER BY seq`,
    ),
    names: db.prepare<[string], Stored>(
      'SELECT document_id, name FROM document_name WHERE procedure_id = ? ORDER BY document_id',
    ),
    parties: db.prepare<[string], Stored>(
      'SELECT document_id, party FROM document_party WHERE procedure_id = ? ORDER BY document_id',
    ),
    signed: db.prepare<[string], Stored>(
      'SELECT document_id, size FROM signed_document WHERE signature_id = ? ORDER BY document_id',
    ),
    signatureRequest: db.prepare<[string], Stored>(
      'SELECT id, document, state, created_at, signature_id, fields FROM signature_request WHERE id = ?',
    ),
    contact: db.prepare<[string], Stored>(
      'SELECT id_number, used_at, uses, fields, proposal FROM contact WHERE id = ?',
    ),
    template: db.prepare<[string], Stored>(
      'SELECT id, name, kind, tax_id, uses, used_at, fields FROM template WHERE id = ?',
    ),
    entry: db.prepare<[string], Stored>(
      `SELECT id, procedure_id, client, vehicle, kind, concept, cents, vat_rate, vat_cents, text, day, corrects
       FROM ledger_entry WHERE id = ?`,
    ),
    request: db.prepare<[string], Stored>(
      'SELECT id, procedure_id, draft_id, signature_id, subject, item, text, acts FROM client_request WHERE id = ?',
    ),
    client: db.prepare<[string], Stored>(
      'SELECT id, name, tax_id, email, phone, notes, updated_at FROM client WHERE id = ?',
    ),
    paper: db.prepare<[string], Stored>(
      'SELECT client, type, name, size, signed_day, until_day, added_at FROM client_document WHERE id = ?',
    ),
    plateList: db.prepare<[string], Stored>('SELECT name, created_at, source FROM batch WHERE id = ?'),
    plateListRows: db.prepare<[string], Stored>(
      `SELECT vrm, line, came_with, note FROM batch_plate WHERE batch_id = ? AND (came_with <> '' OR note <> '')
       ORDER BY ord`,
    ),
    watch: db.prepare<[string], Stored>('SELECT vrm, set_day, until_day, note FROM watch WHERE vrm = ?'),
    transferBatch: db.prepare<[string], Stored>(
      'SELECT name, created_at, fields FROM transfer_batch WHERE id = ?',
    ),
    transferBatchRows: db.prepare<[string], { vrm: string; fields: string }>(
      `SELECT vrm, fields FROM transfer_batch_row WHERE batch_id = ? AND fields <> '{}' ORDER BY ord`,
    ),
    report: db.prepare<[string], Stored>(
      'SELECT id, vrm, checked_at, body, pdf IS NOT NULL AS pdf FROM complete_report WHERE id = ?',
    ),
  }

  function searchDrafts(
    mentions: Mentions,
    rows: readonly { seq: number; id: string; form: string; names: string }[],
    limit: number,
  ): PersonStep {
    const found = rows.filter(({ form, names }) => isIn(mentions, form) || isIn(mentions, names))
    return toStep(rows, limit, { drafts: listIds(found) })
  }

  const pages: Record<PersonTable, Step> = {
    resource(_taxId, mentions, after, limit) {
      const rows = resources.all(after, limit)
      const found = rows.filter(
        ({ label, body, annotations, details, names }) =>
          mentions.mayMatch(`${label ?? ''} ${body} ${annotations} ${details} ${names}`) &&
          (mentions.matchesText(label ?? '') ||
            mentions.matchesValue(omitOwn(parseStored(body))) ||
            mentions.matchesValue(parseStored(annotations)) ||
            mentions.matchesValue(parseStored(details)) ||
            mentions.matchesValue(parseStored(names))),
      )
      const listOfKind = (kind: string) =>
        found.filter((row) => row.kind === kind).map(({ seq, id }) => ({ seq, id }))
      return toStep(rows, limit, { procedures: listOfKind('procedure'), signatures: listOfKind('signature') })
    },
    draft: (_taxId, mentions, after, limit) => searchDrafts(mentions, drafts.all(after, limit), limit),
    handover: (_taxId, mentions, after, limit) => searchDrafts(mentions, handovers.all(after, limit), limit),
    signature_request(_taxId, mentions, after, limit) {
      const rows = signatureRequests.all(after, limit)
      return toStep(rows, limit, {
        signatureRequests: listIds(rows.filter(({ fields }) => isIn(mentions, fields))),
      })
    },
    contact(taxId, mentions, after, limit) {
      const rows = contacts.all(after, limit)
      const found = rows.filter(
        ({ number, fields, proposal }) =>
          cleanTaxId(number) === taxId || isIn(mentions, fields) || isIn(mentions, proposal),
      )
      return toStep(rows, limit, { contacts: listIds(found) })
    },
    complete_report(_taxId, mentions, after, limit) {
      const rows = reports.all(after, limit)
      return toStep(rows, limit, { reports: listIds(rows.filter(({ body }) => isIn(mentions, body))) })
    },
    template(taxId, mentions, after, limit) {
      const rows = templates.all(after, limit)
      const found = rows.filter(
        ({ number, name, fields }) => number === taxId || isIn(mentions, name) || isIn(mentions, fields),
      )
      return toStep(rows, limit, { templates: listIds(found) })
    },
    'ledger-entry'(_taxId, mentions, after, limit) {
      const rows = entries.all(after, limit)
      return toStep(rows, limit, { entries: listIds(rows.filter(({ words }) => isIn(mentions, words))) })
    },
    'client-request'(_taxId, mentions, after, limit) {
      const rows = requests.all(after, limit)
      return toStep(rows, limit, { requests: listIds(rows.filter(({ words }) => isIn(mentions, words))) })
    },
    client(taxId, mentions, after, limit) {
      const rows = clientRecords.all(after, limit)
      const found = rows.filter(({ number, words }) => number === taxId || isIn(mentions, words))
      return toStep(rows, limit, { clients: listIds(found) })
    },
    'client-document'(_taxId, mentions, after, limit) {
      const rows = clientPapers.all(after, limit)
      return toStep(rows, limit, { papers: listIds(rows.filter(({ name }) => isIn(mentions, name))) })
    },
    watch(_taxId, mentions, after, limit) {
      const rows = watches.all(after, limit)
      return toStep(rows, limit, { watches: listIds(rows.filter(({ note }) => isIn(mentions, note))) })
    },
    'plate-list': (_taxId, mentions, after) =>
      searchRows(mentions, plateLists.all(LISTS, after), after, (found) => ({ plateLists: found })),
    'transfer-batch': (_taxId, mentions, after) =>
      searchRows(mentions, transferBatches.all(LISTS, after), after, (found) => ({ transferBatches: found })),
    remembered(_taxId, mentions) {
      const row = remembered.get(REMEMBERED)
      const found = row !== undefined && isIn(mentions, row.v)
      return { found: { ...createEmptyFound(), remembered: found ? [REMEMBERED] : [] }, next: null }
    },
    'shared-record'(_taxId, mentions, after, limit) {
      const rows = sharedRecords.all(after, limit)
      const found = rows.filter(
        (row) =>
          mentions.mayMatch(row.content) && readOnlyShared(row).some((only) => mentions.matchesValue(only)),
      )
      return toStep(rows, limit, { shared: listIds(found) })
    },
  }

  /** Names of the person, which stand beside the identifier. */
  function readNames(taxId: string, found: PersonFound): readonly string[] {
    return collectIdentity(createMentions(taxId), [
      ...[...found.procedures, ...found.signatures].flatMap(({ seq }) => [
        parties.get(seq),
        parseStored(bodyOf.get(seq)?.body ?? ''),
      ]),
      ...found.contacts.map((id) => parseStored(contactFields.get(id) ?? '')),
      ...clients.listIdentities(found.clients, taxId),
    ]).names
  }

  const listClients = (taxId: string, found: PersonFound): ClientIds =>
    clients.listOfPerson(found, createNameMatcher(readNames(taxId, found)))

  /** Entries of the ledger about the person. Entries have no identifier, so the names beside it find them too. */
  function listEntries(taxId: string, found: PersonFound): string[] {
    const names = readNames(taxId, found)
    return ledger.listOfPerson({
      procedures: found.procedures.map(({ id }) => id),
      entries: found.entries,
      names,
      isTheirs: createNameMatcher(names),
    })
  }

  /** Requests to clients about the person. */
  const listRequests = (taxId: string, found: PersonFound): string[] =>
    clientRequests.listOfPerson({
      procedures: found.procedures.map(({ id }) => id),
      drafts: found.drafts,
      signatures: found.signatures.map(({ id }) => id),
      requests: found.requests,
      isTheirs: createNameMatcher(readNames(taxId, found)),
    })

  return {
    /** Searches a page of one table. Other queries of the store run between the pages. */
    personLook: (table: PersonTable, taxId: string, after: number, limit: number): PersonStep =>
      pages[table](taxId, createMentions(taxId), after, limit),

    /** Counts what belongs to the found records: documents, addresses, entries and requests. */
    personAlso(taxId: string, found: PersonFound) {
      const { procedures, signatures, contacts: people } = found
      const sum = (counts: number[]) => counts.reduce((total, n) => total + n, 0)
      const bodies = [...procedures, ...signatures].map(({ seq }) => bodyOf.get(seq)?.body)
      const addresses = bodies.filter((body) => body !== undefined && hasAddress(parseStored(body)))
      return {
        serviceDocuments:
          sum(procedures.map(({ id }) => serviceDocumentsOf.get(id)?.n ?? 0)) +
          sum(signatures.map(({ id }) => signedOf.get(id)?.n ?? 0)),
        addresses: addresses.length + people.length,
        ledgerEntries: listEntries(taxId, found).length,
        clientRequests: listRequests(taxId, found).length,
        clientPapers: listClients(taxId, found).papers.length,
        clients: listClients(taxId, found).clients.length,
      }
    },

    /** Data of the found records, as stored. The property names are those of the exported file. */
    personData(taxId: string, found: PersonFound) {
      const theirs = listClients(taxId, found)
      const parseColumn = (row: Stored | undefined, name: string, more: Stored = {}): Stored => {
        const { [name]: text, ...rest } = row ?? {}
        return { ...rest, ...more, data: parseStored(String(text ?? '{}')) }
      }
      return {
        procedures: found.procedures.map(({ seq, id }) =>
          parseColumn(whole.resource.get(seq), 'body', {
            desk: whole.annotations.get(seq) ?? null,
            notes: whole.notes.all(seq),
            serviceDocuments: whole.serviceDocuments.all(id),
            sentNames: whole.names.all(id),
            documentParties: whole.parties.all(id),
          }),
        ),
        signatures: found.signatures.map(({ seq, id }) =>
          parseColumn(whole.resource.get(seq), 'body', { serviceDocuments: whole.signed.all(id) }),
        ),
        drafts: found.drafts.map((id) =>
          parseColumn(whole.draft.get(id) ?? whole.handover.get(id), 'form', {
            documents: whole.documents.all(id),
          }),
        ),
        signatureRequests: found.signatureRequests.map((id) =>
          parseColumn(whole.signatureRequest.get(id), 'fields'),
        ),
        contacts: found.contacts.map((id) => {
          const row = whole.contact.get(id)
          const proposal = row?.['proposal']
          return parseColumn(row, 'fields', {
            proposal: proposal == null ? null : parseStored(String(proposal)),
          })
        }),
        reports: found.reports.map((id) => parseColumn(whole.report.get(id), 'body')),
        templates: found.templates.map((id) => parseColumn(whole.template.get(id), 'fields')),
        ledger: listEntries(taxId, found).flatMap((id) => whole.entry.get(id) ?? []),
        clientRequests: listRequests(taxId, found).map((id) => parseColumn(whole.request.get(id), 'acts')),
        clients: theirs.clients.flatMap((id) => whole.client.get(id) ?? []),
        papers: theirs.papers.flatMap((id) => whole.paper.get(id) ?? []),
        plateLists: found.plateLists.map((id) => ({
          ...whole.plateList.get(id),
          rows: whole.plateListRows.all(id),
        })),
        watches: found.watches.flatMap((vrm) => whole.watch.get(vrm) ?? []),
        transferBatches: found.transferBatches.map((id) =>
          parseColumn(whole.transferBatch.get(id), 'fields', {
            rows: whole.transferBatchRows
              .all(id)
              .map(({ vrm, fields }) => ({ vrm, data: parseStored(fields) })),
          }),
        ),
        remembered: found.remembered.map((key) => parseStored(remembered.get(key)?.v ?? '{}')),
        shared: sharedOf
          .all({
            ids: JSON.stringify(found.shared),
            procedures: JSON.stringify(found.procedures.map(({ id }) => id)),
          })
          .flatMap(readOnlyShared),
      }
    },
  }
}

/** Field with a PDF in base64, which its report has too. */
const PDF_FIELD = 'pdf'

/**
 * Data that only the shared record has: the values of each field that others have replaced, and all values of a record
 * that waits for its procedure. None, or one object.
 */
function readOnlyShared({ kind, key, content, applied }: SharedRow): Stored[] {
  const { fields = {} } = parseRecord(parseStored(content)) ?? {}
  const values = Object.entries(fields).flatMap(([field, versions]) => {
    const only = applied === 0 ? versions : versions.slice(1)
    return only.length === 0 || field === PDF_FIELD ? [] : [{ field, values: only.map(({ value }) => value) }]
  })
  return values.length === 0 ? [] : [{ kind, key, values }]
}

const listIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

const isIn = (mentions: Mentions, stored: string): boolean =>
  mentions.mayMatch(stored) && mentions.matchesValue(parseStored(stored))

function searchRows(
  mentions: Mentions,
  rows: readonly { id: string; words: string }[],
  after: number,
  as: (ids: string[]) => Partial<PersonFound>,
): PersonStep {
  const found = listIds(rows.filter(({ words }) => isIn(mentions, words)))
  return {
    found: { ...createEmptyFound(), ...as(found) },
    next: rows.length === LISTS ? after + LISTS : null,
  }
}

function toStep(rows: readonly { seq: number }[], limit: number, found: Partial<PersonFound>): PersonStep {
  const next = rows.length === limit ? (rows.at(-1)?.seq ?? null) : null
  return { found: { ...createEmptyFound(), ...found }, next }
}

function hasAddress({ docRecipientAddress: recipient, signer }: Stored): boolean {
  const address = (signer as Stored | null | undefined)?.['address']
  return [recipient, address].some(
    (one) => typeof one === 'object' && one !== null && Object.keys(one).length > 0,
  )
}
