import type Database from 'better-sqlite3-multiple-ciphers'
import { type ClientMerge, groupClients } from '#shared/domain/clients.ts'
import { clientKey, dealerKeyOf, MAX_CLIENT_KEY } from '#shared/domain/dealer-board.ts'
import { dealerId } from '#shared/domain/dealer-id.ts'
import { itemFinder } from '#shared/domain/search-text.ts'

/** Which clients there are, what they are called, and which of them are one. */
export type ClientDirectory = ReturnType<typeof createClientDirectory>

/** Beginning of the ids of clients, as opposed to those of labels. */
const CLIENT = dealerId({ kind: 'client', key: '' })

/**
 * Directory of the clients of an account, for every query that reads by client. Runs in the worker. The ids of clients
 * stay in procedures, entries and tariffs when two clients are merged: the directory tells which ids are one client.
 */
export function createClientDirectory(db: Database.Database) {
  const merges = db.prepare<[], ClientMerge>(
    'SELECT from_id AS "from", into_id AS "into" FROM client_merge WHERE merged = 1',
  )
  const recordName = db.prepare<[string], string>('SELECT name FROM client WHERE id = ?').pluck()
  const recordWords = db
    .prepare<[string], [name: string, taxId: string]>('SELECT name, tax_id FROM client WHERE id = ?')
    .raw()
  const nameOfCase = db
    .prepare<[string, string], string>(
      `SELECT a.client FROM case_record k JOIN case_annotations a ON a.seq = k.seq
       WHERE k.client >= ? AND k.client < ? AND k.blocked = 0 ORDER BY k.seq DESC LIMIT 1`,
    )
    .pluck()
  const hasCase = db.prepare<[string, string], number>(
    'SELECT 1 FROM case_record WHERE client >= ? AND client < ? LIMIT 1',
  )
  const nameOfEntry = db
    .prepare<[string], string>(
      `SELECT client FROM ledger_entry WHERE client_id = ? AND client <> '' ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  const clientOf = db
    .prepare<[string], string>(
      `SELECT k.client FROM resource r JOIN case_record k ON k.seq = r.seq WHERE r.kind = 'procedure' AND r.id = ?`,
    )
    .pluck()
  const exactly = db.prepare<[string], number>('SELECT seq FROM case_record WHERE client = ?').pluck()
  const begunWith = db
    .prepare<[string, string], number>('SELECT seq FROM case_record WHERE client >= ? AND client < ?')
    .pluck()
  const labelled = db.prepare<[string], number>('SELECT seq FROM case_label WHERE label = ?').pluck()
  const recorded = db
    .prepare<[], [id: string, name: string, taxId: string]>('SELECT id, name, tax_id FROM client')
    .raw()
  const ofCases = db
    .prepare<[], string>(`SELECT DISTINCT client FROM case_record WHERE client <> '' AND blocked = 0`)
    .pluck()
  let groups: ReadonlyMap<string, readonly string[]> | null = null
  let version = 0

  // Temporary triggers belong to this connection, as in case-records.store.ts.
  db.function('client_merge_touched', () => {
    groups = null
    version++
    return null
  })
  for (const event of ['INSERT', 'UPDATE', 'DELETE'])
    db.exec(`CREATE TEMP TRIGGER client_merge_${event.toLowerCase()} AFTER ${event} ON main.client_merge BEGIN
      SELECT client_merge_touched();
    END;`)

  const readGroups = () => (groups ??= groupClients(merges.all()))
  /** Ids of one client, the one that is shown first. The id of a label is its only one. */
  const members = (id: string): readonly string[] => readGroups().get(id) ?? [id]
  /** Id under which a client is shown. */
  const resolve = (id: string): string => members(id)[0] ?? id

  /** Stored keys that have a key of a client as their beginning. A long key is cut. */
  const until = (key: string) => (Array.from(key).length < MAX_CLIENT_KEY ? `${key}\0` : `${key}\u{10FFFF}`)

  /** Id of a stored name. A short one is stored as its key. Empty without a name. */
  function idOfStored(stored: string): string {
    const key = stored.length <= MAX_CLIENT_KEY ? stored : clientKey(stored)
    return key === '' ? '' : dealerId({ kind: 'client', key })
  }

  function listSeqsOf(id: string): number[] {
    const dealer = dealerKeyOf(id)
    if (!dealer) return []
    const { kind, key } = dealer
    if (kind === 'label') return labelled.all(key)
    const isShort = Array.from(key).length < MAX_CLIENT_KEY
    return isShort ? exactly.all(key) : begunWith.all(key, until(key))
  }

  function readWrittenName(id: string): string {
    const key = dealerKeyOf(id)?.key ?? ''
    return recordName.get(id) || nameOfCase.get(key, until(key))?.trim() || nameOfEntry.get(id) || ''
  }

  /** Name of a client: that of its record, or else as it was written last. Empty if only blocked procedures have it. */
  function readName(id: string): string {
    const ids = members(id)
    for (const one of ids) {
      const written = readWrittenName(one)
      if (written !== '') return written
    }
    const keys = ids.map((one) => dealerKeyOf(one)?.key ?? '')
    return keys.some((key) => hasCase.get(key, until(key)) !== undefined) ? '' : (keys[0] ?? '')
  }

  return {
    /** Increases whenever clients are merged or taken apart. */
    get version() {
      return version
    },
    members,
    resolve,
    /** Client or label of an id, in the form that is stored; `null` for any other text. */
    parseId(id: string): string | null {
      const dealer = dealerKeyOf(id)
      return dealer && resolve(dealerId(dealer))
    },
    isClient: (id: string): boolean => id.startsWith(CLIENT),

    readName,
    /** Name that the latest procedure of a client does not decide: of its record, or of a merge. Otherwise empty. */
    readGivenName: (id: string): string => recordName.get(id) || (members(id).length > 1 ? readName(id) : ''),

    /** Name that one id alone has, whatever it is merged with. */
    readOwnName: (id: string): string => readWrittenName(id) || (dealerKeyOf(id)?.key ?? ''),
    /** True if anything is stored under an id: a record, a procedure or an entry. */
    isKnown: (id: string): boolean => {
      const key = dealerKeyOf(id)?.key ?? ''
      return readGroups().has(id) || readWrittenName(id) !== '' || hasCase.get(key, until(key)) !== undefined
    },

    /** Texts that find a client: every name that it has, and its tax ids. */
    listWords: (id: string): string[] =>
      members(id).flatMap((one) => [
        readWrittenName(one) || (dealerKeyOf(one)?.key ?? ''),
        ...(recordWords.get(one) ?? []),
      ]),

    /** First clients that a text finds, by a name or a tax id. */
    findClients(text: string, limit: number): { id: string; name: string }[] {
      const isFound = itemFinder(text)
      const texts = new Map<string, string[]>()
      const add = (id: string, words: readonly string[]) => {
        const shown = resolve(id)
        texts.set(shown, [...(texts.get(shown) ?? []), ...words])
      }
      for (const stored of ofCases.all()) if (stored !== '') add(idOfStored(stored), [stored])
      for (const [id, name, taxId] of recorded.all()) add(id, [name, taxId])
      const found: string[] = []
      for (const [id, words] of texts) {
        if (found.length === limit) break
        if (isFound({ texts: words })) found.push(id)
      }
      return found.map((id) => ({ id, name: readName(id) }))
    },

    /** Rows of the procedures of a client or label. */
    listCases: (id: string): number[] => [...new Set(members(id).flatMap(listSeqsOf))],

    /** Client of a procedure; `null` without one. */
    clientOfCase(procedureId: string): string | null {
      const id = idOfStored(clientOf.get(procedureId) ?? '')
      return id === '' ? null : resolve(id)
    },

    /** Clients with a record or a visible procedure. */
    listClients: (): Set<string> =>
      new Set([...recorded.all().map(([id]) => id), ...ofCases.all().map(idOfStored)].map(resolve)),
  }
}
