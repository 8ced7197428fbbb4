import { createHash, type Hash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import * as z from 'zod'
import { UsageError } from '#shared/server/options.ts'
import { type OfficeSecrets, officeSecrets } from '../office/secrets.ts'
import type { OfficeState } from './store.ts'

/**
 * The file of `export` and `import` holds one whole office as lines of JSON. The first line has the office and its
 * secrets. Each following line has one row. The last line has the SHA-256 of all lines before it. Both drivers use the
 * columns below, so an office can move between SQLite and PostgreSQL.
 */

/** `count`: a number that a file of version 1 does not have, and that is 0 then. */
type Kind = 'int' | 'count' | 'text' | 'json' | 'bytes' | 'flag'
/** Type of a column. A question mark marks a nullable column. */
export type Column = Kind | `${Kind}?`
export type Columns = Readonly<Record<string, Column>>

export const OFFICE_COLUMNS_IN_FILE = {
  name: 'text',
  head: 'int',
  floor: 'int',
  admin_hash: 'bytes',
  inbox_hash: 'bytes',
  header_name: 'text',
  header_hash: 'bytes',
  former_hash: 'bytes?',
  former_until_ms: 'int?',
  mode: 'text',
  closed_ms: 'int?',
  received_ms: 'int?',
  duplicates: 'int',
  quarantined: 'int',
  confirmed: 'int',
  confirmed_ms: 'int?',
  created_ms: 'int',
  seal_key: 'text?',
  seal_public: 'text?',
  seal_made_ms: 'int?',
  seal_is_stale: 'flag',
  record_head: 'count',
  record_floor: 'count',
  record_count: 'count',
  record_bytes: 'count',
} as const satisfies Columns

/** All tables with rows of an office, in the order of the file. */
export const ROWS_IN_FILE = {
  device: {
    id: 'text',
    name: 'text',
    token_hash: 'bytes',
    is_admin: 'flag',
    paired_ms: 'int',
    seen_ms: 'int?',
    acked: 'int',
    record_acked: 'count',
    revoked_ms: 'int?',
    public_key: 'text?',
    keyring: 'text?',
  },
  event: {
    seq: 'int',
    received_ms: 'int',
    body: 'json',
    extra: 'json?',
    revises: 'int?',
    is_probable_retry: 'flag',
    replay_of: 'int?',
  },
  event_key: { hard: 'bytes', soft: 'bytes?', near: 'bytes?', seq: 'int', received_ms: 'int' },
  receipt: { device_id: 'text', from_seq: 'int', to_seq: 'int', confirmed_ms: 'int' },
  past_event: { seq: 'int', received_ms: 'int', event: 'text', resource_id: 'text', brief: 'text?' },
  quarantine: { hard: 'bytes', received_ms: 'int', bytes: 'int', reason: 'text', beginning: 'bytes' },
  alarm: { raised_ms: 'int', heard_ms: 'int?', heard_by: 'text?' },
  alarm_message: {
    id: 'text',
    channel: 'text',
    kind: 'text',
    body: 'json',
    made_ms: 'int',
    attempts: 'int',
    next_ms: 'int?',
    ended_ms: 'int?',
    outcome: 'text?',
    detail: 'text?',
  },
  record: { id: 'text', seq: 'int', body: 'text?', written_ms: 'int' },
} as const satisfies Record<string, Columns>
export type RowTable = keyof typeof ROWS_IN_FILE
export const ROW_TABLES = Object.keys(ROWS_IN_FILE) as RowTable[]

type Cell = string | number | boolean | Uint8Array | null
export type Row = Record<string, Cell>

type SecretsInFile = OfficeSecrets & { keys: NonNullable<OfficeSecrets['keys']> }

/** The office of a file: its columns, its epoch, and its secrets with the key of its digests. */
export interface OfficeInFile {
  columns: Row & { name: string; head: number; floor: number; admin_hash: Buffer; inbox_hash: Buffer }
  epoch: string
  secrets: SecretsInFile
}

const FORMAT = 'ventanilla-relay-office'
const VERSION = 2
/** Maximum bytes of a line. An event of an unknown name has up to 256 KB, and JSON escapes make it longer. */
const MAX_LINE = 8 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/** JSON of an object in one line. Streams send the text unchanged in their frames. */
const json = z
  .string()
  .refine((text) => !/[\n\r]/.test(text) && isObject(text), 'not JSON of an object in one line')

function isObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const KINDS: Record<Kind, z.ZodType<Cell>> = {
  int: z.int(),
  count: z.int().default(0),
  text: z.string(),
  json,
  bytes: z.base64().transform((text) => Buffer.from(text, 'base64')),
  flag: z.boolean(),
}
const buildSchema = (columns: Columns): z.ZodType<Row> =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const kind = KINDS[column.replace('?', '') as Kind]
        return [name, column.endsWith('?') ? kind.nullable() : kind]
      }),
    ),
  )
const rowSchemas = Object.fromEntries(
  Object.entries(ROWS_IN_FILE).map(([table, columns]) => [table, buildSchema(columns)]),
)

const versionSchema = z.object({ format: z.literal(FORMAT), version: z.int().positive() })
const headSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.int().positive().max(VERSION),
  exportedAt: z.string(),
  epoch: z.string().regex(/^[a-z0-9]{4,16}$/),
  office: buildSchema(OFFICE_COLUMNS_IN_FILE),
  secrets: officeSecrets.required({ keys: true }),
})
const formatEnd = (hash: Hash): string => JSON.stringify({ sha256: hash.digest('hex') })

/** Converts a row to its JSON form. */
const encodeRow = (columns: Columns, row: Row) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const cell = row[name] ?? null
      if (cell instanceof Uint8Array) return [name, Buffer.from(cell).toString('base64')]
      return [name, column === 'flag' ? Boolean(cell) : cell]
    }),
  )

export interface OfficeFileWriter {
  begin(office: OfficeInFile, now: number): void
  add(table: RowTable, row: Row): void
  /** Flushes the whole file to the disk, still under its temporary name. */
  finish(): void
  /** Renames the temporary file to its final name. */
  publish(): void
  discard(): void
}

/** Creates the temporary file, readable by its owner alone. Throws if a file with the final name exists. */
export function createOfficeFile(file: string): OfficeFileWriter {
  if (existsSync(file)) throw new Error(`${file} is there already: give another name`)
  const aside = `${file}.part`
  // A killed export leaves its temporary file.
  rmSync(aside, { force: true })
  const handle = openSync(aside, 'wx', 0o600)
  const hash = createHash('sha256')
  let [lines, size, isOpen] = [[] as string[], 0, true]

  function flush(): void {
    const bytes = Buffer.from(lines.join(''))
    hash.update(bytes)
    lines = []
    size = 0
    writeAll(bytes)
  }
  function writeAll(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at)
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
      throw new Error(`the disk has no room for ${file}: nothing was changed`, { cause: error })
    }
  }
  function writeLine(value: object): void {
    const text = `${JSON.stringify(value)}\n`
    lines.push(text)
    size += text.length
    if (size > CHUNK_BYTES) flush()
  }
  function close(): void {
    if (isOpen) closeSync(handle)
    isOpen = false
  }

  return {
    begin({ columns, epoch, secrets }, now) {
      const office = encodeRow(OFFICE_COLUMNS_IN_FILE, columns)
      const exportedAt = new Date(now).toISOString()
      writeLine({ format: FORMAT, version: VERSION, exportedAt, epoch, office, secrets })
    },
    add: (table, row) => writeLine({ [table]: encodeRow(ROWS_IN_FILE[table], row) }),
    finish() {
      flush()
      writeAll(Buffer.from(`${formatEnd(hash)}\n`))
      fsyncSync(handle)
      close()
    },
    publish: () => renameSync(aside, file),
    discard() {
      close()
      rmSync(aside, { force: true })
    },
  }
}

export interface OfficeFile {
  office: OfficeInFile
  bytes: number
  /** Yields the rows in order. Throws if a row is invalid or an event is missing. */
  rows(): Generator<{ table: RowTable; row: Row }>
}

/** Opens a file and checks that it is complete. Throws an error that explains what is wrong. */
export function openOfficeFile(file: string): OfficeFile {
  if (!existsSync(file)) throw new Error(`there is no ${file}`)
  const foreign = new Error(`${file} is no office that a relay exported`)
  const damaged = new Error(`${file} is damaged or not whole: copy it again, or export the office again`)
  const [first] = readLines(file, foreign)
  const version = versionSchema.safeParse(parseLine(first))
  if (!version.success) throw foreign
  if (version.data.version > VERSION)
    throw new Error(`${file} was written by a newer version of the relay: import it with that version`)
  if (!isWhole(file, damaged)) throw damaged
  const head = headSchema.safeParse(parseLine(first))
  if (!head.success) throw damaged
  const columns = head.data.office as OfficeInFile['columns']
  const { epoch, secrets } = head.data

  function* rows() {
    let next = columns.floor
    let isFirst = true
    for (const text of readLines(file, damaged)) {
      const value = isFirst ? {} : parseLine(text)
      isFirst = false
      const [[table, given] = []] = Object.entries(value ?? {})
      if (table === undefined || table === 'sha256') continue
      const row = rowSchemas[table]?.safeParse(given)
      if (row?.success !== true) throw damaged
      if (table === 'event' && row.data['seq'] !== next++) throw damaged
      yield { table: table as RowTable, row: row.data }
    }
    if (next !== columns.head + 1) throw damaged
  }
  return { office: { columns, epoch, secrets }, bytes: statSync(file).size, rows }
}

function isWhole(file: string, damaged: Error): boolean {
  const hash = createHash('sha256')
  let last: Buffer | null = null
  for (const text of readLines(file, damaged)) {
    if (last !== null) hash.update(last).update('\n')
    last = text
  }
  return last?.toString() === formatEnd(hash)
}

function* readLines(file: string, tooLong: Error): Generator<Buffer> {
  const handle = openSync(file, 'r')
  try {
    let rest = Buffer.alloc(0)
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES)
      const count = readSync(handle, chunk)
      if (count === 0) break
      rest = Buffer.concat([rest, chunk.subarray(0, count)])
      for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
        yield rest.subarray(0, at)
        rest = rest.subarray(at + 1)
      }
      if (rest.length > MAX_LINE) throw tooLong
    }
    if (rest.length > 0) yield rest
  } finally {
    closeSync(handle)
  }
}

function parseLine(text: Buffer | null | undefined): object | null {
  try {
    const value: unknown = JSON.parse(text?.toString() ?? '')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The fields of an office that `export` and `import` check. */
export interface OfficeHere {
  id: number
  name: string
  head: number
  state: OfficeState | null
  /** Relay to which an older version moved the office, or was moving it. */
  movedTo: string | null
}

/**
 * Converts the secrets of an office to the form of the file.
 * @param keys key of this relay's digests, for an office that was not imported
 */
export function buildFileSecrets(secrets: OfficeSecrets | null, keys: SecretsInFile['keys']): SecretsInFile {
  if (secrets === null)
    throw new Error('the secrets of this office are not there: put back the backup of the secrets')
  const { isImporting: _, ...kept } = secrets
  return { ...kept, keys: secrets.keys ?? keys }
}

/** Finds the office to export. Throws if no office or more than one office matches. */
export function findOfficeToExport(
  offices: readonly OfficeHere[],
  name: string | null,
  isMoveAbandoned: boolean,
): OfficeHere {
  const known = offices.filter(({ state }) => state !== 'gone')
  const found = name === null ? known : known.filter((office) => office.name === name)
  const [office] = found
  if (office === undefined)
    throw new UsageError(name === null ? 'there is no office' : `no office is called ${name}`)
  if (found.length > 1)
    throw new UsageError(`say which office with --office: ${known.map((each) => each.name).join(', ')}`)
  if (office.state === 'moved' && office.movedTo !== null)
    throw new Error(`${office.name} is at ${office.movedTo}: export it there`)
  if (office.state === 'moving' && !isMoveAbandoned)
    throw new Error(
      `an older version was moving ${office.name} to ${office.movedTo}: if that relay has it, export it there; if not, run export here with --abandon-move`,
    )
  return office
}

/** Error for a row that a unique index refused. */
export const createTakenError = ({ columns }: OfficeInFile, cause: unknown): Error =>
  new Error(`another office of this relay has a PC of ${columns.name}: nothing was imported`, { cause })

/** An office of this relay with the same name, inbox or token as the office in the file. */
export interface Alike extends OfficeHere {
  /** True if both the inbox and the administrator's token are the same. */
  isSame: boolean
}

/** Ids of the records that an import replaces: earlier records of the same office. */
export function findReplaced({ columns }: OfficeInFile, alike: readonly Alike[]): number[] {
  const { name, head } = columns
  for (const office of alike) {
    if (office.state === null || !office.isSame)
      throw new Error(
        `this relay has an office with the name, the inbox or the administrator’s token of ${name}: nothing was imported`,
      )
    if (office.head > head)
      throw new Error(
        `the file has ${name} up to event ${head}, and this relay had it up to ${office.head}: import the newest export`,
      )
  }
  return alike.map(({ id }) => id)
}
