import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const DIRECTORY = 0o700
const FILE = 0o600
/** The data directory, those of its accounts, and their direct content; anything deeper is behind them. */
const DEPTH = 2

/**
 * Makes the data directory and its content owner-only: it may have been made by hand, by another version or
 * copied from elsewhere. The directory first, so that no other user enters meanwhile. Modes suffice on Linux
 * and macOS; on Windows the user's profile is closed to other users by inheritance.
 */
export function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: DIRECTORY })
  tighten(dataDir, DIRECTORY)
  if (process.platform !== 'win32') tightenInside(dataDir, DEPTH)
}

/**
 * Creates a file that is owner-only from the start. An existing one is never opened: closing it would release
 * any lock of this process on it (POSIX).
 */
export function makePrivateFile(path: string): void {
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
    // Never through a link: its target is not ours to change.
    if (entry.isFile()) tighten(path, FILE)
    if (!entry.isDirectory()) continue
    tighten(path, DIRECTORY)
    if (depth > 1) tightenInside(path, depth - 1)
  }
}

/** Left unchanged where a file system has no modes (a USB stick), or the entry is another user's. */
function tighten(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
