import { closeSync, constants, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { readIfThere } from '#shared/server/owner-file.ts'
import { newEpoch } from '../epoch.ts'
import type { FoundFile } from './file-stamp.ts'
import type { Db } from './open.ts'

/**
 * The epoch names a data set: numbers of another one mean something else. An older copy of the database that
 * is put back would give numbers a second time, so it must get a new epoch.
 *
 * A guard beside the database says how many events the data set had. It is written after every commit and
 * before the answer, without waiting for the disk: it survives the process, and after a power loss it can only
 * say too little. A database with fewer events than its guard, with another epoch or without a guard is a copy.
 */
interface Guard {
  epoch: string
  events: number
}

const COUNT = "SELECT seq FROM sqlite_sequence WHERE name = 'event'"

/** Events ever numbered in this database, deleted ones included. */
export function eventsEver(db: Db): number {
  const row = db.prepare<[], { seq: number }>(COUNT).get()
  return row?.seq ?? 0
}

/**
 * Why the database looks like an older copy, or `null` if it is the one that was written last.
 * @param found of its file, before it was opened
 */
export function whyCopy(db: Db, guardFile: string, { isCopy }: Pick<FoundFile, 'isCopy'>): string | null {
  // The guard first: a relay that runs writes it after each commit, so that the database is never behind it.
  const guard = readGuard(guardFile)
  if (guard === null) return 'the guard of the epoch is missing or damaged'
  if (guard.epoch !== storedEpoch(db)) return 'the database has another epoch than its guard'
  if (guard.events > eventsEver(db)) return 'the database has fewer events than were numbered'
  // A power loss may have taken what the guard said last.
  return isCopy ? 'the database is another file than the one that was in use' : null
}

const storedEpoch = (db: Db) =>
  db.prepare<[], { value: string }>("SELECT value FROM meta WHERE name = 'epoch'").get()?.value

/** The epoch of this data set; a new one when the database is an older copy. Writes inside `prepare`. */
export function settleEpoch(
  db: Db,
  guardFile: string,
  found: Pick<FoundFile, 'isCopy'>,
): { epoch: string; isNew: boolean } {
  const stored = storedEpoch(db)
  if (stored !== undefined && whyCopy(db, guardFile, found) === null) return { epoch: stored, isNew: false }
  const epoch = newEpoch()
  db.prepare("INSERT OR REPLACE INTO meta VALUES ('epoch', ?)").run(epoch)
  db.prepare('UPDATE office SET epoch = NULL').run()
  return { epoch, isNew: true }
}

function readGuard(file: string): Guard | null {
  const parts = /^([a-z0-9]{4,16}) (\d{1,15})\n/.exec(readIfThere(file) ?? '')
  return parts === null ? null : { epoch: parts[1] ?? '', events: Number(parts[2]) }
}

export interface EpochGuard {
  /** After a commit. */
  write(events: number): void
  close(): void
}

/** Opens the guard for writing: its only writer is the one of the database. */
export function openGuard(file: string, epoch: string, events: number): EpochGuard {
  // Not emptied: a crash before the first write must leave the former line.
  const handle = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  let written = -1
  const write = (count: number) => {
    if (count === written) return
    // The count only grows, so a shorter line never follows a longer one.
    writeSync(handle, `${epoch} ${count}\n`, 0)
    written = count
  }
  write(events)
  fsyncSync(handle)
  return {
    write,
    close() {
      ftruncateSync(handle, Buffer.byteLength(`${epoch} ${written}\n`))
      fsyncSync(handle)
      closeSync(handle)
    },
  }
}
