import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandArgs, CommandName, CommandResult, TopicPayload } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'
import { createList, newListOfText } from '#tests/fakes/plate-list-fixture.ts'
import { isoDay, monthOf } from '#shared/domain/calendar.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { noComplete } from '#tests/renderer/harness/no-complete.ts'
import { FakeBridge } from '#tests/renderer/harness/fake-bridge.ts'
import { base } from '#tests/renderer/harness/scene-base.ts'
import { PROCEDURE } from '#tests/renderer/harness/scenes-resources.ts'

/**
 * The screens are tested over a core in memory (`tests/renderer/harness/fake-bridge.ts`), a second implementation of the
 * contract. Each session here runs the same commands against that one and against the real core with the repository's own
 * service, and compares every answer and what was pushed.
 *
 * Ids and clocks differ between the two, and are replaced by the order in which they come.
 */

interface Side {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>>
  newList(args: { id: string; name: string }, text: string): Promise<Result<unknown>>
  /** Tracks a new procedure of the service. @returns its id */
  newProcedure(): Promise<string>
}

/** Calls a command and records its answer. The value of a failure is an empty object. */
type Call = <N extends CommandName>(name: N, args: CommandArgs<N>) => Promise<CommandResult<N>>

interface Session {
  title: string
  run: (call: Call, side: Side) => Promise<void>
}

const VRM = '1234BCD'
const SESSIONS: Session[] = [
  {
    title: 'settings',
    async run(call) {
      await call('app.abilities', {})
      await call('desktop.get', {})
      await call('settings.update', { theme: 'dark', undoSeconds: 10 })
      await call('settings.update', { window: { onClose: 'quit' }, updates: {} })
      await call('settings.update', { quickLookup: { readClipboard: false }, singlePage: true })
      await call('settings.update', { inboxOrder: 'asking', density: 'compact' })
      await call('office.update', { backup: { keep: 3 } })
      await call('office.update', { lock: {} })
      await call('notification-settings.update', { sound: false })
      await call('notifications.unshown', {})
      await call('outage.attempts', {})
      await call('store.copies', {})
      await call('diagnosis.dumps', {})
      await call('health.dismiss', { part: 'store' })
      await call('banners.dismiss', { id: 'none' })
    },
  },
  {
    title: 'what nobody has asked yet',
    async run(call) {
      await call('lookup.get', { vrm: VRM })
      await call('lookup.recent', { limit: 10 })
      await call('lookup.queue', {})
      await call('lookup.history', { query: '', limit: 20 })
      await call('lookup.suggest', { query: '1234', limit: 5 })
      await call('complete.get', { vrm: VRM })
      await call('known-parties.get', { taxId: '12345678Z', except: '' })
      await call('signatures.counts', {})
      await call('signatures.list', { filter: { view: 'all' }, limit: 20 })
      await call('signature-requests.list', {})
      await call('cases.find', { text: 'ana', limit: 5 })
      await call('cases.people', { text: 'ana', limit: 5 })
      await call('cases.labels', {})
      await call('cases.of-plate', { vrm: VRM })
      await call('cases.of-plates', { vrms: [VRM] })
      await call('data-subjects.held', { taxId: '12345678Z' })
      await call('data-subjects.erasures', { taxId: '12345678Z' })
      await call('service-documents.usage', {})
      await call('views.list', {})
      await call('transfer-batches.list', {})
      await call('client-texts.list', {})
      await call('deadlines.calendar', {})
    },
  },
  {
    title: 'a draft of a transfer',
    async run(call) {
      const draft = await call('procedures.draft-create', { kind: 'transfer', fields: { vrm: '1234 bcd' } })
      const saved = await call('procedures.draft-save', {
        id: draft.id,
        version: draft.version,
        fields: { client: 'Autos Levante', vin: 'VSSZZZ5FZHR000417' },
        accepted: ['short-vin'],
        expected: [],
      })
      await call('procedures.draft-save', { id: draft.id, version: draft.version, fields: { client: 'x' } })
      await call('procedures.draft-get', { id: draft.id })
      await call('procedures.draft-list', { filter: 'drafts', limit: 20 })
      await call('procedures.outbox', {})
      const link = await call('procedures.document-link', {
        draftId: draft.id,
        url: 'https://a.example/dni.pdf',
      })
      await call('procedures.document-type', { documentId: link.id, type: 'id-card' })
      await call('procedures.document-remove', { documentId: link.id })
      await call('procedures.document-swap', {
        draftId: draft.id,
        out: [],
        back: [link.id],
        order: [link.id],
      })
      const { version } = await call('procedures.draft-get', { id: draft.id })
      await call('procedures.send', { id: draft.id, version })
      await call('procedures.undo', { id: draft.id })
      await call('procedures.stop', { id: draft.id })
      await call('procedures.finish', { id: draft.id, version: saved.version })
      await call('procedures.finish', { id: draft.id, version })
      await call('procedures.outbox', {})
      const copy = await call('procedures.draft-duplicate', { id: draft.id })
      await call('procedures.draft-discard', { id: copy.id })
      await call('procedures.draft-restore', { id: copy.id })
      await call('procedures.draft-discard', { id: copy.id })
      await call('procedures.draft-get', { id: 'none' })
      await call('procedures.draft-save', { id: 'none', version: 1, fields: {} })
    },
  },
  {
    title: 'a signature request',
    async run(call) {
      const made = await call('signature-requests.create', {
        document: 'mandate-specific',
        fields: { email: 'ana@example.com' },
      })
      await call('signature-requests.save', {
        id: made.id,
        version: made.version,
        fields: { email: '' },
      })
      await call('signature-requests.save', { id: made.id, version: made.version, fields: {} })
      const { version } = await call('signature-requests.get', { id: made.id })
      await call('signature-requests.send', { id: made.id, version })
      await call('signature-requests.undo', { id: made.id })
      await call('signature-requests.list', {})
      await call('signature-requests.finish', { id: made.id, version })
      await call('signature-requests.discard', { id: made.id })
      await call('signature-requests.restore', { id: made.id })
      await call('signature-requests.discard', { id: made.id })
      await call('signature-requests.list', {})
      await call('signature-requests.get', { id: 'none' })
    },
  },
  {
    title: 'templates and what is remembered',
    async run(call) {
      await call('templates.list', {})
      const form = {
        name: 'Autos Vega',
        kind: 'transfer',
        taxId: 'b-12345674',
        fields: {},
        expected: null,
      } as const
      const made = await call('templates.save', form)
      const next = await call('templates.save', { ...form, id: made.id, version: made.version, name: 'Vega' })
      await call('templates.save', { ...form, id: made.id, version: made.version })
      await call('templates.use', { id: made.id })
      await call('templates.used', { id: next.id })
      await call('templates.remove', { id: made.id })
      await call('templates.use', { id: made.id })
      await call('remembered.update', { userEmail: 'ana@example.com' })
      await call('remembered.get', {})
      await call('remembered.update', { userEmail: '' })
    },
  },
  {
    title: 'watched plates',
    async run(call) {
      const watch = {
        days: { every: 'week' as const, on: [1, 4] },
        until: isoDay(Date.now() + 90 * 24 * 3_600_000),
        note: 'espera el bloqueo',
      }
      await call('watches.counts', {})
      await call('watches.set', { vrms: ['0000BBB', '9012JKL'], ...watch })
      await call('watches.of', { vrms: ['0000BBB', '1111BBB'] })
      await call('watches.set', { vrms: ['0000BBB'], ...watch, note: 'otra nota' })
      await call('watches.set', { vrms: ['0000BBB'], ...watch, until: '2099-12-31' })
      await call('watches.counts', {})
      await call('watches.rows', { offset: 0, limit: 10, query: 'otra' })
      await call('watches.end', { vrms: ['0000BBB'] })
      await call('watches.rows', { filter: 'ended', offset: 0, limit: 10 })
      await call('watches.counts', {})
    },
  },
  {
    title: 'contacts and municipalities',
    async run(call) {
      const { extra: _, notes: __, ...empty } = emptySignatureRequestFields()
      const fields = { ...empty, idNumber: '12345678Z', fullname: 'Ana Ruiz', email: 'ana@example.com' }
      const made = await call('contacts.save', { fields })
      await call('contacts.save', { fields })
      await call('contacts.find', { text: 'ana', limit: 5 })
      await call('contacts.list', { text: '', offset: 0, limit: 10 })
      await call('contacts.alike', {})
      await call('contacts.settle-alike', { answers: [] })
      await call('contacts.remove', { id: made.id })
      await call('contacts.restore', { id: made.id })
      await call('contacts.remove', { id: made.id })
      await call('contacts.list', { text: '', offset: 0, limit: 10 })
    },
  },
  {
    title: 'what there is none of',
    async run(call) {
      const id = 'none'
      const about = { kind: 'procedure', id } as const
      await call('changes.get', about)
      await call('changes.refresh', about)
      await call('signatures.get', { id })
      await call('signatures.of', { procedureId: id })
      await call('signature-requests.save', { id, version: 1, fields: {} })
      await call('signature-requests.discard', { id })
      await call('procedures.draft-discard', { id })
      await call('procedures.draft-restore', { id })
      await call('procedures.draft-duplicate', { id })
      await call('procedures.preflight', { id })
      await call('procedures.send', { id, version: 1 })
      await call('procedures.undo', { id })
      await call('procedures.finish', { id, version: 1 })
      await call('procedures.document-link', { draftId: id, url: 'https://a.example/x.pdf' })
      await call('procedures.document-remove', { documentId: id })
      await call('templates.use', { id })
      await call('plate-lists.get', { id })
      await call('plate-lists.rows', { id, offset: 0, limit: 10 })
      await call('transfer-batches.get', { id })
      await call('transfer-batches.make', { id, version: 1 })
      await call('watches.end', { vrms: ['4444BBB'] })
      await call('contacts.restore', { id })
    },
  },
  {
    title: 'what the other pages ask',
    async run(call) {
      await call('municipalities.find', { text: 'torrelodones', limit: 5 })
      await call('municipalities.find', { text: 'no existe', limit: 5 })
      await call('inbox.list', { view: 'all', limit: 20 } as never)
      await call('inbox.seen', { seqs: [] })
      await call('cases.find', { text: '', limit: 5 })
      await call('extension.browsers', {})
      await call('transfer-batches.names', { taxIds: ['12345678Z'] })
      await call('service-documents.name-preview', { template: '{matricula} {cosa}' })
      await call('service-documents.name-preview', { template: '{matricula} {documento}' })
      await call('panel.close', {})
      await call('client-texts.save', { situation: 'verdict-ok', text: 'x' } as never)
    },
  },
  {
    title: 'the lock',
    async run(call) {
      await call('lock.now', {})
      await call('lock.set-pin', { pin: '2468' })
      await call('lock.set-pin', { before: '1111', pin: '1357' })
      await call('lock.activity', {})
      await call('lock.now', {})
      await call('lookup.queue', {})
      await call('lock.open', { pin: '1111' })
      await call('lock.open', { pin: '2468' })
      await call('lock.set-pin', { before: '2468', pin: null })
    },
  },
  {
    title: 'a list of plates',
    async run(call, side) {
      await call('plate-lists.list', {})
      await side.newList({ id: 'a', name: 'Autos Vega' }, '1234 BCD nave 2\n5678-FGH\n5678 FGH')
      await call('plate-lists.pause', { id: 'a' })
      await call('plate-lists.rename', { id: 'a', name: 'Vega' })
      await call('plate-lists.annotate', { id: 'a', ord: 1, note: 'sin llaves', marked: true })
      await call('plate-lists.mark', { id: 'a', ords: [0], marked: true })
      await call('plate-lists.note', { id: 'a', ords: [0], note: 'con llaves' })
      await call('plate-lists.notes', { id: 'a', ords: [0, 1] })
      await call('plate-lists.ords', { id: 'a', filter: 'marked', order: 'line' })
      await call('plate-lists.twin', { vrms: ['5678FGH', '1234BCD'] })
      await call('plate-lists.cancel', { id: 'a' })
      await call('plate-lists.remove', { id: 'a' })
      await call('plate-lists.get', { id: 'a' })
    },
  },
  {
    title: 'the ledger of a client',
    async run(call) {
      const owner = { client: clientDealerId('Autos Vega, S.L.') }
      const month = monthOf(Date.now())
      const fee = { owner, text: 'Gestión', day: isoDay(Date.now()), concept: null, vatRate: 0 } as const
      await call('ledger.read', owner)
      await call('ledger.clients', { month, text: '', show: 'all' })
      const id = '9b2f6c1e-0d43-4a8e-8f57-3c5a1e7d9b20'
      await call('ledger.add', { ...fee, id, kind: 'fee', cents: 6_005, vatRate: 2_100 })
      await call('ledger.add', { ...fee, id, kind: 'fee', cents: 6_005, vatRate: 2_100 })
      await call('ledger.add', { ...fee, id: crypto.randomUUID(), kind: 'payment', cents: 25_000 })
      await call('ledger.correct', { id, reason: 'Eran 50' })
      await call('ledger.correct', { id, reason: 'Otra vez' })
      await call('ledger.correct', { id: 'none', reason: 'x' })
      await call('ledger.read', owner)
      await call('ledger.month', { ...owner, month })
      await call('ledger.month', { ...owner, month: '2020-01' })
      for (const show of ['all', 'owes', 'holds'] as const)
        await call('ledger.clients', { month, text: 'vega', show })
      await call('ledger.clients', { month, text: 'nadie', show: 'all' })
      const tariff = { client: owner.client, kind: 'transfer' as const, lines: [] }
      await call('ledger.save-tariff', { ...tariff, version: 0 })
      await call('ledger.save-tariff', { ...tariff, version: 0 })
      await call('ledger.tariff', { client: owner.client, kind: 'transfer' })
      await call('ledger.keep-alike', { id })
    },
  },
  {
    title: 'checklists, and whose a document is',
    async run(call, side) {
      await call('checklists.list', {})
      const list = { kind: 'transfer', situation: 'minor', version: 0 } as const
      const item = { id: 'o-1', name: 'Seguro', types: [], party: 'buyer', signer: 'none' } as const
      await call('checklists.save', { ...list, items: [{ ...item, types: [] }] })
      await call('checklists.save', { ...list, items: null })
      await call('checklists.import', { text: 'no' })
      const file = { format: 'ventanilla-checklists', version: 1 }
      const wrong = { ...file, lists: { transfer: { moped: [{ ...item, party: 'heir' }] } } }
      await call('checklists.import', { text: JSON.stringify(wrong) })
      const right = { ...file, lists: { transfer: { moped: [item], auction: [item] } } }
      await call('checklists.import', { text: JSON.stringify(right) })
      const { id: draftId } = await call('procedures.draft-create', { kind: 'transfer' })
      const link = { draftId, url: 'https://example.com/dni.pdf', type: 'national_id' }
      const { id: documentId } = await call('procedures.document-link', link)
      await call('procedures.document-party', { documentId, party: 'buyer' })
      await call('procedures.draft-situations', { id: draftId, situations: ['minor:buyer', 'auction'] })
      await call('procedures.draft-get', { id: draftId })
      await call('procedures.document-party', { documentId, party: '' })
      await call('procedures.draft-situations', { id: draftId, situations: [] })
      await call('procedures.draft-get', { id: draftId })
      await call('procedures.draft-situations', { id: 'none', situations: [] })
      const id = await side.newProcedure()
      await call('cases.situations', { id, situations: ['inheritance'] })
      await call('annotations.get', { id })
      await call('cases.situations', { id, situations: [] })
    },
  },
  {
    title: 'notes, and who has a procedure',
    async run(call, side) {
      const id = await side.newProcedure()
      const selection = { ids: [id] }
      await call('office.update', { operator: 'Ana Ruiz' })
      const { notes } = await call('case-notes.add', { id, text: ' Llamar el lunes ' })
      const noteId = notes[0]?.id ?? ''
      await call('case-notes.edit', { noteId, editedAt: null, text: 'Llamar el martes' })
      await call('case-notes.edit', { noteId, editedAt: null, text: 'tarde' })
      await call('case-notes.edit', { noteId: 'none', editedAt: null, text: 'x' })
      await call('case-notes.remove', { noteIds: [noteId] })
      await call('case-notes.remove', { noteIds: [noteId] })
      await call('case-notes.restore', { noteIds: [noteId] })
      await call('case-notes.restore', { noteIds: [noteId] })
      await call('case-notes.add', { id: 'none', text: 'x' })
      await call('case-notes.add', { id, text: ' ' })
      await call('cases.assign', { selection, person: 'Marta', note: 'Mira esto' })
      await call('cases.assign', { selection, person: 'marta' })
      await call('cases.colleagues', {})
      await call('cases.assign', { selection, person: '' })
      await call('annotations.get', { id })
    },
  },
]

/** The real core pushes these by itself: it works, and records what it does. A scene says what there is of them. */
const BY_ITSELF = new Set([
  'changed audit',
  'changed inbox',
  'changed ledger',
  'changed lookup',
  'changed plate-list',
  'slice health',
  'slice connection',
  'slice inboxCounts',
  'slice training',
  'slice updates',
  'slice backup',
  'slice store',
  'slice sweep',
])

let core: CoreFixture
let fake: FakeBridge
let sides: { real: Side; fake: Side }
const pushed = { real: [] as string[], fake: [] as string[] }

beforeAll(async () => {
  const { host, service } = serviceHost()
  core = await startCore('', { host })
  const { slices } = await core.value('app.snapshot', {})
  const complete = { [VRM]: { ...noComplete(VRM), thisMonth: 0 } }
  const scene = base({ recent: [], today: 0, history: [], plates: [], complete })
  scene.slices = structuredClone(slices)
  fake = new FakeBridge(scene, () => Date.now())
  fake.on('changed', ({ kind }: TopicPayload<'changed'>) => void pushed.fake.push(`changed ${kind}`))
  fake.on('slice', ({ name }) => void pushed.fake.push(`slice ${name}`))
  core.core.router.subscribe((frame) => {
    if (frame.topic === 'changed')
      pushed.real.push(`changed ${(frame.payload as TopicPayload<'changed'>).kind}`)
    if (frame.topic === 'slice') pushed.real.push(`slice ${(frame.payload as TopicPayload<'slice'>).name}`)
  })
  sides = {
    real: {
      call: core.call,
      newList: (args, text) => createList(core, args, newListOfText(text)),
      async newProcedure() {
        const { id } = await (await service).create(VRM)
        await core.value('changes.add', { text: id })
        return id
      },
    },
    fake: {
      call: (name, args) => fake.call(name, args),
      newList: (args, text) =>
        fake.send('plate-lists.create', args, new File([JSON.stringify(newListOfText(text))], 'list')),
      newProcedure: async () => fake.setResource(PROCEDURE).id,
    },
  }
})
afterAll(async () => {
  await core.stop()
  await removeTemporaryDirectories()
})

async function play(session: Session, side: Side): Promise<string[]> {
  const answers: [string, unknown][] = []
  const call: Call = async (name, args) => {
    const result = await side.call(name, args)
    answers.push([name, result])
    return (result.ok ? result.value : {}) as never
  }
  await session.run(call, side)
  const normal = normaliser()
  return answers.map(([name, result]) => `${name} → ${JSON.stringify(normal(result), null, 1)}`)
}

/** Replaces ids and clocks by the order in which they come, and sorts the keys. */
function normaliser() {
  const ids = new Map<string, string>()
  const normal = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number' && value > 1_500_000_000_000) return 'a moment'
    if (typeof value === 'string' && /^(id|.*Ids?)$/.test(key) && value !== '') {
      if (!ids.has(value)) ids.set(value, `id ${ids.size + 1}`)
      return ids.get(value)
    }
    if (Array.isArray(value)) return value.map((one) => normal(one, key))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(([, one]) => one !== undefined)
    return Object.fromEntries(
      entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, normal(one, name)]),
    )
  }
  return normal
}

test.each(SESSIONS)('$title: the core in memory answers and pushes as the real one', async (session) => {
  pushed.real.length = 0
  pushed.fake.length = 0
  const real = await play(session, sides.real)
  expect(await play(session, sides.fake)).toEqual(real)
  const [known, inMemory] = [new Set(pushed.real), new Set(pushed.fake)]
  expect(
    [...inMemory].filter((push) => !known.has(push)),
    'pushed in memory alone',
  ).toEqual([])
  const missing = [...known].filter((push) => !inMemory.has(push) && !BY_ITSELF.has(push))
  expect(missing, 'pushed by the real core alone').toEqual([])
})
