import { lstat, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Where the web host puts the one-time pages that let a browser in. */
export const entryDirectory = (dataDir: string): string => join(dataDir, 'entry')

/**
 * The entry that another start names, if it is one of this user's own: a regular file directly inside the directory of
 * entries. Whatever else an answer names is never opened.
 */
export async function ownEntry(dataDir: string, named: string): Promise<string | null> {
  try {
    const path = join(entryDirectory(await realpath(dataDir)), basename(named))
    // Where it really is, after every `..` and link: that decides, and nothing before it.
    if ((await realpath(named)) !== path) return null
    const file = await lstat(path)
    return file.isFile() && isOurs(file.uid) ? path : null
  } catch {
    return null
  }
}

/** Windows has no such number, and its home directories are closed to other users. */
const isOurs = (uid: number): boolean => process.getuid === undefined || uid === process.getuid()
