import type { Procedure } from '#shared/api/procedure.ts'
import type { DraftProblem } from '#shared/bridge/procedures.ts'
import { PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { appError, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { DraftBody, ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { DraftStep } from './drafts.store.ts'
import type { DraftInside } from './draft-rows.store.ts'
import type { Vault } from '../../store/vault.ts'
import type { Log } from '../../runtime/log.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import { isStale, type Job, type JobBody, type StepEnd, TRY_AGAIN_MS } from '../../runtime/job-runner.ts'
import { documentContent } from '../../api/document-content.ts'
import { draftBody } from './draft.rules.ts'
import { wasNotDone } from '../../api/failures.ts'
import * as submissions from './submission.rules.ts'
import type { Submission, Moved, Plan, Step } from './submission.rules.ts'

export interface SubmissionDeps extends Admission {
  call: StoreCall
  client: ServiceClient
  clock: Clock
  log: Log
  vault: Vault
  /**
   * Called after the confirmation. The procedure is tracked from now on, and its answer counts as this PC's own
   * change.
   */
  keepOwn: (procedure: Procedure) => Promise<void>
  /** Runs the creation. Events of the new draft may arrive before the answer, and only the answer has its id. */
  creating: <T>(create: () => Promise<T>) => Promise<T>
  onChanged: (draftId: string) => void
  onProgress: (draftId: string, documentId: string, sentBytes: number) => void
}

/**
 * Job that submits one draft. It starts from the stored state and ends when the draft is confirmed or needs the user.
 */
export function createSubmissionJob(deps: SubmissionDeps, job: Job): JobBody {
  const { call, client, clock, breaker, log, vault, onChanged } = deps
  const { id, signal, cut, waits, write } = job
  let failures = 0
  const resourceOf = ({ procedureId }: Submission): string =>
    procedureId === null ? `draft ${id}` : `procedure ${procedureId}`
  /** Last fetched procedure. The end of the job stores it without another request. */
  let seen: Procedure | null = null

  async function next(): Promise<StepEnd> {
    const inside = await call('draft', id)
    if (inside?.draft.state === 'leaving') return depart(inside.draft.sendAt ?? 0)
    return inside?.draft.state === 'sending' ? take(inside) : 'over'
  }

  /** Waits for the end of the undo time. */
  async function depart(sendAt: number): Promise<StepEnd> {
    await clock.sleep(Math.max(0, sendAt - clock.now()), signal)
    if (signal.aborted) return 'over'
    const now = clock.now()
    // The user may have undone the submission just now. Its state is then no longer `leaving`.
    if (!(await write(() => call('draftDeparts', id, now)))) return 'over'
    onChanged(id)
    return 'again'
  }

  async function take(inside: DraftInside): Promise<StepEnd> {
    const { draft, activeAt } = inside
    const body = draftBody(draft.kind, draft.fields)
    if (!body) return pause(inside.submission, appError('procedure-incomplete'))
    const plan = planOf(inside, body)
    const step = submissions.nextStep(inside.submission, plan)
    if (step.do === 'finish')
      return finish(
        inside.submission,
        draft.documents.map((document) => document.id),
      )
    if (step.do === 'stop') return halt(inside.submission, step.problem)
    if (step.do === 'remake') return move(submissions.leftBehind(inside.submission, plan, 'remade'))
    // Fetching has no effect. The other steps must not run long after the last action of the user.
    if (step.do !== 'look' && isStale(activeAt, clock.now()) && inside.submission.confirmed === null)
      return pause(inside.submission, appError('send-interrupted'))
    const isInDoubt = step.do === 'look' && submissions.isInDoubt(inside.submission)
    const resource = resourceOf(inside.submission)
    const permit = isInDoubt
      ? await waits.admit(deps, resource, failures === 0)
      : await admit(deps, resource, { signal, urgent: true })
    if (!permit) return 'over'
    try {
      return await beginStep(step, plan, body, inside, permit)
    } finally {
      permit.release()
    }
  }

  async function beginStep(
    step: Step,
    plan: Plan,
    body: DraftBody,
    inside: DraftInside,
    permit: Permit,
  ): Promise<StepEnd> {
    const submission = submissions.begin(inside.submission, step, plan)
    if (submission !== inside.submission) await record({ submission, active: true }, step.do === 'confirm')
    if (signal.aborted) {
      // The user has just stopped it, and nothing was sent.
      if (submission !== inside.submission) await record({ submission: inside.submission })
      return 'over'
    }
    return perform(step, submission, plan, body, inside, permit)
  }

  async function perform(
    step: Step,
    submission: Submission,
    plan: Plan,
    body: DraftBody,
    inside: DraftInside,
    permit: Permit,
  ): Promise<StepEnd> {
    const procedureId = submission.procedureId ?? ''
    switch (step.do) {
      case 'create': {
        const answered = await deps.creating(async () => {
          const answer = resetOnSuccess(permit.report(await client.createDraft(body, cut)))
          if (!answer.ok) return answer
          const known = (answer.value.documents ?? []).map((document) => document.id)
          const created = submissions.created(submission, answer.value.id, plan.body, known)
          return ok(await record({ submission: created, error: null, active: true }))
        })
        return answered.ok ? answered.value : failed(answered.error, submission, plan)
      }
      case 'update': {
        const answer = resetOnSuccess(permit.report(await client.updateDraft(procedureId, body, cut)))
        if (!answer.ok) return failed(answer.error, submission, plan)
        return record({ submission: submissions.updated(submission, plan.body), error: null, active: true })
      }
      case 'upload':
        return upload(step.documentId, submission, plan, inside, permit)
      case 'confirm': {
        const answer = resetOnSuccess(permit.report(await client.confirmProcedure(procedureId, cut)))
        if (!answer.ok) return failed(answer.error, submission, plan)
        return record({ submission: submissions.confirmed(submission), error: null })
      }
      default: {
        const answer = resetOnSuccess(permit.report(await client.getProcedure(procedureId, cut)))
        if (!answer.ok) return failed(answer.error, submission, plan, 'look')
        return look(answer.value, submission, plan)
      }
    }
  }

  async function upload(
    documentId: string,
    submission: Submission,
    plan: Plan,
    { draft }: DraftInside,
    permit: Permit,
  ): Promise<StepEnd> {
    const document = draft.documents.find((one) => one.id === documentId)
    const inside = await call('document', documentId)
    if (!document || !inside) return record({ submission: submissions.notDone(submission) })
    const onSent = (sent: number) => deps.onProgress(id, documentId, sent)
    const content = await documentContent(document, inside.key, vault, onSent)
    const lost = () => refuse(documentId, submissions.notDone(submission), appError('document-lost'))
    if (!content) return lost()
    onChanged(id)
    const answer = await client.addDocument(submission.procedureId ?? '', content.body, cut)
    resetOnSuccess(permit.report(answer))
    if (content.isBroken) return lost()
    if (answer.ok) {
      failures = 0
      const { documentId: remoteId } = answer.value
      // The next fetch finds the id of the document.
      if (remoteId === null) return 'again'
      return record({
        submission: submissions.uploaded(submission, remoteId),
        remoteIds: [[documentId, remoteId]],
        error: null,
        active: true,
      })
    }
    // A conflict is evidence about the procedure, unless the procedure is confirmed and only refuses more documents.
    const isConflict = answer.error.status === 409 && submission.confirmed === null
    const isRefusal = answer.error.code === 'rejected' && !isConflict
    if (isRefusal) {
      const error = { ...answer.error, code: 'document-rejected' as const }
      return refuse(documentId, submissions.notDone(submission), error)
    }
    return failed(answer.error, answer.isDone === 'no' ? submissions.notDone(submission) : submission, plan)
  }

  const refuse = (documentId: string, submission: Submission, error: AppError): Promise<StepEnd> =>
    record({ submission, refused: { documentId, error } })

  async function look(procedure: Procedure, submission: Submission, plan: Plan): Promise<StepEnd> {
    if (procedure.id !== submission.procedureId)
      return failed(
        appError('bad-answer', { detail: 'the answer is about another one' }),
        submission,
        plan,
        'look',
      )
    seen = procedure
    const moved = submissions.looked(submission, plan, {
      isDraft: procedure.status === 'DRAFT',
      documents: (procedure.documents ?? []).map((document) => document.id),
    })
    const isConflict = submission.begun?.step === 'confirm' && submission.conflicts > 1
    if (!isConflict || moved.submission.confirmed !== null) return move(moved)
    // The procedure is still a draft, and the service refuses to confirm it.
    const detail = procedure.statusDescription ?? procedure.status
    return halt({ ...moved.submission, conflicts: 0 }, 'refused', appError('procedure-conflict', { detail }))
  }

  const move = ({ submission, remoteIds }: Moved): Promise<StepEnd> =>
    record({ submission, remoteIds: [...remoteIds], error: null })

  /** A confirmed procedure is never sent again, whatever fails after this line. */
  async function finish(submission: Submission, files: readonly string[]): Promise<StepEnd> {
    const procedureId = submission.procedureId ?? ''
    await write(() => call('draftSent', id, procedureId, clock.now()))
    // The store has deleted the keys of these files. A file that survives a kill is unreadable, and the next start
    // deletes it.
    await Promise.all(files.map((file) => vault.remove(file).catch(() => undefined)))
    const answer = seen?.status === 'DRAFT' || !seen ? await client.getProcedure(procedureId, cut) : ok(seen)
    // The procedure is stored as due. If this fetch failed, background polling repeats it.
    if (answer.ok && answer.value.id === procedureId)
      await deps
        .keepOwn(answer.value)
        .catch((error: unknown) => log.error('procedures: cannot keep one', error))
    onChanged(id)
    return 'over'
  }

  function resetOnSuccess<T>(answer: Result<T>): Result<T> {
    if (answer.ok) failures = 0
    return answer
  }

  async function failed(
    error: AppError,
    before: Submission,
    plan: Plan,
    what: 'step' | 'look' = 'step',
  ): Promise<StepEnd> {
    const failure = interpretFailure(error, before, failures, what)
    failures++
    switch (failure.means) {
      case 'cut':
        if (before.begun === null) await record({ submission: before })
        return 'over'
      case 'gone':
        return gone(error, before, plan)
      case 'conflict':
        return conflict(error, before, plan)
      case 'refused':
        return halt(submissions.notDone(before), 'refused', { ...error, code: 'procedure-rejected' })
      case 'pause':
        return pause(failure.submission, error)
      default:
        await record({ submission: failure.submission, error })
        await job.rest(failure.waitMs, failure.means === 'doubt' ? waits.signal() : signal)
        return 'again'
    }
  }

  /** The service no longer knows the procedure. It is not recreated automatically if it may have been confirmed. */
  function gone(error: AppError, before: Submission, plan: Plan): Promise<StepEnd> {
    const mayBeDone = before.confirmLeft || before.confirmed !== null
    const cannotRemake = plan.documents.some(({ isRemoteOnly }) => isRemoteOnly)
    if (mayBeDone || cannotRemake) return halt(before, 'vanished', error)
    return move(submissions.leftBehind(before, plan, 'gone'))
  }

  /**
   * The service refuses the step. Either the procedure was confirmed elsewhere, or the step breaks a rule that we do
   * not know.
   */
  async function conflict(error: AppError, before: Submission, plan: Plan): Promise<StepEnd> {
    if (before.begun?.step === 'confirm') return record({ submission: submissions.conflicted(before), error })
    const submission = submissions.notDone(before)
    const answer = resetOnSuccess(
      breaker.report(resourceOf(before), await client.getProcedure(before.procedureId ?? '', cut)),
    )
    if (!answer.ok) return failed(answer.error, submission, plan, 'look')
    if (answer.value.status !== 'DRAFT') return look(answer.value, submission, plan)
    return halt(submission, 'refused', { ...error, code: 'procedure-conflict' })
  }

  const pause = (submission: Submission, error: AppError): Promise<StepEnd> =>
    record({ submission, state: 'ready', error }).then(() => 'over' as const)

  const halt = (submission: Submission, problem: DraftProblem, error?: AppError): Promise<StepEnd> =>
    record({ submission, state: 'stopped', problem, error: error ?? null }).then(() => 'over' as const)

  /** @param awaited true while a confirmation is being sent */
  async function record(change: Omit<DraftStep, 'now'>, awaited = false): Promise<StepEnd> {
    await write(() => call('draftStep', id, { ...change, now: clock.now() }))
    job.isAwaited = awaited
    onChanged(id)
    return 'again'
  }

  return { step: next }
}

/** Fingerprint of the request, and the documents in the form that the state machine needs. */
function planOf({ draft, remoteIds }: DraftInside, body: DraftBody): Plan {
  return {
    body: JSON.stringify(body),
    canUpdate: PROCEDURE_KINDS[draft.kind].canUpdateDraft,
    documents: draft.documents.map((document) => ({
      id: document.id,
      remoteId: remoteIds[document.id] ?? null,
      refused: document.state === 'refused',
      isRemoteOnly: document.source === 'service',
    })),
  }
}

const MAX_WAIT_MS = 60_000

/** Effect of a failed step on the submission. */
type Failure =
  /** We aborted the step. The next run fetches its outcome. */
  | { means: 'cut' }
  /** The service no longer knows the draft. */
  | { means: 'gone' }
  /** The draft no longer accepts this step. */
  | { means: 'conflict' }
  /** The service rejects the data. */
  | { means: 'refused' }
  /** The procedure may have been confirmed. It is fetched, which has no effect, until the service answers. */
  | { means: 'doubt'; submission: Submission; waitMs: number }
  /** The service is unreachable, or only the user can fix the problem. The submission waits for the user. */
  | { means: 'pause'; submission: Submission }
  | { means: 'again'; submission: Submission; waitMs: number }

/** Errors that only the user can resolve. */
const HOPELESS: ReadonlySet<AppError['code']> = new Set([
  'unauthorized',
  'key-missing',
  'address-changed',
  'proxy-login',
])

/**
 * @param failures number of consecutive failures before this one
 * @param what the failed operation: the begun step, or only a fetch of its outcome, which proves nothing
 */
export function interpretFailure(
  error: AppError,
  before: Submission,
  failures: number,
  what: 'step' | 'look' = 'step',
): Failure {
  if (error.code === 'cancelled') return { means: 'cut' }
  if (error.code === 'not-found' && before.procedureId !== null) return { means: 'gone' }
  if (what === 'step') {
    if (error.status === 409 && before.procedureId !== null) return { means: 'conflict' }
    if (error.code === 'rejected' || error.code === 'not-found') return { means: 'refused' }
  }
  const submission = what === 'step' && wasNotDone(error) ? submissions.notDone(before) : before
  if (submissions.isInDoubt(submission))
    return {
      means: 'doubt',
      submission,
      waitMs: TRY_AGAIN_MS[Math.min(failures, TRY_AGAIN_MS.length - 1)] ?? 0,
    }
  const waitMs = error.retryAfterMs ?? TRY_AGAIN_MS[failures]
  const isOver = failures >= TRY_AGAIN_MS.length || waitMs === undefined || waitMs > MAX_WAIT_MS
  return isOver || HOPELESS.has(error.code)
    ? { means: 'pause', submission }
    : { means: 'again', submission, waitMs }
}
