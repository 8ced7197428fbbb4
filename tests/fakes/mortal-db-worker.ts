import { existsSync, rmSync, statSync, truncateSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { WorkerRequest } from '#electron/core/store/worker-protocol.ts'
import { STORE_THREAD_CHANNEL, type StoreThreadOrder } from './store-thread.ts'

/**
 * Store thread that a test ends or blocks from outside (`store-thread.ts`). While the file `MORTAL_STORE_WHILE` exists,
 * calls of the method `MORTAL_STORE_METHOD` do as `MORTAL_STORE_HOW` says: end the thread (`exit`, which removes the
 * file), fail as on a full disk (`fail`), or are never answered (`silent`). It waits `MORTAL_STORE_START_MS` before it
 * opens anything, and ends before that once for each byte of the file `MORTAL_STORE_DEATHS`, taking one each time.
 */
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const {
  MORTAL_STORE_METHOD: method,
  MORTAL_STORE_WHILE: sign,
  MORTAL_STORE_HOW: how = 'exit',
  MORTAL_STORE_START_MS: startMs,
  MORTAL_STORE_DEATHS: startDeaths,
} = process.env

const orders = new BroadcastChannel(STORE_THREAD_CHANNEL)
orders.onmessage = ({ data }: MessageEvent<StoreThreadOrder>) => {
  if (data === 'exit') process.exit(1)
  if (data === 'throw') setImmediate(() => JSON.parse('not from the store'))
  if (typeof data === 'number') wait(data)
}
// The channel alone must not keep the thread alive once the store is closed.
;(orders as unknown as { unref(): void }).unref()
if (startMs !== undefined) wait(Number(startMs))
if (startDeaths !== undefined) {
  const { size } = statSync(startDeaths)
  if (size > 0) {
    truncateSync(startDeaths, size - 1)
    process.exit(1)
  }
}

const port = parentPort
if (!port) throw new Error('this is the entry of a thread')
type Listener = (request: WorkerRequest) => void
const on = port.on.bind(port) as (event: string, listener: Listener) => typeof port
port.on = ((event: string, listener: Listener) =>
  on(event, (request) => {
    const isMeant = 'method' in request && request.method === method
    if (!isMeant || sign === undefined || !existsSync(sign)) return listener(request)
    if (how === 'silent') return
    if (how === 'fail')
      return port.postMessage({ id: request.id, error: { kind: 'full', message: `${method} fails` } })
    rmSync(sign)
    process.exit(1)
  })) as typeof port.on

await import('#electron/core/store/worker.ts')
