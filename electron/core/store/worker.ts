import { parentPort, workerData } from 'node:worker_threads'
import { auditHeadPath, createAuditHeadFile } from '../features/audit/audit-head.ts'
import { createAuditWriter } from '../features/audit/audit.store.ts'
import { openDatabase } from './open-database.ts'
import { createExtentWriter } from './store-extent.ts'
import { IN_MEMORY, type WorkerData, type WorkerReply, type WorkerRequest } from './worker-protocol.ts'
import { storeErrorKind } from './store-error.ts'
import { createStoreMethods, type StoreMethods } from './store-methods.ts'

/** Shortest interval between saves, in milliseconds. Each save costs two writes that wait for the disk. */
const EXTENT_MS = 15_000

/** Entry of the store's thread. SQLite is synchronous, and must never block the core. */
function main(port: NonNullable<typeof parentPort>, { path, key, acceptShorter = false }: WorkerData): void {
  const reply = (message: WorkerReply) => port.postMessage(message)
  try {
    const db = openDatabase(path, key)
    const head = path === IN_MEMORY ? null : createAuditHeadFile(auditHeadPath(path), key)
    const audit = createAuditWriter(db, head)
    const extent = head && createExtentWriter(db, audit, path, key)
    if (extent?.isShorter() && !acceptShorter) {
      db.close()
      return refuse({ kind: 'shorter', message: 'it holds less than is written down beside it' })
    }
    if (extent && acceptShorter) extent.accept()
    const keeping = keepExtent(extent)
    const methods = createStoreMethods(db, audit)
    const words = keepCaseWords(methods, () => reply({ searchable: true }))
    const sharing = watchShared(methods, () => reply({ shared: true }))
    port.on('message', (request: WorkerRequest) => {
      if ('close' in request) {
        keeping.close()
        words.close()
        db.close()
        reply({ closed: true })
        port.close()
        return
      }
      const started = performance.now()
      try {
        const value = run(methods, request.method, request.args)
        audit.writeHead()
        reply({ id: request.id, value, ms: performance.now() - started })
        keeping.noteCall()
        words.noteCall()
        sharing.noteCall()
      } catch (error) {
        reply({ id: request.id, error: describe(error) })
      }
    })
    reply({ opened: true })
    words.noteCall()
    sharing.noteCall()
  } catch (error) {
    refuse(describe(error))
  }

  function refuse(openFailed: ReturnType<typeof describe>): void {
    reply({ openFailed })
    port.close()
  }
}

/** Saves the extent a while after a change, and at the end. */
function keepExtent(extent: ReturnType<typeof createExtentWriter> | null) {
  let timer: NodeJS.Timeout | null = null
  function write(): void {
    timer = null
    try {
      if (extent?.hasChanged()) extent.write()
    } catch {
      // The disk is full. The saved extent is outdated until the next change.
    }
  }
  return {
    noteCall() {
      if (timer || !extent?.hasChanged()) return
      timer = setTimeout(write, EXTENT_MS)
      timer.unref()
    },
    close() {
      if (timer) clearTimeout(timer)
      write()
    },
  }
}

/**
 * Builds search words between calls. Many changed rows are indexed in steps, so that no call waits for all of them.
 */
function keepCaseWords(methods: Pick<StoreMethods, 'caseWordsStep'>, onSearchable: () => void) {
  let next: NodeJS.Immediate | null = null
  function step(): void {
    next = null
    try {
      const { more, wasAwaited } = methods.caseWordsStep()
      if (more) noteCall()
      else if (wasAwaited) onSearchable()
    } catch {
      // The disk is full. The next call tries again.
    }
  }
  function noteCall(): void {
    next ??= setImmediate(step)
  }
  return {
    noteCall,
    close() {
      if (next) clearImmediate(next)
    },
  }
}

/** Reports once that something was changed that the office shares. */
function watchShared({ hasSharedChange }: Pick<StoreMethods, 'hasSharedChange'>, onShared: () => void) {
  let wasChanged = false
  return {
    noteCall() {
      const isChanged = hasSharedChange()
      if (isChanged && !wasChanged) onShared()
      wasChanged = isChanged
    },
  }
}

/** Calls a method by name. The client's types ensure that the method exists and that the arguments fit. */
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
