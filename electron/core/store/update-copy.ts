import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3-multiple-ciphers'
import { syncDirectory } from '../runtime/directories.ts'

/**
 * Copy of a store as it was before a new version of the application migrated it. It is copied byte by byte, and so
 * encrypted with the same key. It exists until that version has confirmed its start. If that version is undone, the
 * copy replaces the store. The store of the undone version is kept beside it.
 */
const COPY = 'before-update'
const OUT = 'putting-back-'
const IN = 'putting-in-'
const UNDONE = 'undone-update-'

/**
 * Files of a store that are copied together. The journal's files are not copied, because a checkpoint empties them.
 */
const PARTS = ['', '.audit', '.extent']
const ALL_PARTS = ['-wal', '-shm', ...PARTS]
/** Bytes that must remain free beside the copy, so that the store can continue. */
const SPARE_BYTES = 16 * 1024 * 1024

const copyOf = (databasePath: string): string => join(dirname(databasePath), COPY)
export const hasUpdateCopy = (databasePath: string): boolean => existsSync(copyOf(databasePath))

/**
 * Copies an open store, which nothing else has open. Runs in the store's thread.
 * @throws with the code `ENOSPC` if there is no room; the store is then not migrated
 */
export function copyBeforeMigration(db: Database.Database, databasePath: string): void {
  const directory = dirname(databasePath)
  const draft = `${copyOf(databasePath)}.new`
  rmSync(draft, { recursive: true, force: true })
  db.pragma('wal_checkpoint(TRUNCATE)')
  const parts = PARTS.filter((part) => existsSync(databasePath + part))
  const bytes = parts.reduce((sum, part) => sum + statSync(databasePath + part).size, 0)
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < bytes + SPARE_BYTES)
    throw Object.assign(new Error('no room for a copy before the migration'), { code: 'ENOSPC' })
  try {
    mkdirSync(draft, { mode: 0o700 })
    db.transaction(() => {
      for (const part of parts) copyDurably(databasePath + part, join(draft, basename(databasePath) + part))
    }).immediate()
    // Replace the copy of an earlier attempt: that attempt left the store unchanged, so the new copy is the same or
    // newer.
    rmSync(copyOf(databasePath), { recursive: true, force: true })
    renameSync(draft, copyOf(databasePath))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

function copyDurably(from: string, to: string): void {
  // The file system shares the blocks if it can.
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const file = openSync(to, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Milliseconds that the store of an undone version is kept for support. */
const UNDONE_KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Removes the copy, because the running version works. Also removes the stores of versions that were undone long ago.
 */
export async function removeUpdateCopy(databasePath: string, now: number): Promise<void> {
  const copy = copyOf(databasePath)
  const directory = dirname(databasePath)
  for (const name of await readdir(directory)) {
    const isOld = name.startsWith(UNDONE) && now - Number(name.slice(UNDONE.length)) > UNDONE_KEPT_MS
    if (isOld) await rm(join(directory, name), { recursive: true, force: true })
  }
  await rm(`${copy}.new`, { recursive: true, force: true })
  await rm(copy, { recursive: true, force: true })
}

/**
 * Puts the copy in the store's place, and the store of the undone version beside it. The store must be closed.
 * `finishRestore` completes it after a kill.
 */
export async function restoreUpdateCopy(databasePath: string, now: number): Promise<void> {
  // This rename decides the exchange. The names of the directories show how far it is.
  await rename(copyOf(databasePath), join(dirname(databasePath), `${OUT}${now}`))
  await finishRestore(databasePath)
}

/** Completes an interrupted exchange. Call it before anything else is read. */
export async function finishRestore(databasePath: string): Promise<void> {
  const directory = dirname(databasePath)
  const name = basename(databasePath)
  const names = await readdir(directory).catch(() => [])
  const out = names.find((one) => one.startsWith(OUT))
  let into = names.find((one) => one.startsWith(IN))
  if (out !== undefined) {
    const stamp = out.slice(OUT.length)
    const undone = join(directory, UNDONE + stamp)
    await mkdir(undone, { recursive: true, mode: 0o700 })
    for (const part of ALL_PARTS) await moveIfThere(databasePath + part, join(undone, name + part))
    await syncDirectory(undone)
    into = IN + stamp
    await rename(join(directory, out), join(directory, into))
  }
  if (into === undefined) return
  for (const part of PARTS) await moveIfThere(join(directory, into, name + part), databasePath + part)
  await syncDirectory(directory)
  await rmdir(join(directory, into))
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to)
}
