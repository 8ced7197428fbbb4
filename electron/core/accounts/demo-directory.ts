import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../keychain/file-secrets.ts'

/**
 * Directory of the demonstration, which can be begun anew. Every step leaves either the old one whole or the new one:
 * the old one is only put aside by a rename, and removed when the new one is in its place.
 */

const EMPTY = 'begins-empty'
const NEXT = 'demo.next'
const OLD = 'demo.old-'
/** The demonstration, while a training scenario has an office of its own. */
const KEPT = 'demo.kept'

export const demoDirectory = (dataDir: string): string => join(dataDir, 'demo')

/** True if the user began it empty: it is not filled with the sample office. */
export const beginsEmpty = (dataDir: string): boolean => existsSync(join(demoDirectory(dataDir), EMPTY))

/** True while a training scenario is in the place of the demonstration. */
export const isApart = (dataDir: string): boolean => existsSync(join(dataDir, KEPT))

/**
 * Puts a new directory in the place of the present one, which nothing may be using. A training scenario ends with it.
 * @param sample whether the new one gets the sample office
 */
export async function renewDemoDirectory(dataDir: string, sample: boolean, now: number): Promise<void> {
  const next = await nextDirectory(dataDir)
  if (!sample) await writeFile(join(next, EMPTY), '')
  // First: with it gone, what a kill leaves in place is only to be renewed again.
  if (isApart(dataDir)) await rename(join(dataDir, KEPT), join(dataDir, `${OLD}${now}-kept`))
  await putAside(dataDir, now)
  await rename(next, demoDirectory(dataDir))
  await sweepDemoDirectories(dataDir)
}

/**
 * Puts a new directory in the place of the demonstration, which is kept; or in that of the scenario before.
 * @param files names and contents of what it begins with
 */
export async function putApart(
  dataDir: string,
  files: Readonly<Record<string, string>>,
  now: number,
): Promise<void> {
  const next = await nextDirectory(dataDir)
  for (const [name, content] of Object.entries(files)) await writeDurably(join(next, name), content)
  if (isApart(dataDir)) await putAside(dataDir, now)
  else if (existsSync(demoDirectory(dataDir))) await rename(demoDirectory(dataDir), join(dataDir, KEPT))
  await rename(next, demoDirectory(dataDir))
  await sweepDemoDirectories(dataDir)
}

/** Puts the demonstration back as it was before `putApart`. */
export async function bringBack(dataDir: string, now: number): Promise<void> {
  if (!isApart(dataDir)) return
  // Left by a kill, it would be taken for the one that was to come.
  await rm(join(dataDir, NEXT), { recursive: true, force: true })
  await putAside(dataDir, now)
  await rename(join(dataDir, KEPT), demoDirectory(dataDir))
  await sweepDemoDirectories(dataDir)
}

async function nextDirectory(dataDir: string): Promise<string> {
  const next = join(dataDir, NEXT)
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true, mode: 0o700 })
  return next
}

async function putAside(dataDir: string, now: number): Promise<void> {
  if (existsSync(demoDirectory(dataDir))) await rename(demoDirectory(dataDir), join(dataDir, `${OLD}${now}`))
}

/** Ends what a kill left half done. Call it before the demonstration is opened. */
export async function sweepDemoDirectories(dataDir: string): Promise<void> {
  if (!existsSync(demoDirectory(dataDir))) {
    // The present one was put aside already, for the next or for the one that was kept.
    const waiting = [NEXT, KEPT].map((name) => join(dataDir, name)).find((path) => existsSync(path))
    if (waiting) await rename(waiting, demoDirectory(dataDir))
  }
  const names = await readdir(dataDir).catch(() => [])
  const left = names.filter((name) => name === NEXT || name.startsWith(OLD))
  // What another program holds is removed at a later start.
  await Promise.allSettled(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}
