import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isSameKnown,
  KNOWN_FIELDS,
  KNOWN_PLACES,
  knownClient,
  knownFacts,
  knownProposal,
  type KnownSource,
  type KnownValues,
} from '#shared/domain/parties.ts'

const ADDRESS = ['street', 'zipCode', 'municipalityName', 'provinceName'] as const
const source = (id: string, values: KnownValues, other: Partial<KnownSource> = {}): KnownSource => ({
  from: 'case',
  id,
  at: 1,
  values,
  ...other,
})
const blank = (): Record<(typeof KNOWN_FIELDS)[number], string> =>
  Object.fromEntries(KNOWN_FIELDS.map((name) => [name, ''])) as never

const word = fc.constantFrom(
  '',
  ' ',
  'Ana',
  'ANA',
  'Calle Mayor 1',
  '28001',
  '600 10 20 30',
  'a@b.es',
  '12345678Z',
)
const values = fc.record(Object.fromEntries(KNOWN_FIELDS.map((name) => [name, word])), {
  requiredKeys: [],
}) as fc.Arbitrary<KnownValues>
const sources = fc.uniqueArray(
  fc.record({
    from: fc.constantFrom(...KNOWN_PLACES),
    id: fc.string({ minLength: 1, maxLength: 3 }),
    at: fc.integer({ min: 0, max: 5 }),
    values,
    client: fc.option(word, { nil: undefined }),
  }),
  { selector: ({ from, id }) => `${from} ${id}`, maxLength: 6 },
)

describe('for any records and any form', () => {
  test('only empty fields are filled in, with values that a record has, and none that is to be chosen', () => {
    fc.assert(
      fc.property(sources, values, (all, typed) => {
        const { fills, differs, choices } = knownProposal(knownFacts(all), typed)
        for (const field of KNOWN_FIELDS) {
          const fill = fills[field]
          if (fill) {
            expect(typed[field]?.trim()).toBe('')
            expect(fill.source.values[field]?.trim()).toBe(fill.value)
            expect(choices[field]).toBeUndefined()
          }
          const differ = differs[field]
          if (differ) expect(isSameKnown(field, typed[field] ?? '', differ.value)).toBe(false)
          expect(Boolean(fill) && Boolean(differ)).toBe(false)
        }
      }),
    )
  })

  test('an address is that of one record', () => {
    fc.assert(
      fc.property(sources, (all) => {
        const { best } = knownFacts(all)
        const from = new Set(ADDRESS.flatMap((field) => best[field]?.source ?? []))
        expect(from.size).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('the order of the records does not matter', () => {
    fc.assert(
      fc.property(sources, fc.infiniteStream(fc.nat()), (all, seeds) => {
        const shuffled = all
          .map((one) => ({ one, key: seeds.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        expect(knownFacts(shuffled)).toEqual(knownFacts(all))
      }),
    )
  })

  test('what was filled in is proposed no more, and differs in nothing', () => {
    fc.assert(
      fc.property(sources, (all) => {
        const facts = knownFacts(all)
        const { fills } = knownProposal(facts, blank())
        const filled = { ...blank() }
        for (const field of KNOWN_FIELDS) filled[field] = fills[field]?.value ?? ''
        const again = knownProposal(facts, filled)
        expect([again.fills, again.differs]).toEqual([{}, {}])
      }),
    )
  })
})

test('a company with two representatives: both are offered, and none is filled in', () => {
  const facts = knownFacts([
    source('1', { fullname: 'Ocasión Vega, S.L.', representativeIdNumber: '12345678Z' }),
    source('2', { fullname: 'OCASION VEGA S.L.', representativeIdNumber: '87654321X' }, { at: 2 }),
    source('3', { representativeIdNumber: '12.345.678-z' }, { at: 3 }),
  ])
  const { fills, choices } = knownProposal(facts, blank())
  expect(fills.representativeIdNumber).toBeUndefined()
  expect(choices.representativeIdNumber?.map(({ value }) => value)).toEqual(['12.345.678-z', '87654321X'])
  // Written in two ways, it is one name: the latest way.
  expect(fills.fullname?.value).toBe('OCASION VEGA S.L.')
  // Chosen by hand, there is nothing more to choose.
  const chosen = knownProposal(facts, { ...blank(), representativeIdNumber: '87654321-X' })
  expect([chosen.choices, chosen.differs]).toEqual([{}, {}])
})

test('the address book goes before a later record', () => {
  const facts = knownFacts([
    source('1', { fullname: 'Ana Ribera' }, { from: 'contact', at: 1 }),
    source('2', { fullname: 'Ana Rivera' }, { at: 9 }),
  ])
  expect(facts.best.fullname?.value).toBe('Ana Ribera')
})

test('a field with another value is never filled in: it is told', () => {
  const facts = knownFacts([source('1', { fullname: 'Ocasión Vega, S.L.', email: 'vega@example.es' })])
  const { fills, differs } = knownProposal(facts, { ...blank(), fullname: 'Persona 2' })
  expect(fills.fullname).toBeUndefined()
  expect(differs.fullname?.value).toBe('Ocasión Vega, S.L.')
  expect(fills.email?.value).toBe('vega@example.es')
})

test('of an address begun otherwise, the rest is not filled in', () => {
  const facts = knownFacts([
    source('1', { street: 'Calle Mayor 1', zipCode: '28001', municipalityName: 'Madrid' }),
  ])
  const { fills, differs } = knownProposal(facts, { ...blank(), street: 'Gran Vía 8' })
  expect([fills.zipCode, fills.municipalityName]).toEqual([undefined, undefined])
  expect(differs.street?.value).toBe('Calle Mayor 1')
  expect(knownProposal(facts, { ...blank(), street: 'calle mayor, 1' }).fills.zipCode?.value).toBe('28001')
})

test('the client is filled in only when every recent procedure had it', () => {
  const of = (...clients: string[]) =>
    knownClient(clients.map((client, at) => source(String(at), {}, { at, client })))?.value ?? null
  expect(of('Ocasión Vega')).toBeNull()
  expect(of('Ocasión Vega', 'OCASIÓN VEGA')).toBe('OCASIÓN VEGA')
  expect(of('Ocasión Vega', 'Ocasión Vega', 'Autos Lozano')).toBeNull()
  expect(of('Autos Lozano', ...Array.from({ length: 5 }, () => 'Ocasión Vega'))).toBe('Ocasión Vega')
  expect(of('', ' ')).toBeNull()
})

test('two people with one name are two: each by their number, and a number is one however it is typed', () => {
  expect(isSameKnown('fullname', 'Lucía  RIBERA', 'lucia ribera')).toBe(true)
  expect(isSameKnown('representativeIdNumber', '12.345.678-z', 'ES12345678Z')).toBe(true)
  expect(isSameKnown('phone', '600 10 20 30', '+34600102030')).toBe(true)
  expect(isSameKnown('email', 'A@b.es ', 'a@B.es')).toBe(true)
  expect(isSameKnown('email', 'a@b.es', 'ab@b.es')).toBe(false)
})
