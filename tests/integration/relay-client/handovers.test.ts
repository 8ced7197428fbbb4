import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { recordPageWire, type RelayRecord } from '#shared/api/relay-records.ts'
import type { Handover } from '#shared/bridge/handovers.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import { DRAFT_HANDED, DRAFT_KEPT, DRAFT_TAKEN } from '#shared/domain/notifications.ts'
import { demoDirectory } from '#electron/core/accounts/demo-profile.ts'
import { PART_BYTES } from '#electron/core/features/drafts/handovers.rules.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { type CoreFixture, removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { attach, filled, pdf, type ProcedureCommands } from '#tests/fakes/procedure-fixture.ts'
import { changeKey, startSealedOffice, type SealedOffice } from './sealed-office.ts'

type Pc = CoreFixture & ProcedureCommands

let office: SealedOffice
let ana: Pc
let luis: Pc

beforeEach(async () => {
  office = await startSealedOffice()
  ana = withFiles(await office.start())
  luis = withFiles(await office.start())
  await office.pairFirst(ana)
  await changeKey(ana)
  await office.pair(ana, luis, 'Mostrador')
  await ana.value('office.update', { operator: 'Ana Ruiz' })
  await luis.value('office.update', { operator: 'Luis Vega' })
  for (const pc of [ana, luis]) {
    await pc.value('sharing.turn-on', {})
    await untilShared(pc)
  }
})
afterEach(() => office.stop())
afterAll(removeTemporaryDirectories)

const untilShared = (pc: CoreFixture) =>
  waitUntil(
    () => pc.slice('sharing'),
    ({ state, pending, toRead }) => state === 'on' && pending === 0 && toRead === 0,
  )

const withFiles = (core: CoreFixture): Pc => ({
  ...core,
  receive: (args, bytes) =>
    core.core.router.receive(
      'procedures.document-add',
      args,
      (async function* () {
        yield bytes
      })(),
      new AbortController().signal,
    ) as ReturnType<ProcedureCommands['receive']>,
})

/** Hand-overs under way. */
const listOf = async (pc: Pc) =>
  (await pc.value('handovers.list', {})).rows.filter(({ state }) => state !== 'taken')
const untilHandover = (pc: Pc, state: Handover['state']) =>
  waitUntil(
    async () => (await listOf(pc))[0],
    (row) => row?.state === state,
  ).then((row) => row as Handover)
const untilNone = (pc: Pc) =>
  waitUntil(
    () => listOf(pc),
    (rows) => rows.length === 0,
  )
const draftsOf = async (pc: Pc) =>
  (await pc.value('procedures.draft-list', { filter: 'drafts', limit: 50 })).rows
/** Drafts that the user of a PC can change. */
const editable = async (pc: Pc) => (await draftsOf(pc)).filter(({ state }) => state === 'editing')
const newsOf = async (pc: Pc, of: string) =>
  (await pc.value('inbox.list', { filter: 'all', limit: 200 })).rows.filter(({ event }) => event === of)

async function give(pc: Pc, { id, version }: Draft, person = 'Luis Vega', note = ''): Promise<Handover> {
  await pc.value('handovers.give', { draftId: id, version, person, note })
  return (await listOf(pc))[0] as Handover
}
const reload = (pc: Pc, { id }: Draft) => pc.value('procedures.draft-get', { id })

async function readDocument(pc: Pc, documentId: string): Promise<Buffer> {
  const { router } = pc.core
  const sent = await router.send('procedures.document', { documentId }, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Asks the relay with the token of a paired PC. */
async function askRelay(path: string, body?: unknown): Promise<unknown> {
  const stored = await createFileSecrets(demoDirectory(luis.dataDir)).get('relay-token')
  const { token } = JSON.parse(stored ?? '{}') as { token?: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${office.relay.url}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return answer.json()
}

/** Records of the relay, page by page. */
async function readRelay(): Promise<RelayRecord[]> {
  const all: RelayRecord[] = []
  for (let cursor = ''; ;) {
    const page = recordPageWire.parse(await askRelay(`/v1/records?limit=500${cursor}`))
    all.push(...page.records)
    const last = page.records.at(-1)?.seq ?? page.head
    if (last >= page.head) return all
    cursor = `&after=${page.epoch}.${last}`
  }
}
const PART_LENGTH = 200_000
const partsAtRelay = async () => (await readRelay()).filter(({ body }) => (body?.length ?? 0) > PART_LENGTH)

/** Gives a draft that has a document of several parts, a small one and a link. */
async function createDraft(): Promise<{ draft: Draft; large: Buffer; small: Buffer }> {
  const draft = await filled(ana, 'transfer', { notes: 'Falta el contrato', client: 'Autos Lozano' })
  const large = pdf('contrato', 2 * PART_BYTES + 1_234)
  const small = pdf('dni')
  await attach(ana, draft.id, 'contrato.pdf', large)
  await attach(ana, draft.id, 'dni.pdf', small)
  await ana.value('procedures.document-link', { draftId: draft.id, url: 'https://example.com/ficha.pdf' })
  return { draft: await reload(ana, draft), large, small }
}

test('a draft goes to the colleague with its documents, and is never at two PCs to be changed', async () => {
  const { draft, large, small } = await createDraft()
  const given = await give(ana, draft, 'Luis Vega', 'Llama antes al cliente')
  expect(given).toMatchObject({ role: 'giver', person: 'Luis Vega', draftId: draft.id, documents: 3 })
  expect((await reload(ana, draft)).state).toBe('handed')
  const change = { id: draft.id, version: draft.version, fields: { client: 'Otro' } }
  expect(await ana.call('procedures.draft-save', change)).toMatchObject({ error: { code: 'draft-busy' } })
  expect(await ana.call('procedures.draft-discard', { id: draft.id })).toMatchObject({
    error: { code: 'draft-busy' },
  })

  const incoming = await untilHandover(luis, 'incoming')
  expect(incoming).toMatchObject({
    role: 'receiver',
    person: 'Ana Ruiz',
    note: 'Llama antes al cliente',
    kind: 'transfer',
    vrm: '1234BCD',
    client: 'Autos Lozano',
    documents: 3,
    parts: { done: 0, of: 4 },
  })
  await untilHandover(ana, 'offered')
  expect(await newsOf(luis, DRAFT_HANDED)).toHaveLength(1)
  expect(await editable(luis)).toEqual([])
  expect(await partsAtRelay()).toHaveLength(2)

  await luis.value('handovers.take', { id: incoming.id })
  await untilNone(luis)
  const [row] = await editable(luis)
  const taken = await luis.value('procedures.draft-get', { id: row?.id ?? '' })
  const notes = 'Falta el contrato\nAna Ruiz: Llama antes al cliente'
  expect(taken.fields).toEqual({ ...draft.fields, notes })
  expect(taken.documents.map(({ name, type, source }) => ({ name, type, source }))).toEqual(
    draft.documents.map(({ name, type, source }) => ({ name, type, source })),
  )
  const [contract, dni] = taken.documents
  expect((await readDocument(luis, contract?.id ?? '')).equals(large)).toBe(true)
  expect((await readDocument(luis, dni?.id ?? '')).equals(small)).toBe(true)

  await untilNone(ana)
  expect(await draftsOf(ana)).toEqual([])
  expect(await newsOf(ana, DRAFT_TAKEN)).toHaveLength(1)
  await waitUntil(partsAtRelay, (parts) => parts.length === 0)
  // The colleague can change it and send it on.
  await luis.value('procedures.draft-save', {
    id: taken.id,
    version: taken.version,
    fields: { client: 'Levante' },
  })
})

test('a draft that is taken back can be changed again, and the colleague can no longer collect it', async () => {
  const { draft } = await createDraft()
  const { id } = await give(ana, draft)
  await untilHandover(ana, 'offered')
  await untilHandover(luis, 'incoming')
  await ana.value('handovers.withdraw', { id })
  await untilNone(ana)
  expect((await reload(ana, draft)).state).toBe('editing')
  await untilNone(luis)
  expect(await luis.call('handovers.take', { id })).toMatchObject({ error: { code: 'handover-over' } })
  expect(await draftsOf(luis)).toEqual([])
  await waitUntil(partsAtRelay, (parts) => parts.length === 0)
  // It can be handed over again.
  await give(ana, await reload(ana, draft))
  await untilHandover(luis, 'incoming')
})

test('without the relay a hand-over waits, and can be taken back at once', async () => {
  const draft = await filled(ana)
  await office.relay.kill()
  await waitUntil(
    () => ana.slice('sharing'),
    ({ state }) => state === 'waiting',
  )
  const { id, state, isConnected } = await give(ana, draft)
  expect({ state, isConnected }).toEqual({ state: 'sending', isConnected: false })
  await ana.value('handovers.withdraw', { id })
  expect((await reload(ana, draft)).state).toBe('editing')
  await give(ana, draft)
  await office.relay.again()
  await untilHandover(luis, 'incoming')
})

test('of a collection and a taking back at the same moment one wins, and the other says so', async () => {
  for (let round = 0; round < 3; round++) {
    const draft = await filled(ana, 'transfer', { invoiceNumber: `F-${round}` })
    const { id } = await give(ana, draft)
    await untilHandover(luis, 'incoming')
    await untilHandover(ana, 'offered')
    const before = (await editable(luis)).length
    const lost = {
      ana: (await newsOf(ana, DRAFT_TAKEN)).length,
      luis: (await newsOf(luis, DRAFT_KEPT)).length,
    }
    await Promise.all([luis.call('handovers.take', { id }), ana.call('handovers.withdraw', { id })])
    for (const pc of [ana, luis]) await untilNone(pc)
    const isBack = (await reload(ana, draft)).state === 'editing'
    expect((await editable(luis)).length - before).toBe(isBack ? 0 : 1)
    if (isBack) expect((await newsOf(luis, DRAFT_KEPT)).length).toBe(lost.luis + 1)
    else expect((await newsOf(ana, DRAFT_TAKEN)).length).toBe(lost.ana + 1)
  }
})

test('a part that the relay damaged is written again, and the draft arrives whole', async () => {
  const { draft, large } = await createDraft()
  const { id } = await give(ana, draft)
  await untilHandover(luis, 'incoming')
  await untilHandover(ana, 'offered')
  const [part] = await partsAtRelay()
  const { outcomes } = (await askRelay('/v1/records', {
    records: [{ id: part?.id, after: part?.seq, body: `${part?.body?.slice(0, -8)}AAAAAAAA` }],
  })) as { outcomes: { outcome: string }[] }
  expect(outcomes).toMatchObject([{ outcome: 'stored' }])
  await luis.value('handovers.take', { id })
  await untilNone(luis)
  const [row] = await editable(luis)
  const taken = await luis.value('procedures.draft-get', { id: row?.id ?? '' })
  expect((await readDocument(luis, taken.documents[0]?.id ?? '')).equals(large)).toBe(true)
})

test('a draft that the service has begun, or while nothing is shared, is not handed over', async () => {
  const draft = await filled(ana)
  const about = { draftId: draft.id, version: draft.version, person: 'Luis Vega', note: '' }
  expect(await ana.call('handovers.give', { ...about, version: draft.version + 1 })).toMatchObject({
    error: { code: 'draft-changed' },
  })
  await ana.value('sharing.turn-off', {})
  expect(await ana.call('handovers.give', about)).toMatchObject({ error: { code: 'handover-off' } })
  expect((await reload(ana, draft)).state).toBe('editing')
})

test('a draft that is taken back while nothing is shared is back once sharing is', async () => {
  const draft = await filled(ana)
  const { id } = await give(ana, draft)
  await untilHandover(ana, 'offered')
  await ana.value('sharing.turn-off', {})
  await ana.value('handovers.withdraw', { id })
  expect((await reload(ana, draft)).state).toBe('handed')
  await ana.value('sharing.turn-on', {})
  await untilNone(ana)
  expect((await reload(ana, draft)).state).toBe('editing')
})

test('the erasure of a person ends a hand-over on every PC', async () => {
  const draft = await filled(ana, 'transfer', { sellerTaxId: '00000014Z', sellerName: 'Ana Soler' })
  await give(ana, draft)
  await untilHandover(luis, 'incoming')
  await untilHandover(ana, 'offered')
  await ana.value('data-subjects.erase', { taxId: '00000014Z', confirmed: true })
  for (const pc of [ana, luis]) await untilNone(pc)
})
