import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { signingCommands } from '#shared/bridge/signing-commands.ts'
import type { Signable, Signing, SigningRow } from '#shared/bridge/signing.ts'
import { checkSigning } from '#shared/domain/signing/check-signing.ts'
import {
  emptySigningFields,
  takesExtra,
  withSigningFields,
  type SigningChanges,
} from '#shared/domain/signing/fields.ts'
import { readExtra } from '#shared/domain/signing/extra.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { createDrafts } from '../drafts/drafts.ts'
import { KEEP_DISCARDED_MS } from '../drafts/drafts.rules.ts'
import { CHANGEABLE } from './changeable.rules.ts'
import type { SigningChange } from './signing.store.ts'
import { findSignature } from './find-signature.ts'
import { isMismatch } from './mismatch.rules.ts'
import { createSigningOutbox, type SigningOutboxDeps } from './signing-outbox.ts'

export type SigningResolution = z.infer<(typeof signingCommands)['signing.resolve']['args']>

/** Sending documents to sign: requests that are never lost, and that are never sent twice. */
export interface SigningRequests {
  create(wanted: NewRequest): Promise<Result<Signing>>
  get(id: string): Promise<Result<Signing>>
  save(change: Omit<SigningChange, 'now'>): Promise<Result<Signing>>
  list(): Promise<Result<{ rows: SigningRow[] }>>
  discard(id: string): Promise<Result<Signing>>
  restore(id: string): Promise<Result<Signing>>
  finish(id: string, version: number): Promise<Result<Signing>>
  send(id: string, version: number): Promise<Result<Signing>>
  undo(id: string): Promise<Result<Signing>>
  resolve(resolution: SigningResolution): Promise<Result<Signing>>
  /** Takes up what was open when the product last ended: what was leaving has not left, what was being sent may have. */
  resume(): Promise<void>
  close(hurried: boolean): Promise<void>
}

export interface NewRequest {
  document: Signable
  fields?: SigningChanges | undefined
  procedureId?: string | undefined
  /** A request at the service that this one is sent again from. */
  from?: string | undefined
}

export interface SigningDeps extends SigningOutboxDeps {
  client: Pick<ServiceClient, 'createSignature' | 'getSignature'>
  /** Whether anything is kept in this session. */
  persists: () => boolean
}

export function createSigningRequests(deps: SigningDeps): SigningRequests {
  const { call, client, clock, breaker, persists, onChanged, onSent } = deps
  const outbox = createSigningOutbox(deps)

  async function get(id: string): Promise<Result<Signing>> {
    const found = await call('signing', id)
    if (!found) return fail(appError('not-found'))
    const parties = found.procedureId === undefined ? [] : await call('partiesOf', found.procedureId)
    const { idNumber, representativeIdNumber } = found.fields
    return ok({
      ...found,
      ...(parties.length > 0 && { mismatch: isMismatch([idNumber, representativeIdNumber], parties) }),
    })
  }

  const drafts = createDrafts<Signing['state'], Signing['state'] | 'before', Signing>({
    find: (id) => call('signing', id),
    get,
    move: (id, version, from, to) => call('moveSigning', id, version, from, to, clock.now()),
    onChanged,
    onUndone: outbox.forget,
  })

  /** Whether it may leave as it is. */
  function blocked(signing: Signing): Result<never> | null {
    if (!persists()) return fail(appError('nothing-persists'))
    const extra = readExtra(takesExtra(signing.document) ? signing.fields.extra : '')
    if (!extra.ok) return fail(appError('bad-extra', { detail: extra.problem }))
    return checkSigning(signing).clear ? null : fail(appError('signing-incomplete'))
  }

  /** What was written of one that is at the service: here, or as the service tells it. */
  async function fieldsOf(signatureId: string): Promise<{ fields: SigningChanges; procedureId?: string }> {
    const own = await call('signingOfSignature', signatureId)
    const known = await call('signature', signatureId, null)
    return {
      fields: own?.fields ?? known?.said.signer ?? {},
      ...(known?.row.procedureId !== undefined && { procedureId: known.row.procedureId }),
    }
  }

  async function takeFound(signing: Signing, text: string): Promise<Result<Signing>> {
    const answer = await findSignature({ client, breaker }, text, signing.fields)
    if (!answer.ok) return answer
    const states = ['uncertain', 'failed'] as const
    const { id, status } = answer.value
    const done = await call('signingSent', signing.id, { id, status }, states, clock.now())
    if (done === 'late') return fail(appError('draft-busy'))
    if (done === 'taken')
      return fail(appError('invalid-request', { detail: 'another request became that one' }))
    await deps.keepOwn(answer.value)
    onSent(id)
    return drafts.changed(signing.id)
  }

  return {
    get,

    async create({ document, fields, procedureId, from }) {
      if (!persists()) return fail(appError('nothing-persists'))
      // Somebody is about to type a name: the address book is read before they do.
      call('findContacts', '', 1).catch(() => undefined)
      const before = from === undefined ? null : await fieldsOf(from)
      const id = randomUUID()
      const known = withSigningFields(emptySigningFields(), before?.fields ?? {})
      await call('createSigning', {
        id,
        document,
        fields: withSigningFields(known, fields ?? {}),
        procedureId: procedureId ?? before?.procedureId ?? null,
        again: from ?? null,
        now: clock.now(),
      })
      return drafts.changed(id)
    },

    save: (change) => drafts.save(change.id, () => call('saveSigning', { ...change, now: clock.now() })),

    list: async () => ok({ rows: await call('openSignings') }),
    discard: (id) => drafts.move(id, null, CHANGEABLE, 'discarded'),
    restore: (id) => drafts.move(id, null, ['discarded'], 'before'),
    finish: (id, version) => drafts.move(id, version, CHANGEABLE, 'ready'),

    async send(id, version) {
      const signing = await call('signing', id)
      if (!signing) return fail(appError('not-found'))
      const refused = drafts.refusal(signing, version, CHANGEABLE)
      if (refused) return fail(refused)
      const why = blocked(signing)
      if (why) return why
      return (await outbox.leave(id, version, CHANGEABLE))
        ? drafts.changed(id)
        : fail(appError('draft-changed'))
    },

    undo: (id) => drafts.undo(id, 'before'),

    async resolve(resolution) {
      const { id, how } = resolution
      const signing = await call('signing', id)
      if (!signing) return fail(appError('not-found'))
      const states = ['uncertain', 'failed'] as const
      if (!states.some((state) => state === signing.state)) return fail(appError('draft-busy'))
      if (how === 'discard') return drafts.move(id, null, states, 'discarded')
      if (how === 'found') return takeFound(signing, resolution.text)
      const why = blocked(signing)
      if (why) return why
      // Of two windows that say it at once, one is in time.
      return (await outbox.leave(id, null, [signing.state]))
        ? drafts.changed(id)
        : fail(appError('draft-busy'))
    },

    async resume() {
      const now = clock.now()
      for (const id of await call('unfinishedSignings')) {
        if (outbox.isAtWork(id)) continue
        const errors = { left: appError('cancelled'), notLeft: appError('send-interrupted') }
        await call('interruptSigning', id, errors, now)
        onChanged(id)
      }
      await call('purgeSignings', now - KEEP_DISCARDED_MS)
    },

    close: (hurried) => outbox.close(hurried),
  }
}
