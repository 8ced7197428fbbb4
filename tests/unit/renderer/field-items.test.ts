import { expect, test } from 'vitest'
import type { CaseRow } from '#shared/bridge/cases.ts'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import type { OfficeFinds } from '#renderer/features/finds/finds.ts'
import { fieldItems, instantItems, officeQuery } from '#renderer/features/lookup/field-items.ts'

const NONE: OfficeFinds = { known: [], procedures: [], people: [], dealers: [], signers: [] }
const typed = (text: string) => ({ text, understood: understandPlateInput(text) })
const procedure = (id: string, rest: Partial<CaseRow>) =>
  ({
    id,
    subject: {},
    client: '',
    sellerName: '',
    buyerName: '',
    vehicle: '',
    labels: [],
    ...rest,
  }) as CaseRow
const person = (name: string) => ({ name, taxId: '', cases: 1 })
const ids = (text: string, finds: Partial<OfficeFinds>) =>
  fieldItems(typed(text), { ...NONE, ...finds }).map(({ id }) => id)
const instant = (text: string) => instantItems(typed(text)).map(({ id }) => id)

test.each([
  ['8068 ghm', ['plate-8068GHM', 'copy']],
  ['el 8068 GHM de ayer', ['plate-8068GHM', 'copy']],
  ['8068GHM; 1234BCD', ['pick', 'list']],
  ['12348CD', ['plate-1234BCD']],
  ['8068G', []],
  ['García', []],
  ['', []],
])('«%s» offers without an answer: %j', (text, expected) => expect(instant(text)).toEqual(expected))

test('the office is searched for the plate inside a text, for no list and for no long text', () => {
  expect(officeQuery(typed('el 8068 GHM de ayer'))).toBe('8068GHM')
  expect(officeQuery(typed(' García '))).toBe('García')
  expect(officeQuery(typed('8068GHM; 1234BCD'))).toBe('')
  expect(officeQuery(typed('x'.repeat(201)))).toBe('')
})

test('the only file of a client comes before the client, and one of several after', () => {
  const files = [procedure('a', { client: 'García' }), procedure('b', { client: 'García' })]
  const people = [person('García')]
  expect(ids('garcía', { procedures: files.slice(1), people })).toEqual([
    'procedure-b',
    'person-name:garcia',
    'search',
  ])
  expect(ids('garcía', { procedures: files, people })).toEqual([
    'person-name:garcia',
    'procedure-a',
    'procedure-b',
    'search',
  ])
})

test('a better match comes first, and a recent lookup after what the office has', () => {
  const known = [{ vrm: '8068GHM' }] as RecentLookup[]
  const procedures = [
    procedure('of-plate', { subject: { vrm: '8068GHM' } }),
    procedure('of-invoice', { invoice: 'F-8068' }),
  ]
  expect(ids('8068', { known, procedures })).toEqual([
    'procedure-of-plate',
    'procedure-of-invoice',
    'known-8068GHM',
    'search',
  ])
  // The plate itself is already offered.
  expect(ids('8068GHM', { known, procedures: procedures.slice(0, 1) })).toEqual([
    'procedure-of-plate',
    'search',
  ])
})

test('without a file that fits, nothing is searched in Expedientes', () => {
  expect(ids('garcía', { people: [person('García')] })).toEqual(['person-name:garcia'])
})
