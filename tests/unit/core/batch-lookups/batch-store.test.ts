import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appError } from '#shared/bridge/result.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { MAX_OPEN, MAX_RUNNING } from '#electron/core/features/batch-lookups/batch-lookups.rules.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

const NOON = new Date(2026, 9, 25, 12).getTime()
const plate = (index: number) => `${String(1000 + index)}BCD`

function openStore() {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  return { db, store: createStoreMethods(db, createAuditWriter(db, null)) }
}

/** Plates of a batch as they are stored, in their order. */
const platesOf = (db: ReturnType<typeof openDatabase>, id: string) =>
  db
    .prepare<[string], { vrm: string; state: string; error: string | null }>(
      'SELECT vrm, state, error FROM batch_plate WHERE batch_id = ? ORDER BY ord',
    )
    .all(id)
    .map(({ error, ...row }) => ({ ...row, error: error === null ? null : (JSON.parse(error) as unknown) }))

type Store = ReturnType<typeof openStore>['store']

/** As the core does: lookups that the step names are started, and noted unless it is killed in between. */
function round(store: Store, now: number, killed = false): string[] {
  const started: string[] = []
  for (;;) {
    const step = store.batchStep(now)
    for (const one of step.ask) {
      store.askPlate(one.vrm, now)
      started.push(one.vrm)
      if (!killed) store.batchPlateAsked(one)
    }
    if (killed || !step.more) return started
  }
}

const answer = (store: Store, vrm: string, id: string, at: number) =>
  store.reportArrived({ reportId: id, vrm, kind: 'reduced', outcome: 'transferable', checkedAt: at }, false)

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('round' as const), killed: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('user asks' as const), which: fc.nat(11) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), which: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const), which: fc.nat(1) }) },
)

const TABLES = ['batch', 'batch_plate', 'plate', 'report', 'report_words']

test('whatever happens in between, each plate is settled, and requested once for each time that it must be', () => {
  const { db, store } = openStore()
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`)
      const batches = [
        Array.from({ length: 8 }, (_, i) => plate(i)),
        Array.from({ length: 8 }, (_, i) => plate(i + 4)),
      ]
      const requests = new Map<string, number>()
      const closed = new Set<string>()
      let now = NOON
      let lastId = 0
      const open = () => store.openQuestions().map(({ vrm }) => vrm)
      const start = (which: number) => store.startBatch(`b${which}`, batches[which] ?? [], now)
      const go = (killed: boolean) => {
        for (const vrm of round(store, now, killed)) {
          // Nothing with an answer, or already open, is requested again.
          expect(closed.has(vrm)).toBe(false)
          requests.set(vrm, (requests.get(vrm) ?? 0) + 1)
        }
      }
      for (const one of steps) {
        now += 10
        const all = open()
        const vrm = 'which' in one ? all[one.which % Math.max(1, all.length)] : undefined
        if (one.do === 'round') go(one.killed)
        else if (one.do === 'start') start(one.which)
        else if (one.do === 'stop') store.stopBatch(`b${one.which}`)
        else if (one.do === 'user asks') store.askPlate(plate(one.which), now)
        else if (vrm !== undefined && one.do === 'answer') {
          answer(store, vrm, `r${++lastId}`, now)
          closed.add(vrm)
        } else if (vrm !== undefined && one.do === 'refuse') store.questionClosed(vrm, appError('rejected'))
        else if (vrm !== undefined) store.questionClosed(vrm, null)
      }
      // To the end.
      for (const which of [0, 1]) start(which)
      for (let rest = 0; rest < 40; rest++) {
        go(false)
        for (const vrm of open()) {
          answer(store, vrm, `r${++lastId}`, now)
          closed.add(vrm)
        }
      }
      for (const which of [0, 1]) {
        expect(store.batch(`b${which}`)).toEqual({ id: `b${which}`, state: 'done', total: 8, settled: 8 })
        expect(platesOf(db, `b${which}`).map(({ vrm }) => vrm)).toEqual(batches[which])
      }
      expect(open()).toEqual([])
    }),
    { numRuns: 200 },
  )
  db.close()
})

test('few are open at once, in the order of the list, and those that wait for long make room', () => {
  const { db, store } = openStore()
  const all = Array.from({ length: 20 }, (_, i) => plate(i))
  store.startBatch('b', all, NOON)
  // Three take no more than the share of requests that nobody waits for.
  expect(MAX_OPEN).toBe(3)
  expect(round(store, NOON)).toEqual(all.slice(0, 3))
  expect(round(store, NOON)).toEqual([])
  store.questionAccepted(plate(0), 'r0')
  expect(round(store, NOON + 14_000)).toEqual([])
  expect(round(store, NOON + 16_000)).toEqual([plate(MAX_OPEN)])
  // Those of the user take no room of a batch.
  for (let index = 10; index < 16; index++) store.askPlate(plate(index), NOON)
  answer(store, plate(1), 'r1', NOON + 16_000)
  expect(round(store, NOON + 16_000)).toEqual([plate(MAX_OPEN + 1)])
  db.close()
})

test('a plate of two batches is requested once, and settles in both', () => {
  const { db, store } = openStore()
  store.startBatch('a', [plate(1)], NOON)
  store.startBatch('b', [plate(1)], NOON)
  expect([...round(store, NOON), ...round(store, NOON)]).toEqual([plate(1)])
  answer(store, plate(1), 'r', NOON)
  round(store, NOON)
  for (const id of ['a', 'b']) expect(store.batch(id)?.state).toBe('done')
  db.close()
})

test('plates known today, repeated ones and texts that are none cost nothing', () => {
  const { db, store } = openStore()
  store.askPlate(plate(1), NOON - 1_000)
  answer(store, plate(1), 'r', NOON - 1_000)
  const batch = store.startBatch('b', [plate(1), '1001 bcd', 'NO PLATE', plate(2)], NOON)
  expect(batch).toEqual({ id: 'b', state: 'running', total: 3, settled: 2 })
  expect(platesOf(db, 'b')).toEqual([
    { vrm: plate(1), state: 'known', error: null },
    { vrm: 'NO PLATE', state: 'failed', error: appError('invalid-plate') },
    { vrm: plate(2), state: 'waiting', error: null },
  ])
  expect(round(store, NOON)).toEqual([plate(2)])
  expect(store.startBatch('done', [plate(1)], NOON)?.state).toBe('done')
  db.close()
})

test('too many running batches are refused, and old ones are forgotten whole', () => {
  const { db, store } = openStore()
  for (let index = 0; index < MAX_RUNNING; index++)
    expect(store.startBatch(`b${index}`, [plate(index)], NOON + index)).not.toBeNull()
  expect(store.startBatch('one more', [plate(99)], NOON)).toBeNull()
  // The same one again is not another.
  expect(store.startBatch('b0', [plate(0)], NOON)?.state).toBe('running')
  expect(store.forgetBatches(NOON + 2, 0)).toBe(2)
  expect(store.batch('b1')).toBeNull()
  expect(store.batch('b2')).not.toBeNull()
  expect(db.prepare('SELECT count(*) AS n FROM batch_plate').get()).toEqual({ n: MAX_RUNNING - 2 })
  db.close()
})
