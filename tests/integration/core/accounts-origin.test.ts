import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guarded } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'

/** A key is only sent to the origin that it was saved for, whatever the accounts file says later. */
const KEY = 'office-key-0123456789-ABCD'
const VRM = '1234BCD'

let service: FaultService
let other: FaultService
let keychain: MemoryKeytar
let fixture: CoreFixture
let id: string

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], reducedReports()))
  other = await startFaultService(guarded([KEY], reducedReports()))
  keychain = createMemoryKeytar()
  fixture = await startCore(service.url, { loadKeytar: keychain.load })
  ;({ id } = await fixture.value('accounts.add', {
    environment: 'production',
    name: 'Ribera',
    baseUrl: service.url,
    key: KEY,
  }))
  await fixture.value('accounts.activate', { id })
})
afterEach(async () => {
  await fixture.stop()
  await Promise.all([service.close(), other.close()])
})
afterAll(removeTemporaryDirectories)

/** Changes the accounts file between two runs, as another program could. */
async function restartWith(baseUrl: string): Promise<void> {
  const { dataDir } = fixture
  await fixture.stop()
  const path = join(dataDir, 'accounts.json')
  const file = JSON.parse(await readFile(path, 'utf8')) as { accounts: { baseUrl: string }[] }
  for (const account of file.accounts) account.baseUrl = baseUrl
  await writeFile(path, JSON.stringify(file))
  fixture = await startCore(service.url, { loadKeytar: keychain.load, dataDir })
}
const account = async () => (await fixture.slice('accounts')).find((one) => one.id === id)
const lookUp = async () => {
  await fixture.value('lookup.start', { vrm: VRM })
  return fixture.until(VRM, ({ latest, failed }) => latest !== null || failed !== null)
}

describe('an address that was edited', () => {
  test('is not sent the key, says so, and has it again once the person enters it', async () => {
    await restartWith(other.url)
    expect(await fixture.call('accounts.verify', { id })).toMatchObject({
      error: { code: 'address-changed' },
    })
    expect(await account()).toMatchObject({ baseUrl: other.url, key: { state: 'moved', at: null } })
    expect(other.seen).toEqual([])
    await fixture.value('accounts.replace-key', { id, key: KEY, sameAccount: true })
    expect(await account()).toMatchObject({ key: { state: 'accepted' } })
    expect((await fixture.call('accounts.verify', { id })).ok).toBe(true)
    expect(other.seen.length).toBeGreaterThan(0)
  })

  test('is not asked anything by the work of the account either', async () => {
    await restartWith(other.url)
    expect(await lookUp()).toMatchObject({ latest: null, failed: { code: 'address-changed' } })
    expect(await account()).toMatchObject({ key: { state: 'moved' } })
    expect(other.seen).toEqual([])
    await restartWith(service.url)
    expect((await lookUp()).latest).not.toBeNull()
  })
})
