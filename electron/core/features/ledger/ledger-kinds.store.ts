import type Database from 'better-sqlite3-multiple-ciphers'
import { DISBURSEMENTS, ENTRY_KINDS } from '#shared/domain/ledger.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import type { FieldValue } from '#shared/records/shared-record.ts'
import type { SharedKind } from '../sharing/shared-kinds.store.ts'
import type { TariffRow } from './tariff.store.ts'

/** Columns of an entry by field of its record. Fields that are empty or 0 are left out of a record. */
const TEXTS = {
  procedureId: 'procedure_id',
  clientId: 'client_id',
  client: 'client',
  vehicle: 'vehicle',
  kind: 'kind',
  concept: 'concept',
  text: 'text',
  day: 'day',
  person: 'person',
  device: 'device',
  corrects: 'corrects',
} as const
const NUMBERS = {
  cents: 'cents',
  vatRate: 'vat_rate',
  vatCents: 'vat_cents',
  at: 'at',
  kept: 'kept',
} as const
const COLUMNS = { ...TEXTS, ...NUMBERS }
/** Columns without a value instead of an empty one. */
const NULLABLE: ReadonlySet<string> = new Set(['procedureId', 'concept', 'corrects'])

type EntryRow = Record<keyof typeof TEXTS, string | null> & Record<keyof typeof NUMBERS, number>

/**
 * Entries of the ledger. The key is the id of the entry. Amounts never change, so an entry that this PC has takes only
 * what an erasure emptied, and that both alike entries are right. A counter-entry that two PCs wrote takes the day and
 * reason of the later one.
 */
export function createEntryKind(db: Database.Database): SharedKind {
  const columns = Object.entries(COLUMNS)
  const ids = db.prepare<[], string>('SELECT id FROM ledger_entry').pluck()
  const row = db.prepare<[string], EntryRow>(
    `SELECT ${columns.map(([field, column]) => `${column} AS ${field}`).join(', ')} FROM ledger_entry WHERE id = ?`,
  )
  const ownDevice = db
    .prepare<[], string | null>(`SELECT v ->> 'device' FROM meta WHERE k = 'sharing'`)
    .pluck()
  const insert = db.prepare(
    `INSERT INTO ledger_entry (id, ${columns.map(([, column]) => column).join(', ')})
     VALUES (@id, ${columns.map(([field]) => `@${field}`).join(', ')})`,
  )
  const update = db.prepare(
    `UPDATE ledger_entry SET text = @text, client = @client, client_id = @clientId, vehicle = @vehicle,
       kept = max(kept, @kept) WHERE id = @id`,
  )
  const replaceCounter = db.prepare(
    `UPDATE ledger_entry SET day = @day, at = @at, person = @person, device = @device
     WHERE id = @id AND corrects IS NOT NULL`,
  )

  /** Columns of the fields of a record; `null` for a record that is no entry. */
  function toRow(fields: Readonly<Record<string, FieldValue>>): EntryRow | null {
    const texts = Object.keys(TEXTS).map((field) => {
      const value = fields[field]
      return [field, typeof value === 'string' ? value : NULLABLE.has(field) ? null : ''] as const
    })
    const numbers = Object.keys(NUMBERS).map((field) => {
      const value = fields[field]
      return [field, Number.isSafeInteger(value) ? value : 0] as const
    })
    const found = Object.fromEntries([...texts, ...numbers]) as EntryRow
    const isEntry =
      ENTRY_KINDS.some((kind) => kind === found.kind) &&
      (found.concept === null || DISBURSEMENTS.some((concept) => concept === found.concept)) &&
      found.day !== '' &&
      found.cents !== 0
    return isEntry ? found : null
  }

  return {
    keys: () => ids.all(),
    owns: (field) => Object.hasOwn(COLUMNS, field),
    read(id) {
      const found = row.get(id)
      if (!found) return null
      const fields = { ...found, device: found.device || (ownDevice.get() ?? '') }
      const filled = Object.entries(fields).filter(
        ([, value]) => value !== '' && value !== 0 && value !== null,
      )
      return { at: found.at, fields: Object.fromEntries(filled) }
    },
    write(id, fields) {
      const here = row.get(id)
      const next = toRow(fields)
      if (!here) {
        const device = next?.device === ownDevice.get() ? '' : next?.device
        if (next) insert.run({ ...next, device, id })
        return true
      }
      // A record without fields was erased: the amounts stay, the texts go.
      const { text, client, clientId, vehicle, kept } = next ?? { ...here, text: '', client: '' }
      const isCounter = here.corrects !== null
      update.run({
        id,
        kept,
        client: client === here.client ? client : '',
        text: isCounter || text === here.text ? text : '',
        clientId,
        vehicle: vehicle || here.vehicle,
      })
      if (isCounter && next) {
        const device = next.device === ownDevice.get() ? '' : next.device
        replaceCounter.run({ id, day: next.day, at: next.at, person: next.person, device })
      }
      return true
    },
  }
}

/** Tariffs. The key is the procedure type and the id of the client, with a blank between; no id for the office's. */
export function createTariffKind(db: Database.Database): SharedKind {
  const keys = db.prepare<[], string>(`SELECT kind || ' ' || client FROM tariff`).pluck()
  const find = db.prepare<[string, string], TariffRow>(
    'SELECT lines, version, updated_at AS updatedAt FROM tariff WHERE kind = ? AND client = ?',
  )
  const save = db.prepare(
    `INSERT INTO tariff (kind, client, lines, version, updated_at) VALUES (@kind, @client, @lines, 1, @now)
     ON CONFLICT (client, kind) DO UPDATE SET lines = excluded.lines, version = version + 1,
       updated_at = excluded.updated_at WHERE lines <> excluded.lines`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM tariff WHERE kind = ? AND client = ?')
  const parseKey = (key: string): [kind: string, client: string] => {
    const gap = key.indexOf(' ')
    return [key.slice(0, gap), key.slice(gap + 1)]
  }
  return {
    keys: () => keys.all(),
    owns: (field) => field === 'lines',
    read(key) {
      const found = find.get(...parseKey(key))
      return { at: found?.updatedAt ?? 0, fields: found ? { lines: found.lines } : {} }
    },
    write(key, fields, now) {
      const [kind, client] = parseKey(key)
      const { lines } = fields
      if (typeof lines !== 'string') remove.run(kind, client)
      else if (DRAFT_KINDS.some((known) => known === kind)) save.run({ kind, client, lines, now })
      return true
    },
  }
}
