import type Database from 'better-sqlite3-multiple-ciphers'
import type { DraftDocument, DraftState } from '#shared/bridge/procedures.ts'
import { DRAFT_STATE } from '../drafts/handover-drafts.store.ts'
import { isChangeable } from '../procedures/draft.rules.ts'
import { documentOf, type StoredDocument } from '../procedures/draft-rows.store.ts'

/** A document to be stored. Its file, if it has one, is on the disk already. */
export interface NewDocument {
  id: string
  draftId: string
  source: DraftDocument['source']
  name: string
  type: string
  guessed: boolean
  reason: string | null
  reading: string | null
  /** Empty: unknown. */
  party: string
  mime: string | null
  size: number | null
  sha256: string | null
  url: string | null
  key: Uint8Array | null
  remoteId: string | null
}

/** A document with the fields internal to the core. */
export interface DocumentInside {
  document: DraftDocument
  draftId: string
  key: Uint8Array | null
  remoteId: string | null
}

/** Documents that leave a draft, and documents that come back. `order`: order of all documents afterwards. */
export interface DocumentSwap {
  draftId: string
  out: readonly string[]
  back: readonly string[]
  order: readonly string[]
}

interface Swapped {
  out: readonly StoredDocument[]
  back: readonly StoredDocument[]
}

/** Number of removed documents that can be brought back. */
const MAX_GONE = 100

/** `busy`: the draft no longer accepts changes. */
export type DocumentChange = 'done' | 'busy' | 'unknown'

/** Queries of draft documents. Runs in the worker; every write is one transaction. */
export function createDocumentQueries(db: Database.Database) {
  const find = db.prepare<[string], StoredDocument>('SELECT * FROM document WHERE id = ?')
  const same = db.prepare<[string, string], StoredDocument>(
    'SELECT * FROM document WHERE draft_id = ? AND sha256 = ?',
  )
  const count = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM document WHERE draft_id = ?')
  const insert = db.prepare(
    `INSERT INTO document (id, draft_id, source, name, type, guessed, reason, reading, party, mime, size, sha256, url,
       key, remote_id)
     VALUES (@id, @draftId, @source, @name, @type, @guessed, @reason, @reading, @party, @mime, @size, @sha256, @url,
       @key, @remoteId)`,
  )
  const touch = db.prepare<[number, string]>(
    `UPDATE draft SET version = version + 1, state = 'editing', error = NULL, problem = NULL, updated_at = ?
     WHERE id = ? AND state IN ('editing', 'ready', 'stopped')`,
  )
  const stateOf = db.prepare<[string], { state: DraftState }>(
    `SELECT ${DRAFT_STATE} AS state FROM draft WHERE id = ?`,
  )
  const confirmType = db.prepare<[string]>('UPDATE document SET guessed = 0 WHERE id = ?')
  const retype = db.prepare<[string, string]>(
    'UPDATE document SET type = ?, guessed = 0, remote_id = NULL, error = NULL WHERE id = ?',
  )
  const setParty = db.prepare<[string, string]>('UPDATE document SET party = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM document WHERE id = ?')
  const bringBack = db.prepare(
    `INSERT INTO document (id, draft_id, source, name, type, guessed, reason, reading, party, mime, size, sha256, url,
       key, error)
     VALUES (@id, @draft_id, @source, @name, @type, @guessed, @reason, @reading, @party, @mime, @size, @sha256, @url,
       @key, @error)`,
  )
  const placesOf = db.prepare<[string], { id: string; seq: number }>(
    'SELECT id, seq FROM document WHERE draft_id = ? ORDER BY seq',
  )
  const setPlace = db.prepare<[number, string]>('UPDATE document SET seq = ? WHERE id = ?')
  const inUse = db.prepare<[], { id: string }>('SELECT id FROM document WHERE key IS NOT NULL')
  const surplus = db.prepare<[string, string]>(
    `UPDATE draft SET submission = json_insert(submission, '$.surplus[#]', ?) WHERE id = ?`,
  )

  /**
   * Records a document that the service cannot delete. When the rest is sent, the draft at the service is abandoned.
   */
  function recordAbandoned({ remote_id, draft_id }: StoredDocument): void {
    if (remote_id !== null) surplus.run(remote_id, draft_id)
  }

  /** Rows of documents that were removed in this run, the oldest first, so that a removal can be undone. */
  const gone = new Map<string, StoredDocument>()

  /** Reorders the documents of a draft, among the `seq` numbers that they have. */
  function setOrder(draftId: string, order: readonly string[]): void {
    const now = placesOf.all(draftId)
    const wanted = [...order.filter((id) => now.some((one) => one.id === id)), ...now.map(({ id }) => id)]
    const ids = [...new Set(wanted)]
    // `seq` is unique, also between two updates. So all of them become negative first.
    for (const { id, seq } of now) setPlace.run(-seq, id)
    ids.forEach((id, at) => setPlace.run(now[at]?.seq ?? 0, id))
  }

  const swap = db.transaction((draftId: string, swapped: Swapped, order: readonly string[], now: number) => {
    for (const row of swapped.out) {
      recordAbandoned(row)
      remove.run(row.id)
    }
    for (const row of swapped.back) bringBack.run(row)
    if (order.length > 0) setOrder(draftId, order)
    touch.run(now, draftId)
  })

  const mayChange = (draftId: string): boolean => {
    const draft = stateOf.get(draftId)
    return draft !== undefined && isChangeable(draft)
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

    /**
     * Adds a document. Every change makes a new version of the draft, which returns to editing.
     * @returns the existing document with the same content, if any; `busy`: the draft no longer accepts changes
     */
    addDocument: db.transaction(
      (
        document: NewDocument,
        maxDocuments: number,
        now: number,
      ): DraftDocument | 'added' | 'full' | 'busy' => {
        if (!mayChange(document.draftId)) return 'busy'
        const known = document.sha256 === null ? undefined : same.get(document.draftId, document.sha256)
        if (known && known.key !== null && known.error === null) return documentOf(known, null)
        if ((count.get(document.draftId)?.n ?? 0) >= maxDocuments) return 'full'
        insert.run({ ...document, guessed: document.guessed ? 1 : 0 })
        touch.run(now, document.draftId)
        return 'added'
      },
    ),
    documentCount: (draftId: string): number => count.get(draftId)?.n ?? 0,

    /** Changes the type of a document. Confirming a guessed type changes nothing that is sent. */
    retypeDocument: db.transaction((id: string, type: string, now: number): DocumentChange => {
      const row = find.get(id)
      if (!row) return 'unknown'
      if (!mayChange(row.draft_id)) return 'busy'
      if (row.type === type) {
        confirmType.run(id)
        return 'done'
      }
      recordAbandoned(row)
      retype.run(type, id)
      touch.run(now, row.draft_id)
      return 'done'
    }),

    /** Changes the party of a document. Nothing that is sent changes, so the version of the draft stays. */
    setDocumentParty(id: string, party: string): DocumentChange {
      const row = find.get(id)
      if (!row) return 'unknown'
      if (!mayChange(row.draft_id)) return 'busy'
      setParty.run(party, id)
      return 'done'
    },

    /**
     * Removes documents from a draft, and brings removed ones back. A document that another window has already
     * removed is ignored.
     * @returns files that are not needed any more
     */
    swapDocuments(
      { draftId, out, back, order }: DocumentSwap,
      maxDocuments: number,
      now: number,
    ): { files: string[] } | 'busy' | 'full' | 'unknown' {
      if (!stateOf.get(draftId)) return 'unknown'
      if (!mayChange(draftId)) return 'busy'
      const isOwn = (row: StoredDocument | undefined): row is StoredDocument => row?.draft_id === draftId
      const leaving = out.map((id) => find.get(id)).filter(isOwn)
      const returning = back.map((id) => gone.get(id)).filter(isOwn)
      const isNothing = leaving.length + returning.length === 0
      if (isNothing || (back.length > 0 && returning.length === 0)) return 'unknown'
      if (leaving.some(({ source }) => source === 'service')) return 'unknown'
      const left = (count.get(draftId)?.n ?? 0) - leaving.length + returning.length
      if (left > maxDocuments && returning.length > 0) return 'full'
      swap(draftId, { out: leaving, back: returning }, order, now)
      for (const { id } of returning) gone.delete(id)
      for (const row of leaving) gone.set(row.id, row)
      const files = [...gone.keys()].slice(0, Math.max(0, gone.size - MAX_GONE))
      for (const id of files) gone.delete(id)
      return { files }
    },

    /** Documents whose files are needed. Any other file is left over from a crash or a wipe. */
    documentFiles: (): string[] => [...inUse.all().map(({ id }) => id), ...gone.keys()],
  }
}
