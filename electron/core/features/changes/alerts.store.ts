import type Database from 'better-sqlite3-multiple-ciphers'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { HANDED_IN_STATES } from '#shared/domain/procedures/service-procedure.ts'
import type { Subject } from '#shared/bridge/inbox.ts'
import { daysAfter, isoDay } from '#shared/domain/calendar.ts'
import {
  computeAlerts,
  DAY_MS,
  type Alert,
  type AlertCandidate,
  type WaitDays,
  computeLegalAlerts,
  PAST_DAYS,
  type LegalCandidate,
  type RequestCandidate,
  toRequestAlert,
} from './alerts.rules.ts'
import { createChangeWriter } from './change-rows.store.ts'
import { toCalendarDay } from '../cases/case-functions.store.ts'
import { incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { VISIBLE } from '../../store/visible.ts'

const HANDED_IN = `(${HANDED_IN_STATES.map((state) => `'${state}'`).join(', ')})`

interface DueRequests extends RequestCandidate {
  file: { subject: Subject; isMuted: boolean }
}

/**
 * Alerts of waits that are too long, of legal days, and of requests to clients. Runs in the worker.
 * @param requestsDue open requests whose reminder is due by a day
 */
export function createAlertQueries(db: Database.Database, requestsDue: (until: string) => DueRequests[]) {
  const writer = createChangeWriter(db)
  const waiting = db.prepare<[], AlertCandidate>(
    [
      ['resource_provisional', `provisional_at IS NOT NULL`],
      ['resource_open', `kind = 'procedure' AND status = 'BLOCKED'`],
      ['resource_open', `kind = 'signature'`],
    ]
      .map(
        ([index, alerting]) =>
          `SELECT kind, id, status, since, provisional_at AS provisionalAt FROM resource INDEXED BY ${index}
           WHERE muted = 0 AND gone = 0 AND next_at IS NOT NULL AND ${VISIBLE} AND ${alerting}`,
      )
      // One query per index: a single condition over all three would read every open row.
      .join(' UNION '),
  )
  /**
   * Procedures with a running legal term. Ended procedures have none, as in the list. A procedure that the office has
   * handed in raises no more alerts, although its term stays in *Plazos* until the procedure ends.
   */
  const termsRunning = db.prepare<{ from: number; to: number }, LegalCandidate & { status: string }>(
    `SELECT r.id, r.status, k.type, d.contract_date AS contractDate FROM case_record k INDEXED BY case_record_last_day
       JOIN case_annotations d ON d.seq = k.seq JOIN resource r ON r.seq = k.seq
     WHERE k.last_day >= @from AND k.first_day <= @to AND r.status NOT IN ${HANDED_IN} AND r.muted = 0 AND r.gone = 0 AND r.${VISIBLE}`,
  )

  const bodyOf = db
    .prepare<[string], string>(`SELECT body FROM resource WHERE kind = 'procedure' AND id = ?`)
    .pluck()
  /** True if the procedure waits only for third parties, whom the office cannot chase. */
  const isHeld = (id: string, status = 'BLOCKED') =>
    waitsForOthersOnly(status, incidentsIn(recordIn(bodyOf.get(id) ?? '')))

  function waitAlerts({ incident, provisional, signature }: WaitDays, now: number): Alert[] {
    const days = { incident, provisional, signature }
    const shortest = Math.min(...Object.values(days).filter((count) => count > 0), Infinity) * DAY_MS
    return waiting
      .all()
      .filter(({ since, provisionalAt }) => now - Math.min(since, provisionalAt ?? since) >= shortest)
      .flatMap((candidate) => computeAlerts(candidate, days, now))
      .filter(({ id, detail }) => detail['about'] !== 'incident' || !isHeld(id))
  }

  function readLegalAlerts(warningDays: number, now: number): Alert[] {
    const day = (days: number) => toCalendarDay(daysAfter(now, days))
    return termsRunning
      .all({ from: day(-PAST_DAYS), to: day(warningDays) })
      .filter(({ id, status }) => !isHeld(id, status))
      .flatMap((candidate) => computeLegalAlerts(candidate, warningDays, now))
  }

  /** The service does not know a draft, so the row of a draft has its plate. */
  const readRequestAlerts = (now: number) =>
    requestsDue(isoDay(now))
      .filter(({ file }) => !file.isMuted)
      .map((due) => ({
        ...toRequestAlert(due),
        ...(due.about.kind === 'other' && { subject: due.file.subject }),
      }))

  return {
    /** Stores the due alerts that were not raised yet. */
    raiseAlerts: db.transaction((days: NotificationSettings['days'], now: number): number[] =>
      [...waitAlerts(days, now), ...readLegalAlerts(days.deadline, now), ...readRequestAlerts(now)].flatMap(
        ({ kind, id, event, detail, key, subject }: Alert & { subject?: Subject }) => {
          const sourceEvent = {
            event,
            detail,
            at: now,
            seenAt: now,
            source: 'alert' as const,
            serverAt: null,
            key,
          }
          const about = subject && { subject }
          return writer.write({ kind, id, sourceEvent, placement: 'inbox', ...about }) ?? []
        },
      ),
    ),
  }
}
