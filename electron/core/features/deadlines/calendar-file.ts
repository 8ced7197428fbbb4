import { createHash } from 'node:crypto'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { CalendarFile as FileState, Deadline } from '#shared/bridge/deadlines.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { icsText } from '#shared/text/app-deadline-calendar.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import {
  type BackgroundLoop,
  createBackgroundLoop,
  type BackgroundLoopDeps,
} from '../../runtime/background-loop.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { untilTomorrow } from './deadlines.rules.ts'
import { icsOf, PRODUCT } from './ics.rules.ts'

/**
 * Calendar file of one account, for other programs of this PC: in the folder that the user chose, and off by
 * default. Its place is kept in the account's folder, beside its store: it belongs to this PC, is in no copy,
 * and is found when the account is removed without opening its store.
 */
export interface CalendarFile {
  start(): void
  /** Entries may have changed. */
  wake(): void
  state(): Promise<Result<FileState>>
  /** @param folder '' stops it and removes the file */
  publish(folder: string): Promise<Result<FileState>>
  stop(): Promise<void>
}

export interface CalendarFileDeps extends Pick<BackgroundLoopDeps, 'clock' | 'log' | 'supervisor'> {
  /** Folder of the account. */
  directory: string
  accountId: string
  /** Shown by the calendar program. */
  name: string
  isDemo: boolean
  entries: () => Promise<Deadline[]>
  isPrivate: () => boolean
}

const PLACE = 'calendar.json'
/** Entries change in bursts, and a calendar program reads every quarter of an hour. */
const GAP_MS = 2_000
const AGAIN_MS = 60_000

export function createCalendarFile(deps: CalendarFileDeps): CalendarFile {
  const { directory, accountId, name, isDemo, entries, isPrivate, clock, log, supervisor } = deps
  const inTurn = createSerialQueue()
  let written: { content: string; at: number } | null = null
  let failed = false
  let wroteAt = -Infinity

  const placeIn = (folder: string): string => join(folder, `ventanilla-plazos-${hashOf(accountId, 8)}.ics`)

  async function content(now: number): Promise<string> {
    const hides = isPrivate()
    const events = (await entries()).map((entry) => ({
      uid: `${hashOf(`${accountId} ${entry.id}`, 32)}@ventanilla`,
      day: entry.day,
      at: entry.at,
      summary: icsText.summary(entry, hides),
      description: icsText.description(entry, hides),
    }))
    return icsOf(icsText.name(name, isDemo), events, now)
  }

  async function write(path: string): Promise<void> {
    const now = clock.now()
    const next = await content(now)
    const isThere = await mustBeOurs(path)
    // The time of making is in every event, and is no change.
    if (written && isThere && sameBut(written.content, next)) return
    await writeDurably(path, next)
    written = { content: next, at: now }
  }

  /** Written down before there is a file: after a kill in between, none lies anywhere that nothing removes. */
  async function moveTo(after: string, before: string | null): Promise<void> {
    const leaving = before === after ? null : before
    await writePlace(directory, after, leaving)
    if (after !== before) written = null
    try {
      await write(after)
    } catch (error) {
      if (before === null) await forgetPlace(directory)
      else await writePlace(directory, before)
      throw error
    }
    if (leaving !== null) await leave(leaving, after)
  }

  /** Removes the file in the folder of before; on a drive that was unplugged, once it is there again. */
  async function leave(leaving: string, path: string): Promise<void> {
    try {
      await removeOurs(leaving)
      await writePlace(directory, path)
    } catch (error) {
      if (!isOfFiles(error)) throw error
    }
  }

  const round = (): Promise<number> =>
    inTurn(async () => {
      const path = await readPlace(directory)
      if (path === null) return Infinity
      const leaving = await readPlace(directory, 'leaving')
      const early = GAP_MS - (clock.now() - wroteAt)
      if (early > 0 && early <= GAP_MS) return early
      wroteAt = clock.now()
      try {
        if (leaving !== null) await leave(leaving, path)
        await write(path)
        failed = false
        return untilTomorrow(clock.now())
      } catch (error) {
        if (!isOfFiles(error)) throw error
        // A drive that was unplugged comes back: it is said in the window, and is no fault of the loop.
        failed = true
        return AGAIN_MS
      }
    })
  const loop: BackgroundLoop = createBackgroundLoop({ name: 'calendar', clock, log, supervisor, round })

  async function state(): Promise<FileState> {
    const path = await readPlace(directory)
    return {
      folder: path === null ? '' : dirname(path),
      path,
      writtenAt: path === null ? null : (written?.at ?? (await timeOf(path))),
      failed: path !== null && failed,
    }
  }

  return {
    start: loop.start,
    wake: loop.wake,
    state: async () => ok(await state()),

    publish: (folder) =>
      inTurn(async () => {
        const before = await readPlace(directory)
        const after = folder === '' ? null : placeIn(folder)
        try {
          if (after === null) {
            if (before !== null) await removeOurs(before)
            await forgetPlace(directory)
            written = null
          } else {
            if (!isAbsolute(folder) || !(await stat(folder)).isDirectory())
              return fail(appError('calendar-folder'))
            await moveTo(after, before)
          }
        } catch (error) {
          if (!isOfFiles(error)) throw error
          return fail(appError('calendar-folder'))
        }
        failed = false
        loop.wake()
        return ok(await state())
      }),
    stop: () => loop.stop(),
  }
}

/** Removes the calendar file of an account that is removed, or begun anew; its place is in its folder. */
export async function removeCalendarFile(directory: string): Promise<void> {
  for (const name of ['leaving', 'path'] as const) {
    const path = await readPlace(directory, name)
    if (path !== null) await removeOurs(path)
  }
  await forgetPlace(directory)
}

/** Whole path of the file, or of the one in the folder of before that is still to be removed; `null` without it. */
async function readPlace(directory: string, name: 'path' | 'leaving' = 'path'): Promise<string | null> {
  const text = await readFile(join(directory, PLACE), 'utf8').catch(() => '{}')
  const path = recordIn(text)[name]
  return typeof path === 'string' && isAbsolute(path) && path.endsWith('.ics') ? path : null
}

const writePlace = (directory: string, path: string, leaving: string | null = null): Promise<void> =>
  writeDurably(join(directory, PLACE), JSON.stringify({ path, ...(leaving !== null && { leaving }) }))
const forgetPlace = (directory: string): Promise<void> => rm(join(directory, PLACE), { force: true })

async function removeOurs(path: string): Promise<void> {
  await mustBeOurs(path)
  await Promise.all([path, `${path}.new`].map((one) => rm(one, { force: true })))
}

/**
 * A file of that name that another program wrote is neither replaced nor removed: throws.
 * @returns true if it is there
 */
async function mustBeOurs(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (file === null) return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    if (!head.includes(`PRODID:${PRODUCT}`)) throw new NotOurs(path)
    return true
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

const timeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

const STAMP = /^DTSTAMP:.*\r\n/gm
const sameBut = (one: string, other: string): boolean => one.replace(STAMP, '') === other.replace(STAMP, '')
