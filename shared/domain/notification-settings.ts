import type { NotificationSettings } from '../bridge/inbox.ts'
import { SOON_DAYS } from './procedures/deadlines.ts'

/** Default notification settings: every change is notified, during the day, and bursts become one. */
export const defaultNotificationSettings: NotificationSettings = {
  enabled: true,
  declined: false,
  events: {
    status: true,
    incident: true,
    document: true,
    signature: true,
    report: true,
    alert: true,
    deadline: true,
    other: true,
  },
  onlyMine: false,
  digest: false,
  private: false,
  sound: false,
  quiet: { enabled: false, from: '20:00', to: '08:00', weekends: true },
  pausedUntil: null,
  burst: { more: 4, seconds: 30 },
  days: { incident: 15, provisional: 28, signature: 7, deadline: SOON_DAYS },
}

/** Ranges of the numbers, shared by the schema and the form. */
export const notificationLimits = {
  more: { min: 1, max: 50 },
  seconds: { min: 5, max: 600 },
  days: { min: 0, max: 365 },
} as const
