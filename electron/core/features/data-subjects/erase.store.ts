import type Database from 'better-sqlite3-multiple-ciphers'
import {
  emptyTexts,
  parseStored,
  removeParties,
  removePerson,
  removeFromTemplate,
  removeFromBatch,
  createMentions,
  type Mentions,
  type PersonFound,
  isViewOf,
  type KnownAs,
  collectIdentity,
  BESIDE,
} from './data-subjects.rules.ts'
import { templatesText } from '#shared/text/fields.ts'
import { createRequestErasures } from '../client-requests/request-erase.store.ts'
import { createClientErasures } from '../clients/client-erase.store.ts'
import { createLedgerErasures } from '../ledger/ledger-erase.store.ts'
import { CASE_VIEWS, parseViews } from '../cases/cases.rules.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { SharedErasures } from '../sharing/sharing.store.ts'
import type { CaseWords } from '../cases/case-words.store.ts'
import { wordsOf } from '#shared/domain/search-text.ts'

type Stored = Record<string, unknown>

/**
 * Makes a function that tells whether a text has one of these names, in any spelling. A name of one word must be the
 * whole text, because it may be an ordinary word.
 */
export function createNameMatcher(names: readonly string[]): (text: unknown) => boolean {
  const known = names.map(wordsOf).filter((words) => words.length > 0)
  return (text) => {
    if (typeof text !== 'string') return false
    const said = ` ${wordsOf(text).join(' ')} `
    return known.some((words) => {
      const name = ` ${words.join(' ')} `
      return words.length === 1 ? said === name : said.includes(name)
    })
  }
}

/** Name of a template, and its fields that may have a person's name without an identifier beside it. */
interface NamedTemplate {
  name: string
  fields: Stored
}

/**
 * Removes a person's name from a template, unless the template identifies a namesake.
 * @returns `null` if nothing changes
 */
function removeNameFromTemplate(
  { name, fields }: NamedTemplate,
  isTheirs: (text: unknown) => boolean,
  nameless: string,
): NamedTemplate | null {
  const isOfNamesake = BESIDE.some(([number, of]) => hasText(fields[number]) && isTheirs(fields[of]))
  if (isOfNamesake) return null
  const kept = Object.entries(fields).filter(([, value]) => !isTheirs(value))
  const isCalled = isTheirs(name)
  if (!isCalled && kept.length === Object.keys(fields).length) return null
  return { name: isCalled ? nameless : name, fields: Object.fromEntries(kept) }
}

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Erased drafts, and the files made unreadable. */
export interface PersonErased {
  drafts: string[]
  documents: string[]
  serviceDocuments: string[]
  signed: string[]
  attachments: string[]
}

const BUSY = `state IN ('leaving', 'sending')`

/** Erases the data found of a person. Runs in the worker. */
export function createDataSubjectEraseQueries(
  db: Database.Database,
  audit: AuditWriter,
  words: Pick<CaseWords, 'renewAll'>,
  {
    eraseSharedAbout,
    erasureConfirmations,
    eraseHandovers,
  }: Omit<SharedErasures, 'eraseShared'> & {
    eraseHandovers: (isAbout: (offer: string) => boolean, now: number) => void
  },
) {
  const count = (sql: string) => {
    const query = db.prepare<[string], { n: number }>(`SELECT count(*) AS n FROM ${sql}`)
    return (id: string) => (query.get(id)?.n ?? 0) > 0
  }
  const isDraftBusy = count(`draft WHERE id = ? AND ${BUSY}`)
  const isSignatureRequestBusy = count(`signature_request WHERE id = ? AND ${BUSY}`)
  const isAttachmentBusy = count(`attachment WHERE procedure_id = ? AND state IN ('queued', 'sending')`)

  const resource = db.prepare<[number], { kind: string; id: string; label: string | null; body: string }>(
    'SELECT kind, id, label, body FROM resource WHERE seq = ?',
  )
  // The revision stays. So the data do not come back while the service's answer is the same.
  const setBody = db.prepare<[string, string | null, number]>(
    'UPDATE resource SET body = ?, label = ? WHERE seq = ?',
  )
  const clearAnnotations = db.prepare<[number]>(
    `UPDATE case_annotations SET version = version + 1, client = '', seller_name = '', seller_tax_id = '',
       buyer_name = '', buyer_tax_id = '', pinned_why = '', situations = '' WHERE seq = ?`,
  )
  const clearNotes = db.prepare<[number]>('DELETE FROM case_note WHERE seq = ?')
  const clearLabels = db.prepare<[number]>('DELETE FROM case_label WHERE seq = ?')
  const details = db.prepare<[string, string], { seq: number; detail: string }>(
    'SELECT seq, detail FROM change WHERE kind = ? AND id = ?',
  )
  const setDetail = db.prepare<[string, number]>('UPDATE change SET detail = ?, label = NULL WHERE seq = ?')

  const serviceDocuments = db.prepare<[string], { file: string }>(
    'SELECT file FROM service_document WHERE procedure_id = ? AND file IS NOT NULL',
  )
  const dropServiceDocuments = db.prepare<[string]>(
    `UPDATE service_document SET state = 'dropped', asked = 0, file = NULL, key = NULL, kind = NULL, size = NULL,
       sha256 = NULL, error = NULL WHERE procedure_id = ?`,
  )
  const signed = db.prepare<[string], { file: string }>(
    'DELETE FROM signed_document WHERE signature_id = ? RETURNING file',
  )
  // A dropped document is not downloaded again automatically.
  const noMoreSigned = db.prepare<[string]>(
    'INSERT INTO signed_whole (signature_id) VALUES (?) ON CONFLICT DO NOTHING',
  )
  const attachments = db.prepare<[string], { id: string }>(
    'SELECT id FROM attachment WHERE procedure_id = ? AND key IS NOT NULL',
  )
  const removeNames = db.prepare<[string]>('DELETE FROM document_name WHERE procedure_id = ?')
  const removePartiesOf = db.prepare<[string]>('DELETE FROM document_party WHERE procedure_id = ?')
  const removeNamesOfDraft = db.prepare<[string]>(
    'DELETE FROM document_name WHERE procedure_id = (SELECT procedure_id FROM draft WHERE id = ?)',
  )
  const removeAttachments = db.prepare<[string]>('DELETE FROM attachment WHERE procedure_id = ?')

  const draftsOf = db.prepare<[string], { id: string }>('SELECT id FROM draft WHERE procedure_id = ?')
  const draft = db.prepare<[string], { state: string; form: string }>(
    'SELECT state, form FROM draft WHERE id = ?',
  )
  const documents = db.prepare<[string], { id: string }>(
    'DELETE FROM document WHERE draft_id = ? RETURNING id',
  )
  const removeDraft = db.prepare<[string]>('DELETE FROM draft WHERE id = ?')
  const clearDraft = db.prepare<[string, string]>(
    `UPDATE draft SET form = ?, client = '', version = version + 1 WHERE id = ?`,
  )
  const signatureRequestsOf = db.prepare<[string], { id: string }>(
    'SELECT id FROM signature_request WHERE signature_id = ?',
  )
  const signatureRequest = db.prepare<[string], { state: string; fields: string }>(
    'SELECT state, fields FROM signature_request WHERE id = ?',
  )
  const removeSignatureRequest = db.prepare<[string]>('DELETE FROM signature_request WHERE id = ?')
  const clearSignatureRequest = db.prepare<[string, string]>(
    `UPDATE signature_request SET fields = ?, id_number = '', representative = '', version = version + 1 WHERE id = ?`,
  )
  const numberOfContact = db.prepare<[string], string>('SELECT id_number FROM contact WHERE id = ?').pluck()
  const clearDistinct = db.prepare<{ number: string }>(
    `UPDATE contact SET distinct_from = (SELECT json_group_array(value) FROM json_each(distinct_from)
       WHERE value <> @number) WHERE instr(distinct_from, '"' || @number || '"') > 0 AND json_valid(distinct_from)`,
  )
  const removeContact = db.prepare<[string]>('DELETE FROM contact WHERE id = ?')
  const report = db.prepare<[string], { body: string }>('SELECT body FROM complete_report WHERE id = ?')
  const setReport = db.prepare<[string, string]>(
    'UPDATE complete_report SET body = ?, pdf = NULL WHERE id = ?',
  )
  const savedViews = db.prepare<[], string>(`SELECT v FROM meta WHERE k = '${CASE_VIEWS}'`).pluck()
  const setViews = db.prepare<[string]>(`UPDATE meta SET v = ? WHERE k = '${CASE_VIEWS}'`)
  const parties = createPartyQuery(db)
  const ledger = createLedgerErasures(db)
  const clientRequests = createRequestErasures(db)
  const clients = createClientErasures(db)
  const contact = db.prepare<[string], { fields: string }>('SELECT fields FROM contact WHERE id = ?')
  const clearWatch = db.prepare<[string]>(`UPDATE watch SET note = '' WHERE vrm = ?`)
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>('UPDATE meta SET v = ? WHERE k = ?')
  const noteErasure = db.prepare<[string]>('INSERT INTO erasure (id, audit) SELECT ?, max(seq) FROM audit')
  const erasureOf = db.prepare<[number], string>('SELECT id FROM erasure WHERE audit = ?').pluck()
  const clearRestore = db.prepare('DELETE FROM restore_record')
  const templates = createTemplateErasures(db)
  const lists = createListErasures(db)

  function clearResource(seq: number, mentions: Mentions): void {
    const row = resource.get(seq)
    if (!row) return
    const label = row.kind === 'signature' || mentions.matchesText(row.label ?? '') ? null : row.label
    setBody.run(JSON.stringify(removePerson(parseStored(row.body), mentions)), label, seq)
    clearAnnotations.run(seq)
    clearNotes.run(seq)
    clearLabels.run(seq)
    for (const line of details.all(row.kind, row.id))
      setDetail.run(JSON.stringify(removePerson(parseStored(line.detail), mentions)), line.seq)
  }

  function eraseDraft(id: string, mentions: Mentions, into: PersonErased): void {
    const row = draft.get(id)
    if (!row) return
    into.drafts.push(id)
    removeNamesOfDraft.run(id)
    into.documents.push(...documents.all(id).map((document) => document.id))
    if (row.state !== 'sent') removeDraft.run(id)
    else clearDraft.run(JSON.stringify(removeParties(parseStored(row.form), mentions)), id)
  }

  function eraseSignatureRequest(id: string): void {
    const row = signatureRequest.get(id)
    if (row?.state === 'sent')
      clearSignatureRequest.run(JSON.stringify(emptyTexts(parseStored(row.fields))), id)
    else removeSignatureRequest.run(id)
  }

  /** Reads the names and contact data of the person before their records are erased. */
  function readIdentity(
    found: PersonFound,
    drafts: ReadonlySet<string>,
    signatureRequests: ReadonlySet<string>,
    mentions: Mentions,
    taxId: string,
  ): KnownAs {
    return collectIdentity(mentions, [
      ...[...found.procedures, ...found.signatures].flatMap(({ seq }) => [
        parties.get(seq),
        parseStored(resource.get(seq)?.body ?? ''),
      ]),
      ...[...drafts].map((id) => parseStored(draft.get(id)?.form ?? '')),
      ...[...signatureRequests].map((id) => parseStored(signatureRequest.get(id)?.fields ?? '')),
      ...found.contacts.map((id) => parseStored(contact.get(id)?.fields ?? '')),
      ...found.templates.map((id) => templates.fieldsOf(id)),
      ...clients.listIdentities(found.clients, taxId),
    ])
  }

  /** Removes the saved views that search for the person, because they would find nothing. */
  function clearViews(mentions: Mentions, called: KnownAs): void {
    const views = parseViews(savedViews.get() ?? null)
    const left = views.filter((view) => !mentions.matchesValue(view) && !isViewOf(view, called))
    if (left.length < views.length) setViews.run(JSON.stringify(left))
  }

  const erase = db.transaction((taxId: string, kind: string, found: PersonFound): PersonErased | 'busy' => {
    const mentions = createMentions(taxId)
    const listIds = (rows: { id: string }[]) => rows.map(({ id }) => id)
    const allDrafts = new Set([
      ...found.drafts,
      ...found.procedures.flatMap(({ id }) => listIds(draftsOf.all(id))),
    ])
    const allSignatureRequests = new Set([
      ...found.signatureRequests,
      ...found.signatures.flatMap(({ id }) => listIds(signatureRequestsOf.all(id))),
    ])
    const isBusy =
      [...allDrafts].some(isDraftBusy) ||
      [...allSignatureRequests].some(isSignatureRequestBusy) ||
      found.procedures.some(({ id }) => isAttachmentBusy(id))
    if (isBusy) return 'busy'
    const called = readIdentity(found, allDrafts, allSignatureRequests, mentions, taxId)
    const procedureIds: ReadonlySet<string> = new Set(listIds(found.procedures))
    const isTheirs = createNameMatcher(called.names)
    const entries = ledger.listOfPerson({
      procedures: [...procedureIds],
      entries: found.entries,
      names: called.names,
      isTheirs,
    })
    const entryIds: ReadonlySet<string> = new Set(entries)
    const requests = clientRequests.listOfPerson({
      procedures: [...procedureIds],
      drafts: [...allDrafts],
      signatures: listIds(found.signatures),
      requests: found.requests,
      isTheirs,
    })
    const requestIds: ReadonlySet<string> = new Set(requests)
    const theirs = clients.listOfPerson(found, isTheirs)
    const shared = eraseSharedAbout(
      ({ kind: of, key, content }) =>
        (of === 'case' && procedureIds.has(key)) ||
        (of === 'entry' && entryIds.has(key)) ||
        (of === 'request' && requestIds.has(key)) ||
        (of === 'client' && theirs.clients.includes(key)) ||
        (of === 'client-document' && theirs.papers.includes(key)) ||
        // The content of a paper is no text.
        (of === 'client-document-part'
          ? theirs.papers.includes(key.slice(0, key.lastIndexOf(' ')))
          : mentions.matchesText(content) || isTheirs(content)),
      Date.now(),
    )
    eraseHandovers((offer) => mentions.matchesText(offer) || isTheirs(offer), Date.now())
    const into: PersonErased = {
      drafts: [],
      documents: [],
      serviceDocuments: [],
      signed: [],
      attachments: [],
    }
    clientRequests.remove(requests)
    clients.eraseClients(theirs)
    ledger.clearEntries(entries, mentions, { names: called.names, isTheirs })
    for (const { seq, id } of found.procedures) {
      clearResource(seq, mentions)
      into.serviceDocuments.push(...serviceDocuments.all(id).map(({ file }) => file))
      into.attachments.push(...listIds(attachments.all(id)))
      dropServiceDocuments.run(id)
      removeAttachments.run(id)
      removeNames.run(id)
      removePartiesOf.run(id)
    }
    for (const { seq, id } of found.signatures) {
      clearResource(seq, mentions)
      into.signed.push(...signed.all(id).map(({ file }) => file))
      noMoreSigned.run(id)
    }
    for (const id of allDrafts) eraseDraft(id, mentions, into)
    for (const id of allSignatureRequests) eraseSignatureRequest(id)
    for (const number of [taxId, ...found.contacts.flatMap((id) => numberOfContact.get(id) ?? [])])
      clearDistinct.run({ number })
    for (const id of found.contacts) removeContact.run(id)
    for (const id of found.reports) {
      const row = report.get(id)
      if (row) setReport.run(JSON.stringify(removePerson(parseStored(row.body), mentions)), id)
    }
    clearViews(mentions, called)
    for (const id of found.templates) templates.eraseTemplate(id, taxId, mentions)
    ledger.clearTariffs(mentions, isTheirs)
    for (const id of found.plateLists) lists.clearPlateList(id, mentions)
    for (const vrm of found.watches) clearWatch.run(vrm)
    for (const id of found.transferBatches) lists.clearTransferBatch(id, mentions)
    templates.clearNames(called.names)
    for (const key of found.remembered) {
      const row = readMeta.get(key)
      if (row) writeMeta.run(JSON.stringify(mentions.redact(parseStored(row.v))), key)
    }
    clearRestore.run()
    words.renewAll()
    audit.write({ what: 'person.erase', kind, identifier: taxId, result: 'ok' })
    if (shared !== null) noteErasure.run(shared)
    return into
  })

  /**
   * Overwrites the erased data that are still in segments of the search index, in free pages and in the journal. If
   * the disk has no room for that, no query returns the erased data either.
   */
  function writeOver(): void {
    try {
      db.exec(`INSERT INTO case_words (case_words) VALUES ('optimize')`)
      db.exec(`INSERT INTO signature_words (signature_words) VALUES ('optimize')`)
      db.exec('VACUUM')
      db.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // SQLite overwrote each page when it became free.
    }
  }

  return {
    /**
     * Erases everything, or nothing while a record is being sent. After an erasure, leftovers in the file are
     * overwritten.
     */
    personErase(taxId: string, kind: string, found: PersonFound): PersonErased | 'busy' {
      db.pragma('secure_delete = ON')
      const done = erase(taxId, kind, found)
      if (done !== 'busy') writeOver()
      return done
    },

    /**
     * PCs that have applied each erasure, with the time. `null` for an erasure of this PC alone.
     * @param rows their rows of the audit record
     */
    erasureProofs: (rows: readonly number[]): (Record<string, number> | null)[] =>
      rows.map((row) => {
        const id = erasureOf.get(row)
        return id === undefined ? null : erasureConfirmations(id)
      }),
  }
}

/** Parties of a procedure, with the names of the service's fields. */
export const createPartyQuery = (db: Database.Database) =>
  db.prepare<[number], Record<string, string>>(
    `SELECT seller_tax_id AS sellerTaxId, seller_name AS sellerName, buyer_tax_id AS buyerTaxId,
       buyer_name AS buyerName FROM case_annotations WHERE seq = ?`,
  )

/** Removes a person from the templates of procedures. */
function createTemplateErasures(db: Database.Database) {
  const template = db.prepare<[string], { tax_id: string; name: string; fields: string }>(
    'SELECT tax_id, name, fields FROM template WHERE id = ?',
  )
  const templates = db.prepare<[], { id: string; name: string; fields: string }>(
    'SELECT id, name, fields FROM template',
  )
  const removeTemplate = db.prepare<[string]>('DELETE FROM template WHERE id = ?')
  const clearTemplate = db.prepare<[string, string, string]>(
    'UPDATE template SET name = ?, fields = ?, version = version + 1 WHERE id = ?',
  )

  return {
    fieldsOf: (id: string) => parseStored(template.get(id)?.fields ?? ''),

    /** Removes the person's name from the templates of other clients, or of no client. */
    clearNames(names: readonly string[]): void {
      const isTheirs = createNameMatcher(names)
      for (const { id, name, fields } of templates.all()) {
        const cleared = removeNameFromTemplate(
          { name, fields: parseStored(fields) },
          isTheirs,
          templatesText.nameless,
        )
        if (cleared) clearTemplate.run(cleared.name, JSON.stringify(cleared.fields), id)
      }
    },

    /** Deletes the person's own template. A template of another client loses only the person's data. */
    eraseTemplate(id: string, taxId: string, mentions: Mentions): void {
      const row = template.get(id)
      if (!row) return
      if (row.tax_id === taxId || mentions.matchesText(row.name)) removeTemplate.run(id)
      else
        clearTemplate.run(row.name, JSON.stringify(removeFromTemplate(parseStored(row.fields), mentions)), id)
    },
  }
}

/** Removes a person from plate lists and batches of transfers. */
function createListErasures(db: Database.Database) {
  const plateList = db.prepare<[string], { name: string; source: string }>(
    'SELECT name, source FROM batch WHERE id = ?',
  )
  const setPlateList = db.prepare<[string, string, string]>(
    'UPDATE batch SET name = ?, source = ? WHERE id = ?',
  )
  const plateListRows = db.prepare<[string], { ord: number; came_with: string; note: string }>(
    `SELECT ord, came_with, note FROM batch_plate WHERE batch_id = ? AND (came_with <> '' OR note <> '')`,
  )
  const setPlateListRow = db.prepare<[string, string, string, number]>(
    'UPDATE batch_plate SET came_with = ?, note = ? WHERE batch_id = ? AND ord = ?',
  )
  const transferBatch = db.prepare<[string], { name: string; fields: string }>(
    'SELECT name, fields FROM transfer_batch WHERE id = ?',
  )
  const setTransferBatch = db.prepare<[string, string, string]>(
    'UPDATE transfer_batch SET name = ?, fields = ?, version = version + 1 WHERE id = ?',
  )
  const transferBatchRows = db.prepare<[string], { ord: number; fields: string }>(
    `SELECT ord, fields FROM transfer_batch_row WHERE batch_id = ? AND fields <> '{}'`,
  )
  const setTransferBatchRow = db.prepare<[string, string, number]>(
    'UPDATE transfer_batch_row SET fields = ? WHERE batch_id = ? AND ord = ?',
  )

  return {
    /** Clears the texts of a plate list. Plates identify vehicles, so they stay. */
    clearPlateList(id: string, mentions: Mentions): void {
      const row = plateList.get(id)
      if (!row) return
      const without = (text: string) => (mentions.matchesText(text) ? '' : text)
      const source = JSON.stringify(mentions.redact(parseStored(row.source)))
      setPlateList.run(without(row.name), source, id)
      for (const { ord, came_with, note } of plateListRows.all(id))
        setPlateListRow.run(without(came_with), without(note), id, ord)
    },

    /** Clears the person's rows of a batch of transfers. The rows of other people stay. */
    clearTransferBatch(id: string, mentions: Mentions): void {
      const row = transferBatch.get(id)
      if (!row) return
      const without = (fields: string) => JSON.stringify(removeFromBatch(parseStored(fields), mentions))
      setTransferBatch.run(mentions.matchesText(row.name) ? '' : row.name, without(row.fields), id)
      for (const { ord, fields } of transferBatchRows.all(id))
        setTransferBatchRow.run(without(fields), id, ord)
    },
  }
}
