import type Database from 'better-sqlite3-multiple-ciphers'
import type { Client } from '#shared/bridge/clients.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { SharedErasures } from '../sharing/sharing.store.ts'
import type { ClientDirectory } from './client-directory.store.ts'
import { createPaperQueries } from './papers.store.ts'

const RECORD_TEXTS = ['name', 'taxId', 'email', 'phone', 'notes'] as const
/** Texts of the record of a client. */
export type ClientTexts = Record<(typeof RECORD_TEXTS)[number], string>

type ClientRow = ClientTexts & { version: number }

/**
 * Queries of clients. Runs in the worker; every write is one transaction with its row of the audit record. A client is
 * shown with the data of all ids that merges make one: each text is that of the first id that has it.
 */
export function createClientQueries(
  db: Database.Database,
  audit: AuditWriter,
  directory: ClientDirectory,
  eraseShared: SharedErasures['eraseShared'],
) {
  const find = db.prepare<[string], ClientRow>(
    'SELECT name, tax_id AS taxId, email, phone, notes, version FROM client WHERE id = ?',
  )
  const save = db.prepare(
    `INSERT INTO client (id, name, tax_id, email, phone, notes, version, updated_at)
     VALUES (@id, @name, @taxId, @email, @phone, @notes, 1, @now)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, tax_id = excluded.tax_id, email = excluded.email,
       phone = excluded.phone, notes = excluded.notes, version = version + 1, updated_at = excluded.updated_at`,
  )
  const ofTaxId = db.prepare<[string], string>('SELECT id FROM client WHERE tax_id = ? ORDER BY id').pluck()
  const tariffsOf = db.prepare<[string], DraftKind>('SELECT kind FROM tariff WHERE client = ?').pluck()
  const setMerge = db.prepare<{ from: string; into: string; merged: number; now: number }>(
    `INSERT INTO client_merge (from_id, into_id, merged, at) VALUES (@from, @into, @merged, @now)
     ON CONFLICT (from_id, into_id) DO UPDATE SET merged = excluded.merged, at = excluded.at`,
  )
  const mergesOf = db.prepare<{ id: string }, { from: string; into: string }>(
    `SELECT from_id AS "from", into_id AS "into" FROM client_merge
     WHERE merged = 1 AND (from_id = @id OR into_id = @id)`,
  )
  const papers = createPaperQueries(db, audit, directory, eraseShared)

  const readRecord = (id: string): ClientRow => {
    const rows = directory.members(id).flatMap((one) => find.get(one) ?? [])
    const texts = RECORD_TEXTS.map((text) => [
      text,
      rows.map((row) => row[text]).find((value) => value !== '') ?? '',
    ])
    const version = rows.reduce((sum, row) => sum + row.version, 0)
    return { ...(Object.fromEntries(texts) as ClientTexts), version }
  }
  const toNamed = (id: string) => ({ id, name: directory.readName(id) })

  /** @returns `null` for an id that is no client's */
  function readClient(asked: string): Client | null {
    const id = directory.parseId(asked)
    if (id === null || !directory.isClient(id)) return null
    const members = directory.members(id)
    const { version, ...texts } = readRecord(id)
    const alike = texts.taxId === '' ? [] : ofTaxId.all(texts.taxId).map(directory.resolve)
    return {
      ...texts,
      id,
      version,
      name: directory.readName(id),
      papers: papers.listPapers(id),
      merged: members.slice(1).map((one) => ({ id: one, name: directory.readOwnName(one) })),
      alike: [...new Set(alike)].filter((one) => one !== id).map(toNamed),
      tariffs: [...new Set(members.flatMap((one) => tariffsOf.all(one)))],
    }
  }

  /** Writes the texts of a client. A text that was emptied is emptied in the merged clients too. */
  function writeRecord(id: string, texts: ClientTexts, now: number): void {
    for (const one of directory.members(id).slice(1)) {
      const row = find.get(one)
      if (!row) continue
      const emptied = RECORD_TEXTS.filter((text) => texts[text] === '' && row[text] !== '')
      if (emptied.length > 0)
        save.run({ ...row, ...Object.fromEntries(emptied.map((text) => [text, ''])), id: one, now })
    }
    save.run({ ...texts, id, now })
  }

  const setMerged = (from: string, into: string, merged: boolean, now: number) =>
    setMerge.run({ from, into, merged: merged ? 1 : 0, now })

  const auditClient = (what: 'client.change' | 'client.merge' | 'client.separate', id: string) =>
    // The id of a client is its name, which the record never has.
    audit.write({ what, kind: '', identifier: readRecord(id).taxId, result: 'ok' })

  return {
    ...papers.methods,
    client: readClient,
    clientsFound: directory.findClients,

    /** @returns `unknown` for an id that is no client's, `changed` if `version` is not the newest, `taken` if another client has the name */
    saveClient: db.transaction(
      (
        asked: string,
        version: number,
        texts: ClientTexts,
        now: number,
      ): Client | 'unknown' | 'changed' | 'taken' => {
        const id = directory.parseId(asked)
        if (id === null || !directory.isClient(id)) return 'unknown'
        if (readRecord(id).version !== version) return 'changed'
        const named = clientDealerId(texts.name)
        if (named === clientDealerId('')) return 'unknown'
        const isNew = !directory.members(id).includes(named)
        if (isNew && directory.isKnown(named)) return 'taken'
        writeRecord(id, { ...texts, taxId: cleanTaxId(texts.taxId) }, now)
        // Procedures with the new name belong to this client, as those with the former name do.
        if (isNew) setMerged(named, id, true, now)
        auditClient('client.change', id)
        return readClient(id) ?? 'unknown'
      },
    ),

    /** @returns the client that both are now; `null` for ids that are no clients' */
    mergeClients: db.transaction((from: string, into: string, now: number): Client | null => {
      const [one, other] = [directory.parseId(from), directory.parseId(into)]
      if (one === null || other === null || ![one, other].every(directory.isClient)) return null
      if (one !== other) {
        auditClient('client.merge', one)
        // The reverse merge may be left from an earlier one that was taken back on another PC.
        setMerged(other, one, false, now)
        setMerged(one, other, true, now)
      }
      return readClient(other)
    }),

    /** @returns the client without it; `null` for a client that is not merged into another */
    separateClient: db.transaction((id: string, now: number): Client | null => {
      const shown = directory.resolve(id)
      if (shown === id) return null
      for (const { from, into } of mergesOf.all({ id })) {
        setMerged(from, into, false, now)
        const other = from === id ? into : from
        // What was merged by way of this client stays with the others.
        if (other !== shown) setMerged(other, shown, true, now)
      }
      auditClient('client.separate', id)
      return readClient(shown)
    }),
  }
}
