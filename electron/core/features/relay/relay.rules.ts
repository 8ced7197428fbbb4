import { isKeyPair } from '#shared/sealing/sealed-box.ts'

/** State of the connection to a relay. Pure. Times are monotonic milliseconds, so clock changes have no effect. */

/** `stream`: the relay pushes events. `longpoll`: each request waits for events, on networks that buffer streams. */
type Lane = 'stream' | 'longpoll'

export interface LinkState {
  /** `catching-up`: connected, and earlier events are still arriving. `revoked`: the token was refused. */
  phase: 'connecting' | 'catching-up' | 'live' | 'retrying' | 'revoked'
  lane: Lane
  /** Number of consecutive connections that ended early. */
  failures: number
  /** Time since which the PC has been connected and has heard the relay. */
  healthySince: number | null
  /** Time of the next attempt with a stream, on a network that held a stream back. */
  streamAgainAt: number | null
}

export type LinkEvent =
  /** A new attempt begins. */
  | { kind: 'connecting' }
  /** The relay answered. `caughtUp`: the last number of the relay is stored on this PC. */
  | { kind: 'heard'; caughtUp: boolean }
  /** The connection ended. `graceful`: the relay asked for it. */
  | { kind: 'ended'; graceful: boolean }
  /** The network holds streams back. */
  | { kind: 'buffered' }
  /** The relay refused the token. */
  | { kind: 'refused' }
  /** This PC woke up, its network changed, or the user does not want to wait. */
  | { kind: 'woken' }

export const initialLink: LinkState = {
  phase: 'connecting',
  lane: 'stream',
  failures: 0,
  healthySince: null,
  streamAgainAt: null,
}

/**
 * Duration after which an ended connection does not increase the retry delay. Some proxies cut every connection after
 * one minute, so the limit is shorter.
 */
const HEALTHY_MS = 45_000
const STREAM_AGAIN_MS = 6 * 3_600_000
const FIRST_DELAY_MS = 500
export const MAX_DELAY_MS = 30_000
/**
 * Maximum delay that a stopping relay may request, in milliseconds. The relay spreads its clients over some seconds.
 */
const MAX_WISH_MS = 60_000

export function reduceLink(state: LinkState, event: LinkEvent, now: number): LinkState {
  // After the token was refused, only a new pairing or the user starts another attempt.
  if (state.phase === 'revoked') return state
  switch (event.kind) {
    case 'connecting': {
      const isStreamDue = state.streamAgainAt !== null && now >= state.streamAgainAt
      const lane = isStreamDue ? 'stream' : state.lane
      const streamAgainAt = isStreamDue ? null : state.streamAgainAt
      // Each long poll is a separate connection. Between two polls the health does not change.
      const isBetweenPolls = lane === 'longpoll' && (state.phase === 'live' || state.phase === 'catching-up')
      return { ...state, lane, streamAgainAt, ...(!isBetweenPolls && { phase: 'connecting' }) }
    }
    case 'heard':
      return {
        ...state,
        phase: event.caughtUp ? 'live' : 'catching-up',
        healthySince: state.healthySince ?? now,
      }
    case 'ended': {
      const wasHealthy = state.healthySince !== null && now - state.healthySince >= HEALTHY_MS
      const failures = event.graceful || wasHealthy ? 0 : state.failures
      return {
        ...state,
        phase: 'retrying',
        failures: event.graceful ? failures : failures + 1,
        healthySince: null,
      }
    }
    case 'buffered':
      return {
        ...state,
        phase: 'connecting',
        lane: 'longpoll',
        healthySince: null,
        streamAgainAt: now + STREAM_AGAIN_MS,
      }
    case 'refused':
      return { ...state, phase: 'revoked', healthySince: null }
    case 'woken':
      return { ...initialLink }
  }
}

/**
 * Milliseconds until the next attempt. Full jitter spreads the attempts of the PCs of an office that lost their relay
 * at the same time.
 * @param random 0 to 1
 */
export function retryDelay({ failures }: LinkState, random: number): number {
  if (failures === 0) return 0
  return Math.round(random * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)))
}

/** Delay that a stopping relay requests. */
export const clampRetryDelay = (ms: number): number => Math.min(Math.max(0, ms), MAX_WISH_MS)

/**
 * Number of events to read again after the relay's data set was replaced. Some of these events may be new to this PC.
 */
const READ_AGAIN = 1_000

/**
 * Number after which a PC continues in another epoch, or in a list that became shorter. The PC recognises events that
 * it reads a second time.
 */
export const computeAdoptedSeq = ({ floor, head }: { floor: number; head: number }): number =>
  Math.max(0, Math.min(head, Math.max(floor - 1, head - READ_AGAIN)))

/** Gap that the user has not acknowledged yet. */
export interface StoredGap {
  /**
   * `retention`: the relay no longer stores these numbers. `reset`: the relay has another data set. `sealed`: an
   * event could not be decrypted.
   */
  reason: 'retention' | 'reset' | 'sealed'
  from: number
  /** `null` after a reset, because the end is unknown. */
  to: number | null
  at: number
  /** Number of open resources that were fetched because of the gap. */
  looked: number
}

/** Merges all gaps that the user has not acknowledged. */
export function mergeGaps(before: StoredGap | null, next: StoredGap): StoredGap {
  if (!before) return next
  if (before.reason === 'reset' || next.reason === 'reset')
    return {
      ...next,
      reason: 'reset',
      from: before.from,
      to: null,
      looked: Math.max(before.looked, next.looked),
    }
  return {
    ...next,
    from: Math.min(before.from, next.from),
    to: Math.max(before.to ?? 0, next.to ?? 0),
    looked: Math.max(before.looked, next.looked),
  }
}

/**
 * Normalizes a typed pairing code to `K7QF-9M2T`. Crockford's alphabet has no I, L or O, so these letters can only be
 * a misread 1 or 0.
 */
export function parsePairingCode(typed: string): string {
  const compact = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015_.-]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  return compact.length === 8 ? `${compact.slice(0, 4)}-${compact.slice(4)}` : compact
}

/** A key of an office. */
export interface OfficeKey {
  id: string
  publicKey: string
  privateKey: string
  /** Epoch milliseconds. */
  madeAt: number
}

/** Keys of an office. Each of its PCs has them all. */
export interface Keyring {
  /** In order of creation. New events are sealed to the last key. */
  keys: OfficeKey[]
  /** Public keys of removed PCs. Nothing is sealed to them, also if the relay still lists them. */
  revoked: string[]
  /** Times at which PCs were removed, by their ids at the relay. What the relay lists proves no removal. */
  removed: Readonly<Record<string, number>>
  /**
   * Oldest key whose shared records count. Once all records are sealed with a newer key, a removed PC could only forge
   * with the older ones. `null`: all keys.
   */
  recordsSince: string | null
}

export const emptyKeyring: Keyring = { keys: [], revoked: [], removed: {}, recordsSince: null }

/** Receipts are stored for six years, so the keys that decrypt them are too. */
const KEPT_MS = 6 * 366 * 86_400_000

/**
 * True if the next keyring was made by a PC that has the newest key known here. A relay has no key, so it cannot
 * replace the keys of this PC.
 * @param firstKey public key that the first keyring must have. `null`: a first keyring is taken on trust.
 */
export function isSuccessorKeyring(known: Keyring, next: Keyring, firstKey: string | null): boolean {
  const newest = known.keys.at(-1)
  if (newest) return next.keys.some(({ privateKey }) => privateKey === newest.privateKey)
  return firstKey === null || next.keys.some((key) => key.publicKey === firstKey && isKeyPair(key))
}

/** Everything of both keyrings. */
export function mergeKeyrings(known: Keyring, next: Keyring): Keyring {
  const added = next.keys.filter(({ id }) => known.keys.every((key) => key.id !== id))
  const keys = [...known.keys, ...added].toSorted((one, other) => one.madeAt - other.madeAt)
  const since = keys.findLast(({ id }) => id === known.recordsSince || id === next.recordsSince)
  return {
    keys,
    revoked: [...new Set([...known.revoked, ...next.revoked])],
    removed: { ...next.removed, ...known.removed },
    recordsSince: since?.id ?? null,
  }
}

/** True for a key whose shared records no longer count. */
export function isClosedKey({ keys, recordsSince }: Keyring, id: string): boolean {
  const index = keys.findIndex((key) => key.id === id)
  return index !== -1 && index < keys.findIndex((key) => key.id === recordsSince)
}

interface RemovedPc {
  id: string
  /** `null` for a PC without a key. */
  publicKey: string | null
}

/** Marks a PC as removed. A PC that was marked before keeps its time. */
export const withRemoval = (keyring: Keyring, { id, publicKey }: RemovedPc, at: number): Keyring => ({
  ...keyring,
  revoked: [...new Set([...keyring.revoked, ...(publicKey === null ? [] : [publicKey])])],
  removed: { [id]: at, ...keyring.removed },
})

/** Takes back the mark of a removed PC. */
export function withoutRemoval(keyring: Keyring, { id, publicKey }: RemovedPc): Keyring {
  const { [id]: _, ...removed } = keyring.removed
  return { ...keyring, revoked: keyring.revoked.filter((key) => key !== publicKey), removed }
}

/** Adds a key, and removes keys that no stored event needs. */
export function withKey({ keys, ...rest }: Keyring, key: OfficeKey): Keyring {
  const isKept = (_: OfficeKey, index: number) => {
    const next = keys[index + 1]
    return next === undefined || key.madeAt - next.madeAt < KEPT_MS
  }
  // If the clock was set back, the new key must still be the newest.
  const madeAt = Math.max(key.madeAt, (keys.at(-1)?.madeAt ?? 0) + 1)
  return { ...rest, keys: [...keys.filter(isKept), { ...key, madeAt }] }
}
