import { SAMPLE_OFFICE_PATH, sampleOfficeSchema, type SampleOffice } from '#shared/api/development.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Transport } from '../../api/transport.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { StoreCall } from '../../store/client.ts'
import { parseResourceEvent } from '../changes/events.rules.ts'
import { toSeen } from '../changes/resource.rules.ts'
import { toCompleteReport } from '../complete/complete.rules.ts'
import { toReducedReport } from '../lookup/lookup.rules.ts'
import type { SampleFill } from './sample-office.store.ts'

interface OfficeReaderDeps {
  client: Pick<ServiceClient, 'getProcedure' | 'getSignature' | 'getReport'>
  clock: Clock
}

/** Number of concurrent requests. The service runs on this PC. */
const AT_ONCE = 8

/** Reads everything that the demonstration's service has added to the past, through its API. */
async function readOffice(
  { client, clock }: OfficeReaderDeps,
  office: SampleOffice,
  signal: AbortSignal,
): Promise<Result<SampleFill>> {
  const resources = await collectResults(
    [
      ...office.cases.map(({ id }) => ({ kind: 'procedure', id }) as const),
      ...office.signatures.map(({ id }) => ({ kind: 'signature', id }) as const),
    ],
    async ({ kind, id }) => {
      const answer =
        kind === 'procedure' ? await client.getProcedure(id, signal) : await client.getSignature(id, signal)
      return answer.ok ? ok(toSeen(kind, answer.value)) : answer
    },
  )
  if (!resources.ok) return resources
  const reports = await collectResults(office.reports, async ({ id, type, vrm, at }) => {
    const answer = await client.getReport(id, signal)
    if (!answer.ok) return answer
    const checkedAt = Date.parse(at)
    const report =
      type === 'reduced'
        ? toReducedReport(answer.value, vrm, checkedAt)
        : toCompleteReport(answer.value, vrm, checkedAt)
    return report ? ok(report) : fail(appError('bad-answer', { detail: 'a report is not finished' }))
  })
  if (!reports.ok) return reports
  const now = clock.now()
  const events = office.events.flatMap((event) => parseResourceEvent(event, getEventTime(event, now)) ?? [])
  return ok({ office, resources: resources.value, reports: reports.value, events, now })
}

/**
 * Runs `ask` for each item, a few at a time, and stops at the first failure. Answers are in the order of the items.
 */
async function collectResults<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<Result<R>>,
): Promise<Result<R[]>> {
  const answers: R[] = []
  const left = items.entries()
  let failed: Result<never> | null = null
  async function runWorker(): Promise<void> {
    for (const [index, item] of left) {
      if (failed) return
      const answer = await ask(item)
      if (answer.ok) answers[index] = answer.value
      else failed = answer
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runWorker))
  return failed ?? ok(answers)
}

/** Time when the event would have arrived. */
function getEventTime(event: Readonly<Record<string, unknown>>, now: number): number {
  const { data } = event
  const timestamp = typeof data === 'object' && data !== null && 'timestamp' in data ? data.timestamp : null
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isFinite(at) ? Math.min(at, now) : now
}

export { readOffice }

/**
 * Office of *Demostración*. Its own service creates the office. The core reads it through the service's API and
 * stores it.
 */
export interface SampleOfficeFiller {
  /** Fills an empty demonstration once. Never rejects: the next start retries a failure. */
  fill(): Promise<void>
  stop(): Promise<void>
}

export interface SampleOfficeDeps {
  call: StoreCall
  client: Pick<ServiceClient, 'getProcedure' | 'getSignature' | 'getReport'>
  transport: Pick<Transport, 'request'>
  clock: Clock
  log: Log
  /** True for the second PC. It has no work of its own, and the first PC shares what the office wrote. */
  isSecondPc: boolean
  /** Called after the office was written, because everything shown has changed. */
  onFilled: () => Promise<void>
}

/** Delay before a retry, in milliseconds. The embedded service may still be starting or restarting. */
const RETRY_MS = 1_000
const MAX_ATTEMPTS = 5

export function createSampleOffice(deps: SampleOfficeDeps): SampleOfficeFiller {
  const { call, transport, clock, log, isSecondPc, onFilled } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let filling: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    if (!(await call('wantsSampleOffice'))) return
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !signal.aborted; attempt++) {
      const fill = await fetchFill()
      if (fill.ok) {
        if (signal.aborted || !(await call('fillSampleOffice', fill.value, !isSecondPc))) return
        log.info(`sample office: ${fill.value.resources.length} procedures and signatures`)
        return onFilled()
      }
      log.warn(`sample office: ${fill.error.code} ${fill.error.detail ?? ''}`)
      await clock.sleep(RETRY_MS, signal)
    }
  }

  async function fetchFill(): Promise<Result<SampleFill>> {
    const made = await makeOffice()
    return made.ok ? readOffice(deps, made.value, signal) : made
  }

  async function makeOffice(): Promise<Result<SampleOffice>> {
    const answer = await transport.request({ method: 'POST', path: SAMPLE_OFFICE_PATH, body: {}, signal })
    if (!answer.ok) return answer
    const office = sampleOfficeSchema.safeParse(answer.value)
    return office.success ? ok(office.data) : fail(appError('bad-answer', { detail: office.error.message }))
  }

  return {
    fill() {
      filling = run().catch((error: unknown) => {
        if (!signal.aborted) log.error('sample office: it could not be filled', error)
      })
      return filling
    },
    async stop() {
      stopping.abort()
      await filling
    },
  }
}
