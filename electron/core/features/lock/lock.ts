import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Lock as LockState } from '#shared/bridge/desktop.ts'
import type { OfficeSettings } from '#shared/bridge/settings.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import { deriveKey, newKdf, type DeriveKey, kdfSchema } from '../../keychain/sealed-secrets.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import { waitAfter, waitLeft } from './pin-waits.rules.ts'

type Done = Result<Record<string, never>>

/**
 * Window lock. The core owns it: while it is locked, the router refuses the commands of every window, except those in
 * bridge/slices.ts. With a PIN, a core starts locked. Killing the core therefore does not unlock the windows.
 */
export interface WindowLock {
  readonly state: LockState
  /** Starts counting idle time. */
  start(): void
  lock(): void
  open(pin: string): Promise<Done>
  setPin(before: string | undefined, pin: string | null): Promise<Done>
  /** Reports user activity. */
  recordActivity(): void
  /** The office's lock settings changed. */
  settingsChanged(): void
  /** The PC was locked, or goes to sleep. */
  systemLocked(): void
  stop(): Promise<void>
}

export interface WindowLockDeps {
  dataDir: string
  clock: Clock
  settings: () => OfficeSettings['lock']
  /** An administrator requires a PIN. Without a PIN, the windows are locked until the user sets one. */
  pinRequired: boolean
  onState: (state: LockState) => void
  /** A wrong PIN was tried. */
  onWrong: () => void
  log: Log
  supervisor: Supervisor
  derive?: DeriveKey | undefined
}

const MINUTE_MS = 60_000
/**
 * Maximum time between two idle checks. If the PC slept without a report, the next check notices the elapsed time.
 * Another user may have arrived.
 */
const WATCH_MS = 15_000

export function createWindowLock(deps: WindowLockDeps): WindowLock {
  const {
    dataDir,
    clock,
    settings,
    pinRequired,
    onState,
    onWrong,
    log,
    supervisor,
    derive = deriveKey,
  } = deps
  let pin: PinState = readPin(dataDir)
  let locked = pin !== 'none' || pinRequired
  let active = readClocks()

  /**
   * The longer of two times counts: the wall clock may be set back, and the monotonic clock may stop during sleep.
   */
  function readClocks() {
    return { now: clock.now(), elapsed: clock.elapsed() }
  }
  const computeIdleMs = () => Math.max(0, clock.now() - active.now, clock.elapsed() - active.elapsed)

  const buildState = (): LockState => {
    const waitUntil = typeof pin === 'string' ? null : pin.waitUntil
    return {
      locked,
      hasPin: pin !== 'none',
      ...(needsPin() && { needsPin: true }),
      ...(waitUntil !== null && { waitUntil }),
    }
  }
  const needsPin = () => pinRequired && pin === 'none'
  const publishState = () => onState(buildState())

  const loop = createBackgroundLoop({
    name: 'lock',
    clock,
    log,
    supervisor,
    round: lockIfIdle,
    onJump: systemLocked,
  })

  /** @returns milliseconds until the next check */
  async function lockIfIdle(): Promise<number> {
    if (locked || pin === 'none') return Infinity
    const { idleMinutes } = settings()
    const left = idleMinutes * MINUTE_MS - computeIdleMs()
    if (idleMinutes === 0 || left > 0) return Math.min(left > 0 ? left : WATCH_MS, WATCH_MS)
    lock()
    return Infinity
  }

  function lock(): void {
    if (locked || pin === 'none') return
    locked = true
    publishState()
  }

  function systemLocked(): void {
    if (settings().withSystem) lock()
  }

  /** Serializes attempts: concurrent ones would all count as the first. */
  const inTurn = createSerialQueue()

  async function savePin(record: PinRecord | null): Promise<void> {
    await writePin(dataDir, record)
    pin = record ?? 'none'
  }

  /** A disk that refuses writes must not lock users out. Attempts are then counted only in this process. */
  async function saveAttempt(record: PinRecord): Promise<void> {
    pin = record
    await writePin(dataDir, record).catch((error: unknown) => log.error('lock: cannot keep the tries', error))
  }

  /** Count the attempt as wrong before checking it, so that killing the process gives no free attempt. */
  async function checkPin(typed: string): Promise<Done> {
    if (pin === 'none') return ok({})
    if (pin === 'damaged') return fail(appError('wrong-pin', { detail: 'damaged' }))
    const record = pin
    const left = waitLeft(record.waitUntil, record.failures, clock.now())
    if (left > 0) return fail(appError('too-many-pins', { retryAfterMs: left }))
    const failures = record.failures + 1
    const wait = waitAfter(failures)
    await saveAttempt({ ...record, failures, waitUntil: wait > 0 ? clock.now() + wait : null })
    const hash = await derive(typed.normalize('NFKC'), record.kdf)
    if (timingSafeEqual(hash, Buffer.from(record.hash, 'base64url'))) {
      await saveAttempt({ ...record, failures: 0, waitUntil: null })
      return ok({})
    }
    // The wait starts at the end of the check, so a slow check does not shorten it.
    if (wait > 0) await saveAttempt({ ...record, failures, waitUntil: clock.now() + wait })
    onWrong()
    publishState()
    return fail(appError('wrong-pin'))
  }

  return {
    get state() {
      return buildState()
    },
    start: () => loop.start(),
    lock,
    systemLocked,

    open: (typed) =>
      inTurn(async () => {
        if (!locked) return ok({})
        if (needsPin()) return fail(appError('managed'))
        const right = await checkPin(typed)
        if (!right.ok) return right
        locked = false
        active = readClocks()
        publishState()
        loop.wake()
        return right
      }),

    setPin: (before, next) =>
      inTurn(async () => {
        const right = await checkPin(before ?? '')
        if (!right.ok) return right
        if (next === null) await savePin(null)
        else {
          const kdf = newKdf()
          const hash = await derive(next.normalize('NFKC'), kdf)
          await savePin({ version: 1, kdf, hash: hash.toString('base64url'), failures: 0, waitUntil: null })
        }
        locked = false
        active = readClocks()
        publishState()
        loop.wake()
        return ok({})
      }),

    recordActivity() {
      active = readClocks()
    },
    settingsChanged: () => loop.wake(),
    stop: () => loop.stop(),
  }
}

const FILE = 'lock.json'

/** Derived PIN of the windows of this PC, and the number of wrong attempts since the last correct attempt. */
const pinRecordSchema = z.strictObject({
  version: z.literal(1),
  kdf: kdfSchema,
  hash: z.base64url(),
  failures: z.int().min(0),
  waitUntil: z.number().nullable(),
})
type PinRecord = z.infer<typeof pinRecordSchema>

/**
 * `damaged`: a PIN existed, but its file is unreadable. Only a user with write access to the folder can remove the
 * file.
 */
type PinState = PinRecord | 'none' | 'damaged'

/** Synchronous, because a window could send requests before an asynchronous read ends. */
function readPin(dataDir: string): PinState {
  let text: string
  try {
    text = readFileSync(join(dataDir, FILE), 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'damaged'
  }
  try {
    return pinRecordSchema.parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

/** The file is readable only by its owner, and durable when the promise resolves. */
async function writePin(dataDir: string, record: PinRecord | null): Promise<void> {
  const path = join(dataDir, FILE)
  if (record === null) await rm(path, { force: true })
  else await writeDurably(path, `${JSON.stringify(record)}\n`)
}

/** Navigation requested while the windows were locked. */
export interface RouteAfterUnlock {
  /**
   * Remembers only the last request.
   * @param where finds the route. It runs after unlocking, because a route may name a person
   */
  openLater(where: () => Promise<Route | null>): void
  /** The windows are unlocked. */
  follow(): void
}

export interface RouteAfterUnlockDeps {
  open: (route: Route) => void
  log: Log
}

export function createRouteAfterUnlock({ open, log }: RouteAfterUnlockDeps): RouteAfterUnlock {
  let asked: (() => Promise<Route | null>) | null = null
  return {
    openLater(where) {
      asked = where
    },
    follow() {
      const where = asked
      asked = null
      where?.()
        .then((route) => route && open(route))
        .catch((error: unknown) => log.error('core: cannot go where a notification leads', error))
    },
  }
}

/** Commands of the window lock. The lock belongs to the PC and not to an account. */
export function createLockCommands({ lock }: { lock: WindowLock }): CommandsOf<'lock'> {
  return {
    'lock.now'() {
      if (!lock.state.hasPin) return fail(appError('invalid-request', { detail: 'there is no PIN' }))
      lock.lock()
      return ok({})
    },
    'lock.open': ({ pin }) => lock.open(pin),
    'lock.set-pin': ({ before, pin }) => lock.setPin(before, pin),
    'lock.activity'() {
      lock.recordActivity()
      return ok({})
    },
  }
}
