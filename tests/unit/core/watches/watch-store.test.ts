import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { addDays, startOfDay } from '#shared/domain/calendar.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

function openStore() {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  return { db, store: createStoreMethods(db, createAuditWriter(db, null)) }
}
type Store = ReturnType<typeof openStore>['store']
let db: ReturnType<typeof openDatabase>
let store: Store
beforeEach(() => ({ db, store } = openStore()))

const VRM = '1234BCD'
/** A Thursday. */
const FROM = '2026-11-26'
const noon = (day: string) => startOfDay(day) + 12 * 3_600_000
const set = (days = FROM, vrms: readonly string[] = [VRM], until = '2027-03-31') =>
  store.setWatches(vrms, { days: { every: 'working-day' }, until, note: 'Autos Vega' }, noon(days))

let id = 0
const arrive = (day: string, outcome: PlateReport['outcome'], more: Partial<PlateReport> = {}) =>
  store.reportArrived(
    { reportId: `r${++id}`, vrm: VRM, kind: 'reduced', outcome, checkedAt: noon(day), ...more },
    false,
  )
const news = () => store.inbox('all', null, null, 50).rows.toReversed()
const round = (day: string) => store.watchRound(noon(day))
/** What the queue asks for on a day, answered or not. */
function queue(day: string): string[] {
  const { ask } = store.batchStep(noon(day))
  for (const plate of ask) {
    store.askPlate(plate.vrm, noon(day))
    store.batchPlateAsked(plate)
  }
  return ask.map(({ vrm }) => vrm)
}

test('a change is one row of Novedades, and asks something if the colour is another', () => {
  arrive(FROM, 'transferable')
  set()
  arrive('2026-11-27', 'transferable')
  expect(news()).toEqual([])
  arrive('2026-11-30', 'not_transferable')
  expect(news()).toMatchObject([
    {
      kind: 'report',
      id: VRM,
      event: 'report.changed',
      subject: { vrm: VRM },
      actionable: true,
      detail: { before: 'transferable', outcome: 'not_transferable', since: noon('2026-11-27') },
    },
  ])
  arrive('2026-12-01', 'not_transferable')
  expect(news()).toHaveLength(1)
  expect(store.watchRows({ filter: 'changed', query: '' }, 0, 10, noon('2026-12-01')).rows).toMatchObject([
    { vrm: VRM, outcome: 'not_transferable', since: noon('2026-11-30'), change: { at: noon('2026-11-30') } },
  ])
  // What was asked about the change before does not hold any more.
  arrive('2026-12-02', 'transferable')
  expect(news().map(({ actionable }) => actionable)).toEqual([false, true])
})

test('data of the vehicle that change are news that ask nothing', () => {
  arrive(FROM, 'transferable', { vehicle: { brand: 'SEAT', model: 'IBIZA' } })
  set()
  arrive('2026-11-27', 'transferable', { vehicle: { brand: 'SEAT', model: 'LEON' } })
  expect(news()).toMatchObject([{ actionable: false, detail: { fields: 'model' } }])
})

test('an answer that is missing is no change, and the next is compared with the last that there was', () => {
  arrive(FROM, 'transferable')
  set()
  arrive('2026-11-27', 'error')
  expect(news()).toEqual([])
  arrive('2026-11-30', 'with_alerts')
  expect(news()).toMatchObject([{ detail: { before: 'transferable', outcome: 'with_alerts' } }])
})

test('a plate that nobody watches, or does not any more, is no news', () => {
  arrive(FROM, 'transferable')
  arrive('2026-11-27', 'not_transferable')
  set('2026-11-27')
  store.endWatches([VRM], noon('2026-11-27'))
  arrive('2026-11-30', 'transferable')
  set('2026-11-30', [VRM], '2026-12-01')
  arrive('2026-12-02', 'not_transferable')
  expect(news()).toEqual([])
  expect(store.watchCounts(noon('2026-12-02'))).toEqual({ active: 0, changed: 0, ended: 1 })
})

test('its last lookup is news even if it is answered after its last day', () => {
  arrive(FROM, 'transferable')
  set(FROM, [VRM], '2026-11-27')
  round('2026-11-27')
  arrive('2026-11-30', 'not_transferable')
  expect(news()).toHaveLength(1)
})

test('the same report twice is one change', () => {
  arrive(FROM, 'transferable')
  set()
  arrive('2026-11-27', 'not_transferable', { reportId: 'twice' })
  arrive('2026-11-27', 'not_transferable', { reportId: 'twice' })
  expect(news()).toHaveLength(1)
  arrive('2026-11-30', 'transferable')
  arrive('2026-11-27', 'not_transferable', { reportId: 'twice' })
  expect(news()).toHaveLength(2)
})

test('a plate without an answer for days is told of once, until it is answered', () => {
  set()
  for (let day = FROM; day < '2026-12-10'; day = addDays(day, 1)) {
    round(day)
    // As often as it is looked up that day.
    arrive(day, 'error')
    arrive(day, 'error')
    round(day)
  }
  expect(news()).toMatchObject([{ event: 'report.unanswered', actionable: true, detail: { days: 3 } }])
  arrive('2026-12-10', 'transferable')
  expect(news()).toMatchObject([{ actionable: false }])
})

test('a plate that the service refuses is told of at the next round, once', () => {
  set()
  round(FROM)
  queue(FROM)
  store.questionClosed(VRM, appError('rejected'))
  expect(round(FROM).seqs).toHaveLength(1)
  expect(round('2026-11-27').seqs).toEqual([])
})

test('what is of the day is not asked again', () => {
  arrive(FROM, 'transferable')
  set()
  expect(round(FROM).asked).toBe(1)
  expect(queue(FROM)).toEqual([])
  expect(round('2026-11-27').asked).toBe(1)
  expect(queue('2026-11-27')).toEqual([VRM])
  expect(round('2026-11-27').asked).toBe(0)
})

test('a week without a connection or a PC is one lookup', () => {
  set()
  for (let day = FROM; day <= '2026-12-03'; day = addDays(day, 1)) round(day)
  expect(queue('2026-12-03')).toEqual([VRM])
  arrive('2026-12-03', 'transferable')
  expect(queue('2026-12-03')).toEqual([])
})

test('a lookup left over from another day is that of the day it is asked on, also if it is refused', () => {
  set()
  round(FROM)
  round('2026-11-27')
  expect(queue('2026-11-27')).toEqual([VRM])
  store.questionClosed(VRM, appError('report-stalled'))
  expect(queue('2026-11-27')).toEqual([])
  round('2026-11-30')
  expect(queue('2026-12-01')).toEqual([VRM])
  expect(round('2026-12-01').asked).toBe(0)
  store.questionClosed(VRM, appError('report-stalled'))
  expect(queue('2026-12-01')).toEqual([])
  expect(round('2026-12-02').asked).toBe(1)
})

test('who ends a watch takes its plate out of the queue', () => {
  set()
  round(FROM)
  store.endWatches([VRM], noon(FROM))
  expect(queue(FROM)).toEqual([])
  expect(store.batch(`watch:${FROM}`)).toMatchObject({ state: 'done', total: 0 })
})

test('five hundred are watched, and not one more; changing one of them needs no room', () => {
  const plates = Array.from({ length: MAX_WATCHES }, (_, n) => `${1000 + n}BCD`)
  expect(set(FROM, plates)).toBe(true)
  expect(set(FROM, ['9999BCD'])).toBe(false)
  expect(store.watchesOf(['9999BCD'], noon(FROM))).toEqual([])
  expect(set(FROM, plates.slice(0, 3), '2026-12-31')).toBe(true)
  store.endWatches(plates.slice(0, 1), noon(FROM))
  expect(set(FROM, ['9999BCD'])).toBe(true)
  expect(store.watchRoom(noon(FROM))).toBe(0)
})

test('what ended long ago is forgotten, and what goes on is not', () => {
  set(FROM, ['1111BCD'], '2026-12-01')
  set(FROM, ['2222BCD'])
  store.endWatches(['2222BCD'], noon('2026-12-01'))
  set(FROM, ['3333BCD'])
  store.forgetWatches('2026-12-02')
  expect(store.watchesOf(['1111BCD', '2222BCD', '3333BCD'], noon('2026-12-02'))).toMatchObject([
    { vrm: '3333BCD' },
  ])
})

const TABLES = ['watch', 'batch', 'batch_plate', 'plate', 'report', 'report_words', 'change']

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'round' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('queue' as const), killed: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), good: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'refuse' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('days' as const), n: fc.integer({ min: 1, max: 9 }) }),
  },
)

test('whatever happens in between: one lookup a day at most, and a row for each change of what was answered', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      for (const table of TABLES) db.prepare(`DELETE FROM ${table}`).run()
      let day = FROM
      const asked: string[] = []
      let last: boolean | null = null
      let changes = 0
      set(FROM, [VRM], addDays(FROM, 300))
      for (const one of steps) {
        if (one.do === 'days') day = addDays(day, one.n)
        if (one.do === 'round') round(day)
        if (one.do === 'queue') {
          const { ask } = store.batchStep(noon(day))
          for (const plate of ask) {
            store.askPlate(plate.vrm, noon(day))
            asked.push(day)
            if (!one.killed) store.batchPlateAsked(plate)
          }
          // Killed in between: the first step of the next start finds the lookup open.
          if (one.killed) expect(store.batchStep(noon(day)).ask).toEqual([])
        }
        if (one.do === 'refuse' && store.openQuestion(VRM))
          store.questionClosed(VRM, appError('report-stalled'))
        if (one.do === 'answer' && store.openQuestion(VRM)) {
          arrive(day, one.good ? 'transferable' : 'not_transferable')
          if (last !== null && last !== one.good) changes++
          last = one.good
        }
      }
      expect(new Set(asked).size).toBe(asked.length)
      expect(news().filter(({ event }) => event === 'report.changed')).toHaveLength(changes)
    }),
  )
})
