import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { completeReports } from '#tests/fakes/complete-service.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { mountSmallDisk, whyNoSmallDisk, type SmallDisk } from '#tests/fakes/small-disk.ts'
import { copyOf } from '#tests/integration/office/copies.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const whyNot = whyNoSmallDisk()
if (whyNot !== null) console.warn(`full disk: skipped, no file system of its own here: ${whyNot}`)
const PIN = '4711'
const VRM = '1234BCD'

let service: FaultService
let disk: SmallDisk
let fixture: CoreFixture
let known: string[]

const begin = async () =>
  (fixture = await startCore(service.url, { dataDir: disk.directory, deriveKey: quickDerive }))
const code = async (answer: Promise<{ ok: boolean; error?: { code: string } }>) => {
  const result = await answer
  return result.ok ? 'ok' : result.error?.code
}

const history = async () => (await fixture.value('lookup.history', { query: '1234', limit: 5 })).rows

describe.skipIf(whyNot !== null)('a full disk', () => {
  beforeEach(async () => {
    service = await startFaultService(completeReports())
    disk = mountSmallDisk(8)
    await begin()
    await fixture.value('complete.request', { vrm: VRM, confirmed: true })
    await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
    await fixture.value('lookup.start', { vrm: VRM })
    await fixture.until(VRM, ({ latest, pending }) => latest !== null && pending === null)
    known = (await history()).map(({ reportId }) => reportId)
    if (known.length === 0) throw new Error('there is no history to be read')
  })
  afterEach(async () => {
    await fixture.stop()
    await service.close()
    disk.close()
  })

  async function everythingIsRead(): Promise<void> {
    expect((await fixture.slice('store')).state).toBe('open')
    expect((await fixture.value('lookup.get', { vrm: VRM })).latest?.outcome).toBe('transferable')
    expect((await fixture.value('complete.get', { vrm: VRM })).latest).not.toBeNull()
    expect((await history()).map(({ reportId }) => reportId)).toEqual(known)
    const sort = { by: 'recent', descending: true } as const
    expect(await code(fixture.call('cases.list', { filter: {}, sort, offset: 0, limit: 1 }))).toBe('ok')
    expect(await code(fixture.call('inbox.list', { filter: 'all', limit: 10 } as never))).toBe('ok')
  }

  test('met while working: what is kept is read, and each thing that is not says why', async () => {
    await disk.fill()
    await everythingIsRead()
    expect(await code(fixture.call('settings.update', { theme: 'dark' }))).toBe('disk-full')
    expect(await code(fixture.call('office.update', { operator: 'Marta' }))).toBe('disk-full')
    expect(await code(fixture.call('lock.set-pin', { pin: PIN }))).toBe('disk-full')
    disk.clear()
    expect(await code(fixture.call('settings.update', { theme: 'dark' }))).toBe('ok')
  })

  test('does not keep the right PIN from opening, and counts the wrong ones', async () => {
    await fixture.value('lock.set-pin', { pin: PIN })
    await fixture.value('lock.now', {})
    await disk.fill()
    for (let times = 0; times < 4; times++)
      expect(await code(fixture.call('lock.open', { pin: '0000' }))).toBe('wrong-pin')
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('ok')
    await everythingIsRead()
    await fixture.value('lock.now', {})
    for (let times = 0; times < 5; times++)
      expect(await code(fixture.call('lock.open', { pin: '0000' }))).toBe('wrong-pin')
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('too-many-pins')
  })

  test('at the start: what is kept is read, and work goes on once there is room', async () => {
    await fixture.stop()
    await disk.fill()
    await begin()
    await everythingIsRead()
    const reads = async () =>
      (await fixture.value('audit.list', { limit: 200 })).rows.filter(({ what }) => what === 'report.read')
    const before = (await reads()).length
    disk.clear()
    // Reads made meanwhile are recorded as soon as there is space.
    await copyOf(fixture)
    expect(await reads()).toHaveLength(before + 1)
    await fixture.value('lookup.start', { vrm: '5678FGH' })
    await fixture.until('5678FGH', ({ latest }) => latest !== null)
  })
})
