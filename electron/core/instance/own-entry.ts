import { lstat, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Directory of the web host's one-time pages that let a browser in. */
export const entryDirectory = (dataDir: string): string => join(dataDir, 'entry')

/**
 * The entry that another start names, if it belongs to this user: a regular file directly inside the
 * directory of entries. Any other path in an answer is never opened.
 */
export async function ownEntry(dataDir: string, named: string): Promise<string | null> {
  try {
    const path = join(entryDirectory(await realpath(dataDir)), basename(named))
    // The real path, after every `..` and link, is the only one that counts.
    if ((await realpath(named)) !== path) return null
    const file = await lstat(path)
    return file.isFile() && isOurs(file.uid) ? path : null
  } catch {
    return null
  }
}

/** Windows has no user id, and its home directories are closed to other users. */
const isOurs = (uid: number): boolean => process.getuid === undefined || uid === process.getuid()
