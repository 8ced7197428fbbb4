import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newSecret } from '#electron/core/instance/proofs.ts'
import { handOver } from '#electron/core/instance/hand-over.ts'
import { PROTOCOL_VERSION } from '#shared/host-protocol/protocol.ts'
import { terminalTexts } from '#shared/text/hosts.ts'
import { connectExtension } from '#tests/fakes/extension-client.ts'
import { startApplication, type Application } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { enter, entryAddress, openWindow } from '#tests/fakes/window-of-application.ts'
import { BUILD_MS, ensureBuilt } from '../shell/ensure-built.ts'

/**
 * The built web host as the process that the user starts: events that must not end it, and its messages when it cannot
 * start.
 */
let dataDir: string
let application: Application | undefined

beforeAll(ensureBuilt, BUILD_MS)
beforeEach(async () => {
  dataDir = join(await temporaryDirectory(), 'data')
})
afterEach(async () => {
  await application?.stop()
  application = undefined
  vi.unstubAllEnvs()
})
afterAll(removeTemporaryDirectories)

const start = async (...args: string[]) =>
  (application = await startApplication(dataDir, ['--port=0', ...args]))
const logText = () => readFile(join(dataDir, 'logs', 'ventanilla.log'), 'utf8').catch(() => '')
const window = async (running: Application) => {
  const address = await entryAddress(running)
  return openWindow(address, await enter(address))
}
const lives = async (running: Application) => {
  const opened = await window(running)
  const answer = await opened.call('app.snapshot', {})
  opened.close()
  return answer.ok
}

describe('a web host that runs', () => {
  test('goes on after what nothing caught, says it on screen and in its log', async () => {
    const hook = new URL('../../fakes/failing-on-signal.ts', import.meta.url)
    vi.stubEnv('NODE_OPTIONS', `--import=${hook.href}`)
    const running = await start()
    const opened = await window(running)
    process.kill(running.pid, 'SIGUSR2')
    const health = async () => {
      const snapshot = await opened.call('app.snapshot', {})
      return snapshot.ok ? snapshot.value.slices.health : null
    }
    const said = await waitUntil(health, (now) => now?.troubles.length === 1)
    expect(said).toMatchObject({ troubles: [{ part: 'application', state: 'unexpected' }] })
    await waitUntil(logText, (text) => text.includes('rejected') && text.includes('thrown'))
    const text = await logText()
    expect(text).toContain('failing-on-signal.ts')
    expect(text).not.toContain('1234 BCD')
    expect(text).not.toContain('ana.perez')
    // The window shows the file, and its latest lines.
    expect(said?.logFile).toBe(join(dataDir, 'logs', 'ventanilla.log'))
    const latest = await opened.call('diagnosis.log', {})
    expect(latest).toMatchObject({ ok: true, value: { text: expect.stringContaining('thrown') as string } })
    opened.close()
    expect(await running.stop()).toBe(0)
    expect(await logText()).toContain('web host: stopped')
  })

  test('does not end with an entry file that cannot be removed', async () => {
    const running = await start()
    const address = await entryAddress(running)
    // As where open files cannot be removed.
    const file = fileURLToPath(running.entry)
    await rm(file)
    await mkdir(file)
    const opened = await openWindow(address, await enter(address))
    expect(await opened.call('app.snapshot', {})).toMatchObject({ ok: true })
    await waitUntil(logText, (text) => text.includes('an entry file could not be removed'))
    opened.close()
  })

  test('does not end with a second start for which no entry can be made', async () => {
    const running = await start()
    const entries = join(dataDir, 'entry')
    await rename(entries, `${entries}.away`)
    // A file in its place, like a disk that is full.
    await writeFile(entries, '')
    expect(await handOver(dataDir, { view: 'lookup' })).toBeNull()
    await waitUntil(logText, (text) => text.includes('no entry could be made for a second start'))
    await rm(entries)
    await rename(`${entries}.away`, entries)
    expect(await lives(running)).toBe(true)
  })

  test('keeps its log for its owner alone', async () => {
    await start()
    const { stat } = await import('node:fs/promises')
    expect((await stat(join(dataDir, 'logs', 'ventanilla.log'))).mode & 0o077).toBe(0)
  })
})

test.skipIf(process.platform !== 'linux')(
  'opens a window of an installed browser, and a second start another, with no token on the command line',
  async () => {
    const programs = await temporaryDirectory()
    const seen = join(programs, 'seen')
    await writeFile(join(programs, 'google-chrome'), `#!/bin/sh\necho "$@" >> "${seen}"\n`, { mode: 0o755 })
    // The tests may run as root, for whom a browser has no sandbox.
    vi.stubEnv('NODE_OPTIONS', '--import=data:text/javascript,process.geteuid=()=>1000')
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`)
    vi.stubEnv('DISPLAY', ':0')
    const opened = async (count: number) => {
      const lines = await waitUntil(
        async () => (await readFile(seen, 'utf8').catch(() => '')).split('\n').slice(0, -1),
        (now) => now.length === count,
      )
      return lines.at(-1)
    }
    application = await startApplication(dataDir, ['--port=0', '--open'])
    expect(await opened(1)).toBe(`--app=${application.entry}`)
    expect(await entryAddress(application)).toMatchObject({ pathname: '/enter' })
    await waitUntil(
      async () => application?.errors ?? [],
      (lines) => lines.includes(terminalTexts.inWindow('Google Chrome')),
    )
    const second = await startApplication(dataDir, ['--open'])
    expect(await second.exited).toBe(0)
    expect(await opened(2)).toBe(`--app=${second.entry}`)
    expect(second.entry).not.toBe(application.entry)
    expect(second.errors).toEqual([terminalTexts.alreadyOpen, terminalTexts.inWindow('Google Chrome')])

    // The extension of a browser asks for an approval, and no window has come yet: one more is opened, once.
    const browser = await connectExtension(dataDir)
    await browser.value('hello', {
      protocol: PROTOCOL_VERSION,
      extension: '0',
      browser: 'chrome',
      secret: newSecret(),
    })
    await browser.value('approval.ask', {})
    const entry = await opened(3)
    await browser.end()
    const other = await connectExtension(dataDir)
    await other.value('hello', {
      protocol: PROTOCOL_VERSION,
      extension: '0',
      browser: 'edge',
      secret: newSecret(),
    })
    await other.value('approval.ask', {})
    await other.end()

    // With a window open, its own screen says it.
    const page = await window({ ...application, entry: entry?.replace('--app=', '') ?? '' })
    const last = await connectExtension(dataDir)
    await last.value('hello', {
      protocol: PROTOCOL_VERSION,
      extension: '0',
      browser: 'firefox',
      secret: newSecret(),
    })
    await last.value('approval.ask', {})
    await last.end()

    // What those two had opened would stand before this one.
    const third = await startApplication(dataDir, ['--open'])
    expect(await third.exited).toBe(0)
    expect(await opened(4)).toBe(`--app=${third.entry}`)
    page.close()
  },
)

describe('a start that is not possible says in Spanish what to do', () => {
  const failed = async () => {
    const { error } = await start().then(
      () => ({ error: new Error('it started') }),
      (reason: unknown) => ({ error: reason as Error }),
    )
    return error.message
  }

  test('a path that is too long', async () => {
    dataDir = join(dataDir, ...Array.from({ length: 10 }, () => 'x'.repeat(60)))
    expect(await failed()).toMatch(/La ruta de la carpeta de datos es demasiado larga \(\d+ caracteres\)/)
  })

  test('a file where the directory should be', async () => {
    await writeFile(dataDir, '')
    const message = await failed()
    expect(message).toContain('hay un archivo')
    expect(message).toContain(dataDir)
  })

  test('no words of the system', async () => {
    await writeFile(dataDir, '')
    expect(await failed()).not.toMatch(/\b(file|directory|error|open|unable)\b/i)
  })
})

test('a damaged instance.lock keeps nobody out', async () => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(
    join(dataDir, 'instance.lock'),
    'this is not a database, it has been written over. '.repeat(40),
  )
  expect(await lives(await start())).toBe(true)
})

describe('a link on the command line', () => {
  const LINK = 'ventanilla://consulta/1234BCD'
  const placesOf = async (running: Application) => {
    const opened = await window(running)
    await opened.call('app.snapshot', {})
    opened.close()
    return opened.routes
  }

  test('of the first start, and of a second one, opens its place; one that leads nowhere prevents nothing', async () => {
    const first = await start(LINK)
    expect(await placesOf(first)).toEqual([{ view: 'lookup', vrm: '1234BCD' }])
    const places = []
    for (const args of [['ventanilla://ajustes'], ['ventanilla://consulta/1234%2520BCD'], []]) {
      const second = await startApplication(dataDir, args)
      places.push(await placesOf(second))
      expect(await second.exited).toBe(0)
      expect(second.errors.join('\n')).not.toMatch(/1234/)
      expect(second.errors.some((line) => line.includes('no lleva a ningún sitio'))).toBe(places.length === 2)
    }
    expect(places).toEqual([[{ view: 'settings' }], [], []])
    expect(await logText()).not.toMatch(/1234|consulta/i)
  })
})
