import { appError, type AppError, type Result } from '#shared/bridge/result.ts'
import type { Signing } from '#shared/bridge/signing.ts'
import type { Signature, Signer } from '#shared/api/signature.ts'
import { checkSigning } from '#shared/domain/signing/check-signing.ts'
import { readExtra } from '#shared/domain/signing/extra.ts'
import { takesExtra } from '#shared/domain/signing/fields.ts'
import { signerOf } from '#shared/domain/signing/signer-of.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import { wasNotDone } from '../../api/delivery.ts'
import type { StoreCall } from '../../store/client.ts'
import { signerNumbers } from './signature-said.rules.ts'
import { writeDown } from '../../store/write-down.ts'
import type { Log } from '../../runtime/log/log.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'

/**
 * Requests to sign on their way. There is no draft at the service, so each leaves once for each time that a person said
 * so, and what may have left and was not answered is never sent again by itself.
 */
export interface SigningOutbox {
  /**
   * It leaves when the time to undo is over.
   * @param from the states that it may be in
   * @returns `false` for a version that is not the last any more, or another state
   */
  leave(id: string, version: number | null, from: readonly Signing['state'][]): Promise<boolean>
  /** It was undone: nobody waits for it any more. */
  forget(id: string): void
  isAtWork(id: string): boolean
  /** Ends all of it. One that is just being sent is waited for, if `hurried` only a little: its outcome is worth it. */
  close(hurried: boolean): Promise<void>
}

export interface SigningOutboxDeps extends Admission {
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

/** What was to be sent this long ago is not sent behind the person's back any more. */
export const STALE_MS = 10 * 60_000
const PATIENCE_MS = 3_000

export function createSigningOutbox(deps: SigningOutboxDeps): SigningOutbox {
  const { call, client, clock, log, undoMs, onChanged, onSent } = deps
  const stopping = new AbortController()
  /** What is in flight, which is only given up in a hurry. */
  const cutting = new AbortController()
  const leaving = new Map<string, AbortController>()
  const atWork = new Map<string, Promise<void>>()

  async function depart(id: string, dueAt: number, undone: AbortSignal): Promise<void> {
    const waiting = AbortSignal.any([undone, stopping.signal])
    await clock.sleep(Math.max(0, dueAt - clock.now()), waiting)
    if (waiting.aborted) return
    // The person has said so: it does not wait for the connection.
    const permit = await admit(deps, `signing ${id}`, { signal: waiting, urgent: true })
    try {
      if (permit) await leaves(id, dueAt, permit)
    } finally {
      permit?.release()
    }
  }

  async function leaves(id: string, dueAt: number, permit: Permit): Promise<void> {
    const signing = await call('signing', id)
    if (signing?.state !== 'leaving') return
    // From this line on, whatever ends us leaves it uncertain, and it is never sent again by itself.
    if (!(await call('signingDeparts', id))) return
    leaving.delete(id)
    onChanged(id)
    await send(signing, dueAt, permit)
    onChanged(id)
  }

  async function send(signing: Signing, dueAt: number, permit: Permit): Promise<void> {
    const { id, document, fields } = signing
    const signer = signerOf(fields)
    const extra = readExtra(takesExtra(document) ? fields.extra : '')
    const { clear } = checkSigning(signing)
    // What could be sent when the person said so can be sent now; unless this is another version of the product.
    if (!signer || !extra.ok || !clear) return ended(id, 'ready', appError('signing-incomplete'))
    // It waited for its turn, or for room on the disk, or this PC slept, for longer than the person did.
    if (Math.abs(clock.now() - dueAt) > STALE_MS) return ended(id, 'ready', appError('send-interrupted'))
    const answer = permit.settle(await client.createSignature(document, signer, extra.value, cutting.signal))
    if (!answer.ok) return failed(id, answer)
    const { id: signatureId, status } = answer.value
    const another = appError('bad-answer', { detail: 'the answer is about another one' })
    if (!isAbout(answer.value, signer)) return ended(id, 'uncertain', another)
    const kept = await write(() =>
      call('signingSent', id, { id: signatureId, status }, ['sending'], clock.now()),
    )
    if (kept !== 'sent') return ended(id, 'uncertain', another)
    // It was written down as due: if it cannot be kept now, the sweep looks at it.
    await deps.keepOwn(answer.value).catch((error: unknown) => log.error('signing: cannot keep one', error))
    onSent(signatureId)
  }

  function failed(id: string, { error }: Extract<Result<Signature>, { ok: false }>): Promise<void> {
    if (!wasNotDone(error)) return ended(id, 'uncertain', error)
    const said = error.code === 'rejected' ? { ...error, code: 'signing-rejected' as const } : error
    return ended(id, 'failed', said)
  }

  const ended = (id: string, state: 'failed' | 'uncertain' | 'ready', error: AppError): Promise<void> =>
    write(() => call('signingEnded', id, state, error, clock.now()))

  /** Steps that only this can take: a disk that is full is waited for. */
  const write = <T>(step: () => Promise<T>): Promise<T> =>
    writeDown({ clock, log, what: 'signing', signal: stopping.signal }, step)

  return {
    async leave(id, version, from) {
      const ms = undoMs()
      const now = clock.now()
      if (!(await call('signingLeaves', id, version, from, now + ms, now))) return false
      // What was just written down is taken up by whoever opens this store next.
      if (stopping.signal.aborted) return true
      const undone = new AbortController()
      leaving.set(id, undone)
      const work = depart(id, now + ms, undone.signal)
        .catch((error: unknown) => log.error('signing: a request could not be followed', error))
        .finally(() => {
          if (leaving.get(id) === undone) leaving.delete(id)
          if (atWork.get(id) === work) atWork.delete(id)
        })
      atWork.set(id, work)
      return true
    },

    forget(id) {
      leaving.get(id)?.abort()
      leaving.delete(id)
    },

    isAtWork: (id) => atWork.has(id),

    async close(hurried) {
      stopping.abort()
      const ends = Promise.all(atWork.values())
      if (hurried) {
        await Promise.race([ends, clock.sleep(PATIENCE_MS, AbortSignal.timeout(PATIENCE_MS))])
        cutting.abort()
      }
      await ends
    },
  }
}

/** A record that does not say who signs is taken as it comes: nothing of it is sure to be there but its state. */
function isAbout(signature: Signature, { idNumber }: Signer): boolean {
  const numbers = signerNumbers(JSON.stringify(signature))
  return numbers.length === 0 || numbers.includes(idNumber)
}
