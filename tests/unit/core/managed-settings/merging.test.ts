import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MANAGED_SOURCES, type ManagedSource } from '#shared/bridge/managed.ts'
import { MANAGED_KEYS } from '#shared/bridge/settings.ts'
import {
  mergeManaged,
  type LastRead,
  type ManagedReading,
} from '#electron/core/features/managed-settings/merging.rules.ts'

const reading = (source: ManagedSource, rest: Partial<ManagedReading> = {}): ManagedReading => ({
  source,
  path: source,
  mandatory: {},
  recommended: {},
  unread: [],
  isWhole: true,
  problems: [],
  ...rest,
})
const rowOf = (readings: ManagedReading[], last: LastRead = {}) => {
  const { settings, mandatory } = mergeManaged(readings, last)
  return { row: settings.find(({ key }) => key === 'lock.idleMinutes'), value: mandatory['lock.idleMinutes'] }
}
const minutes = (value: number) => ({ 'lock.idleMinutes': value })

describe('order', () => {
  test('the strongest source that sets it decides, and mandatory comes before recommended', () => {
    const readings = [
      reading('machine-policy', { recommended: minutes(1) }),
      reading('user-policy', { mandatory: minutes(2) }),
      reading('system-file', { mandatory: minutes(3) }),
    ]
    expect(rowOf(readings)).toEqual({
      row: { key: 'lock.idleMinutes', level: 'mandatory', source: 'user-policy' },
      value: 2,
    })
    expect(mergeManaged(readings, {}).recommended).toEqual(minutes(1))
  })

  test('a weaker source does not replace what a stronger one has wrong', () => {
    const readings = [
      reading('machine-policy', { unread: ['lock.idleMinutes'] }),
      reading('system-file', { mandatory: minutes(200) }),
    ]
    expect(rowOf(readings).row).toMatchObject({ source: 'machine-policy', unread: 'strict' })
  })
})

describe('a mandatory setting that cannot be read', () => {
  const wrong = reading('system-file', { unread: ['lock.idleMinutes'] })

  test('keeps the value that was last read there', () => {
    expect(rowOf([wrong], { 'lock.idleMinutes': { source: 'system-file', value: 4 } })).toMatchObject({
      row: { unread: 'last' },
      value: 4,
    })
  })

  test('has the strict value where it was never read', () => {
    expect(rowOf([wrong])).toMatchObject({ row: { unread: 'strict' }, value: 15 })
  })

  test('does not take what another source said, nor a kept value that is wrong', () => {
    for (const last of [
      { source: 'user-policy', value: 4 },
      { source: 'system-file', value: 4_000 },
    ] as const)
      expect(rowOf([wrong], { 'lock.idleMinutes': last })).toMatchObject({ row: { unread: 'strict' } })
  })

  test('without a strict value, nobody changes what this PC has', () => {
    const { settings, mandatory } = mergeManaged([reading('system-file', { unread: ['relay.address'] })], {})
    expect(settings).toEqual([
      { key: 'relay.address', level: 'mandatory', source: 'system-file', unread: 'own' },
    ])
    expect(mandatory).toEqual({})
  })
})

describe('a source that cannot be read', () => {
  test('fixes every setting as it is on this PC', () => {
    const { settings, mandatory } = mergeManaged([reading('system-file', { isWhole: false })], {})
    expect(settings.map(({ key }) => key)).toEqual(MANAGED_KEYS)
    expect(new Set(settings.map(({ level, unread }) => `${level} ${unread}`))).toEqual(
      new Set(['mandatory own']),
    )
    expect(mandatory).toEqual({})
  })

  test('is replaced by what was last read of it, which is kept for the next time', () => {
    const last: LastRead = { 'lock.idleMinutes': { source: 'system-file', value: 4 } }
    const merged = mergeManaged([reading('system-file', { isWhole: false })], last)
    expect(merged.mandatory).toEqual(minutes(4))
    expect(merged.lastRead).toEqual(last)
  })

  test('once it is whole again, only what it says holds', () => {
    const last: LastRead = { 'lock.idleMinutes': { source: 'system-file', value: 4 } }
    expect(mergeManaged([reading('system-file')], last)).toEqual({
      mandatory: {},
      recommended: {},
      settings: [],
      lastRead: {},
    })
  })
})

test('whatever is broken, what was mandatory at the last start is still fixed', () => {
  const source = fc.constantFrom(...MANAGED_SOURCES)
  const key = fc.constantFrom('lock.idleMinutes', 'retention.visibleDays', 'retention.blockedDays')
  fc.assert(
    fc.property(source, fc.uniqueArray(key, { minLength: 1 }), fc.boolean(), (where, keys, isWhole) => {
      const values = Object.fromEntries(keys.map((one) => [one, 7]))
      const { lastRead } = mergeManaged([reading(where, { mandatory: values })], {})
      const broken = reading(where, isWhole ? { unread: keys } : { isWhole: false })
      const { mandatory, settings } = mergeManaged([broken], lastRead)
      expect(mandatory).toEqual(values)
      const fixed = settings.filter(({ level }) => level === 'mandatory').map((row) => row.key)
      expect(fixed).toEqual(expect.arrayContaining(keys))
    }),
  )
})
