import type { Procedure } from '#shared/api/procedure.ts'
import { appError, type AppError, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import { wasNotDone } from '../../api/failures.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AttachmentInside, AttachmentStepDone } from './attachments.store.ts'
import type { Vault } from '../../store/vault.ts'
import type { Log } from '../../runtime/log.ts'
import { documentContent } from '../../api/document-content.ts'
import { TRY_AGAIN_MS, isStale, type Job, type JobBody, type StepEnd } from '../../runtime/job-runner.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import * as progressing from './progress.rules.ts'
import {
  type AttachmentPlan,
  type AttachmentProgress,
  type AttachmentStep,
  toAttachmentSeen,
} from './progress.rules.ts'

export interface AttachmentJobDeps extends Admission {
  call: StoreCall
  client: ServiceClient
  clock: Clock
  log: Log
  vault: Vault
  /** True if uploads carry the document's type, which distinguishes our documents from others. */
  sendsType: boolean
  onChanged: (procedureId: string) => void
  /** Called with the number of bytes of the document sent so far. */
  onSent: (bytes: number) => void
  /** Fetches the procedure after the service has received the attachment. */
  onGiven: (procedureId: string) => Promise<Result<unknown>>
}

/** Job of one attachment. It continues from the last stored state. */
export interface AttachmentJob extends JobBody {
  readonly procedureId: string
  /** Marks the job as cancelled: an upload that was not sent whole waits for the user. */
  cancel(): void
}

/** Most steps with effects at the service in one run: an upload, a solution, and a few retries. */
const MAX_STEPS = 6
const MAX_WAIT_MS = 60_000
/** Errors that only the user can resolve. */
const HOPELESS: ReadonlySet<AppError['code']> = new Set([
  'unauthorized',
  'key-missing',
  'address-changed',
  'proxy-login',
])

export function createAttachmentJob(deps: AttachmentJobDeps, job: Job, procedureId: string): AttachmentJob {
  const { call, client, clock, breaker, vault, onChanged, log } = deps
  const { id, signal, waits, write } = job
  let failures = 0
  let isCancelled = false
  /** Number of steps with effects at the service in this run. `MAX_STEPS` limits a step that always fails. */
  let begunSteps = 0
  let lastError: AppError | null = null
  const resource = `procedure ${procedureId}`

  async function next(): Promise<StepEnd> {
    const inside = await call('attachment', id)
    return inside?.stage === 'sending' ? runStep(inside) : 'over'
  }

  async function runStep(inside: AttachmentInside): Promise<StepEnd> {
    const { progress, activeAt } = inside
    const step = progressing.decideNextStep(progress, planOf(inside))
    if (step === 'finish') return finish()
    // A fetch has no effect, so it runs at any time. The other steps do not run long after the last activity.
    if (step !== 'look' && isStale(activeAt, clock.now()))
      return pause(progress, appError('send-interrupted'))
    if (step !== 'look' && begunSteps >= MAX_STEPS)
      return halt(progress, lastError ?? appError('send-interrupted'))
    const isInDoubt = step === 'look' && progressing.isAttachmentInDoubt(progress)
    const permit = isInDoubt
      ? await waits.admit(deps, resource, failures === 0)
      : await admit(deps, resource, { signal, urgent: true })
    if (!permit) return 'over'
    try {
      return await beginStep(step, inside, permit)
    } finally {
      permit.release()
    }
  }

  async function beginStep(step: AttachmentStep, inside: AttachmentInside, permit: Permit): Promise<StepEnd> {
    const { progress } = inside
    const begun = progressing.beginStep(progress, step)
    if (begun !== progress) await record({ progress: begun, active: true })
    if (signal.aborted) {
      // The job has just been stopped, and nothing has been sent.
      if (begun !== progress) await record({ progress })
      return 'over'
    }
    if (step !== 'look') begunSteps++
    return performStep(step, begun, inside, permit)
  }

  async function performStep(
    step: AttachmentStep,
    progress: AttachmentProgress,
    inside: AttachmentInside,
    permit: Permit,
  ): Promise<StepEnd> {
    const { incidentId } = inside.attachment
    if (step === 'upload') return upload(progress, inside, permit)
    if (step === 'look') {
      const answer = resetOnSuccess(permit.report(await client.getProcedure(procedureId, signal)))
      return answer.ok
        ? applyFetched(answer.value, progress, inside)
        : handleFailure(step, answer.error, progress)
    }
    const answer = resetOnSuccess(
      permit.report(await client.solveIncident(procedureId, incidentId ?? '', signal)),
    )
    if (answer.ok) return record({ progress: progressing.markSolved(progress), error: null, active: true })
    const isNo = answer.error.code === 'rejected' || answer.error.code === 'not-found'
    return isNo
      ? handleSolveRefusal(answer.error, progress, inside)
      : handleFailure(step, answer.error, progress)
  }

  async function upload(
    progress: AttachmentProgress,
    { attachment, key, mime }: AttachmentInside,
    permit: Permit,
  ): Promise<StepEnd> {
    const { document } = attachment
    const content =
      document && (await documentContent({ id, ...document, mime: mime ?? '' }, key, vault, deps.onSent))
    const undone = progressing.resetBegunStep(progress)
    if (!content) return halt(undone, appError('document-lost'))
    const answer = await client.addDocument(procedureId, content.body, signal)
    resetOnSuccess(permit.report(answer))
    if (content.isBroken) return halt(undone, appError('document-lost'))
    if (answer.ok) {
      const { documentId } = answer.value
      // The answer has no document id. The next fetch finds it.
      if (documentId === null) return 'again'
      return record({
        progress: progressing.markUploaded(progress, documentId),
        error: null,
        active: true,
      })
    }
    const { error, isDone } = answer
    if (error.code === 'rejected') return halt(undone, { ...error, code: 'document-rejected' })
    return handleFailure('upload', error, isDone === 'no' ? undone : progress)
  }

  async function applyFetched(
    procedure: Procedure,
    progress: AttachmentProgress,
    inside: AttachmentInside,
  ): Promise<StepEnd> {
    const { attachment } = inside
    if (procedure.id !== procedureId)
      return handleFailure(
        'look',
        appError('bad-answer', { detail: 'the answer is about another one' }),
        progress,
      )
    const seen = toAttachmentSeen(procedure, attachment.incidentId, getSentType(inside, deps.sendsType))
    const looked = progressing.reconcileProgress(progress, planOf(inside), seen)
    switch (looked.means) {
      case 'procedure-over':
      case 'incident-gone':
      case 'not-solvable':
        return halt(looked.progress, appError(looked.means))
      case 'unseen': {
        const waitMs = TRY_AGAIN_MS[looked.progress.unseen - 1]
        // The document may still arrive, and a second upload could duplicate it. From here on only the user sends it
        // again.
        if (waitMs === undefined) return halt(looked.progress, appError('send-interrupted'))
        await record({ progress: looked.progress })
        await job.rest(waitMs, waits.signal())
        return 'again'
      }
      default:
        return record({ progress: looked.progress, error: null })
    }
  }

  /**
   * Finds why the service refused the solution. The incident is already over, waits for a third party, or breaks a
   * rule unknown to us.
   */
  async function handleSolveRefusal(
    error: AppError,
    progress: AttachmentProgress,
    inside: AttachmentInside,
  ): Promise<StepEnd> {
    const { incidentId } = inside.attachment
    const undone = progressing.resetBegunStep(progress)
    const answer = resetOnSuccess(breaker.report(resource, await client.getProcedure(procedureId, signal)))
    if (!answer.ok) return handleFailure('look', answer.error, progress)
    const { incident } = toAttachmentSeen(answer.value, incidentId, null)
    // An earlier request solved the incident, but its answer never arrived.
    if (incident === 'over' && progress.solveTries > 1)
      return record({ progress: progressing.markSolved(progress), error: null })
    if (incident === 'over') return halt(undone, appError('incident-gone'))
    return halt(undone, { ...error, code: 'not-solvable', retryable: false })
  }

  async function finish(): Promise<StepEnd> {
    await write(() => call('endAttachment', id, 'done', clock.now()).then(() => undefined))
    // The key is deleted already, so a file left by a kill is unreadable. The next start deletes such a file.
    await vault.remove(id).catch(() => undefined)
    onChanged(procedureId)
    await refreshProcedure().catch((error: unknown) =>
      log.error('attachments: what was given cannot be looked at', error),
    )
    return 'over'
  }

  /** Fetches the procedure so that the change shows at once. If no fetch is answered, background polling does it. */
  async function refreshProcedure(): Promise<void> {
    for (const waitMs of TRY_AGAIN_MS) {
      if (signal.aborted || (await deps.onGiven(procedureId)).ok) return
      await job.rest(waitMs, signal)
    }
  }

  async function handleFailure(
    step: AttachmentStep,
    error: AppError,
    before: AttachmentProgress,
  ): Promise<StepEnd> {
    if (error.code === 'cancelled') {
      // An upload that was cut off has certainly not arrived, so no fetch is needed.
      if (step === 'upload' && !progressing.isAttachmentInDoubt(before))
        await record({ progress: before, cut: true, ...(isCancelled && { stage: 'queued' }) })
      return 'over'
    }
    lastError = error
    // The service no longer has the procedure.
    if (error.code === 'not-found')
      return halt(step === 'look' ? before : progressing.resetBegunStep(before), error)
    const progress = step !== 'look' && wasNotDone(error) ? progressing.resetBegunStep(before) : before
    const waitMs = error.retryAfterMs ?? TRY_AGAIN_MS[failures]
    failures++
    if (progressing.isAttachmentInDoubt(progress)) {
      // A fetch has no effect, so it is repeated until the service answers.
      await record({ progress, error })
      await job.rest(waitMs ?? TRY_AGAIN_MS.at(-1) ?? 0, waits.signal())
      return 'again'
    }
    if (waitMs === undefined || waitMs > MAX_WAIT_MS || HOPELESS.has(error.code))
      return pause(progress, error)
    await record({ progress, error })
    await job.rest(waitMs, signal)
    return 'again'
  }

  function resetOnSuccess<R extends Result<unknown>>(answer: R): R {
    if (answer.ok) failures = 0
    return answer
  }

  /** The service is unreachable, or too much time has passed. The attachment waits for the user. */
  const pause = (progress: AttachmentProgress, error: AppError): Promise<StepEnd> =>
    record({ progress, stage: 'queued', error }).then(() => 'over' as const)

  const halt = (progress: AttachmentProgress, error: AppError): Promise<StepEnd> =>
    record({ progress, stage: 'failed', error }).then(() => 'over' as const)

  async function record(change: Omit<AttachmentStepDone, 'now'>): Promise<StepEnd> {
    await write(() => call('attachmentStep', id, { ...change, now: clock.now() }))
    onChanged(procedureId)
    return 'again'
  }

  return {
    procedureId,
    step: next,
    cancel() {
      isCancelled = true
    },
  }
}

const planOf = ({ attachment }: AttachmentInside): AttachmentPlan => ({
  hasDocument: attachment.document !== undefined,
  hasIncident: attachment.incidentId !== undefined,
})

const getSentType = ({ attachment }: AttachmentInside, sendsType: boolean): string | null =>
  sendsType ? (attachment.document?.type ?? null) : null
