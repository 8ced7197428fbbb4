import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'

/** Absent on Windows. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/** Modes that no other user may have of a file. */
export const PRIVATE = 0o077
export const UNCHANGEABLE = 0o022

/**
 * Text of a regular file of this user, or `null` for any other: a user who may write it would decide what this program
 * trusts. Windows has no modes; its profiles are closed to other users by inheritance.
 */
export function readOwnedFile(path: string, refusedModes: number, maxBytes: number): string | null {
  let file: number
  try {
    // Windows has no O_NOFOLLOW.
    if (!lstatSync(path).isFile()) return null
    // A FIFO that took its place meanwhile would wait for its other end.
    file = openSync(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > maxBytes) return null
    const isOurs = process.getuid === undefined || stat.uid === process.getuid()
    if (!isOurs || (process.platform !== 'win32' && (stat.mode & refusedModes) !== 0)) return null
    const bytes = Buffer.alloc(maxBytes)
    return bytes.subarray(0, readSync(file, bytes, 0, maxBytes, 0)).toString('utf8')
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}
