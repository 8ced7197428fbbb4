/** Answer of a worker of one task. `locked`: the PDF asks for a password. */
export type WorkerAnswer<T> = { ok: true; value: T } | { ok: false; why: 'locked' | 'failed' }

/** Message of a worker: its answer or, before it, the part of the task that is done, from 0 to 1. */
export type WorkerMessage<T> = WorkerAnswer<T> | { progress: number }

/** `gone`: a file that the task needs can no longer be read. `unseen`: a picture that cannot be decoded. `slow`: the task did not end within its time limit. */
export class TaskFailed extends Error {
  readonly why: 'locked' | 'failed' | 'gone' | 'unseen' | 'slow'
  readonly file: string

  constructor(why: TaskFailed['why'], file = '') {
    super(why)
    this.why = why
    this.file = file
  }
}

/** Time limit of a task on any file: ordinary files take a second on a fast PC. */
const BASE_LIMIT_MS = 20_000
const LIMIT_MS_PER_MB = 1_000

/** Time limit of a task on that many bytes. A file that takes longer is made to keep its reader busy. */
export const taskLimitMs = (bytes: number): number =>
  BASE_LIMIT_MS + Math.ceil((bytes / 1024 / 1024) * LIMIT_MS_PER_MB)

export interface TaskOptions {
  signal: AbortSignal
  /** Size of its files, which its time limit depends on. */
  bytes: number
  /** Buffers of the task that are handed over instead of copied. */
  given?: ArrayBuffer[]
  /** Gets the part of the task that is done, from 0 to 1. */
  onProgress?: (done: number) => void
}

/**
 * Runs one task in a worker of its own. The worker is terminated when it answers, when the signal is aborted, or after
 * the time limit for the bytes of its files, whatever it is doing.
 * @throws {TaskFailed} if it cannot be done; the signal's reason if aborted
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
