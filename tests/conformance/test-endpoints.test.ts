import { describe, expect, it } from 'vitest'
import { findTarget } from './target.ts'

const { call } = await findTarget()

const create = async (more: object = {}) => {
  const body = {
    vrm: '1234BCD',
    taxableBase: 1_000,
    invoiceNumber: 'F-1',
    userEmail: 'a@example.com',
    documents: [{ type: 'national_id', url: 'https://files.example.com/dni.pdf' }],
    ...more,
  }
  return (await call('POST', '/v1/procedures/transfer', body)).body
}
const read = async (id: string) => (await call('GET', `/v1/procedures/${id}`)).body
const addIncident = (id: string, type: string) =>
  call('POST', `/v1/test/procedures/${id}/incidents`, { type })
const testSolve = (id: string, incident: string) =>
  call('POST', `/v1/test/procedures/${id}/incidents/${incident}/solve`, {})
const clientSolve = (id: string, incident: string) =>
  call('POST', `/v1/procedures/${id}/incidents/${incident}/solve`, {})

const BLOCKERS = ['ownership-hold', 'seizure', 'sealed-vehicle', 'unpaid-ivtm-tax', 'pending-document']
const HOLDS = [
  'registry-rejected',
  'waiting-gestores-validation',
  'waiting-620-validation',
  'waiting-iedmt-validation',
]
const OF_DOCUMENTS = [
  'expired-document',
  'unreadable-document',
  'invalid-document',
  'incomplete-document',
  'out-of-validity-document',
]

describe('POST /v1/test/procedures/{id}/documents: "adds a sample document to generatedDocuments"', () => {
  it.each([
    'es_576_doc',
    'es_iedmt_payment_proof',
    'es_ivtm_doc',
    'es_ivtm_payment_proof',
    'submission_proof',
    'procedure_invoice',
    'es_itp_doc',
    'es_itp_payment_proof',
    'temp_veh_registration_cert',
    'temp_technical_sheet',
  ])('%s', async (type) => {
    const { id } = await create()
    expect((await call('POST', `/v1/test/procedures/${id}/documents`, { type })).status).toBe(201)
    const { generatedDocuments, status } = await read(id)
    expect(generatedDocuments).toMatchObject([{ type, mimeType: 'application/pdf' }])
    expect(status).toBe('PENDING')
    expect((await fetch(generatedDocuments[0].downloadUrl)).headers.get('content-type')).toBe(
      'application/pdf',
    )
  })

  it.each([
    'final_veh_registration_cert',
    'final_technical_sheet',
    'es_01_doc',
    'es_04_doc',
    'es_05_doc',
    'es_06_doc',
    'national_id',
  ])('"one of" the list: %s is not', async (type) => {
    const { id } = await create()
    expect((await call('POST', `/v1/test/procedures/${id}/documents`, { type })).status).toBe(400)
    expect((await read(id)).generatedDocuments).toEqual([])
  })
})

describe('POST /v1/test/procedures/{id}/incidents: "procedure becomes BLOCKED"', () => {
  it.each([...BLOCKERS, ...HOLDS])('%s', async (type) => {
    const { id } = await create()
    expect((await addIncident(id, type)).status).toBe(201)
    const level = HOLDS.includes(type) ? 'hold' : 'blocker'
    expect(await read(id)).toMatchObject({ status: 'BLOCKED', incidents: [{ type, level, solved: false }] })
  })

  it.each([...OF_DOCUMENTS, 'no-such-incident'])('"procedure-level": %s is not', async (type) => {
    const { id } = await create()
    expect((await addIncident(id, type)).status).toBe(400)
    expect(await read(id)).toMatchObject({ status: 'PENDING', incidents: [] })
  })
})

describe('POST /v1/test/procedures/{id}/documents/{documentId}/incidents', () => {
  it.each(OF_DOCUMENTS)('%s: "procedure becomes BLOCKED"', async (type) => {
    const { id, documents } = await create()
    const path = `/v1/test/procedures/${id}/documents/${documents[0].id}/incidents`
    expect((await call('POST', path, { type })).status).toBe(201)
    const incidents = [{ type, level: 'document', documentId: documents[0].id }]
    expect(await read(id)).toMatchObject({ status: 'BLOCKED', incidents })
  })

  it('"document-level type": others are refused, and so is a document that is not there', async () => {
    const { id, documents } = await create()
    const at = (document: string) => `/v1/test/procedures/${id}/documents/${document}/incidents`
    expect((await call('POST', at(documents[0].id), { type: 'seizure' })).status).toBe(400)
    expect((await call('POST', at('nothing'), { type: 'invalid-document' })).status).toBe(404)
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
  })
})

describe('BLOCKED, incident solved, no incidents remain: PENDING', () => {
  it('test solve endpoint "solves any incident"', async () => {
    for (const type of ['seizure', 'registry-rejected']) {
      const { id } = await create()
      const incident = (await addIncident(id, type)).body
      expect((await testSolve(id, incident.id)).status).toBe(200)
      expect(await read(id)).toMatchObject({ status: 'PENDING', incidents: [{ solved: true }] })
    }
  })

  it('API solve endpoint "marks an incident (procedure or document level) as solved"', async () => {
    const { id, documents } = await create()
    const first = (await addIncident(id, 'pending-document')).body
    const path = `/v1/test/procedures/${id}/documents/${documents[0].id}/incidents`
    const second = (await call('POST', path, { type: 'expired-document' })).body
    expect((await clientSolve(id, first.id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'BLOCKED' })
    expect((await clientSolve(id, second.id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
  })

  it('(assumption) a client cannot solve what waits "for an external entity", nor twice: 409', async () => {
    const { id } = await create()
    const hold = (await addIncident(id, 'waiting-620-validation')).body
    expect((await clientSolve(id, hold.id)).status).toBe(409)
    const blocker = (await addIncident(id, 'seizure')).body
    const both = await Promise.all([clientSolve(id, blocker.id), clientSolve(id, blocker.id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('an incident that is not there: 404', async () => {
    const { id } = await create()
    expect((await clientSolve(id, 'nothing')).status).toBe(404)
    expect((await testSolve(id, 'nothing')).status).toBe(404)
  })

  it('(assumption) incidents are of open procedures: 409 for a draft and after the end', async () => {
    const { id } = await create({ confirmed: false })
    expect((await addIncident(id, 'seizure')).status).toBe(409)
    await call('PUT', `/v1/test/procedures/${id}/status`, { status: 'DONE' })
    expect((await addIncident(id, 'seizure')).status).toBe(409)
    await call('PUT', `/v1/test/procedures/${id}/status`, { status: 'IN_PROGRESS' })
    expect((await addIncident(id, 'seizure')).status).toBe(201)
  })
})
