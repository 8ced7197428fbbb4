import type { NotificationSettings } from '../bridge/inbox.ts'

/** Event name of our own alerts of legal terms. */
export const LEGAL_ALERT = 'alert.legal'

/** A watched plate's report says something else than the one before. Our own name. */
export const WATCH_CHANGED = 'report.changed'
/** A watched plate has not been answered for days. Our own name. */
export const WATCH_UNANSWERED = 'report.unanswered'

export type EventClass = keyof NotificationSettings['events']

/** Subject of the alerts of a wait. */
export type WaitAlert = Exclude<keyof NotificationSettings['days'], 'deadline'>

/** Class of an event, for the office's notification settings. Unknown names are `other`. */
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
