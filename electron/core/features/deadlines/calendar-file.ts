import { createHash } from 'node:crypto'
import { open, rm, stat, readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { CalendarFile as FileState, Deadline } from '#shared/bridge/deadlines.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { icsText } from '#shared/text/deadlines.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import {
  type BackgroundLoop,
  createBackgroundLoop,
  type BackgroundLoopDeps,
} from '../../runtime/background-loop.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { computeMsUntilTomorrow } from './deadlines.rules.ts'
import { buildCalendar, PRODUCT } from './ics.rules.ts'

/**
 * Calendar file of one account, for other programs of this PC. It is off by default, and is in the folder that the
 * user chose. Its path is stored in the account's folder, beside the store. So the path belongs to this PC, is in no
 * copy, and is found without opening the store when the account is removed.
 */
export interface CalendarFile {
  start(): void
  /** Entries may have changed. */
  wake(): void
  readState(): Promise<Result<FileState>>
  /** @param folder '' stops the file and removes it */
  publish(folder: string): Promise<Result<FileState>>
  stop(): Promise<void>
}

export interface CalendarFileDeps extends Pick<BackgroundLoopDeps, 'clock' | 'log' | 'supervisor'> {
  /** Folder of the account. */
  directory: string
  accountId: string
  /** Name that the calendar program shows. */
  name: string
  isDemo: boolean
  entries: () => Promise<Deadline[]>
  isPrivate: () => boolean
  /** Called when the file cannot be written any more, or can be written again. */
  onFailing: () => void
}

/** Least time between two writes. Entries change in bursts, and a calendar program reads every quarter of an hour. */
const GAP_MS = 2_000
const AGAIN_MS = 60_000
/** Interval of the attempts to remove an earlier file, whose folder may never come back. */
const LEAVING_MS = 15 * 60_000

export function createCalendarFile(deps: CalendarFileDeps): CalendarFile {
  const { directory, accountId, name, isDemo, entries, isPrivate, onFailing, clock, log, supervisor } = deps
  const inTurn = createSerialQueue()
  let failed = false
  let wroteAt = -Infinity

  function setFailed(next: boolean): void {
    if (failed === next) return
    failed = next
    onFailing()
  }

  const buildPath = (folder: string): string => join(folder, `ventanilla-plazos-${hashOf(accountId, 8)}.ics`)

  async function buildContent(before: string): Promise<string> {
    const hides = isPrivate()
    const events = (await entries()).map((entry) => ({
      uid: `${hashOf(`${accountId} ${entry.id}`, 32)}@ventanilla`,
      day: entry.day,
      at: entry.at,
      summary: icsText.summary(entry, hides),
      description: icsText.description(entry, hides),
    }))
    return buildCalendar(icsText.name(name, isDemo), events, clock.now(), before)
  }

  async function write(path: string): Promise<void> {
    const before = await readOurs(path)
    const next = await buildContent(before ?? '')
    if (next !== before) await writeDurably(path, next)
  }

  /**
   * Moves the file, or stops it with `null`. The path is stored before the file is written, so a kill leaves no file
   * that nothing removes.
   */
  async function moveTo(after: string | null, was: CalendarPlace): Promise<void> {
    const leaving = new Set([...was.leaving, ...(was.path === null ? [] : [was.path])])
    if (after === null && was.path !== null) await readOurs(was.path)
    if (after !== null) leaving.delete(after)
    const place = { path: after, leaving: [...leaving] }
    await writePlace(directory, place)
    try {
      if (after !== null) await write(after)
    } catch (error) {
      await writePlace(directory, was)
      throw error
    }
    await removeEarlierFiles(place)
  }

  /**
   * Removes the files in earlier folders. A file on an unplugged drive is removed once the drive is back.
   * @returns true if none is left
   */
  async function removeEarlierFiles({ path, leaving }: CalendarPlace): Promise<boolean> {
    const left: string[] = []
    for (const one of leaving) if (!(await isRemoved(one))) left.push(one)
    if (left.length < leaving.length) await writePlace(directory, { path, leaving: left })
    return left.length === 0
  }

  const writeIfDue = (): Promise<number> =>
    inTurn(async () => {
      const place = await readPlace(directory)
      const { path } = place
      if (path === null) return (await removeEarlierFiles(place)) ? Infinity : LEAVING_MS
      const early = GAP_MS - (clock.now() - wroteAt)
      if (early > 0 && early <= GAP_MS) return early
      wroteAt = clock.now()
      try {
        const hasLeft = await removeEarlierFiles(place)
        await write(path)
        setFailed(false)
        return Math.min(computeMsUntilTomorrow(clock.now()), hasLeft ? Infinity : LEAVING_MS)
      } catch (error) {
        if (!isOfFiles(error)) throw error
        // An unplugged drive comes back. The window shows the failure, which is no fault of the loop.
        setFailed(true)
        return AGAIN_MS
      }
    })
  const loop: BackgroundLoop = createBackgroundLoop({
    name: 'calendar',
    clock,
    log,
    supervisor,
    round: writeIfDue,
  })

  async function readState(): Promise<FileState> {
    const { path, leaving } = await readPlace(directory)
    return {
      folder: path === null ? '' : dirname(path),
      path,
      writtenAt: path === null ? null : await readModifiedAt(path),
      failed: path !== null && failed,
      leaving: leaving.length > 0,
    }
  }

  return {
    start: loop.start,
    wake: loop.wake,
    readState: async () => ok(await readState()),

    publish: (folder) =>
      inTurn(async () => {
        try {
          if (folder !== '' && !(isAbsolute(folder) && (await stat(folder)).isDirectory()))
            return fail(appError('calendar-folder'))
          await moveTo(folder === '' ? null : buildPath(folder), await readPlace(directory))
        } catch (error) {
          if (!isOfFiles(error)) throw error
          return fail(appError('calendar-folder'))
        }
        setFailed(false)
        loop.wake()
        return ok(await readState())
      }),
    stop: () => loop.stop(),
  }
}

/** Removes the calendar file of an account that is removed or begun anew. Its path is in the account's folder. */
export async function removeCalendarFile(directory: string): Promise<void> {
  const { path, leaving } = await readPlace(directory)
  for (const one of [...leaving, ...(path === null ? [] : [path])]) await removeOurs(one)
  await writePlace(directory, { path: null, leaving: [] })
}

/**
 * Removes a calendar file of ours. Throws while its folder is missing, because an unplugged drive still has the file.
 */
async function removeOurs(path: string): Promise<void> {
  await stat(dirname(path))
  await readOurs(path)
  await Promise.all([path, `${path}.new`].map((one) => rm(one, { force: true })))
}

/**
 * Removes an earlier file. A file that belongs to another program by now is left alone.
 * @returns true if nothing is left to remove
 */
const isRemoved = (path: string): Promise<boolean> =>
  removeOurs(path).then(
    () => true,
    (error: unknown) => {
      if (!isOfFiles(error)) throw error
      return error instanceof NotOurs
    },
  )

/**
 * Reads a calendar file of ours. Throws if another program wrote the file, so that it is neither replaced nor
 * removed.
 * @returns its text; `null` if there is no file
 */
async function readOurs(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    if (!head.includes(`PRODID:${PRODUCT}`)) throw new NotOurs(path)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

class NotOurs extends Error {
  readonly code = 'NOT_OURS'
}

const isOfFiles = (error: unknown): boolean =>
  error instanceof NotOurs ||
  (error instanceof Error && 'syscall' in error && typeof (error as NodeJS.ErrnoException).code === 'string')

const readModifiedAt = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** Paths of the calendar file of an account. */
interface CalendarPlace {
  /** `null` while the file is off. */
  path: string | null
  /** Files in earlier folders that are still to be removed, because their drive was unplugged. */
  leaving: readonly string[]
}

const PLACE = 'calendar.json'

/** Reads the paths stored in an account's folder. A missing or unreadable record means off. */
async function readPlace(directory: string): Promise<CalendarPlace> {
  const text = await readFile(join(directory, PLACE), 'utf8').catch(() => '{}')
  const { path, leaving } = recordIn(text)
  return {
    path: isFile(path) ? path : null,
    leaving: [leaving].flat().filter(isFile),
  }
}

const writePlace = (directory: string, { path, leaving }: CalendarPlace): Promise<void> =>
  path === null && leaving.length === 0
    ? rm(join(directory, PLACE), { force: true })
    : writeDurably(join(directory, PLACE), JSON.stringify({ path, ...(leaving.length > 0 && { leaving }) }))

const isFile = (path: unknown): path is string =>
  typeof path === 'string' && isAbsolute(path) && path.endsWith('.ics')
