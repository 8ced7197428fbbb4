import { describe, expect, it } from 'vitest'
import { findTarget, isForeign } from './target.ts'

const { call, url: base, key } = await findTarget()

const REGISTRATION = { vin: 'VSSZZZ5FZHR000412', userEmail: 'mostrador@example.com', documents: [] }
const TRANSFER = {
  vrm: '1234BCD',
  taxableBase: 8_450.5,
  invoiceNumber: 'F-2026-117',
  userEmail: 'mostrador@example.com',
  documents: [],
}
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const TEXT = expect.stringMatching(/\S/)

const create = async (kind: 'registration' | 'transfer', more: object = {}) => {
  const body = { ...(kind === 'registration' ? REGISTRATION : TRANSFER), ...more }
  const answer = await call('POST', `/v1/procedures/${kind}`, body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const read = async (id: string) => (await call('GET', `/v1/procedures/${id}`)).body
const setStatus = (id: string, status: string) => call('PUT', `/v1/test/procedures/${id}/status`, { status })

describe('Procedure: request fields on creation', () => {
  it('POST /v1/procedures/registration answers the Procedure, every field of the table', async () => {
    const procedure = await create('registration')
    expect(procedure).toEqual({
      id: TEXT,
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
      type: 'VEHICLE_REGISTRATION',
      typeDescription: TEXT,
      status: 'PENDING',
      statusDescription: TEXT,
      webUrl: expect.stringMatching(/^https?:/),
      companyTaxId: expect.stringMatching(/^[A-Z]\d{7}[0-9A-J]$/),
      vehicle: { vin: REGISTRATION.vin, vrm: null },
      documents: [],
      generatedDocuments: [],
      incidents: [],
      docRecipient: null,
      docRecipientAddress: {},
      metadata: {},
    })
    expect(await read(procedure.id)).toEqual(procedure)
  })

  it('POST /v1/procedures/transfer: vrm, taxableBase and invoiceNumber at the top level, and no vehicle', async () => {
    const procedure = await create('transfer')
    expect(procedure).toMatchObject({
      type: 'VEHICLE_TRANSFER',
      status: 'PENDING',
      vrm: '1234BCD',
      taxableBase: 8_450.5,
      invoiceNumber: 'F-2026-117',
    })
    expect(procedure).not.toHaveProperty('vehicle')
  })

  it('(assumption) POST /v1/procedures/notification: "an endpoint equivalent to the two above exists"', async () => {
    const { vrm, userEmail, documents } = TRANSFER
    const { status, body } = await call('POST', '/v1/procedures/notification', { vrm, userEmail, documents })
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'VEHICLE_NOTIFICATION', status: 'PENDING', vrm })
  })

  it.each([
    ['true', { confirmed: true }, 'PENDING'],
    ['omitted', {}, 'PENDING'],
    ['false', { confirmed: false }, 'DRAFT'],
  ])('confirmed %s', async (_, more, status) => {
    expect(await create('registration', more)).toMatchObject({ status })
    expect(await create('transfer', more)).toMatchObject({ status })
  })

  it('documents: "array of {type, url}", each becomes a Document', async () => {
    const documents = [
      { type: 'national_id', url: 'https://files.example.com/dni.pdf' },
      { type: 'a_type_that_nobody_knows', url: 'https://files.example.com/b' },
    ]
    const procedure = await create('transfer', { documents })
    expect(procedure.documents).toEqual(
      documents.map(({ type }) => ({
        id: TEXT,
        createdAt: expect.stringMatching(ISO),
        downloadUrl: expect.stringMatching(/^https?:/),
        type,
        name: TEXT,
        mimeType: expect.stringMatching(/^\w+\/[\w.+-]+$/),
        metadata: expect.any(Object),
      })),
    )
  })

  it('GET /v1/procedures/{id} of an id that does not exist: 404', async () => {
    expect((await call('GET', '/v1/procedures/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  it('webUrl opens "the client web view of the procedure"', async () => {
    const procedure = await create('registration')
    const page = await fetch(procedure.webUrl)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain(procedure.id)
  })
})

describe('Procedure: drafts', () => {
  it('PATCH /v1/procedures/registration/{id} "updates a draft" (assumption: the same field names)', async () => {
    const { id } = await create('registration', { confirmed: false })
    const { status, body } = await call('PATCH', `/v1/procedures/registration/${id}`, {
      vin: 'VF1RFB00066000123',
      documents: [{ type: 'invoice', url: 'https://files.example.com/f.pdf' }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, status: 'DRAFT', vehicle: { vin: 'VF1RFB00066000123', vrm: null } })
    expect(body.documents).toMatchObject([{ type: 'invoice' }])
  })

  it('DRAFT, POST …/confirm: PENDING', async () => {
    const { id } = await create('transfer', { confirmed: false })
    expect((await call('POST', `/v1/procedures/${id}/confirm`)).body).toMatchObject({ id, status: 'PENDING' })
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
  })

  it('(assumption) what is no draft is neither changed nor confirmed: 409 with the current state', async () => {
    const { id } = await create('registration')
    for (const answer of [
      await call('POST', `/v1/procedures/${id}/confirm`),
      await call('PATCH', `/v1/procedures/registration/${id}`, { userEmail: 'a@example.com' }),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body.details).toEqual([{ field: 'status', message: 'PENDING' }])
    }
  })
})

describe('POST /v1/procedures/{id}/documents: "adds a client document"', () => {
  it('"a url (link to the file)"', async () => {
    const { id } = await create('registration')
    const url = 'https://files.example.com/ficha.pdf'
    const { status, body } = await call('POST', `/v1/procedures/${id}/documents`, {
      url,
      type: 'technical_sheet',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ id: TEXT, type: 'technical_sheet', mimeType: 'application/pdf' })
    expect((await read(id)).documents).toMatchObject([{ id: body.id }])
  })

  it('"multipart with a `file` part": what comes down is what went up', async () => {
    const { id } = await create('registration')
    const bytes = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
    const form = new FormData()
    form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'dni.pdf')
    form.set('type', 'national_id')
    const sent = await fetch(`${base}/v1/procedures/${id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    })
    expect(sent.status).toBe(201)
    const [document] = (await read(id)).documents
    expect(document).toMatchObject({ type: 'national_id', mimeType: 'application/pdf' })
    const download = await fetch(document.downloadUrl)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
  })
})

describe('States and transitions: the test status endpoint', () => {
  it.each([
    'DRAFT',
    'BLOCKED',
    'PENDING',
    'IN_PROGRESS',
    'ON_HOLD',
    'DONE',
    'CANCELLED',
    'DELIVERED_TO_CLIENT',
  ])('any, PUT /v1/test/procedures/{id}/status: %s', async (status) => {
    const { id } = await create('transfer')
    expect((await setStatus(id, status)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status, statusDescription: TEXT })
  })

  it('"value is a procedure state": any other is refused', async () => {
    const { id } = await create('transfer')
    expect((await setStatus(id, 'FINISHED')).status).toBe(400)
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
  })

  it('DONE: "the plate is in vehicle.vrm (registration)", and is nobody else’s', async () => {
    const ids = [(await create('registration')).id, (await create('registration')).id]
    for (const id of ids) for (const status of ['IN_PROGRESS', 'DONE']) await setStatus(id, status)
    const plates = await Promise.all(ids.map(async (id) => (await read(id)).vehicle.vrm))
    for (const plate of plates) expect(plate).toMatch(/^\d{4}[BCDFGHJ-NPR-TV-Z]{3}$/)
    expect(new Set(plates).size).toBe(2)
  })

  it('DONE: "generatedDocuments holds the generated documents", real PDFs', async () => {
    const { id } = await create('transfer')
    await setStatus(id, 'DONE')
    const { generatedDocuments } = await read(id)
    expect(generatedDocuments.length).toBeGreaterThan(0)
    for (const { downloadUrl, mimeType } of generatedDocuments) {
      expect(mimeType).toBe('application/pdf')
      const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  it('CANCELLED: "statusDescription gives the reason"', async () => {
    const { id } = await create('transfer')
    await setStatus(id, 'CANCELLED')
    const pending = (await create('transfer')).statusDescription
    expect((await read(id)).statusDescription).not.toBe(pending)
  })

  it.runIf(!isForeign)(
    '(assumption) all sixteen generated types occur, with DONE and DELIVERED_TO_CLIENT',
    async () => {
      const seen = new Set<string>()
      for (const digit of ['2', '7', '8', '9']) {
        const { id } = await create('registration', { vin: `VSSZZZ5FZHR00041${digit}` })
        await setStatus(id, 'DELIVERED_TO_CLIENT')
        for (const { type } of (await read(id)).generatedDocuments) seen.add(type)
      }
      const { id } = await create('transfer')
      await setStatus(id, 'DELIVERED_TO_CLIENT')
      for (const { type } of (await read(id)).generatedDocuments) seen.add(type)
      expect(seen.size).toBe(16)
    },
  )
})
