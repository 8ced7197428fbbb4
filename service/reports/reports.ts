import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../context.ts'
import { type DueWork, createDueWork } from '../due-work.ts'
import type { AskRegistry } from './answer.ts'
import { addReportRoutes } from './routes.ts'
import { reportPath } from './present.ts'
import { createReportStore, type ReportStore } from './store.ts'

export interface Reports {
  readonly store: ReportStore
  readonly work: DueWork
}

/** Reports, and the registry that answers them after its delay. */
export function addReports(
  app: FastifyInstance,
  context: ServiceContext,
  ask: AskRegistry,
  reportDelayMs: number,
): Reports {
  const reports = createReportStore(context.db)
  const settler = createReportSettler(context, reports, ask)
  addReportRoutes(app, context, { reports, settler, reportDelayMs })
  return { store: reports, work: settler }
}

/** Settles reports when they are due: the report and its events in one transaction. */
function createReportSettler(
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
