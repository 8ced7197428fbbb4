import { timingSafeEqual } from 'node:crypto'
import type { Lock as LockState } from '#shared/bridge/lock.ts'
import type { OfficeSettings } from '#shared/bridge/office.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import { deriveKey, newKdf, type DeriveKey } from '../../keychain/sealed-file.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { readPin, writePin, type PinRecord, type PinState } from './pin-file.ts'
import { waitAfter, waitLeft } from './pin-waits.rules.ts'

type Done = Result<Record<string, never>>

/**
 * The lock of the windows. It is of the core and not of a window: while it is locked the router answers nothing
 * (bridge/locked.ts), whatever a window does. Where there is a PIN, a core always starts locked, so that ending it does
 * not open it.
 */
export interface WindowLock {
  readonly state: LockState
  /** Begins to count the time without anybody. */
  start(): void
  lock(): void
  open(pin: string): Promise<Done>
  setPin(before: string | undefined, pin: string | null): Promise<Done>
  /** Somebody is there. */
  activity(): void
  /** What the office wants of it changed. */
  settingsChanged(): void
  /** The PC was locked, or goes to sleep. */
  systemLocked(): void
  stop(): Promise<void>
}

export interface WindowLockDeps {
  dataDir: string
  clock: Clock
  settings: () => OfficeSettings['lock']
  onState: (state: LockState) => void
  /** A wrong one was tried. */
  onWrong: () => void
  log: Log
  supervisor: Supervisor
  derive?: DeriveKey | undefined
}

const MINUTE_MS = 60_000
/** A sleep that nobody tells of shows in a short wait that was long: by then somebody else may be there. */
const WATCH_MS = 15_000

export function createWindowLock(deps: WindowLockDeps): WindowLock {
  const { dataDir, clock, settings, onState, onWrong, log, supervisor, derive = deriveKey } = deps
  let pin: PinState = readPin(dataDir)
  let locked = pin !== 'none'
  let active = moment()

  /** The clock of the wall may be set back, and the other one may stand still in a sleep: the longer time counts. */
  function moment() {
    return { now: clock.now(), elapsed: clock.elapsed() }
  }
  const away = () => Math.max(0, clock.now() - active.now, clock.elapsed() - active.elapsed)

  const stateNow = (): LockState => {
    const waitUntil = typeof pin === 'string' ? null : pin.waitUntil
    return { locked, hasPin: pin !== 'none', ...(waitUntil !== null && { waitUntil }) }
  }
  const tell = () => onState(stateNow())

  const loop = createBackgroundLoop({
    name: 'lock',
    clock,
    log,
    supervisor,
    round: idle,
    onJump: systemLocked,
  })

  /** @returns milliseconds until it may be time */
  async function idle(): Promise<number> {
    if (locked || pin === 'none') return Infinity
    const { idleMinutes } = settings()
    const left = idleMinutes * MINUTE_MS - away()
    if (idleMinutes === 0 || left > 0) return Math.min(left > 0 ? left : WATCH_MS, WATCH_MS)
    lock()
    return Infinity
  }

  function lock(): void {
    if (locked || pin === 'none') return
    locked = true
    tell()
  }

  function systemLocked(): void {
    if (settings().withSystem) lock()
  }

  /** One try at a time: many at once would all be the first. */
  const inTurn = createSerialQueue()

  async function keep(record: PinRecord | null): Promise<void> {
    await writePin(dataDir, record)
    pin = record ?? 'none'
  }

  /** A disk that takes nothing keeps nobody out: the tries are then counted in this process alone. */
  async function count(record: PinRecord): Promise<void> {
    pin = record
    await writePin(dataDir, record).catch((error: unknown) => log.error('lock: cannot keep the tries', error))
  }

  /** Counted as wrong before it is looked at, so that ending the product at that moment gives none for free. */
  async function check(typed: string): Promise<Done> {
    if (pin === 'none') return ok({})
    if (pin === 'damaged') return fail(appError('wrong-pin', { detail: 'damaged' }))
    const record = pin
    const left = waitLeft(record.waitUntil, record.failures, clock.now())
    if (left > 0) return fail(appError('too-many-pins', { retryAfterMs: left }))
    const failures = record.failures + 1
    const wait = waitAfter(failures)
    await count({ ...record, failures, waitUntil: wait > 0 ? clock.now() + wait : null })
    const hash = await derive(typed.normalize('NFKC'), record.kdf)
    if (timingSafeEqual(hash, Buffer.from(record.hash, 'base64url'))) {
      await count({ ...record, failures: 0, waitUntil: null })
      return ok({})
    }
    // From the end of the look on: a slow one takes nothing off the wait.
    if (wait > 0) await count({ ...record, failures, waitUntil: clock.now() + wait })
    onWrong()
    tell()
    return fail(appError('wrong-pin'))
  }

  return {
    get state() {
      return stateNow()
    },
    start: () => loop.start(),
    lock,
    systemLocked,

    open: (typed) =>
      inTurn(async () => {
        if (!locked) return ok({})
        const right = await check(typed)
        if (!right.ok) return right
        locked = false
        active = moment()
        tell()
        loop.wake()
        return right
      }),

    setPin: (before, next) =>
      inTurn(async () => {
        const right = await check(before ?? '')
        if (!right.ok) return right
        if (next === null) await keep(null)
        else {
          const kdf = newKdf()
          const hash = await derive(next.normalize('NFKC'), kdf)
          await keep({ version: 1, kdf, hash: hash.toString('base64url'), failures: 0, waitUntil: null })
        }
        active = moment()
        tell()
        loop.wake()
        return ok({})
      }),

    activity() {
      active = moment()
    },
    settingsChanged: () => loop.wake(),
    stop: () => loop.stop(),
  }
}
