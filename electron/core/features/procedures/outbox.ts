import { createJobRunner } from '../../runtime/job-runner.ts'
import { createSubmissionJob, type SubmissionDeps } from './submission-job.ts'
import * as submissions from './submission.rules.ts'

/** Scheduled and running submissions. */
export interface Outbox {
  /** Schedules it for the end of the undo time. @returns `false` for a version that is no longer the last */
  leave(id: string, version: number): Promise<boolean>
  /** Stops the job of an undone submission. */
  forget(id: string): void
  /** Continues one in state `sending`. */
  begin(id: string): void
  /** True while its confirmation may still be answered. */
  isAwaited(id: string): boolean
  /** Stops one not confirmed yet. @returns true if it was in time */
  halt(id: string): Promise<boolean>
  /** Number of submissions under way, those that can still be undone included. */
  readonly sending: number
  /** Fetches its outcome from the service at once. */
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
        // Confirmed just as the user stopped it, or possibly so.
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
