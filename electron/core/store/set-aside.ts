import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readMarker, writeMarker } from './begin-marker.ts'

/** In this order: killed halfway, a journal must never be left to meet a new database of the same name. */
const PARTS = ['-wal', '-shm', '', '.keycheck', '.audit', '.extent']
const MARK = '.apartada-'

/** Whether anything of a database is there: itself, its journal, or what is kept beside it. */
export const hasAnyPart = (databasePath: string): boolean =>
  PARTS.some((part) => existsSync(databasePath + part))

/**
 * Renames a database that cannot be read, with all that belongs to it, so that a new one can take its place.
 * Nothing is ever deleted, because somebody may be able to save what is in it. A kill in the middle is made good by
 * `finishSetAside`.
 */
export async function setAside(databasePath: string, now: number): Promise<void> {
  const kept = `${basename(databasePath)}${MARK}${new Date(now).toISOString().replace(/[:.]/g, '-')}`
  await mkdir(dirname(databasePath), { recursive: true, mode: 0o700 })
  await writeMarker(databasePath, { phase: 'moving', kept })
  await moveTo(databasePath, kept, now)
}

/** Ends what a kill cut short, before anything else is read. */
export async function finishSetAside(databasePath: string, now: number): Promise<void> {
  const marker = await readMarker(databasePath)
  if (marker?.phase === 'moving') await moveTo(databasePath, marker.kept, now)
}

async function moveTo(databasePath: string, kept: string, now: number): Promise<void> {
  const target = join(dirname(databasePath), kept)
  // There is nothing in it to be saved.
  if (existsSync(databasePath) && (await stat(databasePath)).size === 0) await rm(databasePath)
  for (const part of PARTS) {
    if (existsSync(databasePath + part)) await rename(databasePath + part, target + part)
  }
  await writeMarker(databasePath, { phase: 'beginning', anewAt: now })
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
