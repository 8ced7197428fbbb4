import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes the entry without a token on a command line, which every user of the PC could read: an owner-only
 * page that redirects the browser to the address (Jupyter's precedent).
 */
export async function writeEntryFile(dataDir: string, url: string): Promise<string> {
  const directory = join(dataDir, 'entry')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `ventanilla-${randomBytes(6).toString('hex')}.html`)
  const page = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Ventanilla</title>
<meta http-equiv="refresh" content="0;url=${url}"><p>Abriendo Ventanilla…</p></html>\n`
  await writeFile(path, page, { mode: 0o600, flag: 'wx' })
  return path
}

/** Removes files of a killed instance: its tokens died with it. */
export async function removeOldEntryFiles(dataDir: string): Promise<void> {
  const directory = join(dataDir, 'entry')
  const names = await readdir(directory).catch(() => [])
  await Promise.all(names.map((name) => rm(join(directory, name), { force: true })))
}
