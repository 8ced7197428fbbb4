import type { IssueType } from '#shared/domain/vocabulary.ts'
import { SERVICE_UNAVAILABLE } from '#shared/api/report.ts'
import { createCounters, type Db } from '../../db/open.ts'
import { answerWith, type AskRegistry } from '../../reports/answer.ts'

/** Registry that a training scenario can change: kept in the store, so that a restart does not end an outage. */
export interface ScenarioRegistry {
  readonly ask: AskRegistry
  /** In a transaction: the registry answers with these charges of a plate from now on. */
  setCharges(plate: string, charges: readonly IssueType[]): void
  /** In a transaction: it gives no answer before that time. */
  setOutage(untilMs: number): void
}

const OUTAGE = 'registry-outage-until-ms'

/** @param ask the registry that answers otherwise */
export function createScenarioRegistry(db: Db, ask: AskRegistry): ScenarioRegistry {
  const counters = createCounters(db)
  const find = db.prepare<[string], { charges: string }>('SELECT charges FROM scenario_plate WHERE vrm = ?')
  const keep = db.prepare<[string, string]>(
    'INSERT INTO scenario_plate (vrm, charges) VALUES (?, ?) ON CONFLICT (vrm) DO UPDATE SET charges = excluded.charges',
  )
  return {
    ask(type, vrm, nowMs) {
      if (nowMs < counters.read(OUTAGE)) return noAnswer(type === 'complete' ? SERVICE_UNAVAILABLE : null)
      const own = find.get(vrm)
      return own
        ? answerWith(type, vrm, JSON.parse(own.charges) as IssueType[], nowMs)
        : ask(type, vrm, nowMs)
    },
    setCharges: (plate, charges) => void keep.run(plate, JSON.stringify(charges)),
    setOutage: (untilMs) => counters.write(OUTAGE, untilMs),
  }
}

const noAnswer = (failureReason: string | null) =>
  ({ status: 'error', transferability: null, vehicle: null, issues: null, failureReason }) as const
