/** Answer of a worker of one task. `locked`: the PDF asks for a password. */
export type WorkerAnswer<T> = { ok: true; value: T } | { ok: false; why: 'locked' | 'failed' }

/** Message of a worker: its answer or, before it, the part of the task that is done, from 0 to 1. */
export type WorkerMessage<T> = WorkerAnswer<T> | { progress: number }

/** `gone`: a file that the task needs can no longer be read. */
export class TaskFailed extends Error {
  readonly why: 'locked' | 'failed' | 'gone'
  readonly file: string

  constructor(why: TaskFailed['why'], file = '') {
    super(why)
    this.why = why
    this.file = file
  }
}

/**
 * Runs one task in a worker of its own, which is ended when it answers or the signal is aborted, whatever it is
 * doing.
 * @param given buffers of the task that are handed over instead of copied
 * @throws {TaskFailed} if it cannot be done; the signal's reason if aborted
 */
export function runInWorker<T>(
  start: () => Worker,
  task: unknown,
  signal: AbortSignal,
  given: ArrayBuffer[] = [],
  onProgress: (done: number) => void = () => {},
): Promise<T> {
  signal.throwIfAborted()
  const worker = start()
  return new Promise<T>((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', stop)
      worker.terminate()
    }
    const stop = () => {
      end()
      reject(signal.reason as Error)
    }
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
