import { appError, type AppError } from '#shared/bridge/result.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import type { Signature, Signer } from '#shared/api/signature.ts'
import {
  checkSignatureRequest,
  readExtra,
  signerOf,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import { takesExtra } from '#shared/domain/signature-requests/fields.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import { wasNotDone } from '../../api/failures.ts'
import type { StoreCall } from '../../store/client.ts'
import { listSignerNumbers } from './signature-requests.rules.ts'
import type { Log } from '../../runtime/log.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import { createJobRunner, isStale, type Job, type StepEnd } from '../../runtime/job-runner.ts'

/**
 * Outbox of signature requests. The service has no drafts of them, so each request is sent once per confirmation by
 * the user. A request that may have been sent without an answer is never resent automatically.
 */
export interface SignatureRequestOutbox {
  /**
   * Schedules a request for the end of the undo time.
   * @param from allowed states
   * @returns `false` if the version is not the newest, or if the state is not allowed
   */
  schedule(id: string, version: number | null, from: readonly SignatureRequest['state'][]): Promise<boolean>
  /** Stops the job of an undone submission. */
  forget(id: string): void
  isAtWork(id: string): boolean
  /** Number of requests under way, including those that can still be undone. */
  readonly sending: number
  /**
   * Ends every job. A request that is being sent is awaited, because its outcome matters. If `hurried`, the wait is
   * short.
   */
  close(hurried: boolean): Promise<void>
}

export interface SignatureRequestOutboxDeps extends Admission {
  call: StoreCall
  client: Pick<ServiceClient, 'createSignature'>
  clock: Clock
  log: Log
  /** Undo time of a submission, in milliseconds. */
  undoMs: () => number
  /** Called when the service has the request. Its answer counts as this PC's own change. */
  storeOwnSignature: (signature: Signature) => Promise<void>
  /** Runs the creation. Events of the new signature may arrive before the answer, and only the answer has its id. */
  trackCreation: <T>(create: () => Promise<T>) => Promise<T>
  onChanged: (id: string) => void
  /** Called after sending. The signer is then in the address book, and the signature is tracked. */
  onSent: (signatureId: string) => void
}

export function createSignatureRequestOutbox(deps: SignatureRequestOutboxDeps): SignatureRequestOutbox {
  const { call, client, clock, log, undoMs, onChanged, onSent } = deps
  const jobs = createJobRunner({ name: 'signature-requests', clock, log })

  async function waitAndSend(job: Job, dueAt: number): Promise<StepEnd> {
    const { id, signal } = job
    await clock.sleep(Math.max(0, dueAt - clock.now()), signal)
    if (signal.aborted) return 'over'
    // The user has confirmed, so the request does not wait for the connection.
    const permit = await admit(deps, `signature request ${id}`, { signal, urgent: true })
    try {
      if (permit) await sendRequest(job, dueAt, permit)
    } finally {
      permit?.release()
    }
    return 'over'
  }

  async function sendRequest(job: Job, dueAt: number, permit: Permit): Promise<void> {
    const { id } = job
    const signatureRequest = await call('signatureRequest', id)
    if (signatureRequest?.state !== 'leaving') return
    // After this line, any interruption leaves the request uncertain. It is then never resent automatically.
    if (!(await call('signatureRequestDeparts', id))) return
    onChanged(id)
    await deps.trackCreation(() => send(job, signatureRequest, dueAt, permit))
    onChanged(id)
  }

  async function send(
    job: Job,
    signatureRequest: SignatureRequest,
    dueAt: number,
    permit: Permit,
  ): Promise<void> {
    const { id, document, fields } = signatureRequest
    const storeEnd = (state: 'failed' | 'uncertain' | 'ready', error: AppError): Promise<void> =>
      job.write(() => call('signatureRequestEnded', id, state, error, clock.now()))
    const signer = signerOf(fields)
    const extra = readExtra(takesExtra(document) ? fields.extra : '')
    const { clear } = checkSignatureRequest(signatureRequest)
    // A request that was complete when it was confirmed is still complete, unless the product was updated meanwhile.
    if (!signer || !extra.ok || !clear) return storeEnd('ready', appError('signing-incomplete'))
    // The request waited too long for its slot, for disk space or during a sleep.
    if (isStale(dueAt, clock.now())) return storeEnd('ready', appError('send-interrupted'))
    const answer = permit.report(await client.createSignature(document, signer, extra.value, job.cut))
    if (!answer.ok)
      return wasNotDone(answer.error)
        ? storeEnd('failed', toRefusal(answer.error))
        : storeEnd('uncertain', answer.error)
    const { id: signatureId, status } = answer.value
    const another = appError('bad-answer', { detail: 'the answer is about another one' })
    if (!isAbout(answer.value, signer)) return storeEnd('uncertain', another)
    const kept = await job.write(() =>
      call('signatureRequestSent', id, { id: signatureId, status }, ['sending'], clock.now()),
    )
    if (kept !== 'sent') return storeEnd('uncertain', another)
    // The signature is stored as due. If storing the answer fails now, background polling fetches it.
    await deps
      .storeOwnSignature(answer.value)
      .catch((error: unknown) => log.error('signature-requests: cannot keep one', error))
    onSent(signatureId)
  }

  return {
    async schedule(id, version, from) {
      const ms = undoMs()
      const now = clock.now()
      if (!(await call('signatureRequestLeaves', id, version, from, now + ms, now))) return false
      jobs.start(id, (job) => {
        job.isAwaited = true
        return { step: () => waitAndSend(job, now + ms) }
      })
      return true
    },

    forget: (id) => void jobs.stop(id),
    isAtWork: (id) => jobs.get(id) !== undefined,
    get sending() {
      return jobs.sending
    },
    close: (hurried) => jobs.close(hurried),
  }
}

const toRefusal = (error: AppError): AppError =>
  error.code === 'rejected' ? { ...error, code: 'signing-rejected' } : error

/** Accepts a record without a signer, because only the state of a record is guaranteed. */
function isAbout(signature: Signature, { idNumber }: Signer): boolean {
  const numbers = listSignerNumbers(JSON.stringify(signature))
  return numbers.length === 0 || numbers.includes(idNumber)
}
