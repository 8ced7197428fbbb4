import { randomInt } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import { newEpoch } from '../store.ts'
import type { Db } from './open.ts'

/**
 * SQLite replays `relay.db-wal` onto any file called `relay.db`. A killed relay leaves that log. The log would damage
 * a backup that is copied over the database.
 *
 * Therefore each start stamps the database file, and writes the stamp beside it. The stamp is two fields of the
 * file's header. Each start changes `application_id`. `VACUUM INTO` and `.backup` change the schema version of the
 * copy. A file with another stamp is a copy, and the log beside it belongs to another file.
 *
 * A clean stop leaves no log and marks the stamp as `closed`. A log beside a closed database was put there, or comes
 * from a restored directory.
 */
interface Stamp {
  /** Possible headers of the file. There are two while a start is in progress. */
  headers: readonly string[]
  isClosed: boolean
}

/** Offsets in the header of a database file: https://www.sqlite.org/fileformat.html#the_database_header */
const HEADER_BYTES = 100
const SCHEMA_VERSION_AT = 40
const APPLICATION_ID_AT = 68

const getStampPath = (file: string) => join(dirname(file), 'database-stamp')

function readStamp(file: string): Stamp | null {
  const parts = /^(running|closed)((?: -?\d+\.\d+){1,2})\n$/.exec(readIfThere(getStampPath(file)) ?? '')
  if (parts === null) return null
  return { isClosed: parts[1] === 'closed', headers: (parts[2] ?? '').trim().split(' ') }
}

const writeStamp = (file: string, { headers, isClosed }: Stamp) =>
  writeOwnerFile(getStampPath(file), `${isClosed ? 'closed' : 'running'} ${headers.join(' ')}\n`)

/**
 * Reads the header of the file without its log. This process must not have the file open: closing a second handle
 * would drop the locks of the first.
 */
function readHeader(file: string): string | null {
  const bytes = Buffer.alloc(HEADER_BYTES)
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    if (readSync(handle, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
  } finally {
    closeSync(handle)
  }
  return `${bytes.readInt32BE(APPLICATION_ID_AT)}.${bytes.readUInt32BE(SCHEMA_VERSION_AT)}`
}

const hasLog = (file: string) => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** The log beside the database belongs to another file. */
export class ForeignLogError extends Error {
  readonly problem: string
  /** Advice for the operator. */
  readonly advice: string

  constructor(file: string) {
    const problem = `${file}-wal is the log of another database than ${file}`
    const advice = `if a backup was put back, move ${file}-wal and ${file}-shm to another folder and start again; docs/relay/operate.md, "Back up and restore"`
    super(`${problem}: together they would be damaged. To go on: ${advice}`)
    this.problem = problem
    this.advice = advice
  }
}

/** State of a database file before it is opened. */
export interface FoundFile {
  /** `null`: the file does not exist. */
  header: string | null
  /** The file is not the one that was last in use. */
  isCopy: boolean
}

/** Compares a database file with its stamp. Throws a `ForeignLogError` before SQLite can touch the log. */
export function checkStamp(file: string): FoundFile {
  const found = compareStamp(file)
  // A relay that starts or stops meanwhile changes file and stamp one after the other.
  const { isForeignLog, ...rest } = found.isCopy || found.isForeignLog ? compareStamp(file) : found
  if (isForeignLog) throw new ForeignLogError(file)
  return rest
}

function compareStamp(file: string): FoundFile & { isForeignLog: boolean } {
  const [stamp, header] = [readStamp(file), readHeader(file)]
  // A version without stamps wrote these files.
  if (stamp === null) return { header, isCopy: false, isForeignLog: false }
  const isCopy = header === null || !stamp.headers.includes(header)
  return { header, isCopy, isForeignLog: hasLog(file) && (isCopy || stamp.isClosed) }
}

/**
 * Gives the file a new stamp. Runs in a transaction whose commit may not reach the file before a crash. Both headers
 * are valid until `confirmStamp`.
 */
export function stampDatabase(db: Db, file: string, { header }: FoundFile): { confirmStamp: () => void } {
  // Raises the schema version above that of any `.backup`, which begins at 1.
  db.exec('CREATE TABLE stamp (x); DROP TABLE stamp')
  db.pragma(`application_id = ${randomInt(1, 2 ** 31)}`)
  const read = (name: string) => String(db.pragma(name, { simple: true }))
  const next = `${read('application_id')}.${read('schema_version')}`
  writeStamp(file, { headers: header === null ? [next] : [header, next], isClosed: false })
  return { confirmStamp: () => writeStamp(file, { headers: [next], isClosed: false }) }
}

/** Runs after the last connection is closed. No log is left then, unless another process reads the file. */
export function markStampClosed(file: string): void {
  const stamp = readStamp(file)
  if (stamp !== null && !hasLog(file)) writeStamp(file, { ...stamp, isClosed: true })
}

/**
 * An epoch names a data set, because event numbers are unique only within one. A restored older copy would give
 * numbers a second time, so it gets a new epoch.
 *
 * The guard file stores the event count of the data set. It is written after every commit and before the answer,
 * without a flush. It survives the process. After a power loss, its count can only be too low. A database is a copy
 * if it has fewer events than the guard, another epoch, or no guard.
 */
interface Guard {
  epoch: string
  events: number
}

const COUNT = "SELECT seq FROM sqlite_sequence WHERE name = 'event'"

/** Number of events ever stored in this database, deleted events included. */
export function countEventsEver(db: Db): number {
  const row = db.prepare<[], { seq: number }>(COUNT).get()
  return row?.seq ?? 0
}

/**
 * Explains why the database looks like an older copy. Returns `null` for the newest database.
 * @param found state of the file before it was opened
 */
export function explainCopy(db: Db, guardFile: string, { isCopy }: Pick<FoundFile, 'isCopy'>): string | null {
  // Read the guard first. A running relay writes it after each commit, so the database is never behind it.
  const guard = readGuard(guardFile)
  if (guard === null) return 'the guard of the epoch is missing or damaged'
  if (guard.epoch !== readStoredEpoch(db)) return 'the database has another epoch than its guard'
  if (guard.events > countEventsEver(db)) return 'the database has fewer events than were numbered'
  // A power loss may have removed the last count from the guard.
  return isCopy ? 'the database is another file than the one that was in use' : null
}

const readStoredEpoch = (db: Db) =>
  db.prepare<[], { value: string }>("SELECT value FROM meta WHERE name = 'epoch'").get()?.value

/** Returns the epoch of this data set, or a new one for an older copy. Must run inside `prepare`. */
export function ensureEpoch(
  db: Db,
  guardFile: string,
  found: Pick<FoundFile, 'isCopy'>,
): { epoch: string; isNew: boolean } {
  const stored = readStoredEpoch(db)
  if (stored !== undefined && explainCopy(db, guardFile, found) === null)
    return { epoch: stored, isNew: false }
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
  /** Called after each commit. */
  write(events: number): void
  close(): void
}

/** Opens the guard for writing. Only the writer of the database may open it. */
export function openGuard(file: string, epoch: string, events: number): EpochGuard {
  // Do not truncate: after a crash before the first write, the former line must remain.
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
