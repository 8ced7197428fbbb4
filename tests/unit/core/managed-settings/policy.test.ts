import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MANAGED_KEYS } from '#shared/bridge/settings.ts'
import {
  kindOf,
  policyName,
  readManagedPolicy,
  readRegistryExport,
} from '#electron/core/features/managed-settings/policy.rules.ts'
import { readPolicy } from '#electron/core/features/managed-settings/sources.ts'
import { createFakeRegistry } from '#tests/fakes/windows-registry.ts'

const ROOT = String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Ventanilla`
const HKLM = String.raw`HKLM\Software\Policies\Ventanilla`
const env = { SystemRoot: String.raw`C:\WINDOWS` }

/** As `reg.exe` writes it. */
const exported = (keys: Record<string, Record<string, string | number>>) =>
  Object.entries(keys)
    .map(([key, values]) => {
      const lines = Object.entries(values).map(([name, value]) => {
        const written =
          typeof value === 'number'
            ? `dword:${value.toString(16).padStart(8, '0')}`
            : `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`
        return `"${name}"=${written}\r\n`
      })
      return `[${key}]\r\n${lines.join('')}\r\n`
    })
    .join('')

const read = (keys: Record<string, Record<string, string | number>>) => {
  const registry = createFakeRegistry()
  registry.exports.set(HKLM, exported(keys))
  return readPolicy('machine-policy', { run: registry.run, env })
}

describe('policies', () => {
  test('of every kind are read, mandatory and recommended, with the letters of Spanish', async () => {
    const reading = await read({
      [ROOT]: {
        LockIdleMinutes: 10,
        LockPinRequired: 1,
        ExtensionAllowed: 0,
        UpdatesMode: 'off',
        RelayAddress: 'https://rele.oficina.example',
        QuickLookupShortcut: '',
      },
      [String.raw`${ROOT}\Accounts`]: {
        2: 'development https://dev.operador.example Gestoría Ñandú, pruebas',
        1: 'production https://api.operador.example Gestoría  Ribera',
      },
      [String.raw`${ROOT}\ServiceAddresses`]: { 1: 'https://api.operador.example' },
      [String.raw`${ROOT}\Recommended`]: { RetentionVisibleDays: 120 },
    })
    expect(reading).toMatchObject({ problems: [], unread: [], isWhole: true })
    expect(reading?.mandatory).toEqual({
      'lock.idleMinutes': 10,
      'lock.pinRequired': true,
      'extension.allowed': false,
      'updates.mode': 'off',
      'relay.address': 'https://rele.oficina.example',
      'quickLookup.shortcut': null,
      accounts: [
        { environment: 'production', address: 'https://api.operador.example', name: 'Gestoría  Ribera' },
        {
          environment: 'development',
          address: 'https://dev.operador.example',
          name: 'Gestoría Ñandú, pruebas',
        },
      ],
      'service.addresses': ['https://api.operador.example'],
    })
    expect(reading?.recommended).toEqual({ 'retention.visibleDays': 120 })
  })

  test('that are wrong are named, and the others taken', async () => {
    const reading = await read({
      [ROOT]: { LockIdleMinutes: 9_000, LockPinRequired: 'yes', Nonsense: 1, LockWithSystem: 1 },
      [String.raw`${ROOT}\Accounts`]: { 1: 'Gestoría without an environment' },
      [String.raw`${ROOT}\Other\Deeper`]: { 1: 'x' },
    })
    expect(reading?.mandatory).toEqual({ 'lock.withSystem': true })
    expect(reading?.problems.map(({ why, key }) => [why, key])).toEqual([
      ['wrong-value', 'lock.idleMinutes'],
      ['wrong-value', 'lock.pinRequired'],
      ['unknown-key', 'Nonsense'],
      ['wrong-value', 'accounts'],
      ['unknown-key', String.raw`Other\Deeper`],
    ])
    expect(reading?.unread).toEqual(['lock.idleMinutes', 'lock.pinRequired', 'accounts'])
  })

  test('every setting has a name and a place', async () => {
    for (const key of MANAGED_KEYS) {
      const registryKey = kindOf(key) === 'list' ? `${ROOT}\\${policyName(key)}` : ROOT
      const reading = await read({
        [registryKey]: { [kindOf(key) === 'list' ? '1' : policyName(key)]: 77_777 },
      })
      // Not a value of any of them, and so named.
      expect(reading?.problems.map((problem) => problem.key)).toEqual([key])
    }
  })
})

describe('the registry', () => {
  test('is asked with the system’s own program, and never changed', async () => {
    const registry = createFakeRegistry()
    expect(await readPolicy('user-policy', { run: registry.run, env })).toBeNull()
    expect(registry.calls.map(([program, verb, key]) => [program, verb, key])).toEqual([
      [String.raw`C:\WINDOWS\System32\reg.exe`, 'export', String.raw`HKCU\Software\Policies\Ventanilla`],
      [String.raw`C:\WINDOWS\System32\reg.exe`, 'query', String.raw`HKCU\Software\Policies`],
    ])
  })

  test('that is closed to programs is not taken for one without policies', async () => {
    const registry = createFakeRegistry()
    registry.isClosed = true
    for (const run of [registry.run, async () => Promise.reject(new Error('no such program'))])
      expect(await readPolicy('machine-policy', { run, env })).toMatchObject({
        isWhole: false,
        problems: [{ why: 'unreadable', path: HKLM }],
      })
  })

  test('whatever it writes, reading never throws, and nothing wrong is taken', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(`[${ROOT}]`, '"LockIdleMinutes"=dword:', '"A"="', '@="x"', '"B"=hex:01,\\'),
    )
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, hasHead) => {
        const head = hasHead ? 'Windows Registry Editor Version 5.00\r\n' : ''
        const tree = readRegistryExport(`${head}${lines.join('\r\n')}`)
        const { mandatory, recommended } = readManagedPolicy(tree, 'machine-policy', HKLM)
        expect({ mandatory, recommended }).toEqual({ mandatory: {}, recommended: {} })
        expect(hasHead || tree.isBroken).toBe(true)
      }),
    )
  })

  test('a text of any characters comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[\r\n]/.test(text))
        const tree = readRegistryExport(
          `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n${exported({ [ROOT]: { UpdatesFeed: text } })}`,
        )
        expect(tree).toEqual({ keys: [{ key: ROOT, values: [['UpdatesFeed', text]] }], isBroken: false })
      }),
      // Ends of lines to an expression, and to nothing else.
      { examples: [['\u2028'], ['a\u2029\\b']] },
    )
  })
})
