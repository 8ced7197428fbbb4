import type { Report } from '#shared/api/report.ts'
import type { LookupView, PendingLookup, PlateReport } from '#shared/bridge/lookup.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import type { OpenQuestion } from './lookup.store.ts'
import type { StoreCall } from '../../store/client.ts'
import { storeAppError, StoreError } from '../../store/store-error.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createKeyedQueue } from '../../runtime/serial-queue.ts'
import {
  pollReport,
  reportResource,
  type ReportPollingDeps,
  type ReportPollingEnd,
} from '../reports/reports.ts'
import { reducedReportOf } from './reduced-report-of.rules.ts'

/** Lookups: the known data at once, and a request to the service, one at a time for each plate. */
export interface Lookup {
  /**
   * Known data of the plate, after starting a request to the service. An invalid plate is rejected before.
   */
  start(text: string): Promise<Result<LookupView>>
  get(text: string): Promise<Result<LookupView>>
  /** Cancels the request. The known data stay. */
  cancel(text: string): Promise<Result<LookupView>>
  queue(): Promise<PendingLookup[]>
  /** Resumes every lookup left open by the last run. */
  resume(): Promise<void>
  /** Stops the requests. Open lookups stay stored for the next start. */
  stop(): Promise<void>
}

export interface LookupDeps extends ReportPollingDeps {
  call: StoreCall
  log: Log
  onChanged: (vrm: string) => void
}

interface Job {
  controller: AbortController
  done: Promise<void>
  /** Waiting for the connection, so that a repeated request retries now. */
  queued: boolean
  /**
   * It had to wait, for the connection or for the next start: no page shows it any more, so its end is
   * notified.
   */
  awaited: boolean
  slow: boolean
}

export function createLookup(deps: LookupDeps): Lookup {
  const { call, clock, breaker, log, onChanged } = deps
  const jobs = new Map<string, Job>()
  /** Errors of lookups that could not be stored, by plate: shown until the next lookup. */
  const unwritten = new Map<string, AppError>()
  /** Serializes starting and cancelling per plate: a cancelled lookup is never restarted meanwhile. */
  const inTurn = createKeyedQueue()
  /** Starts still being stored: the same plate requested meanwhile joins them. */
  const starting = new Map<string, Promise<LookupView>>()
  let stopping = false

  function begin(question: OpenQuestion, urgent: boolean): void {
    if (stopping) return
    const { vrm } = question
    const controller = new AbortController()
    const job: Job = { controller, done: Promise.resolve(), queued: false, awaited: !urgent, slow: false }
    const events = {
      async accepted(reportId: string) {
        job.queued = false
        await call('questionAccepted', vrm, reportId)
        onChanged(vrm)
      },
      async queued(error: AppError) {
        job.queued = true
        job.awaited = true
        await call('questionQueued', vrm, error)
        onChanged(vrm)
      },
      slow() {
        job.slow = true
        onChanged(vrm)
      },
    }
    jobs.set(vrm, job)
    const polling = {
      ...question,
      create: (signal: AbortSignal) => deps.client.createReducedReport(vrm, signal),
      read: (report: Report, now: number) => reducedReportOf(report, vrm, now),
    }
    job.done = pollReport(deps, polling, urgent, events, controller.signal)
      .then((end) => finish(vrm, end, job.awaited))
      .catch((error: unknown) => {
        log.error('lookup: a question could not be followed', error)
        unwritten.set(vrm, error instanceof StoreError ? storeAppError(error) : appError('internal'))
      })
      .finally(() => {
        if (jobs.get(vrm) === job) jobs.delete(vrm)
        onChanged(vrm)
      })
  }

  async function finish(vrm: string, end: ReportPollingEnd<PlateReport>, awaited: boolean): Promise<void> {
    if (end.kind === 'answer') await call('reportArrived', end.answer, awaited)
    if (end.kind === 'failed') await call('questionClosed', vrm, end.error)
  }

  async function ask(vrm: string): Promise<LookupView> {
    unwritten.delete(vrm)
    if (jobs.get(vrm)?.queued) await stopJob(vrm)
    const { view, question } = await call('askPlate', vrm, clock.now())
    const running = jobs.get(vrm)
    if (!running) begin(question, true)
    else void takeUpAfter(vrm, running)
    onChanged(vrm)
    return view
  }

  /** After joining a job that was just ending, restarts the lookup if it is still open. */
  async function takeUpAfter(vrm: string, job: Job): Promise<void> {
    await job.done
    // Cancelled: its canceller is about to close or restart the open lookup.
    if (job.controller.signal.aborted) return
    try {
      const question = await call('openQuestion', vrm)
      if (question && !jobs.has(vrm)) begin(question, true)
    } catch (error) {
      log.error('lookup: cannot read the open question', error)
    }
  }

  async function stopJob(vrm: string): Promise<void> {
    const job = jobs.get(vrm)
    job?.controller.abort()
    await job?.done
  }

  /** The stored view with this run's state: slow, or next attempt. */
  function live(view: LookupView): LookupView {
    const failure = unwritten.get(view.vrm)
    if (failure) return { ...view, pending: null, failed: failure }
    return view.pending ? { ...view, pending: livePending(view.pending) } : view
  }

  function livePending(pending: PendingLookup): PendingLookup {
    if (pending.state === 'queued') {
      const { state, nextAttemptAt } = breaker.state
      const ownAt = breaker.backoff(reportResource(pending.vrm))?.retryAt
      const at = Math.max(ownAt ?? 0, (state === 'down' && nextAttemptAt) || 0)
      return at === 0 ? pending : { ...pending, nextAttemptAt: at }
    }
    if (pending.state === 'processing' && jobs.get(pending.vrm)?.slow) return { ...pending, state: 'slow' }
    return pending
  }

  const forPlate =
    (run: (vrm: string) => Promise<LookupView>) =>
    async (text: string): Promise<Result<LookupView>> => {
      const plate = classifyPlate(text)
      return plate ? ok(live(await run(plate.vrm))) : fail(appError('invalid-plate'))
    }

  return {
    start: forPlate((vrm) => {
      const known = starting.get(vrm)
      if (known) return known
      const started = inTurn(vrm, () => ask(vrm)).finally(() => {
        if (starting.get(vrm) === started) starting.delete(vrm)
      })
      starting.set(vrm, started)
      return started
    }),

    get: forPlate((vrm) => call('lookupView', vrm)),

    cancel: forPlate((vrm) => {
      // A request after this one starts anew.
      starting.delete(vrm)
      return inTurn(vrm, async () => {
        await stopJob(vrm)
        await call('questionClosed', vrm, null)
        onChanged(vrm)
        return call('lookupView', vrm)
      })
    }),

    queue: async () => (await call('pendingLookups')).map(livePending),

    async resume() {
      for (const question of await call('openQuestions')) if (!jobs.has(question.vrm)) begin(question, false)
    },

    async stop() {
      stopping = true
      await Promise.all([...jobs.keys()].map(stopJob))
    },
  }
}
