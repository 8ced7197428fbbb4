import { expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

const NOW = new Date(2026, 9, 25, 12).getTime()

function openStore() {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  const store = createStoreMethods(db, createAuditWriter(db, null))
  return { ...store, waiting: () => store.unfinishedCompleteRequests().map(({ vrm }) => vrm) }
}

test('a batch of requests is written down whole or not at all', () => {
  const store = openStore()
  const requests = [
    { id: 'one', vrm: '1234BCD' },
    { id: 'two', vrm: '2345BCD' },
    { id: 'two', vrm: '3456BCD' },
  ]
  expect(() => store.openCompleteBatch('a', requests, NOW, 24)).toThrow('UNIQUE')
  expect(store.waiting()).toEqual([])
  expect(store.openCompleteBatch('a', requests.slice(0, 2), NOW, 24)).toMatchObject({ asked: 2 })
  expect(store.openCompleteBatch('a', [{ id: 'other', vrm: '4567BCD' }], NOW, 24)).toEqual({
    created: [],
    asked: 2,
  })
  expect(store.waiting()).toEqual(['1234BCD', '2345BCD'])
})

test('a request that failed leaves its plate to be asked again; one that is over by a person is nothing', () => {
  const store = openStore()
  store.openCompleteBatch('a', [{ id: 'one', vrm: '1234BCD' }], NOW, 24)
  expect(store.completeStanding('1234BCD')).toMatchObject({ request: 'queued', newest: null })
  store.completeStep('one', 'failed', null)
  expect(store.completeStanding('1234BCD')).toMatchObject({ request: 'failed' })
  expect(store.openCompleteBatch('b', [{ id: 'two', vrm: '1234BCD' }], NOW + 1, 24).asked).toBe(1)
  store.completeStep('two', 'discarded', null)
  expect(store.completeStanding('1234BCD')).toMatchObject({ request: null })
})
