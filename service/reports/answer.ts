import type { ReducedTransferability, ReportType } from '#shared/api/report.ts'
import { ISSUE_KINDS, ISSUE_TYPES, type IssueType } from '#shared/domain/vocabulary.ts'
import { chargesOf, makeIssue, type RegistryIssue } from '../registry/charges.ts'
import { registryRecord } from '../registry/record.ts'
import { registryVehicle, type RegistryVehicle } from '../registry/vehicle.ts'
import { completeOutcome, reducedOutcome } from './sentinels.ts'

/** Answer of the registry: all that a settled report holds. `null` is a field that this report lacks. */
export interface RegistryAnswer {
  readonly status: 'completed' | 'error'
  readonly transferability: string | null
  readonly vehicle: RegistryVehicle | null
  readonly issues: readonly RegistryIssue[] | null
  readonly failureReason: string | null
}

/** Requests a report of a plate from the registry, at a time in milliseconds. */
export type AskRegistry = (type: ReportType, vrm: string, nowMs: number) => RegistryAnswer

const DAY_MS = 86_400_000
const NOTHING = { transferability: null, vehicle: null, issues: null, failureReason: null } as const

const isBlocking = (type: IssueType) => ISSUE_KINDS[type] === 'blocking'

/** Alerts included in a reduced report: the specification's own two examples of `with_alerts`. */
const REDUCED_ALERTS: readonly IssueType[] = ['itv-expired', 'no-insurance']

/**
 * Charges of the sentinel plates. The table has a single plate for the blocking ones, so it gets each of
 * them.
 */
const SENTINEL_CHARGES: Readonly<Record<string, readonly IssueType[]>> = {
  '8888BBB': [...ISSUE_TYPES.filter(isBlocking), ...REDUCED_ALERTS],
  '0000CCC': REDUCED_ALERTS,
}

/**
 * Charges of any other plate: the table says that it is transferable, so it may only have the alerts that its
 * reduced report does not include, and both its reports agree.
 */
const ordinaryCharges = (vrm: string): IssueType[] =>
  chargesOf(vrm).filter((type) => !isBlocking(type) && !REDUCED_ALERTS.includes(type))

/** Registry of the development environment: the specification's tables decide. */
export const askDevelopmentRegistry: AskRegistry = (type, vrm, nowMs) => {
  if (type === 'reduced') {
    const outcome = reducedOutcome(vrm)
    if (outcome.status === 'error') return { ...NOTHING, status: 'error' }
    return reducedAnswer(vrm, outcome.transferability)
  }
  const outcome = completeOutcome(vrm)
  if (outcome.status === 'error') return { ...NOTHING, ...outcome }
  return completeAnswer(vrm, SENTINEL_CHARGES[vrm] ?? ordinaryCharges(vrm), nowMs)
}

/** Registry of production mode: no sentinels; each plate has the charges it would have if it were real. */
export const askProductionRegistry: AskRegistry = (type, vrm, nowMs) =>
  answerWith(type, vrm, chargesOf(vrm), nowMs)

/** Answer of the registry of a plate that has these charges. */
export function answerWith(
  type: ReportType,
  vrm: string,
  charges: readonly IssueType[],
  nowMs: number,
): RegistryAnswer {
  if (type === 'complete') return completeAnswer(vrm, charges, nowMs)
  if (charges.some(isBlocking)) return reducedAnswer(vrm, 'not_transferable')
  const hasAlerts = charges.some((charge) => REDUCED_ALERTS.includes(charge))
  return reducedAnswer(vrm, hasAlerts ? 'with_alerts' : 'transferable')
}

const reducedAnswer = (vrm: string, transferability: ReducedTransferability): RegistryAnswer => ({
  ...NOTHING,
  status: 'completed',
  transferability,
  vehicle: registryVehicle(vrm),
})

function completeAnswer(vrm: string, charges: readonly IssueType[], nowMs: number): RegistryAnswer {
  return {
    status: 'completed',
    transferability: charges.some(isBlocking) ? 'not_transferable' : 'transferable',
    vehicle: registryRecord(vrm, charges, Math.floor(nowMs / DAY_MS)),
    issues: charges.map((type) => makeIssue(vrm, type)),
    failureReason: null,
  }
}
