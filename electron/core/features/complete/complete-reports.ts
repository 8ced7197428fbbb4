import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type {
  CompleteReport,
  CompleteRequest,
  completeResolutionSchema,
  CompleteView,
} from '#shared/bridge/complete-report.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { monthOf, startOfMonth } from '#shared/domain/calendar.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createJobRunner, isStale } from '../../runtime/job-runner.ts'
import type { Log } from '../../runtime/log.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Audit } from '../audit/audit.ts'
import type { ReportPollingDeps } from '../reports/reports.ts'
import { createCompleteJob, type CompleteJob } from './complete-job.ts'
import { findReport, classifyStanding, type CompleteChoice } from './complete.rules.ts'

/** Records that a complete report was displayed, because the report names the owner of the vehicle. */
export type NoteRead = (report: Pick<CompleteReport, 'reportId' | 'vrm'>) => Promise<void>

/** Time within which repeated readings are one row: a screen queries again with every change. */
const READING_MS = 15 * 60_000

export function createReportReads({ audit, clock }: { audit: Audit; clock: Clock }): NoteRead {
  const read = new Map<string, number>()
  return async ({ reportId, vrm }) => {
    const now = clock.now()
    if (Math.abs(now - (read.get(reportId) ?? -Infinity)) < READING_MS) return
    await audit.record({ what: 'report.read', kind: 'complete', identifier: vrm, result: 'ok' })
    for (const [id, at] of read) if (Math.abs(now - at) >= READING_MS) read.delete(id)
    read.set(reportId, now)
  }
}

type Resolution = z.infer<typeof completeResolutionSchema>

/** Complete reports: requested once, paid for once, stored with their PDF. */
export interface CompleteReports {
  get(text: string): Promise<Result<CompleteView>>
  /** Stores the request and starts it. `again`: even if there is a recent report. */
  request(text: string, again: boolean): Promise<Result<CompleteView>>
  /** Preview of a batch of requests: the decision for each plate, and the price of a report. */
  countOffer(vrms: readonly string[]): Promise<CompletePlatesOffer>
  /**
   * Stores the requests of a confirmed batch, all or none, and starts them. A repeated batch id starts nothing.
   * @param price agreed price of each report, in cents
   */
  requestAll(batch: string, vrms: readonly string[], price: number): Promise<Result<{ asked: number }>>
  /** Cancels a request not sent yet, or waiting for a retry. */
  stop(id: string): Promise<Result<CompleteView>>
  resolve(resolution: Resolution): Promise<Result<CompleteView>>
  /** The reports of a plate changed, so their viewers query again. */
  publishExternalChange(vrm: string): void
  /** Resumes the open requests of the last run. A request that was being sent is uncertain now. */
  resume(): Promise<void>
  /** Number of requests being sent. */
  sending(): number
  /**
   * Ends every job. A request being sent is awaited, because its outcome matters. With `hurried` the wait is short.
   */
  close(hurried: boolean): Promise<void>
}

interface CompletePlatesOffer extends Pick<CompleteView, 'price' | 'recentHours' | 'thisMonth'> {
  /** One choice for each plate, in the order of the plates. */
  choices: CompleteChoice[]
}

export interface CompleteReportsDeps extends ReportPollingDeps {
  call: StoreCall
  log: Log
  assumptions: AccountAssumptions
  /** Reason that nothing may be created in this session, or `null`. */
  findProhibition: () => AppError | null
  onChanged: (vrm: string) => void
  onUncertain: (requests: CompleteRequest[]) => void
  /** Called before a window receives a report. */
  noteRead: NoteRead
}

const HOUR_MS = 3_600_000

export function createCompleteReports(deps: CompleteReportsDeps): CompleteReports {
  const { call, clock, log, assumptions, client, findProhibition, onChanged, onUncertain } = deps
  const jobs = createJobRunner<CompleteJob>({
    name: 'complete',
    clock,
    log,
    onEnd({ vrm }) {
      publishChange(vrm).catch((error: unknown) => log.error('complete: cannot read the requests', error))
    },
  })

  const publishUncertain = async () =>
    onUncertain((await call('uncertainCompleteRequests')).map(toPublicRequest))

  async function publishChange(vrm: string): Promise<void> {
    await publishUncertain()
    onChanged(vrm)
  }

  const startJob = (id: string, vrm: string): void =>
    jobs.start(id, (job) => createCompleteJob({ ...deps, onStep: () => publishChange(vrm) }, job, vrm))

  /** Reason that an accepted report cannot be read now. Only this run knows it. */
  const getTrouble = ({ id, state }: CompleteRequest) =>
    state === 'processing' ? jobs.get(id)?.body.trouble : null

  async function readView(vrm: string): Promise<Result<CompleteView>> {
    const { latest, previous, failed, request, paidSince } = await call(
      'completeView',
      vrm,
      startOfMonth(monthOf(clock.now())),
    )
    return ok({
      vrm,
      latest,
      previous,
      failed,
      request: request && { ...toPublicRequest(request), ...getTrouble(request) },
      price: assumptions.completeReportCents,
      recentHours: assumptions.completeReportRecentHours,
      thisMonth: paidSince,
    })
  }

  async function withRequest(
    id: string,
    run: (request: CompleteRequest) => Promise<Result<unknown>>,
  ): Promise<Result<CompleteView>> {
    const request = await call('completeRequest', id)
    if (!request) return fail(appError('not-found'))
    const done = await run(request)
    await publishChange(request.vrm)
    return done.ok ? readView(request.vrm) : done
  }

  return {
    async get(text) {
      const plate = classifyPlate(text)
      if (!plate) return fail(appError('invalid-plate'))
      const shown = await readView(plate.vrm)
      if (shown.ok && shown.value.latest) await deps.noteRead(shown.value.latest)
      return shown
    },

    async request(text, again) {
      const plate = classifyPlate(text)
      if (!plate) return fail(appError('invalid-plate'))
      const forbids = findProhibition()
      if (forbids) return fail(forbids)
      const { vrm } = plate
      const now = clock.now()
      const { latest } = await call('completeView', vrm, now)
      const recentMs = assumptions.completeReportRecentHours * HOUR_MS
      if (!again && latest && now - latest.checkedAt < recentMs) return fail(appError('recent-report'))
      const { created, request } = await call('openCompleteRequest', randomUUID(), vrm, now)
      if (!created) return fail(appError('already-requested'))
      startJob(request.id, vrm)
      onChanged(vrm)
      return readView(vrm)
    },

    async countOffer(vrms) {
      const now = clock.now()
      const { completeReportCents: price, completeReportRecentHours: recentHours } = assumptions
      const standings = await call('completeStandings', vrms)
      return {
        choices: standings.map((standing) => classifyStanding(standing, now, recentHours)),
        price,
        recentHours,
        thisMonth: await call('completePaidSince', startOfMonth(monthOf(now))),
      }
    },

    async requestAll(batch, vrms, price) {
      const forbids = findProhibition()
      if (forbids) return fail(forbids)
      if (price !== assumptions.completeReportCents)
        return fail(appError('invalid-request', { detail: 'the price has changed' }))
      const requests = vrms.map((vrm) => ({ id: randomUUID(), vrm }))
      const { created, asked } = await call(
        'openCompleteBatch',
        batch,
        requests,
        clock.now(),
        assumptions.completeReportRecentHours,
      )
      for (const { id, vrm } of created) {
        startJob(id, vrm)
        onChanged(vrm)
      }
      return ok({ asked })
    },

    stop: (id) =>
      withRequest(id, async ({ state }) => {
        if (state !== 'queued' && state !== 'waiting' && state !== 'failed')
          return fail(appError('invalid-request', { detail: state }))
        await jobs.stop(id)
        const after = await call('completeRequest', id)
        // The request may have been sent just as the user stopped it. Then it stays in flight, and is shown as such.
        if (after && (after.state === 'queued' || after.state === 'waiting' || after.state === 'failed'))
          await call('completeStep', id, 'discarded', null)
        else if (after?.state === 'processing') startJob(id, after.vrm)
        return ok({})
      }),

    resolve: (resolution) =>
      withRequest(resolution.id, async ({ id, vrm, state }) => {
        const tooLate = fail(appError('invalid-request', { detail: state }))
        if (state !== 'uncertain') return tooLate
        if (resolution.how === 'discard')
          return (await call('leaveUncertain', id, 'discarded')) ? ok({}) : tooLate
        if (resolution.how === 'resend') {
          const forbids = findProhibition()
          if (forbids) return fail(forbids)
          if (!(await call('leaveUncertain', id, 'queued'))) return tooLate
        } else {
          const report = await findReport(client, resolution.reportId, vrm)
          if (!report.ok) return report
          if (
            !(await call(
              'leaveUncertainFound',
              id,
              report.value.id,
              clock.now(),
              assumptions.completeReportCents,
            ))
          )
            return tooLate
        }
        startJob(id, vrm)
        return ok({})
      }),

    publishExternalChange: onChanged,

    async resume() {
      for (const { id, vrm, state, ...when } of await call('unfinishedCompleteRequests')) {
        if (jobs.get(id)) continue
        const due = (state === 'waiting' ? when.nextAttemptAt : when.requestedAt) ?? 0
        const isLate = clock.now() > due && isStale(due, clock.now())
        if (state === 'sending') await call('completeStep', id, 'uncertain', appError('cancelled'))
        else if (isLate && (state === 'queued' || state === 'waiting'))
          await call('completeStep', id, 'failed', appError('cancelled'))
        else startJob(id, vrm)
      }
      await publishUncertain()
    },

    sending: () => jobs.sending,
    close: (hurried) => jobs.close(hurried),
  }
}

/** A request without the core's internal fields. */
function toPublicRequest({
  id,
  vrm,
  state,
  requestedAt,
  acceptedAt,
  attempts,
  nextAttemptAt,
  error,
}: CompleteRequest): CompleteRequest {
  return {
    id,
    vrm,
    state,
    requestedAt,
    attempts,
    ...(acceptedAt !== undefined && { acceptedAt }),
    ...(nextAttemptAt !== undefined && { nextAttemptAt }),
    ...(error !== undefined && { error }),
  }
}
