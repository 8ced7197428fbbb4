import { existsSync } from 'node:fs'
import { readFile, rm, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { writeDurably } from '../keychain/file-secrets.ts'

/**
 * Marker of a database that does not exist yet, on purpose. It is on the disk before the store's key is created and
 * until the database is open. So a key without a database and without a marker always means lost data. `moving`: an
 * older database is being set aside as `kept`. `beginning`: no part of an older database is left.
 */
const markerSchema = z.discriminatedUnion('phase', [
  z.strictObject({ phase: z.literal('moving'), kept: z.string() }),
  z.strictObject({
    phase: z.literal('beginning'),
    /** Time when the database replaced another one; `null` for the first database. */
    anewAt: z.number().nullable(),
  }),
])
export type BeginMarker = z.infer<typeof markerSchema>

/** Key in `meta` for the time when the database replaced a lost, damaged or discarded one. */
export const BEGUN_ANEW = 'store-begun-anew'

const markerPath = (databasePath: string): string => `${databasePath}.beginning`

export async function readMarker(databasePath: string): Promise<BeginMarker | null> {
  try {
    return markerSchema.parse(JSON.parse(await readFile(markerPath(databasePath), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw error
    return null
  }
}

export async function writeMarker(databasePath: string, marker: BeginMarker): Promise<void> {
  await writeDurably(markerPath(databasePath), JSON.stringify(marker))
}

export async function removeMarker(databasePath: string): Promise<void> {
  await rm(markerPath(databasePath), { force: true })
}

/**
 * Files of a database in the order of renaming. The journal is first: after a kill in between, it must never meet a
 * new database of the same name.
 */
const PARTS = ['-wal', '-shm', '', '.keycheck', '.audit', '.extent']
const MARK = '.apartada-'

/** True if any file of a database exists: the database, its journal, or the files beside it. */
export const hasAnyPart = (databasePath: string): boolean =>
  PARTS.some((part) => existsSync(databasePath + part))

/**
 * Renames an unreadable database with all its files, to make room for a new one. Nothing is deleted, because its data
 * may be recoverable. `finishSetAside` completes an interrupted rename.
 */
export async function setAside(databasePath: string, now: number): Promise<void> {
  const kept = `${basename(databasePath)}${MARK}${new Date(now).toISOString().replace(/[:.]/g, '-')}`
  await mkdir(dirname(databasePath), { recursive: true, mode: 0o700 })
  await writeMarker(databasePath, { phase: 'moving', kept })
  await moveStore(databasePath, kept, now)
}

/** Completes an interrupted rename. Call it before anything else is read. */
export async function finishSetAside(databasePath: string, now: number): Promise<void> {
  const marker = await readMarker(databasePath)
  if (marker?.phase === 'moving') await moveStore(databasePath, marker.kept, now)
}

async function moveStore(databasePath: string, targetName: string, now: number): Promise<void> {
  const target = join(dirname(databasePath), targetName)
  // An empty file has nothing to recover.
  if (existsSync(databasePath) && (await stat(databasePath)).size === 0) await rm(databasePath)
  for (const part of PARTS) {
    if (existsSync(databasePath + part)) await rename(databasePath + part, target + part)
  }
  await writeMarker(databasePath, { phase: 'beginning', anewAt: now })
}

/**
 * Databases set aside that still exist, oldest first. They are read from the disk, so that a kill right after the
 * rename cannot hide one from the user.
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
