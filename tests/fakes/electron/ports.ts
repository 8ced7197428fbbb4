import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Message port of the main process. Messages are really cloned, by Node's own ports. */
export class FakeMessagePortMain extends EventEmitter {
  readonly #port: MessagePort
  #closed = false

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('close', () => {
      if (!this.#closed) this.emit('close')
      this.#closed = true
    })
  }

  start() {
    this.#port.on('message', (data) => this.emit('message', { data, ports: [] }))
  }

  postMessage(message: unknown) {
    if (!this.#closed) this.#port.postMessage(message)
  }

  close() {
    this.#closed = true
    this.#port.close()
  }
}

/** Channels created by a page, closed with it. */
export function createPageChannels() {
  const made: MessageChannel[] = []
  return {
    MessageChannel: function open() {
      const channel = new MessageChannel()
      made.push(channel)
      return channel
    } as unknown as typeof MessageChannel,
    closeAll() {
      for (const { port1, port2 } of made) {
        port1.close()
        port2.close()
      }
    },
  }
}
