import type Database from 'better-sqlite3-multiple-ciphers'
import { clientDealerId, clientKey } from '#shared/domain/dealer-board.ts'
import { dealerId, partsOfDealerId } from '#shared/domain/dealer-id.ts'
import type { Mentions } from '../data-subjects/data-subjects.rules.ts'
import { clientDigest } from './ledger.store.ts'

/** Who is searched in the ledger: found procedures and entries, and the names of the person. */
interface PersonInLedger {
  procedures: readonly string[]
  entries: readonly string[]
  names: readonly string[]
  isTheirs: (text: unknown) => boolean
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
  const clear = db.prepare<[string]>(
    `UPDATE ledger_entry SET text = '', client = '', client_id = '' WHERE id = ?`,
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
      const key = clientKey(client)
      const clientId = key === '' ? '' : clientDigest(dealerId({ kind: 'client', key }))
      return leave.all({ procedureId, clientId, vehicle })
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

    clearEntries(ids: readonly string[]): void {
      for (const id of ids) clear.run(id)
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
