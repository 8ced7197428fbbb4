import { afterAll, afterEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'

let fixture: CoreFixture | undefined
afterEach(() => fixture?.stop())
afterAll(removeTemporaryDirectories)

test('what the demonstration assumes is changed like that of any account, and stays changed', async () => {
  const service = await startFaultService()
  fixture = await startCore(service.url)
  const price = async () => (await fixture!.value('complete.get', { vrm: '1234BCD' })).price
  expect(await price()).toBe(867)
  await fixture.value('accounts.change', { id: 'demo', assumptions: { completeReportCents: 950 } })
  expect(await price()).toBe(950)
  const { dataDir } = fixture
  await fixture.stop()
  fixture = await startCore(service.url, { dataDir })
  expect(await price()).toBe(950)
  expect((await fixture.slice('accounts'))[0]).toMatchObject({ assumptions: { completeReportCents: 950 } })
  await fixture.value('accounts.change', { id: 'demo', resetAssumptions: ['completeReportCents'] })
  expect(await price()).toBe(867)
  await service.close()
})

test('how much is kept is told as it grows', async () => {
  const service = await startFaultService()
  fixture = await startCore(service.url)
  expect((await fixture.slice('store')).reports).toBe(0)
  await fixture.value('lookup.start', { vrm: '1234BCD' })
  await fixture.until('1234BCD', ({ latest }) => latest !== null)
  await expect.poll(async () => (await fixture!.slice('store')).reports).toBe(1)
  await service.close()
})
