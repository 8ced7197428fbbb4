import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimelineRow } from '#shared/bridge/inbox.ts'
import { PROCEDURE_STATES } from '#shared/domain/vocabulary.ts'
import { lasting, viewersText } from '#shared/text/procedure.ts'
import { trackOf, legalClock } from '#renderer/features/procedures/procedure-now.tsx'

const MINUTE = 60_000
const NOW = new Date(2026, 10, 20, 14, 5).getTime()

/** Newest first, as the core sends them. */
const rows = (...changes: readonly (readonly [status: string, minutesAgo: number])[]): TimelineRow[] =>
  changes
    .map(([status, ago], seq) => ({
      seq,
      event: 'procedure.status_changed',
      status,
      detail: {},
      at: NOW - ago * MINUTE,
      seenAt: NOW - ago * MINUTE,
      source: 'poll' as const,
    }))
    .toReversed()
const track = (status: string, timeline: TimelineRow[], since = NOW - MINUTE) =>
  trackOf({ status, timeline, since }, NOW)
const said = ({ steps }: ReturnType<typeof track>) =>
  steps.map(({ state, lasted, where }) => [state, lasted === null ? null : lasted / MINUTE, where])

describe('the way of a procedure', () => {
  test('an incident is a detour: what follows is what usually follows', () => {
    expect(said(track('BLOCKED', rows(['DRAFT', 100], ['PENDING', 92], ['BLOCKED', 30])))).toEqual([
      ['DRAFT', 8, 'past'],
      ['PENDING', 62, 'past'],
      ['BLOCKED', 30, 'now'],
      ['IN_PROGRESS', null, 'to-come'],
      ['DONE', null, 'to-come'],
    ])
  })

  test('what has ended runs no more, and only the delivery may follow', () => {
    expect(said(track('DONE', rows(['PENDING', 90], ['IN_PROGRESS', 50], ['DONE', 5])))).toEqual([
      ['PENDING', 40, 'past'],
      ['IN_PROGRESS', 45, 'past'],
      ['DONE', null, 'now'],
      ['DELIVERED_TO_CLIENT', null, 'to-come'],
    ])
    expect(said(track('CANCELLED', rows(['PENDING', 9], ['CANCELLED', 1])))).toEqual([
      ['PENDING', 8, 'past'],
      ['CANCELLED', null, 'now'],
    ])
    expect(said(track('DELIVERED_TO_CLIENT', rows(['DELIVERED_TO_CLIENT', 1])))).toHaveLength(1)
  })

  test('without a timeline, or with one that is behind, what it is now is there', () => {
    expect(said(track('PENDING', []))).toEqual([
      ['PENDING', 1, 'now'],
      ['IN_PROGRESS', null, 'to-come'],
      ['DONE', null, 'to-come'],
    ])
    expect(said(track('IN_PROGRESS', rows(['PENDING', 9]))).slice(0, 2)).toEqual([
      ['PENDING', 8, 'past'],
      ['IN_PROGRESS', 1, 'now'],
    ])
  })

  test('a state never seen is a step, and takes nothing away from the way ahead', () => {
    expect(said(track('WAITING_FOR_MOON', rows(['PENDING', 9], ['WAITING_FOR_MOON', 3])))).toEqual([
      ['PENDING', 6, 'past'],
      ['WAITING_FOR_MOON', 3, 'now'],
      ['IN_PROGRESS', null, 'to-come'],
      ['DONE', null, 'to-come'],
    ])
  })

  test('any history: the last of what is known is the state it is in, in a line that can be read', () => {
    const state = fc.constantFrom(...PROCEDURE_STATES, 'NEVER_SEEN')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(state, fc.integer({ min: 0, max: 9_000 })), { maxLength: 40 }),
        state,
        (been, now) => {
          const old = been.toSorted((a, b) => b[1] - a[1])
          const { steps, earlier } = track(now, rows(...old))
          const known = steps.filter(({ where }) => where !== 'to-come')
          expect(known.at(-1)).toMatchObject({ state: now, where: 'now' })
          expect(steps.filter(({ where }) => where === 'now')).toHaveLength(1)
          expect(steps.length).toBeLessThanOrEqual(7)
          expect(earlier).toBeGreaterThanOrEqual(0)
          for (const { lasted, at } of steps)
            if (at !== null && lasted !== null) expect(lasted).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

test('how long something lasted, in the two units that matter', () => {
  const of = (minutes: number) => lasting(minutes * MINUTE)
  expect([0.5, 8, 130, 120, 74 * 60, 24 * 60, 25 * 60, -5].map(of)).toEqual([
    'menos de 1 min',
    '8 min',
    '2 h 10 min',
    '2 h',
    '3 días 2 h',
    '1 día',
    '1 día 1 h',
    'menos de 1 min',
  ])
})

const at = (day: number, month: number, hour = 12) => new Date(2026, month - 1, day, hour).getTime()
const clock = (type: string, contract: string, now: number, endedAt: number | null = null) => {
  const read = legalClock(type, contract, endedAt, now)
  if (read.kind !== 'clock') throw new Error(read.kind)
  return read.clock
}
const left = ({ deadlines }: ReturnType<typeof clock>) => deadlines.map((one) => one.left)

describe('the legal clock', () => {
  test('a transfer has the ten days of the seller and the thirty of the buyer', () => {
    const read = clock('VEHICLE_TRANSFER', '12/11/2026', at(20, 11))
    expect(read.day).toBe(8)
    expect(read.deadlines.map(({ party, last }) => [party, last])).toEqual([
      ['seller', at(22, 11, 0)],
      ['buyer', at(12, 12, 0)],
    ])
    expect(left(read)).toEqual([2, 22])
    expect(read.next?.party).toBe('seller')
  })

  test('the last day is still in time, and the day after is not', () => {
    expect(clock('VEHICLE_TRANSFER', '12/11/2026', at(22, 11, 23)).next?.party).toBe('seller')
    expect(clock('VEHICLE_TRANSFER', '12/11/2026', at(23, 11, 0)).next?.party).toBe('buyer')
    const over = clock('VEHICLE_TRANSFER', '12/11/2026', at(13, 12, 0))
    expect(over.next).toBeNull()
    expect(left(over)).toEqual([-21, -1])
  })

  test('thirty days across a change of the hour are thirty', () => {
    // In Spain clocks go back on 25/10/2026 and forward on 29/03/2026.
    expect(clock('VEHICLE_TRANSFER', '10/10/2026', at(9, 11, 0)).day).toBe(30)
    expect(clock('VEHICLE_TRANSFER', '10/10/2026', at(9, 11, 23)).deadlines[1]?.left).toBe(0)
    expect(clock('VEHICLE_TRANSFER', '15/03/2026', at(14, 4, 0)).day).toBe(30)
  })

  test('a registration and an unknown type have none, a notification has the seller’s, and an ended one stops', () => {
    expect(legalClock('VEHICLE_REGISTRATION', '12/11/2026', null, at(20, 11))).toEqual({ kind: 'none' })
    expect(legalClock('OTHER', '12/11/2026', null, at(20, 11))).toEqual({ kind: 'none' })
    expect(clock('VEHICLE_NOTIFICATION', '12/11/2026', at(20, 11)).deadlines).toHaveLength(1)
    const ended = clock('VEHICLE_TRANSFER', '12/11/2026', at(20, 12), at(19, 11))
    expect([ended.day, ended.ended, ended.next]).toEqual([7, true, null])
  })

  test('what is no day is said, and nothing written is nothing', () => {
    expect(legalClock('VEHICLE_TRANSFER', ' 31/02/2026 ', null, at(20, 11))).toEqual({
      kind: 'invalid',
      typed: '31/02/2026',
    })
    expect(legalClock('VEHICLE_TRANSFER', '21/11/2026', null, at(20, 11)).kind).toBe('future')
    expect(legalClock('VEHICLE_TRANSFER', ' ', null, at(20, 11))).toEqual({ kind: 'none' })
  })

  test('every day of the year: one more day is one more, at whatever hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 23 }), (days, hour) => {
        const now = new Date(2026, 0, 1 + days, hour).getTime()
        expect(clock('VEHICLE_TRANSFER', '01/01/2026', now).day).toBe(days)
      }),
    )
  })
})

test.each([
  [[], ''],
  [['Ana'], 'Lo está viendo Ana'],
  [['Ana', 'Inés'], 'Lo están viendo Ana e Inés'],
  [['Ana', 'Luis', 'Eva'], 'Lo están viendo Ana, Luis y Eva'],
  [[''], 'Lo está viendo otro puesto'],
  [['', 'Ana', ''], 'Lo están viendo Ana y otros 2 puestos'],
])('colleagues who have the file open: %j', (people, words) => {
  expect(viewersText(people)).toBe(words)
})
