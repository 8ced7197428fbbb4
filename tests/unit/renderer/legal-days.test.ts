import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legalClock } from '#renderer/features/procedures/procedure-now.tsx'

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
