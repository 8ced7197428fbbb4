import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { assumptions } from '#shared/api/assumptions.ts'
import { createReportBody } from '#shared/api/report.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import type { Clock } from '../clock.ts'
import type { Write } from '../db/group-commit.ts'
import type { AccountOf } from '../http/auth.ts'
import { readBody } from '../http/body.ts'
import { notFound } from '../http/errors.ts'
import type { ReportSettler } from './settler.ts'
import type { ReportRow, ReportStore } from './store.ts'

export interface ReportRoutesDeps {
  reports: ReportStore
  settler: ReportSettler
  clock: Clock
  newId: () => string
  reportDelayMs: number
  write: Write
  accountOf: AccountOf
}

/** No plate is nearly this long, whatever it is separated with. */
const LONGEST_PLATE = 64

/** A plate as anyone may write it; read as its compact form. */
const vrm = createReportBody.shape.vrm.max(LONGEST_PLATE).transform((text, context) => {
  const plate = classifyPlate(text)
  if (plate !== null) return plate.vrm
  context.addIssue({ code: 'custom', message: 'The plate is of no known series.' })
  return z.NEVER
})
const createBody = z.object({ vrm })

/** service.md, "Endpoints", "Reports": the reduced ones. */
export function addReportRoutes(app: FastifyInstance, deps: ReportRoutesDeps): void {
  const { reports, settler, clock, newId, reportDelayMs, write, accountOf } = deps

  app.post('/v1/reports/reduced', async (request, reply) => {
    const account = accountOf(request)
    const body = readBody(createBody, request.body)
    const now = clock.now()
    const report = { id: newId(), type: 'reduced', vrm: body.vrm } as const
    const dueMs = now + reportDelayMs
    await write(() => reports.insert({ ...report, account, createdMs: now, dueMs }))
    settler.expect(dueMs)
    return reply.code(assumptions.createReportStatus).send({ ...report, status: 'processing' })
  })

  app.get<{ Params: { id: string } }>('/v1/reports/:id', (request) => {
    const row = reports.find(accountOf(request), request.params.id)
    if (row === undefined) throw notFound()
    return asReport(row)
  })
}

/** The Report resource of service.md: what only a completed report has is absent from the others. */
function asReport({ id, vrm: plate, type, status, transferability, registry_data }: ReportRow) {
  const base = { id, vrm: plate, type, status }
  if (transferability === null || registry_data === null) return base
  const registryExtractedData: unknown = JSON.parse(registry_data)
  return { ...base, transferabilityStatus: transferability, registryExtractedData }
}
