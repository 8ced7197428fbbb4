import type Database from 'better-sqlite3-multiple-ciphers'
import { PAPER_TYPES } from '#shared/domain/clients.ts'
import type { FieldValue } from '#shared/records/shared-record.ts'
import { textsIn } from '../../store/stored-json.rules.ts'
import type { SharedKind } from '../sharing/shared-kinds.store.ts'
import { paperPartKey } from './papers.store.ts'

type Fields = Readonly<Record<string, FieldValue>>

const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')
const filled = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== 0 && value !== null),
  )

const CLIENT_FIELDS = ['name', 'taxId', 'email', 'phone', 'notes'] as const

/** Records of clients. The key is the client's id. */
export function createClientKind(db: Database.Database): SharedKind {
  const keys = db.prepare<[], string>('SELECT id FROM client').pluck()
  const find = db.prepare<[string], Record<(typeof CLIENT_FIELDS)[number], string> & { at: number }>(
    'SELECT name, tax_id AS taxId, email, phone, notes, updated_at AS at FROM client WHERE id = ?',
  )
  const save = db.prepare(
    `INSERT INTO client (id, name, tax_id, email, phone, notes, version, updated_at)
     VALUES (@id, @name, @taxId, @email, @phone, @notes, 1, @now)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, tax_id = excluded.tax_id, email = excluded.email,
       phone = excluded.phone, notes = excluded.notes, version = version + 1, updated_at = excluded.updated_at`,
  )
  const remove = db.prepare<[string]>('DELETE FROM client WHERE id = ?')
  return {
    keys: () => keys.all(),
    owns: (field) => CLIENT_FIELDS.some((one) => one === field),
    read(id) {
      const { at, ...fields } = find.get(id) ?? { at: 0 }
      return { at, fields: filled(fields) }
    },
    write(id, fields, now) {
      if (Object.keys(fields).length === 0) remove.run(id)
      else
        save.run({
          ...Object.fromEntries(CLIENT_FIELDS.map((field) => [field, textOf(fields[field])])),
          id,
          now,
        })
      return true
    },
  }
}

/** Merges of clients. The key is the pair of ids. Pairs only grow, and each says whether it holds. */
export function createClientMergeKind(db: Database.Database): SharedKind {
  const keys = db.prepare<[], string>('SELECT json_array(from_id, into_id) FROM client_merge').pluck()
  const find = db.prepare<[string, string], { merged: number; at: number }>(
    'SELECT merged, at FROM client_merge WHERE from_id = ? AND into_id = ?',
  )
  const save = db.prepare<{ from: string; into: string; merged: number; now: number }>(
    `INSERT INTO client_merge (from_id, into_id, merged, at) VALUES (@from, @into, @merged, @now)
     ON CONFLICT (from_id, into_id) DO UPDATE SET merged = excluded.merged, at = excluded.at
     WHERE merged <> excluded.merged`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM client_merge WHERE from_id = ? AND into_id = ?')
  const parsePair = (key: string): [from: string, into: string] => {
    const [from = '', into = ''] = textsIn(key)
    return [from, into]
  }
  return {
    keys: () => keys.all(),
    owns: (field) => field === 'merged',
    read(key) {
      const found = find.get(...parsePair(key))
      return { at: found?.at ?? 0, fields: found ? { merged: found.merged === 1 } : {} }
    },
    write(key, { merged }, now) {
      const [from, into] = parsePair(key)
      if (typeof merged !== 'boolean') remove.run(from, into)
      else if (from !== '' && into !== '') save.run({ from, into, merged: merged ? 1 : 0, now })
      return true
    },
  }
}

const PAPER_TEXTS = {
  client: 'client',
  type: 'type',
  name: 'name',
  mime: 'mime',
  sha256: 'sha256',
  signedDay: 'signed_day',
  untilDay: 'until_day',
  person: 'person',
} as const
const PAPER_NUMBERS = { size: 'size', at: 'added_at', shared: 'shared' } as const
const PAPER_COLUMNS = Object.entries({ ...PAPER_TEXTS, ...PAPER_NUMBERS })

/** Papers on file. The key is the paper's id. */
export function createPaperKind(db: Database.Database): SharedKind {
  const keys = db.prepare<[], string>('SELECT id FROM client_document').pluck()
  const find = db.prepare<[string], Record<string, string | number | null> & { at: number }>(
    `SELECT ${PAPER_COLUMNS.map(([field, column]) => `${column} AS ${field}`).join(', ')} FROM client_document WHERE id = ?`,
  )
  const save = db.prepare(
    `INSERT INTO client_document (id, ${PAPER_COLUMNS.map(([, column]) => column).join(', ')})
     VALUES (@id, ${PAPER_COLUMNS.map(([field]) => `@${field}`).join(', ')})
     ON CONFLICT (id) DO UPDATE SET type = excluded.type, name = excluded.name, signed_day = excluded.signed_day,
       until_day = excluded.until_day`,
  )
  const remove = db.prepare<[string]>('DELETE FROM client_document WHERE id = ?')
  return {
    keys: () => keys.all(),
    owns: (field) => PAPER_COLUMNS.some(([one]) => one === field),
    read(id) {
      const found = find.get(id)
      return { at: found?.at ?? 0, fields: found ? filled(found) : {} }
    },
    write(id, fields) {
      const texts = Object.keys(PAPER_TEXTS).map((field) => [field, textOf(fields[field])])
      const numbers = Object.keys(PAPER_NUMBERS).map((field) => {
        const value = fields[field]
        return [field, Number.isSafeInteger(value) ? value : 0]
      })
      const row = Object.fromEntries([...texts, ...numbers]) as Record<string, string | number>
      const { client, type, size, signedDay, untilDay } = row
      const isPaper = client !== '' && size !== 0 && PAPER_TYPES.some((one) => one === type)
      if (Object.keys(fields).length === 0) remove.run(id)
      else if (isPaper) save.run({ ...row, id, signedDay: signedDay || null, untilDay: untilDay || null })
      return true
    },
  }
}

/** Parts of the content of shared papers. The key is the paper's id and the position, with a blank between. */
export function createPaperPartKind(db: Database.Database): SharedKind {
  const keys = db.prepare<[], { paper: string; position: number }>(
    `SELECT t.document_id AS paper, t.position FROM client_document_part t JOIN client_document p ON p.id = t.document_id
     WHERE p.shared = 1`,
  )
  const find = db.prepare<[string, number], { data: Buffer; at: number }>(
    `SELECT t.data, p.added_at AS at FROM client_document_part t JOIN client_document p ON p.id = t.document_id
     WHERE t.document_id = ? AND t.position = ? AND p.shared = 1`,
  )
  const save = db.prepare<[string, number, Uint8Array]>(
    `INSERT INTO client_document_part (document_id, position, data) VALUES (?, ?, ?)
     ON CONFLICT (document_id, position) DO NOTHING`,
  )
  const remove = db.prepare<[string, number]>(
    'DELETE FROM client_document_part WHERE document_id = ? AND position = ?',
  )
  const parseKey = (key: string): [paper: string, position: number] => {
    const gap = key.lastIndexOf(' ')
    return [key.slice(0, gap), Number(key.slice(gap + 1))]
  }
  return {
    keys: () => keys.all().map(({ paper, position }) => paperPartKey(paper, position)),
    owns: (field) => field === 'data',
    read(key) {
      const found = find.get(...parseKey(key))
      // The content of a paper that is not shared stays on this PC.
      return found ? { at: found.at, fields: { data: Buffer.from(found.data).toString('base64') } } : null
    },
    write(key, { data }) {
      const [paper, position] = parseKey(key)
      if (typeof data !== 'string') remove.run(paper, position)
      else if (Number.isInteger(position)) save.run(paper, position, Buffer.from(data, 'base64'))
      return true
    },
  }
}
