import { Worker } from 'node:worker_threads'
import type { WorkerData, WorkerReply, WorkerRequest } from './worker-protocol.ts'
import { StoreError } from './store-error.ts'
import type { StoreMethod, StoreMethods } from './store-methods.ts'

/** Call to the store, typed by the method table. Rejects with a `StoreError`. */
export type StoreCall = <M extends StoreMethod>(
  method: M,
  ...args: Parameters<StoreMethods[M]>
) => Promise<ReturnType<StoreMethods[M]>>

export interface DbClient {
  call: StoreCall
  /** Number of the call that has waited longest, or `null` when all are answered. */
  readonly oldestCall: number | null
  /** Checkpoints and closes the database. Earlier calls are answered first. */
  close(): Promise<void>
}

export interface DbClientDeps {
  /** Entry of the worker: a built file, or its source in tests. */
  worker: URL
  path: string
  key: Uint8Array
  acceptShorter?: boolean
  onSlow: (method: string, ms: number) => void
  /** Called when a search of cases that was already answered may now find other cases. */
  onSearchable: () => void
  /** Called when something was changed that the office shares. */
  onShared: () => void
  /** Called when the thread of an open store ended unexpectedly. All its calls have been rejected by then. */
  onDied: (error: StoreError) => void
}

const SLOW_MS = 40
/**
 * Limit of the thread's young generation, in MB. Its objects live for one answer, so a larger heap would only stay
 * allocated.
 */
const YOUNG_MB = 4

/** Starts the store's thread and opens the database. Rejects with a `StoreError` if it cannot be opened. */
export function openDbClient({
  worker,
  path,
  key,
  acceptShorter = false,
  onSlow,
  onSearchable,
  onShared,
  onDied,
}: DbClientDeps): Promise<DbClient> {
  const data: WorkerData = { path, key, acceptShorter }
  const thread = new Worker(worker, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const waiting = new Map<
    number,
    { method: string; resolve: (value: never) => void; reject: (error: Error) => void }
  >()
  let lastId = 0
  let open = true
  let opened = false

  const fail = (error: StoreError) => {
    const died = open && opened
    open = false
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    if (died) onDied(error)
  }

  const send = (request: WorkerRequest) => thread.postMessage(request)

  const client: DbClient = {
    get oldestCall() {
      return waiting.keys().next().value ?? null
    },
    call(method, ...args) {
      return new Promise((resolve, reject) => {
        if (!open) return reject(new StoreError('closed', 'the store is closed'))
        const id = ++lastId
        waiting.set(id, { method, resolve, reject })
        send({ id, method, args })
      })
    },
    close() {
      return new Promise((resolve) => {
        if (!open) return resolve()
        open = false
        thread.once('exit', () => resolve())
        send({ close: true })
      })
    },
  }

  return new Promise((resolve, reject) => {
    thread.on('message', (reply: WorkerReply) => {
      if ('opened' in reply) {
        opened = true
        return resolve(client)
      }
      if ('openFailed' in reply)
        return reject(new StoreError(reply.openFailed.kind, reply.openFailed.message))
      if ('closed' in reply) return
      if ('searchable' in reply) return onSearchable()
      if ('shared' in reply) return onShared()
      const call = waiting.get(reply.id)
      if (!call) return
      waiting.delete(reply.id)
      if ('error' in reply) return call.reject(new StoreError(reply.error.kind, reply.error.message))
      if (reply.ms > SLOW_MS) onSlow(call.method, reply.ms)
      call.resolve(reply.value as never)
    })
    const end = (failure: StoreError) => {
      reject(failure)
      fail(failure)
    }
    thread.on('error', (error) =>
      end(new StoreError('died', error instanceof Error ? error.message : String(error))),
    )
    thread.on('exit', (code) => end(new StoreError('died', `the store's thread ended (${code})`)))
  })
}
