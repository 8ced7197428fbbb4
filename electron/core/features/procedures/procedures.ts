import { randomUUID } from 'node:crypto'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type {
  Draft,
  DraftCounts,
  DraftFilter,
  DraftRow,
  DraftState,
  ProcedureAbilities,
} from '#shared/bridge/procedures.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import {
  emptyForm,
  formLike,
  type Acceptable,
  type DraftKind,
  type FieldChanges,
  withFields,
} from '#shared/domain/procedures/fields.ts'
import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import type { DraftInside } from './draft-rows.store.ts'
import { createDocuments, type Documents } from '../documents/documents.ts'
import { createUploads } from '../../runtime/uploads.ts'
import { adopt } from './adopt.ts'
import * as intentions from './intention.rules.ts'
import { draftPreflight } from './draft-preflight.rules.ts'
import { createOutbox, type OutboxDeps } from './outbox.ts'

/** Opening procedures: drafts that are never lost, their documents, and sendings that never double. */
export interface Procedures {
  readonly documents: Documents
  abilities(): ProcedureAbilities
  create(kind: DraftKind, fields: FieldChanges): Promise<Result<Draft>>
  get(id: string): Promise<Result<Draft>>
  save(
    id: string,
    version: number,
    fields: FieldChanges,
    accepted: readonly Acceptable[] | null,
  ): Promise<Result<Draft>>
  list(
    filter: DraftFilter,
    before: number | null,
    limit: number,
  ): Promise<Result<{ rows: DraftRow[]; next: number | null }>>
  outbox(): Promise<Result<{ rows: DraftRow[] }>>
  discard(id: string): Promise<Result<Draft>>
  restore(id: string): Promise<Result<Draft>>
  duplicate(id: string): Promise<Result<Draft>>
  adopt(procedureId: string): Promise<Result<Draft>>
  preflight(id: string): Promise<Result<Preflight>>
  finish(id: string, version: number): Promise<Result<Draft>>
  send(id: string, version: number, duplicates: boolean): Promise<Result<Draft>>
  undo(id: string): Promise<Result<Draft>>
  stopSending(id: string): Promise<Result<Draft>>
  resolve(id: string, how: 'check' | 'accept' | 'again'): Promise<Result<Draft>>
  /** Takes up what was open when the product last ended. What was leaving then has not left. */
  resume(): Promise<void>
  close(hurried: boolean): Promise<void>
}

export interface ProceduresDeps extends Omit<OutboxDeps, 'changed' | 'onProgress'> {
  assumptions: Pick<AccountAssumptions, 'notificationPath' | 'maxDocumentBytes' | 'maxDocuments'>
  /** Whether anything is kept in this session. */
  persists: () => boolean
  onDraft: (id: string) => void
  onCounts: (counts: DraftCounts) => void
}

/** What was thrown away can be brought back for so long. */
const KEEP_DISCARDED_MS = 3_600_000

const CHANGEABLE: readonly DraftState[] = ['editing', 'ready', 'stopped']

export function createProcedures(deps: ProceduresDeps): Procedures {
  const { call, clock, log, vault, breaker, assumptions, persists, onDraft, onCounts } = deps
  let isResumed = false
  const uploads = createUploads<{ documentId: string; sentBytes: number }>(clock)

  function changed(id: string): void {
    onDraft(id)
    call('draftCounts')
      .then(onCounts)
      .catch((error: unknown) => log.error('procedures: cannot count the drafts', error))
  }

  const outbox = createOutbox({
    ...deps,
    changed,
    onProgress(id, documentId, sentBytes) {
      if (uploads.sent(id, { documentId, sentBytes })) onDraft(id)
    },
  })
  const documents = createDocuments({ call, clock, vault, assumptions, onChanged: changed })

  /** What was confirmed is in doubt once it is not answered, and not while it may be. */
  const withDoubt = <T extends Pick<Draft, 'id' | 'doubt'>>(one: T): T => ({
    ...one,
    doubt: one.doubt && !outbox.isAwaited(one.id),
  })

  const viewOf = ({ draft }: DraftInside): Draft => ({
    ...withDoubt(draft),
    documents: draft.documents.map((document) => {
      const upload = uploads.get(draft.id)
      const isThis = document.state === 'uploading' && upload?.documentId === document.id
      return isThis ? { ...document, sentBytes: upload.sentBytes } : document
    }),
  })

  async function get(id: string): Promise<Result<Draft>> {
    const found = await call('draft', id)
    return found ? ok(viewOf(found)) : fail(appError('not-found'))
  }

  /** Says that it changed, and answers with what it is now. */
  function told(id: string): Promise<Result<Draft>> {
    changed(id)
    return get(id)
  }

  async function create(kind: DraftKind, form: ReturnType<typeof emptyForm>): Promise<Result<Draft>> {
    if (!persists()) return fail(appError('nothing-persists'))
    const id = randomUUID()
    await call('createDraft', id, kind, form, clock.now())
    return told(id)
  }

  /** Moves it if it is in one of these states, and otherwise says that it is too late. */
  async function move(
    id: string,
    version: number | null,
    from: readonly DraftState[],
    to: DraftState,
  ): Promise<Result<Draft>> {
    const found = await call('draft', id)
    if (!found) return fail(appError('not-found'))
    if (!from.includes(found.draft.state)) return fail(appError('draft-busy'))
    if (version !== null && found.draft.version !== version) return fail(stale(found.draft))
    const moved = await call('moveDraft', id, version, from, to, clock.now())
    return moved ? told(id) : fail(appError('draft-busy'))
  }

  async function look(id: string): Promise<Result<{ inside: DraftInside; preflight: Preflight }>> {
    const inside = await call('draft', id)
    if (!inside) return fail(appError('not-found'))
    const { state } = breaker.state
    const preflight = await draftPreflight(inside, {
      call,
      now: clock.now(),
      available: abilities()[inside.draft.kind],
      online: state === 'online' || state === 'idle',
    })
    return ok({ inside, preflight })
  }

  function abilities(): ProcedureAbilities {
    const { notificationPath, maxDocumentBytes, maxDocuments } = assumptions
    const usual = persists() ? 'yes' : 'nothing-persists'
    return {
      registration: usual,
      transfer: usual,
      notification: usual === 'yes' && notificationPath === '' ? 'no-path' : usual,
      maxDocumentBytes,
      maxDocuments,
    }
  }

  /** Leaves the service's draft behind and waits for the person's word. */
  async function again({ draft, intention, remoteIds }: DraftInside): Promise<Result<Draft>> {
    // What is at the service alone cannot be sent with another.
    if (draft.documents.some(({ source }) => source === 'service'))
      return fail(appError('invalid-request', { detail: 'its documents are at the service alone' }))
    const known = Object.keys(remoteIds).map((id) => ({
      id,
      remoteId: null,
      refused: false,
      isRemoteOnly: false,
    }))
    const plan = { body: '', canUpdate: false, documents: known }
    const left = intentions.leftBehind(intention, plan, 'asked')
    await call('draftStep', draft.id, {
      intention: left.intention,
      remoteIds: [...left.remoteIds],
      state: 'ready',
      error: null,
      problem: null,
      now: clock.now(),
    })
    return told(draft.id)
  }

  return {
    documents,
    abilities,
    create: (kind, fields) =>
      create(kind, { ...emptyForm(), fields: withFields(emptyForm().fields, fields) }),
    get,

    async save(id, version, fields, accepted) {
      const saved = await call('saveDraft', id, version, fields, accepted, clock.now())
      if (saved === 'unknown') return fail(appError('not-found'))
      if (saved === 'busy') return fail(appError('draft-busy'))
      if (saved === 'saved') return told(id)
      const current = await call('draft', id)
      return fail(current ? stale(current.draft) : appError('not-found'))
    },

    async list(filter, before, limit) {
      const { rows, next } = await call('drafts', filter, before, limit)
      return ok({ rows: rows.map(withDoubt), next })
    },
    outbox: async () => ok({ rows: (await call('outboxDrafts')).map(withDoubt) }),

    discard: (id) => move(id, null, CHANGEABLE, 'discarded'),
    restore: (id) => move(id, null, ['discarded'], 'editing'),

    async duplicate(id) {
      const found = await call('draft', id)
      if (!found) return fail(appError('not-found'))
      const { kind, fields, accepted } = found.draft
      return create(kind, formLike({ fields, accepted }))
    },

    async adopt(procedureId) {
      if (!persists()) return fail(appError('nothing-persists'))
      const known = await call('draftOfProcedure', procedureId)
      if (known && known.draft.state !== 'discarded') return ok(viewOf(known))
      const adopted = await adopt(deps, procedureId)
      return adopted.ok ? told(adopted.value) : adopted
    },

    async preflight(id) {
      const looked = await look(id)
      return looked.ok ? ok(looked.value.preflight) : looked
    },

    finish: (id, version) => move(id, version, ['editing', 'stopped', 'ready'], 'ready'),

    async send(id, version, duplicates) {
      const looked = await look(id)
      if (!looked.ok) return looked
      const { inside, preflight } = looked.value
      if (!CHANGEABLE.includes(inside.draft.state)) return fail(appError('draft-busy'))
      if (inside.draft.version !== version) return fail(stale(inside.draft))
      if (!preflight.clear) return fail(appError('procedure-incomplete'))
      const found = preflight.checks.some((check) => check.id === 'duplicates' && check.found.length > 0)
      if (found && !duplicates) return fail(appError('procedure-duplicate'))
      return (await outbox.leave(id, version)) ? told(id) : fail(appError('draft-changed'))
    },

    async undo(id) {
      const found = await call('draft', id)
      if (!found) return fail(appError('not-found'))
      const undone = await call('moveDraft', id, null, ['leaving'], 'editing', clock.now())
      if (undone) outbox.forget(id)
      return undone ? told(id) : fail(appError('too-late'))
    },

    async stopSending(id) {
      const found = await call('draft', id)
      if (!found) return fail(appError('not-found'))
      return (await outbox.halt(id)) ? told(id) : fail(appError('too-late'))
    },

    async resolve(id, how) {
      const inside = await call('draft', id)
      if (!inside) return fail(appError('not-found'))
      const { state, problem } = inside.draft
      if (how === 'check') {
        outbox.check(id)
        return get(id)
      }
      if (state !== 'stopped') return fail(appError('draft-busy'))
      if (how === 'again') return again(inside)
      if (problem !== 'confirmed-elsewhere') return fail(appError('invalid-request', { detail: problem }))
      const intention = { ...inside.intention, accepted: true }
      const now = clock.now()
      await call('draftStep', id, {
        intention,
        state: 'sending',
        error: null,
        problem: null,
        active: true,
        now,
      })
      outbox.begin(id)
      return told(id)
    },

    async resume() {
      // Once: what leaves later than that is at work.
      if (!isResumed) await call('interruptLeaving', appError('send-interrupted'))
      isResumed = true
      await call('purgeDrafts', clock.now() - KEEP_DISCARDED_MS)
      await documents.sweep().catch((error: unknown) => log.error('documents: cannot be swept', error))
      for (const id of await call('sendingDrafts')) outbox.begin(id)
      onCounts(await call('draftCounts'))
    },

    close: (hurried) => outbox.close(hurried),
  }
}

/** Whoever looks at an older one asks again; which one there is now is said. */
const stale = ({ version }: Draft) => appError('draft-changed', { detail: String(version) })
