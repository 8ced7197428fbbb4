import type { CommandArgs, CommandName, TransferArgs } from '#shared/bridge/contract.ts'
import type { Draft, DraftDocument, DraftRow, ProcedureAbilities } from '#shared/bridge/procedures.ts'
import { appError, type AppError, type Result } from '#shared/bridge/result.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { recogniseDocument } from '#shared/domain/procedures/recognise-document.ts'
import { mergeChecklists } from '#shared/domain/procedures/checklists.ts'
import { duplicateKeys, preflight } from '#shared/domain/procedures/preflight.ts'
import { kindOfType } from '#shared/domain/procedures/kinds.ts'
import { formLike } from '#shared/domain/procedures/template.ts'
import { emptyForm, withFields } from '#shared/domain/procedures/fields.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { viewOf } from './fake-lookups.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code'], detail?: string): Result<never> => ({
  ok: false,
  error: appError(code, detail === undefined ? {} : { detail }),
})

const ABILITIES: ProcedureAbilities = {
  registration: 'yes',
  transfer: 'yes',
  notification: 'yes',
  maxDocumentBytes: 25 * 1024 * 1024,
  maxDocuments: 50,
}
const CHANGEABLE: readonly Draft['state'][] = ['editing', 'ready', 'stopped']
const OUTBOX: readonly Draft['state'][] = ['ready', 'leaving', 'sending', 'stopped']

let lastId = 0
const newId = (what: string) => `${what}-new-${++lastId}`

/** Answers about procedure drafts, in memory. `null`: another command. */
export function answerProcedure(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (name.startsWith('handovers.')) return answerHandover(bridge, name, args, now)
  if (!name.startsWith('procedures.')) return null
  if (name === 'procedures.abilities') return ok(bridge.scene.abilities ?? ABILITIES)
  if (name === 'procedures.outbox') return ok({ rows: rowsIn(bridge, OUTBOX) })
  if (name === 'procedures.draft-list') return ok(listOf(bridge, args))
  if (name === 'procedures.draft-create') return ok(create(bridge, args, now))
  if (name === 'procedures.draft-like') return like(bridge, args, now)
  if (name.startsWith('procedures.document-')) return answerDocument(bridge, name, args, now)
  const { id, version } = args as { id: string; version?: number }
  const draft = (bridge.scene.drafts ?? []).find((one) => one.id === id)
  if (!draft) return fail('not-found')
  const move = (change: Partial<Draft>, from?: readonly Draft['state'][]) => {
    if (from && !from.includes(draft.state)) return fail('draft-busy')
    if (version !== undefined && version !== draft.version) return stale(draft)
    return ok(bridge.setDraft({ ...draft, ...change, updatedAt: now }))
  }
  switch (name) {
    case 'procedures.draft-get':
      return ok(draft)
    case 'procedures.draft-save':
      return save(bridge, draft, args, now)
    case 'procedures.draft-situations': {
      const { situations } = args as CommandArgs<'procedures.draft-situations'>
      if (!CHANGEABLE.includes(draft.state)) return fail('draft-busy')
      const { situations: _before, ...rest } = draft
      return ok(bridge.setDraft({ ...rest, ...(situations.length > 0 && { situations }) }))
    }
    case 'procedures.draft-discard':
      return move({ state: 'discarded' }, [...CHANGEABLE, 'collected'])
    case 'procedures.draft-restore':
      return move({ state: isCollected(bridge, id) ? 'collected' : 'editing' }, ['discarded'])
    case 'procedures.draft-duplicate':
      return ok(
        bridge.setDraft({
          ...blank(newId('draft'), draft.kind, now),
          fields: formLike(draft.kind, draft).fields,
        }),
      )
    case 'procedures.preflight':
      return ok(bridge.scene.preflight ?? judged(bridge, draft, now))
    case 'procedures.finish':
      return move({ state: 'ready' }, CHANGEABLE)
    case 'procedures.send': {
      if (version !== undefined && version !== draft.version) return stale(draft)
      const looked = bridge.scene.preflight ?? judged(bridge, draft, now)
      if (!looked.clear) return fail('procedure-incomplete')
      const seconds = bridge.scene.slices.settings.undoSeconds
      return move({ state: 'leaving', sendAt: now + seconds * 1_000 }, CHANGEABLE)
    }
    case 'procedures.undo':
      return draft.state === 'leaving' ? move({ state: 'editing' }) : fail('too-late')
    case 'procedures.stop':
      return draft.state === 'sending' ? move({ state: 'ready' }) : fail('too-late')
    case 'procedures.resolve':
      return resolve(bridge, draft, args, now)
    default:
      return null
  }
}

const isCollected = (bridge: FakeBridge, draftId: string): boolean =>
  bridge.scene.handovers?.some((one) => one.draftId === draftId && one.state === 'taken') === true

function answerHandover(bridge: FakeBridge, name: CommandName, args: never, now: number): Result<unknown> {
  const { scene } = bridge
  const rows = (scene.handovers ??= [])
  const { id } = args as { id: string }
  const row = rows.find((one) => one.id === id)
  const draftOf = (of: string | undefined) => scene.drafts?.find((one) => one.id === of)
  if (name === 'handovers.list') return ok({ rows })
  if (name === 'handovers.give') {
    const { draftId, version, person, note } = args as CommandArgs<'handovers.give'>
    const draft = draftOf(draftId)
    if (!draft) return fail('not-found')
    if (!CHANGEABLE.includes(draft.state)) return fail('draft-busy')
    if (version !== draft.version) return stale(draft)
    const { vrm, client } = rowOf(draft)
    const { kind, documents } = draft
    const given = newId('handover')
    scene.handovers = [
      {
        id: given,
        role: 'giver',
        state: 'offered',
        draftId,
        person,
        note,
        kind,
        ...(vrm !== undefined && { vrm }),
        client,
        documents: documents.length,
        parts: { done: 0, of: 0 },
        at: now,
        isConnected: true,
      },
      ...rows,
    ]
    bridge.setDraft({ ...draft, state: 'handed' })
    return ok({ id: given })
  }
  if (!row) return fail('handover-over')
  if (name === 'handovers.withdraw') {
    scene.handovers = rows.filter((one) => one !== row)
    const draft = draftOf(row.draftId)
    if (draft) bridge.setDraft({ ...draft, state: 'editing' })
    return ok({})
  }
  const draftId = newId('draft')
  scene.handovers = rows.map((one) => (one === row ? { ...row, state: 'fetching', draftId } : one))
  bridge.changed('draft', [])
  return ok({ draftId })
}

/** Receives a whole file, without checking its content: the core's tests cover that. */
export async function receiveDocument(
  bridge: FakeBridge,
  { draftId, name, size, type, guess, party }: TransferArgs<'procedures.document-add'>,
  file: File,
  now: number,
): Promise<Result<{ document: DraftDocument; repeated: boolean }>> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const draft = (bridge.scene.drafts ?? []).find((one) => one.id === draftId)
  if (!draft) return fail('not-found')
  if (!CHANGEABLE.includes(draft.state)) return fail('draft-busy')
  const files = (bridge.scene.files ??= {})
  const same = draft.documents.find(({ id }) => isSame(files[id], bytes))
  if (same) return { ok: true, value: { document: same, repeated: true } }
  const document: DraftDocument = {
    id: newId('document'),
    source: 'file',
    name,
    ...(type === undefined
      ? { guessed: true, ...(guess ?? recogniseDocument({ name })) }
      : { guessed: false, type }),
    ...(party && { party }),
    mime: file.type || 'application/pdf',
    size,
    state: 'kept',
    preview: true,
  }
  files[document.id] = bytes
  bridge.setDraft({
    ...draft,
    version: draft.version + 1,
    documents: [...draft.documents, document],
    updatedAt: now,
  })
  return { ok: true, value: { document, repeated: false } }
}

/** Documents that left a draft, and may come back. */
const gone = new Map<string, DraftDocument>()

function answerDocument(bridge: FakeBridge, command: CommandName, args: never, now: number): Result<unknown> {
  const { draftId, documentId, type, url } = args as Record<string, string | undefined>
  const draft = (bridge.scene.drafts ?? []).find(
    (one) => one.id === draftId || one.documents.some(({ id }) => id === documentId),
  )
  if (!draft) return fail('not-found')
  if (!CHANGEABLE.includes(draft.state)) return fail('draft-busy')
  const put = (documents: DraftDocument[]) =>
    bridge.setDraft({ ...draft, version: draft.version + 1, documents, updatedAt: now })
  if (command === 'procedures.document-link') {
    const name = url?.split('/').at(-1) ?? ''
    const link: DraftDocument = {
      id: newId('document'),
      source: 'link',
      name,
      ...(type === undefined ? { guessed: true, ...recogniseDocument({ name }) } : { guessed: false, type }),
      url: url ?? '',
      state: 'kept',
      preview: false,
    }
    put([...draft.documents, link])
    return ok(link)
  }
  if (command === 'procedures.document-remove' || command === 'procedures.document-swap') {
    const {
      out,
      back,
      order,
    }: Omit<CommandArgs<'procedures.document-swap'>, 'draftId'> = documentId === undefined
      ? args
      : { out: [documentId], back: [], order: [] }
    const returning = back.flatMap((id) => gone.get(id) ?? [])
    const staying = draft.documents.filter(({ id }) => !out.includes(id))
    for (const one of draft.documents) if (out.includes(one.id)) gone.set(one.id, one)
    const place = ({ id }: DraftDocument) => (order.includes(id) ? order.indexOf(id) : order.length)
    put([...staying, ...returning].toSorted((a, b) => place(a) - place(b)))
    return ok({})
  }
  if (command === 'procedures.document-party') {
    const { party } = args as CommandArgs<'procedures.document-party'>
    const documents = draft.documents.map(({ party: before, ...one }) => ({
      ...one,
      ...(one.id === documentId ? party !== '' && { party } : before !== undefined && { party: before }),
    }))
    bridge.setDraft({ ...draft, documents })
    return ok(documents.find(({ id }) => id === documentId))
  }
  const typed = draft.documents.map((one) =>
    one.id === documentId ? { ...one, type: type ?? one.type, guessed: false } : one,
  )
  put(typed)
  return ok(typed.find(({ id }) => id === documentId))
}

/** Preflight of a draft, by the core's own rule. */
function judged({ scene }: FakeBridge, draft: Draft, now: number) {
  const plate = classifyPlate(draft.fields.vrm)?.vrm
  const verdict = plate === undefined ? null : viewOf(scene, plate).verdict
  return preflight({
    kind: draft.kind,
    form: draft,
    checklists: mergeChecklists(scene.checklists?.own ?? {}),
    documents: draft.documents.map(({ id, type, name, party, state }) => ({
      id,
      type,
      name,
      party,
      bad: state === 'refused',
    })),
    verdict: verdict && {
      outcome: verdict.outcome,
      checkedAt: verdict.report.checkedAt,
      kind: verdict.report.kind,
      disagrees: verdict.against !== null,
    },
    duplicates: scene.duplicates ?? [],
    available: (scene.abilities ?? ABILITIES)[draft.kind],
    online: scene.slices.connection.state === 'online',
    now,
  })
}

export function blank(id: string, kind: Draft['kind'], now: number): Draft {
  return {
    id,
    kind,
    version: 1,
    state: 'editing',
    ...emptyForm(),
    accepted: [],
    documents: [],
    createdAt: now,
    updatedAt: now,
    doubt: false,
    orphans: 0,
  }
}

function like(
  bridge: FakeBridge,
  { procedureId }: CommandArgs<'procedures.draft-like'>,
  now: number,
): Result<unknown> {
  const found = bridge.scene.resources?.find(({ id }) => id === procedureId)
  const kind = kindOfType(String(found?.body['type'] ?? ''))
  if (kind === null) return fail('invalid-request')
  const draft = blank(newId('draft'), kind, now)
  const known = bridge.scene.annotations?.[procedureId]?.fields ?? {}
  const { fields } = formLike(kind, { ...draft, fields: withFields(draft.fields, known) })
  return ok(bridge.setDraft({ ...draft, fields }))
}

function create(bridge: FakeBridge, { kind, fields }: CommandArgs<'procedures.draft-create'>, now: number) {
  const draft = blank(newId('draft'), kind, now)
  const { userEmail = '' } = bridge.scene.remembered ?? {}
  return bridge.setDraft({ ...draft, fields: withFields(draft.fields, { userEmail, ...fields }) })
}

function save(
  bridge: FakeBridge,
  draft: Draft,
  { version, fields, accepted, expected }: CommandArgs<'procedures.draft-save'>,
  now: number,
): Result<unknown> {
  if (!CHANGEABLE.includes(draft.state)) return fail('draft-busy')
  if (version !== draft.version) return stale(draft)
  const { expected: before, ...rest } = draft
  const documents = expected === undefined ? before : expected
  return ok(
    bridge.setDraft({
      ...rest,
      // None is the usual ones.
      ...(documents && documents.length > 0 && { expected: documents }),
      state: 'editing',
      version: draft.version + 1,
      fields: withFields(draft.fields, fields),
      accepted: accepted ?? draft.accepted,
      updatedAt: now,
    }),
  )
}

function resolve(
  bridge: FakeBridge,
  draft: Draft,
  { how }: CommandArgs<'procedures.resolve'>,
  now: number,
): Result<unknown> {
  if (how === 'check') return ok(draft)
  if (draft.state !== 'stopped') return fail('draft-busy')
  const { problem: _, error: __, ...rest } = draft
  return ok(bridge.setDraft({ ...rest, state: how === 'again' ? 'ready' : 'sending', updatedAt: now }))
}

const stale = ({ version }: Draft) => fail('draft-changed', String(version))

const isSame = (a: unknown, b: Uint8Array) =>
  a instanceof Uint8Array && a.length === b.length && a.every((byte, at) => byte === b[at])

const rowsIn = (bridge: FakeBridge, states: readonly Draft['state'][]) =>
  (bridge.scene.drafts ?? []).filter(({ state }) => states.includes(state)).map(rowOf)

/** All rows at once: only the core pages. */
function listOf(bridge: FakeBridge, { filter }: CommandArgs<'procedures.draft-list'>) {
  const states = { drafts: ['editing', 'handed', 'collected'], outbox: OUTBOX, sent: ['sent'] } as const
  return { rows: rowsIn(bridge, states[filter]).toReversed(), next: null }
}

function rowOf(draft: Draft): DraftRow {
  const { id, kind, version, state, updatedAt, sendAt, step, doubt, error, problem, procedureId, sentAt } =
    draft
  const { client } = draft.fields
  const { vrm, vin } = duplicateKeys(kind, draft.fields)
  return {
    id,
    kind,
    version,
    state,
    updatedAt,
    doubt,
    client,
    ...(sendAt !== undefined && { sendAt }),
    ...(step !== undefined && { step }),
    ...(error !== undefined && { error }),
    ...(problem !== undefined && { problem }),
    ...(procedureId !== undefined && { procedureId }),
    ...(sentAt !== undefined && { sentAt }),
    ...(vrm !== undefined && { vrm }),
    ...(vin !== undefined && { vin }),
    documents: {
      uploaded: draft.documents.filter((one) => one.state === 'uploaded').length,
      of: draft.documents.length,
    },
  }
}

/** Counts that the core would push. */
export const draftCountsOf = (drafts: readonly Draft[]) => ({
  drafts: drafts.filter(({ state }) => state === 'editing').length,
  outbox: drafts.filter(({ state }) => OUTBOX.includes(state)).length,
  sending: drafts.filter(({ state }) => state === 'sending').length,
  attention: drafts.filter(({ state, doubt }) => state === 'stopped' || (state === 'sending' && doubt))
    .length,
})
