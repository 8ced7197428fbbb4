import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { removeContact } from './contact-file.ts'
import { makePrivate, makePrivateFile } from './private-directory.ts'

/** Held for the life of the process; the operating system releases it however the process ends. */
export interface DirectoryLock {
  release(): void
}

/**
 * Takes the data directory for this process alone, making it if needed and closing it to other users in any
 * case. SQLite's exclusive lock is the operating system's own, on every platform, and needs no additional
 * library.
 * @returns `null` while another process holds it
 */
export function lockDirectory(dataDir: string): DirectoryLock | null {
  // Before locking: another user with read access could hold a lock on it, and prevent every start.
  makePrivate(dataDir)
  const path = join(dataDir, 'instance.lock')
  makePrivateFile(path)
  try {
    return lock(dataDir, path)
  } catch (error) {
    if (!isDamaged(error)) throw error
    // The file has no content. Truncated and not replaced: a concurrent start must find the same file locked.
    truncateSync(path)
    return lock(dataDir, path)
  }
}

function lock(dataDir: string, path: string): DirectoryLock | null {
  const db = new Database(path, { timeout: 0 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    removeContact(dataDir)
    return { release: () => db.close() }
  } catch (error) {
    db.close()
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return null
    throw error
  }
}

/** No longer a database: after a disk failure, or overwritten by another program. */
const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].some((code) => String(error.code).startsWith(code))
