import * as z from 'zod'
import { type Receipt, sealedEventWire, SEALED } from '#shared/api/relay.ts'
import { fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { createSealer, openSealed, type KeyPair } from '#shared/sealing/sealed-box.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { IncomingEvent } from '../changes/changes.ts'
import {
  isSuccessorKeyring,
  emptyKeyring,
  mergeKeyrings,
  type Keyring,
  type OfficeKey,
} from './relay.rules.ts'

/** Keys of this PC for one relay: its own pair and the keys of the office. They are stored only in the keychain. */
export interface SealingKeys {
  /** Stored keys. `null` if there are none, or if the keychain is locked. Never rejects. */
  read(): Promise<OwnKeys | null>
  /**
   * Stores this pair and removes all other keys. Rejects if the keychain fails, as do the methods below.
   * @param firstKey public key that the office's keys must have. `null` if it is not known.
   */
  begin(pair: KeyPair, firstKey: string | null): Promise<void>
  change(change: (own: Known) => Known): Promise<void>
  /**
   * Accepts the keys of the office, which another PC sealed for this PC.
   * @returns false if this PC's key does not open them, or if their sealer lacks the newest key known here, or the key
   * that was proved when this PC was paired
   */
  acceptKeyring(sealed: string): Promise<boolean>
  delete(): Promise<void>
}

/** Keys of the office on this PC. */
interface Known {
  keyring: Keyring
  /**
   * PCs whose words a person has compared at this PC. They never come from another PC, because the first keyring of a
   * PC could come from the relay.
   */
  approved: readonly ApprovedPc[]
}

/** PC to whose key this PC may seal. A relay that lists the key under another id or name is refused. */
export interface ApprovedPc {
  publicKey: string
  /** Empty: an earlier version did not store it. */
  name: string
  /** `null` until the relay has listed the PC. */
  id: string | null
}

export interface OwnKeys extends Known {
  pair: KeyPair
  /** Public key that the first keyring must have. */
  firstKey: string | null
}

const NAME = 'relay-sealing'
/** Id under which keyrings are sealed. Each PC has only one pair. */
const KEYRING = 'keyring'
const keyringSchema: z.ZodType<Keyring> = z.object({
  keys: z
    .array(z.object({ id: z.string(), publicKey: z.string(), privateKey: z.string(), madeAt: z.number() }))
    .max(200),
  // Earlier versions know none of these.
  revoked: z.array(z.string()).default([]),
  removed: z.record(z.string(), z.number()).default({}),
  recordsSince: z.string().nullable().default(null),
})
const approvedSchema = z.object({ publicKey: z.string(), name: z.string(), id: z.string().nullable() })
const stored = z.object({
  pair: z.object({ publicKey: z.string(), privateKey: z.string() }),
  firstKey: z.string().nullable().default(null),
  keyring: keyringSchema,
  approved: z.array(
    approvedSchema.or(z.string().transform((publicKey) => ({ publicKey, name: '', id: null }))),
  ),
})

/** Seals the keys of the office for one PC. Throws if the public key is invalid. */
export const sealKeyring = (publicKey: string, keyring: Keyring): string =>
  createSealer({ id: KEYRING, publicKey })('keyring', JSON.stringify(keyring))

/** @param secrets secrets of the account */
export function createSealingKeys(secrets: SecretStore): SealingKeys {
  const inTurn = createSerialQueue()
  /** Keys as last read or written. */
  let known: OwnKeys | null = null

  async function read(): Promise<OwnKeys | null> {
    if (known !== null) return known
    const text = await secrets.get(NAME).catch(() => null)
    known = text === null ? null : (parseJson(text, stored) ?? null)
    return known
  }

  async function write(next: OwnKeys): Promise<void> {
    await secrets.set(NAME, JSON.stringify(next))
    known = next
  }

  return {
    read,
    begin: (pair, firstKey) => inTurn(() => write({ pair, firstKey, keyring: emptyKeyring, approved: [] })),
    change: (change) =>
      inTurn(async () => {
        const own = await read()
        if (own !== null) await write({ ...own, ...change(own) })
      }),
    acceptKeyring: (sealed) =>
      inTurn(async () => {
        const own = await read()
        const given = own && openKeyring(own.pair, sealed)
        if (own === null || given === null || !isSuccessorKeyring(own.keyring, given, own.firstKey))
          return false
        const next = mergeKeyrings(own.keyring, given)
        if (JSON.stringify(next) !== JSON.stringify(own.keyring)) await write({ ...own, keyring: next })
        return true
      }),
    delete: () =>
      inTurn(async () => {
        await secrets.delete(NAME)
        known = null
      }),
  }
}

function openKeyring(pair: KeyPair, sealed: string): Keyring | null {
  try {
    return parseJson(openSealed({ ...pair, id: KEYRING }, 'keyring', sealed).toString(), keyringSchema)
  } catch {
    return null
  }
}

function parseJson<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Decrypts sealed events before any other code reads them. */
export interface SealedEvents {
  /**
   * Decrypts events. An event that cannot be decrypted has `event: null`. If `isMissed`, open resources must be
   * fetched. Returns an error while the relay cannot tell which keys this PC has.
   */
  open(events: readonly IncomingEvent[]): Promise<Result<OpenedEvents>>
  /** Adds the true event and id to a receipt, if this PC can decrypt it. */
  openReceipt(receipt: Receipt): Promise<Receipt>
  /** True if the last sealed event could not be decrypted. */
  readonly isBlind: boolean
  /** Sets `isBlind` from a check of the keys: true if this PC lacks the key that new events are sealed to. */
  setBlind(isBlind: boolean): void
}

interface OpenedEvents {
  events: IncomingEvent[]
  isMissed: boolean
}

export interface SealedEventsDeps {
  keys: Pick<SealingKeys, 'read' | 'acceptKeyring'>
  clock: Pick<Clock, 'elapsed'>
  log: Log
  /** Fetches the sealed keyring of this PC from the relay. */
  fetchKeyring: () => Promise<Result<string | null>>
  onBlind: () => void
}

/**
 * Minimum time between two full fetches, in milliseconds. Without a key every event is missed. Between two full
 * fetches, polling continues as without a relay.
 */
const LOOK_MS = 10 * 60_000

export function createSealedEvents(deps: SealedEventsDeps): SealedEvents {
  const { keys, clock, log, fetchKeyring, onBlind } = deps
  let isBlind = false
  let lookedAt = -Infinity

  function setBlind(next: boolean): void {
    if (next === isBlind) return
    isBlind = next
    if (next) log.warn('relay: events are sealed to a key that this PC does not have, or are damaged')
    onBlind()
  }

  const findOfficeKey = async (id: string): Promise<OfficeKey | undefined> =>
    (await keys.read())?.keyring.keys.find((key) => key.id === id)

  /**
   * Fetches the keyring, because another PC may have sealed new keys for this PC.
   * @returns the error if this is unknown
   */
  async function fetchMissingKey(): Promise<AppError | null> {
    const given = await fetchKeyring()
    // The relay will not send keys later either, so this is not retried.
    if (!given.ok) return given.error.retryable ? given.error : null
    if (given.value !== null) await keys.acceptKeyring(given.value)
    return null
  }

  async function openOne(event: unknown): Promise<unknown> {
    const sealed = sealedEventWire.safeParse(event)
    if (!sealed.success) return null
    const { id, thin, extra } = sealed.data.data
    const key = await findOfficeKey(id)
    return key === undefined ? null : openEvent(key, thin, extra)
  }

  return {
    get isBlind() {
      return isBlind
    },
    setBlind,

    async open(events) {
      const sealedTo = new Set(events.flatMap(({ event }) => readKeyId(event) ?? []))
      let isLearned = false
      for (const id of sealedTo) {
        if (isLearned || (await findOfficeKey(id)) !== undefined) continue
        const error = await fetchMissingKey()
        if (error) return fail(error)
        isLearned = true
      }
      const result: IncomingEvent[] = []
      let isMissed = false
      for (const each of events) {
        const event = isSealed(each.event) ? await openOne(each.event) : each.event
        if (isSealed(each.event)) setBlind(event === null)
        if (isSealed(each.event) && event === null) isMissed = true
        result.push({ ...each, event })
      }
      const isDue = isMissed && clock.elapsed() - lookedAt >= LOOK_MS
      if (isDue) lookedAt = clock.elapsed()
      return ok({ events: result, isMissed: isDue })
    },

    async openReceipt(receipt) {
      const key = receipt.brief === undefined ? undefined : await findOfficeKey(receipt.id)
      if (key === undefined) return receipt
      try {
        const text = openSealed(key, 'brief', receipt.brief ?? '').toString()
        const { event, id } = JSON.parse(text) as Pick<Receipt, 'event' | 'id'>
        return { ...receipt, event, id }
      } catch {
        return receipt
      }
    },
  }
}

const readEventName = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'event' in event ? event.event : null
const isSealed = (event: unknown): boolean => readEventName(event) === SEALED
const readKeyId = (event: unknown): string | null => sealedEventWire.safeParse(event).data?.data.id ?? null

function openEvent(key: OfficeKey, thin: string, extra: string | undefined): unknown {
  try {
    const event = JSON.parse(openSealed(key, 'thin', thin).toString()) as { data: object }
    if (extra === undefined) return event
    const rest = JSON.parse(openSealed(key, 'extra', extra).toString()) as object
    return { ...event, data: { ...rest, ...event.data } }
  } catch {
    return null
  }
}
