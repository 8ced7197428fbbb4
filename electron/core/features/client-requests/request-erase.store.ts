import type Database from 'better-sqlite3-multiple-ciphers'

/** Files of a person, and requests that name the person. */
interface PersonInRequests {
  procedures: readonly string[]
  drafts: readonly string[]
  signatures: readonly string[]
  requests: readonly string[]
  isTheirs: (text: unknown) => boolean
}

/** Erasure of requests to clients. In the caller's transaction. */
export function createRequestErasures(db: Database.Database) {
  const ofFiles = db
    .prepare<{ procedures: string; drafts: string; signatures: string }, string>(
      `SELECT id FROM client_request WHERE procedure_id IN (SELECT value FROM json_each(@procedures))
       UNION SELECT id FROM client_request WHERE draft_id IN (SELECT value FROM json_each(@drafts))
       UNION SELECT id FROM client_request WHERE signature_id IN (SELECT value FROM json_each(@signatures))`,
    )
    .pluck()
  const texts = db.prepare<[], { id: string; text: string }>('SELECT id, text FROM client_request')
  const remove = db.prepare<[string]>('DELETE FROM client_request WHERE id = ?')
  const ofProcedure = db
    .prepare<[string], string>('SELECT id FROM client_request WHERE procedure_id = ?')
    .pluck()
  const ofSignature = db
    .prepare<[string], string>('SELECT id FROM client_request WHERE signature_id = ?')
    .pluck()

  return {
    /** Requests of the person's files, and those that name the person. */
    listOfPerson({ procedures, drafts, signatures, requests, isTheirs }: PersonInRequests): string[] {
      const filed = ofFiles.all({
        procedures: JSON.stringify(procedures),
        drafts: JSON.stringify(drafts),
        signatures: JSON.stringify(signatures),
      })
      const named = texts.all().flatMap(({ id, text }) => (isTheirs(text) ? [id] : []))
      return [...new Set([...requests, ...filed, ...named])]
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) remove.run(id)
    },
    /** Requests that a trigger deletes with their resource. */
    listOfResource: (kind: 'procedure' | 'signature', id: string): string[] =>
      (kind === 'procedure' ? ofProcedure : ofSignature).all(id),
  }
}
