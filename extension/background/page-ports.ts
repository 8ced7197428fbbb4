import { hostCommands } from '#shared/host-protocol/messages.ts'
import {
  type PageAnswer,
  type PageName,
  type PagePush,
  type PageRequest,
  PAGES,
  type RequestResult,
} from '../page-messages.ts'
import type { NativeConnection } from './native-connection.ts'

export interface PagePorts {
  push(message: PagePush): void
  isOpen(page: PageName): boolean
}

/** Ports of the extension's own pages. A port is someone who looks: while there is one, the connection is kept up. */
export function createPagePorts(
  runtime: typeof chrome.runtime,
  connection: () => NativeConnection,
): PagePorts {
  const ports = new Map<chrome.runtime.Port, PageName>()
  const origin = runtime.getURL('')

  const answer = async (port: chrome.runtime.Port, { id, command, args }: PageRequest) => {
    const result = await dispatch(connection(), command, args)
    const message: PageAnswer = { id, ...result }
    // A page that has closed meanwhile wants no answer.
    if (ports.has(port)) port.postMessage(message)
  }

  runtime.onConnect.addListener((port) => {
    const name = PAGES.find((page) => page === port.name)
    // The content script lives beside the page's own code: it may ask nothing of the application.
    if (name === undefined || port.sender?.url?.startsWith(origin) !== true) return port.disconnect()
    ports.set(port, name)
    const leave = connection().look()
    port.onDisconnect.addListener(() => {
      ports.delete(port)
      leave()
    })
    port.onMessage.addListener((message: PageRequest) => void answer(port, message))
    port.postMessage({ topic: 'connection', payload: connection().view() } satisfies PagePush)
  })

  return {
    push: (message) => {
      for (const port of ports.keys()) port.postMessage(message)
    },
    isOpen: (page) => [...ports.values()].includes(page),
  }
}

async function dispatch(
  connection: NativeConnection,
  command: PageRequest['command'],
  args: unknown,
): Promise<RequestResult> {
  if (command === 'host.start') return connection.start()
  if (command === 'connection.retry') {
    connection.retry()
    return { ok: true, value: {} }
  }
  if (!Object.hasOwn(hostCommands, command) || command === 'hello')
    return { ok: false, error: { code: 'invalid-request' } }
  return connection.request(command, args as never)
}
