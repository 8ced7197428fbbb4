import type { Report } from '#shared/api/report.ts'
import type { LookupView, PendingLookup, PlateReport } from '#shared/bridge/lookup.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { classifyPlate, displayPlate } from '#shared/domain/plates/classify.ts'
import { clientAnswer } from '#shared/text/client-answer.ts'
import type { OpenQuestion, StoredLookupView } from './lookup.store.ts'
import type { StoreCall } from '../../store/client.ts'
import { storeAppError, StoreError } from '../../store/store-error.ts'
import type { Log } from '../../runtime/log.ts'
import { createKeyedQueue } from '../../runtime/serial-queue.ts'
import {
  createReportPriority,
  pollReport,
  reportResource,
  type ReportPollingDeps,
  type ReportPollingEnd,
  type ReportPriority,
} from '../reports/reports.ts'
import { toReducedReport } from './lookup.rules.ts'

/**
 * Lookups. A lookup returns the known data at once and sends a request to the service. Each plate has at most one
 * request at a time.
 */
export interface Lookup {
  /**
   * Starts a request to the service and returns the known data of the plate. An invalid plate is rejected first. A
   * background request lets requests that a user waits for go first, and its end is not notified.
   */
  start(text: string, options?: { isBackground: boolean }): Promise<Result<LookupView>>
  get(text: string): Promise<Result<LookupView>>
  /** Views of many plates, without the answer for a client. Each plate is in compact form. */
  readViews(vrms: readonly string[]): Promise<LookupView[]>
  /** A request for this plate is under way or queued. */
  isRunning(vrm: string): boolean
  /** Cancels the request. The known data remain. */
  cancel(text: string): Promise<Result<LookupView>>
  listQueue(): Promise<PendingLookup[]>
  /** Resumes every lookup left open by the last run. */
  resume(): Promise<void>
  /** Stops the requests. Open lookups stay stored for the next start. */
  stop(): Promise<void>
}

export interface LookupDeps extends ReportPollingDeps {
  call: StoreCall
  log: Log
  /** Answers for clients state that their data are invented. */
  isDemo: boolean
  onChanged: (vrm: string) => void
}

/** `resumed`: left open by the last run. `background`: part of a batch, until a user waits for the plate too. */
type Origin = 'user' | 'resumed' | 'background'

interface Job {
  controller: AbortController
  priority: ReportPriority
  origin: Origin
  done: Promise<void>
  /** The job waits for the connection. A repeated request makes it retry at once. */
  queued: boolean
  /**
   * The lookup had to wait for the connection or for the next start. No page shows it any more, so its end is
   * notified.
   */
  awaited: boolean
  slow: boolean
}

/** Number of plates in one read. Other queries of the store run between two reads. */
const PAGE = 250

export function createLookup(deps: LookupDeps): Lookup {
  const { call, clock, breaker, log, onChanged } = deps
  const jobs = new Map<string, Job>()
  /** Errors of lookups that could not be stored, by plate. An error is shown until the next lookup of its plate. */
  const unwritten = new Map<string, AppError>()
  /**
   * Serializes starts and cancellations of each plate, so that a lookup does not restart while it is being cancelled.
   */
  const inTurn = createKeyedQueue()
  /** Starts that are still being stored. A second request for the same plate joins the first one. */
  const starting = new Map<string, Promise<StoredLookupView>>()
  let stopping = false

  function startJob(question: OpenQuestion, origin: Origin): void {
    if (stopping) return
    const { vrm } = question
    const controller = new AbortController()
    const job: Job = {
      controller,
      priority: createReportPriority(controller.signal, origin === 'user'),
      origin,
      done: Promise.resolve(),
      queued: false,
      awaited: origin === 'resumed',
      slow: false,
    }
    const events = {
      async accepted(reportId: string) {
        job.queued = false
        await call('questionAccepted', vrm, reportId)
        onChanged(vrm)
      },
      async queued(error: AppError) {
        job.queued = true
        if (job.origin !== 'background') job.awaited = true
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
      read: (report: Report, now: number) => toReducedReport(report, vrm, now),
    }
    job.done = pollReport(deps, polling, job.priority, events, controller.signal)
      .then((end) => storeEnd(vrm, end, job.awaited))
      .catch((error: unknown) => {
        log.error('lookup: a question could not be followed', error)
        unwritten.set(vrm, error instanceof StoreError ? storeAppError(error) : appError('internal'))
      })
      .finally(() => {
        if (jobs.get(vrm) === job) jobs.delete(vrm)
        onChanged(vrm)
      })
  }

  async function storeEnd(vrm: string, end: ReportPollingEnd<PlateReport>, awaited: boolean): Promise<void> {
    if (end.kind === 'answer') await call('reportArrived', end.answer, awaited)
    if (end.kind === 'failed') await call('questionClosed', vrm, end.error)
  }

  async function askPlate(vrm: string, origin: Origin): Promise<StoredLookupView> {
    unwritten.delete(vrm)
    if (origin === 'user' && jobs.get(vrm)?.queued) await stopJob(vrm)
    const { view, question } = await call('askPlate', vrm, clock.now())
    const running = jobs.get(vrm)
    if (!running) startJob(question, origin)
    else {
      if (origin === 'user') raisePriority(vrm)
      void restartAfter(vrm, running, origin)
    }
    onChanged(vrm)
    return view
  }

  /** The request joined a job that was about to end. This function restarts the lookup if it is still open. */
  async function restartAfter(vrm: string, job: Job, origin: Origin): Promise<void> {
    await job.done
    // The job was cancelled. The cancelling code is about to close or restart the open lookup.
    if (job.controller.signal.aborted) return
    try {
      const question = await call('openQuestion', vrm)
      if (question && !jobs.has(vrm)) startJob(question, origin)
    } catch (error) {
      log.error('lookup: cannot read the open question', error)
    }
  }

  /** A user now waits for a lookup that began in the background: raise its priority. */
  function raisePriority(vrm: string): void {
    const job = jobs.get(vrm)
    if (job?.origin !== 'background') return
    job.origin = 'user'
    job.priority.raise()
  }

  async function stopJob(vrm: string): Promise<void> {
    const job = jobs.get(vrm)
    job?.controller.abort()
    await job?.done
  }

  /** The stored view, plus the state of this run: slow, or time of the next attempt. */
  function addRunState(view: LookupView): LookupView {
    const failure = unwritten.get(view.vrm)
    if (failure) return { ...view, pending: null, failed: failure }
    return view.pending ? { ...view, pending: addPendingState(view.pending) } : view
  }

  /** Adds the answer for a client, made from the same reports as the verdict beside it. */
  function withAnswer({ answerInputs, ...view }: StoredLookupView): LookupView {
    if (!view.verdict || !answerInputs) return view
    const { complete, ownText } = answerInputs
    return {
      ...view,
      answer: clientAnswer(displayPlate(view.vrm), view.verdict, complete, deps.isDemo, ownText),
    }
  }

  function addPendingState(pending: PendingLookup): PendingLookup {
    if (pending.state === 'queued') {
      const { state, nextAttemptAt } = breaker.state
      const ownAt = breaker.backoff(reportResource(pending.vrm))?.retryAt
      const at = Math.max(ownAt ?? 0, (state === 'down' && nextAttemptAt) || 0)
      return at === 0 ? pending : { ...pending, nextAttemptAt: at }
    }
    if (pending.state === 'processing' && jobs.get(pending.vrm)?.slow) return { ...pending, state: 'slow' }
    return pending
  }

  const wrapPlate =
    (run: (vrm: string) => Promise<StoredLookupView>) =>
    async (text: string): Promise<Result<LookupView>> => {
      const plate = classifyPlate(text)
      return plate ? ok(addRunState(withAnswer(await run(plate.vrm)))) : fail(appError('invalid-plate'))
    }

  return {
    start: (text, { isBackground } = { isBackground: false }) =>
      wrapPlate(async (vrm) => {
        const known = starting.get(vrm)
        if (known) {
          const view = await known
          if (!isBackground) raisePriority(vrm)
          return view
        }
        const started = inTurn(vrm, () => askPlate(vrm, isBackground ? 'background' : 'user')).finally(() => {
          if (starting.get(vrm) === started) starting.delete(vrm)
        })
        starting.set(vrm, started)
        return started
      })(text),

    get: wrapPlate((vrm) => call('storedLookupView', vrm)),

    async readViews(vrms) {
      const found: LookupView[] = []
      for (let at = 0; at < vrms.length; at += PAGE)
        found.push(...(await call('lookupViews', vrms.slice(at, at + PAGE))).map(addRunState))
      return found
    },

    isRunning: (vrm) => jobs.has(vrm) || starting.has(vrm),

    cancel: wrapPlate((vrm) => {
      // A later request starts a new lookup.
      starting.delete(vrm)
      return inTurn(vrm, async () => {
        await stopJob(vrm)
        await call('questionClosed', vrm, null)
        onChanged(vrm)
        return call('storedLookupView', vrm)
      })
    }),

    listQueue: async () => (await call('pendingLookups')).map(addPendingState),

    async resume() {
      for (const { isOfBatch, ...question } of await call('openQuestions'))
        if (!jobs.has(question.vrm)) startJob(question, isOfBatch ? 'background' : 'resumed')
    },

    async stop() {
      stopping = true
      await Promise.all([...jobs.keys()].map(stopJob))
    },
  }
}
