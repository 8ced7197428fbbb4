import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { migrations as postgresMigrations } from '#relay/store/postgres/migrations.ts'
import { migrations as relayMigrations } from '#relay/store/sqlite/migrations.ts'
import { openDb } from '#service/db/open.ts'
import { root } from './source-files.ts'

const page = readFileSync(join(root, 'docs/data-model.md'), 'utf8')

const relay = new Database(IN_MEMORY)
for (const step of relayMigrations) relay.exec(step)

/** Each store, empty, with its part of the page. */
const STORES = [
  { heading: 'The PC', db: openDatabase(IN_MEMORY, new Uint8Array(32)) },
  { heading: 'The relay', db: relay },
  { heading: 'The development service', db: openDb(IN_MEMORY) },
].map((store) => ({ ...store, text: partOf(store.heading) }))

afterAll(() => STORES.forEach(({ db }) => db.close()))

function partOf(heading: string): string {
  return page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
}

/** Rows of the tables of a part. */
const listedIn = (text: string): { table: string; description: string }[] =>
  [...text.matchAll(/^\| `(\w+)` \| (.+?) \|/gm)].map(([, table = '', description = '']) => ({
    table,
    description,
  }))

/** Tables of the diagrams of a part, with their columns. */
const drawnIn = (text: string): { table: string; columns: string[] }[] =>
  [...text.matchAll(/^ {2}(\w+) \{\n([\s\S]*?)^ {2}\}/gm)].map(([, table = '', body = '']) => ({
    table,
    columns: [...body.matchAll(/^ {4}(\w+) (\w+)(.*)$/gm)].map(([, type = '', name = '', marks = '']) =>
      columnLine({ table, type, name, isKey: /\bPK\b/.test(marks) }),
    ),
  }))

interface Column {
  table: string
  name: string
  type: string
  isKey: boolean
}

/** A full-text index and an expression of a view have no type: the diagrams call them texts. */
const columnLine = ({ table, name, type, isKey }: Column): string =>
  `${table}: ${type === '' ? 'text' : type.toLowerCase()} ${name}${isKey ? ' PK' : ''}`

/** Tables and views, without those that SQLite makes for itself and for a full-text index. */
function tablesOf(db: Database.Database): string[] {
  const names = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
  const indexes = names.filter(({ sql }) => sql.includes('VIRTUAL TABLE')).map(({ name }) => name)
  return names.map(({ name }) => name).filter((name) => !indexes.some((own) => name.startsWith(`${own}_`)))
}

/** Created before the migrations, which it counts (relay/store/postgres/data-set.ts). */
const BEFORE_MIGRATIONS = ['relay_schema']
const postgresText = postgresMigrations.join('\n')
const postgresTables = [
  ...BEFORE_MIGRATIONS,
  ...[...postgresText.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name),
].filter((name) => !postgresText.includes(`DROP TABLE ${name};`))

/** Columns of a table. Those of a table that only PostgreSQL has are read from the statement that creates it. */
function columnsOf(db: Database.Database, table: string): Column[] {
  const stored = db
    .prepare<[string], { name: string; type: string; pk: number }>(
      'SELECT name, type, pk FROM pragma_table_xinfo(?)',
    )
    .all(table)
    .map(({ pk, ...column }) => ({ ...column, table, isKey: pk > 0 }))
  if (stored.length > 0 || db !== relay) return stored
  const [, body = ''] = new RegExp(`CREATE TABLE ${table} \\(([\\s\\S]*?)\\);`).exec(postgresText) ?? []
  return body.split(',').map((column) => {
    const [name = '', type = ''] = column.trim().split(' ')
    return { table, name, type, isKey: column.includes('PRIMARY KEY') }
  })
}

const difference = (these: readonly string[], those: readonly string[]): string[] =>
  these.filter((one) => !those.includes(one)).toSorted()

test.each(STORES)('$heading: every table has one row', ({ db, text }) => {
  const tables = new Set([...tablesOf(db), ...(db === relay ? postgresTables : [])])
  const rows = listedIn(text).map(({ table }) => table)
  expect(rows.toSorted()).toEqual([...tables].toSorted())
})

test('tables of one driver of the relay say so', () => {
  const rows = listedIn(partOf('The relay'))
  const onlyIn = (driver: string) =>
    rows.filter(({ description }) => description.startsWith(`only in ${driver}.`)).map(({ table }) => table)
  const sqliteTables = tablesOf(relay)
  expect(onlyIn('SQLite').toSorted()).toEqual(difference(sqliteTables, postgresTables))
  expect(onlyIn('PostgreSQL').toSorted()).toEqual(difference(postgresTables, sqliteTables))
})

test.each(STORES)('$heading: the diagrams have columns of the store, and whole keys', ({ db, text }) => {
  const drawn = drawnIn(text)
  const columns = drawn.flatMap((one) => one.columns)
  const stored = drawn.flatMap(({ table }) => columnsOf(db, table))
  const keys = stored.filter(({ isKey }) => isKey)
  expect(drawn.length).toBeGreaterThan(5)
  expect(difference(columns, stored.map(columnLine))).toEqual([])
  expect(difference(keys.map(columnLine), columns)).toEqual([])
})
