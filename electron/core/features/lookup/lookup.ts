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
import { reducedReportOf } from './lookup.rules.ts'

/** Lookups: the known data at once, and a request to the service, one at a time for each plate. */
export interface Lookup {
  /**
   * Known data of the plate, after starting a request to the service. An invalid plate is rejected before. In the
   * background it gives way to those that a user waits for, and its end is not notified.
   */
  start(text: string, how?: { isBackground: boolean }): Promise<Result<LookupView>>
  get(text: string): Promise<Result<LookupView>>
  /** Views of many plates, each in its compact form, without the answer for a client. */
  views(vrms: readonly string[]): Promise<LookupView[]>
  /** A request of this plate is under way, or waits for its turn. */
  isRunning(vrm: string): boolean
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
  /** Answers for clients say that their data are invented. */
  isDemo: boolean
  onChanged: (vrm: string) => void
}

/** `resumed`: left open by the last run; `background`: of a batch, until a user waits for it too. */
type Origin = 'user' | 'resumed' | 'background'

interface Job {
  controller: AbortController
  priority: ReportPriority
  origin: Origin
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

/** Plates read at once: other queries of the store run in between. */
const PAGE = 250

export function createLookup(deps: LookupDeps): Lookup {
  const { call, clock, breaker, log, onChanged } = deps
  const jobs = new Map<string, Job>()
  /** Errors of lookups that could not be stored, by plate: shown until the next lookup. */
  const unwritten = new Map<string, AppError>()
  /** Serializes starting and cancelling per plate: a cancelled lookup is never restarted meanwhile. */
  const inTurn = createKeyedQueue()
  /** Starts still being stored: the same plate requested meanwhile joins them. */
  const starting = new Map<string, Promise<StoredLookupView>>()
  let stopping = false

  function begin(question: OpenQuestion, origin: Origin): void {
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
      read: (report: Report, now: number) => reducedReportOf(report, vrm, now),
    }
    job.done = pollReport(deps, polling, job.priority, events, controller.signal)
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

  async function ask(vrm: string, origin: Origin): Promise<StoredLookupView> {
    unwritten.delete(vrm)
    if (origin === 'user' && jobs.get(vrm)?.queued) await stopJob(vrm)
    const { view, question } = await call('askPlate', vrm, clock.now())
    const running = jobs.get(vrm)
    if (!running) begin(question, origin)
    else {
      if (origin === 'user') raise(vrm)
      void takeUpAfter(vrm, running, origin)
    }
    onChanged(vrm)
    return view
  }

  /** After joining a job that was just ending, restarts the lookup if it is still open. */
  async function takeUpAfter(vrm: string, job: Job, origin: Origin): Promise<void> {
    await job.done
    // Cancelled: its canceller is about to close or restart the open lookup.
    if (job.controller.signal.aborted) return
    try {
      const question = await call('openQuestion', vrm)
      if (question && !jobs.has(vrm)) begin(question, origin)
    } catch (error) {
      log.error('lookup: cannot read the open question', error)
    }
  }

  /** A user waits for a lookup that was begun in the background. */
  function raise(vrm: string): void {
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

  /** The stored view with this run's state: slow, or next attempt. */
  function live(view: LookupView): LookupView {
    const failure = unwritten.get(view.vrm)
    if (failure) return { ...view, pending: null, failed: failure }
    return view.pending ? { ...view, pending: livePending(view.pending) } : view
  }

  /** The answer for a client, from the same reports as the verdict beside it. */
  function withAnswer({ told, ...view }: StoredLookupView): LookupView {
    if (!view.verdict || !told) return view
    const { complete, own } = told
    return {
      ...view,
      answer: clientAnswer(displayPlate(view.vrm), view.verdict, complete, deps.isDemo, own),
    }
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
    (run: (vrm: string) => Promise<StoredLookupView>) =>
    async (text: string): Promise<Result<LookupView>> => {
      const plate = classifyPlate(text)
      return plate ? ok(live(withAnswer(await run(plate.vrm)))) : fail(appError('invalid-plate'))
    }

  return {
    start: (text, { isBackground } = { isBackground: false }) =>
      forPlate(async (vrm) => {
        const known = starting.get(vrm)
        if (known) {
          const view = await known
          if (!isBackground) raise(vrm)
          return view
        }
        const started = inTurn(vrm, () => ask(vrm, isBackground ? 'background' : 'user')).finally(() => {
          if (starting.get(vrm) === started) starting.delete(vrm)
        })
        starting.set(vrm, started)
        return started
      })(text),

    get: forPlate((vrm) => call('storedLookupView', vrm)),

    async views(vrms) {
      const found: LookupView[] = []
      for (let at = 0; at < vrms.length; at += PAGE)
        found.push(...(await call('lookupViews', vrms.slice(at, at + PAGE))).map(live))
      return found
    },

    isRunning: (vrm) => jobs.has(vrm) || starting.has(vrm),

    cancel: forPlate((vrm) => {
      // A request after this one starts anew.
      starting.delete(vrm)
      return inTurn(vrm, async () => {
        await stopJob(vrm)
        await call('questionClosed', vrm, null)
        onChanged(vrm)
        return call('storedLookupView', vrm)
      })
    }),

    queue: async () => (await call('pendingLookups')).map(livePending),

    async resume() {
      for (const { isOfBatch, ...question } of await call('openQuestions'))
        if (!jobs.has(question.vrm)) begin(question, isOfBatch ? 'background' : 'resumed')
    },

    async stop() {
      stopping = true
      await Promise.all([...jobs.keys()].map(stopJob))
    },
  }
}
