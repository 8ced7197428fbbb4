import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3-multiple-ciphers'
import type { LedgerEntry, LedgerOwner, TariffLine } from '#shared/bridge/ledger.ts'
import { isoDay, addMonths } from '#shared/domain/calendar.ts'
import { partsOfDealerId } from '#shared/domain/dealer-id.ts'
import {
  type Amounts,
  type Balance,
  computeBalance,
  correctionDepth,
  counterEntryId,
  originalEntryId,
  reportEntryId,
} from '#shared/domain/ledger.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { type DraftKind, kindOfType } from '#shared/domain/procedures/kinds.ts'
import { itemFinder } from '#shared/domain/search-text.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { ClientDirectory } from '../clients/client-directory.store.ts'
import type { StoredTariff } from './tariff.store.ts'

/** Entry with what a group and an exported row need of its procedure. */
export interface StoredEntry extends LedgerEntry {
  /** Type of the procedure at the service. Empty without a procedure. */
  type: string
}

interface EntryRow extends Omit<StoredEntry, 'isCorrected' | 'alike' | 'isAutomatic'> {
  isCorrected: number
  device: string
  kept: number
  clientId: string
}

/** Whose ledger, as stored. */
export interface StoredOwner {
  client: string
  clientId: string | null
  vehicle: string
  entries: StoredEntry[]
}

/** An entry to write. `client` is the id of a client. */
export interface NewEntry extends Amounts, Pick<LedgerEntry, 'id' | 'concept' | 'text' | 'vatRate' | 'day'> {
  owner: LedgerOwner
}

export interface ClientSums {
  id: string
  client: string
  balance: number
  owesSince: string | null
  month: Balance
}

/**
 * Digest of a client's id. The entries of a procedure that lost its client by an erasure have it instead of the name,
 * and still count for that client. It is the same on every PC.
 */
export const clientDigest = (clientId: string): string =>
  `digest:${createHash('sha256').update(clientId, 'utf8').digest('hex')}`

const COLUMNS = `entry.id, entry.procedure_id AS procedureId, entry.kind, entry.concept, entry.text, entry.cents,
  entry.vat_rate AS vatRate, entry.vat_cents AS vatCents, entry.day, entry.at, entry.person, entry.corrects,
  entry.device, entry.kept, entry.client_id AS clientId, coalesce(k.type, '') AS type,
  coalesce(nullif(r.vrm, ''), r.vin, entry.vehicle) AS vehicle,
  CASE WHEN entry.procedure_id IS NULL THEN entry.client WHEN k.blocked = 0 THEN coalesce(a.client, '') ELSE '' END
    AS client,
  EXISTS (SELECT 1 FROM ledger_entry counter WHERE counter.id = entry.id || '~') AS isCorrected`
const FROM = `FROM ledger_entry entry
  LEFT JOIN resource r ON r.kind = 'procedure' AND r.id = entry.procedure_id
  LEFT JOIN case_record k ON k.seq = r.seq LEFT JOIN case_annotations a ON a.seq = r.seq`

/**
 * Queries of the ledger. Runs in the worker. An entry and its row of the audit record are one transaction. An entry
 * of a procedure belongs to the client that the annotations of the procedure have now.
 */
export function createLedgerQueries(
  db: Database.Database,
  audit: AuditWriter,
  directory: ClientDirectory,
  readTariff: (client: string | null, kind: DraftKind) => StoredTariff,
) {
  const one = db.prepare<[string], EntryRow>(`SELECT ${COLUMNS} ${FROM} WHERE entry.id = ?`)
  const ofProcedures = db.prepare<[string], EntryRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE entry.procedure_id IN (SELECT value FROM json_each(?))`,
  )
  const ofCases = db.prepare<[string], EntryRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE entry.procedure_id IN
       (SELECT p.id FROM json_each(?) j JOIN resource p ON p.seq = j.value)`,
  )
  const ofClient = db.prepare<[string], EntryRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE entry.client_id IN (SELECT value FROM json_each(?))
       AND (entry.procedure_id IS NULL OR coalesce(k.client, '') = '')`,
  )
  const ofMonth = db.prepare<[string, string], EntryRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE entry.day >= ? AND entry.day < ?`,
  )
  const procedure = db.prepare<[string], { client: string; vehicle: string; type: string; blocked: number }>(
    `SELECT CASE k.blocked WHEN 0 THEN coalesce(a.client, '') ELSE '' END AS client, k.type, k.blocked,
       coalesce(nullif(r.vrm, ''), r.vin, '') AS vehicle
     FROM resource r JOIN case_record k ON k.seq = r.seq LEFT JOIN case_annotations a ON a.seq = r.seq
     WHERE r.kind = 'procedure' AND r.id = ?`,
  )
  const hasEntry = db
    .prepare<[string], number>('SELECT 1 FROM ledger_entry WHERE procedure_id = ? LIMIT 1')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO ledger_entry (id, procedure_id, client_id, client, kind, concept, cents, vat_rate, vat_cents, text, day,
       at, person, device, corrects)
     VALUES (@id, @procedureId, @clientId, @client, @kind, @concept, @cents, @vatRate, @vatCents, @text, @day, @at,
       @person, '', @corrects)`,
  )
  const keep = db.prepare<[string]>('UPDATE ledger_entry SET kept = 1 WHERE id = ? AND kept = 0')
  const sums = db
    .prepare<[], SumRow>(
      `SELECT procedure_id, client_id, day, kind, sum(cents), sum(vat_cents)
       FROM ledger_entry INDEXED BY ledger_entry_procedure GROUP BY procedure_id, client_id, day, kind`,
    )
    .raw()
  const paidReports = db.prepare<[], PaidReport>(
    `SELECT q.id, q.vrm, q.report_id AS reportId, q.requested_at AS requestedAt, q.cents, p.id IS NOT NULL AS arrived,
       coalesce(p.failure, '') AS failure
     FROM complete_request q LEFT JOIN report p ON p.id = q.report_id
     WHERE q.is_in_ledger = 0 AND q.report_id IS NOT NULL
       AND EXISTS (SELECT 1 FROM case_record k WHERE k.vrm = q.vrm AND k.blocked = 0)`,
  )
  const procedureOfPlate = db
    .prepare<[string], string>(
      `SELECT r.id FROM case_record k JOIN resource r ON r.seq = k.seq WHERE k.vrm = ? AND k.blocked = 0
       ORDER BY k.closed_at IS NOT NULL, k.seq DESC LIMIT 1`,
    )
    .pluck()
  const reportEntered = db.prepare<[string]>('UPDATE complete_request SET is_in_ledger = 1 WHERE id = ?')

  const listRows = (owner: LedgerOwner): EntryRow[] => {
    if ('procedureId' in owner) return ofProcedures.all(JSON.stringify([owner.procedureId]))
    const id = directory.parseId(owner.client)
    if (id === null) return []
    const rows = ofCases.all(JSON.stringify(directory.listCases(id)))
    if (!directory.isClient(id)) return rows
    const members = directory.members(id)
    return [...rows, ...ofClient.all(JSON.stringify([...members, ...members.map(clientDigest)]))]
  }

  const listEntries = (owner: LedgerOwner): StoredEntry[] => toEntries(listRows(owner))

  /** @returns `null` for an unknown procedure, or an id that is no dealer's */
  function readOwner(owner: LedgerOwner): StoredOwner | null {
    if ('client' in owner) {
      const clientId = directory.parseId(owner.client)
      if (clientId === null) return null
      const client = directory.isClient(clientId)
        ? directory.readName(clientId)
        : (partsOfDealerId(clientId)?.name ?? '')
      return { client, clientId, vehicle: '', entries: listEntries(owner) }
    }
    const { procedureId } = owner
    const known = procedure.get(procedureId)
    if (!known && hasEntry.get(procedureId) === undefined) return null
    const entries = listEntries(owner)
    return {
      client: known?.client.trim() ?? '',
      // The id of a client is its name, and a blocked procedure names nobody.
      clientId: known?.blocked === 0 ? directory.clientOfCase(procedureId) : null,
      vehicle: known?.vehicle ?? entries[0]?.vehicle ?? '',
      entries,
    }
  }

  function readEntry(id: string): StoredEntry | null {
    const row = one.get(id)
    if (!row) return null
    const { procedureId, clientId } = row
    // An erased client has no other entries.
    const ofClientAlone = () => (clientId === '' ? [row] : ofClient.all(JSON.stringify([clientId])))
    const rows = procedureId === null ? ofClientAlone() : listRows({ procedureId })
    return toEntries(rows).find((entry) => entry.id === id) ?? null
  }

  const auditEntry = (what: 'ledger.add' | 'ledger.correct', { kind, procedureId }: AuditedEntry) =>
    // The id of a client is its name, which the record never has.
    audit.write({ what, kind, identifier: procedureId ?? '', result: 'ok' })

  return {
    /** @returns `null` for an unknown procedure, or an id that is no dealer's */
    ledger(owner: LedgerOwner): (StoredOwner & { proposals: TariffLine[] }) | null {
      const found = readOwner(owner)
      if (!found || !('procedureId' in owner)) return found && { ...found, proposals: [] }
      const kind = kindOfType(procedure.get(owner.procedureId)?.type ?? '')
      const lines = kind === null ? [] : readTariff(found.clientId, kind).lines
      return { ...found, proposals: lines.filter((line) => !hasLine(found.entries, line)) }
    },

    ledgerOwner: readOwner,

    /** Entries of a month of all clients, in order. */
    ledgerMonth: (month: string): StoredEntry[] =>
      toEntries(ofMonth.all(`${month}-01`, `${addMonths(month, 1)}-01`)),

    /** @returns the entry, also if it was written before; `null` for an unknown procedure or client */
    addEntry: db.transaction((entry: NewEntry, now: number): StoredEntry | null => {
      const { owner, ...rest } = entry
      if (one.get(entry.id)) return readEntry(entry.id)
      const belongs = { procedureId: null as string | null, clientId: '', client: '' }
      if ('procedureId' in owner) {
        if (!procedure.get(owner.procedureId)) return null
        belongs.procedureId = owner.procedureId
      } else {
        const clientId = directory.parseId(owner.client)
        if (clientId === null || !directory.isClient(clientId)) return null
        const client = directory.readName(clientId) || partsOfDealerId(clientId)?.name
        Object.assign(belongs, { clientId, client })
      }
      insert.run({ ...rest, ...belongs, at: now, person: audit.operatorName(), corrects: null })
      auditEntry('ledger.add', { kind: entry.kind, procedureId: belongs.procedureId })
      return readEntry(entry.id)
    }),

    /** @returns the counter-entry, also if it was written before; `null` for an unknown entry */
    correctEntry: db.transaction((id: string, reason: string, now: number): StoredEntry | null => {
      const row = one.get(id)
      if (!row) return null
      const counter = counterEntryId(id)
      if (!one.get(counter)) {
        const { procedureId, clientId, client, kind, concept, vatRate } = row
        insert.run({
          id: counter,
          procedureId,
          clientId,
          client: procedureId === null ? client : '',
          kind,
          concept,
          vatRate,
          cents: 0 - row.cents,
          vatCents: 0 - row.vatCents,
          text: reason,
          day: isoDay(now),
          at: now,
          person: audit.operatorName(),
          corrects: id,
        })
        auditEntry('ledger.correct', row)
      }
      return readEntry(counter)
    }),

    /** @returns the procedure of the entry, or `null`; `undefined` for an unknown entry */
    keepAlike: db.transaction((id: string): string | null | undefined => {
      const entry = readEntry(id)
      if (!entry) return undefined
      for (const kept of [entry.id, entry.alike]) if (kept !== null) keep.run(kept)
      return entry.procedureId
    }),

    ledgerClients(month: string, text: string): ClientSums[] {
      const clients = new Map<string, SumRow[]>()
      const idOf = new Map<string | null, string>()
      const digested: SumRow[] = []
      for (const row of sums.iterate()) {
        const [procedureId, stored] = row
        let id = idOf.get(procedureId)
        if (id === undefined && procedureId !== null) {
          id = directory.clientOfCase(procedureId) ?? ''
          idOf.set(procedureId, id)
        }
        if ((id ?? '') === '' && stored.startsWith('digest:')) digested.push(row)
        else addTo(clients, id === undefined || id === '' ? directory.resolve(stored) : id, row)
      }
      for (const id of directory.listClients()) if (!clients.has(id)) clients.set(id, [])
      const byDigest = new Map(
        digested.length === 0
          ? []
          : [...clients.keys()].flatMap((id) =>
              directory.members(id).map((member) => [clientDigest(member), id] as const),
            ),
      )
      for (const row of digested) addTo(clients, byDigest.get(row[1]) ?? '', row)
      clients.delete('')
      const isFound = itemFinder(text)
      const found: ClientSums[] = []
      for (const [id, rows] of clients) {
        const client = directory.readName(id)
        if (text.trim() !== '' && !isFound({ texts: directory.listWords(id) })) continue
        const { balance } = computeBalance(rows.map(toAmounts))
        const inMonth = rows.filter(([, , day]) => day.startsWith(month))
        const owesSince = balance < 0 ? findOwedSince(rows) : null
        found.push({ id, client, balance, owesSince, month: computeBalance(inMonth.map(toAmounts)) })
      }
      return found.toSorted((a, b) => a.balance - b.balance || (a.id < b.id ? -1 : 1))
    },

    /**
     * Writes the entries of paid complete reports whose plate has a procedure, each once.
     * @param price price in cents of a report whose own price was not stored
     * @param charged true if a report that failed at the registry is charged
     * @returns procedures with a new entry
     */
    enterPaidReports: db.transaction((price: number, charged: boolean, now: number): string[] => {
      const changed: string[] = []
      for (const { id, vrm, reportId, requestedAt, cents, arrived, failure } of paidReports.all()) {
        // Until its report arrives, a request may turn out to be free.
        if (arrived === 0 && !charged) continue
        const procedureId = procedureOfPlate.get(vrm)
        const isFree = failure === 'service_unavailable' && !charged
        const entryId = reportEntryId(reportId)
        if (!isFree && procedureId !== undefined && (cents ?? price) > 0 && !one.get(entryId)) {
          insert.run({
            id: entryId,
            procedureId,
            clientId: '',
            client: '',
            kind: 'disbursement',
            concept: 'complete-report',
            cents: cents ?? price,
            vatRate: 0,
            vatCents: 0,
            text: '',
            day: isoDay(requestedAt),
            at: now,
            person: '',
            corrects: null,
          })
          auditEntry('ledger.add', { kind: 'disbursement', procedureId })
          changed.push(procedureId)
        }
        reportEntered.run(id)
      }
      return changed
    }),
  }
}

type AuditedEntry = Pick<LedgerEntry, 'kind' | 'procedureId'>
type SumRow = [
  procedureId: string | null,
  clientId: string,
  day: string,
  kind: Amounts['kind'],
  cents: number,
  vatCents: number,
]
interface PaidReport {
  id: string
  vrm: string
  reportId: string
  requestedAt: number
  cents: number | null
  arrived: number
  failure: string
}

const toAmounts = ([, , , kind, cents, vatCents]: SumRow): Amounts => ({ kind, cents, vatCents })

function addTo(clients: Map<string, SumRow[]>, id: string, row: SumRow): void {
  const rows = clients.get(id)
  if (rows) rows.push(row)
  else clients.set(id, [row])
}

/** First day of the last time in which the balance is below zero. */
function findOwedSince(rows: readonly SumRow[]): string | null {
  let since: string | null = null
  let balance = 0
  const days = [...rows].toSorted(([, , a], [, , b]) => (a < b ? -1 : a > b ? 1 : 0))
  for (const [index, row] of days.entries()) {
    balance += computeBalance([toAmounts(row)]).balance
    if (days[index + 1]?.[2] === row[2]) continue
    since = balance < 0 ? (since ?? row[2]) : null
  }
  return since
}

/** True if an entry that counts as it was written is the one that a line of a tariff proposes. */
function hasLine(entries: readonly LedgerEntry[], line: TariffLine): boolean {
  const isNamed = line.kind === 'fee' || line.concept === 'other'
  const texts = new Map(entries.map(({ id, text }) => [id, text]))
  return entries.some(
    ({ id, kind, concept, isCorrected }) =>
      kind === line.kind &&
      concept === line.concept &&
      !isCorrected &&
      correctionDepth(id) % 2 === 0 &&
      (!isNamed || foldText(texts.get(originalEntryId(id)) ?? '') === foldText(line.text)),
  )
}

/** Entries in order of day, then of writing, each with the alike entry of another PC. */
function toEntries(rows: readonly EntryRow[]): StoredEntry[] {
  const same = new Map<string, EntryRow[]>()
  for (const row of rows) {
    if (row.isCorrected === 1 || row.corrects !== null) continue
    const key = alikeKey(row)
    const others = same.get(key)
    if (others) others.push(row)
    else same.set(key, [row])
  }
  const findAlike = (row: EntryRow): string | null =>
    row.isCorrected === 1 || row.corrects !== null
      ? null
      : ((same.get(alikeKey(row)) ?? []).find(
          ({ device, kept }) => device !== row.device && (kept === 0 || row.kept === 0),
        )?.id ?? null)
  return rows
    .toSorted((a, b) => compare(a.day, b.day) || a.at - b.at || compare(a.id, b.id))
    .map((row) => {
      const { device: _device, kept: _kept, clientId: _clientId, ...entry } = row
      return {
        ...entry,
        isCorrected: row.isCorrected === 1,
        alike: findAlike(row),
        isAutomatic: row.id.startsWith(reportEntryId('')) && row.corrects === null,
      }
    })
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const alikeKey = ({ procedureId, clientId, kind, concept, cents, vatCents, day }: EntryRow): string =>
  JSON.stringify([procedureId, clientId, kind, concept, cents, vatCents, day])
