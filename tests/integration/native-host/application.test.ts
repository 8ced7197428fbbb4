import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { HostState } from '#shared/host-protocol/messages.ts'
import { PROTOCOL_VERSION } from '#shared/host-protocol/protocol.ts'
import { newSecret } from '#electron/core/instance/proofs.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startHost, type BrowserSide } from '#tests/fakes/host-browser.ts'

let core: CoreFixture
let browser: BrowserSide
beforeEach(async () => {
  // It is asked for nothing that the service would have to answer.
  core = await startCore('http://127.0.0.1:9')
  browser = startHost(core.dataDir)
})
afterEach(async () => {
  browser.child.kill('SIGKILL')
  await browser.exited
  await core.stop()
})

afterAll(removeTemporaryDirectories)

const isHost = (connected: boolean) => (message: { topic?: string; payload?: unknown }) =>
  message.topic === 'host' && (message.payload as { connected: boolean }).connected === connected

test('the native host and the application: hello, approval, a verdict, and the end', async () => {
  const hello = { protocol: PROTOCOL_VERSION, extension: '0.1.0', browser: 'chromium', secret: newSecret() }
  // It may be looked for before it listens.
  await expect.poll(async () => (await browser.ask('hello', hello)).ok).toBe(true)
  expect((await browser.ask('lookup.get', { vrms: ['1234BCD'] })).error).toEqual({ code: 'not-approved' })
  const asked = (await browser.ask('approval.ask')).value as HostState
  const { waiting } = await waitUntil(
    () => core.slice('extension'),
    (state) => state.waiting.length > 0,
  )
  expect(waiting[0]?.words).toEqual(asked.words)
  await core.call('extension.approve', { id: waiting[0]!.id })
  await browser.until(({ topic, payload }) => topic === 'state' && (payload as HostState).approved)
  const { value } = await browser.ask('lookup.get', { vrms: ['1234BCD'] })
  expect(value).toMatchObject({ rows: [{ vrm: '1234BCD', outcome: null }] })

  await core.stop()
  await browser.until(isHost(false))
  expect((await browser.ask('hello', hello)).error).toEqual({ code: 'not-running' })
})
