import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import type { Route } from '#shared/bridge/route.ts'
import { registerLinkScheme } from '#electron/shell/identity.ts'
import type { Destination } from '#electron/core/instance/hand-over-wire.ts'
import { collectPlaces, placeIn } from '#electron/shell/start.ts'
import { readOptions } from '#electron/web/options.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** Global of the page, where the functions below run. */
declare const bridge: Bridge & { routes: Route[] }

const PLATE = { view: 'lookup', vrm: '1234BCD' } as const
const PLATE_LINK = 'ventanilla://consulta/1234BCD'

afterAll(removeTemporaryDirectories)

describe('requests before there is a window', () => {
  function collect(...args: string[]) {
    const app = new EventEmitter()
    const logged: string[] = []
    const places = collectPlaces(app as never, args, { warn: (line) => void logged.push(line) })
    const opened: Destination[] = []
    const link = (url: string) => app.emit('open-url', { preventDefault: () => undefined }, url)
    const second = (data: unknown) => app.emit('second-instance', {}, [], '/', data)
    return { app, logged, opened, link, second, follow: () => places.follow((place) => opened.push(place)) }
  }

  test('the link of the command line, and the one that macOS sends before the application is ready', () => {
    const first = collect('main.js', '--', PLATE_LINK)
    first.follow()
    expect(first.opened).toEqual([PLATE])
    const mac = collect()
    mac.link('ventanilla://novedades')
    mac.follow()
    mac.link('ventanilla://ajustes')
    expect(mac.opened).toEqual([{ view: 'inbox' }, { view: 'settings' }])
  })

  test('of two the last wins, and neither a bad one nor a plain second start takes it back', () => {
    const { opened, logged, link, second, follow } = collect('ventanilla://firmas')
    second({ place: PLATE })
    second({ place: null })
    link(`ventanilla://consulta/${'1'.repeat(64 * 1024)}`)
    second('nonsense')
    follow()
    expect(opened).toEqual([PLATE])
    expect(logged).toEqual(['shell: a link leads nowhere'])
  })

  test('a plain start asks for nothing; a plain second one, for the window alone', () => {
    const { opened, second, follow } = collect('main.js')
    follow()
    expect(opened).toEqual([])
    second({ place: { view: 'pay' } })
    expect(opened).toEqual([null])
    expect(placeIn(['--data-dir=/x'])).toBeNull()
  })
})

describe('the application that opens our links', () => {
  const register = (platform: NodeJS.Platform, isPackaged: boolean, isUsualDirectory = true) => {
    const said: unknown[] = []
    const app = { isPackaged, setAsDefaultProtocolClient: (...args: unknown[]) => said.push(args) > 0 }
    registerLinkScheme({
      app,
      platform,
      isUsualDirectory,
      argv: ['x', '/src/main.js'],
      execPath: '/ventanilla',
    })
    return said
  }
  test.each(['win32', 'darwin'] as const)('on %s, with an argument that ends the options', (platform) => {
    expect(register(platform, true)).toEqual([['ventanilla', '/ventanilla', ['--']]])
    expect(register(platform, false)).toEqual([['ventanilla', '/ventanilla', ['/src/main.js', '--']]])
  })
  test('not a copy on a directory of its own, nor on Linux, where the desktop file says it', () => {
    expect(register('win32', true, false)).toEqual([])
    expect(register('linux', true)).toEqual([])
  })
})

test('the web host takes a link, and no other argument', () => {
  expect(readOptions(['--no-open', PLATE_LINK])).toMatchObject({ ok: true, value: { link: PLATE_LINK } })
  expect(readOptions(['--', PLATE_LINK])).toMatchObject({ ok: true, value: { link: PLATE_LINK } })
  expect(readOptions(['https://example.org'])).toEqual({ ok: false, error: 'https://example.org' })
})

describe('the built main process', () => {
  let dataDir: string
  const running: Desktop[] = []
  const start = (...args: string[]) => {
    const desktop = startDesktop(dataDir, { args: ['--report-delay-ms=50', ...args] })
    running.push(desktop)
    return desktop
  }
  const routes = (desktop: Desktop) => desktop.page(() => bridge.routes)
  const logged = () => readFile(join(dataDir, 'logs', 'ventanilla.log'), 'utf8')

  beforeAll(ensureBuilt, BUILD_MS)
  beforeEach(async () => {
    dataDir = join(await temporaryDirectory(), 'data')
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((desktop) => desktop.kill()))
  })

  test('opens the place of the link that started it, asks the service for nothing, and logs no plate', async () => {
    const desktop = start(PLATE_LINK)
    await desktop.shown()
    await expect.poll(() => routes(desktop)).toEqual([PLATE])
    expect(await desktop.page(() => bridge.call('lookup.get', { vrm: '1234BCD' }))).toMatchObject({
      ok: true,
      value: { latest: null, pending: null },
    })
    expect(await logged()).not.toMatch(/1234|consulta/i)
  })

  test('a second start hands its link over, a bad one only shows the window, and no log has the plate', async () => {
    const desktop = start()
    await desktop.shown()
    expect(await start(PLATE_LINK).exited).toBe(0)
    await expect.poll(() => routes(desktop)).toEqual([PLATE])
    expect(await start('ventanilla://consulta/1234%2520BCD').exited).toBe(0)
    expect(await start().exited).toBe(0)
    await desktop.main(({ app }) =>
      app.emit('open-url', { preventDefault: () => undefined }, 'ventanilla://expediente/https%3A%2F%2Fx'),
    )
    await expect.poll(logged).toContain('a link leads nowhere')
    expect(await routes(desktop)).toEqual([PLATE])
    expect(await logged()).not.toMatch(/1234|consulta|https/i)
  })

  test('two at once: the last wins, and both are told that they were heard', async () => {
    const desktop = start()
    await desktop.shown()
    const [one, other] = [start('ventanilla://ajustes'), start('ventanilla://novedades')]
    expect(await Promise.all([one.exited, other.exited])).toEqual([0, 0])
    await expect.poll(async () => (await routes(desktop)).length).toBe(2)
    expect(new Set((await routes(desktop)).map(({ view }) => view))).toEqual(new Set(['settings', 'inbox']))
  })

  test('while locked, it opens after the PIN', async () => {
    const desktop = start()
    await desktop.shown()
    const set = await desktop.page(() => bridge.call('lock.set-pin', { pin: '2580' }))
    expect(set).toMatchObject({ ok: true })
    expect(await desktop.page(() => bridge.call('lock.now', {}))).toMatchObject({ ok: true })
    expect(await start(PLATE_LINK).exited).toBe(0)
    expect(await routes(desktop)).toEqual([])
    await desktop.page(() => bridge.call('lock.open', { pin: '2580' }))
    await expect.poll(() => routes(desktop)).toEqual([PLATE])
  })
})
