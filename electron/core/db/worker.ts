import { parentPort, workerData } from 'node:worker_threads'
import { auditHeadPath, createAuditHeadFile } from '../audit/audit-head.ts'
import { createAuditWriter } from './audit-queries.ts'
import { openDatabase } from './open-database.ts'
import { storeErrorKind } from './store-error.ts'
import { createStoreMethods, type StoreMethods } from './store-methods.ts'
import { IN_MEMORY, type WorkerData, type WorkerReply, type WorkerRequest } from './worker-protocol.ts'

/** Entry of the store's thread: SQLite is synchronous, and must never hold up the core (architecture.md rule 4). */
function main(port: NonNullable<typeof parentPort>, { path, key }: WorkerData): void {
  const reply = (message: WorkerReply) => port.postMessage(message)
  try {
    const db = openDatabase(path, key)
    const head = path === IN_MEMORY ? null : createAuditHeadFile(auditHeadPath(path), key)
    const audit = createAuditWriter(db, head)
    const methods = createStoreMethods(db, audit)
    port.on('message', (request: WorkerRequest) => {
      if ('close' in request) {
        db.close()
        reply({ closed: true })
        port.close()
        return
      }
      const started = performance.now()
      try {
        const value = run(methods, request.method, request.args)
        audit.settle()
        reply({ id: request.id, value, ms: performance.now() - started })
      } catch (error) {
        reply({ id: request.id, error: describe(error) })
      }
    })
    reply({ opened: true })
  } catch (error) {
    reply({ openFailed: describe(error) })
    port.close()
  }
}

/** The client's types made sure that the method exists and that these are its arguments. */
function run(methods: StoreMethods, method: string, args: unknown[]): unknown {
  const table: Record<string, (...args: never[]) => unknown> = methods
  const found = table[method]
  if (!found) throw new Error(`unknown store method ${method}`)
  return found(...(args as never[]))
}

function describe(error: unknown): { kind: ReturnType<typeof storeErrorKind>; message: string } {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return { kind: storeErrorKind(code), message: error instanceof Error ? error.message : String(error) }
}

if (parentPort) main(parentPort, workerData as WorkerData)
