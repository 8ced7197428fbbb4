import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isDiskFull } from '../core/store/store-error.ts'

const OWN = 'entry'
const SPARE_PREFIX = 'ventanilla-entry-'

/** Where there may be room when the disk of the data is full: Linux has the session's own directory in memory. */
const spareDirectories = (env: NodeJS.ProcessEnv = process.env): string[] =>
  [env['XDG_RUNTIME_DIR'] ?? '', tmpdir()].filter((path) => isAbsolute(path))

/**
 * Writes the entry without a token on a command line, which every user of the PC could read: an owner-only
 * page that redirects the browser to the address (Jupyter's precedent).
 * @param spare directories to try when the disk is full
 */
export async function writeEntryFile(
  dataDir: string,
  url: string,
  spare: readonly string[] = spareDirectories(),
): Promise<string> {
  const own = join(dataDir, OWN)
  try {
    await mkdir(own, { recursive: true, mode: 0o700 })
    return await writeIn(own, url)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    for (const base of spare) {
      const path = await writeApart(base, url).catch(() => null)
      if (path !== null) return path
    }
    throw error
  }
}

async function writeIn(directory: string, url: string): Promise<string> {
  const path = join(directory, `ventanilla-${randomBytes(6).toString('hex')}.html`)
  const page = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Ventanilla</title>
<meta http-equiv="refresh" content="0;url=${url}"><p>Abriendo Ventanilla…</p></html>\n`
  try {
    await writeFile(path, page, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return path
}

/** In a new directory that only this user may enter. */
async function writeApart(base: string, url: string): Promise<string> {
  const directory = await mkdtemp(join(base, SPARE_PREFIX))
  try {
    return await writeIn(directory, url)
  } catch (error) {
    await rmdir(directory)
    throw error
  }
}

export async function removeEntryFile(path: string): Promise<void> {
  await rm(path, { force: true })
  if (dirname(path).includes(SPARE_PREFIX)) await rmdir(dirname(path))
}

/** Removes files of a killed instance: its tokens died with it. */
export async function removeOldEntryFiles(dataDir: string): Promise<void> {
  const directory = join(dataDir, OWN)
  const names = await readdir(directory).catch(() => [])
  await Promise.all(names.map((name) => rm(join(directory, name), { force: true })))
}
