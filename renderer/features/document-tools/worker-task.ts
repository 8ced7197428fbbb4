/** Answer of a worker that runs one task. `locked`: the PDF asks for a password. */
export type WorkerAnswer<T> = { ok: true; value: T } | { ok: false; why: 'locked' | 'failed' }

/** Message of a worker: its answer, or its progress before the answer, from 0 to 1. */
export type WorkerMessage<T> = WorkerAnswer<T> | { progress: number }

/**
 * `gone`: a file that the task needs can no longer be read. `unseen`: a picture that cannot be decoded. `slow`: the
 * task did not end within its time limit.
 */
export class TaskFailed extends Error {
  readonly why: 'locked' | 'failed' | 'gone' | 'unseen' | 'slow'
  readonly file: string

  constructor(why: TaskFailed['why'], file = '') {
    super(why)
    this.why = why
    this.file = file
  }
}

/** Time limit of a task, apart from its bytes. An ordinary file takes a second on a fast PC. */
const BASE_LIMIT_MS = 20_000
const LIMIT_MS_PER_MB = 1_000

/** Time limit of a task on a number of bytes. A file that takes longer was made to keep its reader busy. */
export const taskLimitMs = (bytes: number): number =>
  BASE_LIMIT_MS + Math.ceil((bytes / 1024 / 1024) * LIMIT_MS_PER_MB)

export interface TaskOptions {
  signal: AbortSignal
  /** Size of the task's files in bytes. The time limit depends on it. */
  bytes: number
  /** Buffers that are transferred to the worker instead of copied. */
  given?: ArrayBuffer[]
  /** Called with the progress of the task, from 0 to 1. */
  onProgress?: (done: number) => void
}

/**
 * Runs one task in a new worker. The worker is terminated after its answer, on abort, or at the time limit for the
 * task's bytes.
 * @throws {TaskFailed} if the task cannot be done; the signal's reason if aborted
 */
export function runInWorker<T>(
  start: () => Worker,
  task: unknown,
  { signal, bytes, given = [], onProgress = () => {} }: TaskOptions,
): Promise<T> {
  signal.throwIfAborted()
  const worker = start()
  return new Promise<T>((resolve, reject) => {
    const end = () => {
      clearTimeout(limit)
      signal.removeEventListener('abort', stop)
      worker.terminate()
    }
    const stop = () => {
      end()
      reject(signal.reason as Error)
    }
    const limit = setTimeout(() => {
      end()
      reject(new TaskFailed('slow'))
    }, taskLimitMs(bytes))
    signal.addEventListener('abort', stop, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage<T>>) => {
      if ('progress' in data) return onProgress(data.progress)
      end()
      if (data.ok) resolve(data.value)
      else reject(new TaskFailed(data.why))
    })
    worker.addEventListener('error', () => {
      end()
      reject(new TaskFailed('failed'))
    })
    worker.postMessage(task, given)
  })
}
