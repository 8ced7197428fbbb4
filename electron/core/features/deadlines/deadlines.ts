import type { Deadline, Deadlines as Listed } from '#shared/bridge/deadlines.ts'
import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import { isoDay } from '#shared/domain/iso-day.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { boundedEnd, dayAfter, deadlinesFrom, entriesBetween, overdueOf } from './deadlines.rules.ts'

/** Dated entries of what is open: legal terms, permits, signatures, snoozed rows. */
export interface Deadlines {
  /** @param from first day, YYYY-MM-DD; @param to last day */
  list(from: string, to: string): Promise<Result<Listed>>
  all(): Promise<Deadline[]>
}

export interface DeadlinesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  /** `private`: the calendar file has no plates; it is the notifications' setting. */
  settings: () => Pick<NotificationSettings, 'days' | 'private'> & { hidesNames: boolean }
}

/** Rows of the list of past ones: it says how many more there are. */
const MAX_OVERDUE = 200

export function createDeadlines({ call, clock, settings }: DeadlinesDeps): Deadlines {
  async function all(): Promise<Deadline[]> {
    const { days, hidesNames } = settings()
    return deadlinesFrom(await call('deadlineMaterial'), { now: clock.now(), days, hidesNames })
  }
  return {
    all,
    async list(from, to) {
      const entries = await all()
      const overdue = overdueOf(entries)
      const end = boundedEnd(from, to)
      return ok({
        today: isoDay(clock.now()),
        entries: entriesBetween(entries, from, end),
        total: entries.length,
        next: dayAfter(entries, end),
        overdue: overdue.slice(0, MAX_OVERDUE),
        overdueTotal: overdue.length,
        private: settings().private,
      })
    },
  }
}
