import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A crash dump of Electron: pieces of the memory of the process that ended. */
export interface CrashDump {
  name: string
  path: string
  at: number
  bytes: number
}

/** Nothing can be taken out of a dump: few are kept, for a short time, for their owner alone. */
const MAX_DUMPS = 5
const MAX_AGE_MS = 30 * 24 * 3_600_000

export const crashDirectory = (dataDir: string): string => join(dataDir, 'crashes')

/** Dumps of this PC, the latest first. The system's crash handler keeps them in folders of its own. */
export async function listCrashDumps(dataDir: string): Promise<CrashDump[]> {
  const found = await readdir(crashDirectory(dataDir), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  const dumps = await Promise.all(
    found
      .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
      .map(async ({ name, parentPath }): Promise<CrashDump[]> => {
        const path = join(parentPath, name)
        const known = await stat(path).catch(() => null)
        return known ? [{ name, path, at: known.mtimeMs, bytes: known.size }] : []
      }),
  )
  return dumps.flat().toSorted((a, b) => b.at - a.at)
}

/** Removes old dumps, and all but the latest few. */
export async function pruneCrashDumps(dataDir: string, now: number): Promise<void> {
  const dumps = await listCrashDumps(dataDir)
  const kept = new Set(dumps.slice(0, MAX_DUMPS).filter(({ at }) => Math.abs(now - at) < MAX_AGE_MS))
  for (const dump of dumps.filter((one) => !kept.has(one))) {
    await rm(dump.path, { force: true })
    // Its description, beside it.
    await rm(dump.path.replace(/\.dmp$/, '.meta'), { force: true })
  }
}

/** `null` if it was removed meanwhile. */
export const readCrashDump = ({ path }: CrashDump): Promise<Uint8Array | null> =>
  readFile(path).catch(() => null)
