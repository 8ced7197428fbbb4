import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { assumptions } from '#shared/api/assumptions.ts'
import type { ReportType } from '#shared/api/report.ts'
import type { ServiceContext } from '../context.ts'
import type { DueWork } from '../due-work.ts'
import { readBody } from '../http/body.ts'
import { linkExpired, notFound } from '../http/errors.ts'
import { bufferContent, sendFile } from '../http/send-file.ts'
import { vrmField } from '../http/fields.ts'
import { reportPdf } from './pdf.ts'
import { downloadPath, presentReport } from './present.ts'
import type { ReportStore } from './store.ts'

export const createReportFields = z.object({ vrm: vrmField })

interface ById {
  Params: { id: string }
}

/** Routes of the reports. */
export function addReportRoutes(
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
