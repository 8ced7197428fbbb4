import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completeReports, guarded } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'

const KEY = 'office-key-0123456789-ABCD'
const VRM = '1234BCD'

let service: FaultService
let keychain: MemoryKeytar
let fixture: CoreFixture
let id: string

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], completeReports()))
  keychain = createMemoryKeytar()
  fixture = await startCore(service.url, { loadKeytar: keychain.load })
  id = await add()
  await fixture.value('accounts.activate', { id })
  await fixture.value('lookup.start', { vrm: VRM })
  await fixture.until(VRM, ({ latest }) => latest !== null)
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function add(name = 'Ribera'): Promise<string> {
  const account = { environment: 'production', name, baseUrl: service.url, key: KEY } as const
  return (await fixture.value('accounts.add', account)).id
}
const listed = async () => (await fixture.slice('accounts')).map((account) => account.id)
const files = () => readdir(fixture.dataDir, { recursive: true })
const accountsFile = () => readFile(join(fixture.dataDir, 'accounts.json'), 'utf8')
const restart = async () => {
  const { dataDir } = fixture
  await fixture.stop()
  fixture = await startCore(service.url, { dataDir, loadKeytar: keychain.load })
}

describe('an account that is removed', () => {
  test('with its data: neither a file nor a secret of it is left, and the demonstration is on screen', async () => {
    await fixture.value('accounts.remove', { id, eraseData: true })
    expect(await fixture.slice('profile')).toMatchObject({ id: 'demo' })
    expect(await listed()).toEqual(['demo'])
    expect((await files()).filter((file) => file.includes(id))).toEqual([])
    expect([...keychain.kept.keys()]).toEqual([])
    expect(await accountsFile()).not.toContain(id)
    const again = await add()
    expect(again).not.toBe(id)
    await fixture.value('accounts.activate', { id: again })
    expect((await fixture.value('lookup.get', { vrm: VRM })).latest).toBeNull()
  })

  test('without: its key goes, its data stay unreadable, and the same account finds them', async () => {
    await fixture.value('accounts.change', { id, assumptions: { completeReportCents: 999 } })
    await fixture.value('accounts.remove', { id, eraseData: false })
    expect(await listed()).toEqual(['demo'])
    expect([...keychain.kept.keys()]).toEqual([`${id}/store-key`])
    expect(existsSync(join(fixture.dataDir, id, 'ventanilla.db'))).toBe(true)
    expect(await fixture.call('accounts.activate', { id })).toMatchObject({
      error: { code: 'unknown-account' },
    })
    await restart()
    expect(await listed()).toEqual(['demo'])

    // Another office of the same operator is another account.
    const other = await add('Otra')
    expect(other).not.toBe(id)
    expect(await add()).toBe(id)
    await fixture.value('accounts.activate', { id })
    expect((await fixture.value('lookup.get', { vrm: VRM })).latest?.outcome).toBe('transferable')
    expect(await fixture.value('complete.get', { vrm: VRM })).toMatchObject({ price: 999 })
    expect((await listed()).toSorted()).toEqual(['demo', id, other].toSorted())
  })

  test('while another is on screen: that one stays', async () => {
    const other = await add('Otra')
    await fixture.value('accounts.activate', { id: other })
    await fixture.value('accounts.remove', { id, eraseData: true })
    expect(await fixture.slice('profile')).toMatchObject({ id: other })
    expect((await files()).filter((file) => file.includes(id))).toEqual([])
    expect([...keychain.kept.keys()].toSorted()).toEqual([`${other}/api-key`, `${other}/store-key`])
  })

  test('with the keychain locked: refused, and nothing of it is lost', async () => {
    keychain.locked = true
    expect(await fixture.call('accounts.remove', { id, eraseData: true })).toMatchObject({
      error: { code: 'keychain-locked' },
    })
    keychain.locked = false
    expect(await listed()).toEqual(['demo', id])
    await fixture.value('accounts.activate', { id })
    expect((await fixture.value('lookup.get', { vrm: VRM })).latest).not.toBeNull()
    await fixture.value('accounts.remove', { id, eraseData: true })
    expect(keychain.kept.size).toBe(0)
  })

  test('and whose erasing was cut short is erased to the end at the next start', async () => {
    await fixture.value('accounts.activate', { id: 'demo' })
    const directory = join(fixture.dataDir, id)
    const keytar = await keychain.load()
    const { deletePassword } = keytar
    let killed = false
    keytar.deletePassword = async (service_, name) => {
      if (name.endsWith('/store-key')) {
        killed = true
        throw new Error('killed here')
      }
      return deletePassword(service_, name)
    }
    expect(await fixture.call('accounts.remove', { id, eraseData: true })).toMatchObject({ ok: false })
    expect(killed).toBe(true)
    expect(await listed()).toEqual(['demo'])
    keytar.deletePassword = deletePassword
    // Put its files back too.
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'ventanilla.db'), 'left over')
    await restart()
    await waitUntil(accountsFile, (text) => !text.includes(id))
    expect([...keychain.kept.keys()]).toEqual([])
    expect((await files()).filter((file) => file.includes(id))).toEqual([])
  })
})

describe('accounts.json', () => {
  const damaged: [string, string][] = [
    ['half of it', '{"active":"demo","accounts":[{"id":"acc'],
    ['nothing', ''],
    ['another thing', '[1, 2]'],
  ]
  test('a row whose id is a way out of the directory is no account, is said, and stays in the file', async () => {
    const dataDir = await temporaryDirectory()
    await writeFile(join(dataDir, 'accounts.json'), (await accountsFile()).replaceAll(id, '..'))
    const started = await startCore(service.url, { dataDir, loadKeytar: keychain.load })
    try {
      expect((await started.slice('accounts')).map((account) => account.id)).toEqual(['demo'])
      expect((await started.slice('store')).state).toBe('open')
      expect(await started.slice('unreadableAccounts')).toMatchObject([{ why: 'damaged' }])
      const account = { environment: 'production', name: 'Nueva', baseUrl: service.url, key: KEY } as const
      await started.value('accounts.add', account)
      expect(await readFile(join(dataDir, 'accounts.json'), 'utf8')).toContain('".."')
    } finally {
      await started.stop()
    }
  })

  test.each(damaged)('%s: put aside whole, and the product starts', async (_what, content) => {
    const dataDir = await temporaryDirectory()
    await writeFile(join(dataDir, 'accounts.json'), content)
    const started = await startCore(service.url, { dataDir, loadKeytar: keychain.load })
    try {
      expect((await started.slice('accounts')).map((account) => account.id)).toEqual(['demo'])
      expect((await started.slice('store')).state).toBe('open')
      const aside = (await readdir(dataDir)).filter((name) => /^accounts-\d+\.json$/.test(name))
      expect(aside).toHaveLength(1)
      expect(await readFile(join(dataDir, aside[0]!), 'utf8')).toBe(content)
      // Works normally from here on.
      const account = { environment: 'production', name: 'Nueva', baseUrl: service.url, key: KEY } as const
      await started.value('accounts.add', account)
    } finally {
      await started.stop()
    }
  })

  test('that cannot be read at this moment is not written over', async () => {
    const dataDir = await temporaryDirectory()
    await mkdir(dataDir, { recursive: true })
    // A link to itself: reading it fails, replacing it would not.
    await symlink('accounts.json', join(dataDir, 'accounts.json'))
    const started = await startCore(service.url, { dataDir, loadKeytar: keychain.load })
    try {
      expect(started.logged.join('\n')).toContain('cannot read the accounts')
      const account = { environment: 'production', name: 'Nueva', baseUrl: service.url, key: KEY } as const
      expect(await started.call('accounts.add', account)).toMatchObject({ ok: false })
      expect(
        (await readdir(dataDir, { withFileTypes: true })).find((e) => e.name === 'accounts.json'),
      ).toSatisfy((entry: { isSymbolicLink(): boolean }) => entry.isSymbolicLink())
    } finally {
      await started.stop()
    }
  })

  test('with an assumption out of bounds costs that account its assumptions, not its place', async () => {
    const content = JSON.parse(await accountsFile()) as { accounts: { assumptions: object }[] }
    content.accounts[0]!.assumptions = { answerMs: -5 }
    await fixture.stop()
    await writeFile(join(fixture.dataDir, 'accounts.json'), JSON.stringify(content))
    await restart()
    expect(await listed()).toEqual(['demo', id])
    expect((await fixture.value('lookup.get', { vrm: VRM })).latest).not.toBeNull()
  })

  test('that names an active account it does not have starts the demonstration', async () => {
    const content = (await accountsFile()).replace(`"active": "${id}"`, '"active": "account-000000000000"')
    await fixture.stop()
    await writeFile(join(fixture.dataDir, 'accounts.json'), content)
    await restart()
    expect(await fixture.slice('profile')).toMatchObject({ id: 'demo' })
    expect(await listed()).toEqual(['demo', id])
  })
})
