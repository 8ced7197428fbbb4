import type { Outage } from '#shared/bridge/inbox.ts'
import type { Result } from '#shared/bridge/result.ts'
import { SERVICE_UNAVAILABLE } from '#shared/api/report.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Attempt } from './attempts.store.ts'

export type AttemptOutcome = 'answered' | 'timeout' | 'service-failed' | 'service_unavailable'
export type AttemptWhat = 'report' | 'procedure' | 'signature' | 'other'

/** Detects from our own requests whether the service seems to be down for every client. */
export interface OutageSense {
  /** @param resource its failures alone, however many, are no outage; by default, one of its own */
  note(what: AttemptWhat, outcome: AttemptOutcome, detail?: string, resource?: string): void
  /** Ends an outage that had no new evidence for long. */
  tick(now: number): void
  dismiss(): void
}

export interface OutageDeps {
  clock: Pick<Clock, 'now'>
  /** Records attempts: every failure, and during an outage also the answers. */
  record: (attempt: Attempt) => void
  onState: (state: Outage) => void
}

/**
 * So many failures within the window, and more of them than answers, are an outage; so many consecutive
 * answers end it.
 */
export const OUTAGE_WINDOW_MS = 5 * 60_000
const OUTAGE_FAILURES = 5
/** Minimum of different resources: one that always fails is no outage. */
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

  const tell = () =>
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

  function end(): void {
    outage = null
    dismissed = false
    recent = []
    tell()
  }

  return {
    note(what, outcome, detail, resource) {
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
          return tell()
        }
        const failures = recent.filter((one) => one.failed)
        if (failures.length < OUTAGE_FAILURES || failures.length * 2 <= recent.length) return
        if (new Set(failures.map((one) => one.resource)).size < OUTAGE_RESOURCES) return
        outage = { since: failures[0]?.at ?? now, failures: failures.length }
        return tell()
      }
      answersInARow++
      if (outage && answersInARow >= OUTAGE_ANSWERS) end()
    },
    tick(now) {
      if (outage && Math.abs(now - lastFailure) > FORGOTTEN_MS) end()
    },
    dismiss() {
      if (!outage) return
      dismissed = true
      tell()
    },
  }
}

/**
 * Evidence of a request about the service's health: `null` for none (our own network, a refusal, a limit). A
 * report whose registry was unavailable is a failure although the service answered.
 */
export function attemptOutcome(answer: Result<unknown>): AttemptOutcome | null {
  if (answer.ok) {
    const reason = (answer.value as { failureReason?: unknown } | null)?.failureReason
    return reason === SERVICE_UNAVAILABLE ? SERVICE_UNAVAILABLE : 'answered'
  }
  const { code } = answer.error
  if (code === 'timeout' || code === 'service-failed') return code
  return code === 'not-found' || code === 'rejected' ? 'answered' : null
}

export function attemptWhat(path: string): AttemptWhat {
  const [, section] = /^\/v1\/(reports|procedures|signatures)\b/.exec(path) ?? []
  if (section === 'reports') return 'report'
  if (section === 'procedures') return 'procedure'
  return section === 'signatures' ? 'signature' : 'other'
}

/** Resource of a request: its path, and for a creation the vehicle too. */
export function attemptResource(path: string, body: unknown): string {
  const { vrm, vin } = (body ?? {}) as { vrm?: unknown; vin?: unknown }
  return [path, vrm, vin].filter((part) => typeof part === 'string').join(' ')
}
