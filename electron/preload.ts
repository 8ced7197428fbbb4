import { contextBridge, ipcRenderer } from 'electron'
import { CHANNELS, SHELL_KEY, type ShellApi, type ToWindow } from '#shared/bridge/ipc.ts'

/**
 * API that the page may use: named methods, none of them generic. The page has no other access to the main process,
 * and cannot choose a channel's name. It receives no object of Electron (an event, a port, `ipcRenderer`).
 */
const topicListeners = new Set<(topic: string, payload: unknown) => void>()
let listens = false

ipcRenderer.on(CHANNELS.topic, (_event, topic: string, payload: unknown) => {
  for (const listener of topicListeners) listener(topic, payload)
})

const api: ShellApi = {
  // Send text, so that a frame is the same in both hosts, and its size is measurable.
  call: (command, args) => ipcRenderer.invoke(CHANNELS.call, JSON.stringify({ command, args })),

  onTopic(listener) {
    topicListeners.add(listener)
    if (!listens) ipcRenderer.send(CHANNELS.listen)
    listens = true
    return () => void topicListeners.delete(listener)
  },

  transfer(name, args, listener) {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', (event) => listener((event as unknown as { data: ToWindow }).data))
    // The main process closed the port without a result: the transfer was refused, or the process is gone.
    port1.addEventListener('close', () =>
      listener({ type: 'result', result: { ok: false, error: { code: 'bridge-lost', retryable: true } } }),
    )
    port1.start()
    ipcRenderer.postMessage(CHANNELS.transfer, JSON.stringify({ name, args }), [port2])
    return {
      send: (message) => port1.postMessage(message),
      close: () => port1.close(),
    }
  },
}

contextBridge.exposeInMainWorld(SHELL_KEY, api)
