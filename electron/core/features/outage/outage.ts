import { SERVICE_UNAVAILABLE } from '#shared/api/report.ts'
import type { Outage } from '#shared/bridge/inbox.ts'
import { type Result, ok } from '#shared/bridge/result.ts'
import { fullDate } from '#shared/text/dates.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { attemptsCsvText } from '#shared/text/notifications.ts'
import type { Transport } from '../../api/transport.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type Log, redact } from '../../runtime/log.ts'
import { CSV_TYPE, csvBytes, pagesOf } from '../../runtime/spreadsheets.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Attempt } from './attempts.store.ts'

export type AttemptOutcome = 'answered' | 'timeout' | 'service-failed' | 'service_unavailable'
export type AttemptWhat = 'report' | 'procedure' | 'signature' | 'other'

/** Detects from our own requests whether the service seems to be down for every client. */
export interface OutageSense {
  /**
   * @param resource failures of a single resource never count as an outage. By default each request is its own
   * resource
   */
  recordAttempt(what: AttemptWhat, outcome: AttemptOutcome, detail?: string, resource?: string): void
  /** Ends an outage without new evidence for a long time. */
  publishIfEnded(now: number): void
  dismiss(): void
}

export interface OutageDeps {
  clock: Pick<Clock, 'now'>
  /** Records attempts: every failure, and during an outage also every answer. */
  record: (attempt: Attempt) => void
  onState: (state: Outage) => void
}

/**
 * An outage begins with this many failures within the window, if they outnumber the answers. It ends with this many
 * consecutive answers.
 */
export const OUTAGE_WINDOW_MS = 5 * 60_000
const OUTAGE_FAILURES = 5
/** Minimum number of different resources. A single failing resource is not an outage. */
const OUTAGE_RESOURCES = 3
const OUTAGE_ANSWERS = 3
const FORGOTTEN_MS = 30 * 60_000
const MAX_KEPT = 500

interface Noted {
  at: number
  failed: boolean
  resource: string | symbol
}

export function createOutageSense({ clock, record, onState }: OutageDeps): OutageSense {
  let recent: Noted[] = []
  let outage: { since: number; failures: number } | null = null
  let dismissed = false
  let answersInARow = 0
  let lastFailure = 0

  const publishState = () =>
    onState(
      outage
        ? {
            state: 'suspected',
            since: outage.since,
            failures: outage.failures,
            ...(dismissed && { dismissed }),
          }
        : { state: 'none', failures: 0 },
    )

  function endOutage(): void {
    outage = null
    dismissed = false
    recent = []
    publishState()
  }

  return {
    recordAttempt(what, outcome, detail, resource) {
      const now = clock.now()
      const failed = outcome !== 'answered'
      if (failed || outage) record({ at: now, what, outcome, detail: detail ?? null })
      recent = [
        ...recent.filter(({ at }) => at <= now && now - at < OUTAGE_WINDOW_MS),
        { at: now, failed, resource: resource ?? Symbol(what) },
      ].slice(-MAX_KEPT)
      if (failed) {
        answersInARow = 0
        lastFailure = now
        if (outage) {
          outage = { ...outage, failures: outage.failures + 1 }
          return publishState()
        }
        const failures = recent.filter((one) => one.failed)
        if (failures.length < OUTAGE_FAILURES || failures.length * 2 <= recent.length) return
        if (new Set(failures.map((one) => one.resource)).size < OUTAGE_RESOURCES) return
        outage = { since: failures[0]?.at ?? now, failures: failures.length }
        return publishState()
      }
      answersInARow++
      if (outage && answersInARow >= OUTAGE_ANSWERS) endOutage()
    },
    publishIfEnded(now) {
      if (outage && Math.abs(now - lastFailure) > FORGOTTEN_MS) endOutage()
    },
    dismiss() {
      if (!outage) return
      dismissed = true
      publishState()
    },
  }
}

/**
 * Tells what a request shows about the service's health. `null`: nothing, because our own network failed or the
 * service refused or limited the request. A report whose registry was unavailable is a failure, although the service
 * answered.
 */
export function classifyOutcome(answer: Result<unknown>): AttemptOutcome | null {
  if (answer.ok) {
    const reason = (answer.value as { failureReason?: unknown } | null)?.failureReason
    return reason === SERVICE_UNAVAILABLE ? SERVICE_UNAVAILABLE : 'answered'
  }
  const { code } = answer.error
  if (code === 'timeout' || code === 'service-failed') return code
  return code === 'not-found' || code === 'rejected' ? 'answered' : null
}

export function classifyPath(path: string): AttemptWhat {
  const [, section] = /^\/v1\/(reports|procedures|signatures)\b/.exec(path) ?? []
  if (section === 'reports') return 'report'
  if (section === 'procedures') return 'procedure'
  return section === 'signatures' ? 'signature' : 'other'
}

/** Resource of a request: its path, and for a creation also its vehicle. */
export function buildResourceKey(path: string, body: unknown): string {
  const { vrm, vin } = (body ?? {}) as { vrm?: unknown; vin?: unknown }
  return [path, vrm, vin].filter((part) => typeof part === 'string').join(' ')
}

/** Outage detection that sees every request to the service. */
export interface OutageWatch extends OutageSense {
  /** Wraps a transport so that every outcome is recorded. */
  wrapTransport(transport: Transport): Transport
  /** Writes the pending attempts. */
  flush(): Promise<void>
}

export interface OutageWatchDeps {
  clock: Clock
  log: Log
  record: (attempts: Attempt[]) => Promise<void>
  onState: (state: Outage) => void
}

/** Time to collect attempts that are written together. */
const GATHER_MS = 500

export function createOutageWatch({ clock, log, record, onState }: OutageWatchDeps): OutageWatch {
  let unwritten: Attempt[] = []
  let writing: Promise<void> | null = null
  const gathered = new AbortController()

  async function write(): Promise<void> {
    await clock.sleep(GATHER_MS, gathered.signal)
    const attempts = unwritten
    unwritten = []
    writing = null
    await record(attempts).catch((error: unknown) =>
      log.error('outage: attempts could not be written down', error),
    )
  }

  const sense = createOutageSense({
    clock,
    record(attempt) {
      unwritten.push(attempt)
      writing ??= write()
    },
    onState,
  })

  return {
    ...sense,
    wrapTransport: (transport) => ({
      ...transport,
      async request(request) {
        const answer = await transport.request(request)
        const outcome = classifyOutcome(answer)
        if (outcome !== null)
          sense.recordAttempt(
            classifyPath(request.path),
            outcome,
            answer.ok ? undefined : redact(answer.error.detail ?? ''),
            buildResourceKey(request.path, request.body),
          )
        return answer
      },
    }),
    async flush() {
      gathered.abort()
      await writing
    },
  }
}

export interface OutageCommandDeps extends AccountQuestions {
  /** Workspace of the active account. The workspace changes when the account changes, so do not store it. */
  workspace: () => Workspace
}

export function createOutageCommands({ workspace, ask }: OutageCommandDeps): CommandsOf<'outage'> {
  return {
    'outage.dismiss'() {
      workspace().outage.dismiss()
      return ok({})
    },
    'outage.attempts': () => ask(async ({ store }) => ok(await store.call('attemptSummary'))),
  }
}

export function createOutageTransfers(workspace: () => Workspace): TransfersOf<'outage'> {
  return {
    'outage.record': async (_args, signal) => {
      const { call } = workspace().store
      return ok({
        filename: attemptsCsvText.filename,
        contentType: CSV_TYPE,
        bytes: writeAttemptsCsv((after, limit) => call('attempts', after, limit), signal),
      })
    },
  }
}

const PAGE = 500

/**
 * Record of attempts as a CSV file for a Spanish spreadsheet. Times are to the second, in the time zone of this PC.
 */
export async function* writeAttemptsCsv(
  page: (after: number | null, limit: number) => Promise<{ rows: Attempt[]; next: number | null }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pages = pagesOf((cursor: number | null) => page(cursor, PAGE), signal)
  yield* csvBytes(attemptsCsvText.header, pages, toCells)
}

function toCells({ at, what, outcome, detail }: Attempt): string[] {
  const date = new Date(at)
  const padTwo = (value: number) => String(value).padStart(2, '0')
  return [
    fullDate(at),
    `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}:${padTwo(date.getSeconds())}`,
    entryOf(attemptsCsvText.what, what) ?? what,
    entryOf(attemptsCsvText.outcome, outcome) ?? outcome,
    detail ?? '',
  ]
}
