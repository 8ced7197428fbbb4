import type { utilityProcess as UtilityProcessModule } from 'electron'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadKeytarFrom } from '#electron/core/keychain/keytar-process.ts'
import { proxyAddress } from '#electron/shell/system.ts'
import { utilityKeytarChild, createUtilitySidecars } from '#electron/sidecar/utility-sidecar.ts'
import { app } from '#tests/fakes/electron/app.ts'
import { utilityProcess as stand } from '#tests/fakes/electron/utility-process.ts'

const utilityProcess = stand as unknown as Pick<typeof UtilityProcessModule, 'fork'>
const source = (path: string) => new URL(`../../../${path}`, import.meta.url)

beforeAll(() => app.becomeReady())

describe('sidecars as utility processes', () => {
  const start = (entry: URL, args: string[], env = {}) => {
    const lines: string[] = []
    const startSidecar = createUtilitySidecars({
      utilityProcess,
      entry: () => entry,
      onLine: (line) => lines.push(line),
    })
    return { lines, sidecar: startSidecar({ name: 'service', args, env }) }
  }
  const child = source('tests/integration/shell/utility-child.ts')

  test('the service says what it listens on, and ends well when it is asked to', async () => {
    const { sidecar, lines } = start(source('out/tests/service.js'), ['--port=0'], {
      SERVICE_API_KEYS: 'k0k0k0k0k0k0k0k0=B12345674',
    })
    expect(await sidecar.ready).toMatchObject({
      listening: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
    })
    await sidecar.stop(15_000)
    expect(await sidecar.exited).toEqual({ code: 0, signal: null })
    expect(lines.join('\n')).toContain('stopping: the parent asks')
  })

  test('asked to end while it is still starting, it ends well too', async () => {
    const { sidecar } = start(source('out/tests/service.js'), ['--port=0'], {
      SERVICE_API_KEYS: 'k0k0k0k0k0k0k0k0=B12345674',
    })
    await sidecar.stop(15_000)
    expect(await sidecar.exited).toEqual({ code: 0, signal: null })
  })

  test('one that does not hear is killed', async () => {
    const { sidecar } = start(child, ['stubborn'])
    await sidecar.ready
    await sidecar.stop(100)
    expect((await sidecar.exited).code).not.toBe(0)
  })

  test('one that ends before it is ready says so', async () => {
    const { sidecar } = start(child, ['dies'])
    await expect(sidecar.ready).rejects.toThrow('ended before it was ready')
    expect((await sidecar.exited).code).toBe(7)
  })

  test('gets what it was given of the environment, and none of our secrets', async () => {
    process.env['VENTANILLA_TEST_SECRET'] = 'do not pass on'
    const { sidecar } = start(child, ['environment'], { GIVEN: 'yes' })
    const message = (await sidecar.ready) as Record<string, string>
    delete process.env['VENTANILLA_TEST_SECRET']
    expect(message['GIVEN']).toBe('yes')
    expect(message['VENTANILLA_TEST_SECRET']).toBeUndefined()
    await sidecar.stop(100)
  })
})

describe('the keychain as a utility process', () => {
  const open = () =>
    utilityKeytarChild(
      { utilityProcess, onLine: () => undefined },
      source('electron/core/keychain/keytar-child.ts'),
    )

  test('answers every request, whatever this PC has for a keychain', async () => {
    const keytar = await loadKeytarFrom(open)()
    const outcome = await keytar?.getPassword('ventanilla-test', 'nobody').then(
      (value) => value,
      (error: unknown) => (error instanceof Error ? 'refused' : error),
    )
    expect([null, 'refused']).toContain(outcome)
    keytar?.end?.()
  })

  test('killed at any moment, also before it has begun, it ends and says so', async () => {
    for (const wait of [0, 300]) {
      const child = open()
      const ended = new Promise<string>((resolve) => child.onExit(resolve))
      await new Promise((resolve) => setTimeout(resolve, wait))
      child.kill()
      expect(await ended).toContain('code')
    }
  })
})

test.each([
  ['DIRECT', null],
  ['PROXY proxy.oficina:3128; DIRECT', 'http://proxy.oficina:3128'],
  ['HTTPS proxy.oficina:443', 'https://proxy.oficina:443'],
  ['SOCKS5 127.0.0.1:1080', 'socks5://127.0.0.1:1080'],
  ['SOCKS old:1080; PROXY new:8080', 'http://new:8080'],
  ['SOCKS old:1080; DIRECT', null],
  ['', null],
])('the proxy that Chromium names %j is %j', (answer, expected) => {
  expect(proxyAddress(answer)).toBe(expected)
})
