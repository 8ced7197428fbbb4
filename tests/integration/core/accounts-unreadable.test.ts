import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { completeReports, guarded } from '#tests/fakes/complete-service.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const KEY = 'office-key-0123456789-ABCD'
const VRM = '1234BCD'

let service: FaultService
let fixture: CoreFixture
let id: string
const system = createMemoryKeytar()
const path = () => join(fixture.dataDir, 'accounts.json')
const form = (name: string) => ({ environment: 'production', name, baseUrl: service.url, key: KEY }) as const

const begin = async (dataDir?: string) => {
  fixture = await startCore(service.url, {
    deriveKey: quickDerive,
    loadKeytar: system.load,
    ...(dataDir !== undefined && { dataDir }),
  })
}
const named = async () => (await fixture.slice('accounts')).map(({ name }) => name)
const unreadable = () => fixture.slice('unreadableAccounts')
const isKnown = async () => (await fixture.value('lookup.get', { vrm: VRM })).latest !== null

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], completeReports()))
  await begin()
  await fixture.value('keychain.retry', {})
  ;({ id } = await fixture.value('accounts.add', form('Ribera')))
  await fixture.value('accounts.add', form('Levante'))
  await fixture.value('accounts.activate', { id })
  await fixture.value('lookup.start', { vrm: VRM })
  await fixture.until(VRM, ({ latest, pending }) => latest !== null && pending === null)
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

/** Changes the accounts file between two runs. */
async function restartWith(change: (text: string) => string): Promise<void> {
  await fixture.stop()
  await writeFile(path(), change(await readFile(path(), 'utf8')))
  await begin(fixture.dataDir)
}
async function addedAgain(): Promise<void> {
  await fixture.value('keychain.retry', {})
  const again = await fixture.value('accounts.add', form('Ribera'))
  expect(again.id).toBe(id)
  await fixture.value('accounts.activate', { id })
  expect(await isKnown()).toBe(true)
  expect((await unreadable()).filter(({ why }) => why !== 'file')).toEqual([])
}

test('a row of a later version: the others work, it is said, stays in the file, and is found when added again', async () => {
  await restartWith((text) => {
    const file = JSON.parse(text) as { accounts: { id: string; environment: string; key: unknown }[] }
    const row = file.accounts.find((account) => account.id === id)!
    row.key = { state: 'rotating', next: 'something new' }
    return JSON.stringify(file)
  })
  expect(await named()).toEqual(['Demostración', 'Levante'])
  expect(await unreadable()).toMatchObject([{ why: 'newer', name: 'Ribera' }])
  const other = (await fixture.slice('accounts')).find(({ name }) => name === 'Levante')!
  await fixture.value('accounts.change', { id: other.id, name: 'Levante S. L.' })
  expect(await readFile(path(), 'utf8')).toContain('something new')
  await addedAgain()
  expect(await readFile(path(), 'utf8')).not.toContain('something new')
})

test('a file that was cut: what is whole in it works, it is said until it was seen, and the rest is found again', async () => {
  await restartWith((text) => text.slice(0, text.indexOf('Levante') + 3))
  expect(await named()).toEqual(['Demostración', 'Ribera'])
  const [aside] = await unreadable()
  expect(aside).toMatchObject({ why: 'file' })
  expect(await readFile(aside!.name, 'utf8')).toContain('Lev')
  await fixture.stop()
  await begin(fixture.dataDir)
  expect(await unreadable()).toHaveLength(1)
  await fixture.value('accounts.dismiss-unreadable', { key: aside!.key })
  expect(await unreadable()).toEqual([])
})

test.each([
  ['empty', () => ''],
  ['something else', () => 'null'],
  ['cut before any row', (text: string) => text.slice(0, 30)],
])(
  'a file that is %s: nothing is lost, and the office is found again with its data',
  async (_what, change) => {
    await restartWith(change)
    expect(await named()).toEqual(['Demostración'])
    expect(await unreadable()).toMatchObject([{ why: 'file' }])
    const directories = async () =>
      (await readdir(fixture.dataDir)).filter((name) => name.startsWith('account-'))
    const before = await directories()
    await addedAgain()
    expect(await directories()).toEqual(before)
  },
)
