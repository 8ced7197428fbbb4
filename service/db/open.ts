import Database from 'better-sqlite3-multiple-ciphers'
import { migrations } from './migrations.ts'

export type Db = Database.Database

/** Time that a start waits for a predecessor that is still stopping on the same file. */
const HANDOVER_MS = 3_000

/**
 * Opens or creates the store: `:memory:` or a file. One process per file: the lock is the operating system's,
 * so it is released however the process ends, and two services can never settle the same report.
 */
export function openDb(file: string): Db {
  const db = new Database(file, { timeout: HANDOVER_MS })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    // FULL: an answered 201 has reached the disk. Group commit keeps it cheap (writes.ts).
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

/** Folds the write-ahead log into the file and closes it. */
export function closeDb(db: Db): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

function migrate(db: Db): void {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > migrations.length) throw new Error('The data were written by a newer version of the service.')
  // Immediate even with nothing to do: it takes the exclusive lock at the start and not at the first request.
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
