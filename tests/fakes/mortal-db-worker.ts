import { existsSync, rmSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { WorkerRequest } from '#electron/core/db/worker-protocol.ts'
import { STORE_THREAD_CHANNEL, type StoreThreadOrder } from './store-thread.ts'

/**
 * The store's thread, which a test ends or holds up from outside (`store-thread.ts`). It also ends at a call of the
 * method `MORTAL_STORE_METHOD`, once, while there is a file `MORTAL_STORE_WHILE`; and it waits `MORTAL_STORE_START_MS`
 * before it opens anything.
 */
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const { MORTAL_STORE_METHOD: method, MORTAL_STORE_WHILE: sign, MORTAL_STORE_START_MS: startMs } = process.env

const orders = new BroadcastChannel(STORE_THREAD_CHANNEL)
orders.onmessage = ({ data }: MessageEvent<StoreThreadOrder>) => {
  if (data === 'exit') process.exit(1)
  if (data === 'throw') setImmediate(() => JSON.parse('not from the store'))
  if (typeof data === 'number') wait(data)
}
// The channel alone does not keep the thread once the store is closed.
;(orders as unknown as { unref(): void }).unref()
if (startMs !== undefined) wait(Number(startMs))

const port = parentPort
if (!port) throw new Error('this is the entry of a thread')
type Listener = (request: WorkerRequest) => void
const on = port.on.bind(port) as (event: string, listener: Listener) => typeof port
port.on = ((event: string, listener: Listener) =>
  on(event, (request) => {
    if ('method' in request && request.method === method && sign !== undefined && existsSync(sign)) {
      rmSync(sign)
      process.exit(1)
    }
    listener(request)
  })) as typeof port.on

await import('#electron/core/db/worker.ts')
