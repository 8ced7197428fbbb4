import { sealedEventWire, SEALED } from '#shared/api/relay-sealing.ts'
import type { Receipt } from '#shared/api/relay-receipts.ts'
import { fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { openSealed } from '#shared/sealing/sealed-box.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { IncomingEvent } from '../changes/changes.ts'
import type { OfficeKey } from './keyring.rules.ts'
import type { SealingKeys } from './sealing-keys.ts'

/** Opens what the relay sealed, before anything else sees it. */
export interface SealedEvents {
  /**
   * The same events, opened. One that cannot be opened means nothing here (`event` is `null`), and if `isMissed`, open
   * resources are to be looked at because of it. Fails while the relay does not say which keys this PC has.
   */
  open(events: readonly IncomingEvent[]): Promise<Result<OpenedEvents>>
  /** With its true event and id, if this PC can open it. */
  openReceipt(receipt: Receipt): Promise<Receipt>
  /** The last sealed event could not be opened. */
  readonly isBlind: boolean
  /** What is known otherwise: this PC has, or lacks, the key that events are sealed to now. */
  setBlind(isBlind: boolean): void
}

interface OpenedEvents {
  events: IncomingEvent[]
  isMissed: boolean
}

export interface SealedEventsDeps {
  keys: Pick<SealingKeys, 'read' | 'take'>
  clock: Pick<Clock, 'elapsed'>
  log: Log
  /** Sealed keyring of this PC as the relay has it now. */
  fetchKeyring: () => Promise<Result<string | null>>
  onBlind: () => void
}

/** Without a key every event is missed; between two looks at everything, polling goes on as without a relay. */
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

  const keyOf = async (id: string): Promise<OfficeKey | undefined> =>
    (await keys.read())?.keyring.keys.find((key) => key.id === id)

  /** Other keys were given to this PC, perhaps. @returns why that is not known */
  async function learn(): Promise<AppError | null> {
    const given = await fetchKeyring()
    // A relay that refuses will not give them later either.
    if (!given.ok) return given.error.retryable ? given.error : null
    if (given.value !== null) await keys.take(given.value)
    return null
  }

  async function openOne(event: unknown): Promise<unknown> {
    const sealed = sealedEventWire.safeParse(event)
    if (!sealed.success) return null
    const { id, thin, extra } = sealed.data.data
    const key = await keyOf(id)
    return key === undefined ? null : opened(key, thin, extra)
  }

  return {
    get isBlind() {
      return isBlind
    },
    setBlind,

    async open(events) {
      const sealedTo = new Set(events.flatMap(({ event }) => keyIdOf(event) ?? []))
      let isLearned = false
      for (const id of sealedTo) {
        if (isLearned || (await keyOf(id)) !== undefined) continue
        const error = await learn()
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
      const key = receipt.brief === undefined ? undefined : await keyOf(receipt.id)
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

const nameOf = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'event' in event ? event.event : null
const isSealed = (event: unknown): boolean => nameOf(event) === SEALED
const keyIdOf = (event: unknown): string | null => sealedEventWire.safeParse(event).data?.data.id ?? null

function opened(key: OfficeKey, thin: string, extra: string | undefined): unknown {
  try {
    const event = JSON.parse(openSealed(key, 'thin', thin).toString()) as { data: object }
    if (extra === undefined) return event
    const rest = JSON.parse(openSealed(key, 'extra', extra).toString()) as object
    return { ...event, data: { ...rest, ...event.data } }
  } catch {
    return null
  }
}
