import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createContext, runInContext, type Context } from 'node:vm'
import type { MessagePort } from 'node:worker_threads'
import { createIpcBridge } from '#renderer/bridge-ipc.ts'
import type { ShellApi } from '#shared/bridge/ipc.ts'
import { createEvent } from './app.ts'
import { copyAcross } from './context-bridge.ts'
import { ipcMain } from './ipc-main.ts'
import { createPageChannels } from './ports.ts'
import type { FakeWebContents } from './web-contents.ts'

/** Modules that a sandboxed preload may require. */
const SANDBOX_MODULES = new Set(['electron', 'events', 'timers', 'url'])
const WEB_GLOBALS = { setTimeout, clearTimeout, URL, Blob, File, AbortController, TextEncoder, TextDecoder }

export interface Page {
  /** Globals of the page's own world. */
  world: Context
  hear(channel: string, args: unknown[]): void
  /** True if the page's policy allows inline scripts. */
  runsInlineScript(): boolean
  dispose(): void
}

/** Document of a window: its world, the preload's, and the channels between them. */
export function createPage(contents: FakeWebContents, response: Response): Page {
  const { preferences, mainFrame } = contents
  const isolated = preferences.contextIsolation !== false
  const sandboxed = contents.sandboxed
  const channels = createPageChannels()
  const world = createContext({ ...WEB_GLOBALS })
  const preloadWorld = isolated ? createContext({ ...WEB_GLOBALS }) : world
  preloadWorld['MessageChannel'] = channels.MessageChannel

  const from = () => ({ sender: contents, senderFrame: mainFrame })
  const ipcRenderer = Object.assign(new EventEmitter(), {
    invoke: (channel: string, ...args: unknown[]) => ipcMain.deliverInvoke(from(), channel, ...args),
    send: (channel: string, ...args: unknown[]) => ipcMain.deliver(from(), channel, args),
    postMessage: (channel: string, message: unknown, ports: MessagePort[] = []) =>
      ipcMain.deliver(from(), channel, [message], ports),
  })
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      if (!isolated) throw new Error('contextBridge API can only be used when contextIsolation is enabled')
      world[key] = copyAcross(api)
    },
  }

  const nodeRequire = createRequire(import.meta.url)
  const requireIn = (name: string): unknown => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    if (sandboxed && !SANDBOX_MODULES.has(name)) throw new Error(`module not found: ${name}`)
    return nodeRequire(name)
  }
  // Electron's rule: Node reaches the page itself only with no sandbox and no isolation either.
  if (preferences.nodeIntegration && !sandboxed && !isolated) world['require'] = nodeRequire

  if (preferences.preload) {
    const source = `(function (require, module, exports) {${readFileSync(preferences.preload, 'utf8')}\n})`
    const module = { exports: {} }
    const preload = runInContext(source, preloadWorld) as (...args: unknown[]) => void
    preload(requireIn, module, module.exports)
  }
  exposeBridge(world, contents)

  return {
    world,
    // A turn later, like a message from another process.
    hear: (channel, args) => void setImmediate(() => ipcRenderer.emit(channel, {}, ...args)),
    runsInlineScript: () => allowsInline(response.headers.get('content-security-policy')),
    dispose: () => channels.closeAll(),
  }
}

/** Exposes the renderer's own bridge over the preload's API, as `renderer/main.tsx` makes it: `bridge` in the page. */
function exposeBridge(world: Context, contents: FakeWebContents) {
  const api = world['ventanilla'] as ShellApi | undefined
  if (!api) return
  const routes: unknown[] = []
  const bridge = createIpcBridge(api, (blob, filename) => {
    const download = {
      path: '',
      getURL: () => `blob:${contents.mainFrame.origin}/${randomUUID()}`,
      getFilename: () => filename,
      setSavePath: (path: string) => {
        download.path = path
      },
    }
    const event = createEvent()
    contents.session.emit('will-download', event, download, contents)
    if (event.defaultPrevented || download.path === '') return
    void blob.arrayBuffer().then((bytes) => writeFileSync(download.path, Buffer.from(bytes)))
  })
  // Listens at once, like the renderer: a route is sent once.
  bridge.on('route', ({ route }) => void routes.push(route))
  world['bridge'] = Object.assign(bridge, { routes })
}

function allowsInline(policy: string | null): boolean {
  const directives = new Map(
    (policy ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources]
    }),
  )
  const sources = directives.get('script-src') ?? directives.get('default-src')
  return sources === undefined || sources.includes("'unsafe-inline'")
}
