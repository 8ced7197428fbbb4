import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessDocumentType } from '#shared/domain/procedures/document-type.ts'
import { FILE_ENDINGS, fileKindOf, FILE_KINDS } from '#shared/domain/procedures/document-file.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { preflight, type PreflightInput } from '#shared/domain/procedures/preflight.ts'
import { isDeduced } from '#shared/domain/procedures/recognise-document.ts'
import { BUILT_IN_CHECKLISTS, type ChecklistFields } from '#shared/domain/procedures/checklists.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { documentLabel } from '#shared/text/labels.ts'
import type { Outcome } from '#shared/domain/plate-verdict.ts'
import { saidOf } from '#tests/fakes/plate-reports.ts'

test.each([
  ['DNI comprador 2 caras.pdf', 'national_id'],
  ['dni-vendedor.pdf', 'national_id'],
  ['DNIcomprador.PDF', 'national_id'],
  ['NIF_Ana.jpg', 'national_id'],
  ['NIE Ahmed.pdf', 'foreigner_id'],
  ['pasaporte.png', 'passport'],
  ['CIF Autos Lozano SL.pdf', 'tax_id'],
  ['permiso de circulación.pdf', 'veh_registration_cert'],
  ['Ficha técnica ITV.pdf', 'technical_sheet'],
  ['contrato-3308kdr.pdf', 'sales_agreement'],
  ['Compraventa.pdf', 'sales_agreement'],
  ['Factura F-2026-0859.pdf', 'invoice'],
  ['escritura poderes.pdf', 'power_of_attorney'],
  ['mandato-firmado.pdf', 'representation_auth'],
  ['autorización representación.pdf', 'representation_auth'],
  ['contrato leasing.pdf', 'leasing_renting_contract'],
  ['Declaración de extravío del permiso.pdf', 'lost_documents_declaration'],
  ['declaracion responsable.pdf', 'responsible_declaration'],
  ['escritura de herencia.pdf', 'inheritance_deed'],
  ['empadronamiento.pdf', 'residence_registration_cert'],
  ['IMG_2041.jpg', 'other'],
  ['escaneo 0001.pdf', 'other'],
  ['', 'other'],
])('%j is probably a %s', (name, type) => {
  expect(guessDocumentType(name)).toBe(type)
})

test('a guess is always a type that has a name', () => {
  fc.assert(fc.property(fc.string(), (name) => documentLabel(guessDocumentType(name)) !== ''))
})

test('what a file is, by its first bytes alone', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    )
  expect(fileKindOf(bytes('%PDF-1.4'))).toBe('pdf')
  expect(fileKindOf(bytes('\n\n'.repeat(100), '%PDF-1.4'))).toBe('pdf')
  expect(fileKindOf(bytes(' '.repeat(1_024), '%PDF-1.4'))).toBeNull()
  expect(fileKindOf(bytes([0xff, 0xd8, 0xff, 0xdb]))).toBe('jpeg')
  expect(fileKindOf(bytes('\x89PNG\r\n\x1a\n'))).toBe('png')
  expect(fileKindOf(bytes([0, 0, 0, 24], 'ftypmif1'))).toBe('heic')
  // Videos and other pictures use the same container.
  expect(fileKindOf(bytes([0, 0, 0, 24], 'ftypisom'))).toBeNull()
  for (const text of ['', 'PK\x03\x04', 'MZ', '<html>', 'GIF89a']) expect(fileKindOf(bytes(text))).toBeNull()
  expect(Object.keys(FILE_KINDS).map((kind) => FILE_ENDINGS[kind as 'pdf'][0])).toEqual([
    'pdf',
    'jpg',
    'png',
    'heic',
  ])
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), (head) => void fileKindOf(head)))
})

const parties = (sellerTaxId = '', buyerTaxId = '') => ({ sellerTaxId, buyerTaxId })
const typed = (types: readonly string[]) => types.map((type) => ({ type }))
const missing = (kind: DraftKind, fields: ChecklistFields, types: readonly string[]) =>
  requirementsOf(kind, { fields }, typed(types), BUILT_IN_CHECKLISTS).flatMap(({ id, met }) =>
    met ? [] : id,
  )

test('the checklist of a transfer: two parties need two identities, a company also a power of attorney', () => {
  expect(missing('transfer', parties(), ['national_id'])).toEqual([
    'buyer-identity',
    'agreement',
    'registration-cert',
    'technical-sheet',
    'mandate',
  ])
  const serviceDocuments = [
    'national_id',
    'foreigner_id',
    'invoice',
    'veh_registration_cert',
    'technical_sheet',
    'representation_auth',
  ]
  expect(missing('transfer', parties(), serviceDocuments)).toEqual([])
  // A company is known by its own card. The DNI of the other party and of the representative are two.
  expect(missing('transfer', parties('B12345674'), serviceDocuments)).toEqual([
    'seller-identity',
    'power-of-attorney',
  ])
  expect(
    missing('transfer', parties('B12345674'), [...serviceDocuments, 'tax_id', 'power_of_attorney']),
  ).toEqual([])
  expect(missing('transfer', parties(), ['inheritance_deed', 'national_id'])).not.toContain('buyer-identity')
})

const identities = (names: readonly string[], fields: Partial<ChecklistFields> = {}, type = 'national_id') =>
  requirementsOf(
    'transfer',
    { fields: { ...parties(), ...fields } },
    names.map((name) => ({ type, name })),
    BUILT_IN_CHECKLISTS,
  )
    .filter(({ id }) => id.endsWith('identity'))
    .map(({ met, isUnsure }) => (met ? 'there' : isUnsure ? 'unsure' : 'missing'))

test.each([
  [['DNI vendedor anverso.jpg', 'DNI vendedor reverso.jpg'], 'there', 'missing'],
  [['DNI_comprador_1.jpg', 'DNI_comprador_2.jpg'], 'missing', 'there'],
  [['DNIvendedor.pdf', 'DNIcomprador.pdf'], 'there', 'there'],
  [['dni transmitente.pdf', 'dni adquirente.pdf'], 'there', 'there'],
  [['DNI anverso.jpg', 'DNI reverso.jpg'], 'there', 'unsure'],
  [['DNI.jpg'], 'there', 'missing'],
  [['DNI vendedor.jpg', 'IMG_0021.jpg'], 'there', 'unsure'],
  [['DNI comprador.jpg', 'IMG_0021.jpg'], 'unsure', 'there'],
  [['DNI vendedor y comprador.pdf'], 'there', 'there'],
  [['DNI compraventa.jpg', 'DNI 2.jpg'], 'there', 'unsure'],
])('papers of identity %j: seller %s, buyer %s', (names, seller, buyer) => {
  expect(identities(names)).toEqual([seller, buyer])
})

test('a paper belongs to the party whose name or NIF is in its own', () => {
  const fields = {
    sellerName: 'Andrés Lozano Gil',
    buyerName: 'Nuria Lozano Castell',
    sellerTaxId: '98765432M',
    buyerTaxId: '12345678Z',
  }
  expect(identities(['DNI Lozano Gil.jpg', 'DNI nuria.jpg'], fields)).toEqual(['there', 'there'])
  expect(identities(['DNI Andres 1.jpg', 'DNI Andres 2.jpg'], fields)).toEqual(['there', 'missing'])
  expect(identities(['12345678-Z.pdf'], fields)).toEqual(['missing', 'there'])
  // Both have that surname.
  expect(identities(['DNI Lozano.jpg', 'DNI Lozano 2.jpg'], fields)).toEqual(['there', 'unsure'])
  // A company has no DNI: its card of NIF and another person's DNI are two parties.
  const company = { sellerTaxId: '98765432M', buyerTaxId: 'B12345674' }
  expect(
    requirementsOf(
      'transfer',
      { fields: { ...parties(), ...company } },
      typed(['tax_id']),
      BUILT_IN_CHECKLISTS,
    )
      .filter(({ met }) => met)
      .map(({ id }) => id),
  ).toEqual(['buyer-identity'])
  expect(missing('transfer', { ...parties(), ...company }, ['tax_id', 'national_id'])).not.toContain(
    'seller-identity',
  )
})

test('another paper never makes anything missing', () => {
  const type = fc.constantFrom(
    'national_id',
    'tax_id',
    'invoice',
    'inheritance_deed',
    'lost_documents_declaration',
    'other',
  )
  fc.assert(
    fc.property(
      fc.constantFrom('registration', 'transfer', 'notification'),
      fc.array(type),
      type,
      (kind, serviceDocuments, more) => {
        const before = missing(kind, parties(), serviceDocuments)
        expect(missing(kind, parties(), [...serviceDocuments, more]).every((id) => before.includes(id))).toBe(
          true,
        )
      },
    ),
  )
})

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const input = (over: Partial<PreflightInput> = {}): PreflightInput => ({
  kind: 'transfer',
  form: {
    fields: {
      ...emptyForm().fields,
      vrm: '1234BCD',
      taxableBase: '1',
      invoiceNumber: 'F',
      userEmail: 'a@b.es',
    },
    accepted: [],
  },
  documents: [],
  checklists: BUILT_IN_CHECKLISTS,
  verdict: verdictOf('transferable', NOW - 60_000),
  duplicates: [],
  available: 'yes',
  online: true,
  now: NOW,
  ...over,
})
const verdictOf = (outcome: Outcome, checkedAt: number): PreflightInput['verdict'] => ({
  outcome: saidOf(outcome),
  checkedAt,
  kind: 'reduced',
  disagrees: false,
})
const level = (over: Partial<PreflightInput>, id: string) =>
  preflight(input(over)).checks.find((check) => check.id === id)?.level

test('what blocks and what only advises', () => {
  expect(preflight(input()).clear).toBe(true)
  expect(level({}, 'documents')).toBe('advice')
  expect(level({ verdict: verdictOf('not_transferable', NOW) }, 'verdict')).toBe('advice')
  expect(level({ verdict: verdictOf('transferable', NOW - 25 * 3_600_000) }, 'verdict')).toBe('advice')
  expect(level({ verdict: { ...verdictOf('transferable', NOW)!, disagrees: true } }, 'verdict')).toBe(
    'advice',
  )
  expect(level({ verdict: null }, 'verdict')).toBe('wait')
  expect(level({ online: false }, 'connection')).toBe('advice')
  // With nothing to compare, nothing was compared.
  for (const kind of ['transfer', 'notification', 'registration'] as const)
    expect(level({ kind, form: emptyForm() }, 'duplicates')).toBe('wait')
  const duplicates = [{ where: 'draft', id: 'd', by: 'vrm', kind: 'transfer', status: 'editing' }] as const
  expect(level({ duplicates }, 'duplicates')).toBe('advice')
  expect(preflight(input({ duplicates, online: false, verdict: null })).clear).toBe(true)
  for (const blocked of [
    { available: 'no-path' },
    { available: 'nothing-persists' },
    { documents: [{ id: 'd', type: 'other', bad: true }] },
    { form: emptyForm() },
  ] as Partial<PreflightInput>[])
    expect(preflight(input(blocked)).clear).toBe(false)
})

test('the same person on both sides, and a term that is over, are advised', () => {
  const fields = {
    ...input().form.fields,
    sellerTaxId: '12345678Z',
    buyerTaxId: '12.345.678-z',
    contractDate: '01/10/2026',
  }
  const over = { form: { fields, accepted: [] } }
  expect(level(over, 'parties')).toBe('advice')
  const check = preflight(input(over)).checks.find(({ id }) => id === 'deadline')
  expect(check).toMatchObject({
    level: 'advice',
    deadlines: [
      { party: 'seller', left: -40 },
      { party: 'buyer', left: -20 },
    ],
  })
})

test('a document that nothing was guessed of is not among the deduced', () => {
  const documents = ['national_id', 'invoice', 'other', 'other'].map((type) => ({ type, guessed: true }))
  expect(documents.filter(isDeduced)).toHaveLength(2)
  expect(isDeduced({ type: 'invoice', guessed: false })).toBe(false)
})
