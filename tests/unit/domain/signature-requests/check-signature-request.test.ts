import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signerBody } from '#shared/api/signature.ts'
import {
  SIGNABLE,
  SIGNATURE_REQUEST_FIELD_NAMES,
  type SignatureRequestField,
  emptySignatureRequestFields,
  takesExtra,
  type SignatureRequestForm,
} from '#shared/domain/signature-requests/fields.ts'
import {
  checkSignatureRequest,
  checkSignatureRequestField,
  signerType,
  readExtra,
  signerOf,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import { provinceOfName } from '#shared/domain/addresses.ts'
import { personLetter } from '#shared/domain/tax-id.ts'
import { provinceNames } from '#shared/text/labels.ts'

const PERSON = { idNumber: '12345678Z', fullname: 'Ana Ribera', email: 'ana@ribera.es' }
const COMPANY = {
  ...PERSON,
  idNumber: 'B12345674',
  fullname: 'Ribera, S.L.',
  representativeIdNumber: '12345678Z',
}
const form = (
  fields: Partial<Record<SignatureRequestField, string>>,
  more: Partial<SignatureRequestForm> = {},
): SignatureRequestForm => ({
  document: 'mandate-generic',
  accepted: [],
  ...more,
  fields: { ...emptySignatureRequestFields(), ...fields },
})
const check = (name: SignatureRequestField, ...args: Parameters<typeof form>) =>
  checkSignatureRequestField(name, form(...args))

test.each([
  ['a person', PERSON],
  ['a company', COMPANY],
])('%s with what is needed may be sent', (_who, fields) => {
  expect(checkSignatureRequest(form(fields))).toEqual({ clear: true, problems: [] })
})

test.each(['idNumber', 'fullname', 'email'] as const)('without %s it may not', (name) => {
  const { clear, problems } = checkSignatureRequest(form({ ...PERSON, [name]: ' ' }))
  expect(clear).toBe(false)
  expect(problems).toEqual([{ field: name, check: { level: 'missing', problem: 'missing' } }])
})

describe('the identifier decides who signs', () => {
  test.each([
    ['12345678z', 'person'],
    ['X1234567L', 'person'],
    ['K0000000T', 'person'],
    ['12345678A', 'person'],
    ['B-12345674', 'company'],
    ['PA1234567', null],
    ['', null],
  ])('%s: %s', (text, type) => expect(signerType(text)).toBe(type))

  test('a wrong letter is an error, with the right one', () => {
    expect(check('idNumber', { idNumber: '12345678A' })).toEqual({
      level: 'error',
      problem: 'tax-id-letter',
      echo: '12345678A',
      suggestions: ['12345678Z'],
    })
    // It can never be accepted.
    expect(check('idNumber', { idNumber: '12345678A' }, { accepted: ['id-control'] }).level).toBe('error')
  })

  test('a wrong control of an entity may be gone on with, once it was looked at', () => {
    const wrong = { problem: 'tax-id-control', accept: 'id-control', suggestions: ['B12345674'] }
    expect(check('idNumber', { idNumber: 'B12345670' })).toMatchObject({ level: 'error', ...wrong })
    expect(check('idNumber', { idNumber: 'B12345670' }, { accepted: ['id-control'] })).toMatchObject({
      level: 'warning',
      ...wrong,
    })
  })

  test('a passport signs nothing here', () => {
    expect(check('idNumber', { idNumber: 'PAA123456' })).toEqual({
      level: 'error',
      problem: 'tax-id-unrecognised',
    })
  })

  test('who signs for a company is a person', () => {
    const of = (representativeIdNumber: string) =>
      check('representativeIdNumber', { ...COMPANY, representativeIdNumber })
    expect(of('')).toEqual({ level: 'missing', problem: 'missing' })
    expect(of('A58818501')).toMatchObject({ level: 'error', problem: 'representative-company' })
    expect(of('12345678A')).toMatchObject({
      level: 'error',
      problem: 'tax-id-letter',
      suggestions: ['12345678Z'],
    })
    expect(of('x1234567l')).toEqual({ level: 'ok', echo: 'X1234567L' })
    expect(check('representativeIdNumber', { ...PERSON, representativeIdNumber: 'X1234567L' })).toMatchObject(
      {
        level: 'warning',
        problem: 'representative-unused',
      },
    )
  })

  test.each(['Ribera, S.L.', 'TALLERES RIBERA SL', 'Ribera S.L.U.', 'Autos Sur S.A', 'Hermanos Ribera C.B.'])(
    'the name of a company with the number of a person: %s',
    (fullname) => {
      expect(check('fullname', { ...PERSON, fullname })).toEqual({
        level: 'warning',
        problem: 'name-company',
      })
      expect(check('fullname', { ...COMPANY, fullname })).toEqual({ level: 'ok' })
    },
  )
  test.each(['12345678z', 'X1234567L', 'B-12345674'])('a NIF in the place of a name: %s', (fullname) => {
    expect(check('fullname', { ...PERSON, fullname })).toEqual({ level: 'error', problem: 'name-is-tax-id' })
  })
  test.each(['Ana Salas', 'José Ansa', 'María Isla', 'Luis Sala Coll'])('a person called %s', (fullname) => {
    expect(check('fullname', { ...PERSON, fullname })).toEqual({ level: 'ok' })
  })

  test('what represents an entity is signed for one', () => {
    expect(check('idNumber', PERSON, { document: 'entity-representation' })).toMatchObject({
      level: 'warning',
      problem: 'not-a-company',
    })
    expect(check('idNumber', COMPANY, { document: 'entity-representation' }).level).toBe('ok')
  })
})

describe('how it is delivered', () => {
  test('by e-mail unless it is said otherwise', () => {
    expect(check('email', { ...PERSON, email: '' }).level).toBe('missing')
    expect(check('email', { ...PERSON, email: '', deliveryMethod: 'sms' }).level).toBe('empty')
    expect(check('deliveryMethod', { deliveryMethod: ' Email ' })).toEqual({ level: 'ok' })
    expect(check('deliveryMethod', { deliveryMethod: 'sms' })).toEqual({
      level: 'warning',
      problem: 'method-unknown',
    })
  })
  test('a method that is not known needs somewhere to go', () => {
    const nowhere = { ...PERSON, email: '', deliveryMethod: 'sms' }
    expect(check('phone', nowhere)).toEqual({ level: 'missing', problem: 'contact-missing' })
    expect(checkSignatureRequest(form(nowhere)).clear).toBe(false)
    expect(checkSignatureRequest(form({ ...nowhere, phone: '612345678' })).clear).toBe(true)
  })
  test('a landline warns where a message may be sent', () => {
    const phone = '914 12 34 56'
    expect(check('phone', { ...PERSON, phone })).toEqual({ level: 'ok', echo: '+34 914 12 34 56' })
    expect(check('phone', { ...PERSON, phone, deliveryMethod: 'sms' })).toMatchObject({
      level: 'warning',
      problem: 'phone-landline',
      accept: 'landline',
    })
    expect(check('phone', { ...PERSON, phone: '12' })).toEqual({ level: 'error', problem: 'phone-invalid' })
  })
})

describe('the address', () => {
  test('the postal code says the province', () => {
    expect(check('zipCode', { zipCode: '28 013' })).toEqual({ level: 'ok', echo: 'Madrid' })
    expect(check('zipCode', { zipCode: '28001.0' })).toEqual({ level: 'ok', echo: '28001 · Madrid' })
    expect(check('zipCode', { zipCode: '8001' })).toEqual({
      level: 'warning',
      problem: 'postal-unknown',
      suggestions: ['08001'],
    })
    expect(check('phone', { phone: '913123456 / 612345678' })).toEqual({
      level: 'error',
      problem: 'phone-invalid',
      suggestions: ['+34 913 12 34 56', '+34 612 34 56 78'],
    })
    expect(check('zipCode', { zipCode: '99999' })).toMatchObject({
      level: 'warning',
      problem: 'postal-unknown',
    })
    expect(check('provinceName', { zipCode: '28013' })).toEqual({ level: 'empty', suggestions: ['Madrid'] })
  })
  test.each([
    ['35001', 'Palmas, Las'],
    ['15001', 'La Coruña'],
    ['15001', 'coruña, a'],
    ['03001', 'Alacant'],
    ['48001', 'BIZKAIA'],
    ['07001', 'Baleares'],
    ['38001', 'Sta. Cruz de Tenerife'],
    ['28013', 'Otra cosa'],
  ])('%s is in %s', (zipCode, provinceName) => {
    expect(check('provinceName', { zipCode, provinceName })).toEqual({ level: 'ok' })
  })
  test('another province only warns', () => {
    expect(check('provinceName', { zipCode: '28013', provinceName: 'Toledo' })).toEqual({
      level: 'warning',
      problem: 'province-other',
      suggestions: ['Madrid'],
      accept: 'postal-province',
    })
  })
  test('every province is found by its own name', () => {
    for (const [code, name] of provinceNames) expect(provinceOfName(name.toUpperCase())).toBe(code)
  })
})

describe('what is added to the body', () => {
  test.each([
    ['', true],
    [' {"a": 1} ', true],
    ['{"a": {"b": [1, null]}}', true],
    ['{"a": 1', 'extra-not-json'],
    ['[1]', 'extra-not-object'],
    ['null', 'extra-not-object'],
    ['"texto"', 'extra-not-object'],
    ['{"signer": {}}', 'extra-signer'],
    ['{"__proto__": {"signer": 1}}', 'extra-signer'],
    [`{"a":${'['.repeat(60)}${']'.repeat(60)}}`, 'extra-too-deep'],
  ])('%s: %s', (text, expected) => {
    const read = readExtra(text)
    expect(read.ok || read.problem).toBe(expected)
    const document = 'sales-agreement'
    const level = text === '' ? 'empty' : expected === true ? 'ok' : 'error'
    expect(check('extra', { extra: text }, { document }).level).toBe(level)
    // The generic mandate takes none: a text typed for another document stays unchanged.
    expect(check('extra', { extra: text }).level).toBe('empty')
  })
  test('it never says who signs', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = readExtra(text)
        if (read.ok) expect(Object.hasOwn(read.value, 'signer')).toBe(false)
      }),
    )
  })
  test('four of the five take it', () => {
    expect(SIGNABLE.filter(takesExtra)).toHaveLength(4)
  })
})

const anything = fc.record(
  Object.fromEntries(
    SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, fc.oneof(fc.constant(''), fc.string())]),
  ),
) as fc.Arbitrary<Record<SignatureRequestField, string>>
const dni = fc
  .integer({ min: 0, max: 99_999_999 })
  .map((n) => String(n).padStart(8, '0'))
  .map((digits) => digits + personLetter(digits))

test('whatever is typed, it is judged, and what may be sent is what the service takes', () => {
  const good = fc.record({
    idNumber: fc.oneof(dni, fc.constant('B12345674'), fc.string()),
    representativeIdNumber: fc.oneof(dni, fc.constant('')),
    email: fc.constantFrom('ana@ribera.es', ' a.b@c-d.com ', 'no'),
    phone: fc.constantFrom('', '612 34 56 78', '+351 912 345 678', '914123456', '5'),
    zipCode: fc.constantFrom('', '28.013', '1000-001', '99'),
    fullname: fc.constantFrom('Ana  Ribera\t', 'Ñ', ' '),
    deliveryMethod: fc.constantFrom('', 'EMAIL', 'sms'),
  })
  let sendable = 0
  fc.assert(
    fc.property(anything, good, fc.constantFrom(...SIGNABLE), (fields, usual, document) => {
      const whole = form({ ...fields, ...usual }, { document })
      const { clear } = checkSignatureRequest(whole)
      const signer = signerOf(whole.fields)
      if (!clear) return
      sendable++
      expect(signerBody.safeParse(signer).error).toBeUndefined()
      expect(JSON.stringify(signer)).not.toContain('"  ')
    }),
    { numRuns: 2_000 },
  )
  expect(sendable).toBeGreaterThan(50)
})

test('a DNI has one letter: any other is an error that names it', () => {
  fc.assert(
    fc.property(dni, fc.constantFrom(...'TRWAGMYFPDXBNJZSQVHLCKE'), (id, letter) => {
      const typed = id.slice(0, 8) + letter
      const checked = check('idNumber', { ...PERSON, idNumber: typed })
      if (typed === id) expect(checked.level).toBe('ok')
      else expect(checked).toMatchObject({ level: 'error', suggestions: [id] })
    }),
  )
})
