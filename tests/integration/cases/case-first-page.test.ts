import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CaseSort } from '#shared/bridge/cases.ts'
import { createCaseIndex } from '#electron/core/features/cases/case-index.store.ts'
import { createCaseWords } from '#electron/core/features/cases/case-words.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { KEY, NOW, openSearchStore } from './search-store.ts'

const LATEST: CaseSort = { by: 'recent', descending: true }
const COUNT = 130

let store: ReturnType<typeof openSearchStore>
beforeEach(() => {
  store = openSearchStore()
  for (let at = 0; at < COUNT; at++) {
    store.answer(`prc_${at}`, { vrm: `${1000 + at}BCD` })
    if (at % 7 === 0) store.annotate(`prc_${at}`, { client: 'Autos Vega', notes: `nota ${at}` })
    if (at % 5 === 0) store.labelCase({ ids: [`prc_${at}`] }, ['renting', 'urgente'], [], NOW)
  }
  // Some are blocked or erased, as the office's retention does.
  store.db.exec(
    `UPDATE resource SET blocked_at = 1 WHERE seq % 11 = 0; DELETE FROM resource WHERE seq % 13 = 0`,
  )
})
afterEach(() => store.close())

const pages = (sort = LATEST) => [0, 50, 100, 150].map((offset) => store.caseList({}, sort, offset, 50, NOW))

test('the pages of before the index is loaded are those of after it', () => {
  const before = pages()
  while (store.caseReadAhead());
  expect(before).toEqual(pages())
  expect(before[0]?.rows.some(({ labels }) => labels.length === 2)).toBe(true)
  expect(before[0]?.total).toBe(store.caseCounts([{}], NOW)[0])
})

test('another order or a filter waits for the index, and once that is loaded everything is its own', () => {
  const db = openDatabase(IN_MEMORY, KEY)
  const index = createCaseIndex(db, createCaseWords(db))
  expect(index.firstPage({ text: '', marked: undefined }, LATEST, 0, 50)).toEqual({ seqs: [], total: 0 })
  for (const filter of [{ text: 'ga' }, { labels: ['renting'] }, { ended: false }])
    expect(index.firstPage(filter, LATEST, 0, 50)).toBeNull()
  expect(index.firstPage({}, { by: 'vrm', descending: true }, 0, 50)).toBeNull()
  expect(index.firstPage({}, { by: 'recent', descending: false }, 0, 50)).toBeNull()
  expect(index.firstPage({}, LATEST, 90_000, 50)).toBeNull()
  while (index.readAhead());
  expect(index.firstPage({}, LATEST, 0, 50)).toBeNull()
  db.close()
})

test('a list that opens after a start does not load the index', () => {
  // More than one step of its loading reads.
  store.db.exec(`WITH RECURSIVE n(seq) AS (SELECT 1001 UNION ALL SELECT seq + 1 FROM n WHERE seq < 3000)
    INSERT INTO case_record (seq, status, type, since, changed_at, marked, vrm, client)
      SELECT seq, 'PENDING', '', 0, 0, 0, '', '' FROM n`)
  store.caseList({}, LATEST, 0, 50, NOW)
  expect(store.caseReadAhead()).toBe(true)
  store.caseList({ marked: true }, LATEST, 0, 50, NOW)
  expect(store.caseReadAhead()).toBe(false)
})

test('what changes before the index is loaded is in the next page', () => {
  pages()
  store.answer('prc_new', { vrm: '9999ZZZ' })
  store.labelCase({ ids: ['prc_new'] }, ['renting'], [], NOW)
  expect(store.caseList({}, LATEST, 0, 1, NOW).rows).toMatchObject([{ id: 'prc_new', labels: ['renting'] }])
  while (store.caseReadAhead());
  expect(store.caseList({}, LATEST, 0, 1, NOW).rows).toMatchObject([{ id: 'prc_new', labels: ['renting'] }])
})
