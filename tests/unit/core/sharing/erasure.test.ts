import { afterEach, beforeEach, expect, test } from 'vitest'
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
