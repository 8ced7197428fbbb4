import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'
import { isAlive } from '#tests/fakes/application.ts'

const entry = new URL('sidecar-child.ts', import.meta.url)
const service = new URL('../../../service/main.ts', import.meta.url)
const start = (url: URL, lines: string[] = []) =>
  createForkSidecars({ entry: () => url, onLine: (line) => lines.push(line) })

test('says what it listens on, and ends when it is asked to', async () => {
  const sidecar = start(service)({
    name: 'service',
    args: ['--port=0'],
    env: { SERVICE_API_KEYS: 'k0k0k0k0k0k0k0k0=B12345674' },
  })
  const message = await sidecar.ready
  expect(message).toMatchObject({
    listening: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
  })
  await sidecar.stop(3_000)
  expect(await sidecar.exited).toEqual({ code: 0, signal: null })
})

test('one that does not listen to SIGTERM is killed', async () => {
  const sidecar = start(entry)({ name: 'service', args: ['stubborn'], env: {} })
  await sidecar.ready
  await sidecar.stop(100)
  expect((await sidecar.exited).signal).toBe('SIGKILL')
})

test('one that ends before it is ready says so', async () => {
  const sidecar = start(entry)({ name: 'service', args: ['dies'], env: {} })
  await expect(sidecar.ready).rejects.toThrow('ended before it was ready')
  expect((await sidecar.exited).code).toBe(7)
})

test('gets what it was given of the environment, and none of our secrets', async () => {
  process.env['VENTANILLA_TEST_SECRET'] = 'do not pass on'
  const sidecar = start(entry)({ name: 'service', args: ['environment'], env: { GIVEN: 'yes' } })
  const message = (await sidecar.ready) as Record<string, string>
  delete process.env['VENTANILLA_TEST_SECRET']
  expect(message['GIVEN']).toBe('yes')
  expect(message['VENTANILLA_TEST_SECRET']).toBeUndefined()
  await sidecar.stop(500)
})

test('nothing is orphaned when the parent is killed with kill -9', async () => {
  const parent = fork(fileURLToPath(new URL('sidecar-parent.ts', import.meta.url)), [service.href])
  const [{ pid }] = (await once(parent, 'message')) as [{ pid: number }]
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
