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
import { isClosedKey, type OfficeKey } from '../relay/relay.rules.ts'
import { createSettingsExchange, type OfficeSettingsPort } from './office-settings.ts'
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
/** Writes one after another of which the relay stores nothing. */
const MAX_FAILURES = 20
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
  const { call, clock, log, supervisor, records, isConnected } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let state = noSharing
  let frames: RecordsFrame[] = []
  /** True until the relay's list was read to its end on this connection. */
  let isBehind = true
  /** True once the keys were fetched on this connection. */
  let isKeyringFresh = false
  const officeSettings = createSettingsExchange(deps)
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
    if (own?.isOn !== true || own.device !== (await records.device())) {
      // With another relay, or none, its PCs are those of another office.
      if (own?.isOn === true) await call('stopSharing')
      await officeSettings.release()
      show(noSharing)
      return Infinity
    }
    await call('sharingSkew', deps.skewMs())
    await call('nameSharingPerson', deps.operator())
    await officeSettings.exchange()
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

  async function exchange(): Promise<void> {
    let failures = 0
    for (let written: number | null = 1; written !== null;) {
      if (isBehind || !(await takeFrames())) await readList()
      written = await writeSome()
      failures = written === 0 ? failures + 1 : 0
      if (failures > MAX_FAILURES) throw new SharingError(appError('bad-answer'))
    }
    await closeOlderKeys()
  }

  /** All that this PC knows is sealed with the newest key: from now on, records of older ones are forged. */
  async function closeOlderKeys(): Promise<void> {
    const { keys, recordsSince } = await records.keyring()
    const newest = keys.at(-1)
    const own = await call('sharing')
    if (!newest || !own || keys.length === 1 || newest.id === recordsSince) return
    if (await reconcileSecret(own.secret)) isBehind = true
    else await records.closeKeysBefore(newest.id)
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
      if (!(await takeRecords(frame.records, cursorText({ ...cursor, seq: frame.head })))) return false
    }
    return true
  }

  async function readList(): Promise<void> {
    // What is written meanwhile may not be in its pages.
    isBehind = false
    let isRestarted = false
    /** Number of the last record of the page before. */
    let reached = 0
    for (;;) {
      // Frames of what the list has are left out by their numbers.
      const own = await call('sharing')
      const page = await records.list(own?.cursor ?? null, signal)
      if (!page.ok && page.error.position) {
        if (isRestarted) throw new SharingError(appError('bad-answer'))
        isRestarted = true
        await reconcileSecret(own?.secret ?? '')
        await call('restartShared', `${page.error.position.epoch}.0`)
        reached = 0
        continue
      }
      const { epoch, head, records: some } = requireOk(page)
      const last = some.at(-1)?.seq ?? head
      if (last <= reached && last < head) throw new SharingError(appError('bad-answer'))
      const isTaken = await takeRecords(some, cursorText({ epoch, seq: last }))
      reached = isTaken ? last : 0
      show({ state: 'reading', toRead: head - last })
      if (isTaken && last >= head) break
    }
    show({ toRead: 0 })
  }

  /**
   * Makes the secrets of this PC and of the relay's list the same. They differ if two PCs were told that each was the
   * first.
   * @returns true if this PC has another secret now, and reads everything again
   */
  async function reconcileSecret(secret: string): Promise<boolean> {
    const agreed = await agreeOnSecret(secret, true)
    const device = await records.device()
    if (agreed === secret || device === null) return false
    await call('startSharing', device, agreed)
    // The next round collects everything again, because the ids of records follow from the secret.
    loop.wake()
    return true
  }

  /**
   * Merges records of the relay, and stores the position after them.
   * @returns false if everything must be read again
   */
  async function takeRecords(some: readonly RelayRecord[], cursor: string | null): Promise<boolean> {
    const opened: ArrivedRecord[] = []
    const removed: RemovedRecord[] = []
    const damaged: ChangedThing[] = []
    for (const { id, seq, body } of some) {
      if (body === null) {
        removed.push({ id, seq })
        continue
      }
      if (id === SECRET_ID) {
        const secret = (await call('sharing'))?.secret ?? ''
        if ((await openSecret(body)) !== secret && (await reconcileSecret(secret))) return false
        continue
      }
      const content = await open(id, body)
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
    return true
  }

  /** @returns `null` for a damaged or forged body */
  async function open(id: string, body: string): Promise<string | null> {
    const key = await requireKey(keyIdOf(body))
    return isClosedKey(await records.keyring(), key.id) ? null : openWith(key, id, body)
  }

  async function requireKey(id: string): Promise<OfficeKey> {
    const find = async () => (await records.keyring()).keys.find((key) => key.id === id)
    const known = await find()
    if (known) return known
    // Another PC has changed the key.
    requireOk(await records.fetchKeys(signal))
    const fetched = await find()
    if (!fetched) throw new SharingError(appError('relay-key-missing'))
    return fetched
  }

  /** Key to write with. Other PCs may have closed what was the newest key on the connection before. */
  async function requireNewestKey(): Promise<OfficeKey> {
    if (!isKeyringFresh) requireOk(await records.fetchKeys(signal))
    isKeyringFresh = true
    const newest = (await records.keyring()).keys.at(-1)
    if (!newest) throw new SharingError(appError('relay-key-missing'))
    return newest
  }

  /** @returns number of records that the relay stored. `null` if there is nothing to write. */
  async function writeSome(): Promise<number | null> {
    const key = await requireNewestKey()
    const outgoing = await call('outgoingShared', key.id, BATCH)
    if (outgoing.length === 0) return null
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
    return stored.length
  }

  /**
   * Secret of the office: the one that the relay has, or this one if it has none. The first PC to write it decides.
   * Rejects with a `SharingError`.
   * @param isKnown true for a secret that this PC has used. It replaces a damaged one, one that is sealed with an older
   * key, and a higher one: of two secrets in use, all PCs take the lower.
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
      const isReplaced =
        isKnown &&
        (secret === null ||
          proposed < secret ||
          (proposed === secret && keyIdOf(present?.body ?? '') !== key.id))
      if (secret !== null && !isReplaced) return secret
      if (present !== null && !isKnown) break
      after = present?.seq ?? 0
    }
    throw new SharingError(appError('bad-answer'))
  }

  /** @returns `null` for a damaged or forged body */
  async function openSecret(body: string): Promise<string | null> {
    const { secret } = recordIn((await open(SECRET_ID, body)) ?? '')
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
        // The part of a draft is proved by the digest in its record, also if the key was changed meanwhile.
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
      // With another id, this PC may be in another office.
      const secret = await runSafely(() => agreeOnSecret(proposed, known?.device === device))
      if (!secret.ok) return secret
      await officeSettings.begin()
      await call('startSharing', device, secret.value)
      isBehind = true
      show({ state: 'reading', error: null })
      loop.wake()
      return ok({})
    },

    async turnOff() {
      await call('stopSharing')
      loop.wake()
      await officeSettings.release()
      return ok({})
    },

    history: async (kind, key) => ok({ fields: await call('sharedHistory', kind, key) }),
    wake: loop.wake,

    relayChanged() {
      // What was written while there was no connection is in the list.
      isBehind = true
      isKeyringFresh = false
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
