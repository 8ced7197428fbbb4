import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../context.ts'
import type { DueWork } from '../due-work.ts'
import type { AskRegistry } from './answer.ts'
import { addReportRoutes } from './routes.ts'
import { createReportSettler } from './settler.ts'
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
