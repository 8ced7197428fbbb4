import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import {
  MANAGED_KEYS,
  managedRow,
  type ManagedKey,
  type ManagedValues,
  defaultOfficeSettings,
  defaultSettings,
} from '#shared/bridge/settings.ts'
import type { CoreDeps } from '#electron/core/core.ts'
import { guarded } from '#tests/fakes/complete-service.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { managedBy, mandatory } from '#tests/fakes/managed.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const KEY = 'office-key-0123456789-ABCD'
const NOBODY = 'http://127.0.0.1:9'
const OTHER = 'http://127.0.0.1:1'

let fixture: CoreFixture | undefined
let service: FaultService | undefined
afterEach(async () => {
  await fixture?.stop()
  await service?.close()
  fixture = undefined
  service = undefined
})
afterAll(removeTemporaryDirectories)

const keychain = createMemoryKeytar()

/** Starts, or restarts, with an administrator's file. */
async function start(
  file: Parameters<typeof managedBy>[1] | null,
  overrides: Partial<CoreDeps> = {},
): Promise<CoreFixture> {
  const dataDir = overrides.dataDir ?? fixture?.dataDir ?? (await temporaryDirectory())
  await fixture?.stop()
  fixture = await startCore(service?.url ?? NOBODY, {
    deriveKey: quickDerive,
    loadKeytar: keychain.load,
    ...overrides,
    dataDir,
    ...(file !== null && { managed: await managedBy(dataDir, file) }),
  })
  return fixture
}
const codeOf = async <N extends CommandName>(name: N, args: CommandArgs<N>) => {
  const answer = await fixture!.call(name, args)
  return answer.ok ? 'ok' : answer.error.code
}
async function serving(): Promise<string> {
  service = await startFaultService(guarded([KEY], reducedReports()))
  return service.url
}

/** For each setting: a fixed value, and commands that would change it. */
const DOORS: { [K in ManagedKey]?: { values: ManagedValues; calls: readonly [CommandName, object][] } } = {
  'service.addresses': {
    values: { 'service.addresses': ['https://api.operador.example'] },
    calls: [
      ['accounts.check', { baseUrl: NOBODY, key: KEY }],
      ['accounts.add', { environment: 'production', name: 'Otra', baseUrl: NOBODY, key: KEY }],
    ],
  },
  accounts: {
    values: { accounts: [{ name: 'Gestoría', environment: 'production', address: NOBODY }] },
    calls: [
      ['accounts.add', { environment: 'production', name: 'Otra', baseUrl: NOBODY, key: KEY }],
      ['accounts.add', { environment: 'development', name: 'Gestoría', baseUrl: NOBODY, key: KEY }],
      ['accounts.add', { environment: 'production', name: 'Gestoría', baseUrl: OTHER, key: KEY }],
    ],
  },
  'relay.address': {
    values: { 'relay.address': 'https://rele.oficina.example' },
    calls: [['relay.pair', { address: NOBODY, code: 'K7QF-9M2T', name: 'Mostrador' }]],
  },
  'lock.pinRequired': {
    values: { 'lock.pinRequired': true },
    calls: [['lock.set-pin', { before: '4711', pin: null }]],
  },
  'lock.idleMinutes': {
    values: { 'lock.idleMinutes': 7 },
    calls: [['office.update', { lock: { idleMinutes: 200 } }]],
  },
  'lock.withSystem': {
    values: { 'lock.withSystem': true },
    calls: [['office.update', { lock: { withSystem: false } }]],
  },
  'retention.visibleDays': {
    values: { 'retention.visibleDays': 30 },
    calls: [['office.update', { retentionDays: 0 }]],
  },
  'retention.blockedDays': {
    values: { 'retention.blockedDays': 2_000 },
    calls: [['office.update', { blockedDays: 0 }]],
  },
  'quickLookup.shortcut': {
    values: { 'quickLookup.shortcut': 'CommandOrControl+Shift+K' },
    calls: [
      ['quick-lookup.shortcut', { shortcut: null }],
      ['quick-lookup.shortcut', { shortcut: 'CommandOrControl+Shift+L' }],
    ],
  },
  'quickLookup.readClipboard': {
    values: { 'quickLookup.readClipboard': false },
    calls: [['settings.update', { quickLookup: { readClipboard: true } }]],
  },
  'extension.allowed': {
    values: { 'extension.allowed': false },
    calls: [
      ['extension.approve', { id: 'x' }],
      ['extension.install', { browser: 'chrome' }],
    ],
  },
  'demo.offered': {
    values: { 'demo.offered': false },
    calls: [
      ['accounts.activate', { id: 'demo' }],
      ['accounts.renew-demo', { sample: true }],
      ['training.start', { id: 'tour' }],
    ],
  },
  'updates.mode': {
    values: { 'updates.mode': 'ask' },
    calls: [['settings.update', { updates: { mode: 'off' } }]],
  },
  'updates.channel': {
    values: { 'updates.channel': 'stable' },
    calls: [['settings.update', { updates: { channel: 'beta' } }]],
  },
}

describe.each(Object.entries(DOORS))('%s', (key, { values, calls }) => {
  test('is shown as fixed, and no command changes it, whatever the window', async () => {
    const dataDir = await temporaryDirectory()
    if (key === 'lock.pinRequired') {
      await start(null, { dataDir })
      await fixture!.value('lock.set-pin', { pin: '4711' })
    }
    const { core } = await start(mandatory(values), { dataDir })
    if (key === 'lock.pinRequired') await fixture!.value('lock.open', { pin: '4711' })
    expect((await fixture!.slice('managed')).settings).toContainEqual({
      key,
      level: 'mandatory',
      source: 'system-file',
    })
    const before = await Promise.all([fixture!.slice('office'), fixture!.slice('settings')])
    for (const [name, args] of calls) {
      expect([name, await codeOf(name, args as never)]).toEqual([name, 'managed'])
      expect(await core.panelRouter.call(name, args)).toMatchObject({ ok: false })
    }
    expect(await Promise.all([fixture!.slice('office'), fixture!.slice('settings')])).toEqual(before)
  })

  test('without it, the same commands are not refused for this', async () => {
    await start({})
    if (key === 'lock.pinRequired') await fixture!.value('lock.set-pin', { pin: '4711' })
    for (const [name, args] of calls) expect(await codeOf(name, args as never)).not.toBe('managed')
  })
})

test('every setting that a window can change has its doors tried', () => {
  // No window can set the address of the feed.
  expect([...Object.keys(DOORS), 'updates.feed'].toSorted()).toEqual([...MANAGED_KEYS].toSorted())
})

describe('values', () => {
  const values = {
    'lock.idleMinutes': 7,
    'lock.withSystem': false,
    'retention.visibleDays': 30,
    'retention.blockedDays': 2_000,
    'quickLookup.shortcut': 'CommandOrControl+Shift+K',
    'quickLookup.readClipboard': false,
  } as const
  const inForce = async () => {
    const { retentionDays, blockedDays, lock } = await fixture!.slice('office')
    const { quickLookup } = await fixture!.slice('settings')
    return {
      'lock.idleMinutes': lock.idleMinutes,
      'lock.withSystem': lock.withSystem,
      'retention.visibleDays': retentionDays,
      'retention.blockedDays': blockedDays,
      'quickLookup.shortcut': quickLookup.shortcut,
      'quickLookup.readClipboard': quickLookup.readClipboard,
    }
  }
  const own = async () => {
    await fixture!.value('office.update', { retentionDays: 10, lock: { idleMinutes: 60 } })
    await fixture!.value('settings.update', { theme: 'dark', quickLookup: { readClipboard: true } })
  }

  test('fixed ones hold over the user’s, in every account, and the user’s come back without them', async () => {
    await start({})
    await own()
    await start(mandatory(values))
    expect(await inForce()).toEqual(values)
    // Another setting of the same file: what is fixed is not written into it.
    await fixture!.value('office.update', { operator: 'Mostrador 1', lock: {} })
    await fixture!.value('settings.update', { density: 'compact' })
    expect(await inForce()).toEqual(values)
    await start({})
    expect(await fixture!.slice('office')).toEqual({
      ...defaultOfficeSettings,
      retentionDays: 10,
      operator: 'Mostrador 1',
      lock: { idleMinutes: 60, withSystem: true },
    })
    expect(await fixture!.slice('settings')).toMatchObject({ theme: 'dark', density: 'compact' })
  })

  test('a settings file put in by hand, or restored, changes nothing of what is fixed', async () => {
    const dataDir = await temporaryDirectory()
    await writeFile(
      join(dataDir, 'office.json'),
      JSON.stringify({
        ...defaultOfficeSettings,
        retentionDays: 0,
        lock: { idleMinutes: 0, withSystem: true },
      }),
    )
    await start(mandatory(values), { dataDir })
    expect(await inForce()).toEqual(values)
  })

  test('recommended ones are the defaults until another is chosen, one by one', async () => {
    await start({ recommended: values })
    expect(await inForce()).toEqual(values)
    await fixture!.value('office.update', { lock: { idleMinutes: 90 } })
    await fixture!.value('settings.update', { quickLookup: { readClipboard: true } })
    const chosen = { ...values, 'lock.idleMinutes': 90, 'quickLookup.readClipboard': true }
    expect(await inForce()).toEqual(chosen)
    // The administrator recommends others: only what the user chose stays.
    await start({ recommended: { ...values, 'retention.visibleDays': 45, 'lock.idleMinutes': 3 } })
    expect(await inForce()).toEqual({ ...chosen, 'retention.visibleDays': 45 })
    await start({})
    expect(await fixture!.slice('office')).toEqual({
      ...defaultOfficeSettings,
      lock: { ...defaultOfficeSettings.lock, idleMinutes: 90 },
    })
  })

  test('what the user chose before is not replaced by a recommendation', async () => {
    await start({})
    await fixture!.value('office.update', { retentionDays: 90 })
    await start({ recommended: values })
    expect(await inForce()).toMatchObject({ 'retention.visibleDays': 90, 'lock.idleMinutes': 15 })
  })

  test('the shortcut that is registered is the fixed one, also when it is tried again', async () => {
    const asked: (string | null)[] = []
    await start(mandatory(values), {
      host: {
        ...hostPointingAt(() => NOBODY),
        registerShortcut: async (accelerator) => {
          asked.push(accelerator)
          return 'registered'
        },
      },
    })
    expect(await codeOf('quick-lookup.shortcut', { shortcut: 'CommandOrControl+Shift+K' })).toBe('ok')
    expect(asked).toEqual(['CommandOrControl+Shift+K', 'CommandOrControl+Shift+K'])
    expect((await fixture!.slice('settings')).quickLookup.shortcut).not.toBe(
      defaultSettings.quickLookup.shortcut,
    )
  })
})

describe('an obligatory PIN', () => {
  const file = mandatory({ 'lock.pinRequired': true })

  test('locks everything until there is one, and the first one opens', async () => {
    await start(file)
    expect(await fixture!.slice('lock')).toEqual({ locked: true, hasPin: false, needsPin: true })
    expect((await fixture!.slice('accounts')).length).toBeLessThanOrEqual(1)
    expect(await codeOf('lookup.start', { vrm: '1234BCD' })).toBe('locked')
    expect(await codeOf('lock.open', { pin: '' })).toBe('managed')
    expect(await codeOf('lock.set-pin', { pin: null })).toBe('managed')
    expect(await fixture!.core.panelRouter.call('lock.set-pin', { pin: '4711' })).toMatchObject({ ok: false })
    expect(await codeOf('lock.set-pin', { pin: '4711' })).toBe('ok')
    expect(await fixture!.slice('lock')).toEqual({ locked: false, hasPin: true })
  })

  test('starts locked as ever once there is one, and it cannot be replaced from outside', async () => {
    await start(file)
    await fixture!.value('lock.set-pin', { pin: '4711' })
    await start(file)
    expect(await fixture!.slice('lock')).toEqual({ locked: true, hasPin: true })
    expect(await codeOf('lock.set-pin', { before: '4711', pin: '9999' })).toBe('locked')
    await fixture!.value('lock.open', { pin: '4711' })
    expect(await codeOf('lock.set-pin', { before: '4711', pin: '9999' })).toBe('ok')
  })
})

describe('accounts', () => {
  test('an offered one is not there until a person gives its key', async () => {
    const url = await serving()
    const offered = { name: 'Gestoría Ribera', environment: 'production', address: url } as const
    await start(mandatory({ accounts: [offered] }))
    expect((await fixture!.slice('managed')).accounts).toEqual([offered])
    expect((await fixture!.slice('accounts')).map(({ id }) => id)).toEqual(['demo'])
    const form = { environment: 'production', name: 'Gestoría Ribera', baseUrl: `${url}/`, key: KEY } as const
    const { id } = await fixture!.value('accounts.add', form)
    expect(await codeOf('accounts.change', { id, name: 'Otro nombre' })).toBe('managed')
    expect(await codeOf('accounts.activate', { id })).toBe('ok')
  })

  test('one at an address that is not allowed is neither started with, asked, nor given another key', async () => {
    const url = await serving()
    await start({})
    const { id } = await fixture!.value('accounts.add', {
      environment: 'production',
      name: 'Gestoría Ribera',
      baseUrl: url,
      key: KEY,
    })
    await fixture!.value('accounts.activate', { id })
    await start(mandatory({ 'service.addresses': ['https://api.operador.example'] }))
    const asked = service!.seen.length
    expect((await fixture!.slice('profile')).id).toBe('demo')
    expect(await codeOf('accounts.activate', { id })).toBe('managed')
    expect(await codeOf('accounts.verify', { id })).toBe('managed')
    expect(await codeOf('accounts.replace-key', { id, key: KEY, sameAccount: true })).toBe('managed')
    expect(service!.seen.length).toBe(asked)
    await start(mandatory({ 'service.addresses': [url] }))
    expect(await codeOf('accounts.activate', { id })).toBe('ok')
  })
})

describe('a demonstration that is not offered', () => {
  test('is not started nor listed, and nothing can be created without an account', async () => {
    const started: string[] = []
    const host = hostPointingAt(() => NOBODY)
    await start(mandatory({ 'demo.offered': false }), {
      sampleOffice: true,
      host: { ...host, startSidecar: (request) => (started.push(request.name), host.startSidecar(request)) },
    })
    expect(started).toEqual([])
    expect(await fixture!.slice('accounts')).toEqual([])
    expect(await fixture!.slice('profile')).toEqual({
      id: 'none',
      environment: 'production',
      name: 'Sin cuenta',
    })
    expect(await fixture!.slice('store')).toMatchObject({ state: 'open' })
    expect(await codeOf('procedures.draft-create', { kind: 'transfer' })).toBe('nothing-persists')
    await fixture!.value('lookup.start', { vrm: '1234BCD' })
    const view = await fixture!.until('1234BCD', ({ pending }) => pending === null)
    expect(view.failed).toMatchObject({ code: 'no-account' })
    expect((await fixture!.slice('connection')).state).toBe('idle')
  })

  test('leaves the account when it is removed', async () => {
    const url = await serving()
    await start(mandatory({ 'demo.offered': false }))
    const account = { environment: 'production', name: 'Ribera', baseUrl: url, key: KEY } as const
    const { id } = await fixture!.value('accounts.add', account)
    await fixture!.value('accounts.activate', { id })
    await fixture!.value('accounts.remove', { id, eraseData: true })
    expect((await fixture!.slice('profile')).id).toBe('none')
  })
})

describe('the extension, where it is not allowed', () => {
  test('finds no application', async () => {
    await start(mandatory({ 'extension.allowed': false }))
    await expect(readFile(join(fixture!.dataDir, 'extension.json'))).rejects.toThrow('ENOENT')
    await start({})
    await expect(readFile(join(fixture!.dataDir, 'extension.json'), 'utf8')).resolves.toContain('port')
  })
})

describe('a file that is broken', () => {
  test('never makes permissive what it fixed at the last start', async () => {
    await start(mandatory({ 'lock.idleMinutes': 7, 'retention.visibleDays': 30 }))
    await start('{ "mandatory": { "lock.idleMinutes": 7 "retention')
    const { settings, problems } = await fixture!.slice('managed')
    expect(problems.length).toBeGreaterThan(0)
    expect(settings.find(({ key }) => key === 'retention.visibleDays')).toMatchObject({ unread: 'last' })
    expect((await fixture!.slice('office')).retentionDays).toBe(30)
    expect(await codeOf('office.update', { retentionDays: 0 })).toBe('managed')
    // What it never set cannot be told: nobody changes it until it is mended.
    expect(await codeOf('quick-lookup.shortcut', { shortcut: null })).toBe('managed')
    expect(await codeOf('settings.update', { theme: 'dark' })).toBe('ok')
  })

  test('with a lock that cannot be read asks for a PIN', async () => {
    await start({ mandatory: { 'lock.pinRequired': 'sí', 'lock.idleMinutes': 'diez' } })
    expect(await fixture!.slice('lock')).toMatchObject({ locked: true, needsPin: true })
    await fixture!.value('lock.set-pin', { pin: '4711' })
    expect((await fixture!.slice('office')).lock.idleMinutes).toBe(15)
    expect(await codeOf('office.update', { lock: { idleMinutes: 0 } })).toBe('managed')
  })
})

test('a locked window is not told what an administrator set', async () => {
  await start(
    mandatory({
      'lock.pinRequired': true,
      accounts: [{ name: 'Gestoría Ribera', environment: 'production', address: NOBODY }],
    }),
  )
  expect(JSON.stringify(await fixture!.slice('managed'))).not.toContain('Ribera')
})

test('only what has a value of the user’s own can be recommended', () => {
  expect(MANAGED_KEYS.filter((key) => managedRow(key).isOnlyMandatory)).toEqual([
    'service.addresses',
    'lock.pinRequired',
    'extension.allowed',
    'demo.offered',
  ])
})
