import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { assumptions } from '#shared/api/assumptions.ts'
import type { ReportType } from '#shared/api/report.ts'
import type { ServiceContext } from '../context.ts'
import { createDueWork, type DueWork } from '../due-work.ts'
import { readBody } from '../http/body.ts'
import { linkExpired, notFound } from '../http/errors.ts'
import { vrmField } from '../http/fields.ts'
import { sendFile, wrapBuffer } from '../http/send-file.ts'
import type { AskRegistry } from './answer.ts'
import { renderReportPdf } from './pdf.ts'
import { createReportStore, type ReportRow, type ReportStore } from './store.ts'

export interface Reports {
  readonly store: ReportStore
  readonly work: DueWork
}

/** Adds reports, and the registry that answers after a delay in milliseconds. */
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

/** Settles due reports. A report and its events are written in one transaction. */
function createReportSettler(
  { clock, log, emit }: Pick<ServiceContext, 'clock' | 'log' | 'emit'>,
  reports: ReportStore,
  ask: AskRegistry,
): DueWork {
  return createDueWork({
    name: 'reports',
    clock,
    log,
    nextDueMs: () => reports.findNextDueMs(),
    run(now, limit) {
      const due = reports.listDue(now, limit)
      if (due.length === 0) return
      reports.runInTransaction(() => {
        for (const { id, account, type, vrm } of due) {
          const answer = ask(type, vrm, now)
          reports.storeAnswer(id, answer, now)
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

/**
 * Presents the Report resource. Fields that the report lacks are absent.
 * @param sign makes a link from a path
 */
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

function addReportRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { reports: ReportStore; settler: DueWork; reportDelayMs: number },
): void {
  const { links, clock, newId, write, readAccount, readBaseUrl } = context
  const { reports, settler, reportDelayMs } = parts

  async function createReport(type: ReportType, request: FastifyRequest, reply: FastifyReply) {
    const account = readAccount(request)
    const body = readBody(createReportFields, request, reply)
    const now = clock.now()
    const report = { id: newId(), vrm: body.vrm, type }
    const dueMs = now + reportDelayMs
    await write(() => reports.insert({ ...report, account, createdMs: now, dueMs }))
    settler.expect(dueMs)
    return reply.code(assumptions.createReportStatus).send({ ...report, status: 'processing' })
  }
  app.post('/v1/reports/reduced', (request, reply) => createReport('reduced', request, reply))
  app.post('/v1/reports/complete', (request, reply) => createReport('complete', request, reply))

  app.get<ById>('/v1/reports/:id', (request) => {
    const row = reports.find(readAccount(request), request.params.id)
    if (row === undefined) throw notFound()
    return presentReport(row, (path) => readBaseUrl(request) + links.sign(path))
  })

  // The token of the link is the permission: no key is needed.
  app.get<ById & { Querystring: { token?: unknown } }>(
    '/v1/reports/:id/download',
    { config: { isOpen: true } },
    async (request, reply) => {
      const { id } = request.params
      if (!links.check(downloadPath(id), request.query.token)) throw linkExpired()
      const row = reports.findInAnyAccount(id)
      if (row === undefined) throw notFound()
      const pdf = await renderReportPdf(row)
      return sendFile(request, reply, wrapBuffer('application/pdf', `informe-${row.vrm}.pdf`, pdf))
    },
  )
}
