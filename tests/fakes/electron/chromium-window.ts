import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Desktop } from './desktop.ts'

/** Stands for `app://ventanilla`: a Chromium outside Electron does not know our scheme. */
export const ORIGIN = 'http://ventanilla.localhost'

interface FromPage {
  kind: 'invoke' | 'send' | 'open' | 'port' | 'close'
  channel: string
  args: unknown[]
  port: number
}

interface ToPage {
  kind: 'hear' | 'port' | 'close'
  channel: string
  args: unknown[]
  port: number
}

/** Queue in the main process of messages for the page to fetch. */
interface Outbox {
  outbox: ToPage[]
  wake: () => void
}

/**
 * Shows the built renderer in a real Chromium, with the built preload, over the stand-in's main process: its pages,
 * headers and all, come from the application's own `app://` handler, its messages go to the application's own IPC.
 * @returns foreign addresses that the page requested
 */
export async function openInChromium(page: Page, desktop: Desktop, preload: string): Promise<string[]> {
  const elsewhere: string[] = []
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== ORIGIN) {
      elsewhere.push(url.href)
      return route.abort()
    }
    const { status, headers, body } = await desktop.main(async ({ BrowserWindow }, path) => {
      const { session } = BrowserWindow.getAllWindows()[0]!.webContents
      const answer = await session.request(`app://ventanilla${path}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: bytes }
    }, url.pathname)
    return route.fulfill({ status, headers, body: Buffer.from(body) })
  })

  await desktop.main(({ BrowserWindow }) => {
    const state = globalThis as unknown as Outbox
    Object.assign(state, { outbox: [], wake: () => undefined })
    BrowserWindow.getAllWindows()[0]!.webContents.send = (channel, ...args) => {
      state.outbox.push({ kind: 'hear', channel, args, port: 0 })
      state.wake()
    }
  })
  await page.exposeFunction('__toMain', (message: FromPage) => toMain(desktop, message))
  await page.addInitScript({ content: pageSide(readFileSync(preload, 'utf8')) })
  void pump(page, desktop)
  await page.goto(`${ORIGIN}/`)
  return elsewhere
}

function toMain(desktop: Desktop, message: FromPage): Promise<unknown> {
  return desktop.main(async ({ ipcMain, BrowserWindow }, { kind, channel, args, port }) => {
    const state = globalThis as unknown as Outbox & {
      ports?: Map<number, { postMessage(m: unknown): void; close(): void }>
    }
    state.ports ??= new Map()
    const contents = BrowserWindow.getAllWindows()[0]!.webContents
    const from = { sender: contents, senderFrame: contents.mainFrame }
    const tell = (to: Omit<ToPage, 'channel' | 'port'>) => {
      state.outbox.push({ ...to, channel: '', port })
      state.wake()
    }
    if (kind === 'invoke') return ipcMain.deliverInvoke(from, channel, ...args)
    if (kind === 'send') ipcMain.deliver(from, channel, args)
    if (kind === 'open') {
      const { MessageChannel } = process.getBuiltinModule('node:worker_threads')
      const { port1, port2 } = new MessageChannel()
      port1.on('message', (data: { bytes?: Uint8Array }) =>
        tell({
          kind: 'port',
          args: [data.bytes ? { ...data, bytes: Buffer.from(data.bytes).toString('base64') } : data],
        }),
      )
      port1.on('close', () => tell({ kind: 'close', args: [] }))
      state.ports.set(port, port1)
      ipcMain.deliver(from, channel, args, [port2])
    }
    if (kind === 'port') {
      const data = args[0] as { bytes?: string }
      state.ports
        .get(port)
        ?.postMessage(
          data.bytes === undefined
            ? data
            : { ...data, bytes: new Uint8Array(Buffer.from(data.bytes, 'base64')) },
        )
    }
    if (kind === 'close') state.ports.get(port)?.close()
    return undefined
  }, message)
}

/** Relays the main process's messages to the page, until either is gone. */
async function pump(page: Page, desktop: Desktop): Promise<void> {
  try {
    for (;;) {
      const messages = await desktop.main(async () => {
        const state = globalThis as unknown as Outbox
        if (state.outbox.length === 0) await new Promise<void>((resolve) => (state.wake = resolve))
        return state.outbox.splice(0)
      })
      await page.evaluate((batch) => {
        const { __fromMain } = window as unknown as { __fromMain?: (message: unknown) => void }
        for (const message of batch) __fromMain?.(message)
      }, messages)
    }
  } catch {
    // The page was closed or reloaded, or the application ended: the test decides whether that is right.
    if (!page.isClosed()) await new Promise((resolve) => setTimeout(resolve, 20))
    if (!page.isClosed() && desktop.isRunning()) return pump(page, desktop)
  }
}

/** The built preload, with an `ipcRenderer` connected to the stand-in's main process. */
const pageSide = (preload: string): string => `(() => {
  const listeners = new Map()
  const ports = new Map()
  const say = (kind, channel, args, port = 0) => window.__toMain({ kind, channel, args, port })
  const toText = (bytes) => { let text = ''; for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text) }
  const toBytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const ipcRenderer = {
    on: (channel, listener) => listeners.set(channel, listener),
    send: (channel, ...args) => void say('send', channel, args),
    invoke: (channel, ...args) => say('invoke', channel, args),
    postMessage: (channel, message, [port]) => {
      const id = Math.floor(Math.random() * 1e9) + 1
      ports.set(id, port)
      void say('open', channel, [message], id)
      port.onmessage = ({ data }) => void say('port', '', [data.bytes ? { ...data, bytes: toText(data.bytes) } : data], id)
      port.addEventListener('close', () => void say('close', '', [], id))
    },
  }
  window.__fromMain = ({ kind, channel, args, port }) => {
    if (kind === 'hear') listeners.get(channel)?.({}, ...args)
    if (kind === 'port') ports.get(port)?.postMessage(args[0].bytes === undefined ? args[0] : { ...args[0], bytes: toBytes(args[0].bytes) })
    if (kind === 'close') ports.get(port)?.close()
  }
  const contextBridge = { exposeInMainWorld: (key, api) => { window[key] = Object.freeze(api) } }
  const require = () => ({ contextBridge, ipcRenderer })
  const module = { exports: {} }
  ;(function (require, module, exports) {${preload}\n})(require, module, module.exports)
})()`
