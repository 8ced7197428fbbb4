import { existsSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { WorkerRequest } from '#electron/core/store/worker-protocol.ts'

/**
 * The store's thread, where the methods named in `FAILING_STORE_METHODS` fail, as on a full disk; only while the file
 * `FAILING_STORE_WHILE` exists, if given.
 */
const failing = (process.env['FAILING_STORE_METHODS'] ?? '').split(',')
const sign = process.env['FAILING_STORE_WHILE']
const fails = (method: string) => failing.includes(method) && (sign === undefined || existsSync(sign))
const port = parentPort
if (!port) throw new Error('this is the entry of a thread')

type Listener = (request: WorkerRequest) => void
const on = port.on.bind(port) as (event: string, listener: Listener) => typeof port
port.on = ((event: string, listener: Listener) =>
  on(event, (request) => {
    if (!('method' in request) || !fails(request.method)) return listener(request)
    port.postMessage({ id: request.id, error: { kind: 'full', message: `${request.method} fails` } })
  })) as typeof port.on

await import('#electron/core/store/worker.ts')
