import { createSkippableWait, type SkippableWait } from './admission.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/**
 * Delays in milliseconds before retrying a step that a network error interrupted. After the last delay, the job waits
 * for the user.
 */
export const TRY_AGAIN_MS: readonly number[] = [500, 2_000, 5_000]

const FIRST_BRING_MS = 60_000
const MAX_BRING_MS = 30 * 60_000

/** Delay in milliseconds before a document's download is retried, after this many consecutive failures. */
export const computeDownloadDelay = (failures: number): number =>
  Math.min(FIRST_BRING_MS * 2 ** Math.min(failures, 10), MAX_BRING_MS)

interface WriteDownDeps {
  clock: Clock
  log: Log
  /** Name of the step in the log. */
  what: string
  /** Once aborted, the next failure rejects instead of being retried. */
  signal: AbortSignal
}

const AGAIN_MS = 2_000

/**
 * Retries until the row is written: only the caller knows about the request that is paid, sent or about to be sent.
 * Every failure is retried, because a full disk, a locked file and a restarting store are temporary. Rejects if
 * `signal` is aborted.
 */
async function writeDown<T>(
  { clock, log, what, signal }: WriteDownDeps,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (signal.aborted) throw error
      log.error(`${what}: a step cannot be written down, trying again`, error)
      await clock.sleep(AGAIN_MS, signal)
    }
  }
}

/** Result of a step. `again`: the stored state tells the next step. */
export type StepEnd = 'again' | 'over'

/** Steps of a job. Each step reads the stored state, acts, and stores the outcome. */
export interface JobBody {
  step(): Promise<StepEnd>
}

/** Interface of the runner for each job. */
export interface Job {
  readonly id: string
  /** Aborts once the job is stopped. No step may begin after that. */
  readonly signal: AbortSignal
  /**
   * Aborts once the request in flight is abandoned. This happens at once, or after `PATIENCE_MS` while `isAwaited`.
   */
  readonly cut: AbortSignal
  /** True if stopping waits for the request in flight, because its answer is not repeatable. */
  isAwaited: boolean
  /** True while the job waits for another attempt. Quitting need not wait for it. */
  isPaused: boolean
  readonly waits: SkippableWait
  /** Pauses before another attempt, until `signal` aborts. */
  rest(ms: number, signal: AbortSignal): Promise<void>
  /** Stores the outcome of a step. Failures are retried, because only this job knows the outcome. */
  write<T>(step: () => Promise<T>): Promise<T>
}

interface RunningJob<B extends JobBody> {
  readonly job: Job
  readonly body: B
  /** Resolves once the job has ended. Never rejects. */
  readonly done: Promise<void>
}

/** Runs jobs that are stored before they act. Each id has one job, which runs until it is over or stopped. */
export interface JobRunner<B extends JobBody> {
  readonly running: Iterable<RunningJob<B>>
  /** Number of jobs that are neither paused nor being stopped. */
  readonly sending: number
  get(id: string): RunningJob<B> | undefined
  /**
   * Starts a job, unless it is running. If the id's job is being stopped, the new one waits for its end. Does nothing
   * once the runner is closed: the next run of the application resumes stored jobs.
   * @param after must settle before the job's first step
   */
  start(id: string, create: (job: Job) => B, after?: Promise<unknown>): void
  /** Ends the retry delay of a job. @returns true if there is such a job */
  skipWait(id: string): boolean
  /** Resolves once the job has ended. */
  stop(id: string): Promise<void>
  /** Stops every job. With `hurried`, each job waits at most `PATIENCE_MS` for an answer. */
  close(hurried: boolean): Promise<void>
}

export interface JobRunnerDeps<B extends JobBody> {
  /** Name of the jobs in the log. */
  name: string
  clock: Clock
  log: Log
  /** Called when a job is over, unless the runner is closed. */
  onEnd?: (body: B, id: string) => void
}

/** Age in milliseconds after which a requested step needs the user's confirmation again. */
export const STALE_MS = 10 * 60_000
const PATIENCE_MS = 3_000

/** True if a request is too old to be carried out now. A clock that was set back makes a request old too. */
export const isStale = (askedAt: number, now: number): boolean => Math.abs(now - askedAt) > STALE_MS

interface Entry<B extends JobBody> extends RunningJob<B> {
  stop(hurried: boolean): Promise<void>
}

export function createJobRunner<B extends JobBody>(deps: JobRunnerDeps<B>): JobRunner<B> {
  const { name, clock, log, onEnd } = deps
  const running = new Map<string, Entry<B>>()
  let isClosed = false

  function startEntry(
    id: string,
    create: (job: Job) => B,
    before: Promise<void> | undefined,
    after: Promise<unknown> | undefined,
  ): Entry<B> {
    const stopping = new AbortController()
    const cutting = new AbortController()
    const { signal } = stopping
    const job: Job = {
      id,
      signal,
      cut: cutting.signal,
      isAwaited: false,
      isPaused: false,
      waits: createSkippableWait(signal),
      async rest(ms, until) {
        job.isPaused = true
        await clock.sleep(ms, until)
        job.isPaused = false
      },
      write: (step) => writeDown({ clock, log, what: name, signal }, step),
    }
    const body = create(job)
    const run = async () => {
      await before
      await Promise.race([after, aborted(signal)])
      while (!signal.aborted && (await body.step()) === 'again');
    }
    const done = run()
      .catch((error: unknown) => log.error(`${name}: a job failed`, error))
      .finally(() => removeJob(id, entry))
    const entry: Entry<B> = {
      job,
      body,
      done,
      async stop(hurried) {
        stopping.abort()
        if (!job.isAwaited) cutting.abort()
        if (hurried) {
          await Promise.race([done, clock.sleep(PATIENCE_MS, AbortSignal.timeout(PATIENCE_MS))])
          cutting.abort()
        }
        await done
      },
    }
    return entry
  }

  function removeJob(id: string, entry: Entry<B>): void {
    if (running.get(id) === entry) running.delete(id)
    if (!isClosed) onEnd?.(entry.body, id)
  }

  return {
    get running() {
      return running.values()
    },
    get sending() {
      return [...running.values()].filter(({ job }) => !job.isPaused && !job.signal.aborted).length
    },
    get: (id) => running.get(id),

    start(id, create, after) {
      const before = running.get(id)
      if (isClosed || before?.job.signal.aborted === false) return
      running.set(id, startEntry(id, create, before?.done, after))
    },

    skipWait(id) {
      const entry = running.get(id)
      entry?.job.waits.skip()
      return entry !== undefined
    },

    async stop(id) {
      await running.get(id)?.stop(false)
    },

    async close(hurried) {
      isClosed = true
      await Promise.all([...running.values()].map((entry) => entry.stop(hurried)))
    },
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
