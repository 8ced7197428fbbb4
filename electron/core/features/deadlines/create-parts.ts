import type { ActiveProfile } from '../../accounts/active-profile.ts'
import type { WorkspaceDeps, WorkspaceEvents } from '../../workspace-types.ts'
import type { StoreCall } from '../../store/client.ts'
import { type CalendarFile, createCalendarFile } from './calendar-file.ts'
import { createDeadlines, type Deadlines } from './deadlines.ts'

export interface DeadlineParts {
  deadlines: Deadlines
  calendarFile: CalendarFile
}

export interface DeadlinePartsDeps {
  active: Pick<ActiveProfile, 'profile' | 'directory'>
  call: StoreCall
  deps: Pick<
    WorkspaceDeps,
    'clock' | 'log' | 'supervisor' | 'notificationSettings' | 'hidesNames' | 'hidesPlates' | 'events'
  >
}

/** Dated entries of one account, and the file of them. */
export function createDeadlineParts({ active, call, deps }: DeadlinePartsDeps): DeadlineParts {
  const { clock, log, supervisor, notificationSettings, hidesNames, hidesPlates, events } = deps
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
    entries: deadlines.all,
    // Other programs show the file, as the system shows notifications.
    isPrivate: hidesPlates,
    onFailing: events.calendar,
    clock,
    log,
    supervisor,
  })
  return { deadlines, calendarFile }
}

/** Events after which dated entries may be others. */
const DATED = ['resource', 'cases', 'inbox', 'signatures', 'restored', 'replaced', 'erased'] as const

/** The same events; after each that may change dated entries, `then` runs. */
export function withDatedEvents(events: WorkspaceEvents, then: () => void): WorkspaceEvents {
  const some = DATED.map((name) => {
    const event: (...args: never[]) => void = events[name]
    return [
      name,
      (...args: never[]) => {
        event(...args)
        then()
      },
    ]
  })
  return { ...events, ...(Object.fromEntries(some) as Pick<WorkspaceEvents, (typeof DATED)[number]>) }
}
