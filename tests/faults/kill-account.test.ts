import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { completeReports, guarded } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

const PASSPHRASE = 'una frase larga'
const KEY = 'office-key-0123456789-ABCD'

let service: FaultService
let dataDir: string
let core: CoreChild

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], completeReports()))
  dataDir = await temporaryDirectory()
  core = await startCoreChild(dataDir, service.url)
  await core.value('keychain.unlock', { passphrase: PASSPHRASE })
})
afterEach(async () => {
  await core.kill()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
async function killAndRestart() {
  await core.kill()
  core = await startCoreChild(dataDir, service.url)
  await core.value('keychain.unlock', { passphrase: PASSPHRASE })
}
const listed = async () =>
  (await core.value('app.snapshot', {})).slices.accounts.filter(({ id }) => id !== 'demo')
const form = (name: string) => ({ environment: 'development', name, baseUrl: service.url, key: KEY }) as const

test(
  `killed in the middle of adding an account, ${ROUNDS} times: none without its key, none that was promised lost`,
  async () => {
    const promised = new Set<string>()
    const lasts = await timeOf(() => core.value('accounts.add', form('Primera')))
    for (let round = 0; round < ROUNDS; round++) {
      const adding = (async () => {
        for (let i = 0; ; i++) promised.add((await core.value('accounts.add', form(`${round}-${i}`))).id)
      })()
      adding.catch(() => undefined)
      // In every other round one account is whole before the kill, however slow the machine.
      if (round % 2 === 0)
        await waitUntil(
          () => promised.size,
          (size) => size > 0,
        )
      await sleep(Math.random() * lasts * 3)
      await killAndRestart()
      const accounts = await listed()
      for (const id of promised) expect(accounts.map((one) => one.id)).toContain(id)
      // Each key exists, and is the pasted one.
      const newest = accounts.filter(({ name }) => name.startsWith(`${round}-`))
      for (const { id } of newest)
        expect(await core.call('accounts.verify', { id })).toMatchObject({ ok: true })
    }
    // If nothing was ever finished, the suite proves nothing.
    expect(promised.size).toBeGreaterThan(0)
  },
  300_000 + ROUNDS * 40_000,
)

test(
  `killed in the middle of switching, ${ROUNDS} times: one account is on screen, with its own data`,
  async () => {
    const { id } = await core.value('accounts.add', form('Ribera'))
    await core.value('accounts.activate', { id })
    await core.value('lookup.start', { vrm: '1234BCD' })
    for (let known = false; !known;)
      known = (await core.value('lookup.get', { vrm: '1234BCD' })).latest !== null
    const lasts = await timeOf(() => core.value('accounts.activate', { id: 'demo' }))
    for (let round = 0; round < ROUNDS; round++) {
      void core.call('accounts.activate', { id: 'demo' })
      void core.call('accounts.activate', { id })
      await sleep(Math.random() * lasts * 3)
      await killAndRestart()
      const { slices } = await core.value('app.snapshot', {})
      expect([id, 'demo']).toContain(slices.profile.id)
      expect(slices.store.state).toBe('open')
      expect(slices.banners).toEqual([])
      const { latest } = await core.value('lookup.get', { vrm: '1234BCD' })
      expect(latest !== null).toBe(slices.profile.id === id)
    }
  },
  300_000 + ROUNDS * 40_000,
)

test(
  `killed in the middle of erasing, ${ROUNDS} times: it is there and can be removed, or nothing of it is left`,
  async () => {
    const { id: first } = await core.value('accounts.add', form('Primera'))
    const lasts = await timeOf(() => core.value('accounts.remove', { id: first, eraseData: true }))
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await core.value('accounts.add', form('Ribera'))
      await core.value('accounts.activate', { id })
      await core.value('accounts.activate', { id: 'demo' })
      expect(existsSync(join(dataDir, id, 'ventanilla.db'))).toBe(true)
      void core.call('accounts.remove', { id, eraseData: true })
      await sleep(Math.random() * lasts)
      await killAndRestart()
      if ((await listed()).some((one) => one.id === id))
        await core.value('accounts.remove', { id, eraseData: true })
      // Interrupted work resumes as soon as the keychain is open.
      const kept = () => readFile(join(dataDir, 'accounts.json'), 'utf8')
      await waitUntil(kept, (text) => !text.includes(id))
      expect(await listed()).toEqual([])
      expect((await readdir(dataDir)).filter((name) => name === id)).toEqual([])
    }
  },
  300_000 + ROUNDS * 40_000,
)
