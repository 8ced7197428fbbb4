import { open } from 'node:fs/promises'

/**
 * Makes a rename in a directory durable, which is an entry of it. Windows cannot open a directory, and does not need
 * to.
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
    // The file is whole and in place; only the flush failed.
  }
}
