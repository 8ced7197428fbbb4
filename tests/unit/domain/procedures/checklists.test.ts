import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checklistFileSchema, choiceSchema, itemsSchema } from '#shared/bridge/checklists.ts'
import {
  BUILT_IN_CHECKLISTS,
  type ChecklistForm,
  checklistKey,
  DOCUMENT_PARTIES,
  mergeChecklists,
  type ChecklistItem,
  checklistOf,
  SIGNERS,
  SITUATIONS,
  situationChoices,
  toldChoices,
} from '#shared/domain/procedures/checklists.ts'
import { guessDocumentType, OTHER_TYPES } from '#shared/domain/procedures/document-type.ts'
import { type OwnedDocument, recogniseParty } from '#shared/domain/procedures/document-party.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import { formLike } from '#shared/domain/procedures/template.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { checklistPlace, choiceLabel, situationLabels } from '#shared/text/checklists.ts'
import { requirementLabel } from '#shared/text/fields.ts'

const FIELDS = {
  sellerTaxId: '98765432M',
  buyerTaxId: '12345678Z',
  sellerName: 'Andrés Lozano Gil',
  buyerName: 'Nuria Castell Prats',
}
const idsOf = (form: Partial<ChecklistForm> = {}, documents: readonly OwnedDocument[] = []) =>
  checklistOf('transfer', { fields: FIELDS, ...form }, documents, BUILT_IN_CHECKLISTS).map(({ id }) => id)
const metBy = (documents: readonly OwnedDocument[], form: Partial<ChecklistForm> = {}) =>
  requirementsOf('transfer', { fields: FIELDS, ...form }, documents, BUILT_IN_CHECKLISTS)
    .filter(({ met }) => met)
    .map(({ id }) => id)

const IDENTITY_TYPES = ['national_id', 'foreigner_id', 'passport', 'tax_id', OTHER_TYPES.familyBook] as const
const form = fc.record({
  fields: fc.record({
    sellerTaxId: fc.constantFrom('', '98765432M', 'B12345674', 'X1234567L', 'K0000000T'),
    buyerTaxId: fc.constantFrom('', '12345678Z', 'B12345674', 'Y0000000Z'),
    sellerName: fc.constantFrom('', FIELDS.sellerName),
    buyerName: fc.constantFrom('', FIELDS.buyerName),
  }),
  situations: fc.subarray([...situationChoices('transfer', BUILT_IN_CHECKLISTS)]),
})

test('two sides of one document never meet what another party lacks', () => {
  const side = fc.record({
    type: fc.constantFrom(...IDENTITY_TYPES),
    party: fc.constantFrom('seller', 'buyer', 'representative'),
  })
  fc.assert(
    fc.property(form, side, fc.array(side), (data, card, others) => {
      const list = (documents: readonly OwnedDocument[]) =>
        requirementsOf('transfer', data, documents, BUILT_IN_CHECKLISTS)
      const before = list(others)
      const sides = list([...others, { ...card, name: 'anverso.jpg' }, { ...card, name: 'reverso.jpg' }])
      for (const [at, { party, met }] of sides.entries())
        if (party !== card.party) expect(met).toBe(before[at]?.met)
    }),
  )
})

test('two sides whose party nothing tells are of one party at most', () => {
  fc.assert(
    fc.property(form, fc.constantFrom(...IDENTITY_TYPES), (data, type) => {
      const met = requirementsOf(
        'transfer',
        data,
        [
          { type, name: 'IMG_1.jpg' },
          { type, name: 'IMG_2.jpg' },
        ],
        BUILT_IN_CHECKLISTS,
      ).filter(({ party, met: isMet }) => isMet && party !== 'none')
      expect(new Set(met.map(({ party }) => party)).size).toBeLessThanOrEqual(1)
    }),
  )
})

test('a party that the user chose counts more than the name of the file', () => {
  const card = { type: 'national_id', name: 'DNI vendedor.jpg' }
  expect(metBy([card])).toEqual(['seller-identity'])
  expect(metBy([{ ...card, party: 'buyer' }])).toEqual(['buyer-identity'])
  // A card of somebody else is of no party.
  expect(metBy([{ ...card, party: 'none' }])).toEqual([])
  expect(
    metBy([{ type: 'national_id', name: 'DNI apoderado.pdf' }], {
      fields: { ...FIELDS, buyerTaxId: 'B12345674' },
    }),
  ).toEqual(['representative-identity'])
})

test('the card of a person that has the name of a company is of its representative', () => {
  const company = { fields: { ...FIELDS, sellerTaxId: 'B12345674', sellerName: 'Autos Lozano, S.L.' } }
  expect(metBy([{ type: 'national_id', name: 'DNI vendedor.pdf' }], company)).toEqual([
    'representative-identity',
  ])
  expect(metBy([{ type: 'tax_id', name: 'CIF Autos Lozano.pdf' }], company)).toEqual(['seller-identity'])
  expect(metBy([{ type: 'national_id', name: 'DNI comprador.pdf' }], company)).toEqual(['buyer-identity'])
})

test('another procedure like it keeps the situations of the parties, and not those of the operation', () => {
  const situations = ['minor:buyer', 'inheritance', 'auction']
  expect(formLike('transfer', { ...emptyForm(), situations }).situations).toEqual(['minor:buyer'])
  expect(formLike('transfer', { ...emptyForm(), situations: ['moped'] }).situations).toBeUndefined()
})

test('the data tell a company, a foreigner, a minor, a moped and an import', () => {
  const told = (over: object, kind: 'transfer' | 'registration' = 'transfer', types: string[] = []) =>
    toldChoices(
      kind,
      { ...FIELDS, ...over },
      types.map((type) => ({ type })),
    )
  expect(told({})).toEqual([])
  expect(told({ buyerTaxId: 'B-12345674' })).toEqual(['company:buyer'])
  expect(told({ sellerTaxId: 'X1234567L', buyerTaxId: 'M0000002W' })).toEqual([
    'foreigner:seller',
    'foreigner:buyer',
  ])
  expect(told({ buyerTaxId: 'K0000000T' })).toEqual(['minor:buyer'])
  expect(told({ vrm: 'C1234BCD' })).toEqual(['moped'])
  // A Coruña has the same letter.
  expect(told({ vrm: 'C-1234-BC' })).toEqual([])
  expect(told({}, 'registration', ['veh_registration_cert'])).toEqual(['import'])
  expect(told({}, 'transfer', ['veh_registration_cert'])).toEqual([])
  // The seller of a registration has no place in its form.
  expect(told({ sellerTaxId: 'B12345674' }, 'registration')).toEqual([])
})

test('a situation adds its documents and changes those with the same id, only for its party', () => {
  expect(idsOf({ situations: ['several-owners:buyer'] })).toEqual([...idsOf(), 'buyer-co-owners'])
  expect(idsOf({ situations: ['minor:buyer'] })).toEqual([
    ...idsOf(),
    'representative-identity',
    'guardianship',
  ])
  const inheritance = checklistOf(
    'transfer',
    { fields: FIELDS, situations: ['inheritance'] },
    [],
    BUILT_IN_CHECKLISTS,
  )
  expect(inheritance.find(({ id }) => id === 'seller-identity')).toMatchObject({ name: 'death-certificate' })
  expect(metBy([{ type: 'certificado de defuncion' }], { situations: ['inheritance'] })).toEqual([
    'seller-identity',
  ])
  // A template has its own documents: what the data tell adds none, and what the user chooses does.
  const template = { expected: ['buyer-identity', 'mandate'], fields: { ...FIELDS, buyerTaxId: 'B12345674' } }
  expect(idsOf(template)).toEqual(['buyer-identity', 'mandate'])
  expect(metBy([{ type: 'national_id', party: 'buyer' }], template)).toEqual([])
  expect(idsOf({ ...template, situations: ['leasing-end'] })).toContain('lease-cancellation')
})

test('situations and documents of a later version count for nothing and break nothing', () => {
  expect(idsOf({ situations: ['auction', 'minor:heir', 'company', 'import:buyer'] })).toEqual(idsOf())
  expect(idsOf({ expected: ['mandate', 'photo-of-plate'] })).toEqual(['mandate'])
  expect(choiceLabel('auction', 'transfer')).toBe('auction')
})

test('every document of the program has a name, a list of its own form, and types or a name to meet it', () => {
  for (const kind of DRAFT_KINDS) {
    for (const situation of SITUATIONS) {
      const items = BUILT_IN_CHECKLISTS[kind][situation]
      expect(itemsSchema.safeParse(items).error).toBeUndefined()
      for (const { id, name } of items) expect(requirementLabel(name || id, kind)).not.toBe(name || id)
    }
    for (const choice of situationChoices(kind, BUILT_IN_CHECKLISTS)) {
      expect(choiceSchema.safeParse(choice).success).toBe(true)
      expect(choiceLabel(choice, kind)).not.toBe(choice)
    }
  }
})

const item: fc.Arbitrary<ChecklistItem> = fc.record({
  id: fc.stringMatching(/^[\w.-]{1,60}$/),
  name: fc.string({ minLength: 1, maxLength: 100 }).map((name) => name.trim() || 'x'),
  types: fc.array(fc.constantFrom('national_id', 'invoice', 'Seguro', 'póliza'), { maxLength: 3 }),
  party: fc.constantFrom(...DOCUMENT_PARTIES),
  signer: fc.constantFrom(...SIGNERS),
})
const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 8 })

test('lists of an office are the same after a file of them, and replace those of the program', () => {
  const lists = fc.dictionary(
    fc.constantFrom(...DRAFT_KINDS, 'deregistration'),
    fc.dictionary(fc.constantFrom(...SITUATIONS, 'auction'), items),
  )
  fc.assert(
    fc.property(lists, (own) => {
      const file = JSON.stringify({ format: 'ventanilla-checklists', version: 1, lists: own })
      const read = checklistFileSchema.parse(JSON.parse(file))
      expect(read.lists).toEqual(JSON.parse(JSON.stringify(own)))
      const entries = Object.entries(read.lists).flatMap(([kind, of]) =>
        Object.entries(of).map(([situation, some]) => [checklistKey(kind, situation), some] as const),
      )
      const merged = mergeChecklists(Object.fromEntries(entries))
      for (const kind of DRAFT_KINDS)
        for (const situation of SITUATIONS)
          expect(merged[kind][situation]).toEqual(
            own[kind]?.[situation] ?? BUILT_IN_CHECKLISTS[kind][situation],
          )
    }),
  )
})

test.each([
  [{ format: 'other', version: 1, lists: {} }, 'formato'],
  [{ format: 'ventanilla-checklists', version: 2, lists: {} }, 'versión'],
  [wrongItem({ party: 'heir' }), 'Transferencia › Empresa › documento 2 › de quién'],
  [wrongItem({ signer: '' }), 'Transferencia › Empresa › documento 2 › quién firma'],
  [wrongItem({ name: '', types: [] }), 'Transferencia › Empresa › documento 2 › nombre'],
  [wrongItem({ id: 'a' }), 'Transferencia › Empresa › documento 2 › identificador'],
  [wrongItem({ id: 'con espacio' }), 'Transferencia › Empresa › documento 2 › identificador'],
])('a file with an error is refused, and the place is named: %#', (file, place) => {
  const { error } = checklistFileSchema.safeParse(file)
  expect(checklistPlace(error?.issues[0]?.path ?? [])).toBe(place)
  expect(situationLabels.company).toBe('Empresa')
})

function wrongItem(over: object) {
  const one = { id: 'a', name: 'Seguro', types: ['Seguro'], party: 'none', signer: 'none' }
  const company = [one, { ...one, id: 'b', ...over }]
  return { format: 'ventanilla-checklists', version: 1, lists: { transfer: { company } } }
}

test('the text of a card tells its party, by the tax id or the whole name', () => {
  const card = 'DOCUMENTO NACIONAL DE IDENTIDAD\nAPELLIDOS CASTELL PRATS\nNOMBRE NURIA'
  expect(recogniseParty('national_id', card, FIELDS)).toBe('buyer')
  expect(recogniseParty('national_id', 'NIF 98.765.432-M', FIELDS)).toBe('seller')
  expect(recogniseParty('national_id', 'Andrés', FIELDS)).toBe('')
  expect(recogniseParty('national_id', `${card} 98765432M`, FIELDS)).toBe('')
  // A contract names both, and is of nobody.
  expect(recogniseParty('sales_agreement', card, FIELDS)).toBe('')
  expect(recogniseParty('national_id', card, { sellerTaxId: '', buyerTaxId: '' })).toBe('')
})

test.each([
  ['certificado de defunción.pdf', OTHER_TYPES.deathCertificate],
  ['Libro de familia.pdf', OTHER_TYPES.familyBook],
  ['modelo 650.pdf', OTHER_TYPES.inheritanceTax],
  ['cancelación leasing.pdf', OTHER_TYPES.leaseCancellation],
  ['DUA 2026.pdf', OTHER_TYPES.importVat],
  ['contrato leasing.pdf', 'leasing_renting_contract'],
])('a document of a situation is recognised by its name: %s', (name, type) => {
  expect(guessDocumentType(name)).toBe(type)
})
