import type Database from 'better-sqlite3-multiple-ciphers'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { documentOf, type StoredDocument } from './draft-rows.ts'

/** A document to be kept. Its file, if it has one, is on the disk already. */
export interface NewDocument {
  id: string
  draftId: string
  source: DraftDocument['source']
  name: string
  type: string
  guessed: boolean
  mime: string | null
  size: number | null
  sha256: string | null
  url: string | null
  key: Uint8Array | null
  remoteId: string | null
}

/** A document with what only the core needs. */
export interface DocumentInside {
  document: DraftDocument
  draftId: string
  key: Uint8Array | null
  remoteId: string | null
}

/** What the documents of drafts ask of the store. Runs inside the worker; every write is one transaction. */
export function createDocumentQueries(db: Database.Database) {
  const find = db.prepare<[string], StoredDocument>('SELECT * FROM document WHERE id = ?')
  const same = db.prepare<[string, string], StoredDocument>(
    'SELECT * FROM document WHERE draft_id = ? AND sha256 = ?',
  )
  const count = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM document WHERE draft_id = ?')
  const insert = db.prepare(
    `INSERT INTO document (id, draft_id, source, name, type, guessed, mime, size, sha256, url, key, remote_id)
     VALUES (@id, @draftId, @source, @name, @type, @guessed, @mime, @size, @sha256, @url, @key, @remoteId)`,
  )
  const retype = db.prepare<[string, string]>(
    'UPDATE document SET type = ?, guessed = 0, remote_id = NULL, error = NULL WHERE id = ?',
  )
  const remove = db.prepare<[string]>('DELETE FROM document WHERE id = ?')
  const inUse = db.prepare<[], { id: string }>('SELECT id FROM document WHERE key IS NOT NULL')
  const surplus = db.prepare<[string, string]>(
    `UPDATE draft SET intention = json_insert(intention, '$.surplus[#]', ?) WHERE id = ?`,
  )

  /** The service has no way to take one back: its draft is left behind when the rest is sent. */
  function leaveAtService({ remote_id, draft_id }: StoredDocument): void {
    if (remote_id !== null) surplus.run(remote_id, draft_id)
  }

  return {
    document(id: string): DocumentInside | null {
      const row = find.get(id)
      if (!row) return null
      return {
        document: documentOf(row, null),
        draftId: row.draft_id,
        key: row.key,
        remoteId: row.remote_id,
      }
    },

    /** @returns the one that was there, if it has the same content */
    addDocument: db.transaction((document: NewDocument, most: number): DraftDocument | 'added' | 'full' => {
      const known = document.sha256 === null ? undefined : same.get(document.draftId, document.sha256)
      if (known && known.key !== null && known.error === null) return documentOf(known, null)
      if ((count.get(document.draftId)?.n ?? 0) >= most) return 'full'
      insert.run({ ...document, guessed: document.guessed ? 1 : 0 })
      return 'added'
    }),
    documentCount: (draftId: string): number => count.get(draftId)?.n ?? 0,

    retypeDocument: db.transaction((id: string, type: string): void => {
      const row = find.get(id)
      if (!row || row.type === type) return
      leaveAtService(row)
      retype.run(type, id)
    }),
    removeDocument: db.transaction((id: string): void => {
      const row = find.get(id)
      if (!row) return
      leaveAtService(row)
      remove.run(id)
    }),

    /** The documents whose files are still needed: any other file is what a crash or a wipe left. */
    documentFiles: (): string[] => inUse.all().map(({ id }) => id),
  }
}
