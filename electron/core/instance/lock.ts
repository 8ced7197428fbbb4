import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { removeContact } from './hand-over-wire.ts'

const DIRECTORY = 0o700
const FILE = 0o600
/**
 * Depth of the owner-only content: the content of the data directory, and of the directories in it. These directories
 * protect deeper content.
 */
const DEPTH = 2

/**
 * Makes the data directory and its content owner-only. They may have been made by hand, copied, or made by another
 * version. The directory comes first, so that no other user enters meanwhile. Linux and macOS use modes. On Windows,
 * the user's profile is already closed to other users.
 */
function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: DIRECTORY })
  tighten(dataDir, DIRECTORY)
  if (process.platform !== 'win32') tightenInside(dataDir, DEPTH)
}

/**
 * Creates a file that is owner-only from the start. An existing file is never opened: closing it would release any
 * lock of this process on it (POSIX).
 */
function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    tighten(path, FILE)
  }
}

function tightenInside(directory: string, depth: number): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    // Skip links: the target of a link is not ours to change.
    if (entry.isFile()) tighten(path, FILE)
    if (!entry.isDirectory()) continue
    tighten(path, DIRECTORY)
    if (depth > 1) tightenInside(path, depth - 1)
  }
}

/**
 * Removes the rights of other users. Failures are ignored: the file system may have no modes (a USB stick), or the
 * entry may be another user's.
 */
function tighten(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** Lock for the life of the process. The operating system releases it when the process ends. */
export interface DirectoryLock {
  release(): void
}

/**
 * Locks the data directory for this process. The directory is created if needed, and closed to other users. SQLite's
 * exclusive lock is a lock of the operating system on every platform, and needs no additional library.
 * @returns `null` while another process holds the lock
 */
export function lockDirectory(dataDir: string): DirectoryLock | null {
  // Close the directory before locking: another user with read access could hold a lock on the file, and prevent
  // every start.
  makePrivate(dataDir)
  const path = join(dataDir, 'instance.lock')
  makePrivateFile(path)
  try {
    return lock(dataDir, path)
  } catch (error) {
    if (!isDamaged(error)) throw error
    // The file has no content, so truncate it. Do not replace it: a concurrent start must find the same file locked.
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

/** True if the lock file is no longer a database, after a disk failure or because another program overwrote it. */
const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].some((code) => String(error.code).startsWith(code))
