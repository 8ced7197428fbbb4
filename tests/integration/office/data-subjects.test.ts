import { addDays, isoDay } from '#shared/domain/calendar.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { attach, filled, send, sentOrNot } from '#tests/fakes/procedure-fixture.ts'
import { beginBatch, listOf } from '#tests/fakes/transfer-batch-fixture.ts'
import { request, sent as signed } from '#tests/fakes/signature-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { unzipped } from '#tests/integration/service-documents/desk.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'

const LUCIA = '12345678Z'
const OTHER = '87654321X'

let service: ProcedureService
let desk: ProcedureFixture

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startProcedures(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const held = (taxId: string) => desk.value('data-subjects.held', { taxId })
const erase = (taxId: string) => desk.value('data-subjects.erase', { taxId, confirmed: true })
const NOTHING = {
  procedures: 0,
  drafts: 0,
  signatures: 0,
  reports: 0,
  serviceDocuments: 0,
  addresses: 0,
  templates: 0,
  ledgerEntries: 0,
  clientRequests: 0,
  clients: 0,
  clientPapers: 0,
  plateLists: 0,
  watches: 0,
  transferBatches: 0,
  remembered: 0,
  shared: 0,
}

/** Procedure of the service with its documents here, whose owner the office has annotated. */
async function procedureOf(sellerTaxId: string, sellerName: string): Promise<string> {
  const { id } = await service.direct.create('1234BCD')
  await service.direct.force(id, 'DONE')
  await desk.value('changes.add', { text: id })
  await desk.value('annotations.save', {
    id,
    version: 0,
    fields: { sellerTaxId, sellerName },
  })
  await desk.value('case-notes.add', { id, text: `Avisar a ${sellerName}` })
  await waitUntil(
    async () => (await desk.value('service-documents.list', { procedureId: id })).serviceDocuments,
    (serviceDocuments) => serviceDocuments.some(({ kept }) => kept),
    15_000,
  )
  return id
}
async function signatureOf(idNumber: string): Promise<string> {
  const { id } = await service.direct.createSignature(idNumber)
  await desk.value('changes.add', { text: `/v1/signatures/${id}` })
  return id
}
async function exportOf(taxId: string) {
  const sent = await desk.core.router.send('data-subjects.export', { taxId }, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return { filename: sent.value.filename, files: await unzipped(Buffer.concat(chunks)) }
}

describe('what is held', () => {
  test('is counted wherever it is, however it was typed, and of nobody else', async () => {
    await procedureOf('12.345.678-z', 'Lucía Ribera')
    await procedureOf(OTHER, 'Otra Persona')
    await signatureOf(LUCIA)
    await filled(desk, 'transfer', { buyerTaxId: '12345678Z', buyerName: 'Lucía Ribera' })
    expect(await held('12345678-Z')).toEqual({
      ...NOTHING,
      procedures: 1,
      signatures: 1,
      drafts: 1,
      serviceDocuments: expect.any(Number),
    })
    expect((await held(LUCIA)).serviceDocuments).toBeGreaterThan(0)
    expect(await held('00000000T')).toEqual(NOTHING)
    // The account's own number is in every procedure, and says nothing about its owner.
    expect(await held('B12345674')).toEqual(NOTHING)
  })

  test('is found in a list of plates, and erased of it without its plates', async () => {
    const list = {
      plates: [
        { vrm: '1234BCD', line: 1, written: '1234BCD', repaired: false, note: 'Lucía Ribera 12.345.678-Z' },
        { vrm: '5678FGH', line: 2, written: '5678FGH', repaired: false, note: 'Otra' },
      ],
      unread: [{ line: 3, text: 'Titular 12345678Z' }],
      repeated: [],
      beyond: 0,
    }
    async function* body() {
      yield Buffer.from(JSON.stringify(list))
    }
    const made = await desk.core.router.receive(
      'plate-lists.create',
      { id: 'a', name: 'Coches de 12345678Z' },
      body(),
      new AbortController().signal,
    )
    expect(made).toMatchObject({ ok: true })
    expect(await held(LUCIA)).toEqual({ ...NOTHING, plateLists: 1 })
    const { files } = await exportOf(LUCIA)
    expect(files.get('datos.json')?.toString('utf8')).toContain('Lucía Ribera 12.345.678-Z')
    await erase(LUCIA)
    expect(await held(LUCIA)).toEqual(NOTHING)
    const { name, leftOut } = await desk.value('plate-lists.get', { id: 'a' })
    expect([name, leftOut.unread]).toEqual(['', [{ line: 3, text: '' }]])
    const { rows } = await desk.value('plate-lists.rows', { id: 'a', offset: 0, limit: 5, order: 'line' })
    expect(rows.map(({ vrm, cameWith }) => [vrm, cameWith])).toEqual([
      ['1234BCD', ''],
      ['5678FGH', 'Otra'],
    ])
  })

  test('what the note of a watched plate says of a person is found, handed over and erased; the plate stays', async () => {
    const until = addDays(isoDay(Date.now()), 30)
    const terms = { days: { every: 'working-day' as const }, until }
    await desk.value('watches.set', { vrms: ['1234BCD'], ...terms, note: 'Lucía Ribera 12.345.678-Z' })
    await desk.value('watches.set', { vrms: ['5678FGH'], ...terms, note: 'Otra' })
    expect(await held(LUCIA)).toEqual({ ...NOTHING, watches: 1 })
    const { files } = await exportOf(LUCIA)
    expect(files.get('datos.json')?.toString('utf8')).toContain('Lucía Ribera 12.345.678-Z')
    await erase(LUCIA)
    expect(await held(LUCIA)).toEqual(NOTHING)
    const { rows } = await desk.value('watches.rows', { offset: 0, limit: 5 })
    expect(rows.map(({ vrm, note }) => [vrm, note])).toEqual([
      ['1234BCD', ''],
      ['5678FGH', 'Otra'],
    ])
  })

  test('is found in transfers begun together, and erased of their rows and of what is common', async () => {
    async function* body() {
      yield Buffer.from(JSON.stringify(listOf(['1234BCD', '5678FGH'])))
    }
    await desk.core.router.receive(
      'plate-lists.create',
      { id: 'a', name: 'Autos Vega' },
      body(),
      new AbortController().signal,
    )
    await beginBatch(desk, 'a', 'b')
    await desk.value('transfer-batches.save', {
      id: 'b',
      version: 1,
      fields: {
        dealerTaxId: '12.345.678-Z',
        dealerName: 'Lucía Ribera',
        otherName: 'Otra',
        notes: 'Llamar',
        '0.otherTaxId': '12345678z',
        '0.otherName': 'Lucía Ribera',
        '1.otherTaxId': '00000000T',
        '1.otherName': 'Pilar Peña',
      },
    })
    expect(await held(LUCIA)).toEqual({ ...NOTHING, transferBatches: 1 })
    const { files } = await exportOf(LUCIA)
    expect(files.get('datos.txt')?.toString('utf8')).toContain('Lucía Ribera')
    await erase(LUCIA)
    expect(await held(LUCIA)).toEqual(NOTHING)
    const { fields } = await desk.value('transfer-batches.get', { id: 'b' })
    expect(JSON.stringify(fields)).not.toContain('Lucía')
    expect(fields).toMatchObject({
      otherName: 'Otra',
      '1.otherName': 'Pilar Peña',
      '1.otherTaxId': '00000000T',
    })
  })

  test('what is no identifier is refused', async () => {
    const answer = await desk.call('data-subjects.held', { taxId: '1' })
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
  })

  test('is handed over readable and whole, and that is recorded', async () => {
    const id = await procedureOf(LUCIA, 'Lucía Ribera')
    await signatureOf(LUCIA)
    const { filename, files } = await exportOf('12.345.678-Z')
    expect(filename).toBe('datos-de-12345678Z.zip')
    const text = files.get('datos.txt')?.toString('utf8') ?? ''
    expect(text).toContain('Lucía Ribera')
    expect(text).toContain('Ana Ribera')
    expect(text).toContain(id)
    const data = JSON.parse(files.get('datos.json')?.toString('utf8') ?? '') as Record<string, unknown[]>
    expect(data['procedures']).toMatchObject([
      { id, desk: { notes: 'Avisar a Lucía Ribera' }, notes: [{ text: 'Avisar a Lucía Ribera' }] },
    ])
    expect(data['signatures']).toMatchObject([{ data: { signer: { idNumber: LUCIA } } }])
    const { rows } = await desk.value('audit.list', { identifier: LUCIA, limit: 5 })
    expect(rows).toMatchObject([{ what: 'person.export', kind: 'dni', result: 'ok' }])
  })
})

describe('erasing', () => {
  test('a note that names a person by the identifier is found and erased, and no undo brings it back', async () => {
    const id = await procedureOf(OTHER, 'Marta Soler')
    await desk.value('case-notes.add', { id, text: 'Recoge 12.345.678-Z por la tarde' })
    await desk.value('case-notes.add', { id, text: 'Avisar a 12345678z' })
    const [removed] = (await desk.value('annotations.get', { id })).notes
    const noteIds = [removed?.id ?? '']
    await desk.value('case-notes.remove', { noteIds })
    expect(await held(LUCIA)).toMatchObject({ procedures: 1 })
    await erase(LUCIA)
    expect(await held(LUCIA)).toMatchObject({ procedures: 0 })
    expect(await desk.call('case-notes.restore', { noteIds })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    expect((await desk.value('annotations.get', { id })).notes).toEqual([])
  })

  test('nothing of them is left: fields, search, papers, drafts, signer; the procedure stays known', async () => {
    const id = await procedureOf(LUCIA, 'Lucía Ribera')
    const other = await procedureOf(OTHER, 'Marta Soler')
    const signature = await signatureOf(LUCIA)
    const draft = await filled(desk, 'transfer', { sellerTaxId: LUCIA, sellerName: 'Lucía Ribera' })
    await attach(desk, draft.id, 'dni-lucia.pdf')
    const before = await held(LUCIA)
    expect(await erase('12.345.678-Z')).toEqual(before)

    expect(await held(LUCIA)).toEqual(NOTHING)
    expect((await desk.value('annotations.get', { id })).fields).toMatchObject({
      sellerName: '',
      sellerTaxId: '',
      notes: '',
    })
    expect((await desk.value('cases.find', { text: 'lucia', limit: 5 })).rows).toEqual([])
    expect((await desk.value('cases.find', { text: 'soler', limit: 5 })).rows).toMatchObject([{ id: other }])
    const { serviceDocuments } = await desk.value('service-documents.list', { procedureId: id })
    expect(serviceDocuments.filter(({ kept }) => kept)).toEqual([])
    const kept = (await desk.value('service-documents.list', { procedureId: other })).serviceDocuments
    expect(kept.some((serviceDocument) => serviceDocument.kept)).toBe(true)
    const left = await desk.value('changes.get', { kind: 'signature', id: signature })
    expect(JSON.stringify(left)).not.toContain('Ana Ribera')
    expect(await desk.call('procedures.draft-get', { id: draft.id })).toMatchObject({ ok: false })
    expect(await readdir(join(desk.dataDir, 'demo', 'documents'))).toEqual([])
    expect(await desk.value('changes.get', { kind: 'procedure', id })).toMatchObject({ status: 'DONE' })
    expect((await exportOf(LUCIA)).files.get('datos.txt')?.toString('utf8')).not.toContain('Lucía')
  })

  test('what was sent to sign for them and their entry of the address book go too', async () => {
    const one = await request(desk)
    const done = await signed(desk, one)
    const typed = await request(desk, { notes: 'Llama su hijo' })
    expect(await held(LUCIA)).toMatchObject({ signatures: 1, drafts: 2, addresses: 2 })
    await erase(LUCIA)
    expect(await held(LUCIA)).toEqual(NOTHING)
    expect((await desk.value('contacts.find', { text: 'ribera', limit: 5 })).rows).toEqual([])
    expect(await desk.call('signature-requests.get', { id: typed.id })).toMatchObject({ ok: false })
    const receipt = await desk.value('signature-requests.get', { id: one.id })
    expect(receipt).toMatchObject({
      state: 'sent',
      signatureId: done.signatureId,
      fields: { idNumber: '', fullname: '' },
    })
    const { rows } = await desk.value('signatures.list', {
      filter: { view: 'all', text: 'ribera' },
      limit: 5,
    })
    expect(rows).toEqual([])
  })

  test('is recorded by pseudonym, and the record still verifies', async () => {
    await procedureOf(LUCIA, 'Lucía Ribera')
    await erase(LUCIA)
    const { rows } = await desk.value('audit.list', { identifier: LUCIA, limit: 5 })
    expect(rows).toMatchObject([{ what: 'person.erase', kind: 'dni', result: 'ok' }])
    expect(JSON.stringify(rows)).not.toContain('12345678')
    expect(await desk.value('audit.verify', {})).toMatchObject({ brokenAt: null })
  })

  test('with something of theirs on its way nothing is erased', async () => {
    service.meddle(() => new Promise(() => undefined))
    const { id } = await filled(desk, 'transfer', { sellerTaxId: LUCIA, sellerName: 'Lucía Ribera' })
    await send(desk, id)
    const answer = await desk.call('data-subjects.erase', { taxId: LUCIA, confirmed: true })
    expect(answer).toMatchObject({ ok: false, error: { code: 'person-busy' } })
    expect(await desk.value('procedures.draft-get', { id })).toMatchObject({
      fields: { sellerName: 'Lucía Ribera' },
    })
    service.meddle(() => 'pass')
  })

  test('what was sent keeps its receipt, without them', async () => {
    const { id } = await filled(desk, 'transfer', { sellerTaxId: LUCIA, sellerName: 'Lucía Ribera' })
    await sentOrNot(desk, id)
    await erase(LUCIA)
    expect(await desk.value('procedures.draft-get', { id })).toMatchObject({
      state: 'sent',
      fields: { sellerName: '', sellerTaxId: '', vrm: expect.any(String) },
    })
  })
})
