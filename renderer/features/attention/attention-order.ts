import type { Settings } from '#shared/bridge/settings.ts'
import { daysAfter } from '#shared/domain/calendar.ts'

/**
 * Severities, most urgent first. With `stops`, the user or a person at another screen cannot go on. With `risks`, money
 * or data may be lost. With `decides`, the user has to decide something. With `offers`, the user may want something.
 */
const SEVERITIES = ['stops', 'risks', 'decides', 'offers'] as const
type Severity = (typeof SEVERITIES)[number]

export interface RankedThing {
  /** Identity. A thing that changes gets another key, and counts as new. */
  key: string
  severity: Severity
  /** True if nothing is lost by tomorrow. */
  canWait: boolean
  /** True if the page on screen shows the thing and its remedy. */
  isOnPage?: boolean
}

type PutOff = Settings['putOff'][number]

/** Most urgent first. Things of the same severity keep their order. */
export const sortThings = <T extends RankedThing>(things: readonly T[]): readonly T[] =>
  things.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))

/**
 * Thing of the attention line. While the sample office settles, only a thing that cannot wait is shown: the sample
 * brings the others with it.
 * @param things most urgent first
 * @param putOff keys of the things that the user put off
 */
export const chooseThing = <T extends RankedThing>(
  things: readonly T[],
  putOff: readonly string[],
  isSettling: boolean,
): T | undefined =>
  things.find(
    ({ key, severity, canWait, isOnPage }) =>
      !isOnPage && !putOff.includes(key) && !(isSettling && (canWait || severity === 'offers')),
  )

/** Time in ms in which the demonstration settles after it was opened or renewed. */
const SETTLING_MS = 60_000

/** @param openedAt time at which the demonstration was opened. Absent for a real account */
export const isSettling = (openedAt: number | undefined, now: number): boolean =>
  openedAt !== undefined && Math.abs(now - openedAt) < SETTLING_MS

/** Keys of the things that are still put off. */
export const putOffKeys = (list: readonly PutOff[], now: number): string[] =>
  list.filter(({ until }) => until > now).map(({ thing }) => thing)

/** Maximum number of things put off at once, as in the setting's schema. */
const MAX_PUT_OFF = 100

/** Puts a thing off until the next day begins. Things that are due again leave the list. */
export function putOffUntilTomorrow(list: readonly PutOff[], thing: string, now: number): PutOff[] {
  const all = [...list.filter(({ until }) => until > now), { thing, until: daysAfter(now, 1) }]
  return [...new Map(all.map((one) => [one.thing, one])).values()].slice(-MAX_PUT_OFF)
}
