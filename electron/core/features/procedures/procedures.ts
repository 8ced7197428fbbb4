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
  type DraftForm,
  type FieldChanges,
  withFields,
  FIELD_LENGTHS,
} from '#shared/domain/procedures/fields.ts'
import { byKind, type DraftKind, kindOfType } from '#shared/domain/procedures/kinds.ts'
import { formLike } from '#shared/domain/procedures/template.ts'
import type { Remembered } from '#shared/bridge/remembered.ts'
import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import type { DraftChange, DraftInside } from './draft-rows.store.ts'
import { createDrafts } from '../drafts/drafts.ts'
import { CHANGEABLE, draftPreflight } from './draft.rules.ts'
import { createDocuments, type Documents } from '../documents/documents.ts'
import { createUploads } from '../../runtime/streams.ts'
import { creationPath } from '#shared/api/endpoints.ts'
import type { Procedure } from '#shared/api/procedure.ts'
import { UNKNOWN_TYPE } from '#shared/domain/procedures/document-type.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { created, newSubmission } from './submission.rules.ts'
import * as submissions from './submission.rules.ts'
import { createOutbox, type OutboxDeps } from './outbox.ts'

/** Opens procedures, from drafts with documents. A draft is never lost, and a submission is never sent twice. */
export interface Procedures {
  readonly documents: Documents
  abilities(): ProcedureAbilities
  /** @param expected documents that the template requires; `null` for the usual ones */
  create(kind: DraftKind, fields: FieldChanges, expected: readonly string[] | null): Promise<Result<Draft>>
  get(id: string): Promise<Result<Draft>>
  save(id: string, version: number, change: DraftChange): Promise<Result<Draft>>
  /** Sets the situations of the checklist. */
  setSituations(id: string, situations: readonly string[]): Promise<Result<Draft>>
  list(
    filter: DraftFilter,
    before: number | null,
    limit: number,
  ): Promise<Result<{ rows: DraftRow[]; next: number | null }>>
  outbox(): Promise<Result<{ rows: DraftRow[] }>>
  discard(id: string): Promise<Result<Draft>>
  restore(id: string): Promise<Result<Draft>>
  /** Creates a draft like another draft (`duplicate`), or like a procedure at the service (`like`). */
  duplicate(id: string): Promise<Result<Draft>>
  like(procedureId: string): Promise<Result<Draft>>
  adopt(procedureId: string): Promise<Result<Draft>>
  preflight(id: string): Promise<Result<Preflight>>
  finish(id: string, version: number): Promise<Result<Draft>>
  send(id: string, version: number, duplicates: boolean): Promise<Result<Draft>>
  undo(id: string): Promise<Result<Draft>>
  stopSending(id: string): Promise<Result<Draft>>
  resolve(id: string, how: 'check' | 'accept' | 'again'): Promise<Result<Draft>>
  /** Call this after the store created several drafts together. It updates the lists and the counts. */
  noteCreated(ids: readonly string[]): void
  /** Resumes the submissions of the last run. A submission that was only scheduled was not sent. */
  resume(): Promise<void>
  /** Number of submissions under way. */
  sending(): number
  close(hurried: boolean): Promise<void>
}

export interface ProceduresDeps extends Omit<OutboxDeps, 'changed' | 'onProgress'> {
  assumptions: Pick<AccountAssumptions, 'notificationPath' | 'maxDocumentBytes' | 'maxDocuments'>
  /** True if this session stores anything. */
  persists: () => boolean
  /** Values that the user sent earlier with this account. */
  remembered: () => Promise<Pick<Remembered, 'userEmail'>>
  /** Called with these values when the user finishes or sends a draft. */
  onSubmitted: (sent: Partial<Remembered>) => void
  onDraft: (id: string) => void
  onCounts: (counts: DraftCounts) => void
}

export function createProcedures(deps: ProceduresDeps): Procedures {
  const { call, clock, log, vault, breaker, assumptions, persists, onSubmitted, onDraft, onCounts } = deps
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

  /** A confirmation is in doubt only when its answer is overdue. */
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

  const drafts = createDrafts<DraftState, DraftState, Draft>({
    find: async (id) => (await call('draft', id))?.draft ?? null,
    get,
    move: (id, version, from, to) => call('moveDraft', id, version, from, to, clock.now()),
    onChanged: changed,
    onUndone: outbox.forget,
  })

  async function create(kind: DraftKind, form: DraftForm): Promise<Result<Draft>> {
    if (!persists()) return fail(appError('nothing-persists'))
    const id = randomUUID()
    const { userEmail } = form.fields
    const fields = { ...form.fields, userEmail: userEmail || (await deps.remembered()).userEmail }
    await call('createDraft', id, kind, { ...form, fields }, clock.now())
    return drafts.publishChange(id)
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
    const abilityOf = (kind: DraftKind) =>
      creationPath(kind, { notificationPath }) === '' ? 'no-path' : 'yes'
    return {
      ...byKind((kind) => (persists() ? abilityOf(kind) : 'nothing-persists')),
      maxDocumentBytes,
      maxDocuments,
    }
  }

  /** Abandons the draft at the service and waits for the user. */
  async function again({ draft, submission, remoteIds }: DraftInside): Promise<Result<Draft>> {
    // A document that exists only at the service cannot be part of another draft.
    if (draft.documents.some(({ source }) => source === 'service'))
      return fail(appError('invalid-request', { detail: 'its documents are at the service alone' }))
    const known = Object.keys(remoteIds).map((id) => ({
      id,
      remoteId: null,
      refused: false,
      isRemoteOnly: false,
    }))
    const plan = { body: '', canUpdate: false, documents: known }
    const left = submissions.leftBehind(submission, plan, 'asked')
    await call('draftStep', draft.id, {
      submission: left.submission,
      remoteIds: [...left.remoteIds],
      state: 'ready',
      error: null,
      problem: null,
      now: clock.now(),
    })
    return drafts.publishChange(draft.id)
  }

  return {
    documents,
    abilities,
    create: (kind, fields, expected) =>
      create(kind, {
        ...emptyForm(),
        fields: withFields(emptyForm().fields, fields),
        ...(expected && { expected }),
      }),
    get,

    save: (id, version, change) => drafts.save(id, () => call('saveDraft', id, version, change, clock.now())),

    async setSituations(id, situations) {
      const done = await call('setDraftSituations', id, situations)
      if (done === 'unknown') return fail(appError('not-found'))
      if (done === 'busy') return fail(appError('draft-busy'))
      return drafts.publishChange(id)
    },

    async list(filter, before, limit) {
      const { rows, next } = await call('drafts', filter, before, limit)
      return ok({ rows: rows.map(withDoubt), next })
    },
    outbox: async () => ok({ rows: (await call('outboxDrafts')).map(withDoubt) }),

    discard: (id) => drafts.move(id, null, [...CHANGEABLE, 'collected'], 'discarded'),
    restore: (id) => drafts.move(id, null, ['discarded'], 'editing'),

    async duplicate(id) {
      const found = await call('draft', id)
      if (!found) return fail(appError('not-found'))
      return create(found.draft.kind, formLike(found.draft.kind, found.draft))
    },

    async like(procedureId) {
      const [source, own] = await Promise.all([
        call('copySource', procedureId),
        call('draftOfProcedure', procedureId),
      ])
      if (!source) return fail(appError('not-found'))
      const kind = kindOfType(source.type) ?? own?.draft.kind
      if (kind === undefined) return fail(appError('invalid-request', { detail: source.type }))
      const form = own?.draft ?? emptyForm()
      // The user may have corrected the annotations since the submission.
      return create(kind, formLike(kind, { ...form, fields: withFields(form.fields, source.fields) }))
    },

    async adopt(procedureId) {
      if (!persists()) return fail(appError('nothing-persists'))
      const known = await call('draftOfProcedure', procedureId)
      if (known && known.draft.state !== 'discarded') return ok(viewOf(known))
      const adopted = await adopt(deps, procedureId)
      return adopted.ok ? drafts.publishChange(adopted.value) : adopted
    },

    async preflight(id) {
      const looked = await look(id)
      return looked.ok ? ok(looked.value.preflight) : looked
    },

    async finish(id, version) {
      const finished = await drafts.move(id, version, CHANGEABLE, 'ready')
      if (finished.ok) onSubmitted({ userEmail: finished.value.fields.userEmail })
      return finished
    },

    async send(id, version, duplicates) {
      const looked = await look(id)
      if (!looked.ok) return looked
      const { inside, preflight } = looked.value
      const refused = drafts.findRefusal(inside.draft, version, CHANGEABLE)
      if (refused) return fail(refused)
      if (!preflight.clear) return fail(appError('procedure-incomplete'))
      const found = preflight.checks.some((check) => check.id === 'duplicates' && check.found.length > 0)
      if (found && !duplicates) return fail(appError('procedure-duplicate'))
      if (!(await outbox.leave(id, version))) return fail(appError('draft-changed'))
      onSubmitted({ userEmail: inside.draft.fields.userEmail })
      return drafts.publishChange(id)
    },

    undo: (id) => drafts.undo(id, 'editing'),

    async stopSending(id) {
      const found = await call('draft', id)
      if (!found) return fail(appError('not-found'))
      return (await outbox.halt(id)) ? drafts.publishChange(id) : fail(appError('too-late'))
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
      const submission = { ...inside.submission, accepted: true }
      const now = clock.now()
      await call('draftStep', id, {
        submission,
        state: 'sending',
        error: null,
        problem: null,
        active: true,
        now,
      })
      outbox.begin(id)
      return drafts.publishChange(id)
    },

    noteCreated(ids) {
      // No window shows these drafts yet. One change is enough to refetch the lists.
      const [first] = ids
      if (first !== undefined) changed(first)
    },

    async resume() {
      // Only on the first call: later scheduled submissions belong to this run.
      if (!isResumed) await call('interruptLeaving', appError('send-interrupted'))
      isResumed = true
      await call('purgeDrafts', clock.now())
      await documents.sweep().catch((error: unknown) => log.error('documents: cannot be swept', error))
      for (const id of await call('sendingDrafts')) outbox.begin(id)
      onCounts(await call('draftCounts'))
    },

    sending: () => outbox.sending,
    close: (hurried) => outbox.close(hurried),
  }
}

/**
 * Imports the draft of a registration from the service, with its documents there. The service returns every field
 * except the e-mail address.
 * @returns id of the draft on this PC
 */
async function adopt(
  { call, client, clock }: { call: StoreCall; client: ServiceClient; clock: Clock },
  procedureId: string,
): Promise<Result<string>> {
  const answer = await client.getProcedure(procedureId, new AbortController().signal)
  if (!answer.ok) return answer
  const { status, type, id: remoteId, vehicle, documents = [] } = answer.value
  if (remoteId !== procedureId) return fail(appError('bad-answer'))
  if (status !== 'DRAFT' || type !== 'VEHICLE_REGISTRATION')
    return fail(appError('not-a-draft', { detail: status }))
  const { fields, accepted } = emptyForm()
  const vin = (vehicle?.vin ?? '').slice(0, FIELD_LENGTHS.vin)
  const id = randomUUID()
  const known = documents.map((document) => document.id)
  // The data count as not sent: this PC may send other data than the service has.
  const submission = created(newSubmission(), procedureId, '', known)
  const form = { fields: { ...fields, vin }, accepted }
  const now = clock.now()
  await call(
    'adoptDraft',
    id,
    form,
    submission,
    documents.map((document) => asDocument(id, document)),
    now,
  )
  return ok(id)
}

const asDocument = (
  draftId: string,
  { id, type, name, mimeType }: NonNullable<Procedure['documents']>[number],
) => ({
  id: randomUUID(),
  draftId,
  source: 'service' as const,
  name: name ?? '',
  type: type ?? UNKNOWN_TYPE,
  guessed: false,
  reason: null,
  reading: null,
  party: '',
  mime: mimeType ?? null,
  size: null,
  sha256: null,
  url: null,
  key: null,
  remoteId: id,
})
