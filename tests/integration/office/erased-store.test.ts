import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'

const LUCIA = '12345678Z'

let store: ReturnType<typeof openSearchStore>
beforeEach(() => {
  store = openSearchStore()
})
afterEach(() => store.close())

test('the list still follows what changes after an erasure', () => {
  store.answer('p', { vrm: '1234BCD' })
  store.annotate('p', { sellerName: 'Lucía Ribera', sellerTaxId: LUCIA })
  store.answer('q', { vrm: '5678FGH' })
  const marked = () => store.caseList({ marked: true }, { by: 'recent', descending: true }, 0, 9, NOW).rows
  expect(marked()).toEqual([])
  store.personErase(LUCIA, 'dni', store.personLook('resource', LUCIA, 0, 100).found)
  store.markCase({ ids: ['q'] }, true, NOW)
  expect(marked()).toMatchObject([{ id: 'q' }])
})

test('the pages that it was on are written over', () => {
  const secret = 'Apellidosinigual'
  const body = JSON.stringify({ id: 's1', signer: { idNumber: LUCIA, fullname: secret.repeat(300) } })
  store.db
    .prepare(
      `INSERT INTO resource (kind, id, status, since, added_at, body, label) VALUES ('signature', 's1', 'sent', 0, 0, ?, ?)`,
    )
    .run(body, secret)
  const report = {
    reportId: 'r1',
    vrm: '1234BCD',
    outcome: 'transferable' as const,
    checkedAt: 0,
    registry: { brand: 'SEAT', owner: `${secret} ${LUCIA}`, ownerHistory: [{ owner: secret.repeat(300) }] },
    issues: [],
    pdf: 'none' as const,
  }
  store.openCompleteRequest('q1', '1234BCD', 0)
  store.completeArrived('q1', report)
  store.keepCompletePdf('r1', Buffer.from(secret.repeat(2_000)))
  const bytes = () => store.db.serialize().includes(secret)
  expect(bytes()).toBe(true)
  const found = {
    ...store.personLook('resource', LUCIA, 0, 100).found,
    reports: store.personLook('complete_report', LUCIA, 0, 100).found.reports,
  }
  expect(found).toMatchObject({ signatures: [{ id: 's1' }], reports: ['r1'] })
  store.personErase(LUCIA, 'dni', found)
  expect(bytes()).toBe(false)
  expect(store.completeReport('r1')).toMatchObject({
    registry: { brand: 'SEAT' },
    outcome: 'transferable',
  })
  expect(store.completePdf('r1')).toBeNull()
})
