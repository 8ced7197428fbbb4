import Database from 'better-sqlite3-multiple-ciphers'
import { checkStamp, type FoundFile, stampDatabase } from './copies.ts'
import { migrations } from './migrations.ts'

export type Db = Database.Database

/** Time that a start waits for a predecessor that is still stopping on the same directory. */
const HANDOVER_MS = 3_000

/**
 * Takes the data directory for this process alone, or throws `SQLITE_BUSY`. The system releases the lock
 * however the process ends. It is a file of its own: the store is open in two threads, which share it.
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

/** The connection that writes, in the writer's thread. Others only read. */
export function openWriter(file: string): Db {
  const db = new Database(file, { timeout: 5_000 })
  db.pragma('journal_mode = WAL')
  // FULL: an answered 200 has reached the disk. Group commit keeps it cheap (write-queue.ts).
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  // SQLite's default. With 4,000 pages a burst is taken a quarter faster, and each checkpoint holds events up for 30 ms.
  db.pragma('wal_autocheckpoint = 1000')
  db.pragma('journal_size_limit = 67108864')
  return db
}

/** A connection that only reads a store that is there, whether a relay has it open or not. It never changes the file. */
export function openReadOnly(file: string): Db {
  checkStamp(file)
  return new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 })
}

/**
 * Creates or migrates the store, stamps its file, and returns the connection that the main thread reads with. `prepare`
 * is the last that it may write, before the writer's thread starts.
 */
export function openReader(file: string, prepare: (db: Db, found: FoundFile) => void): Db {
  const found = checkStamp(file)
  const db = openWriter(file)
  try {
    const { settle } = db
      .transaction(() => {
        migrate(db)
        prepare(db, found)
        return stampDatabase(db, file, found)
      })
      .immediate()
    if (isCheckpointed(db)) settle()
    db.pragma('query_only = ON')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** False while another process reads, or on a full disk: the file has its new header with a later checkpoint. */
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
