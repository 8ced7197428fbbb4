import { join } from 'node:path'
import { createCaseWords } from '#electron/core/features/cases/case-words.store.ts'
import { createCaseWordsMerge } from '#electron/core/features/cases/cases.store.ts'
import { createServiceDocumentQueries } from '#electron/core/features/service-documents/service-documents.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { procedureAt } from './desk-data.ts'
import { fillFast } from './seed.ts'

const DAY_MS = 86_400_000
const NOTED_AT_ONCE = 500

/** Adds `count` procedures, just refreshed, to the store of an existing demonstration. */
export async function seedProcedures(dataDir: string, count: number, now: number): Promise<void> {
  const directory = join(dataDir, 'demo')
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('the directory to seed has data of its own')
  const db = openDatabase(path, found.key)
  fillFast(db)
  const resource = db.prepare(
    `INSERT INTO resource (seq, kind, id, status, status_description, vrm, vin, label, since, added_at, checked_at, next_at,
       server_at, revision, body)
     VALUES (@seq, 'procedure', @id, @status, NULL, @vrm, @vin, @label, @since, @since, @now, @next, @since, @id, @body)`,
  )
  const desk = db.prepare(
    `INSERT INTO desk (seq, version, updated_at, client, seller_name, seller_tax_id, buyer_name, buyer_tax_id,
       contract_date, notes)
     VALUES (@seq, 1, @now, @client, @seller, @sellerTaxId, @buyer, @buyerTaxId, @contractDate, @notes)`,
  )
  const draft = db.prepare(
    `INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, procedure_id, intention, sent_at)
     VALUES (@draftId, 'transfer', 'sent', @form, '', @now, @now, @id, '{}', @now)`,
  )
  const document = db.prepare(
    `INSERT INTO document (id, draft_id, source, name, type, guessed) VALUES (?, ?, 'file', ?, 'other', 0)`,
  )
  const contact = db.prepare(
    `INSERT INTO contact (id, id_number, fields, updated_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const label = db.prepare('INSERT INTO desk_label (seq, label) VALUES (?, ?)')
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const one = procedureAt(index, now)
      const { id, status, vrm, vin, label: type, body, desk: written, labels, userEmail, files } = one
      // None has been ended for so long that it leaves the cache.
      const since = now - ((count - index) / count) * 80 * DAY_MS
      const isOpen = status !== 'DELIVERED_TO_CLIENT' && status !== 'CANCELLED'
      const seq = index + 1
      // What it is searched by first, so that each is indexed once.
      if (one.contact) contact.run(`contact ${index}`, one.contact.idNumber, JSON.stringify(one.contact), now)
      const draftId = `draft of ${id}`
      draft.run({ draftId, id, now, form: JSON.stringify({ fields: { userEmail }, accepted: [] }) })
      for (const name of files) document.run(`${draftId} ${name}`, draftId, name)
      for (const name of labels) label.run(seq, name)
      if (written) desk.run({ seq, now, ...written })
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
  // As the application leaves it once it has been open for some minutes.
  createCaseWords(db).renewAll()
  const mergeWords = createCaseWordsMerge(db)
  while (mergeWords());
  const { noteServiceDocumentsAfter } = createServiceDocumentQueries(db)
  for (let after: number | null = 0; after !== null;)
    after = noteServiceDocumentsAfter(after, NOTED_AT_ONCE, now)
  db.close()
}
