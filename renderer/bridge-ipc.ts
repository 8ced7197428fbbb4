import {
  CHUNK_BYTES,
  CREDIT_CHUNKS,
  type ShellApi,
  type ToWindow,
  type TransferPort,
} from '#shared/bridge/ipc.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { TransferOutName } from '#shared/bridge/contract.ts'
import { bridgeError, type Bridge, type TransferOptions, download } from './bridge.ts'

const lost = () => bridgeError('bridge-lost', true)
const cancelled = () => bridgeError('cancelled', false)

/**
 * Bridge over the preload of the desktop window. The core runs in the process that owns the window, so the link
 * cannot be lost.
 */
export function createIpcBridge(api: ShellApi, saveAs: typeof download = download): Bridge {
  const topicListeners = new Map<string, Set<(payload: never) => void>>()

  api.onTopic((topic, payload) => {
    for (const listener of topicListeners.get(topic) ?? []) listener(payload as never)
  })

  /** Runs one upload or download. `take` receives each message before the result. */
  const transfer = (
    name: string,
    args: unknown,
    { signal }: TransferOptions,
    start: (port: TransferPort, end: (result: Result<unknown>) => void) => void,
    take: (message: ToWindow, port: TransferPort) => void,
  ) =>
    new Promise<Result<unknown>>((resolve) => {
      if (signal?.aborted) return resolve(cancelled())
      let over = false
      const end = (result: Result<unknown>) => {
        if (over) return
        over = true
        signal?.removeEventListener('abort', cancel)
        port.close()
        resolve(result)
      }
      const cancel = () => {
        port.send({ type: 'cancel' })
        end(cancelled())
      }
      const port = api.transfer(name, args, (message) => {
        if (over) return
        if (message.type === 'result') end(message.result)
        else take(message, port)
      })
      signal?.addEventListener('abort', cancel, { once: true })
      start(port, end)
    })

  const bringOut = async (
    name: TransferOutName,
    args: unknown,
    options: TransferOptions,
  ): Promise<Result<{ blob: Blob; fileName: string }>> => {
    const chunks: BlobPart[] = []
    let file = { filename: name as string, contentType: 'application/octet-stream' }
    let loaded = 0
    const result = await transfer(
      name,
      args,
      options,
      (port) => port.send({ type: 'credit', chunks: CREDIT_CHUNKS }),
      (message, port) => {
        if (message.type === 'file') file = message
        if (message.type !== 'chunk') return
        chunks.push(message.bytes as Uint8Array<ArrayBuffer>)
        loaded += message.bytes.byteLength
        options.onProgress?.({ loaded, total: null })
        port.send({ type: 'credit', chunks: 1 })
      },
    )
    if (!result.ok) return result
    return {
      ok: true,
      value: { blob: new Blob(chunks, { type: file.contentType }), fileName: file.filename },
    }
  }

  return {
    async call(name, args) {
      try {
        return (await api.call(name, args)) as Result<never>
      } catch {
        return lost()
      }
    },

    on(topic, listener) {
      const listeners = topicListeners.get(topic) ?? new Set()
      topicListeners.set(topic, listeners)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    onState(listener) {
      listener('connected')
      return () => undefined
    },

    async read(name, args, options = {}) {
      const file = await bringOut(name, args, options)
      return file.ok ? { ok: true, value: file.value.blob } : file
    },

    async save(name, args, options = {}) {
      const file = await bringOut(name, args, options)
      if (!file.ok) return file
      saveAs(file.value.blob, file.value.fileName)
      return { ok: true, value: undefined }
    },

    async send(name, args, file, options = {}) {
      let offset = 0
      let credit = 0
      let reading = false
      let ended = false
      let finish: (result: Result<unknown>) => void = () => undefined
      const pump = async (port: TransferPort) => {
        if (reading) return
        reading = true
        for (; credit > 0 && offset < file.size; credit--) {
          const bytes = new Uint8Array(await file.slice(offset, offset + CHUNK_BYTES).arrayBuffer())
          offset += bytes.byteLength
          port.send({ type: 'chunk', bytes })
          options.onProgress?.({ loaded: offset, total: file.size })
        }
        reading = false
        if (offset < file.size || ended) return
        ended = true
        port.send({ type: 'end' })
      }
      const result = await transfer(
        name,
        args,
        options,
        (_port, end) => {
          finish = end
        },
        (message, port) => {
          if (message.type !== 'credit') return
          credit += message.chunks
          // The file was removed or changed during the upload.
          pump(port).catch(() => finish(bridgeError('file-unreadable', false)))
        },
      )
      return result as Result<never>
    },
  }
}
