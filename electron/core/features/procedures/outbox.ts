import { createJobRunner } from '../../runtime/job-runner.ts'
import { createSubmissionJob, type SubmissionDeps } from './submission-job.ts'
import * as submissions from './submission.rules.ts'

/** Scheduled and running submissions. */
export interface Outbox {
  /**
   * Schedules a submission for the end of the undo time.
   * @returns `false` if the version is not the newest
   */
  leave(id: string, version: number): Promise<boolean>
  /** Stops the job of an undone submission. */
  forget(id: string): void
  /** Continues a submission in state `sending`. */
  begin(id: string): void
  /** True while the answer to the confirmation may still arrive. */
  isAwaited(id: string): boolean
  /**
   * Stops a submission that is not confirmed yet.
   * @returns true if it was in time
   */
  halt(id: string): Promise<boolean>
  /** Number of submissions under way, including those that can still be undone. */
  readonly sending: number
  /** Fetches the outcome of a submission from the service at once. */
  check(id: string): void
  close(hurried: boolean): Promise<void>
}

export interface OutboxDeps extends Omit<SubmissionDeps, 'onChanged'> {
  /** Undo time of a submission, in milliseconds. */
  undoMs: () => number
  changed: (id: string) => void
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { call, clock, breaker, log, undoMs, changed } = deps
  const jobs = createJobRunner({ name: 'procedures', clock, log, onEnd: (_, id) => changed(id) })

  const begin = (id: string): void =>
    jobs.start(id, (job) => createSubmissionJob({ ...deps, onChanged: changed }, job))

  return {
    async leave(id, version) {
      const now = clock.now()
      if (!(await call('draftLeaves', id, version, now + undoMs(), now))) return false
      begin(id)
      return true
    },

    forget: (id) => void jobs.stop(id),
    begin,
    get sending() {
      return jobs.sending
    },
    isAwaited: (id) => jobs.get(id)?.job.isAwaited === true,

    async halt(id) {
      await jobs.stop(id)
      const inside = await call('draft', id)
      if (inside?.draft.state === 'leaving') {
        begin(id)
        return false
      }
      if (inside?.draft.state !== 'sending') return inside?.draft.state === 'ready'
      const { submission } = inside
      if (submission.confirmed !== null || submissions.isInDoubt(submission)) {
        // The service confirmed it, or may have confirmed it, just as the user stopped it.
        begin(id)
        return false
      }
      await call('draftStep', id, { submission, state: 'ready', error: null, now: clock.now() })
      return true
    },

    check(id) {
      if (!jobs.skipWait(id)) breaker.retryNow()
    },

    close: (hurried) => jobs.close(hurried),
  }
}
