import type { IpcMainEvent, WebContents, IpcMain } from 'electron'
import * as z from 'zod'
import { type TopicName, type TopicPayload, transfers } from '#shared/bridge/contract.ts'
import { MAX_FRAME_BYTES } from '#shared/bridge/frames.ts'
import { CHANNELS } from '#shared/bridge/ipc.ts'
import { appError, fail, type Result, ok } from '#shared/bridge/result.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/runtime/log.ts'
import { lastBeat, windowIn } from '../host-parts.ts'
import { APP_ORIGIN } from './protections.ts'
import { createTransferLink, type TransferLink } from './transfer-link.ts'

/** A window whose page may call the core. */
export interface TrustedWindow {
  contents(): WebContents | null
  /** Router of the core, with the rights of this window. */
  router: Router
}

/** Finds the window of a message. Returns `null` for a page that is not ours. */
export type SenderOf = (event: Pick<IpcMainEvent, 'senderFrame'>) => TrustedWindow | null

/**
 * Accepts only the main frame of our windows, with our own page in it. An embedded page, or a window that navigated
 * elsewhere, has the same preload but no rights.
 */
export function createSenderOf(windows: readonly TrustedWindow[]): SenderOf {
  return ({ senderFrame }) => {
    // The frame is null after a navigation. A destroyed frame throws on any access.
    if (senderFrame === null || senderFrame.isDestroyed() || senderFrame.detached) return null
    if (senderFrame.origin !== APP_ORIGIN) return null
    return windows.find((window) => window.contents()?.mainFrame === senderFrame) ?? null
  }
}

/**
 * Parses a window's text as one frame of the agreed form and size (the same limit as the web host's).
 * @returns `null` for anything that our own preload would not send
 */
function readFrame<T>(text: unknown, schema: z.ZodType<T>): T | null {
  if (typeof text !== 'string' || Buffer.byteLength(text) > MAX_FRAME_BYTES) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export interface CallsDeps {
  ipcMain: Pick<IpcMain, 'handle'>
  senderOf: SenderOf
  /** Resolves when the core has started. Earlier calls wait for it, so the page and the store open in parallel. */
  started: Promise<unknown>
  log: Log
}

const callSchema = z.object({ command: z.string(), args: z.unknown() })

/** Serves commands. It checks the sender, then the frame. The router checks the name and the arguments. */
export function serveCalls({ ipcMain, senderOf, started, log }: CallsDeps): void {
  const windows = new WeakMap<WebContents, string>()
  /** Remembers the window of a page. A reloaded page counts as another window. Closing the window ends it. */
  function setWindowId(contents: WebContents, windowId: string, router: Router): void {
    const before = windows.get(contents)
    if (before === windowId) return
    windows.set(contents, windowId)
    const endWindow = (id: string) =>
      void router
        .call('notifications.window', lastBeat(id))
        .catch((error: unknown) => log.error('shell: the end of a window could not be told', error))
    if (before !== undefined) return endWindow(before)
    contents.once('destroyed', () => endWindow(windows.get(contents) ?? windowId))
  }

  ipcMain.handle(CHANNELS.call, async (event, text: unknown): Promise<Result<unknown>> => {
    const router = senderOf(event)?.router
    if (!router) {
      log.warn('shell: a call from a page that is not ours')
      return fail(appError('invalid-request', { detail: 'sender' }))
    }
    const frame = readFrame(text, callSchema)
    if (!frame) {
      log.warn('shell: a call that is not a frame, or too large')
      return fail(appError('invalid-request', { detail: 'frame' }))
    }
    const windowId = windowIn(frame.command, frame.args)
    if (windowId !== null) setWindowId(event.sender, windowId, router)
    await started
    return router.call(frame.command, frame.args)
  })
}

export interface TopicsDeps {
  ipcMain: Pick<IpcMain, 'on'>
  senderOf: SenderOf
  windows: readonly TrustedWindow[]
}

export interface Topics {
  /**
   * Serves one more window.
   * @returns a function that ends it
   */
  add(window: TrustedWindow): () => void
  /**
   * Sends to one window alone, at once or when its page listens. Of several waiting messages, only the last is sent.
   */
  sendTo<N extends TopicName>(window: TrustedWindow, topic: N, payload: TopicPayload<N>): void
  /** Stops sending to a page that is about to be replaced. */
  follow(contents: WebContents): void
}

interface Listener {
  contents: WebContents | null
  waiting: { topic: string; payload: unknown } | null
}

/** Sends each window's topics to its page, once the page listens. */
export function serveTopics({ ipcMain, senderOf, windows }: TopicsDeps): Topics {
  const listeners = new Map<TrustedWindow, Listener>()
  const send = ({ contents }: Listener, topic: string, payload: unknown): boolean => {
    if (contents === null || contents.isDestroyed()) return false
    contents.send(CHANNELS.topic, topic, payload)
    return true
  }
  function add(window: TrustedWindow): () => void {
    const listener: Listener = { contents: null, waiting: null }
    listeners.set(window, listener)
    const unsubscribe = window.router.subscribe(({ topic, payload }) => void send(listener, topic, payload))
    return () => {
      unsubscribe()
      listeners.delete(window)
    }
  }
  for (const window of windows) add(window)

  ipcMain.on(CHANNELS.listen, (event) => {
    const window = senderOf(event)
    const listener = window && listeners.get(window)
    if (!listener) return
    listener.contents = event.sender
    const { waiting } = listener
    listener.waiting = null
    if (waiting) send(listener, waiting.topic, waiting.payload)
  })

  return {
    add,
    sendTo(window, topic, payload) {
      const listener = listeners.get(window)
      if (listener && !send(listener, topic, payload)) listener.waiting = { topic, payload }
    },
    follow(contents) {
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (!isMainFrame || isSameDocument) return
        for (const listener of listeners.values())
          if (listener.contents === contents) listener.contents = null
      })
    },
  }
}

export interface TransfersDeps {
  ipcMain: Pick<IpcMain, 'on'>
  senderOf: SenderOf
  started: Promise<unknown>
  log: Log
}

const requestSchema = z.object({ name: z.string(), args: z.unknown() })
type TransferRequest = z.infer<typeof requestSchema>

/** Limit of transfers at one time, far above normal use. */
const MAX_AT_ONCE = 16

/** Serves uploads to the core and downloads from it, each over its own message port. */
export function serveTransfers({ ipcMain, senderOf, started, log }: TransfersDeps): void {
  let open = 0

  ipcMain.on(CHANNELS.transfer, (event, text: unknown) => {
    const { ports } = event
    const [port] = ports
    const router = senderOf(event)?.router
    if (!port || ports.length > 1 || !router || open >= MAX_AT_ONCE) {
      log.warn('shell: a transfer that is not ours to serve')
      for (const unwanted of ports) unwanted.close()
      return
    }
    open++
    port.once('close', () => open--)
    const link = createTransferLink(port)
    const request = readFrame(text, requestSchema)
    if (!request) return link.finish(fail(appError('invalid-request', { detail: 'frame' })))
    serveTransfer(router, link, request).catch((error: unknown) => {
      log.error(`shell: transfer ${request.name.slice(0, 60)}`, error)
      link.finish(fail(appError('internal')))
    })
  })

  async function serveTransfer(
    router: Router,
    link: TransferLink,
    { name, args }: TransferRequest,
  ): Promise<void> {
    await started
    const direction = Object.entries(transfers).find(([known]) => known === name)?.[1].direction
    if (direction !== 'out') return link.finish(await router.receive(name, args, link.body, link.signal))
    const sent = await router.send(name, args, link.signal)
    if (!sent.ok) return link.finish(sent)
    const { filename, contentType, bytes } = sent.value
    link.post({ type: 'file', filename, contentType })
    for await (const part of bytes) {
      if (!(await link.sendBytes(part))) return
    }
    link.finish(ok({}))
  }
}
