import { expect, test } from 'vitest'
import type { NewPlateList } from '#shared/bridge/plate-lists.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Outcome } from '#shared/domain/plate-verdict.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

const NOON = new Date(2026, 9, 25, 12).getTime()
const DAY = 86_400_000
const plate = (index: number) => `${String(1000 + index)}BCD`

const listOf = (plates: readonly string[]): NewPlateList => ({
  plates: plates.map((vrm, at) => ({
    vrm,
    line: at + 2,
    written: vrm.toLowerCase(),
    repaired: at === 1,
    note: at === 2 ? 'Peña, llamar' : '',
  })),
  unread: [{ line: 9, text: 'total' }],
  repeated: [{ line: 8, vrm: plates[0] ?? '', first: 2 }],
  beyond: 0,
})

function openStore() {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  const store = createStoreMethods(db, createAuditWriter(db, null))
  let reports = 0
  return {
    ...store,
    db,
    create(id: string, plates: readonly string[], at = NOON) {
      store.createPlateList(id, `Lista ${id}`, listOf(plates), at)
      store.settlePlateListKnown(id, 0, at)
    },
    answer: (vrm: string, outcome: Outcome, at = NOON) =>
      store.reportArrived({ reportId: `r${++reports}`, vrm, kind: 'reduced', outcome, checkedAt: at }, false),
    /** As the core does: starts what the step names. */
    round(at = NOON): string[] {
      const started: string[] = []
      for (;;) {
        const step = store.batchStep(at)
        for (const one of step.ask) {
          store.askPlate(one.vrm, at)
          store.batchPlateAsked(one)
          started.push(one.vrm)
        }
        if (!step.more) return started
      }
    },
    plates: (id: string, view: object = {}) =>
      store.plateListRows({ id, query: '', order: 'answer', ...view }, 0, 100).rows.map(({ vrm }) => vrm),
  }
}

test('rows keep where they came from, and are ordered by their answers, the worst first', () => {
  const store = openStore()
  store.create('a', [0, 1, 2, 3].map(plate))
  expect(store.plateList('a')).toMatchObject({
    name: 'Lista a',
    state: 'running',
    total: 4,
    open: 4,
    counts: { waiting: 4, transferable: 0 },
    leftOut: { unread: [{ line: 9, text: 'total' }], repeated: [{ line: 8, first: 2 }] },
  })
  store.round()
  store.answer(plate(0), 'transferable')
  store.answer(plate(1), 'with_alerts')
  store.answer(plate(2), 'not_transferable')
  store.round()
  store.answer(plate(3), 'error')
  store.round()
  expect(store.plates('a')).toEqual([2, 1, 0, 3].map(plate))
  expect(store.plates('a', { order: 'line' })).toEqual([0, 1, 2, 3].map(plate))
  expect(store.plates('a', { filter: 'unanswered' })).toEqual([plate(3)])
  expect(store.plateList('a')).toMatchObject({
    state: 'done',
    open: 0,
    counts: { not_transferable: 1, with_alerts: 1, transferable: 1, unanswered: 1, waiting: 0, marked: 0 },
  })
  expect(store.plateListRows({ id: 'a', query: '', order: 'line' }, 1, 1).rows).toMatchObject([
    { vrm: plate(1), line: 3, written: plate(1).toLowerCase(), repaired: true, outcome: 'with_alerts' },
  ])
})

test('a row is found by part of its plate, of what came with it and of its note, whatever the accents', () => {
  const store = openStore()
  store.create('a', [0, 1, 2].map(plate))
  store.annotatePlateListRow('a', 0, { note: 'Está en Málaga', marked: true })
  expect(store.plates('a', { query: '1002b' })).toEqual([plate(2)])
  expect(store.plates('a', { query: 'pena' })).toEqual([plate(2)])
  expect(store.plates('a', { query: 'MALAGA' })).toEqual([plate(0)])
  expect(store.plates('a', { query: '%' })).toEqual([])
  expect(store.plates('a', { filter: 'marked' })).toEqual([plate(0)])
})

test('a row says that the list names another vehicle than the registry, from each report on', () => {
  const store = openStore()
  const notes = ['Renault Clio', 'Audi A3', 'Ana Ruiz', 'SEAT Finance', 'Seat Ibiza']
  const list = listOf(notes.map((_, at) => plate(at)))
  let reports = 0
  const answer = (vrm: string, brand: string, model: string) =>
    store.reportArrived(
      {
        reportId: `v${++reports}`,
        vrm,
        kind: 'reduced',
        outcome: 'transferable',
        checkedAt: NOON,
        vehicle: { brand, model },
      },
      false,
    )
  // Known before the list came.
  store.askPlate(plate(0), NOON)
  answer(plate(0), 'OPEL', 'CORSA')
  store.createPlateList(
    'a',
    'Lista a',
    {
      ...list,
      plates: list.plates.map((one, at) => ({
        ...one,
        note: notes[at] ?? '',
        // The cells of the vehicle count, and not the rest of the row.
        ...(at === 4 && { vehicle: 'Audi' }),
      })),
    },
    NOON,
  )
  store.settlePlateListKnown('a', 0, NOON)
  const others = () =>
    store
      .plateListRows({ id: 'a', query: '', order: 'line', filter: 'other_vehicle' }, 0, 100)
      .rows.map(({ vrm, otherVehicle }) => [vrm, otherVehicle])
  const first = [plate(0), { listed: 'Renault Clio', registry: 'OPEL CORSA' }]
  expect(others()).toEqual([first])
  store.round()
  for (const at of [1, 2, 3, 4]) answer(plate(at), 'RENAULT', 'CLIO')
  expect(others()).toEqual([
    first,
    [plate(1), { listed: 'Audi A3', registry: 'RENAULT CLIO' }],
    [plate(4), { listed: 'Audi', registry: 'RENAULT CLIO' }],
  ])
  expect(store.plateList('a')?.counts).toMatchObject({ other_vehicle: 3 })
  answer(plate(1), 'AUDI', 'A3 SPORTBACK 1.6 TDI')
  expect(others().map(([vrm]) => vrm)).toEqual([plate(0), plate(4)])
})

test('what was answered today is not asked again; the same list begun twice is one', () => {
  const store = openStore()
  store.askPlate(plate(0), NOON)
  store.answer(plate(0), 'transferable')
  store.create('a', [0, 1].map(plate))
  store.create('a', [5, 6].map(plate))
  expect(store.plateList('a')).toMatchObject({ total: 2, counts: { transferable: 1, waiting: 1 } })
  expect(store.round()).toEqual([plate(1)])
})

test('a verdict that comes by another way is in the lists that have the plate', () => {
  const store = openStore()
  store.create('a', [plate(0)])
  store.askPlate(plate(0), NOON)
  store.answer(plate(0), 'transferable')
  store.round()
  store.askPlate(plate(0), NOON + DAY)
  store.answer(plate(0), 'not_transferable', NOON + DAY)
  expect(store.plates('a', { filter: 'not_transferable' })).toEqual([plate(0)])
})

test('paused, resumed, put first, cancelled and tried again: nothing is asked that should not be', () => {
  const store = openStore()
  store.create('a', [plate(0)])
  store.create('b', [plate(1), plate(2)], NOON + 1)
  expect(store.plateList('b')?.ahead).toBe(1)
  store.putPlateListFirst('b')
  expect([store.plateList('a')?.ahead, store.plateList('b')?.ahead]).toEqual([2, 0])
  store.stopBatch('a')
  expect(store.round()).toEqual([plate(1), plate(2)])
  store.answer(plate(1), 'transferable')
  store.resumePlateList('a')
  store.cancelPlateList('a', appError('cancelled'))
  expect(store.plateList('a')).toMatchObject({ state: 'done', open: 0, counts: { unanswered: 1 } })
  expect(store.round()).toEqual([])
  // What is being asked is still waited for.
  store.cancelPlateList('b', appError('cancelled'))
  expect(store.plateList('b')).toMatchObject({ state: 'running', open: 1 })
  store.answer(plate(2), 'error')
  store.round()
  expect(store.plateList('b')).toMatchObject({ state: 'done', counts: { transferable: 1, unanswered: 1 } })
  store.retryPlateList('a')
  store.retryPlateList('b')
  expect(store.round(NOON + DAY)).toEqual([plate(2), plate(0)])
})

test('a list goes only when it is removed, or when the office keeps nothing so old; a browser cannot fill its place', () => {
  const store = openStore()
  store.create('old', [plate(0)], NOON)
  store.create('new', [plate(1)], NOON + DAY)
  for (let at = 0; at < 20; at++) store.create(`l${at}`, [plate(at + 10)], NOON + DAY)
  expect(store.startBatch('of a browser', [plate(2)], NOON + DAY)).not.toBeNull()
  expect(store.forgetBatches(NOON + 2 * DAY, 0)).toBe(1)
  expect(store.plateList('old')).not.toBeNull()
  expect(store.forgetBatches(0, NOON + 1)).toBe(1)
  expect(store.plateList('old')).toBeNull()
  expect(store.removePlateList('new')).toBe(true)
  expect(store.removePlateList('new')).toBe(false)
  expect(
    store.db.prepare(`SELECT count(*) AS n FROM batch_plate WHERE batch_id IN ('old', 'new')`).get(),
  ).toEqual({
    n: 0,
  })
})

test('what is exported keeps the order that it had, whatever is answered meanwhile', () => {
  const store = openStore()
  store.create('a', [0, 1, 2].map(plate))
  store.round()
  store.answer(plate(1), 'transferable')
  store.round()
  const ords = store.plateListOrds({ id: 'a', query: '', order: 'answer' })
  store.answer(plate(2), 'not_transferable')
  store.round()
  expect(store.plates('a')).toEqual([2, 1, 0].map(plate))
  expect(store.plateListRowsAt('a', ords).map(({ vrm }) => vrm)).toEqual([1, 0, 2].map(plate))
})

test('a verdict of before is no answer: a row waits with it, and one whose lookup failed has none', () => {
  const store = openStore()
  for (const at of [0, 1, 2]) {
    store.askPlate(plate(at), NOON - 9 * DAY)
    store.answer(plate(at), 'transferable', NOON - 9 * DAY)
  }
  store.create('a', [0, 1, 2].map(plate))
  expect(store.plateList('a')).toMatchObject({ counts: { waiting: 3, transferable: 0 } })
  expect(store.plateListRows({ id: 'a', query: '', order: 'line' }, 0, 1).rows).toMatchObject([
    { vrm: plate(0), outcome: null },
  ])
  expect(store.round()).toHaveLength(3)
  store.questionClosed(plate(0), appError('rejected'))
  store.answer(plate(1), 'error')
  store.answer(plate(2), 'transferable')
  store.round()
  expect(store.plateList('a')).toMatchObject({ counts: { unanswered: 2, transferable: 1, waiting: 0 } })
  expect(store.plates('a', { filter: 'unanswered' })).toEqual([plate(0), plate(1)])
  store.retryPlateList('a')
  expect(store.round()).toEqual([plate(0), plate(1)])
})

test('killed before what was known was noted, a list finds it all the same', () => {
  const store = openStore()
  store.askPlate(plate(0), NOON)
  store.answer(plate(0), 'not_transferable')
  store.createPlateList('a', 'Lista a', listOf([plate(0)]), NOON)
  expect(store.round()).toEqual([])
  expect(store.plateList('a')).toMatchObject({
    state: 'done',
    counts: { not_transferable: 1, unanswered: 0 },
  })
})

test('what failed here and was looked up by another way since is answered', () => {
  const store = openStore()
  store.create('a', [plate(0)])
  store.cancelPlateList('a', appError('cancelled'))
  store.askPlate(plate(0), NOON)
  store.answer(plate(0), 'with_alerts')
  expect(store.plateListRows({ id: 'a', query: '', order: 'line' }, 0, 1).rows).toMatchObject([
    { state: 'answered', error: null, outcome: 'with_alerts' },
  ])
})

test('rows that are put first are asked before the others that wait, and nothing that was asked is asked again', () => {
  const store = openStore()
  store.create('a', [0, 1, 2, 3, 4, 5, 6].map(plate))
  expect(store.round()).toEqual([0, 1, 2].map(plate))
  // The first one is being asked already.
  expect(store.putPlateListRowsFirst('a', [0, 5, 4])).toBe(2)
  for (const at of [0, 1, 2]) store.answer(plate(at), 'transferable')
  expect(store.round()).toEqual([4, 5, 3].map(plate))
  expect(store.putPlateListRowsFirst('a', [3])).toBe(0)
  expect(store.putPlateListRowsFirst('none', [3])).toBeNull()
  for (const at of [3, 4, 5]) store.answer(plate(at), 'transferable')
  expect(store.round()).toEqual([plate(6)])
  store.answer(plate(6), 'transferable')
  store.round()
  expect(store.plateList('a')).toMatchObject({ state: 'done', counts: { transferable: 7 } })
  // The list itself keeps its order.
  expect(store.plates('a', { order: 'line' })).toEqual([0, 1, 2, 3, 4, 5, 6].map(plate))
})

test('the last rows that were put first go before those of earlier, and those of other lists keep their turn', () => {
  const store = openStore()
  store.create('a', [0].map(plate))
  store.create('b', [1, 2, 3].map(plate), NOON + 1)
  store.putPlateListRowsFirst('b', [2])
  store.putPlateListRowsFirst('b', [1])
  expect(store.round()).toEqual([0, 2, 3].map(plate))
})

test('several rows are marked at once, and no row of another list', () => {
  const store = openStore()
  store.create('a', [0, 1, 2].map(plate))
  expect(store.markPlateListRows('a', [0, 2, 9], true)).toBe(true)
  expect(store.plates('a', { filter: 'marked' })).toEqual([0, 2].map(plate))
  store.markPlateListRows('a', [0], false)
  expect(store.plates('a', { filter: 'marked' })).toEqual([plate(2)])
  expect(store.markPlateListRows('none', [0], true)).toBe(false)
})

const COLUMNS = { plate: 1, alsoPlates: [], note: [0] }

test('columns are known again by their names, those of a list of the same name first, and go with their list', () => {
  const store = openStore()
  const make = (id: string, name: string, headings: string[], columns: typeof COLUMNS, at: number) =>
    store.createPlateList(id, name, { ...listOf([plate(0)]), table: { headings, ...columns } }, at)
  make('a', 'Autos Vega', ['Cliente', 'Matrícula', ''], COLUMNS, NOON)
  make('b', 'Lozano', ['cliente', 'MATRICULA'], { ...COLUMNS, plate: 0 }, NOON + 1)
  const known = (headings: string[], name: string) => store.knownColumns(headings, name)
  expect(known(['Cliente ', 'Matricula'], 'AUTOS VEGA')).toMatchObject({
    columns: COLUMNS,
    of: { id: 'a', name: 'Autos Vega' },
  })
  expect(known(['Cliente', 'Matrícula'], 'otra')).toMatchObject({ columns: { plate: 0 }, of: { id: 'b' } })
  expect(known(['Cliente', 'Matrícula', 'Precio'], 'Autos Vega')).toBeNull()
  store.removePlateList('a')
  expect(known(['Cliente', 'Matrícula'], 'Autos Vega')).toMatchObject({ of: { id: 'b' } })
  store.forgetBatches(0, NOON + 5)
  expect(known(['Cliente', 'Matrícula'], 'Autos Vega')).toBeNull()
})

test('the same list given twice is found, whatever its order; one with a plate more or less is another', () => {
  const store = openStore()
  store.create('a', [0, 1, 2].map(plate))
  store.create('b', [0, 1].map(plate), NOON + 1)
  expect(store.twinOfPlates([2, 0, 1].map(plate))).toEqual({ id: 'a', name: 'Lista a', createdAt: NOON })
  expect(store.twinOfPlates([0, 1].map(plate))).toMatchObject({ id: 'b' })
  expect(store.twinOfPlates([0, 1, 3].map(plate))).toBeNull()
  expect(store.twinOfPlates([0].map(plate))).toBeNull()
  // A batch of a browser is no list.
  store.startBatch('c', [plate(7)], NOON)
  expect(store.twinOfPlates([plate(7)])).toBeNull()
})
