import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCaseStore, type CaseStore } from '#tests/fakes/case-store.ts'

const NOW = new Date(2026, 3, 4, 11, 20).getTime()
const NAMES = ['García', 'Núñez', 'Peña', 'Lozano', 'Zubizarreta']

let store: CaseStore
beforeEach(() => void (store = createCaseStore()))
afterEach(() => store.close())

/** Parts of the index: each has its own number in the upper bits of its pages. */
const parts = () =>
  store.db
    .prepare<[], number>(
      'SELECT count(DISTINCT id >> 37) FROM case_words_data WHERE id >> 37 BETWEEN 1 AND 2000',
    )
    .pluck()
    .get() ?? 0
const found = (text: string) =>
  store.desks.caseList({ text }, { by: 'recent', descending: true }, 0, 1_000, NOW).rows.map(({ id }) => id)

test('the index of search words is merged a little at a time, and finds the same', () => {
  // Each a write of its own, which leaves a part of its own.
  for (let n = 0; n < 60; n++) {
    store.answer({ id: `p${n}`, status: 'PENDING' }, NOW)
    store.write(`p${n}`, { client: `${NAMES[n % NAMES.length]} ${n}` }, NOW)
  }
  store.write('p3', { client: 'Otro' }, NOW)
  const texts = [...NAMES, 'otro', 'na', '4', 'lozano 13']
  const before = texts.map(found)
  const partsBefore = parts()

  expect(store.desks.caseMergeWords()).toBe(true)
  expect(texts.map(found)).toEqual(before)
  while (store.desks.caseMergeWords());
  expect(parts()).toBeLessThan(partsBefore)
  expect(parts()).toBeLessThanOrEqual(3)
  expect(texts.map(found)).toEqual(before)
  expect(found('lozano')).not.toContain('p3')

  // Nothing is left to merge until something is written.
  expect(store.desks.caseMergeWords()).toBe(false)
  store.write('p4', { client: 'Otro más' }, NOW)
  while (store.desks.caseMergeWords());
  expect(found('otro')).toEqual(['p4', 'p3'])
})
