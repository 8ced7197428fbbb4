import type { NotificationSettings } from '../bridge/inbox.ts'

/** Pauses offered: an hour from now, or until the morning of the next day. */
export const pauses = ['hour', 'tomorrow'] as const
export type Pause = (typeof pauses)[number]

const HOUR_MS = 3_600_000
/** Longer than any pause offered, also where the clocks change: a clock that was set back ends a pause by then. */
export const MAX_PAUSE_MS = 49 * HOUR_MS
const MORNING = '08:00'

/** True while notifications are paused. Nothing has to end a pause: its time passes. */
export function isPaused(pausedUntil: number | null, now: number): pausedUntil is number {
  return pausedUntil !== null && pausedUntil > now && pausedUntil - now <= MAX_PAUSE_MS
}

/** Time of day, HH:MM, that a pause until tomorrow ends: with the quiet hours, if there are any. */
export function morningOf({ enabled, from, to }: NotificationSettings['quiet']): string {
  return enabled && from !== to && to >= '05:00' && to < '12:00' ? to : MORNING
}

/** End of a pause that begins now. */
export function pauseEnd(pause: Pause, quiet: NotificationSettings['quiet'], now: number): number {
  if (pause === 'hour') return now + HOUR_MS
  const [hours = 0, minutes = 0] = morningOf(quiet).split(':').map(Number)
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, hours, minutes).getTime()
}
