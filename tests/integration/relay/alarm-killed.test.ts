import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { alarmOf, MINUTE, pass, set, start } from './support/alarm.ts'
import { startWebhook } from './support/outside.ts'
import { postMany, startRelay, temporaryDirectory } from './support/relay.ts'

test('a relay that is killed while it sends sends again, under the same id', async () => {
  const webhook = await startWebhook()
  const { url, clock, directory } = await start()
  await set(url, { webhook: webhook.url })
  await postMany(url, 1)
  webhook.answers(null)
  await pass(clock, 4 * 60 * MINUTE, () => webhook.got.length === 1)

  // What a kill would leave: the files as they are now.
  const left = await temporaryDirectory()
  cpSync(directory, left, { recursive: true })
  webhook.answers(200)
  const next = createFakeClock(clock.now())
  const { url: after } = await startRelay({ directory: left, clock: next })
  await pass(next, 0, () => webhook.got.length === 2)
  expect(webhook.got[1]).toEqual(webhook.got[0])
  await expect.poll(async () => (await alarmOf(after)).lastMessage?.outcome).toBe('sent')
})
