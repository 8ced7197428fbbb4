import { describe, expect, test } from 'vitest'
import { computeLegalAlerts, type LegalCandidate } from '#electron/core/features/changes/alerts.rules.ts'

const transfer: LegalCandidate = { id: 'p', type: 'VEHICLE_TRANSFER', contractDate: '01/11/2026' }
const at = (day: number, hour = 9) => new Date(2026, 10, day, hour).getTime()
const alerts = (now: number, change: Partial<LegalCandidate> = {}, warningDays = 3) =>
  computeLegalAlerts({ ...transfer, ...change }, warningDays, now)
const told = (...args: Parameters<typeof alerts>) =>
  alerts(...args).map(({ detail }) => `${detail['about']} ${detail['last']} ${detail['left']}`)

describe('alerts of the legal terms', () => {
  test.each([
    [7, []],
    [8, ['seller 11/11/2026 3']],
    [10, ['seller 11/11/2026 1']],
    [11, ['seller 11/11/2026 0']],
    [12, ['seller 11/11/2026 -1']],
    [18, ['seller 11/11/2026 -7']],
    [19, []],
    [27, []],
    [28, ['buyer 01/12/2026 3']],
    [38, ['buyer 01/12/2026 -7']],
    [39, []],
  ])('of a transfer of 1/11, on the %sth day of November', (day, expected) => {
    expect(told(at(day, 0))).toEqual(expected)
    expect(told(at(day, 23))).toEqual(expected)
  })

  test('what an alert says', () => {
    expect(alerts(at(8))).toEqual([
      {
        kind: 'procedure',
        id: 'p',
        event: 'alert.legal',
        detail: { about: 'seller', last: '11/11/2026', contract: '01/11/2026', left: 3 },
        key: 'alert.legal seller procedure p 11/11/2026 soon',
      },
    ])
  })

  test('one key while a term nears and another when it ends, also the days after', () => {
    const keyAt = (day: number, change: Partial<LegalCandidate> = {}) => alerts(at(day), change)[0]?.key
    expect(new Set([8, 9, 10].map((day) => keyAt(day))).size).toBe(1)
    expect(new Set([11, 12, 18].map((day) => keyAt(day))).size).toBe(1)
    expect(keyAt(11)).not.toBe(keyAt(10))
    expect(keyAt(10, { contractDate: '02/11/2026' })).not.toBe(keyAt(10))
    expect(keyAt(10, { contractDate: '1/11/2026' })).toBe(keyAt(10))
    expect(keyAt(10, { id: 'q' })).not.toBe(keyAt(10))
  })

  test('a term longer than its warning, and none at all with 0', () => {
    expect(told(at(1), {}, 30)).toEqual(['seller 11/11/2026 10', 'buyer 01/12/2026 30'])
    expect(told(at(11), {}, 0)).toEqual([])
  })

  test.each([
    ['VEHICLE_NOTIFICATION', '01/11/2026', ['seller 11/11/2026 0']],
    ['VEHICLE_REGISTRATION', '01/11/2026', []],
    ['NEVER_SEEN', '01/11/2026', []],
    ['VEHICLE_TRANSFER', '', []],
    ['VEHICLE_TRANSFER', '31/02/2026', []],
    // Dated in the future: no deadline on the page nor in the list.
    ['VEHICLE_TRANSFER', '12/11/2026', []],
  ])('a %s of %j', (type, contractDate, expected) => {
    expect(told(at(11), { type, contractDate }, 365).filter((one) => one.startsWith('seller'))).toEqual(
      expected,
    )
  })
})
