import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordIdOf } from '#shared/sealing/sealed-record.ts'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'

const DAY = 86_400_000
let store: ReturnType<typeof openSearchStore>
beforeEach(() => void (store = openSearchStore()))
afterEach(() => store.close())

const outgoing = () => store.outgoingShared('key-1', 100).map(({ content }) => content)
function collectAll(): void {
  while (store.collectShared(NOW));
}

test('a procedure that retention erases is erased at the other PCs too', () => {
  store.answer('p1', { status: 'DONE' })
  store.annotate('p1', { client: 'Autos Lozano' })
  store.startSharing('pc-1', Buffer.alloc(32).toString('base64url'))
  collectAll()
  expect(outgoing().join()).toContain('Autos Lozano')

  const limits = { retentionDays: 1, blockedDays: 1 }
  store.retain({ ...limits, now: NOW + 5 * DAY, lastRun: null }, 0, 100)
  expect(outgoing().join()).toContain('Autos Lozano')
  store.retain({ ...limits, now: NOW + 10 * DAY, lastRun: NOW + 9 * DAY }, 0, 100)
  collectAll()
  expect(outgoing().join()).not.toContain('Lozano')
  expect(JSON.parse(outgoing()[0] ?? '{}')).toMatchObject({ kind: 'case', fields: {} })
})

test('a change of a person and of another thing is noted while sharing is on, whatever statement writes it', () => {
  store.answer('p1')
  store.annotate('p1', { client: 'Autos Lozano' })
  expect(store.hasSharedChange()).toBe(false)
  store.startSharing('pc-1', Buffer.alloc(32).toString('base64url'))
  store.nameSharingPerson('Ana Ruiz')
  // Twice before it is collected.
  store.nameSharingPerson('Ana Soler')
  store.annotate('p1', { client: 'Levante' })
  store.annotate('p1', { client: 'Autos Levante' })
  collectAll()
  expect(outgoing().join()).toContain('Ana Soler')
  expect(outgoing().join()).toContain('Autos Levante')
  store.stopSharing()
  store.annotate('p1', { client: 'Otro' })
  expect(store.hasSharedChange()).toBe(false)
})

test('a report that one PC paid for is on the other, with its PDF, and what an erasure left of it too', () => {
  const other = openSearchStore()
  const secret = Buffer.alloc(32).toString('base64url')
  const arrive = () => {
    while (store.collectShared(NOW));
    const records = store.outgoingShared('key-1', 100)
    other.sharedArrived(
      records.map(({ id, content }, index) => ({ id, content, seq: index + 1, keyId: 'key-1' })),
      null,
      NOW,
    )
  }
  const report = {
    reportId: 'r1',
    vrm: '1234BCD',
    outcome: 'transferable' as const,
    checkedAt: NOW,
    registry: { brand: 'SEAT' },
    issues: [],
    pdf: 'none' as const,
  }
  store.startSharing('pc-1', secret)
  other.startSharing('pc-2', secret)
  store.openCompleteRequest('q1', '1234BCD', NOW)
  store.completeArrived('q1', report)
  store.keepCompletePdf('r1', Buffer.from('%PDF-1.7'))
  arrive()
  expect(other.completeView('1234BCD', 0).latest).toMatchObject({
    reportId: 'r1',
    registry: { brand: 'SEAT' },
  })
  expect(Buffer.from(other.completePdf('r1') ?? []).toString()).toBe('%PDF-1.7')
  // Nothing was paid for here.
  expect(other.completePaidSince(0)).toBe(0)

  store.db
    .prepare('UPDATE complete_report SET body = ?, pdf = NULL')
    .run(JSON.stringify({ ...report, registry: {} }))
  arrive()
  expect(other.completeView('1234BCD', 0).latest?.registry).toEqual({})
  expect(other.completePdf('r1')).toBeNull()
  other.close()
})

test('a record of another form stops nothing that comes with it', () => {
  store.answer('p1')
  const secret = Buffer.alloc(32).toString('base64url')
  store.startSharing('pc-1', secret)
  const at = '0mi5m0000-0000-pc-2'
  const field = (value: unknown) => [{ at, value }]
  const records = [
    'not JSON',
    JSON.stringify({ kind: 'later', key: 'x', erased: null, fields: {} }),
    JSON.stringify({ kind: 'report', key: 'r', erased: null, fields: { body: field('{') } }),
    JSON.stringify({
      kind: 'case',
      key: 'p1',
      erased: null,
      fields: { 'note:n': field('[]'), client: field({}) },
    }),
    JSON.stringify({ kind: 'case', key: 'p1', erased: null, fields: { client: field('Autos Lozano') } }),
  ]
  store.sharedArrived(
    records.map((content, index) => ({
      // The record of the procedure has the id that its key gives it.
      id: index < 3 ? `record-${index}` : recordIdOf(Buffer.alloc(32), 'case', 'p1'),
      content,
      seq: index + 1,
      keyId: 'key-1',
    })),
    '1.5',
    NOW,
  )
  expect(store.annotations('p1')?.fields.client).toBe('Autos Lozano')
  expect(store.sharing()?.cursor).toBe('1.5')
})

test('a record under another id than that of its thing changes nothing', () => {
  store.answer('p1')
  store.startSharing('pc-1', Buffer.alloc(32).toString('base64url'))
  const client = [{ at: '0mi5m0000-0000-pc-2', value: 'Autos Lozano' }]
  const content = JSON.stringify({ kind: 'case', key: 'p1', erased: null, fields: { client } })
  const id = recordIdOf(Buffer.alloc(32, 1), 'case', 'p1')
  expect(store.sharedArrived([{ id, content, seq: 1, keyId: 'key-1' }], '1.1', NOW)).toEqual([])
  expect(store.annotations('p1')?.fields.client ?? '').toBe('')
})
