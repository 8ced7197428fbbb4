import Database from 'better-sqlite3-multiple-ciphers'
import { checkStamp, type FoundFile, stampDatabase } from './copies.ts'
import { migrations } from './migrations.ts'

export type Db = Database.Database

/** Maximum wait of a start for a predecessor that is stopping on the same directory. */
const HANDOVER_MS = 3_000

/**
 * Locks the data directory for this process, or throws `SQLITE_BUSY`. The system releases the lock when the process
 * ends. The lock is a separate file, because two threads share the database.
 */
export function lockDirectory(file: string, waitMs = HANDOVER_MS): () => void {
  const lock = new Database(file, { timeout: waitMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw error
  }
  return () => lock.close()
}

/** Opens the writing connection, in the writer thread. All other connections only read. */
export function openWriter(file: string): Db {
  const db = new Database(file, { timeout: 5_000 })
  db.pragma('journal_mode = WAL')
  // FULL: an answered 200 is on disk. Group commit (`write-queue.ts`) limits the cost.
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  // The default of SQLite. With 4,000 pages a burst is a quarter faster, but each checkpoint delays events by 30 ms.
  db.pragma('wal_autocheckpoint = 1000')
  db.pragma('journal_size_limit = 67108864')
  return db
}

/** Opens an existing database for reading, beside a running relay or without one. Never changes the file. */
export function openReadOnly(file: string): Db {
  checkStamp(file)
  return new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 })
}

/**
 * Creates or migrates the database, stamps its file, and returns the read connection of the main thread. `prepare` is
 * the last write before the writer thread starts.
 */
export function openReader(file: string, prepare: (db: Db, found: FoundFile) => void): Db {
  const found = checkStamp(file)
  const db = openWriter(file)
  try {
    const { confirmStamp } = db
      .transaction(() => {
        migrate(db)
        prepare(db, found)
        return stampDatabase(db, file, found)
      })
      .immediate()
    if (isCheckpointed(db)) confirmStamp()
    db.pragma('query_only = ON')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * False while another process reads, or on a full disk. A later checkpoint then writes the new header into the file.
 */
function isCheckpointed(db: Db): boolean {
  try {
    const [log] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return log?.busy === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL') return false
    throw error
  }
}

function migrate(db: Db): void {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > migrations.length) throw new Error('The data were written by a newer version of the relay.')
  if (version === migrations.length) return
  for (const [index, sql] of migrations.entries()) if (index >= version) db.exec(sql)
  db.pragma(`user_version = ${migrations.length}`)
}
