import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_FRAME_BYTES } from '#shared/bridge/frames.ts'
import type { ShellApi, ToCore, ToWindow } from '#shared/bridge/ipc.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { ensureBuilt } from './ensure-built.ts'

declare const ventanilla: ShellApi

let desktop: Desktop
beforeAll(async () => {
  await ensureBuilt()
  desktop = startDesktop(join(await temporaryDirectory(), 'data'))
  await desktop.shown()
})
afterEach(() =>
  desktop.main(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.webContents.mainFrame.url = 'app://ventanilla/'
  }),
)
afterAll(async () => {
  await desktop.stop()
  await removeTemporaryDirectories()
})

const refused = { ok: false, error: expect.objectContaining({ code: 'invalid-request' }) as unknown }

/** Other senders that could have our preload, or use our channels. */
const strangers = [
  'a frame of our page',
  'our window, led to another origin',
  'our window, led to another host of the scheme',
  'another window, on our origin',
  'a frame that has gone',
  'a frame that was detached',
  'nobody',
] as const

/** Sends a message as that sender, in the main process, and returns the outcome. */
function asStranger(who: (typeof strangers)[number] | 'ourselves', channel: string, text: unknown) {
  return desktop.main(
    async ({ ipcMain, BrowserWindow, session }, given) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const { mainFrame } = contents
      const Frame = mainFrame.constructor as new (url: string, parent?: object) => typeof mainFrame
      const Contents = contents.constructor as new (...args: unknown[]) => typeof contents
      let sender = contents
      let senderFrame: typeof mainFrame | null = mainFrame
      if (given.who === 'a frame of our page') senderFrame = new Frame('app://ventanilla/', mainFrame)
      if (given.who === 'our window, led to another origin') mainFrame.url = 'https://example.com/'
      if (given.who === 'our window, led to another host of the scheme') mainFrame.url = 'app://other/'
      if (given.who === 'another window, on our origin') {
        sender = new Contents(session.defaultSession, {})
        sender.mainFrame.url = 'app://ventanilla/'
        senderFrame = sender.mainFrame
      }
      if (given.who === 'a frame that has gone') mainFrame.destroyed = true
      if (given.who === 'a frame that was detached') mainFrame.detached = true
      if (given.who === 'nobody') senderFrame = null
      const from = { sender, senderFrame }
      try {
        if (given.channel === 'ventanilla:call')
          return await ipcMain.deliverInvoke(from, given.channel, given.text)
        const { MessageChannel } = process.getBuiltinModule('node:worker_threads')
        const { port1, port2 } = new MessageChannel()
        const heard: unknown[] = []
        port1.on('message', (message) => heard.push(message))
        const closed = new Promise((resolve) => port1.once('close', resolve))
        ipcMain.deliver(from, given.channel, [given.text], [port2])
        await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 300))])
        port1.close()
        return heard
      } finally {
        // `senderFrame` is read on delivery, a turn later at most.
        await new Promise((resolve) => setTimeout(resolve, 20))
        mainFrame.destroyed = false
        mainFrame.detached = false
      }
    },
    { who, channel, text },
  )
}

const snapshot = JSON.stringify({ command: 'app.snapshot', args: {} })
const transfer = JSON.stringify({ name: 'lookup.plates-in-file', args: {} })

describe('who may call', () => {
  test('our own page', async () => {
    expect(await asStranger('ourselves', 'ventanilla:call', snapshot)).toMatchObject({ ok: true })
    expect(await asStranger('ourselves', 'ventanilla:transfer', transfer)).toEqual([
      { type: 'credit', chunks: 8 },
    ])
  })

  test.each(strangers)('not %s', async (who) => {
    expect(await asStranger(who, 'ventanilla:call', snapshot)).toEqual(refused)
  })

  test.each(strangers)('no transfer of %s', async (who) => {
    expect(await asStranger(who, 'ventanilla:transfer', transfer)).toEqual([])
  })

  test('who is not ours hears no topic', async () => {
    const heard = await desktop.main(async ({ ipcMain, BrowserWindow, session }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const Contents = contents.constructor as new (...args: unknown[]) => typeof contents
      const other = new Contents(session.defaultSession, {})
      other.mainFrame.url = 'app://ventanilla/'
      const sent: unknown[] = []
      other.send = (...args: unknown[]) => void sent.push(args)
      ipcMain.deliver({ sender: other, senderFrame: other.mainFrame }, 'ventanilla:listen', [])
      await new Promise((resolve) => setTimeout(resolve, 20))
      await ipcMain.deliverInvoke(
        { sender: contents, senderFrame: contents.mainFrame },
        'ventanilla:call',
        '{"command":"settings.update","args":{"density":"compact"}}',
      )
      return sent
    })
    expect(heard).toEqual([])
  })
})

describe('what a call may be', () => {
  const call = (text: unknown) => asStranger('ourselves', 'ventanilla:call', text)

  test('not larger than a frame of the web host', async () => {
    const padded = (length: number) => {
      const frame = { command: 'app.snapshot', args: {}, padding: '' }
      return JSON.stringify({ ...frame, padding: 'x'.repeat(length - JSON.stringify(frame).length) })
    }
    expect(await call(padded(MAX_FRAME_BYTES))).toMatchObject({ ok: true })
    expect(await call(padded(MAX_FRAME_BYTES + 1))).toEqual(refused)
    // In bytes, as the socket counts them.
    expect(
      await call(
        JSON.stringify({ command: 'app.snapshot', args: {}, padding: 'ñ'.repeat(MAX_FRAME_BYTES / 2) }),
      ),
    ).toEqual(refused)
    expect(await asStranger('ourselves', 'ventanilla:transfer', padded(MAX_FRAME_BYTES + 1))).toEqual([
      { type: 'result', result: refused },
    ])
  })

  test.each([undefined, 7, { command: 'app.snapshot' }, 'not json', '[]', 'null', '{"command":7}'])(
    'a frame is a text of the agreed form: %j',
    async (text) => {
      expect(await call(text)).toEqual(refused)
    },
  )
})

describe('what a transfer may do', () => {
  /** Posts messages on the port that break the protocol. */
  const misbehave = (name: string, args: unknown, messages: unknown[]) =>
    desktop.page(
      (given) =>
        new Promise<ToWindow[]>((resolve) => {
          const heard: ToWindow[] = []
          const port = ventanilla.transfer(given.name, given.args, (message) => {
            heard.push(message)
            if (message.type === 'credit' && heard.length === 1)
              for (const one of given.messages) port.send(one as ToCore)
            if (message.type !== 'result') return
            port.close()
            resolve(heard)
          })
          if (given.name !== 'lookup.plates-in-file')
            for (const one of given.messages) port.send(one as ToCore)
        }),
      { name, args, messages },
    )
  const chunk = (size: number) => ({ type: 'chunk', bytes: new Uint8Array(size).fill(65) })

  test.each<[string, unknown[]]>([
    ['a piece that is too large', [chunk(65_537)]],
    ['bytes that are none', [{ type: 'chunk', bytes: 'text' }]],
    ['an unknown word', [{ type: 'sesame' }]],
    ['nothing', [null]],
  ])('%s ends it', async (_what, messages) => {
    expect((await misbehave('lookup.plates-in-file', {}, messages)).at(-1)).toEqual({
      type: 'result',
      result: refused,
    })
  })

  test('credit without measure ends it', async () => {
    expect(
      (await misbehave('lookup.history-csv', { query: '' }, [{ type: 'credit', chunks: 1e9 }])).at(-1),
    ).toEqual({ type: 'result', result: refused })
  })

  test.each([
    ['lookup.nothing', {}],
    ['lookup.history-csv', { query: 7 }],
    ['toString', {}],
  ])('%s with %j is an error', async (name, args) => {
    expect((await misbehave(name, args, [])).at(-1)).toEqual({ type: 'result', result: refused })
  })

  test('not hundreds at once', async () => {
    const outcomes = await desktop.page(async () => {
      const ports = Array.from({ length: 40 }, () => {
        const first = Promise.withResolvers<string>()
        const port = ventanilla.transfer('lookup.plates-in-file', {}, ({ type }) => first.resolve(type))
        return { port, first: first.promise }
      })
      const types = await Promise.all(ports.map(({ first }) => first))
      for (const { port } of ports) port.close()
      return types
    })
    expect(outcomes.filter((type) => type === 'credit')).toHaveLength(16)
    await expect
      .poll(() => misbehave('lookup.plates-in-file', {}, [chunk(4), { type: 'end' }]))
      .toContainEqual({
        type: 'result',
        result: { ok: true, value: { plates: [], unread: [], more: false } },
      })
  })

  test('nothing goes out before the page says it takes it', async () => {
    const heard = await desktop.page(
      () =>
        new Promise<string[]>((resolve) => {
          const types: string[] = []
          const port = ventanilla.transfer(
            'lookup.history-csv',
            { query: '' },
            ({ type }) => void types.push(type),
          )
          setTimeout(() => {
            port.close()
            resolve(types)
          }, 300)
        }),
    )
    expect(heard).toEqual(['file'])
  })
})

test('the page of the panel may look up and open a place, and nothing else', async () => {
  const ask = (command: string, args: object = {}) =>
    desktop.main(
      async ({ BrowserWindow, ipcMain }, given) => {
        const panel = BrowserWindow.getAllWindows().find((one) => one.options.frame === false)
        if (!panel) return null
        const from = { sender: panel.webContents, senderFrame: panel.webContents.mainFrame }
        return ipcMain.deliverInvoke(from, 'ventanilla:call', JSON.stringify(given))
      },
      { command, args },
    )
  await expect
    .poll(() => ask('app.snapshot'))
    .toMatchObject({ ok: true, value: { slices: { accounts: [{}] } } })
  expect(await ask('lookup.get', { vrm: '1234BCD' })).toMatchObject({ ok: true })
  expect(await ask('app.open-route', { route: { view: 'inbox' } })).toEqual({
    ok: true,
    value: { opened: true },
  })
  for (const command of ['settings.update', 'accounts.remove', 'complete.request', 'app.quit'])
    expect(await ask(command)).toEqual(refused)
})
