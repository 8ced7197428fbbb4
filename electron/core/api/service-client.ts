import * as z from 'zod'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { creationPath, endpoints } from '#shared/api/endpoints.ts'
import {
  addDocumentBody,
  documentSchema,
  creationBodies,
  procedureSchema,
  type SentFields,
  updateBodies,
  type Procedure,
} from '#shared/api/procedure.ts'
import { createReportBody, reportSchema, type Report } from '#shared/api/report.ts'
import { subscriptionBody, subscriptionSchema, type ReceivedSubscription } from '#shared/api/webhooks.ts'
import { signatureBodyWith, signatureSchema, type Signature, type Signer } from '#shared/api/signature.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import type { Signable } from '#shared/domain/signature-requests/fields.ts'
import { classifyPlate, displayPlate } from '#shared/domain/plates/classify.ts'
import { multipartForm, type FormFile, type Transport } from './transport.ts'

/** Client of the service's API. It is strict in what it sends, and tolerant in what it reads. */
export interface ServiceClient {
  createReducedReport(vrm: string, signal: AbortSignal): Promise<Result<Report>>
  /** Costs money: call it once per confirmation by the user (`electron/core/features/complete/complete-job.ts`). */
  createCompleteReport(vrm: string, signal: AbortSignal): Promise<Result<Report>>
  getReport(id: string, signal: AbortSignal): Promise<Result<Report>>
  getProcedure(id: string, signal: AbortSignal): Promise<Result<Procedure>>
  getSignature(id: string, signal: AbortSignal): Promise<Result<Signature>>
  /**
   * Asks a signer to sign, which cannot be undone: call it once per confirmation by the user
   * (`electron/core/features/signature-requests/outbox.ts`).
   * @param document one of the five documents that can be signed
   * @param extra more fields, for a document whose body the specification does not show
   */
  createSignature(
    document: Signable,
    signer: Signer,
    extra: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Result<Signature>>
  /** Creates a draft, which has no effect until it is confirmed. */
  createDraft(body: DraftBody, signal: AbortSignal): Promise<Result<Procedure>>
  /** Changes a draft of a kind with `canUpdateDraft`. */
  updateDraft(id: string, body: DraftBody, signal: AbortSignal): Promise<Result<unknown>>
  /** The specification does not show the answer: read the outcome with a GET. */
  confirmProcedure(id: string, signal: AbortSignal): Promise<Result<unknown>>
  /** Uploads a document. `documentId` is null if the service accepted it without an id in the answer. */
  addDocument(
    procedureId: string,
    document: { type: string } & ({ url: string } | { file: FormFile }),
    signal: AbortSignal,
  ): Promise<{ ok: true; value: { documentId: string | null } } | NotAdded>
  /** The specification does not show the answer: read the outcome with a GET. */
  solveIncident(procedureId: string, incidentId: string, signal: AbortSignal): Promise<Result<unknown>>
  /** The account's webhook subscriptions. Fails with `not-found` while their path is unknown. */
  listSubscriptions(signal: AbortSignal): Promise<Result<ReceivedSubscription[]>>
  createSubscription(
    body: z.infer<typeof subscriptionBody>,
    signal: AbortSignal,
  ): Promise<Result<ReceivedSubscription>>
  removeSubscription(id: string, signal: AbortSignal): Promise<Result<unknown>>
  download: Transport['download']
  /** Downloads a signed document, which needs the key. */
  downloadOwn: Transport['downloadOwn']
  /** Resumes requests after a 401, because the key was changed or the user retries. */
  resume(): void
}

/** `isDone` is `no` if the body was not sent whole, so no document was created. */
interface NotAdded {
  ok: false
  error: AppError
  isDone: 'no' | 'unknown'
}

/** Fields of a draft in the service's format. */
export type DraftBody = { kind: DraftKind } & SentFields

type Assumed = Pick<
  AccountAssumptions,
  'plateForm' | 'notificationPath' | 'subscriptionsPath' | 'sendDocumentType'
>

/** Client over a transport. From the first 401 on, every call of the account fails at once until `resume`. */
export function createServiceClient(
  transport: Transport,
  { plateForm, notificationPath, subscriptionsPath, sendDocumentType }: Assumed,
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
    async createSignature(document, signer, extra, signal) {
      const { method, path } = endpoints.createSignature
      const body = signatureBodyWith(signer, extra)
      return decode(signatureSchema, await call({ method, path: path(document), body, alone: true, signal }))
    },
    async createDraft({ kind, ...fields }, signal) {
      const path = creationPath(kind, { notificationPath })
      if (path === '') return fail(appError('procedure-incomplete', { detail: 'no path' }))
      const given = { ...wireFields(fields, plateForm), documents: [], confirmed: false }
      const body = creationBodies[kind].parse(given)
      return decode(procedureSchema, await call({ method: 'POST', path, body, alone: true, signal }))
    },
    async updateDraft(id, { kind, ...fields }, signal) {
      const path = `${creationPath(kind, { notificationPath })}/${encodeURIComponent(id)}`
      const body = updateBodies[kind].parse(wireFields(fields, plateForm))
      return call({ method: 'PATCH', path, body, alone: true, signal })
    },
    async listSubscriptions(signal) {
      if (subscriptionsPath === '') return fail(appError('not-found', { detail: 'no path' }))
      const answer = await call({ method: 'GET', path: subscriptionsPath, signal })
      return decode(z.array(subscriptionSchema), answer)
    },
    async createSubscription(given, signal) {
      if (subscriptionsPath === '') return fail(appError('not-found', { detail: 'no path' }))
      const body = subscriptionBody.parse(given)
      const request = { method: 'POST', path: subscriptionsPath, body, alone: true, signal } as const
      return decode(subscriptionSchema, await call(request))
    },
    async removeSubscription(id, signal) {
      if (subscriptionsPath === '') return fail(appError('not-found', { detail: 'no path' }))
      const path = `${subscriptionsPath}/${encodeURIComponent(id)}`
      return call({ method: 'DELETE', path, alone: true, signal })
    },
    confirmProcedure(id, signal) {
      const { method, path } = endpoints.confirmProcedure
      return call({ method, path: path(id), body: {}, alone: true, signal })
    },
    async addDocument(procedureId, document, signal) {
      const { method, path } = endpoints.addDocument
      const request = { method, path: path(procedureId), alone: true, signal } as const
      const type = sendDocumentType ? { type: document.type } : {}
      const form = 'file' in document ? multipartForm(document.file, type) : null
      const answer = await call(
        'url' in document
          ? { ...request, body: addDocumentBody.parse({ url: document.url, ...type }) }
          : { ...request, ...(form && { form }) },
      )
      if (!answer.ok) return { ...answer, isDone: form?.isWhole === false ? 'no' : 'unknown' }
      const { data } = documentSchema.safeParse(answer.value)
      // The specification does not show the answer. It may be the procedure, whose id is not a document's id.
      const isDocument = data !== undefined && data.id !== procedureId && !('documents' in data)
      return ok({ documentId: isDocument ? data.id : null })
    },
    solveIncident(procedureId, incidentId, signal) {
      const { method, path } = endpoints.solveIncident
      return call({ method, path: path(procedureId, incidentId), body: {}, alone: true, signal })
    },
    download: (link, signal) =>
      refused ? Promise.resolve(fail(appError('unauthorized'))) : transport.download(link, signal),
    downloadOwn: (link, signal) =>
      refused ? Promise.resolve(fail(appError('unauthorized'))) : transport.downloadOwn(link, signal),
    resume() {
      refused = false
    },
  }
}

const wireFields = (fields: SentFields, form: AccountAssumptions['plateForm']): SentFields =>
  fields.vrm === undefined ? fields : { ...fields, vrm: wirePlate(fields.vrm, form) }

/** Plate in the notation that the account's operator expects. */
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
