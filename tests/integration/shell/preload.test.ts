import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { beforeAll, expect, test } from 'vitest'
import { CHANNELS, type ShellApi, type ToWindow } from '#shared/bridge/ipc.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** The built preload, alone in a world of its own with the two modules it may require. */
const directory = fileURLToPath(new URL('../../../out/preload', import.meta.url))

function load() {
  const sent: { how: string; channel: string; message: unknown; ports?: MessagePort[] }[] = []
  const listened: string[] = []
  const required: string[] = []
  const ipcRenderer = Object.assign(new EventEmitter(), {
    invoke: async (channel: string, message: unknown) => {
      sent.push({ how: 'invoke', channel, message })
      return { ok: true, value: 'answer' }
    },
    send: (channel: string, message: unknown) => void sent.push({ how: 'send', channel, message }),
    postMessage: (channel: string, message: unknown, ports: MessagePort[]) =>
      void sent.push({ how: 'postMessage', channel, message, ports }),
  })
  ipcRenderer.on('newListener', (name: string) => void listened.push(name))
  const exposed: Record<string, ShellApi> = {}
  const contextBridge = {
    exposeInMainWorld: (key: string, api: ShellApi) => {
      exposed[key] = api
    },
  }
  const world = createContext({ MessageChannel })
  const source = readFileSync(`${directory}/preload.cjs`, 'utf8')
  const run = runInContext(`(function (require, module, exports) {${source}\n})`, world) as (
    ...args: unknown[]
  ) => void
  const module = { exports: {} }
  run(
    (name: string) => {
      required.push(name)
      return { contextBridge, ipcRenderer }
    },
    module,
    module.exports,
  )
  return { api: exposed['ventanilla']!, exposed, sent, listened, required, ipcRenderer }
}

beforeAll(ensureBuilt, BUILD_MS)

test('is one CommonJS file that requires Electron and nothing else', () => {
  expect(readdirSync(directory)).toEqual(['preload.cjs'])
  expect(load().required).toEqual(['electron'])
})

test('exposes one name with three functions, and listens to one channel', () => {
  const { exposed, listened, sent } = load()
  expect(Object.keys(exposed)).toEqual(['ventanilla'])
  expect(Object.entries(exposed['ventanilla']!).map(([name, value]) => [name, typeof value])).toEqual([
    ['call', 'function'],
    ['onTopic', 'function'],
    ['transfer', 'function'],
  ])
  expect(listened).toEqual([CHANNELS.topic])
  expect(sent).toEqual([])
})

test('whatever the page says, only the known channels are used, and a call is text', async () => {
  const { api, sent } = load()
  await api.call('ventanilla:transfer', { a: 1 })
  api.onTopic(() => undefined)
  api.onTopic(() => undefined)
  const port = api.transfer('anything', null, () => undefined)
  expect(sent.map(({ how, channel }) => [how, channel])).toEqual([
    ['invoke', CHANNELS.call],
    ['send', CHANNELS.listen],
    ['postMessage', CHANNELS.transfer],
  ])
  expect(sent[0]?.message).toBe('{"command":"ventanilla:transfer","args":{"a":1}}')
  expect(sent[2]?.message).toBe('{"name":"anything","args":null}')
  port.close()
})

test('a topic reaches who listens, without the event it came in, until they stop', () => {
  const { api, ipcRenderer } = load()
  const heard: unknown[][] = []
  const stop = api.onTopic((...args) => heard.push(args))
  ipcRenderer.emit(CHANNELS.topic, { sender: ipcRenderer }, 'changed', { version: 1 })
  stop()
  ipcRenderer.emit(CHANNELS.topic, { sender: ipcRenderer }, 'changed', { version: 2 })
  expect(heard).toEqual([['changed', { version: 1 }]])
})

test('a transfer gives the page two verbs and no port, and says when the other end is gone', async () => {
  const { api, sent } = load()
  const heard: ToWindow[] = []
  const given = api.transfer('x', {}, (message) => heard.push(message))
  expect(Object.keys(given)).toEqual(['send', 'close'])
  const other = sent[0]!.ports![0]!
  const received = new Promise((resolve) => other.once('message', resolve))
  given.send({ type: 'credit', chunks: 1 })
  expect(await received).toEqual({ type: 'credit', chunks: 1 })
  other.postMessage({ type: 'file', filename: 'a', contentType: 'b' })
  await expect.poll(() => heard).toHaveLength(1)
  other.close()
  await expect
    .poll(() => heard.at(-1))
    .toMatchObject({ type: 'result', result: { error: { code: 'bridge-lost' } } })
})
