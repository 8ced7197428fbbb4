import type { NotificationSettings } from '../bridge/inbox.ts'

/** The event of our own alerts of legal terms. */
export const LEGAL_ALERT = 'alert.legal'

export type EventClass = keyof NotificationSettings['events']

/** What the alerts of a wait are about. */
export type WaitAlert = Exclude<keyof NotificationSettings['days'], 'deadline'>

/** The kind of an event, by which the office chooses what it is told of. Names never seen are `other`. */
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
