import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Body, isBody } from '#shared/domain/service-body.ts'
import {
  documentsIn,
  inOrder,
  isSolvable,
  replacementType,
  serviceDocumentsIn,
  procedureFacts,
  procedureType,
  vehicleOf,
} from '#renderer/features/procedures/procedure-facts.ts'
import { signatureFacts, signatureType, signerFacts } from '#renderer/features/resources/facts.tsx'
import { incidentsIn } from '#shared/text/incidents.ts'

const words = (facts: { label: string; words: string }[]) =>
  facts.map(({ label, words: said }) => `${label}: ${said}`)

describe('a procedure', () => {
  test('is read in the words of the desk', () => {
    const body = {
      type: 'VEHICLE_TRANSFER',
      vrm: '3308KDR',
      taxableBase: 8250,
      invoiceNumber: 'F-2026/0859',
      companyTaxId: 'B12345674',
      docRecipient: null,
      docRecipientAddress: {},
      createdAt: '2026-11-17T08:12:00.000Z',
      updatedAt: 'ayer',
    }
    expect(procedureType(body)).toBe('Transferencia')
    expect(words(procedureFacts(body))).toEqual([
      'Matrícula: 3308 KDR',
      'Base imponible: 8.250,00\u00a0€',
      'N.º de factura: F-2026/0859',
      'NIF de la empresa: B12345674',
      'Creado: ',
      'Último cambio: ',
    ])
    expect(procedureFacts(body).flatMap(({ when }) => when ?? [])).toEqual([
      Date.parse('2026-11-17T08:12:00.000Z'),
      'ayer',
    ])
  })

  test('fields of another type are shown as they came, or left out', () => {
    const body = {
      type: 7,
      typeDescription: '  ',
      vehicle: 'un Seat',
      vrm: null,
      taxableBase: '8.250 euros',
      invoiceNumber: { number: 7 },
      createdAt: 12,
    }
    expect(procedureType(body)).toBe('Otro trámite')
    expect(words(procedureFacts(body))).toEqual([
      'Base imponible: 8.250 euros',
      'N.º de factura: Number: 7',
      'Creado: ',
    ])
    expect(procedureFacts({ taxableBase: 1e300 })[0]?.words).toBe('1e+300')
  })

  test('who gets the papers and what was noted down, of whatever shape', () => {
    const body = {
      docRecipient: { name: 'Lozano Ocasión' },
      docRecipientAddress: { street: 'Mayor, 3', zipCode: null },
      metadata: { origen: 'web', vacio: null, pasos: [1, 2] },
    }
    expect(words(procedureFacts(body))).toEqual([
      'Destinatario: Name: Lozano Ocasión',
      'Dirección de envío: Mayor, 3',
      'Dato «origen»: web',
      'Dato «pasos»: 1; 2',
    ])
    expect(words(procedureFacts({ docRecipient: null, docRecipientAddress: {}, metadata: {} }))).toEqual([])
    expect(words(procedureFacts({ metadata: 'nada', docRecipientAddress: null }))).toEqual([
      'Dato «metadata»: nada',
    ])
  })

  test('a registration has its chassis and, once assigned, its plate', () => {
    const vehicle = { vin: 'YV1UZ8A41N1657302', vrm: '1657NFG' }
    expect(words(procedureFacts({ vehicle }))).toEqual([
      'Matrícula: 1657 NFG',
      'Bastidor: YV1 UZ8A4 1N1 657302',
    ])
  })
})

describe('incidents', () => {
  test('who has to move, and what to do', () => {
    const read = incidentsIn({
      incidents: [
        { type: 'unreadable-document', level: 'document', documentId: 'd1', description: 'Falta la cara B' },
        { type: 'waiting-620-validation', level: 'hold', createdAt: '2026-11-17T10:30:00.000Z' },
        { type: 'moon-phase', description: 'La luna no acompaña' },
        { type: 'seizure', level: 'celestial', solved: true, solvedAt: '2026-11-18T10:30:00.000Z' },
        'nothing',
        {},
      ],
    })
    expect(read?.map(({ title, waitsFor, level, solved }) => [title, waitsFor, level, solved])).toEqual([
      ['Documento ilegible', 'us', 'Sobre un documento · depende de ti', false],
      ['Pendiente de validación del 620 (ITP)', 'others', 'En espera · depende de terceros', false],
      ['La luna no acompaña', 'us', 'Bloqueante · depende de ti', false],
      ['Embargo', 'us', 'Depende de ti', true],
      ['', 'us', 'Bloqueante · depende de ti', false],
    ])
    expect(read?.map(({ description }) => description)).toEqual(['Falta la cara B', '', '', '', ''])
    expect(read?.[0]).toMatchObject({ documentId: 'd1', step: 'Repite el escaneo (300 ppp, sin reflejos)' })
    expect(read?.[2]?.step).toBe('')
  })

  test('what waits for the desk is in the order in which it is dealt with, and only that can be solved', () => {
    const read =
      incidentsIn({
        incidents: [
          { id: 'odd', level: 'celestial', type: 'seizure' },
          { id: 'paper', level: 'document', type: 'expired-document', documentId: 'd2' },
          { id: 'stop', level: 'blocker', type: 'unpaid-ivtm-tax' },
          { id: 'wait', level: 'hold', type: 'registry-rejected' },
          { id: 'over', level: 'blocker', type: 'seizure', solved: true },
          { level: 'blocker', type: 'seizure' },
        ],
      }) ?? []
    expect(inOrder(read.slice(0, 3)).map(({ id }) => id)).toEqual(['stop', 'paper', 'odd'])
    expect(read.filter(isSolvable).map(({ id }) => id)).toEqual(['odd', 'paper', 'stop'])
    const serviceDocuments = [{ documentId: 'd2', type: 'sales_agreement' }]
    expect(read.map((one) => replacementType(one, serviceDocuments))).toEqual([
      '',
      'sales_agreement',
      '',
      '',
      '',
      '',
    ])
  })

  test('a list that did not come is not an empty one', () => {
    expect(incidentsIn({ incidents: null })).toBeNull()
    expect(incidentsIn({})).toBeNull()
    expect(incidentsIn({ incidents: {} })).toBeNull()
    expect(incidentsIn({ incidents: [] })).toEqual([])
  })
})

test('documents: the service names them, else their type does', () => {
  expect(
    documentsIn(
      {
        documents: [
          { id: 'd1', type: 'national_id', name: 'DNI del comprador' },
          { id: 'd2', type: 'power_of_attorney', name: 'escaneado.pdf' },
          { type: 'technical_sheet', name: 'ficha técnica (itv)' },
          { type: 'never_seen', createdAt: null },
          {},
        ],
      },
      'documents',
    )?.map(({ name, type }) => [name, type]),
  ).toEqual([
    ['DNI del comprador', ''],
    ['escaneado.pdf', 'Poder / escritura de poderes'],
    ['ficha técnica (itv)', ''],
    ['Otro documento', ''],
    ['', ''],
  ])
  expect(documentsIn({ documents: 'three' }, 'documents')).toBeNull()
})

test('a signature, and its signer of whatever shape', () => {
  expect(words(signatureFacts({ type: 'mandate-specific' }))).toEqual(['Documento: Mandato específico'])
  expect(signatureType({ type: 'never-seen' })).toBe('Otro documento')
  const signer = {
    type: 'company',
    fullname: 'Ocasión Vega, S.L.',
    idNumber: 'B12345674',
    representative: { idNumber: '12345678Z' },
    address: { street: 'Mayor, 3', zipCode: '46900', municipalityName: 'Torrent' },
    deliveryMethod: 'pigeon',
  }
  const company = signerFacts({ signer })
  expect(words(company.seen)).toEqual([
    'Nombre: Ocasión Vega, S.L.',
    'Tipo: Persona jurídica',
    'Forma de envío: Otro medio',
  ])
  expect(words(company.personal)).toEqual([
    'NIF: B12345674',
    'NIF del representante: 12345678Z',
    'Domicilio: Mayor, 3, 46900 Torrent',
  ])
  const unknown = signerFacts({ signer: 'Nuria Ferrer' })
  expect([unknown.seen, words(unknown.personal)]).toEqual([[], ['Nombre: Nuria Ferrer']])
  expect(signerFacts({ signer: null })).toEqual({ seen: [], personal: [] })
})

describe('whatever comes', () => {
  const names = [
    'type', 'typeDescription', 'vehicle', 'vrm', 'vin', 'taxableBase', 'incidents', 'documents',
    'generatedDocuments', 'signer', 'createdAt', 'updatedAt', 'docRecipient', 'docRecipientAddress',
    'level', 'description', 'solved', 'documentId', 'name', 'address', 'representative', 'status',
    'constructor', '__proto__', 'toString',
  ] // prettier-ignore
  const { body } = fc.letrec<{ value: unknown; body: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, -1, NaN, 1e308, '', ' ', '2026-13-45', '+275760-09-13T00:00:00Z'),
      fc.string(),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('body'),
    ),
    body: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 8 }),
  }))

  test('no body makes any of it throw, and what is read is words', () => {
    fc.assert(
      fc.property(body, (any) => {
        expect(isBody(any)).toBe(true)
        const read = any as Body
        const said = [
          procedureType(read),
          signatureType(read),
          ...[procedureFacts(read), signatureFacts(read), ...Object.values(signerFacts(read))]
            .flat()
            .map((one) => one.words),
          ...Object.values(vehicleOf(read)),
          ...(serviceDocumentsIn(read, 'client') ?? []).flatMap((one) => [
            one.documentId,
            one.type,
            one.name,
          ]),
          ...(incidentsIn(read) ?? []).flatMap((one) => [one.title, one.level, one.description, one.step]),
          ...(documentsIn(read, 'documents') ?? []).flatMap((one) => [one.name, one.type]),
        ]
        for (const one of said) expect(typeof one).toBe('string')
      }),
    )
  })
})
