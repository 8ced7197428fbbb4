import type Database from 'better-sqlite3-multiple-ciphers'
import { type ClientMerge, groupClients } from '#shared/domain/clients.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { partsOfDealerId } from '#shared/domain/dealer-id.ts'
import type { SharedErasures } from '../sharing/sharing.store.ts'
import type { ClientDirectory } from './client-directory.store.ts'
import { paperPartKey } from './papers.store.ts'

/** Records of clients and papers, by their ids. */
export interface ClientIds {
  clients: readonly string[]
  papers: readonly string[]
}

interface RecordRow {
  name: string
  taxId: string
  email: string
  phone: string
}

const nameOfId = (id: string): string => partsOfDealerId(id)?.name ?? ''

/** Erasure of records of clients and their papers. In the caller's transaction. */
export function createClientErasures(db: Database.Database) {
  const records = db.prepare<[], RecordRow & { id: string }>(
    'SELECT id, name, tax_id AS taxId, email, phone FROM client',
  )
  const merges = db.prepare<[], ClientMerge>(
    'SELECT from_id AS "from", into_id AS "into" FROM client_merge WHERE merged = 1',
  )
  const papers = db.prepare<[], { id: string; client: string; name: string }>(
    'SELECT id, client, name FROM client_document',
  )
  const removeRecord = db.prepare<[string]>('DELETE FROM client WHERE id = ?')
  const removeMerges = db
    .prepare<{ id: string }, string>(
      'DELETE FROM client_merge WHERE from_id = @id OR into_id = @id RETURNING json_array(from_id, into_id)',
    )
    .pluck()
  const removePaper = db.prepare<[string]>('DELETE FROM client_document WHERE id = ?')
  const removeParts = db
    .prepare<[string], number>('DELETE FROM client_document_part WHERE document_id = ? RETURNING position')
    .pluck()

  /** Found clients, and the ids that merges make one with them. */
  function listMembers(found: readonly string[]): string[] {
    const groups = groupClients(merges.all())
    return [...new Set(found.flatMap((id) => groups.get(id) ?? [id]))]
  }

  return {
    /** Names and contact data of found clients, with the names of the fields that `collectIdentity` reads. */
    listIdentities(found: readonly string[], taxId: string): object[] {
      const ids = new Set(listMembers(found))
      const rows = records.all().filter(({ id }) => ids.has(id))
      return [
        ...rows.map(({ name, email, phone }) => ({ idNumber: taxId, fullname: name, email, phone })),
        ...[...ids].map((id) => ({ idNumber: taxId, fullname: nameOfId(id) })),
      ]
    },

    /** Clients and papers of a person: those found by the identifier, and those that have the person's name. */
    listOfPerson(found: ClientIds, isTheirs: (text: unknown) => boolean): ClientIds {
      const all = [
        ...records.all().map(({ id, name }) => ({ id, names: [name, nameOfId(id)] })),
        ...merges
          .all()
          .flatMap(({ from, into }) => [from, into])
          .map((id) => ({ id, names: [nameOfId(id)] })),
        ...papers.all().map(({ client }) => ({ id: client, names: [nameOfId(client)] })),
      ]
      const named = all.flatMap(({ id, names }) => (names.some(isTheirs) ? id : []))
      const clients = [...new Set([...listMembers(found.clients), ...named])]
      const theirs = papers
        .all()
        .flatMap(({ id, client, name }) => (clients.includes(client) || isTheirs(name) ? id : []))
      return { clients, papers: [...new Set([...found.papers, ...theirs])] }
    },

    /** @returns keys of the shared records of merges and parts that are gone */
    eraseClients({ clients, papers: gone }: ClientIds): { merges: string[]; parts: string[] } {
      const parts = gone.flatMap((id) => {
        removePaper.run(id)
        return removeParts.all(id).map((position) => paperPartKey(id, position))
      })
      const pairs = clients.flatMap((id) => {
        removeRecord.run(id)
        return removeMerges.all({ id })
      })
      return { merges: pairs, parts }
    },
  }
}

/** Retention of clients: a client without procedures, drafts and entries of its own has no record and no papers. */
export function createClientRetention(
  db: Database.Database,
  directory: ClientDirectory,
  eraseShared: SharedErasures['eraseShared'],
) {
  const erasures = createClientErasures(db)
  const hasEntry = db.prepare<[string]>(
    'SELECT 1 FROM ledger_entry WHERE client_id = ? AND procedure_id IS NULL LIMIT 1',
  )
  const drafts = db
    .prepare<[], string>(
      `SELECT client FROM draft WHERE state NOT IN ('sent', 'discarded') AND trim(client) <> ''`,
    )
    .pluck()
  const papersOf = db.prepare<[string], string>('SELECT id FROM client_document WHERE client = ?').pluck()

  return {
    clientOfCase: directory.clientOfCase,

    /** Erases the clients among these that have nothing left. Call it after their procedures are erased. */
    eraseLeft(ids: ReadonlySet<string>, now: number): void {
      if (ids.size === 0) return
      const drafted = new Set(drafts.all().map((name) => directory.resolve(clientDealerId(name))))
      for (const id of ids) {
        const members = directory.members(id)
        const isUsed =
          drafted.has(id) ||
          directory.listCases(id).length > 0 ||
          members.some((one) => hasEntry.get(one) !== undefined)
        if (isUsed) continue
        const papers = members.flatMap((one) => papersOf.all(one))
        const gone = erasures.eraseClients({ clients: members, papers })
        eraseShared('client', members, now)
        eraseShared('client-merge', gone.merges, now)
        eraseShared('client-document', papers, now)
        eraseShared('client-document-part', gone.parts, now)
      }
    },
  }
}
