import type Database from 'better-sqlite3-multiple-ciphers'
import { clientDealerId, clientKey } from '#shared/domain/dealer-board.ts'
import { dealerId, partsOfDealerId } from '#shared/domain/dealer-id.ts'
import type { Mentions } from '../data-subjects/data-subjects.rules.ts'
import { clientDigest } from './ledger.store.ts'

interface PersonNames {
  names: readonly string[]
  isTheirs: (text: unknown) => boolean
}

/** Who is searched in the ledger: found procedures and entries, and the names of the person. */
interface PersonInLedger extends PersonNames {
  procedures: readonly string[]
  entries: readonly string[]
}

/** Whose an entry is. */
interface Belonging {
  procedureId: string | null
  clientId: string
  client: string
  /** Client of the procedure, as `case_record` has it. */
  caseClient: string
}
const NOBODY: Belonging = { procedureId: null, clientId: '', client: '', caseClient: '' }

function digestOf(client: string): string {
  const key = clientKey(client)
  return key === '' ? '' : clientDigest(dealerId({ kind: 'client', key }))
}

/**
 * Erasure of names and texts in the ledger. The amounts stay: the law wants the accounts for six years (Código de
 * Comercio, article 30). In the caller's transaction.
 */
export function createLedgerErasures(db: Database.Database) {
  const named = db.prepare<[], { id: string; procedureId: string | null; client: string; text: string }>(
    `SELECT id, procedure_id AS procedureId, client, text FROM ledger_entry WHERE client <> '' OR text <> ''`,
  )
  const ofProcedures = db
    .prepare<[string], string>(
      'SELECT id FROM ledger_entry WHERE procedure_id IN (SELECT value FROM json_each(?))',
    )
    .pluck()
  const ofClient = db.prepare<[string], string>('SELECT id FROM ledger_entry WHERE client_id = ?').pluck()
  const belongs = db.prepare<[string], Belonging>(
    `SELECT entry.procedure_id AS procedureId, entry.client_id AS clientId,
       coalesce(nullif(entry.client, ''), a.client, '') AS client, coalesce(k.client, '') AS caseClient
     FROM ledger_entry entry LEFT JOIN resource r ON r.kind = 'procedure' AND r.id = entry.procedure_id
       LEFT JOIN case_record k ON k.seq = r.seq LEFT JOIN case_annotations a ON a.seq = r.seq
     WHERE entry.id = ?`,
  )
  const clearText = db.prepare<[string]>(`UPDATE ledger_entry SET text = '' WHERE id = ?`)
  const setClient = db.prepare<[clientId: string, id: string]>(
    `UPDATE ledger_entry SET text = '', client = '', client_id = ? WHERE id = ?`,
  )
  const caseOf = db.prepare<[string], { client: string; vehicle: string }>(
    `SELECT k.client, coalesce(nullif(r.vrm, ''), r.vin, '') AS vehicle
     FROM resource r JOIN case_record k ON k.seq = r.seq WHERE r.kind = 'procedure' AND r.id = ?`,
  )
  const leave = db
    .prepare<{ procedureId: string; clientId: string; vehicle: string }, string>(
      `UPDATE ledger_entry SET text = '', client_id = @clientId, vehicle = @vehicle
       WHERE procedure_id = @procedureId RETURNING id`,
    )
    .pluck()
  const tariffs = db.prepare<[], { client: string; kind: string; lines: string }>(
    'SELECT client, kind, lines FROM tariff',
  )
  const removeTariff = db.prepare<[string, string]>('DELETE FROM tariff WHERE client = ? AND kind = ?')
  const setTariff = db.prepare<[string, string, string]>(
    'UPDATE tariff SET lines = ?, version = version + 1 WHERE client = ? AND kind = ?',
  )

  return {
    /**
     * Removes the texts of a procedure that the retention erases. Its entries still count for their client, by a digest.
     * @returns their ids
     */
    leaveProcedure(procedureId: string): string[] {
      const { client = '', vehicle = '' } = caseOf.get(procedureId) ?? {}
      return leave.all({ procedureId, clientId: digestOf(client), vehicle })
    },

    /** Entries of a person's procedures, those of the person as a client, and those that name the person. */
    listOfPerson({ procedures, entries, names, isTheirs }: PersonInLedger): string[] {
      const theirs = names
        .map(clientDealerId)
        .flatMap((id) => [...ofClient.all(id), ...ofClient.all(clientDigest(id))])
      const telling = named.all().filter(({ client, text }) => isTheirs(client) || isTheirs(text))
      return [
        ...new Set([
          ...entries,
          ...ofProcedures.all(JSON.stringify(procedures)),
          ...theirs,
          ...telling.map(({ id }) => id),
        ]),
      ]
    },

    /**
     * Empties the texts of entries, and the client if it is the person. Entries of the person's procedures still count
     * for another client, by a digest. Call it while the procedures still have their client.
     */
    clearEntries(ids: readonly string[], mentions: Mentions, { names, isTheirs }: PersonNames): void {
      const theirs = new Set(names.map(clientDealerId).flatMap((id) => [id, clientDigest(id)]))
      for (const id of ids) {
        const { procedureId, clientId, client, caseClient } = belongs.get(id) ?? NOBODY
        const owner = digestOf(caseClient) || clientId
        if (theirs.has(owner) || isTheirs(client) || mentions.matchesText(client)) setClient.run('', id)
        else if (procedureId !== null) setClient.run(owner, id)
        else clearText.run(id)
      }
    },

    /** Deletes the tariffs of a person, and removes the person from the others. */
    clearTariffs(mentions: Mentions, isTheirs: (text: unknown) => boolean): void {
      for (const { client, kind, lines } of tariffs.all()) {
        if (isTheirs(partsOfDealerId(client)?.name) || mentions.matchesText(client))
          removeTariff.run(client, kind)
        else if (mentions.mayMatch(lines) || isTheirs(lines)) {
          const kept = (JSON.parse(lines) as { text: string }[]).map((line) =>
            isTheirs(line.text) || mentions.matchesText(line.text) ? { ...line, text: '' } : line,
          )
          setTariff.run(JSON.stringify(kept), client, kind)
        }
      }
    },
  }
}
