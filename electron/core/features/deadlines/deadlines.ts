import type { Deadline, Deadlines as Listed } from '#shared/bridge/deadlines.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import type { ActiveProfile } from '../../accounts/profiles.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Emitter } from '../../runtime/emitter.ts'
import type { WorkspaceDeps, WorkspaceEvents, AccountQuestions } from '../../workspace-types.ts'
import { type CalendarFile, createCalendarFile } from './calendar-file.ts'
import { limitEnd, findDayAfter, computeDeadlines, filterBetween, filterOverdue } from './deadlines.rules.ts'

/** Dated entries of open work: legal terms, permits, signatures, requests to clients, snoozed rows. */
export interface Deadlines {
  /** @param from first day, YYYY-MM-DD; @param to last day */
  list(from: string, to: string): Promise<Result<Listed>>
  listAll(): Promise<Deadline[]>
}

interface DeadlinesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  /** Settings of the notifications. With `private` the calendar file has no plates. */
  settings: () => Pick<NotificationSettings, 'days' | 'private'> & { hidesNames: boolean }
}

/** Most overdue entries in a list. The list says how many more there are. */
const MAX_OVERDUE = 200

function createDeadlines({ call, clock, settings }: DeadlinesDeps): Deadlines {
  async function listAll(): Promise<Deadline[]> {
    const { days, hidesNames } = settings()
    return computeDeadlines(await call('deadlineMaterial'), { now: clock.now(), days, hidesNames })
  }
  return {
    listAll,
    async list(from, to) {
      const entries = await listAll()
      const overdue = filterOverdue(entries)
      const end = limitEnd(from, to)
      return ok({
        today: isoDay(clock.now()),
        entries: filterBetween(entries, from, end),
        total: entries.length,
        next: findDayAfter(entries, end),
        overdue: overdue.slice(0, MAX_OVERDUE),
        overdueTotal: overdue.length,
        private: settings().private,
      })
    },
  }
}

export interface DeadlineParts {
  deadlines: Deadlines
  calendarFile: CalendarFile
}

export interface DeadlinePartsDeps {
  active: Pick<ActiveProfile, 'profile' | 'directory'>
  call: StoreCall
  deps: Pick<
    WorkspaceDeps,
    'clock' | 'log' | 'supervisor' | 'notificationSettings' | 'hidesNames' | 'hidesPlates'
  >
  emitter: Emitter<WorkspaceEvents>
}

/** Events that may change dated entries. */
const DATED = [
  'resource',
  'cases',
  'inbox',
  'signatures',
  'clientRequests',
  'restored',
  'replaced',
  'erased',
] as const

/** Dated entries of one account, and their calendar file. */
export function createDeadlineParts({ active, call, deps, emitter }: DeadlinePartsDeps): DeadlineParts {
  const { clock, log, supervisor, notificationSettings, hidesNames, hidesPlates } = deps
  const { id, name, environment } = active.profile
  const deadlines = createDeadlines({
    call,
    clock,
    settings: () => ({
      days: notificationSettings().days,
      hidesNames: hidesNames(),
      private: hidesPlates(),
    }),
  })
  const calendarFile = createCalendarFile({
    directory: active.directory,
    accountId: id,
    name,
    isDemo: environment === 'demo',
    entries: deadlines.listAll,
    // Other programs show the file, so it follows the setting of the system's notifications.
    isPrivate: hidesPlates,
    onFailing: emitter.emit('calendar'),
    clock,
    log,
    supervisor,
  })
  for (const event of DATED) emitter.on(event, calendarFile.wake)
  return { deadlines, calendarFile }
}

export const createDeadlineCommands = ({ ask }: AccountQuestions): CommandsOf<'deadlines'> => ({
  'deadlines.list': ({ from, to }) => ask(({ deadlines }) => deadlines.list(from, to)),
  'deadlines.calendar': () => ask(({ calendarFile }) => calendarFile.readState()),
  'deadlines.publish': ({ folder }) => ask(({ calendarFile }) => calendarFile.publish(folder.trim())),
})
