import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startWithBrowsers, type ExtensionFixture } from './extension-fixture.ts'

let service: FaultService
let core: ExtensionFixture

beforeEach(async () => {
  service = await startFaultService(reducedReports())
  core = await startWithBrowsers(service.url)
})
afterEach(async () => {
  await core.end()
  await service.close()
})
afterAll(removeTemporaryDirectories)

test('approved in the window, a browser looks up a plate and is told its verdict', async () => {
  const browser = await core.approved()
  const begun = await browser.value('lookup.start', { vrm: '1234 bcd' })
  expect(begun).toMatchObject({ vrm: '1234BCD', outcome: null, pending: 'asking' })
  const rows = await waitUntil(
    () => browser.payloads('verdicts').flatMap((payload) => payload.rows),
    (all) => all.some(({ outcome, pending }) => outcome !== null && pending === null),
  )
  expect(rows.at(-1)).toEqual({
    vrm: '1234BCD',
    outcome: 'transferable',
    checkedAt: expect.any(Number),
    kind: 'reduced',
    disagrees: false,
    vehicle: { name: 'SEAT León 1.5 TSI FR', firstRegistrationDate: '14/03/2018' },
    pending: null,
    failed: null,
  })
  expect((await browser.value('lookup.recent', { limit: 5 })).rows).toEqual([
    { ...rows.at(-1), at: expect.any(Number) },
  ])
})
