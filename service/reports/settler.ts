import type { ServiceContext } from '../context.ts'
import { createDueWork, type DueWork } from '../due-work.ts'
import type { AskRegistry } from './answer.ts'
import { reportPath } from './present.ts'
import type { ReportStore } from './store.ts'

/** Settles reports when they are due: the report and its events in one transaction. */
export function createReportSettler(
  { clock, log, emit }: Pick<ServiceContext, 'clock' | 'log' | 'emit'>,
  reports: ReportStore,
  ask: AskRegistry,
): DueWork {
  return createDueWork({
    name: 'reports',
    clock,
    log,
    nextDueMs: () => reports.nextDueMs(),
    run(now, limit) {
      const due = reports.due(now, limit)
      if (due.length === 0) return
      reports.atomically(() => {
        for (const { id, account, type, vrm } of due) {
          const answer = ask(type, vrm, now)
          reports.settle(id, answer, now)
          const fields = { type, status: answer.status }
          const event = { account, id, path: reportPath(id), atMs: now, fields }
          if (answer.status === 'completed') emit({ ...event, name: 'report.completed' })
          emit({ ...event, name: 'report.status_changed' })
        }
      })
    },
  })
}
