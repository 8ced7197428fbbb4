import type { ReducedTransferability, ReportType } from '#shared/api/report.ts'
import { ISSUE_KINDS, ISSUE_TYPES, type IssueType } from '#shared/domain/vocabulary.ts'
import { drawCharges, makeIssue, type RegistryIssue } from '../registry/charges.ts'
import { makeRegistryRecord } from '../registry/record.ts'
import { makeRegistryVehicle, type RegistryVehicle } from '../registry/vehicle.ts'
import { getCompleteOutcome, getReducedOutcome } from './sentinels.ts'

/** Answer of the registry: everything that a settled report has. `null` is a field that the report lacks. */
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

/** Alerts of a reduced report: the two examples of `with_alerts` in the specification. */
const REDUCED_ALERTS: readonly IssueType[] = ['itv-expired', 'no-insurance']

/**
 * Charges of the sentinel plates. The specification has one plate with blocking charges, so that plate has all of
 * them.
 */
const SENTINEL_CHARGES: Readonly<Record<string, readonly IssueType[]>> = {
  '8888BBB': [...ISSUE_TYPES.filter(isBlocking), ...REDUCED_ALERTS],
  '0000CCC': REDUCED_ALERTS,
}

/**
 * Lists the charges of any other plate. The specification says that the plate is transferable. So that both reports
 * agree, the plate has only alerts that the reduced report does not include.
 */
const listOrdinaryCharges = (vrm: string): IssueType[] =>
  drawCharges(vrm).filter((type) => !isBlocking(type) && !REDUCED_ALERTS.includes(type))

/** Registry of the development environment: the tables of the specification decide. */
export const askDevelopmentRegistry: AskRegistry = (type, vrm, nowMs) => {
  if (type === 'reduced') {
    const outcome = getReducedOutcome(vrm)
    if (outcome.status === 'error') return { ...NOTHING, status: 'error' }
    return makeReducedAnswer(vrm, outcome.transferability)
  }
  const outcome = getCompleteOutcome(vrm)
  if (outcome.status === 'error') return { ...NOTHING, ...outcome }
  return makeCompleteAnswer(vrm, SENTINEL_CHARGES[vrm] ?? listOrdinaryCharges(vrm), nowMs)
}

/** Registry of production mode: no sentinels, and every plate has its drawn charges. */
export const askProductionRegistry: AskRegistry = (type, vrm, nowMs) =>
  makeAnswer(type, vrm, drawCharges(vrm), nowMs)

/** Makes the answer of the registry for a plate with these charges. */
export function makeAnswer(
  type: ReportType,
  vrm: string,
  charges: readonly IssueType[],
  nowMs: number,
): RegistryAnswer {
  if (type === 'complete') return makeCompleteAnswer(vrm, charges, nowMs)
  if (charges.some(isBlocking)) return makeReducedAnswer(vrm, 'not_transferable')
  const hasAlerts = charges.some((charge) => REDUCED_ALERTS.includes(charge))
  return makeReducedAnswer(vrm, hasAlerts ? 'with_alerts' : 'transferable')
}

const makeReducedAnswer = (vrm: string, transferability: ReducedTransferability): RegistryAnswer => ({
  ...NOTHING,
  status: 'completed',
  transferability,
  vehicle: makeRegistryVehicle(vrm),
})

function makeCompleteAnswer(vrm: string, charges: readonly IssueType[], nowMs: number): RegistryAnswer {
  return {
    status: 'completed',
    transferability: charges.some(isBlocking) ? 'not_transferable' : 'transferable',
    vehicle: makeRegistryRecord(vrm, charges, Math.floor(nowMs / DAY_MS)),
    issues: charges.map((type) => makeIssue(vrm, type)),
    failureReason: null,
  }
}
