import { accessSync, constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** True if this user may write in each of these directories. */
export function mayWrite(...directories: readonly string[]): boolean {
  try {
    for (const directory of directories) accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a rename durable by flushing the directory that contains the file. Windows cannot open a directory, and does
 * not need to.
 */
export async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The file is complete and in place. Only the flush failed.
  }
}
