import { createJobRunner } from '../../runtime/job-runner.ts'
import { createSubmissionJob, type SubmissionDeps } from './submission-job.ts'
import * as submissions from './submission.rules.ts'

/** What leaves, and is on its way. */
export interface Outbox {
  /** It leaves when the time to undo is over. @returns `false` for a version that is not the last any more */
  leave(id: string, version: number): Promise<boolean>
  /** Its submission was undone: the job stops. */
  forget(id: string): void
  /** Goes on with one that is `sending`. */
  begin(id: string): void
  /** Its confirmation is on its way, and may still be answered. */
  isAwaited(id: string): boolean
  /** Stops one that was not confirmed yet. @returns whether it was in time */
  halt(id: string): Promise<boolean>
  /** The service is asked at once what became of it. */
  check(id: string): void
  close(hurried: boolean): Promise<void>
}

export interface OutboxDeps extends Omit<SubmissionDeps, 'onChanged'> {
  /** Milliseconds to undo a sending. */
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
        // It was confirmed just as the person stopped it, or nobody can say that it was not.
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
