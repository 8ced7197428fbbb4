import { existsSync } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** In this order: killed halfway, a journal must never be left to meet a new database of the same name. */
const PARTS = ['-wal', '-shm', '', '.keycheck', '.audit']
const MARK = '.apartada-'

/**
 * Renames a database that cannot be read, with all that belongs to it, so that a new one can take its place.
 * Nothing is ever deleted: somebody may be able to save what is in it.
 */
export async function setAside(databasePath: string, now: number): Promise<void> {
  const kept = `${databasePath}${MARK}${new Date(now).toISOString().replace(/[:.]/g, '-')}`
  for (const part of PARTS) {
    if (existsSync(databasePath + part)) await rename(databasePath + part, kept + part)
  }
}

/**
 * The databases that were set aside and are still there, oldest first. Read from the disk and not remembered,
 * so that a kill right after the renaming cannot make the person miss it.
 */
export async function listSetAside(databasePath: string): Promise<{ path: string; at: number }[]> {
  const directory = dirname(databasePath)
  const names = await readdir(directory).catch(() => [])
  const kept = names.filter(
    (name) =>
      name.startsWith(basename(databasePath) + MARK) && PARTS.every((part) => !part || !name.endsWith(part)),
  )
  const found = await Promise.all(
    kept.toSorted().map(async (name) => {
      const path = join(directory, name)
      return { path, at: (await stat(path)).ctimeMs }
    }),
  )
  return found
}
