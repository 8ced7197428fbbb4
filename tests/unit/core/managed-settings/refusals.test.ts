import { describe, expect, test } from 'vitest'
import { MANAGED_KEYS, type ManagedKey, type ManagedValues } from '#shared/bridge/managed.ts'
import {
  isRefused,
  officeValues,
  type RefusalFacts,
  screenValues,
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
    expect(screenValues((key) => values[key])).toMatchObject({ updates: { mode: 'ask', channel: 'beta' } })
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

test('each managed value is in force: among the settings, or read by its feature', () => {
  // Each value is the name of its own key, to be found among the settings.
  const get = ((key: ManagedKey) => key) as Parameters<typeof screenValues>[0]
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
  const inSettings = leaves([screenValues(get), officeValues(get)])
  expect(new Set([...inSettings, ...READ_BY_FEATURES])).toEqual(new Set(MANAGED_KEYS))
})
