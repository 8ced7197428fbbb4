import type { PolledKind } from './resource.rules.ts'

/**
 * When to look again at what changes outside (domain.md 3.3). Pure: what is asked for here is a wish, and the cap of
 * requests beats it.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Watched {
  kind: PolledKind
  status: string
  /** Milliseconds that it has been in that state. */
  age: number
  /** Somebody is at work at the other end too. */
  officeHours: boolean
}

/** States that nothing follows: nobody asks again. */
const ENDED: Readonly<Record<PolledKind, ReadonlySet<string>>> = {
  procedure: new Set(['CANCELLED', 'DELIVERED_TO_CLIENT']),
  signature: new Set(['signed', 'rejected', 'expired']),
}

export const isEnded = (kind: PolledKind, status: string): boolean => ENDED[kind].has(status)

/** Milliseconds until the next look in the background, or `null` for never again. */
export function backgroundDelay({ kind, status, age, officeHours }: Watched): number | null {
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
      // What was not delivered in a month will not be within the hour.
      return age < 30 * DAY ? HOUR : DAY
    default:
      // `BLOCKED`, and any state that we do not know.
      return 15 * MINUTE
  }
}

/** What the service said once that it does not know is asked about again: it may have been wrong, and about everything. */
const MOST_GONE_LOOKS = 8

/**
 * Milliseconds until what is gone is asked about again: an hour, then every day of a week; `null` for never again.
 * @param looks how often the service has said so, the first time included
 */
export function goneDelay(looks: number): number | null {
  if (looks <= 1) return HOUR
  return looks < MOST_GONE_LOOKS ? DAY : null
}

/** Up to a tenth earlier or later, so that what was added together is not asked about together for ever. */
export const withJitter = (delay: number, random: number): number => Math.round(delay * (0.9 + 0.2 * random))

const SLOWING_MS: readonly number[] = [500, 1_000, 2_000, 3_000, 5_000, 8_000]
const QUICK_FOR_MS = 3_000
const PATIENT_AFTER_MS = 2 * MINUTE

/**
 * Milliseconds until the next look of what is open in a window (architecture.md section 4).
 * @param elapsed since they began, or since it last changed
 * @param slowLooks how many there were after the first seconds
 */
export function livePollingDelay(elapsed: number, slowLooks: number): number {
  if (elapsed < QUICK_FOR_MS) return 150
  if (elapsed >= PATIENT_AFTER_MS) return 30_000
  return SLOWING_MS[Math.min(slowLooks, SLOWING_MS.length - 1)] ?? 8_000
}

/** Weekdays from eight to eight and Saturday mornings, in this PC's zone. */
export function isOfficeHours(now: number): boolean {
  const date = new Date(now)
  const hour = date.getHours()
  const day = date.getDay()
  if (day === 0) return false
  return day === 6 ? hour >= 9 && hour < 14 : hour >= 8 && hour < 20
}

/**
 * How long a round over everything open takes: as the schedule wishes, or as the cap allows, whichever is longer.
 * @param groups how many there are of each kind of state
 * @param perSecond requests that can really be made
 * @returns milliseconds; 0 with nothing open
 */
export function roundTime(
  groups: readonly { kind: PolledKind; status: string; n: number }[],
  perSecond: number,
  officeHours: boolean,
): number {
  let open = 0
  let wished = 0
  for (const { kind, status, n } of groups) {
    const delay = backgroundDelay({ kind, status, age: HOUR, officeHours })
    if (delay === null) continue
    open += n
    wished += (n * 1000) / delay
  }
  if (open === 0) return 0
  return Math.round((open / Math.min(perSecond, wished)) * 1000)
}
