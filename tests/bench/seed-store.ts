import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type Database from 'better-sqlite3-multiple-ciphers'
import { createCaseWords } from '#electron/core/features/cases/case-words.store.ts'
import { createCaseWordsMerge } from '#electron/core/features/cases/cases.store.ts'
import { createLookupQueries } from '#electron/core/features/lookup/lookup.store.ts'
import { createServiceDocumentQueries } from '#electron/core/features/service-documents/service-documents.store.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { modelAt, plateAt, procedureAt } from './invented-procedures.ts'

const DAY_MS = 86_400_000
/** Procedures per call of the queue of service documents. */
const DOCUMENTS_AT_ONCE = 500
const OUTCOMES = [
  'transferable',
  'transferable',
  'transferable',
  'with_alerts',
  'not_transferable',
  'error',
] as const

/** Path and key of the demonstration's store in a data directory. A new directory gets a key. */
export async function findStore(dataDir: string): Promise<{ path: string; key: Uint8Array }> {
  const directory = join(dataDir, 'demo')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error(`the key of ${path} is not available`)
  return { path, key: found.key }
}

/** The store for one large insert: much memory, and no protection against a kill. Only this connection is affected. */
async function openForFilling(dataDir: string): Promise<Database.Database> {
  const { path, key } = await findStore(dataDir)
  const db = openDatabase(path, key)
  db.pragma('cache_size = -1000000')
  db.pragma('synchronous = OFF')
  return db
}

/** Adds `count` verdicts to the demonstration. The last one is from yesterday. */
export async function seedVerdicts(dataDir: string, count: number): Promise<void> {
  const db = await openForFilling(dataDir)
  const queries = createLookupQueries(db, () => null)
  const yesterday = Date.now() - DAY_MS
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const vrm = plateAt(index)
      const { brand, model, vinStart } = modelAt(index)
      const checkedAt = yesterday - (count - index) * 60_000
      queries.askPlate(vrm, checkedAt)
      queries.reportArrived({
        reportId: `seed-${index}`,
        vrm,
        kind: 'reduced',
        outcome: OUTCOMES[index % OUTCOMES.length] ?? 'transferable',
        checkedAt,
        vehicle: {
          vin: `${vinStart}${String(index).padStart(9, '0')}`,
          brand,
          model,
          firstRegistrationDate: '14/03/2018',
        },
      })
    }
  })()
  db.close()
}

/** Adds `count` procedures, just refreshed, to the demonstration. */
export async function seedProcedures(dataDir: string, count: number, now: number): Promise<void> {
  const db = await openForFilling(dataDir)
  const resource = db.prepare(
    `INSERT INTO resource (seq, kind, id, status, status_description, vrm, vin, label, since, added_at, checked_at, next_at,
       server_at, revision, body)
     VALUES (@seq, 'procedure', @id, @status, NULL, @vrm, @vin, @label, @since, @since, @now, @next, @since, @id, @body)`,
  )
  const annotation = db.prepare(
    `INSERT INTO case_annotations (seq, version, updated_at, client, seller_name, seller_tax_id, buyer_name,
       buyer_tax_id, contract_date)
     VALUES (@seq, 1, @now, @client, @seller, @sellerTaxId, @buyer, @buyerTaxId, @contractDate)`,
  )
  const note = db.prepare(
    `INSERT INTO case_note (id, seq, text, author, at) VALUES (@id, @seq, @notes, '', @now)`,
  )
  const draft = db.prepare(
    `INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, procedure_id, submission, sent_at)
     VALUES (@draftId, 'transfer', 'sent', @form, '', @now, @now, @id, '{}', @now)`,
  )
  const document = db.prepare(
    `INSERT INTO document (id, draft_id, source, name, type, guessed) VALUES (?, ?, 'file', ?, 'other', 0)`,
  )
  const contact = db.prepare(
    `INSERT INTO contact (id, id_number, fields, updated_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const label = db.prepare('INSERT INTO case_label (seq, label) VALUES (?, ?)')
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const one = procedureAt(index, now)
      const { id, status, vrm, vin, label: type, body, annotations, labels, userEmail, files } = one
      // Within 80 days: a procedure that ended long ago leaves the cache.
      const since = now - ((count - index) / count) * 80 * DAY_MS
      const isOpen = status !== 'DELIVERED_TO_CLIENT' && status !== 'CANCELLED'
      const seq = index + 1
      // The searched texts come before the resource, so that each procedure is indexed once.
      if (one.contact) contact.run(`contact ${index}`, one.contact.idNumber, JSON.stringify(one.contact), now)
      const draftId = `draft of ${id}`
      draft.run({ draftId, id, now, form: JSON.stringify({ fields: { userEmail }, accepted: [] }) })
      for (const name of files) document.run(`${draftId} ${name}`, draftId, name)
      for (const name of labels) label.run(seq, name)
      if (annotations) annotation.run({ seq, now, ...annotations })
      if (annotations?.notes) note.run({ id: `note of ${id}`, seq, now, notes: annotations.notes })
      resource.run({
        seq,
        id,
        status,
        vrm,
        vin,
        label: type,
        since: Math.round(since),
        now,
        next: isOpen ? now + DAY_MS : null,
        body: JSON.stringify(body),
      })
    }
  })()
  // The state that the application reaches some minutes after its start.
  createCaseWords(db).renewAll()
  const mergeWords = createCaseWordsMerge(db)
  while (mergeWords());
  const { noteServiceDocumentsAfter } = createServiceDocumentQueries(db)
  for (let after: number | null = 0; after !== null;)
    after = noteServiceDocumentsAfter(after, DOCUMENTS_AT_ONCE, now)
  db.close()
}
