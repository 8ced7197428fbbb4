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
import { signerNumbers } from './signature-requests.rules.ts'
import type { Log } from '../../runtime/log.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import { createJobRunner, isStale, type Job, type StepEnd } from '../../runtime/job-runner.ts'

/**
 * Outbox of signature requests. The service has no drafts of them, so each is sent once per confirmation by
 * the user, and one possibly sent without an answer is never resent automatically.
 */
export interface SignatureRequestOutbox {
  /**
   * Schedules it for the end of the undo time.
   * @param from allowed states
   * @returns `false` for a version that is no longer the last, or another state
   */
  leave(id: string, version: number | null, from: readonly SignatureRequest['state'][]): Promise<boolean>
  /** Stops the job of an undone submission. */
  forget(id: string): void
  isAtWork(id: string): boolean
  /** Number of requests under way, those that can still be undone included. */
  readonly sending: number
  /** Ends every job. One being sent is awaited, if `hurried` only briefly: its outcome matters. */
  close(hurried: boolean): Promise<void>
}

export interface SignatureRequestOutboxDeps extends Admission {
  call: StoreCall
  client: Pick<ServiceClient, 'createSignature'>
  clock: Clock
  log: Log
  /** Undo time of a submission, in milliseconds. */
  undoMs: () => number
  /** The service has it: its answer is this PC's own doing. */
  keepOwn: (signature: Signature) => Promise<void>
  /** Runs the creation: events of the new signature may come before its answer, which alone gives its id. */
  creating: <T>(create: () => Promise<T>) => Promise<T>
  onChanged: (id: string) => void
  /** Sent: its signer is in the address book, and it is tracked. */
  onSent: (signatureId: string) => void
}

export function createSignatureRequestOutbox(deps: SignatureRequestOutboxDeps): SignatureRequestOutbox {
  const { call, client, clock, log, undoMs, onChanged, onSent } = deps
  const jobs = createJobRunner({ name: 'signature-requests', clock, log })

  async function depart(job: Job, dueAt: number): Promise<StepEnd> {
    const { id, signal } = job
    await clock.sleep(Math.max(0, dueAt - clock.now()), signal)
    if (signal.aborted) return 'over'
    // The user has confirmed: it does not wait for the connection.
    const permit = await admit(deps, `signature request ${id}`, { signal, urgent: true })
    try {
      if (permit) await leaves(job, dueAt, permit)
    } finally {
      permit?.release()
    }
    return 'over'
  }

  async function leaves(job: Job, dueAt: number, permit: Permit): Promise<void> {
    const { id } = job
    const signatureRequest = await call('signatureRequest', id)
    if (signatureRequest?.state !== 'leaving') return
    // From this line on, any interruption leaves it uncertain, and it is never resent automatically.
    if (!(await call('signatureRequestDeparts', id))) return
    onChanged(id)
    await deps.creating(() => send(job, signatureRequest, dueAt, permit))
    onChanged(id)
  }

  async function send(
    job: Job,
    signatureRequest: SignatureRequest,
    dueAt: number,
    permit: Permit,
  ): Promise<void> {
    const { id, document, fields } = signatureRequest
    const ended = (state: 'failed' | 'uncertain' | 'ready', error: AppError): Promise<void> =>
      job.write(() => call('signatureRequestEnded', id, state, error, clock.now()))
    const signer = signerOf(fields)
    const extra = readExtra(takesExtra(document) ? fields.extra : '')
    const { clear } = checkSignatureRequest(signatureRequest)
    // A request complete when it was confirmed is complete now, unless the product was updated meanwhile.
    if (!signer || !extra.ok || !clear) return ended('ready', appError('signing-incomplete'))
    // Waiting for its slot, for disk space or through a sleep delayed this past `isStale`.
    if (isStale(dueAt, clock.now())) return ended('ready', appError('send-interrupted'))
    const answer = permit.report(await client.createSignature(document, signer, extra.value, job.cut))
    if (!answer.ok)
      return wasNotDone(answer.error)
        ? ended('failed', refusalOf(answer.error))
        : ended('uncertain', answer.error)
    const { id: signatureId, status } = answer.value
    const another = appError('bad-answer', { detail: 'the answer is about another one' })
    if (!isAbout(answer.value, signer)) return ended('uncertain', another)
    const kept = await job.write(() =>
      call('signatureRequestSent', id, { id: signatureId, status }, ['sending'], clock.now()),
    )
    if (kept !== 'sent') return ended('uncertain', another)
    // Stored as due: if it cannot be stored now, background polling fetches it.
    await deps
      .keepOwn(answer.value)
      .catch((error: unknown) => log.error('signature-requests: cannot keep one', error))
    onSent(signatureId)
  }

  return {
    async leave(id, version, from) {
      const ms = undoMs()
      const now = clock.now()
      if (!(await call('signatureRequestLeaves', id, version, from, now + ms, now))) return false
      jobs.start(id, (job) => {
        job.isAwaited = true
        return { step: () => depart(job, now + ms) }
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

const refusalOf = (error: AppError): AppError =>
  error.code === 'rejected' ? { ...error, code: 'signing-rejected' } : error

/** Accepts a record without a signer: only its state is sure to be there. */
function isAbout(signature: Signature, { idNumber }: Signer): boolean {
  const numbers = signerNumbers(JSON.stringify(signature))
  return numbers.length === 0 || numbers.includes(idNumber)
}
