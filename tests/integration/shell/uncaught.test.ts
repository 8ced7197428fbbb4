import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { forkKeytarChild } from '#electron/core/keychain/keytar-process.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'
import { utilityKeytarChild, createUtilitySidecars } from '#electron/sidecar/utility-sidecar.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { app } from '#tests/fakes/electron/app.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { utilityProcess } from '#tests/fakes/electron/utility-process.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/**
 * What nothing catches, in each process of the desktop window, ends in its log and in one thing to read on screen. The
 * store's thread and the background work are stopped in `watchdog.test.ts`, the web host's own process in
 * `process.test.ts`, real pages and the notification worker in `uncaught.spec.ts`.
 */
declare const bridge: Bridge

afterAll(removeTemporaryDirectories)

describe('the desktop window', () => {
  let desktop: Desktop
  let dataDir: string
  const log = () => readFile(join(dataDir, 'logs', 'ventanilla.log'), 'utf8').catch(() => '')
  const troubles = async () => {
    const answer = await desktop.page(() => bridge.call('app.snapshot', {}))
    return answer.ok ? answer.value.slices.health.troubles : []
  }
  const contents = (name: 'unresponsive' | 'responsive' | 'preload-error') =>
    desktop.main(({ BrowserWindow }, event) => {
      const args = event === 'preload-error' ? ['/preload.cjs', new Error('of the preload')] : []
      BrowserWindow.getAllWindows()[0]!.webContents.emit(event, {}, ...args)
    }, name)
  const questions = () =>
    desktop.main(({ dialog }) => dialog.questions.map(({ message, buttons }) => ({ message, buttons })))

  beforeAll(ensureBuilt, BUILD_MS)
  beforeEach(async () => {
    dataDir = join(await temporaryDirectory(), 'data')
    desktop = startDesktop(dataDir)
    await desktop.shown()
  })
  afterEach(() => desktop.kill())

  test('its main process, which has the core: in the log, on screen, and it goes on', async () => {
    await desktop.main(() => {
      void Promise.reject(new Error('rejected, about 1234 BCD'))
      setImmediate(() => {
        throw new Error('thrown by ana.perez@gestoria.es')
      })
    })
    await expect.poll(troubles).toMatchObject([{ part: 'application', state: 'unexpected' }])
    await expect.poll(log).toMatch(/thrown by/)
    expect(await log()).toMatch(/rejected, about/)
    expect(await log()).not.toMatch(/1234 BCD|ana\.perez/)
  })

  test('its main process, again and again: one box that says why, and it ends', async () => {
    await desktop.main(() => {
      for (let n = 0; n < 50; n++)
        setTimeout(() => {
          throw new Error('of the test')
        })
    })
    expect(await desktop.exited).toBe(0)
    const boxes = desktop.errors.filter((line) => line.startsWith('[error box]'))
    expect(boxes).toEqual([expect.stringContaining('se cierra porque algo falla una y otra vez')])
    expect(boxes[0]).toContain('ventanilla.log')
  })

  test('a page: what it reports is in the log, and on screen', async () => {
    await desktop.page(() =>
      bridge.call('diagnosis.page-error', { where: 'render', text: 'TypeError: of the test' }),
    )
    await expect.poll(log).toContain('an error in the render that nothing caught: TypeError: of the test')
    expect(await troubles()).toMatchObject([{ part: 'application', state: 'unexpected' }])
  })

  test('a preload that failed: in the log, and a box, since its page cannot say it', async () => {
    await contents('preload-error')
    await expect.poll(log).toContain('Error: of the preload')
    expect(await desktop.main(({ dialog }) => dialog.boxes)).toHaveLength(1)
  })

  test('a page that does not answer: one question, which goes by itself when it answers', async () => {
    for (let n = 0; n < 3; n++) await contents('unresponsive')
    expect(await questions()).toEqual([
      { message: 'La ventana de Ventanilla no contesta', buttons: ['Esperar', 'Cargarla otra vez'] },
    ])
    await contents('responsive')
    expect(await questions()).toEqual([])
    const before = await desktop.page(() => Object.assign(globalThis, { here: 1 }).here)
    expect(before).toBe(1)

    await contents('unresponsive')
    await desktop.main(({ dialog }) => dialog.questions[0]?.answer(1))
    await expect
      .poll(() => desktop.page(() => (globalThis as { here?: number }).here).catch(() => 1))
      .toBeUndefined()
    expect(await log()).toContain('shell: the page stopped (killed)')
  })

  test('a process of Electron that ends is in the log', async () => {
    await desktop.main(({ app: own }) =>
      own.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 }),
    )
    await expect.poll(log).toContain('a process of Electron (GPU) ended: crashed 5')
  })
})

describe('child processes say why they end before they do', () => {
  const entry = new URL('../../fakes/failing-child.ts', import.meta.url)
  beforeAll(() => app.becomeReady())

  const starts: Record<string, (onLine: (line: string) => void) => Promise<unknown>> = {
    'the sidecars of the web host': (onLine) =>
      createForkSidecars({ entry: () => entry, onLine })({ name: 'service', args: [], env: {} }).exited,
    'the sidecars of the desktop window': (onLine) =>
      createUtilitySidecars({ utilityProcess, entry: () => entry, onLine })({
        name: 'relay',
        args: [],
        env: {},
      }).exited,
    'the keychain of the web host': (onLine) =>
      new Promise((resolve) => forkKeytarChild(entry, process.env, onLine).onExit(resolve)),
    'the keychain of the desktop window': (onLine) =>
      new Promise((resolve) => utilityKeytarChild({ utilityProcess, onLine }, entry).onExit(resolve)),
  }

  test.each(Object.keys(starts))('%s', async (name) => {
    const lines: string[] = []
    const { error } = createLog((line) => lines.push(line))
    await starts[name]?.((line) => error(line))
    await expect.poll(() => lines.join('\n')).toContain('thrown in the child')
    expect(lines.join('\n')).toContain('failing-child.ts')
    expect(lines.join('\n')).not.toContain('1234 BCD')
  })
})
