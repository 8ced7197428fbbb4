import Database from 'better-sqlite3-multiple-ciphers'
import { migrations } from './migrations.ts'

export type Db = Database.Database

/** A start waits this long for a previous process that is still stopping on the same file. */
const HANDOVER_MS = 3_000

/**
 * Opens or creates the store: `:memory:` or a file. An exclusive lock allows one process per file, so two services
 * never settle the same report. The operating system releases the lock when the process ends.
 */
export function openDb(file: string): Db {
  const db = new Database(file, { timeout: HANDOVER_MS })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    // FULL: a 201 is answered only after the row is on the disk. Group commit keeps the cost low (writes.ts).
    db.pragma('synchronous = FULL')
    db.pragma('fullfsync = ON')
    db.pragma('foreign_keys = ON')
    migrate(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Folds the write-ahead log into the file and closes the store. */
export function closeDb(db: Db): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

function migrate(db: Db): void {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > migrations.length) throw new Error('The data were written by a newer version of the service.')
  // The transaction takes the exclusive lock at the start, even when there is nothing to migrate.
  db.transaction(() => {
    for (const [index, sql] of migrations.entries()) if (index >= version) db.exec(sql)
    db.pragma(`user_version = ${migrations.length}`)
  }).immediate()
}

/** Named integers kept in the store. */
export interface Counters {
  read(name: string): number
  write(name: string, value: number): void
}

export function createCounters(db: Db): Counters {
  const read = db.prepare<[string], { value: number }>('SELECT value FROM counter WHERE name = ?')
  const write = db.prepare<[string, number]>(
    'INSERT INTO counter (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    read: (name) => read.get(name)?.value ?? 0,
    write: (name, value) => void write.run(name, value),
  }
}
