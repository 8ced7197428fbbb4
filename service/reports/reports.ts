import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { assumptions } from '#shared/api/assumptions.ts'
import type { ReportType } from '#shared/api/report.ts'
import type { ServiceContext } from '../context.ts'
import { createDueWork, type DueWork } from '../due-work.ts'
import { readBody } from '../http/body.ts'
import { linkExpired, notFound } from '../http/errors.ts'
import { vrmField } from '../http/fields.ts'
import { bufferContent, sendFile } from '../http/send-file.ts'
import type { AskRegistry } from './answer.ts'
import { reportPdf } from './pdf.ts'
import { createReportStore, type ReportRow, type ReportStore } from './store.ts'

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

export const reportPath = (id: string): string => `/v1/reports/${encodeURIComponent(id)}`

/** Path of `reportUrl`. */
const downloadPath = (id: string): string => `${reportPath(id)}/download`

/** Report resource: fields that this report lacks are absent. `sign` makes a link of a path. */
export function presentReport(row: ReportRow, sign: (path: string) => string): object {
  const base = { id: row.id, vrm: row.vrm, type: row.type, status: row.status }
  if (row.status === 'error' && row.type === 'complete') return { ...base, failureReason: row.failure_reason }
  if (row.transferability === null || row.registry_data === null) return base
  const registryExtractedData: unknown = JSON.parse(row.registry_data)
  const completed = { ...base, transferabilityStatus: row.transferability, registryExtractedData }
  if (row.issues === null) return completed
  const issues: unknown = JSON.parse(row.issues)
  return { ...completed, issues, reportUrl: sign(downloadPath(row.id)) }
}

export const createReportFields = z.object({ vrm: vrmField })

interface ById {
  Params: { id: string }
}

/** Routes of the reports. */
function addReportRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { reports: ReportStore; settler: DueWork; reportDelayMs: number },
): void {
  const { links, clock, newId, write, accountOf, baseUrlOf } = context
  const { reports, settler, reportDelayMs } = parts

  async function create(type: ReportType, request: FastifyRequest, reply: FastifyReply) {
    const account = accountOf(request)
    const body = readBody(createReportFields, request, reply)
    const now = clock.now()
    const report = { id: newId(), vrm: body.vrm, type }
    const dueMs = now + reportDelayMs
    await write(() => reports.insert({ ...report, account, createdMs: now, dueMs }))
    settler.expect(dueMs)
    return reply.code(assumptions.createReportStatus).send({ ...report, status: 'processing' })
  }
  app.post('/v1/reports/reduced', (request, reply) => create('reduced', request, reply))
  app.post('/v1/reports/complete', (request, reply) => create('complete', request, reply))

  app.get<ById>('/v1/reports/:id', (request) => {
    const row = reports.find(accountOf(request), request.params.id)
    if (row === undefined) throw notFound()
    return presentReport(row, (path) => baseUrlOf(request) + links.sign(path))
  })

  // The token is the permission: the link needs no key.
  app.get<ById & { Querystring: { token?: unknown } }>(
    '/v1/reports/:id/download',
    { config: { isOpen: true } },
    async (request, reply) => {
      const { id } = request.params
      if (!links.check(downloadPath(id), request.query.token)) throw linkExpired()
      const row = reports.findAnyones(id)
      if (row === undefined) throw notFound()
      const pdf = await reportPdf(row)
      return sendFile(request, reply, bufferContent('application/pdf', `informe-${row.vrm}.pdf`, pdf))
    },
  )
}
