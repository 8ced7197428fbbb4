import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#shared/server/log.ts'
import {
  type Alike,
  createTakenError,
  type Columns,
  OFFICE_COLUMNS_IN_FILE,
  type OfficeFile,
  type OfficeFileWriter,
  type OfficeHere,
  type OfficeInFile,
  findOfficeToExport,
  findReplaced,
  type Row,
  ROW_TABLES,
  ROWS_IN_FILE,
  type RowTable,
  buildFileSecrets,
} from '../office-file.ts'
import { countEventsEver, openGuard, ensureEpoch, markStampClosed } from './copies.ts'
import { prepareEndOffice } from './office.writes.ts'
import { type Db, openReader } from './open.ts'
import { openSecretFile } from './secret-file.ts'

export interface SqliteTransferDeps {
  /** Data directory, locked for this process. */
  directory: string
  now: number
  log: Log
}

const ORDER: Record<RowTable, string> = {
  device: 'paired_ms, id',
  event: 'seq',
  event_key: 'id',
  receipt: 'id',
  past_event: 'seq',
  quarantine: 'id',
  alarm: 'office_id',
  alarm_message: 'rowid',
  record: 'seq',
}
const HERE = 'id, name, head, state, moved_to AS movedTo'
const joinColumns = (columns: Columns) => Object.keys(columns).join(', ')

/**
 * Runs one transaction, and closes the database in the state of a stopped relay. Each transaction settles the epoch
 * first: a kill between an epoch and its guard file makes a new epoch.
 */
function runTransaction<T>({ directory, log }: SqliteTransferDeps, run: (db: Db, epoch: string) => T): T {
  const [file, guardFile] = [join(directory, 'relay.db'), join(directory, 'epoch-guard')]
  const done: T[] = []
  let epoch = ''
  const db = openReader(file, (opened, found) => {
    const settled = ensureEpoch(opened, guardFile, found)
    epoch = settled.epoch
    if (settled.isNew) log.info('a new epoch: every PC looks at its open files again')
    done.push(run(opened, epoch))
  })
  openGuard(guardFile, epoch, countEventsEver(db)).close()
  db.close()
  markStampClosed(file)
  return done[0] as T
}

/** Writes an office into a file. The commit marks the office as left. */
export async function exportOffice(
  deps: SqliteTransferDeps,
  target: OfficeFileWriter,
  name: string | null,
  isMoveAbandoned: boolean,
): Promise<OfficeInFile> {
  const { directory, now } = deps
  const known = existsSync(join(directory, 'relay.db'))
    ? runTransaction(deps, (db) => db.prepare<[], OfficeHere>(`SELECT ${HERE} FROM office ORDER BY id`).all())
    : []
  const { id } = findOfficeToExport(known, name, isMoveAbandoned)
  const store = openSecretFile(join(directory, 'secrets.json'))
  const own = await store.get(id)
  const secrets = buildFileSecrets(own, { key: store.key.toString('base64url'), officeId: id })

  return runTransaction(deps, (db, epoch) => {
    const select = `SELECT ${joinColumns(OFFICE_COLUMNS_IN_FILE)}, coalesce(epoch, ?) AS epoch FROM office WHERE id = ?`
    const { epoch: ownEpoch = epoch, ...columns } =
      db.prepare<[string, number], Row>(select).get(epoch, id) ?? {}
    const office = { columns, epoch: ownEpoch, secrets } as OfficeInFile
    target.begin(office, now)
    for (const table of ROW_TABLES) {
      const rows = db.prepare<[number], Row>(
        `SELECT ${joinColumns(ROWS_IN_FILE[table])} FROM ${table} WHERE office_id = ? ORDER BY ${ORDER[table]}`,
      )
      for (const row of rows.iterate(id)) target.add(table, row)
    }
    target.finish()
    db.prepare("UPDATE office SET state = 'moved', moved_to = NULL, left_ms = ? WHERE id = ?").run(now, id)
    return office
  })
}

/** Adds the office of a file in one transaction. */
export async function importOffice(deps: SqliteTransferDeps, file: OfficeFile): Promise<void> {
  const { office } = file
  const { columns, epoch, secrets } = office
  const store = openSecretFile(join(deps.directory, 'secrets.json'))
  const { id, replaced } = runTransaction(deps, (db) => {
    const hashes = { name: columns.name, inbox: columns.inbox_hash, admin: columns.admin_hash }
    const alike = db
      .prepare<[typeof hashes], Omit<Alike, 'isSame'> & { isSame: number }>(
        `SELECT ${HERE}, inbox_hash = @inbox AND admin_hash = @admin AS isSame FROM office
         WHERE (name = @name OR inbox_hash IN (@inbox, @admin) OR admin_hash IN (@inbox, @admin))
           AND state IS NOT 'gone'`,
      )
      .all(hashes)
      .map((row) => ({ ...row, isSame: row.isSame === 1 }))
    const last = db.prepare<[], { id: number }>('SELECT coalesce(max(id), 0) AS id FROM office').get()
    return { id: (last?.id ?? 0) + 1, replaced: findReplaced(office, alike) }
  })
  // The secrets are written before the rows. After a kill, the next start removes secrets without an office row.
  await store.set(id, { ...secrets, isImporting: true })
  try {
    runTransaction(deps, (db) => {
      const end = prepareEndOffice(db)
      for (const former of replaced) end(former)
      addOffice(db, id, epoch, file)
    })
  } catch (error) {
    await store.remove(id)
    const isTaken =
      error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
    throw isTaken ? createTakenError(office, error) : error
  }
  await store.set(id, secrets)
  for (const former of replaced) await store.remove(former)
}

function addOffice(db: Db, id: number, epoch: string, { office, rows }: OfficeFile): void {
  const { columns, secrets } = office
  const insert = (table: string, names: readonly string[]) =>
    db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
  const own = { ...columns, id, epoch, keys_of: secrets.keys.officeId }
  insert('office', Object.keys(own)).run(encodeCells(own))
  const adding = Object.fromEntries(
    ROW_TABLES.map((table) => [table, insert(table, ['office_id', ...Object.keys(ROWS_IN_FILE[table])])]),
  )
  for (const { table, row } of rows()) {
    const cells = Object.fromEntries(
      Object.keys(ROWS_IN_FILE[table]).map((name) => [name, row[name] ?? null]),
    )
    adding[table]?.run(id, ...encodeCells(cells))
  }
}

/** SQLite stores a boolean as 0 or 1. */
const encodeCells = (row: Row) =>
  Object.values(row).map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell))
