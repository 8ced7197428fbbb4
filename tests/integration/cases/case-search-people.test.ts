import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CASE_VIEWS } from '#electron/core/features/cases/cases.rules.ts'
import { NOW, openSearchStore } from './search-store.ts'

const LUCIA = '12345678Z'

let store: ReturnType<typeof openSearchStore>
beforeEach(() => {
  store = openSearchStore()
  store.answer('p', { vrm: '1234BCD' })
  store.answer('q', { vrm: '5678FGH' })
})
afterEach(() => store.close())

describe('people of the cases', () => {
  const people = (text: string) => store.casePeople(text, 5, NOW)

  test('two of one name are two, one with its identifier typed in three ways is one', () => {
    store.answer('r', { vrm: '2222BBB' })
    store.annotate('p', { buyerName: 'Ana García', buyerTaxId: '12.345.678-z' })
    store.annotate('q', { sellerName: 'ANA GARCIA', sellerTaxId: '12345678Z' })
    store.annotate('r', { client: 'Ana García', buyerName: 'Ana García', buyerTaxId: '87654321X' })
    expect(people('garcia')).toEqual([
      { name: 'Ana García', taxId: '87654321X', cases: 1 },
      { name: 'ANA GARCIA', taxId: LUCIA, cases: 2 },
    ])
    expect(people('12345678')).toEqual([{ name: 'ANA GARCIA', taxId: LUCIA, cases: 2 }])
    const of = (person: { name: string; taxId: string }) =>
      store.caseList({ person }, { by: 'recent', descending: false }, 0, 9, NOW).rows.map(({ id }) => id)
    expect(of({ name: 'Ana García', taxId: '12345678-Z' })).toEqual(['p', 'q'])
    expect(of({ name: 'Ana García', taxId: '87654321X' })).toEqual(['r'])
    expect(of({ name: 'Ana García', taxId: '' })).toEqual([])
  })

  test('one name under three identifiers is three, each with its cases', () => {
    store.answer('r', { vrm: '2222BBB' })
    for (const [id, taxId] of [
      ['p', 'B11111111'],
      ['q', 'B22222222'],
      ['r', ''],
    ] as const)
      store.annotate(id, { buyerName: 'Autos Lozano', buyerTaxId: taxId })
    expect(people('lozano')).toEqual([
      { name: 'Autos Lozano', taxId: '', cases: 1 },
      { name: 'Autos Lozano', taxId: 'B22222222', cases: 1 },
      { name: 'Autos Lozano', taxId: 'B11111111', cases: 1 },
    ])
  })

  test('only those named so, however else their case is found', () => {
    store.annotate('p', { client: 'Autos Lozano', buyerName: 'Ioana Petrescu', notes: 'petición' })
    expect(people('lozano')).toEqual([{ name: 'Autos Lozano', taxId: '', cases: 1 }])
    expect(people('pet')).toEqual([{ name: 'Ioana Petrescu', taxId: '', cases: 1 }])
    expect(people('peticion')).toEqual([])
    expect(people('lozano petrescu')).toEqual([])
    expect(people('')).toEqual([])
    store.db.exec('UPDATE resource SET blocked_at = 1')
    expect(people('lozano')).toEqual([])
  })
})

test('the erasure of a person takes their words out, and those of nobody else', () => {
  store.report('1234BCD', 'RENAULT', 'Kangoo')
  store.sent('p', 'lucia@correo.example', ['dni de lucia.pdf'])
  store.annotate('p', { buyerName: 'Lucía Ribera', buyerTaxId: LUCIA, notes: 'la hermana paga' })
  store.labelCase({ ids: ['p'] }, ['Ribera'], [], NOW)
  store.contact({
    idNumber: LUCIA,
    fullname: 'Lucía Ribera',
    phone: '612345678',
    email: 'lucia@correo.example',
  })
  store.annotate('q', { buyerName: 'Ana Ribera', buyerTaxId: '87654321X' })
  const found = ['resource', 'draft', 'signature_request', 'contact', 'complete_report'].map(
    (table) => store.personLook(table as 'resource', LUCIA, 0, 100).found,
  )
  const all = found.reduce((sum, one) => ({
    ...sum,
    procedures: [...sum.procedures, ...one.procedures],
    drafts: [...sum.drafts, ...one.drafts],
    contacts: [...sum.contacts, ...one.contacts],
  }))
  const view = { sort: { by: 'recent', descending: true }, columns: ['plate'] }
  const mine = { ...view, id: 'a', name: 'De Lucía', filter: { person: { name: 'Lucía', taxId: LUCIA } } }
  const other = { ...view, id: 'b', name: 'Urgentes', filter: { labels: ['Urgente'] } }
  const texts = ['lucia ribera', 'Ribera, Lucía', 'lucia@correo.example', '612 345 678', 'rib luc'].map(
    (text) => ({ ...view, id: text, name: 'Suyos', filter: { text } }),
  )
  const named = { ...view, id: 'c', name: 'Lucía Ribera', filter: { labels: ['Ribera'] } }
  const others = ['ribera', 'lucia prieto', 'ana ribera', 'correo.example'].map((text) => ({
    ...view,
    id: text,
    name: 'De otros',
    filter: { text },
  }))
  store.setMeta(CASE_VIEWS, JSON.stringify([mine, other, ...texts, named, ...others]))
  store.personErase(LUCIA, 'dni', all)
  expect(JSON.parse(store.meta(CASE_VIEWS) ?? '')).toEqual([other, ...others])
  for (const text of ['lucia', 'dni de', '612345678', 'hermana', LUCIA]) expect(store.found(text)).toEqual([])
  expect(store.found('ribera')).toEqual(['q'])
  expect(store.found('kangoo')).toEqual(['p'])
  expect(store.casePeople('lucia', 5, NOW)).toEqual([])
  const kept = store.db.prepare(`SELECT count(*) FROM case_person WHERE key LIKE '%12345678%'`).pluck().get()
  expect(kept).toBe(0)
})
