import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { utilityProcess as UtilityProcessModule } from 'electron'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseHost, findElectron, hasDisplay } from '#electron/choose-host.ts'
import { loadKeytarFrom } from '#electron/core/keychain/keytar-process.ts'
import { proxyAddress } from '#electron/shell/proxy.ts'
import { utilityKeytarChild } from '#electron/sidecar/utility-keytar.ts'
import { createUtilitySidecars } from '#electron/sidecar/utility-sidecar.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { app } from '#tests/fakes/electron/app.ts'
import { utilityProcess as stand } from '#tests/fakes/electron/utility-process.ts'

const utilityProcess = stand as unknown as Pick<typeof UtilityProcessModule, 'fork'>
const source = (path: string) => new URL(`../../../${path}`, import.meta.url)

beforeAll(() => app.becomeReady())
afterAll(removeTemporaryDirectories)

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
  const open = () => utilityKeytarChild({ utilityProcess }, source('electron/core/keychain/keytar-child.ts'))

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

describe('which host', () => {
  const here = { requested: undefined, runtime: '/electron', isRoot: false, hasDisplay: true }

  test('the window where it can be had, the browser where not, each with its reason', () => {
    expect(chooseHost(here)?.host).toBe('electron')
    expect(chooseHost({ ...here, requested: 'web' })?.host).toBe('web')
    expect(chooseHost({ ...here, requested: 'vhs' })).toBeNull()
    expect(chooseHost({ ...here, runtime: null })).toMatchObject({
      host: 'web',
      reason: expect.stringContaining('no está en este equipo') as unknown,
    })
    expect(
      chooseHost({ ...here, requested: 'electron', runtime: null, downloadFailed: true })?.reason,
    ).toContain('no se ha podido descargar')
    expect(chooseHost({ ...here, isRoot: true })).toMatchObject({ host: 'web' })
    expect(chooseHost({ ...here, hasDisplay: false })).toMatchObject({ host: 'web' })
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('win32', {})).toBe(true)
  })

  test('Electron is here when its program is, not when its package says where it would be', async () => {
    const root = await temporaryDirectory()
    const directory = join(root, 'node_modules', 'electron')
    expect(findElectron(root, {})).toBeNull()
    await mkdir(join(directory, 'dist'), { recursive: true })
    await writeFile(join(directory, 'path.txt'), 'electron')
    expect(findElectron(root, {})).toBeNull()
    await writeFile(join(directory, 'dist', 'electron'), '')
    expect(findElectron(root, {})).toBe(join(directory, 'dist', 'electron'))
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: '/elsewhere' })).toBeNull()
  })
})
