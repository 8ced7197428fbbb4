import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createManualClock, type ManualClock } from '#tests/fakes/manual-clock.ts'
import { filled } from '#tests/fakes/procedure-fixture.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { copyOf, PASSPHRASE, readCopy } from './copies.ts'

const DAY = 86_400_000

let service: FaultService
let fixture: CoreFixture
let clock: ManualClock
let folder: string

beforeEach(async () => {
  service = await startFaultService()
  clock = createManualClock()
  folder = join(await temporaryDirectory(), 'copias')
  await start()
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function start(dataDir?: string): Promise<void> {
  const where = dataDir === undefined ? {} : { dataDir }
  fixture = await startCore(service.url, { deriveKey: quickDerive, clock, ...where })
}
const state = () => fixture.slice('backup')
/** Up-to-date state: a command makes the core push it. */
const told = async () => {
  await fixture.value('backup.set-passphrase', { passphrase: null })
  return state()
}
const files = async (): Promise<string[]> => (await readdir(folder).catch((): string[] => [])).toSorted()
const code = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'ok' : result.error?.code)
const draft = () =>
  filled({ ...fixture, receive: async () => Promise.reject(new Error('not here')) }, 'transfer')

async function scheduled(everyDays: number, keep = 10): Promise<void> {
  await fixture.value('office.update', { backup: { folder, everyDays, keep } })
  await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
}
/** Waits for complete backups: one being written has another name. */
const untilFiles = (count: number) =>
  waitUntil(files, (names) => names.length === count && names.every((name) => name.endsWith('.vcopia')))

describe('copies of every so many days', () => {
  test('the first at once, the next when it is time, also when the product was off meanwhile', async () => {
    await scheduled(7)
    const [first = ''] = await untilFiles(1)
    expect(first).toMatch(/^ventanilla-demo-\d{8}-\d{6}\.vcopia$/)
    expect(code(await readCopy(fixture, await readFile(join(folder, first))))).toBe('ok')
    await waitUntil(state, ({ running }) => !running)
    const { lastAt, nextAt, hasPassphrase, due } = await state()
    expect(nextAt).toBe((lastAt ?? 0) + 7 * DAY)
    expect({ hasPassphrase, due }).toEqual({ hasPassphrase: true, due: false })
    await fixture.stop()
    await clock.advance(8 * DAY)
    await start(fixture.dataDir)
    await untilFiles(2)
  })

  test('so many are kept, and files of others are left alone', async () => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'fotos.zip'), '')
    await writeFile(join(folder, 'ventanilla-account-0-20260101-000000.vcopia'), '')
    await writeFile(join(folder, 'ventanilla-demo-20260101-000000.vcopia.incoming'), 'cut short')
    await fixture.value('office.update', { backup: { folder, everyDays: 0, keep: 2 } })
    await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
    const paths: string[] = []
    for (let times = 0; times < 4; times++) {
      await clock.advance(1_000)
      paths.push((await fixture.value('backup.run', {})).path)
    }
    const kept = paths.slice(-2).map((path) => path.slice(folder.length + 1))
    expect(await files()).toEqual(
      ['fotos.zip', 'ventanilla-account-0-20260101-000000.vcopia', ...kept].toSorted(),
    )
  })

  test('a folder that cannot be written to is said, the last copy stays, and it is tried again in an hour', async () => {
    await scheduled(1)
    const kept = await untilFiles(1)
    await waitUntil(state, ({ running, lastAt }) => !running && lastAt !== null)
    // A file in place of the folder: not even root can write there.
    await fixture.value('office.update', { backup: { folder: join(folder, kept[0] ?? '', 'x') } })
    expect(code(await fixture.call('backup.run', {}))).toBe('backup-folder')
    const failed = await waitUntil(state, ({ error }) => error?.code === 'backup-folder')
    expect(failed.nextAt).toBe(clock.now() + DAY / 24)
    expect(await files()).toEqual(kept)
    await fixture.value('office.update', { backup: { folder } })
    expect(code(await fixture.call('backup.run', {}))).toBe('ok')
    await waitUntil(state, ({ error }) => error === undefined)
  })

  test('none without a passphrase in the keychain, which no window is ever given', async () => {
    await fixture.value('office.update', { backup: { folder, everyDays: 1 } })
    expect(await told()).toMatchObject({ nextAt: null, hasPassphrase: false })
    expect(code(await fixture.call('backup.run', {}))).toBe('passphrase-wrong')
    await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
    await untilFiles(1)
    expect(JSON.stringify(fixture.frames)).not.toContain(PASSPHRASE)
    await fixture.value('backup.set-passphrase', { passphrase: null })
    expect(await state()).toMatchObject({ nextAt: null, hasPassphrase: false })
  })

  test('two at once are one', async () => {
    await fixture.value('office.update', { backup: { folder } })
    await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
    const [one, two] = await Promise.all([fixture.value('backup.run', {}), fixture.value('backup.run', {})])
    expect(one.path).toBe(two.path)
    expect(await files()).toHaveLength(1)
  })
})

describe('the reminder', () => {
  test('does not come in the demonstration, which has nothing to lose', async () => {
    await draft()
    await clock.advance(15 * DAY)
    expect((await told()).due).toBe(false)
  })

  test('comes after the days set without a copy, and goes with one', async () => {
    service.answer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"statusCode":404,"message":"Not Found"}')
    })
    await fixture.value('keychain.unlock', { passphrase: PASSPHRASE })
    const account = {
      environment: 'production',
      name: 'Ribera',
      baseUrl: service.url,
      key: 'office-key-0123456789-ABCD',
    }
    const { id } = await fixture.value('accounts.add', account as never)
    await fixture.value('accounts.activate', { id })
    expect((await told()).due).toBe(false)
    await draft()
    await clock.advance(13 * DAY)
    expect((await told()).due).toBe(false)
    await clock.advance(DAY)
    await waitUntil(state, ({ due }) => due)
    await copyOf(fixture)
    expect(await told()).toMatchObject({ due: false, lastAt: clock.now() })
  })

  test('one that was cancelled is no copy', async () => {
    await draft()
    const sent = await fixture.core.router.send(
      'backup.save',
      { passphrase: PASSPHRASE },
      new AbortController().signal,
    )
    if (!sent.ok) throw new Error(sent.error.code)
    for await (const _chunk of sent.value.bytes) break
    expect((await told()).lastAt).toBeNull()
  })
})

test('copies are their owner’s alone, and in the record', async () => {
  await scheduled(0)
  const { path } = await fixture.value('backup.run', {})
  const { mode } = await stat(path)
  expect(mode & 0o777).toBe(0o600)
  await copyOf(fixture)
  const { rows } = await fixture.value('audit.list', { what: 'backup', limit: 5 })
  expect(rows.map(({ kind, result }) => `${kind} ${result}`)).toEqual(['file ok', 'folder ok'])
})
