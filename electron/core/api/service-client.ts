import type * as z from 'zod'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { procedureSchema, type Procedure } from '#shared/api/procedure.ts'
import { createReportBody, reportSchema, type Report } from '#shared/api/report.ts'
import { signatureSchema, type Signature } from '#shared/api/signature.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import type { Transport } from './transport.ts'

/** The service as the core speaks to it. Strict in what it sends, tolerant in what it reads. */
export interface ServiceClient {
  createReducedReport(vrm: string, signal: AbortSignal): Promise<Result<Report>>
  /** Costs money: call it once for each time that a person said yes (core/complete). */
  createCompleteReport(vrm: string, signal: AbortSignal): Promise<Result<Report>>
  getReport(id: string, signal: AbortSignal): Promise<Result<Report>>
  getProcedure(id: string, signal: AbortSignal): Promise<Result<Procedure>>
  getSignature(id: string, signal: AbortSignal): Promise<Result<Signature>>
  download: Transport['download']
  /** Lets traffic through again after a 401: the key was changed, or the person wants to try it once more. */
  resume(): void
}

/**
 * A refused key stops all traffic of its profile (architecture.md rule 8 and domain.md 3.1: "don't hammer"):
 * from the first 401 on, every call fails by itself until `resume`.
 */
export function createServiceClient(
  transport: Transport,
  plateForm: AccountAssumptions['plateForm'],
): ServiceClient {
  let refused = false

  async function call(request: Parameters<Transport['request']>[0]): Promise<Result<unknown>> {
    if (refused) return fail(appError('unauthorized'))
    const answer = await transport.request(request)
    if (!answer.ok && answer.error.code === 'unauthorized') refused = true
    return answer
  }

  return {
    async createReducedReport(vrm, signal) {
      const { method, path } = endpoints.createReducedReport
      const body = createReportBody.parse({ vrm: wirePlate(vrm, plateForm) })
      return decode(reportSchema, await call({ method, path: path(), body, signal }))
    },
    async createCompleteReport(vrm, signal) {
      const { method, path } = endpoints.createCompleteReport
      const body = createReportBody.parse({ vrm: wirePlate(vrm, plateForm) })
      return decode(reportSchema, await call({ method, path: path(), body, alone: true, signal }))
    },
    async getReport(id, signal) {
      const { method, path } = endpoints.getReport
      return decode(reportSchema, await call({ method, path: path(id), signal }))
    },
    async getProcedure(id, signal) {
      const { method, path } = endpoints.getProcedure
      return decode(procedureSchema, await call({ method, path: path(id), signal }))
    },
    async getSignature(id, signal) {
      const { method, path } = endpoints.getSignature
      return decode(signatureSchema, await call({ method, path: path(id), signal }))
    },
    download: (link, signal) =>
      refused ? Promise.resolve(fail(appError('unauthorized'))) : transport.download(link, signal),
    resume() {
      refused = false
    },
  }
}

/** As the account's operator wants plates written. */
function wirePlate(vrm: string, form: AccountAssumptions['plateForm']): string {
  if (form === 'compact') return vrm
  const plate = classifyPlate(vrm)
  return plate?.separator === '-' ? displayPlate(plate) : vrm
}

function decode<T extends z.ZodType>(schema: T, answer: Result<unknown>): Result<z.infer<T>> {
  if (!answer.ok) return answer
  const parsed = schema.safeParse(answer.value)
  if (parsed.success) return ok(parsed.data)
  const missing = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
  return fail(appError('bad-answer', { detail: `missing or of another type: ${missing || 'everything'}` }))
}
