import { addDays, startOfDay } from '#shared/domain/iso-day.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { figure, type Figure } from './statistics.ts'

const FROM = '2026-11-26'
const DAYS = 20
const noon = (day: string) => startOfDay(day) + 12 * 3_600_000

/** Time of a round over as many watched plates as there may be: all of them due, and none. */
export function watchFigures(): Figure[] {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  const store = createStoreMethods(db, createAuditWriter(db, null))
  const plates = Array.from({ length: MAX_WATCHES }, (_, index) => plateNumber(index))
  store.setWatches(
    plates,
    { days: { every: 'days', count: 1 }, until: addDays(FROM, 300), note: '' },
    noon(FROM),
  )
  const taken = { due: [] as number[], idle: [] as number[], page: [] as number[] }
  for (let n = 0; n < DAYS; n++) {
    const now = noon(addDays(FROM, n))
    for (const [kind, expected] of [
      ['due', MAX_WATCHES],
      ['idle', 0],
    ] as const) {
      const started = performance.now()
      const { asked } = store.watchRound(now)
      taken[kind].push(performance.now() - started)
      if (asked !== expected) throw new Error(`${asked} lookups were due`)
    }
    for (const vrm of plates.slice(0, 200))
      store.reportArrived(
        { reportId: `${n} ${vrm}`, vrm, kind: 'reduced', outcome: 'transferable', checkedAt: now },
        false,
      )
    const started = performance.now()
    store.watchRows({ filter: 'active', query: '' }, 0, 200, now)
    taken.page.push(performance.now() - started)
  }
  db.close()
  return [
    figure(`${MAX_WATCHES} watched plates: a round with all of them due`, 'ms', taken.due),
    figure(`${MAX_WATCHES} watched plates: a round with none due`, 'ms', taken.idle),
    figure('watched plates: a page of 200 rows, with up to 20 reports each', 'ms', taken.page),
  ]
}
