import type { AlarmSettings } from '#shared/api/relay-alarm.ts'
import { workingMs } from './working-time.ts'

/** Where an office stands. Times are milliseconds since the epoch. */
export interface Attention {
  /** Events that no PC has confirmed. */
  waiting: number
  /** When the first of them was received. */
  waitingMs: number | null
  /** Last time that a PC confirmed an event. */
  confirmedMs: number | null
  raisedMs: number | null
  /** First confirmation since the alarm was raised, and the name of that PC. */
  heardMs: number | null
  heardBy: string | null
}

export type AlarmStep = 'raise' | 'clear' | 'withdraw'

const HOUR_MS = 3_600_000

/**
 * What is to be done about an office's alarm: `raise` when events wait and none has been confirmed for the hours set,
 * `clear` when a PC has confirmed one since, `withdraw` when nothing waits any more although no PC confirmed it (the
 * events were too old to be kept).
 */
export function alarmStep(
  attention: Attention,
  settings: Pick<AlarmSettings, 'afterHours' | 'hours'>,
  now: number,
): AlarmStep | null {
  const { waiting, waitingMs, confirmedMs, raisedMs, heardMs } = attention
  if (raisedMs !== null) return heardMs !== null ? 'clear' : waiting === 0 ? 'withdraw' : null
  if (waiting === 0 || waitingMs === null) return null
  const since = Math.max(waitingMs, confirmedMs ?? 0)
  const wantedMs = settings.afterHours * HOUR_MS
  if (now - since < wantedMs) return null
  return settings.hours === 'all' || workingMs(since, now) >= wantedMs ? 'raise' : null
}
