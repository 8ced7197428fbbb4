import type { ReducedTransferability, ReportType } from '#shared/api/report.ts'
import { ISSUE_KINDS, ISSUE_TYPES, type IssueType } from '#shared/domain/vocabulary.ts'
import { chargesOf, makeIssue, type RegistryIssue } from '../registry/charges.ts'
import { registryRecord } from '../registry/record.ts'
import { registryVehicle, type RegistryVehicle } from '../registry/vehicle.ts'
import { completeOutcome, reducedOutcome } from './sentinels.ts'

/** What the registry answered: all that a settled report holds. `null` is a field that this report has not. */
export interface RegistryAnswer {
  readonly status: 'completed' | 'error'
  readonly transferability: string | null
  readonly vehicle: RegistryVehicle | null
  readonly issues: readonly RegistryIssue[] | null
  readonly failureReason: string | null
}

/** Asks the registry for a report of a plate, at a time in milliseconds. */
export type AskRegistry = (type: ReportType, vrm: string, nowMs: number) => RegistryAnswer

const DAY_MS = 86_400_000
const NOTHING = { transferability: null, vehicle: null, issues: null, failureReason: null } as const

const isBlocking = (type: IssueType) => ISSUE_KINDS[type] === 'blocking'

/** What a reduced report sees of the alerts: the specification's own two examples of `with_alerts`. */
const REDUCED_ALERTS: readonly IssueType[] = ['itv-expired', 'no-insurance']

/**
 * The charges of the sentinel plates. One plate is all that the table gives to see the blocking ones with, so it
 * has each of them.
 */
const SENTINEL_CHARGES: Readonly<Record<string, readonly IssueType[]>> = {
  '8888BBB': [...ISSUE_TYPES.filter(isBlocking), ...REDUCED_ALERTS],
  '0000CCC': REDUCED_ALERTS,
}

/**
 * Of any other plate: the table says that it is transferable, so it may only have the alerts that its reduced
 * report does not see, and both its reports agree.
 */
const ordinaryCharges = (vrm: string): IssueType[] =>
  chargesOf(vrm).filter((type) => !isBlocking(type) && !REDUCED_ALERTS.includes(type))

/** The registry of the development environment: the specification's tables decide. */
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

/** The registry of production mode: no plate is special, and each has the charges it would have if it were real. */
export const askProductionRegistry: AskRegistry = (type, vrm, nowMs) => {
  const charges = chargesOf(vrm)
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
