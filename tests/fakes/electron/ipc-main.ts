import { EventEmitter } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { FakeMessagePortMain } from './ports.ts'

/** Sender of a message, in Electron's form. */
interface Sender {
  sender: { id: number }
  senderFrame: object | null
}

type Handler = (event: Sender, ...args: unknown[]) => unknown

class FakeIpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler) {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  /** Result of `ipcRenderer.invoke` by that sender. */
  async deliverInvoke(from: Sender, channel: string, ...args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    try {
      return structuredClone(await handler({ ...from }, ...structuredClone(args)))
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error })
    }
  }

  /** Delivers `ipcRenderer.send` and `postMessage` of that sender, asynchronously like any message. */
  deliver(from: Sender, channel: string, args: unknown[], ports: MessagePort[] = []) {
    const copies = structuredClone(args)
    const event = { ...from, ports: ports.map((port) => new FakeMessagePortMain(port)) }
    setImmediate(() => this.emit(channel, event, ...copies))
  }
}

export const ipcMain = new FakeIpcMain()
