import { randomBytes } from 'node:crypto'
import { cursorText, parseCursor } from '#shared/api/relay.ts'
import type { RecordsFrame, RelayRecord } from '#shared/api/relay-records.ts'
import { type AppError, appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import {
  noSharing,
  type SharedHistory,
  type SharedKindId,
  type SharingSlice,
} from '#shared/bridge/sharing.ts'
import type { CommonValues } from '#shared/bridge/settings.ts'
import { keyIdOf, openRecord, sealRecord } from '#shared/sealing/sealed-record.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { RelayRecords } from '../relay/relay-types.ts'
import type { OfficeKey } from '../relay/relay.rules.ts'
import type { ArrivedRecord, ChangedThing, RemovedRecord } from './sharing.store.ts'

/** Shares what the office writes with the other PCs that are paired with its relay. */
export interface Sharing {
  readonly state: SharingSlice
  /** Starts once the store is open. Call it again after the store was reopened. */
  resume(): Promise<void>
  turnOn(): Promise<Result<Record<string, never>>>
  turnOff(): Promise<Result<Record<string, never>>>
  history(kind: SharedKindId, key: string): Promise<Result<SharedHistory>>
  /** Call this when something that may be shared was changed on this PC. */
  wake(): void
  /** Call this when the connection to the relay begins or ends. */
  relayChanged(): void
  /** Reports that records were written at the relay. `null`: they must be read from its list. */
  recordsWritten(frame: RecordsFrame | null): void
  readonly sealed: SealedRecords
  stop(): Promise<void>
}

/** Settings of this PC that the office shares. */
export interface OfficeSettingsPort {
  read(): CommonValues
  /** Takes over values of the office. */
  take(values: CommonValues): Promise<void>
}

/** Records that are written and read one by one, apart from what is merged. */
interface SealedRecords {
  /**
   * Writes records; `content: null` deletes one. What the relay then has of them is stored like what arrives, whether
   * these writes won or others.
   */
  write(changes: readonly SealedChange[]): Promise<Result<Record<string, never>>>
  /** Content of a record by the number of its last write. `null` if it is damaged, or is not there. */
  read(id: string, seq: number): Promise<Result<string | null>>
}
interface SealedChange {
  id: string
  /** Number of the write that this one replaces. */
  after: number
  content: string | null
}

export interface SharingDeps {
  call: StoreCall
  clock: Clock
  /** How far the relay's clock is ahead of this PC's, in milliseconds. All PCs stamp their changes by the relay's. */
  skewMs: () => number
  log: Log
  supervisor: Supervisor
  records: RelayRecords
  /** Who works at this PC; empty if unknown. */
  operator: () => string
  settings: OfficeSettingsPort
  /** True while the relay is connected. */
  isConnected: () => boolean
  onState: (state: SharingSlice) => void
  /** Things that another PC changed. */
  onChanged: (things: readonly ChangedThing[]) => void
}

/** Record with the secret from which the ids of all others are derived. */
const SECRET_ID = 'ventanilla-shared-secret-1'
/** Attempts to write the secret over a damaged one. */
const SECRET_ATTEMPTS = 3
/** Records of one write or page. */
const BATCH = 100
/** Frames that wait at most. What further ones have is read from the list. */
const MAX_FRAMES = 100
/** Delay after a failure of the relay, in milliseconds. */
const RETRY_MS = 5_000
/** Delay while the relay has no room for the office, in milliseconds. */
const FULL_MS = 10 * 60_000

/** A failure of the relay, or a reason why nothing can be shared now. */
class SharingError extends Error {
  readonly appError: AppError
  constructor(error: AppError) {
    super(error.code)
    this.appError = error
  }
}

const requireOk = <T>(result: Result<T>): T => {
  if (!result.ok) throw new SharingError(result.error)
  return result.value
}

export function createSharing(deps: SharingDeps): Sharing {
  const { call, clock, log, supervisor, records, settings, isConnected } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let state = noSharing
  let frames: RecordsFrame[] = []
  /** True until the relay's list was read to its end on this connection. */
  let isBehind = true
  const loop = createBackgroundLoop({ name: 'sharing', clock, log, supervisor, round: runRound })

  function show(next: Partial<SharingSlice>): void {
    const before = state
    state = { ...state, ...next }
    if (JSON.stringify(state) !== JSON.stringify(before)) deps.onState(state)
  }

  async function showCounts(next: Partial<SharingSlice> = {}): Promise<void> {
    show({ ...(await call('sharedCounts')), ...next })
  }

  async function runRound(): Promise<number> {
    const own = await call('sharing')
    if (own?.isOn !== true) {
      show(noSharing)
      return Infinity
    }
    if (own.device !== (await records.device())) {
      // Another relay, or none: its PCs are those of another office.
      await call('stopSharing')
      show(noSharing)
      return Infinity
    }
    await call('sharingSkew', deps.skewMs())
    await call('nameSharingPerson', deps.operator())
    await compareSettings()
    while (await call('collectShared', clock.now()));
    if (!isConnected()) {
      await showCounts({ state: 'waiting' })
      return Infinity
    }
    try {
      await exchange()
      await showCounts({ state: 'on', error: null })
      return Infinity
    } catch (error) {
      // A frame that was taken may not be stored.
      isBehind = true
      if (!(error instanceof SharingError)) throw error
      if (signal.aborted) return Infinity
      await showCounts({ state: 'waiting', error: error.appError })
      return error.appError.code === 'sharing-full' ? FULL_MS : RETRY_MS
    }
  }

  async function compareSettings(): Promise<void> {
    const compare = () => call('syncOfficeSettings', settings.read(), clock.now())
    const toTake = await compare()
    if (Object.keys(toTake).length === 0) return
    await settings.take(toTake)
    // From now on, another value is a change of this PC.
    await compare()
  }

  async function exchange(): Promise<void> {
    do {
      if (isBehind || !(await takeFrames())) await readList()
    } while (await writeSome())
  }

  /** @returns false if the list must be read */
  async function takeFrames(): Promise<boolean> {
    for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
      const cursor = parseCursor((await call('sharing'))?.cursor ?? '')
      if (cursor === null) return false
      if (frame.head <= cursor.seq) continue
      if (frame.from > cursor.seq || frame.records === undefined) {
        isBehind = true
        return false
      }
      await takeRecords(frame.records, cursorText({ ...cursor, seq: frame.head }))
    }
    return true
  }

  async function readList(): Promise<void> {
    // What is written meanwhile may not be in its pages.
    isBehind = false
    for (;;) {
      // Frames of what the list has are left out by their numbers.
      const own = await call('sharing')
      const page = await records.list(own?.cursor ?? null, signal)
      if (!page.ok && page.error.position) {
        await proveSecret(own?.secret ?? '')
        await call('restartShared', `${page.error.position.epoch}.0`)
        continue
      }
      const { epoch, head, records: some } = requireOk(page)
      const last = some.at(-1)?.seq ?? head
      await takeRecords(some, cursorText({ epoch, seq: last }))
      show({ state: 'reading', toRead: head - last })
      if (last >= head) break
    }
    show({ toRead: 0 })
  }

  /** Another list may be that of a relay which other PCs of the office have begun to use before. */
  async function proveSecret(secret: string): Promise<void> {
    const agreed = await agreeOnSecret(secret, true)
    const device = await records.device()
    if (agreed !== secret && device !== null) await call('startSharing', device, agreed)
  }

  /** Merges records of the relay, and stores the position after them. */
  async function takeRecords(some: readonly RelayRecord[], cursor: string | null): Promise<void> {
    const opened: ArrivedRecord[] = []
    const removed: RemovedRecord[] = []
    const damaged: ChangedThing[] = []
    for (const { id, seq, body } of some) {
      if (body === null) {
        removed.push({ id, seq })
        continue
      }
      if (id === SECRET_ID) {
        if ((await openSecret(body)) === null) await proveSecret((await call('sharing'))?.secret ?? '')
        continue
      }
      const content = openWith(await requireKey(keyIdOf(body)), id, body)
      if (content === null) {
        log.warn('sharing: a record is damaged or forged; what this PC has of it is written again')
        const thing = await call('sharedDamaged', id, seq)
        if (thing) damaged.push(thing)
      } else opened.push({ id, seq, keyId: keyIdOf(body), content })
    }
    const arrived = await call('sharedArrived', opened, cursor, clock.now(), removed)
    const changed = [...damaged, ...arrived]
    if (changed.length > 0) deps.onChanged(changed)
    // The next round compares them with those of this PC.
    if (changed.some(([kind]) => kind === 'setting')) loop.wake()
  }

  async function requireKey(id: string): Promise<OfficeKey> {
    const find = async () => (await records.keys()).find((key) => key.id === id)
    const known = await find()
    if (known) return known
    // Another PC has changed the key.
    requireOk(await records.fetchKeys(signal))
    const fetched = await find()
    if (!fetched) throw new SharingError(appError('relay-key-missing'))
    return fetched
  }

  async function requireNewestKey(): Promise<OfficeKey> {
    const newest = (await records.keys()).at(-1)
    if (!newest) throw new SharingError(appError('relay-key-missing'))
    return newest
  }

  /** @returns true if there may be more to write */
  async function writeSome(): Promise<boolean> {
    const key = await requireNewestKey()
    const outgoing = await call('outgoingShared', key.id, BATCH)
    if (outgoing.length === 0) return false
    await showCounts({ state: 'on' })
    const changes = outgoing.map(({ id, after, content }) => ({
      id,
      after,
      body: sealRecord(key, id, content),
    }))
    const { outcomes } = requireOk(await records.write(changes, signal))
    const revisions = new Map(outgoing.map(({ id, revision }) => [id, revision]))
    const stored = outcomes.flatMap((one) =>
      one.outcome === 'stored' ? [{ id: one.id, seq: one.seq, revision: revisions.get(one.id) ?? 0 }] : [],
    )
    if (stored.length > 0) await call('sharedStored', stored, key.id)
    const changed = outcomes.flatMap((one) => (one.outcome === 'changed' ? [one] : []))
    await takeRecords(
      changed.flatMap(({ record }) => record ?? []),
      null,
    )
    const lost = changed.flatMap(({ id, record }) => (record === null ? [id] : []))
    for (const id of lost) await call('sharedDamaged', id, 0)
    if (outcomes.some(({ outcome }) => outcome === 'full')) throw new SharingError(appError('sharing-full'))
    return true
  }

  /**
   * Secret of the office: the one that the relay has, or this one if it has none. The first PC to write it decides.
   * Rejects with a `SharingError`.
   * @param isKnown true for the office's secret, which then replaces a damaged one
   */
  async function agreeOnSecret(proposed: string, isKnown: boolean): Promise<string> {
    const key = await requireNewestKey()
    const body = sealRecord(key, SECRET_ID, JSON.stringify({ secret: proposed }))
    let after = 0
    for (let attempt = 0; attempt < SECRET_ATTEMPTS; attempt++) {
      const { outcomes } = requireOk(await records.write([{ id: SECRET_ID, after, body }], signal))
      const [outcome] = outcomes
      if (outcome?.outcome === 'stored') return proposed
      if (outcome?.outcome === 'full') throw new SharingError(appError('sharing-full'))
      const present = outcome?.record ?? null
      const secret = present?.body == null ? null : await openSecret(present.body)
      if (secret !== null) return secret
      if (present !== null && !isKnown) break
      after = present?.seq ?? 0
    }
    throw new SharingError(appError('bad-answer'))
  }

  /** @returns `null` for a damaged or forged body */
  async function openSecret(body: string): Promise<string | null> {
    const content = openWith(await requireKey(keyIdOf(body)), SECRET_ID, body)
    const { secret } = recordIn(content ?? '')
    return typeof secret === 'string' ? secret : null
  }

  /** Runs a request to the relay. A failure of it is the result. */
  async function runSafely<T>(run: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await run())
    } catch (error) {
      if (error instanceof SharingError) return fail(error.appError)
      throw error
    }
  }

  const sealed: SealedRecords = {
    write: (changes) =>
      runSafely(async () => {
        const key = await requireNewestKey()
        const written = changes.map(({ id, after, content }) => ({
          id,
          after,
          body: content === null ? null : sealRecord(key, id, content),
        }))
        const { outcomes } = requireOk(await records.write(written, signal))
        const present = outcomes.flatMap((one): RelayRecord[] => {
          if (one.outcome === 'full') return []
          if (one.outcome === 'changed') return [one.record ?? { id: one.id, seq: 0, body: null }]
          return [{ id: one.id, seq: one.seq, body: written.find(({ id }) => id === one.id)?.body ?? null }]
        })
        await takeRecords(present, null)
        if (outcomes.some(({ outcome }) => outcome === 'full'))
          throw new SharingError(appError('sharing-full'))
        return {}
      }),
    read: (id, seq) =>
      runSafely(async () => {
        const { epoch } = parseCursor((await call('sharing'))?.cursor ?? '') ?? {}
        if (epoch === undefined || seq === 0) return null
        const page = requireOk(await records.list(cursorText({ epoch, seq: seq - 1 }), signal))
        const body = page.records.find((record) => record.id === id)?.body ?? null
        return body === null ? null : openWith(await requireKey(keyIdOf(body)), id, body)
      }),
  }

  return {
    sealed,
    get state() {
      return state
    },

    async resume() {
      isBehind = true
      frames = []
      loop.wake()
      loop.start()
    },

    async turnOn() {
      const device = await records.device()
      if (device === null) return fail(appError('relay-none'))
      const known = await call('sharing')
      const proposed = known?.secret ?? randomBytes(32).toString('base64url')
      const secret = await runSafely(() => agreeOnSecret(proposed, known !== null))
      if (!secret.ok) return secret
      // Values from before the first time replace none of the office's.
      await call('syncOfficeSettings', settings.read(), known === null ? 0 : clock.now())
      await call('startSharing', device, secret.value)
      isBehind = true
      show({ state: 'reading', error: null })
      loop.wake()
      return ok({})
    },

    async turnOff() {
      await call('stopSharing')
      loop.wake()
      return ok({})
    },

    history: async (kind, key) => ok({ fields: await call('sharedHistory', kind, key) }),
    wake: loop.wake,

    relayChanged() {
      // What was written while there was no connection is in the list.
      isBehind = true
      frames = []
      loop.wake()
    },

    recordsWritten(frame) {
      if (state.state === 'off') return
      if (frame !== null && frames.length < MAX_FRAMES) frames.push(frame)
      else isBehind = true
      loop.wake()
    },

    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}

function openWith(key: OfficeKey, id: string, body: string): string | null {
  try {
    return openRecord(key, id, body)
  } catch {
    return null
  }
}

export const createSharingCommands = ({ ask }: AccountQuestions): CommandsOf<'sharing'> => ({
  'sharing.turn-on': () => ask(({ sharing }) => sharing.turnOn()),
  'sharing.turn-off': () => ask(({ sharing }) => sharing.turnOff()),
  'sharing.history': ({ kind, key }) => ask(({ sharing }) => sharing.history(kind, key)),
})
