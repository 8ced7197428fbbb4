import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SIGNABLE } from '#shared/domain/signature-requests/fields.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { serviceHost, type RealService } from '#tests/fakes/real-service.ts'
import { COMPANY, request, sent, settled, signedBytes } from '#tests/fakes/signature-fixture.ts'

/** Against the repository's own service. */
let core: CoreFixture
let service: RealService
let host: ReturnType<typeof serviceHost>

beforeEach(async () => {
  host = serviceHost()
  core = await startCore('', { host: host.host, timeouts: { connectMs: 2_000 } })
  service = await host.service
  await core.value('settings.update', { undoSeconds: 0 })
})
afterEach(() => core.stop())
afterAll(removeTemporaryDirectories)

const isIn = (id: string, state: string) =>
  waitUntil(
    () => core.value('signatures.get', { id }),
    ({ row }) => row.status === state,
    15_000,
  )
/** Refreshes it at once, as by opening its page. */
const refreshed = async (id: string, state: string) => {
  await waitUntil(
    async () => (
      await core.call('changes.refresh', { kind: 'signature', id }),
      core.value('signatures.get', { id })
    ),
    ({ row }) => row.status === state,
    15_000,
  )
  return isIn(id, state)
}

test.each(SIGNABLE)('%s is sent, and the service has it as it was written', async (document) => {
  const isOpen = document !== 'mandate-generic'
  const one = await request(core, { extra: '{"purpose":"alta"}', deliveryMethod: '' }, { document })
  const done = await sent(core, one)
  expect(done).toMatchObject({ state: 'sent', document })
  const at = await service.get(`/v1/signatures/${done.signatureId}`)
  expect(at).toMatchObject({
    type: document,
    signer: {
      type: 'person',
      idNumber: '12345678Z',
      fullname: 'Ana Ribera Soler',
      address: {
        street: 'Calle Mayor, 3',
        zipCode: '28013',
        provinceName: 'Madrid',
        municipalityName: 'Madrid',
      },
      phone: '+34612345678',
      email: 'ana@ribera.es',
      deliveryMethod: 'email',
    },
  })
  expect((await core.value('signature-requests.list', {})).rows).toEqual([])
  const { rows } = await core.value('signatures.list', { filter: { view: 'pending' }, limit: 10 })
  expect(rows).toMatchObject([
    { id: done.signatureId, document, fullname: 'Ana Ribera Soler', idTail: '78Z' },
  ])
  expect(isOpen || one.fields.extra !== '').toBe(true)
})

test('many signers: each gets one request, however often it is prepared and sent', async () => {
  await core.value('settings.update', { undoSeconds: 0 })
  const one = await request(core)
  const requests = ['12345678Z', '11111111H', '00000000T'].map((idNumber, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    fields: { ...one.fields, idNumber, ...(index === 2 && { email: '' }) },
  }))
  const prepare = () => core.value('signature-requests.prepare', { document: 'mandate-generic', requests })
  // The answer to the first call is lost, and the window asks again.
  expect(await prepare()).toEqual({ ready: 2, incomplete: 1 })
  expect(await prepare()).toEqual({ ready: 2, incomplete: 1 })
  const { rows } = await core.value('signature-requests.list', {})
  const prepared = rows.filter(({ id }) => requests.some((made) => made.id === id))
  expect(prepared.map(({ state }) => state).toSorted()).toEqual(['editing', 'ready', 'ready'])
  // One was changed after the user saw the list.
  const seen = prepared.map(({ id, version }) => ({ id, version: id.endsWith('1') ? version + 1 : version }))
  expect(await core.value('signature-requests.send-all', { requests: seen })).toEqual({ sent: 1, refused: 2 })
  expect(await core.value('signature-requests.send-all', { requests: seen })).toEqual({ sent: 0, refused: 3 })
  const done = await waitUntil(
    () => core.value('signature-requests.get', { id: requests[0]!.id }),
    ({ state }) => state === 'sent',
  )
  expect(await service.get(`/v1/signatures/${done.signatureId}`)).toMatchObject({
    type: 'mandate-generic',
    signer: { idNumber: '12345678Z' },
  })
  const { rows: pending } = await core.value('signatures.list', { filter: { view: 'pending' }, limit: 10 })
  expect(pending).toHaveLength(1)
})

describe.each([
  ['person', (number: string) => ({ idNumber: number })],
  ['company', (number: string) => ({ ...COMPANY, representativeIdNumber: number })],
])('a %s', (_who, fields) => {
  test.each([
    ['00000000T', 'signed'],
    ['00000001R', 'rejected'],
    ['00000002W', 'expired'],
  ])('of number %s ends %s', async (number, state) => {
    const done = await sent(core, await request(core, fields(number)))
    const id = done.signatureId!
    const { row, documents } = await refreshed(id, state)
    expect(row).toMatchObject({ status: state, late: false })
    const counts = await core.value('signatures.counts', {})
    const view = { signed: 'signed-today', rejected: 'rejected', expired: 'expired' } as const
    const { rows } = await core.value('signatures.list', {
      filter: { view: view[state as keyof typeof view] },
      limit: 10,
    })
    expect(rows.map((one) => one.id)).toEqual([id])
    expect(counts).toMatchObject({
      pending: 0,
      signedToday: state === 'signed' ? 1 : 0,
      rejected: state === 'rejected' ? 1 : 0,
      expired: state === 'expired' ? 1 : 0,
      open: 0,
    })
    if (state !== 'signed') {
      expect(documents.every(({ available }) => !available)).toBe(true)
      const again = await core.value('signature-requests.create', { document: 'mandate-generic', from: id })
      expect(again).toMatchObject({ state: 'editing', again: id, fields: { idNumber: done.fields.idNumber } })
      return
    }
    const opened = await signedBytes(core.core, id, documents[0]!.documentId)
    if (!opened.ok) throw new Error(opened.error.code)
    expect(opened.value.bytes.toString('latin1')).toMatch(/^%PDF-/)
    expect(opened.value.contentType).toBe('application/pdf')
  })
})

test('the signed document is kept by itself, sealed, and read after a restart with nobody there', async () => {
  const { signatureId: id = '' } = await sent(core, await request(core, { idNumber: '00000000T' }))
  const { documents } = await refreshed(id, 'signed')
  const documentId = documents[0]!.documentId
  await waitUntil(
    () => core.value('signatures.get', { id }),
    ({ row, documents: [one] }) => row.kept && one?.kept === true && one.sha256 !== undefined,
    15_000,
  )
  const { dataDir } = core
  await core.stop()
  // The service does not start again.
  core = await startCore('http://127.0.0.1:9', { dataDir })
  const opened = await signedBytes(core.core, id, documentId)
  if (!opened.ok) throw new Error(opened.error.code)
  expect(opened.value.bytes.toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
  const { sha256 } = (await core.value('signatures.get', { id })).documents[0]!
  expect(createHash('sha256').update(opened.value.bytes).digest('hex')).toBe(sha256)
  const audit = await core.value('audit.list', { what: 'paper.read', identifier: '00000000T', limit: 10 })
  expect(audit.rows).toMatchObject([{ kind: 'mandate-generic', result: 'ok', sha256 }])
})

test('what is sent goes to the address book, is linked to its procedure, and is in the audit record', async () => {
  const { id: procedureId } = await service.create('1234BCD')
  await core.value('changes.add', { text: `procedures/${procedureId}` })
  const one = await request(core, {}, { procedureId })
  const { signatureId = '' } = await sent(core, one)
  const { rows } = await core.value('signatures.of', { procedureId })
  expect(rows).toMatchObject([{ id: signatureId, vrm: '1234BCD', procedureId }])
  const ofPlate = async (vrm: string) =>
    (await core.value('cases.of-plate', { vrm })).signatures.map(({ id }) => id)
  expect(await Promise.all(['1234BCD', '9999XYZ'].map(ofPlate))).toEqual([[signatureId], []])
  const found = await core.value('contacts.find', { text: 'soler ana', limit: 5 })
  expect(found.rows).toMatchObject([
    { uses: 1, fields: { fullname: 'Ana Ribera Soler', phone: '612 34 56 78' } },
  ])
  const audit = await core.value('audit.list', { what: 'signature.send', identifier: '12345678Z', limit: 10 })
  expect(audit.rows).toMatchObject([{ kind: 'mandate-generic', result: 'ok' }])
  // The same plate finds it, and another procedure's does not.
  const list = (text: string) =>
    core
      .value('signatures.list', { filter: { view: 'all', text }, limit: 10 })
      .then((page) => page.rows.length)
  expect(await Promise.all(['1234 bcd', 'ribera', '5678z', 'mandato', '9999xyz'].map(list))).toEqual([
    1, 1, 1, 1, 0,
  ])
  await core.value('signatures.link', { id: signatureId, procedureId: null })
  expect((await core.value('signatures.of', { procedureId })).rows).toEqual([])
  expect(await list('1234bcd')).toBe(0)
  expect(await ofPlate('1234BCD')).toEqual([])
})

test('a signer who is none of the parties is pointed out, before and after', async () => {
  const { id: procedureId } = await service.create('1234BCD')
  await core.value('changes.add', { text: `procedures/${procedureId}` })
  const one = await request(core, {}, { procedureId })
  expect(one.mismatch).toBeUndefined()
  const desk = await core.value('annotations.get', { id: procedureId })
  await core.value('annotations.save', {
    id: procedureId,
    version: desk.version,
    fields: { sellerTaxId: '11.111.111-H', buyerTaxId: '00000000T' },
  })
  expect((await core.value('signature-requests.get', { id: one.id })).mismatch).toBe(true)
  const { signatureId = '' } = await sent(core, one)
  expect((await core.value('signatures.get', { id: signatureId })).mismatch).toBe(true)
  const other = await request(core, { idNumber: '11111111h' }, { procedureId })
  expect(other.mismatch).toBe(false)
})

test('what this PC sent is no news, nor that it was sent on: what the signer does is', async () => {
  const { signatureId: id = '' } = await sent(core, await request(core))
  await refreshed(id, 'sent')
  // Its timeline has it, without a notification.
  const inbox = async () => (await core.value('inbox.list', { filter: 'all', limit: 10 })).rows
  expect((await inbox()).map(({ status, state, source }) => [status, state, source])).toEqual([
    ['sent', 'done', 'own'],
    ['submitted', 'done', 'own'],
  ])
  expect(await core.slice('inboxCounts')).toEqual({ unread: 0, actionable: 0 })
  await service.post(`/_dev/signatures/${id}/status`, { status: 'rejected' })
  await refreshed(id, 'rejected')
  expect((await inbox())[0]).toMatchObject({ status: 'rejected', state: 'unread', actionable: true })
})

test('in Novedades a signature has the plate and the parties of the procedure that it is linked to', async () => {
  const { id: procedureId } = await service.create('1234BCD')
  await core.value('changes.add', { text: `procedures/${procedureId}` })
  const { version } = await core.value('annotations.get', { id: procedureId })
  const fields = { sellerName: 'Autos Lozano', buyerName: 'Marta Ruiz' }
  await core.value('annotations.save', { id: procedureId, version, fields })
  const { signatureId: id = '' } = await sent(core, await request(core, {}, { procedureId }))
  await service.post(`/_dev/signatures/${id}/status`, { status: 'rejected' })
  await refreshed(id, 'rejected')
  const line = async () => {
    const { groups } = await core.value('inbox.groups', { filter: 'unread', order: 'asking', limit: 5 })
    return groups[0]?.rows[0]?.subject
  }
  expect(await line()).toMatchObject({ vrm: '1234BCD', seller: 'Autos Lozano', buyer: 'Marta Ruiz' })
  await core.value('signatures.link', { id, procedureId: null })
  expect(await line()).not.toHaveProperty('vrm')
  expect(await line()).not.toHaveProperty('buyer')
})

test('undone in time it has not left, and can be changed and sent', async () => {
  await core.value('settings.update', { undoSeconds: 10 })
  const one = await request(core)
  const leaving = await core.value('signature-requests.send', { id: one.id, version: one.version })
  expect(leaving.state).toBe('leaving')
  expect(leaving.sendAt).toBeGreaterThan(Date.now())
  expect(
    await core.call('signature-requests.save', { id: one.id, version: one.version, fields: {} }),
  ).toMatchObject({
    error: { code: 'draft-busy' },
  })
  expect(await core.value('signature-requests.undo', { id: one.id })).toMatchObject({ state: 'editing' })
  expect(await core.call('signature-requests.undo', { id: one.id })).toMatchObject({
    error: { code: 'too-late' },
  })
  await core.value('settings.update', { undoSeconds: 0 })
  expect(await sent(core, await core.value('signature-requests.get', { id: one.id }))).toMatchObject({
    state: 'sent',
  })
})

test('what is not complete, or has wrong added data, is refused and does not leave', async () => {
  const refused = async (fields: object, code: string, document = 'sales-agreement' as const) => {
    const { id, version } = await request(core, fields, { document })
    expect(await core.call('signature-requests.send', { id, version })).toMatchObject({ error: { code } })
    expect((await settled(core, id)).state).toBe('editing')
  }
  await refused({ idNumber: '12345678A' }, 'signing-incomplete')
  await refused({ idNumber: 'B12345674' }, 'signing-incomplete')
  await refused({ idNumber: 'PA1234567' }, 'signing-incomplete')
  await refused({ email: '' }, 'signing-incomplete')
  await refused({ extra: '{"signer":{}}' }, 'bad-extra')
  await refused({ extra: '[1]' }, 'bad-extra')
  expect((await core.value('signatures.counts', {})).open).toBe(6)
})

test('an entity with a wrong control goes once the person has looked at it, and the service has the last word', async () => {
  const one = await request(core, { ...COMPANY, idNumber: 'B12345670' })
  expect(await core.call('signature-requests.send', { id: one.id, version: one.version })).toMatchObject({
    ok: false,
  })
  const accepted = await core.value('signature-requests.save', {
    id: one.id,
    version: one.version,
    fields: {},
    accepted: ['id-control'],
  })
  const done = await sent(core, accepted)
  expect(done).toMatchObject({ state: 'failed', error: { code: 'signing-rejected', status: 400 } })
  expect(done.error?.detail).toContain('control character')
  // Certainly not sent: it may be corrected and sent.
  const mended = await core.value('signature-requests.save', {
    id: done.id,
    version: done.version,
    fields: { idNumber: 'B12345674' },
  })
  expect(await sent(core, mended)).toMatchObject({ state: 'sent' })
})

test('is counted as being sent while it can be undone, but not without a connection', async () => {
  await core.value('settings.update', { undoSeconds: 60 })
  const one = await request(core)
  await core.value('signature-requests.send', { id: one.id, version: one.version })
  expect(core.core.countSending()).toBe(1)
  await service.close()
  for (const vrm of ['1234BCD', '5678FGH', '9012JKL']) await core.value('lookup.start', { vrm })
  await waitUntil(
    () => core.slice('connection'),
    ({ state }) => state === 'down',
  )
  expect(core.core.countSending()).toBe(0)
  expect(await core.value('signature-requests.undo', { id: one.id })).toMatchObject({ state: 'editing' })
})
