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
 * SQLite replays `relay.db-wal` onto whatever file is called `relay.db`. A relay that was killed leaves that log. A
 * backup that is copied over the database would then be mixed with the log, or be destroyed by it.
 *
 * So each start stamps the database file, and writes the stamp beside it. The stamp is two fields of the file's header.
 * Each start changes `application_id`. `VACUUM INTO` and `.backup` change the schema version in the copy. A file whose
 * header has another stamp is a copy, and the log beside it belongs to another file.
 *
 * The stamp is also marked `closed` after a clean stop, which leaves no log. A log that is there all the same was put
 * there, or stayed when a whole directory was restored.
 */
interface Stamp {
  /** Headers that the file may have: two of them while a start is under way. */
  headers: readonly string[]
  isClosed: boolean
}

/** Places in the header of a database file: https://www.sqlite.org/fileformat.html#the_database_header */
const HEADER_BYTES = 100
const SCHEMA_VERSION_AT = 40
const APPLICATION_ID_AT = 68

const stampFile = (file: string) => join(dirname(file), 'database-stamp')

function readStamp(file: string): Stamp | null {
  const parts = /^(running|closed)((?: -?\d+\.\d+){1,2})\n$/.exec(readIfThere(stampFile(file)) ?? '')
  if (parts === null) return null
  return { isClosed: parts[1] === 'closed', headers: (parts[2] ?? '').trim().split(' ') }
}

const writeStamp = (file: string, { headers, isClosed }: Stamp) =>
  writeOwnerFile(stampFile(file), `${isClosed ? 'closed' : 'running'} ${headers.join(' ')}\n`)

/**
 * Reads the header of the file itself, without its log. Only for a file that this process has not open: closing a
 * second handle would drop the locks of the first.
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
  /** `null`: there is no file yet. */
  header: string | null
  /** The file is not the one that was in use last. */
  isCopy: boolean
}

/** Compares a database file with the stamp beside it. Throws a `ForeignLogError` before SQLite could touch the log. */
export function checkStamp(file: string): FoundFile {
  const found = compareStamp(file)
  // A relay that starts or stops meanwhile changes file and stamp one after the other.
  const { isForeignLog, ...rest } = found.isCopy || found.isForeignLog ? compareStamp(file) : found
  if (isForeignLog) throw new ForeignLogError(file)
  return rest
}

function compareStamp(file: string): FoundFile & { isForeignLog: boolean } {
  const [stamp, header] = [readStamp(file), readHeader(file)]
  // Without a stamp an older version has written these files.
  if (stamp === null) return { header, isCopy: false, isForeignLog: false }
  const isCopy = header === null || !stamp.headers.includes(header)
  return { header, isCopy, isForeignLog: hasLog(file) && (isCopy || stamp.isClosed) }
}

/**
 * Gives the file a new stamp. Run within a transaction, whose commit may or may not reach the file before a crash: until
 * `settle` both headers are right.
 */
export function stampDatabase(db: Db, file: string, { header }: FoundFile): { settle: () => void } {
  // Raises the schema version above that of any `.backup`, which begins at 1.
  db.exec('CREATE TABLE stamp (x); DROP TABLE stamp')
  db.pragma(`application_id = ${randomInt(1, 2 ** 31)}`)
  const read = (name: string) => String(db.pragma(name, { simple: true }))
  const next = `${read('application_id')}.${read('schema_version')}`
  writeStamp(file, { headers: header === null ? [next] : [header, next], isClosed: false })
  return { settle: () => writeStamp(file, { headers: [next], isClosed: false }) }
}

/** After the last connection is closed: no log is left, if nothing else reads the file. */
export function stampClosed(file: string): void {
  const stamp = readStamp(file)
  if (stamp !== null && !hasLog(file)) writeStamp(file, { ...stamp, isClosed: true })
}

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
