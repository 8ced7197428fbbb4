import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { ok } from '@oazapfts/runtime'
import * as api from './client.ts'

/**
 * What an integrator writes from `/docs`: a transfer from its draft to its papers, and a mandate to its signature.
 * `client.ts` is generated beside a copy of this file (`stranger.test.ts`).
 */

const { SERVICE = '', KEY = '', RECEIVER = '' } = process.env
const headers = { authorization: `Bearer ${KEY}` }
Object.assign(api.defaults, { baseUrl: SERVICE, headers })

const header = { name: 'X-Office-Secret', value: 'ssh-1234' }
await ok(api.postWebhooks({ url: RECEIVER, events: ['*'], header }))

const transfer = {
  vrm: '1234LCD',
  taxableBase: 8250,
  invoiceNumber: 'F-2026-118',
  userEmail: 'ana@example.es',
  documents: [],
}
const { id } = await ok(api.postProceduresTransfer({ ...transfer, confirmed: false }))
const read = () => ok(api.getProceduresId(id))
assert.equal((await read()).status, 'DRAFT')

const file = new File(['%PDF-1.4\n%%EOF'], 'dni.pdf', { type: 'application/pdf' })
const document = await ok(api.postProceduresIdDocuments(id, { file, type: 'national_id' }))
const { status, documents } = await ok(api.postProceduresIdConfirm(id))
assert.equal(status, 'PENDING')
assert.deepEqual(
  documents.map((each) => [each.id, each.type]),
  [[document.id, 'national_id']],
)

const type = 'unreadable-document'
await ok(api.postTestProceduresIdDocumentsDocumentIdIncidents(id, document.id, { type }))
const blocked = await read()
assert.equal(blocked.status, 'BLOCKED')
const [incident] = blocked.incidents
assert.equal(incident?.documentId, document.id)
await ok(api.postProceduresIdDocuments(id, { file }))
const solved = await ok(api.postProceduresIdIncidentsIncidentIdSolve(id, incident.id))
assert.equal(solved.status, 'PENDING')

await ok(api.putTestProceduresIdStatus(id, { status: 'DONE' }))
const done = await read()
assert.ok(done.incidents.every(({ solved: isSolved }) => isSolved))
const [paper] = done.generatedDocuments
assert.ok(paper)
await assertPdf(await fetch(paper.downloadUrl))

const mandate = await ok(
  api.postSignaturesMandateSpecific({
    // The number that signs.
    signer: { type: 'person', idNumber: '00000000T', fullname: 'Ana Ruiz', email: 'ana@example.es' },
  }),
)
let request = await ok(api.getSignaturesId(mandate.id))
while (request.status !== 'signed') {
  assert.ok(['submitted', 'sent'].includes(request.status), request.status)
  await delay(50)
  request = await ok(api.getSignaturesId(mandate.id))
}
const [signed] = request.documents
assert.ok(signed?.signedDocumentUrl)
await assertPdf(await fetch(signed.signedDocumentUrl, { headers }))

const refused = await api.postProceduresTransfer({ ...transfer, vrm: 'nada' })
assert.equal(refused.status, 400)
assert.equal(refused.data.statusCode, 400)

async function assertPdf(answer: Response): Promise<void> {
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  assert.ok((await answer.text()).startsWith('%PDF-'))
}
