import type { NotificationSettings } from '../bridge/settings.ts'

/** Event name of our own alerts of legal terms. */
export const LEGAL_ALERT = 'alert.legal'

/** Event name of our own alerts of requests to clients whose reminder is due. */
export const REQUEST_ALERT = 'alert.request'

/** Our own event name: the report of a watched plate differs from the previous one. */
export const WATCH_CHANGED = 'report.changed'
/** Our own event name: a watched plate has had no answer for days. */
export const WATCH_UNANSWERED = 'report.unanswered'

/** Our own event name: a colleague mentions this PC's operator in a note. */
export const NOTE_MENTION = 'note.mention'

/** Our own event names of a draft: a colleague hands it over, has collected it, or kept it in the end. */
export const DRAFT_HANDED = 'draft.handed'
export const DRAFT_TAKEN = 'draft.taken'
export const DRAFT_KEPT = 'draft.kept'

export const isOfDraft = (event: string): boolean => [DRAFT_HANDED, DRAFT_TAKEN, DRAFT_KEPT].includes(event)

/** True for what a colleague tells this PC's operator. */
export const isFromColleague = (event: string): boolean => event === NOTE_MENTION || isOfDraft(event)

export type EventClass = keyof NotificationSettings['events']

/** Subject of an alert about a wait. */
export type WaitAlert = Exclude<keyof NotificationSettings['days'], 'deadline'>

/** Class of an event in the office's notification settings. An unknown name is `other`. */
export function eventClass(event: string): EventClass {
  if (event === LEGAL_ALERT) return 'deadline'
  if (event.startsWith('alert.')) return 'alert'
  if (event.startsWith('procedure.incident.')) return 'incident'
  if (event.startsWith('procedure.document.')) return 'document'
  if (event.startsWith('procedure.')) return 'status'
  if (event.startsWith('signature.')) return 'signature'
  if (event.startsWith('report.')) return 'report'
  return 'other'
}

/** Ranges of the numbers, for the schema and the form. */
export const notificationLimits = {
  more: { min: 1, max: 50 },
  seconds: { min: 5, max: 600 },
  days: { min: 0, max: 365 },
} as const

type Quiet = NotificationSettings['quiet']

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Daylight saving changes at whole or half hours, so no step skips a change. */
const HOP_MINUTES = 30
/** Longer than any quiet or active period. The longest is the five days between weekends. */
const HORIZON_MS = 8 * DAY_MINUTES * MINUTE_MS

/** True in quiet hours, in this PC's zone. Quiet hours that begin later than they end cross midnight. */
export function isQuiet({ enabled, from, to, weekends }: Quiet, now: number): boolean {
  if (!enabled) return false
  const date = new Date(now)
  if (weekends && (date.getDay() === 0 || date.getDay() === 6)) return true
  const minute = date.getHours() * 60 + date.getMinutes()
  const start = minuteOfDay(from)
  const end = minuteOfDay(to)
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

/** Next start or end of quiet hours after `now`. `null` if there is none. */
export function quietChange(quiet: Quiet, now: number): number | null {
  if (!quiet.enabled) return null
  const present = isQuiet(quiet, now)
  const edges = [0, minuteOfDay(quiet.from), minuteOfDay(quiet.to)]
  for (let at = wholeMinute(now); at - now < HORIZON_MS;) {
    const date = new Date(at)
    const minute = date.getHours() * 60 + date.getMinutes()
    const hops = edges.map((edge) => (edge > minute ? edge - minute : edge + DAY_MINUTES - minute))
    at += Math.min(...hops, HOP_MINUTES - (date.getMinutes() % HOP_MINUTES)) * MINUTE_MS
    if (isQuiet(quiet, at) !== present) return at
  }
  return null
}

const wholeMinute = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS

function minuteOfDay(time: string): number {
  const [hours = 0, mins = 0] = time.split(':').map(Number)
  return hours * 60 + mins
}

/** Offered pauses: one hour, or until the next morning. */
export const pauses = ['hour', 'tomorrow'] as const
export type Pause = (typeof pauses)[number]

const HOUR_MS = 3_600_000
/**
 * Longer than any offered pause, even across a daylight saving change. If the clock was set back, a pause ends by
 * then.
 */
export const MAX_PAUSE_MS = 49 * HOUR_MS
const MORNING = '08:00'

/** True while notifications are paused. A pause ends by time alone. */
export function isPaused(pausedUntil: number | null, now: number): pausedUntil is number {
  return pausedUntil !== null && pausedUntil > now && pausedUntil - now <= MAX_PAUSE_MS
}

/** Time of day (HH:MM) that a pause until tomorrow ends: the end of the quiet hours, if there are any. */
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

/** Notification permission of this window, or `unsupported`. */
export type NotificationPermissionState = 'granted' | 'denied' | 'default' | 'unsupported'

/**
 * Notification state of this window. `told`: on, until quiet hours begin. `quiet`: off until quiet hours end.
 * `paused`, `off`: the user's choice. Other states lack permission. `unasked`: it was never requested.
 */
export type NotificationState =
  | { state: 'told'; until: number | null }
  | { state: 'quiet'; until: number | null }
  | { state: 'paused'; until: number }
  | { state: 'off' }
  | { state: 'unasked' }
  | { state: 'denied' }
  | { state: 'unsupported' }

/** State in the header of Novedades and in Ajustes › Avisos. The longest-lasting cause comes first. */
export function notificationState(
  { enabled, quiet, pausedUntil }: Pick<NotificationSettings, 'enabled' | 'quiet' | 'pausedUntil'>,
  permission: NotificationPermissionState,
  now: number,
): NotificationState {
  if (!enabled) return { state: 'off' }
  if (permission === 'default') return { state: 'unasked' }
  if (permission !== 'granted') return { state: permission }
  if (isPaused(pausedUntil, now)) return { state: 'paused', until: pausedUntil }
  return { state: isQuiet(quiet, now) ? 'quiet' : 'told', until: quietChange(quiet, now) }
}
