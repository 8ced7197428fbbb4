import { describe, expect, it } from 'vitest'
import { findTarget, until } from './target.ts'

const { call } = await findTarget(['--signature-delay-ms=120'])

const person = (idNumber: string) => ({
  type: 'person',
  idNumber,
  fullname: 'Lucía Navarro Peña',
  address: {
    street: 'Calle Mayor 1',
    zipCode: '46001',
    provinceName: 'Valencia',
    municipalityName: 'València',
  },
  phone: '+34600000000',
  email: 'lucia@example.com',
  deliveryMethod: 'email',
})
const company = (representative: string, idNumber = 'B12345674') => ({
  ...person(idNumber),
  type: 'company',
  representative: { idNumber: representative },
  fullname: 'Talleres Ribera, S.L.',
})

const create = (signer: object, kind = 'mandate-generic') =>
  call('POST', `/v1/signatures/${kind}`, { signer })
const read = async (id: string) => (await call('GET', `/v1/signatures/${id}`)).body
const reaches = (id: string, status: string) =>
  until(async () => (await read(id)).status === status, `${id} is ${status}`)

describe('creation', () => {
  it.each([
    'mandate-generic',
    'mandate-specific',
    'entity-representation',
    'sales-agreement',
    'lost-documents-declaration',
  ])('POST /v1/signatures/%s: "record with status submitted"', async (kind) => {
    const { status, body } = await create(person('12345678Z'), kind)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.stringMatching(/\S/),
      status: 'submitted',
      documents: [expect.any(Object)],
    })
  })

  it.each([
    ['a control letter that is wrong', person('00000000A')],
    ['no number', person('')],
    ['a company’s number for a person', person('B12345674')],
    ['a person’s number for a company', company('12345678Z', '12345678Z')],
    ['a company’s control that is wrong', company('12345678Z', 'B12345670')],
    ['a company without who signs for it', { ...person('B12345674'), type: 'company' }],
    ['who signs for it with a wrong letter', company('12345678A')],
    ['another type', { ...person('12345678Z'), type: 'robot' }],
    ['a phone that is not international', { ...person('12345678Z'), phone: '600 000 000' }],
    ['no email to deliver by email', { ...person('12345678Z'), email: undefined }],
  ])('(assumption) refused with the field named: %s', async (_, signer) => {
    const { status, body } = await create(signer)
    expect(status).toBe(400)
    expect(body.details[0].field).toMatch(/^signer/)
  })
})

describe('"Signature sentinel ID numbers"', () => {
  const rows = [
    ['00000000T', 'signed'],
    ['00000001R', 'rejected'],
    ['00000002W', 'expired'],
  ] as const

  it.each(rows)('person, signer.idNumber %s: %s', async (idNumber, final) => {
    const { body } = await create(person(idNumber))
    await reaches(body.id, final)
  })

  it.each(rows)('company, signer.representative.idNumber %s: %s', async (idNumber, final) => {
    const { body } = await create(company(idNumber))
    await reaches(body.id, final)
  })

  it('"with any other valid ID number the request stays sent"', async () => {
    const other = (await create(person('12345678Z'))).body
    const later = (await create(person('00000000T'))).body
    await reaches(later.id, 'signed')
    expect(await read(other.id)).toMatchObject({ status: 'sent' })
  })
})

describe('documents[].signedDocumentUrl', () => {
  it('is there when signed and not before, "needs the API token", and is a PDF', async () => {
    const { body } = await create(person('00000000T'))
    expect(JSON.stringify(body)).not.toContain('signedDocumentUrl')
    await reaches(body.id, 'signed')
    const { signedDocumentUrl } = (await read(body.id)).documents[0]
    expect((await fetch(signedDocumentUrl)).status).toBe(401)
    const { status, headers, body: pdf } = await call('GET', signedDocumentUrl)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('is not there when it was rejected', async () => {
    const { body } = await create(person('00000001R'))
    await reaches(body.id, 'rejected')
    expect(JSON.stringify(await read(body.id))).not.toContain('signedDocumentUrl')
  })
})
