import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import { daysAfter, writeDay } from '#shared/domain/calendar.ts'
import { createCaseStore, type CaseStore } from '#tests/fakes/case-store.ts'

/** Between the two clock changes that its terms may cross. */
const NOW = new Date(2026, 3, 4, 11, 20).getTime()
const DAYS = { incident: 0, provisional: 0, signature: 0 }

let store: CaseStore
beforeEach(() => void (store = createCaseStore()))
afterEach(() => store.close())

const raised = () =>
  store.db
    .prepare<[], { id: string; about: string; last: string }>(
      `SELECT id, detail ->> 'about' AS about, detail ->> 'last' AS last FROM change WHERE event = 'alert.legal'
       ORDER BY id, about`,
    )
    .all()

/** States in which the office has something to do: in the others it has handed the procedure in, or it has ended. */
const ASKING = new Set(['DRAFT', 'BLOCKED', 'NEW_ONE'])

test('the alerts of any desk are the terms of its files that near or have just ended, each once', () => {
  const file = fc.record({
    from: fc.integer({ min: -420, max: 20 }),
    kind: fc.constantFrom('transfer', 'notification', 'registration'),
    status: fc.constantFrom('DRAFT', 'BLOCKED', 'NEW_ONE', 'PENDING', 'IN_PROGRESS', 'ON_HOLD', 'DONE'),
    muted: fc.boolean(),
  })
  const types = {
    transfer: 'VEHICLE_TRANSFER',
    notification: 'VEHICLE_NOTIFICATION',
    registration: 'VEHICLE_REGISTRATION',
  }
  const files = fc.array(file, { minLength: 1, maxLength: 20, size: 'max' })
  fc.assert(
    fc.property(files, fc.integer({ min: 0, max: 365 }), (all, deadline) => {
      store.empty()
      const expected = all.flatMap(({ from, kind, status, muted }, at) => {
        const id = String.fromCharCode(97 + at)
        const contractDate = writeDay(daysAfter(NOW, from))
        store.answer({ id, type: types[kind], status }, NOW)
        store.write(id, { contractDate }, NOW)
        store.resources.muteResource('procedure', id, muted)
        return deadlinesOf(kind, contractDate, NOW)
          .filter(
            ({ left }) => deadline > 0 && left >= -7 && left <= deadline && ASKING.has(status) && !muted,
          )
          .map(({ party, last }) => ({ id, about: party, last: writeDay(last) }))
          .toSorted((a, b) => (a.about < b.about ? -1 : 1))
      })
      store.alerts.raiseAlerts({ ...DAYS, deadline }, NOW)
      expect(raised()).toEqual(expected)
      expect(store.alerts.raiseAlerts({ ...DAYS, deadline }, NOW + 1)).toEqual([])
    }),
    { numRuns: 60 },
  )
})
