import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { CommandArgs, CommandResult } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type {
  signatureRequestCommands,
  SignatureRequest,
  SignatureRequestRow,
  SignatureRequestFields,
} from '#shared/bridge/signature-requests.ts'
import type { Remembered } from '#shared/bridge/remembered.ts'
import {
  type Signable,
  emptySignatureRequestFields,
  takesExtra,
  withSignatureRequestFields,
  type SignatureRequestChanges,
} from '#shared/domain/signature-requests/fields.ts'
import {
  checkSignatureRequest,
  readExtra,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { createDrafts } from '../drafts/drafts.ts'
import { KEEP_DISCARDED_MS } from '../drafts/drafts.rules.ts'
import { CHANGEABLE, parseDetails, listSignerNumbers, isMismatch } from './signature-requests.rules.ts'
import type { SignatureRequestChange } from './signature-requests.store.ts'
import type { Signature } from '#shared/api/signature.ts'
import { resourceText } from '#shared/domain/resource-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { foundOtherText } from '#shared/text/signatures.ts'
import type { CircuitBreaker } from '../../runtime/circuit-breaker.ts'
import { createSignatureRequestOutbox, type SignatureRequestOutboxDeps } from './outbox.ts'

type SignatureRequestResolution = z.infer<
  (typeof signatureRequestCommands)['signature-requests.resolve']['args']
>

/** Signature requests. A request is never lost and never sent twice. */
export interface SignatureRequests {
  create(input: NewRequest): Promise<Result<SignatureRequest>>
  /** Prepares one request for each signer. */
  prepare(
    input: CommandArgs<'signature-requests.prepare'>,
  ): Promise<Result<CommandResult<'signature-requests.prepare'>>>
  /** Sends finished requests. One that changed or may not be sent stays, and the others leave. */
  sendAll(requests: readonly SeenRequest[]): Promise<Result<CommandResult<'signature-requests.send-all'>>>
  get(id: string): Promise<Result<SignatureRequest>>
  save(change: Omit<SignatureRequestChange, 'now'>): Promise<Result<SignatureRequest>>
  list(): Promise<Result<{ rows: SignatureRequestRow[] }>>
  discard(id: string): Promise<Result<SignatureRequest>>
  restore(id: string): Promise<Result<SignatureRequest>>
  finish(id: string, version: number): Promise<Result<SignatureRequest>>
  send(id: string, version: number): Promise<Result<SignatureRequest>>
  undo(id: string): Promise<Result<SignatureRequest>>
  resolve(resolution: SignatureRequestResolution): Promise<Result<SignatureRequest>>
  /**
   * Resumes the open requests of the last run. A scheduled request was not sent. A request that was being sent may
   * have been sent.
   */
  resume(): Promise<void>
  /** Number of requests under way. */
  sending(): number
  close(hurried: boolean): Promise<void>
}

type SeenRequest = CommandArgs<'signature-requests.send-all'>['requests'][number]

interface NewRequest {
  document: Signable
  fields?: SignatureRequestChanges | undefined
  procedureId?: string | undefined
  /** Id of the request at the service that this request repeats. */
  from?: string | undefined
}

export interface SignatureRequestDeps extends SignatureRequestOutboxDeps {
  client: Pick<ServiceClient, 'createSignature' | 'getSignature'>
  /** True if this session stores anything. */
  persists: () => boolean
  /** Called with these values when the user sends a request. */
  onSubmitted: (sent: Partial<Remembered>) => void
}

export function createSignatureRequests(deps: SignatureRequestDeps): SignatureRequests {
  const { call, client, clock, breaker, persists, onChanged, onSent } = deps
  const outbox = createSignatureRequestOutbox(deps)

  async function get(id: string): Promise<Result<SignatureRequest>> {
    const found = await call('signatureRequest', id)
    if (!found) return fail(appError('not-found'))
    const parties = found.procedureId === undefined ? [] : await call('partiesOf', found.procedureId)
    const { idNumber, representativeIdNumber } = found.fields
    return ok({
      ...found,
      ...(parties.length > 0 && { mismatch: isMismatch([idNumber, representativeIdNumber], parties) }),
    })
  }

  const drafts = createDrafts<
    SignatureRequest['state'],
    SignatureRequest['state'] | 'before',
    SignatureRequest
  >({
    find: (id) => call('signatureRequest', id),
    get,
    move: (id, version, from, to) => call('moveSignatureRequest', id, version, from, to, clock.now()),
    onChanged,
    onUndone: outbox.forget,
  })

  /** Error if the request may not be sent in its present form. */
  function findBlock(signatureRequest: SignatureRequest): Result<never> | null {
    if (!persists()) return fail(appError('nothing-persists'))
    const extra = readExtra(takesExtra(signatureRequest.document) ? signatureRequest.fields.extra : '')
    if (!extra.ok) return fail(appError('bad-extra', { detail: extra.problem }))
    return checkSignatureRequest(signatureRequest).clear ? null : fail(appError('signing-incomplete'))
  }

  /**
   * Fields of a signature at the service. They come from the request of this PC, or else from the service's stored
   * answer.
   */
  async function readFields(
    signatureId: string,
  ): Promise<{ fields: SignatureRequestChanges; procedureId?: string }> {
    const own = await call('signatureRequestOfSignature', signatureId)
    const known = await call('signature', signatureId, null)
    return {
      fields: own?.fields ?? known?.details.signer ?? {},
      ...(known?.row.procedureId !== undefined && { procedureId: known.row.procedureId }),
    }
  }

  async function adoptFound(
    signatureRequest: SignatureRequest,
    text: string,
  ): Promise<Result<SignatureRequest>> {
    const answer = await findSignature({ client, breaker }, text, signatureRequest.fields)
    if (!answer.ok) return answer
    const states = ['uncertain', 'failed'] as const
    const { id, status } = answer.value
    const done = await call('signatureRequestSent', signatureRequest.id, { id, status }, states, clock.now())
    if (done === 'late') return fail(appError('draft-busy'))
    if (done === 'taken')
      return fail(appError('invalid-request', { detail: 'another request became that one' }))
    await deps.storeOwnSignature(answer.value)
    onSent(id)
    return drafts.publishChange(signatureRequest.id)
  }

  async function send(
    id: string,
    version: number,
    from: readonly SignatureRequest['state'][],
  ): Promise<Result<SignatureRequest>> {
    const signatureRequest = await call('signatureRequest', id)
    if (!signatureRequest) return fail(appError('not-found'))
    const refused = drafts.findRefusal(signatureRequest, version, from)
    if (refused) return fail(refused)
    const why = findBlock(signatureRequest)
    if (why) return why
    if (!(await outbox.schedule(id, version, from))) return fail(appError('draft-changed'))
    const { municipalityName, provinceName, representativeIdNumber } = signatureRequest.fields
    deps.onSubmitted({ municipalityName, provinceName, representativeIdNumber })
    return drafts.publishChange(id)
  }

  return {
    get,

    async create({ document, fields, procedureId, from }) {
      if (!persists()) return fail(appError('nothing-persists'))
      // Warms up the address book for the name typed next.
      call('findContacts', '', 1).catch(() => undefined)
      const before = from === undefined ? null : await readFields(from)
      const id = randomUUID()
      const known = withSignatureRequestFields(emptySignatureRequestFields(), before?.fields ?? {})
      const request = {
        id,
        document,
        state: 'editing' as const,
        fields: withSignatureRequestFields(known, fields ?? {}),
        procedureId: procedureId ?? before?.procedureId ?? null,
        again: from ?? null,
        now: clock.now(),
      }
      await call('createSignatureRequests', [request])
      return drafts.publishChange(id)
    },

    async prepare({ document, procedureId, requests }) {
      if (!persists()) return fail(appError('nothing-persists'))
      const now = clock.now()
      const prepared = requests.map(({ id, fields: given }) => {
        const fields = withSignatureRequestFields(emptySignatureRequestFields(), given)
        const { clear } = checkSignatureRequest({ document, fields, accepted: [] })
        const state = clear ? ('ready' as const) : ('editing' as const)
        return { id, document, state, fields, procedureId: procedureId ?? null, again: null, now }
      })
      await call('createSignatureRequests', prepared)
      for (const { id } of prepared) onChanged(id)
      const ready = prepared.filter(({ state }) => state === 'ready').length
      return ok({ ready, incomplete: prepared.length - ready })
    },

    async sendAll(requests) {
      let sent = 0
      for (const { id, version } of requests) if ((await send(id, version, ['ready'])).ok) sent++
      return ok({ sent, refused: requests.length - sent })
    },

    save: (change) =>
      drafts.save(change.id, () => call('saveSignatureRequest', { ...change, now: clock.now() })),

    list: async () => ok({ rows: await call('openSignatureRequests') }),
    discard: (id) => drafts.move(id, null, CHANGEABLE, 'discarded'),
    restore: (id) => drafts.move(id, null, ['discarded'], 'before'),
    finish: (id, version) => drafts.move(id, version, CHANGEABLE, 'ready'),

    send: (id, version) => send(id, version, CHANGEABLE),

    undo: (id) => drafts.undo(id, 'before'),

    async resolve(resolution) {
      const { id, how } = resolution
      const signatureRequest = await call('signatureRequest', id)
      if (!signatureRequest) return fail(appError('not-found'))
      const states = ['uncertain', 'failed'] as const
      if (!states.some((state) => state === signatureRequest.state)) return fail(appError('draft-busy'))
      if (how === 'discard') return drafts.move(id, null, states, 'discarded')
      if (how === 'found') return adoptFound(signatureRequest, resolution.text)
      const why = findBlock(signatureRequest)
      if (why) return why
      // If two windows confirm at the same time, only the first succeeds.
      return (await outbox.schedule(id, null, [signatureRequest.state]))
        ? drafts.publishChange(id)
        : fail(appError('draft-busy'))
    },

    async resume() {
      const now = clock.now()
      for (const id of await call('unfinishedSignatureRequests')) {
        if (outbox.isAtWork(id)) continue
        const errors = { left: appError('cancelled'), notLeft: appError('send-interrupted') }
        await call('interruptSignatureRequest', id, errors, now)
        onChanged(id)
      }
      await call('purgeSignatureRequests', now - KEEP_DISCARDED_MS)
    },

    sending: () => outbox.sending,
    close: (hurried) => outbox.close(hurried),
  }
}

interface FindSignatureDeps {
  client: Pick<ServiceClient, 'getSignature'>
  breaker: CircuitBreaker
}

/**
 * Finds a request that the user located on the operator's side, by its id or its link. It must have the same signer.
 */
async function findSignature(
  { client, breaker }: FindSignatureDeps,
  text: string,
  fields: Pick<SignatureRequestFields, 'idNumber'>,
): Promise<Result<Signature>> {
  const named = resourceText(text)
  if (!named?.kinds.includes('signature'))
    return fail(appError('invalid-request', { detail: 'not an id, a path or a link' }))
  const answer = breaker.report(
    `signature ${named.id}`,
    await client.getSignature(named.id, new AbortController().signal),
  )
  if (!answer.ok) return answer
  if (answer.value.id !== named.id)
    return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
  const body = JSON.stringify(answer.value)
  const numbers = listSignerNumbers(body)
  // The user decides about a record without a signer.
  if (numbers.length === 0 || numbers.includes(cleanTaxId(fields.idNumber))) return answer
  return fail(appError('rejected', { detail: foundOtherText(parseDetails(body).signer.fullname) }))
}
