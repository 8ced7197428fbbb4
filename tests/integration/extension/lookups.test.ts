import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { completeReports } from '#tests/fakes/complete-service.ts'
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

test('the text that a browser copies is the window’s: the office’s own words, the paid report, and recorded', async () => {
  service.answer(
    completeReports({
      result: () => ({
        transferabilityStatus: 'not_transferable',
        issues: [{ conceptType: 'seizure', authority: 'AEAT' }],
      }),
    }),
  )
  await core.value('client-texts.save', {
    situation: 'verdict:not_transferable',
    text: 'Mira {matrícula}: {respuesta}',
  })
  await core.value('lookup.start', { vrm: '1234BCD' })
  await core.until('1234BCD', ({ latest, pending }) => latest !== null && pending === null)
  await core.value('complete.request', { vrm: '1234BCD', confirmed: true })
  await core.untilComplete('1234BCD', ({ latest }) => latest !== null)
  const records = async () => (await core.value('audit.list', { what: 'client.text', limit: 10 })).rows
  expect(await records()).toEqual([])
  const browser = await core.approved()
  const { text } = await browser.value('answer.get', { vrm: '1234BCD' })
  expect(text).toMatch(/^Mira 1234 BCD: ahora no se puede transferir\. Tiene un embargo \(AEAT\)\./)
  expect((await core.value('lookup.get', { vrm: '1234BCD' })).answer).toBe(text)
  expect((await records()).map(({ kind, result }) => [kind, result])).toEqual([
    ['copy verdict:not_transferable', 'ok'],
  ])
  expect(await browser.ask('answer.get', { vrm: '5678FGH' })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  expect(await records()).toHaveLength(1)
})
