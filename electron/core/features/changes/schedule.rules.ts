import type { PolledKind } from './resource.rules.ts'

/**
 * Polling schedule of external changes. The functions are pure. Their delays are wishes, which the rate cap
 * overrides.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Watched {
  kind: PolledKind
  status: string
  /** Milliseconds since the resource entered its present state. */
  age: number
  /** True in working hours, when the operator works too. */
  officeHours: boolean
}

/** Final states, which are never polled again. */
const ENDED: Readonly<Record<PolledKind, ReadonlySet<string>>> = {
  procedure: new Set(['CANCELLED', 'DELIVERED_TO_CLIENT']),
  signature: new Set(['signed', 'rejected', 'expired']),
}

export const isEnded = (kind: PolledKind, status: string): boolean => ENDED[kind].has(status)

/** Milliseconds until the next background fetch, or `null` for never again. */
export function computeBackgroundDelay({ kind, status, age, officeHours }: Watched): number | null {
  if (isEnded(kind, status)) return null
  if (kind === 'signature') return age < 15 * MINUTE ? 2 * MINUTE : 15 * MINUTE
  switch (status) {
    case 'PENDING':
    case 'IN_PROGRESS':
      return officeHours ? 5 * MINUTE : 30 * MINUTE
    case 'ON_HOLD':
      return 30 * MINUTE
    case 'DRAFT':
      return HOUR
    case 'DONE':
      // A delivery pending for a month will not come within the hour.
      return age < 30 * DAY ? HOUR : DAY
    default:
      // `BLOCKED`, and any unknown state.
      return 15 * MINUTE
  }
}

/**
 * Reconcile interval of an open resource while a relay reports changes. The relay's numbers prove that nothing is
 * missing between the relay and this PC. They prove nothing about the way from the operator to the relay: only this
 * fetch finds a webhook that was never sent. A working day of eight hours has four of these fetches. 2,000 open
 * procedures then take one request every 3.6 seconds, an eighth of the default cap of the background lane.
 */
export const RELAYED_RECONCILE_MS = 2 * HOUR

/**
 * Usual time until something happens to a resource in that state. A resource that passes it without an event is
 * fetched. A signatory signs within half an hour or tomorrow. The operator takes up an open procedure within the
 * hour.
 */
const USUAL_MS = { signature: 30 * MINUTE, procedure: HOUR } as const
const EVENTFUL: ReadonlySet<string> = new Set(['PENDING', 'IN_PROGRESS'])

/**
 * Like `computeBackgroundDelay`, while a relay reports changes. There is a slow reconcile, and a fetch of a resource that
 * passes its usual time without an event. The delay is never shorter than without a relay.
 */
export function computeRelayedDelay(watched: Watched): number | null {
  const ordinary = computeBackgroundDelay(watched)
  if (ordinary === null) return null
  const { kind, status, age } = watched
  const left = kind === 'signature' || EVENTFUL.has(status) ? USUAL_MS[kind] - age : 0
  return Math.max(ordinary, left > 0 ? Math.min(left, RELAYED_RECONCILE_MS) : RELAYED_RECONCILE_MS)
}

/**
 * Most fetches of a resource that was reported unknown. The service may have been wrong, even about all resources.
 */
const MAX_GONE_LOOKS = 8

/**
 * Milliseconds until a gone resource is fetched again; `null` for never again. The first delay is an hour, and the
 * next six are a day.
 * @param looks number of "unknown" answers, the first included
 */
export function computeGoneDelay(looks: number): number | null {
  if (looks <= 1) return HOUR
  return looks < MAX_GONE_LOOKS ? DAY : null
}

/** Jitter of up to a tenth, so that resources added together are not always polled together. */
export const withJitter = (delay: number, random: number): number => Math.round(delay * (0.9 + 0.2 * random))

const SLOWING_MS: readonly number[] = [500, 1_000, 2_000, 3_000, 5_000, 8_000]
const QUICK_FOR_MS = 3_000
const PATIENT_AFTER_MS = 2 * MINUTE

/**
 * Milliseconds until the next fetch of a resource open in a window.
 * @param elapsed milliseconds since polling began, or since the last change of the resource
 * @param slowLooks number of fetches after the first seconds
 */
export function computeLivePollingDelay(elapsed: number, slowLooks: number): number {
  if (elapsed < QUICK_FOR_MS) return 150
  if (elapsed >= PATIENT_AFTER_MS) return 30_000
  return SLOWING_MS[Math.min(slowLooks, SLOWING_MS.length - 1)] ?? 8_000
}

/** True from 8 to 20 on weekdays and from 9 to 14 on Saturdays, in this PC's zone. */
export function isOfficeHours(now: number): boolean {
  const date = new Date(now)
  const hour = date.getHours()
  const day = date.getDay()
  if (day === 0) return false
  return day === 6 ? hour >= 9 && hour < 14 : hour >= 8 && hour < 20
}

/**
 * Time of a round over every open resource: the longer of the schedule's and the cap's.
 * @param groups number of each kind and state
 * @param perSecond requests that can really be made
 * @param relayed a relay reports changes
 * @returns milliseconds; 0 without resources
 */
export function estimateRoundMs(
  groups: readonly { kind: PolledKind; status: string; n: number }[],
  perSecond: number,
  officeHours: boolean,
  relayed = false,
): number {
  let open = 0
  let wished = 0
  for (const { kind, status, n } of groups) {
    const delay = (relayed ? computeRelayedDelay : computeBackgroundDelay)({
      kind,
      status,
      age: HOUR,
      officeHours,
    })
    if (delay === null) continue
    open += n
    wished += (n * 1000) / delay
  }
  if (open === 0) return 0
  return Math.round((open / Math.min(perSecond, wished)) * 1000)
}
