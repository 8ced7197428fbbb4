import { describe, expect, test } from 'vitest'
import {
  defaultNotificationSettings,
  defaultOfficeSettings,
  defaultSettings,
  MANAGED_KEYS,
  type ManagedKey,
  type ManagedValues,
} from '#shared/bridge/settings.ts'
import {
  isRefused,
  managedValues,
  type RefusalFacts,
} from '#electron/core/features/managed-settings/refusals.rules.ts'

const OFFICE = { name: 'Ribera', environment: 'production', baseUrl: 'https://one.example' } as const
/** @param unread fixed, and without a value: what this PC has stays */
const facts = (values: ManagedValues, unread: readonly ManagedKey[] = []): RefusalFacts => ({
  isFixed: (key) => Object.hasOwn(values, key) || unread.includes(key),
  mandatory: (key) => values[key],
  allowsAddress: (address) => values['service.addresses']?.includes(address) ?? true,
  account: (id) => (id === 'a' ? OFFICE : undefined),
  demo: 'demo',
})

describe('updates', () => {
  const change = { updates: { mode: 'off' } } as object

  test('are not changed where their mode or their channel is fixed', () => {
    expect(isRefused('settings.update', change, facts({ 'updates.mode': 'automatic' }))).toBe(true)
    expect(isRefused('settings.update', change, facts({ 'updates.channel': 'stable' }))).toBe(false)
    expect(isRefused('settings.update', { theme: 'dark' }, facts({ 'updates.mode': 'automatic' }))).toBe(
      false,
    )
  })

  test('have the recommended values as their settings', () => {
    const values: ManagedValues = { 'updates.mode': 'ask', 'updates.channel': 'beta' }
    expect(managedValues('screens', (key) => values[key])).toMatchObject({
      updates: { mode: 'ask', channel: 'beta' },
    })
  })
})

describe('a setting that cannot be read', () => {
  const add = { ...OFFICE, key: 'office-key-0123456789-ABCD' }
  const unread = facts({}, ['service.addresses', 'accounts', 'relay.address', 'quickLookup.shortcut'])

  test('lets nobody add, pair or change anything', () => {
    expect(isRefused('accounts.add', add, unread)).toBe(true)
    const pairing = { address: 'https://one.example', code: 'K7QF-9M2T', name: 'x' }
    expect(isRefused('relay.pair', pairing, unread)).toBe(true)
    expect(isRefused('quick-lookup.shortcut', { shortcut: null }, unread)).toBe(true)
  })

  test('does not take from the office what it works with', () => {
    expect(isRefused('accounts.activate', { id: 'a' }, unread)).toBe(false)
    expect(isRefused('accounts.verify', { id: 'a' }, unread)).toBe(false)
    expect(isRefused('accounts.remove', { id: 'a', eraseData: false }, unread)).toBe(false)
  })
})

test('an address is compared as the forms read it', () => {
  const one = facts({ 'service.addresses': ['https://one.example'] })
  for (const baseUrl of ['https://one.example/', ' one.example/v1 ', 'HTTPS://ONE.example'])
    expect(isRefused('accounts.check', { baseUrl, key: 'k' }, one)).toBe(false)
  for (const baseUrl of [
    'https://one.example.evil.example',
    'https://one.example:8443',
    'https://two.example',
  ])
    expect(isRefused('accounts.check', { baseUrl, key: 'k' }, one)).toBe(true)
  // What is no address is told so by the command itself.
  expect(isRefused('accounts.check', { baseUrl: 'ftp://x', key: 'k' }, one)).toBe(false)
})

/** Keys that a feature reads itself with `mandatory` or `recommended`. */
const READ_BY_FEATURES: readonly ManagedKey[] = [
  'service.addresses',
  'accounts',
  'relay.address',
  'updates.feed',
  'lock.pinRequired',
  'extension.allowed',
  'demo.offered',
]

const FILES = {
  screens: { command: 'settings.update', defaults: defaultSettings },
  office: { command: 'office.update', defaults: defaultOfficeSettings },
  notifications: { command: 'notification-settings.update', defaults: defaultNotificationSettings },
} as const

/** Values by their place, such as `lock.idleMinutes`. */
const leaves = (value: unknown, at = ''): [place: string, value: unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inside]) => leaves(inside, at === '' ? name : `${at}.${name}`))
    : [[at, value]]
const placed = (place: string, value: unknown): object =>
  place.split('.').reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) as object

/** Places that have another name than their key. */
const PLACES: Partial<Record<ManagedKey, string>> = {
  'retention.visibleDays': 'retentionDays',
  'retention.blockedDays': 'blockedDays',
}

test('each managed value is in force: it is one of the settings, or its feature reads it', () => {
  const keys = MANAGED_KEYS.filter((key) => !READ_BY_FEATURES.includes(key))
  const found = keys.map((key) => {
    const get = ((one: ManagedKey) => (one === key ? 'fixed' : undefined)) as Parameters<
      typeof managedValues
    >[1]
    const places = Object.entries(FILES).flatMap(([file, { command, defaults }]) =>
      leaves(managedValues(file as keyof typeof FILES, get))
        .filter(([place, value]) => value === 'fixed' && new Map(leaves(defaults)).has(place))
        // No window can change the value, and the other values stay free.
        .filter(([place]) => {
          const change = placed(place, 'another') as never
          const others = MANAGED_KEYS.filter((one) => one !== key)
          return (
            isRefused(command, change, facts({}, [key])) && !isRefused(command, change, facts({}, others))
          )
        })
        .map(([place]) => place),
    )
    return [key, places]
  })
  expect(found).toEqual(keys.map((key) => [key, [PLACES[key] ?? key]]))
  for (const key of READ_BY_FEATURES)
    for (const file of ['screens', 'office', 'notifications'] as const)
      expect(
        managedValues(file, ((one: ManagedKey) => (one === key ? 'fixed' : undefined)) as never),
      ).toEqual({})
})
