import { appError, type AppError } from '#shared/bridge/result.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import type { Signature, Signer } from '#shared/api/signature.ts'
import { checkSignatureRequest } from '#shared/domain/signature-requests/check-signature-request.ts'
import { readExtra } from '#shared/domain/signature-requests/extra.ts'
import { takesExtra } from '#shared/domain/signature-requests/fields.ts'
import { signerOf } from '#shared/domain/signature-requests/signer-of.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import { wasNotDone } from '../../api/delivery.ts'
import type { StoreCall } from '../../store/client.ts'
import { signerNumbers } from './signature-said.rules.ts'
import type { Log } from '../../runtime/log/log.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import { createJobRunner, isStale, type Job, type StepEnd } from '../../runtime/job-runner.ts'

/**
 * Requests to sign on their way. There is no draft at the service, so each leaves once for each time that a person said
 * so, and what may have left and was not answered is never sent again by itself.
 */
export interface SignatureRequestOutbox {
  /**
   * It leaves when the time to undo is over.
   * @param from the states that it may be in
   * @returns `false` for a version that is not the last any more, or another state
   */
  leave(id: string, version: number | null, from: readonly SignatureRequest['state'][]): Promise<boolean>
  /** Its submission was undone: the job stops. */
  forget(id: string): void
  isAtWork(id: string): boolean
  /** Ends all of it. One that is just being sent is waited for, if `hurried` only a little: its outcome is worth it. */
  close(hurried: boolean): Promise<void>
}

export interface SignatureRequestOutboxDeps extends Admission {
  call: StoreCall
  client: Pick<ServiceClient, 'createSignature'>
  clock: Clock
  log: Log
  /** Milliseconds to undo a sending. */
  undoMs: () => number
  /** The service has it: what it says of itself is this PC's own doing. */
  keepOwn: (signature: Signature) => Promise<void>
  onChanged: (id: string) => void
  /** It was sent: its signer is in the address book, and it is one of what is followed. */
  onSent: (signatureId: string) => void
}

export function createSignatureRequestOutbox(deps: SignatureRequestOutboxDeps): SignatureRequestOutbox {
  const { call, client, clock, log, undoMs, onChanged, onSent } = deps
  const jobs = createJobRunner({ name: 'signature-requests', clock, log })

  async function depart(job: Job, dueAt: number): Promise<StepEnd> {
    const { id, signal } = job
    await clock.sleep(Math.max(0, dueAt - clock.now()), signal)
    if (signal.aborted) return 'over'
    // The person has said so: it does not wait for the connection.
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
    // From this line on, whatever ends us leaves it uncertain, and it is never sent again by itself.
    if (!(await call('signatureRequestDeparts', id))) return
    onChanged(id)
    await send(job, signatureRequest, dueAt, permit)
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
    // What could be sent when the person said so can be sent now; unless this is another version of the product.
    if (!signer || !extra.ok || !clear) return ended('ready', appError('signing-incomplete'))
    // It waited for its turn, or for room on the disk, or this PC slept, for longer than the person did.
    if (isStale(dueAt, clock.now())) return ended('ready', appError('send-interrupted'))
    const answer = permit.settle(await client.createSignature(document, signer, extra.value, job.cut))
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
    // It was written down as due: if it cannot be kept now, the sweep looks at it.
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
    close: (hurried) => jobs.close(hurried),
  }
}

const refusalOf = (error: AppError): AppError =>
  error.code === 'rejected' ? { ...error, code: 'signing-rejected' } : error

/** A record that does not say who signs is taken as it comes: nothing of it is sure to be there but its state. */
function isAbout(signature: Signature, { idNumber }: Signer): boolean {
  const numbers = signerNumbers(JSON.stringify(signature))
  return numbers.length === 0 || numbers.includes(idNumber)
}
