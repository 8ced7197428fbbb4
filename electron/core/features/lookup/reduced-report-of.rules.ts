import type { Report } from '#shared/api/report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { outcomeOf } from '#shared/domain/verdict.ts'

/**
 * A finished reduced report for the screens, or `null` while the registry is still working.
 * @param vrm the requested plate, compact
 * @param checkedAt time the answer arrived: reports carry none of their own
 */
export function reducedReportOf(report: Report, vrm: string, checkedAt: number): PlateReport | null {
  const outcome = outcomeOf(report)
  if (outcome === null) return null
  const { vin, brand, model, firstRegistrationDate } = report.registryExtractedData ?? {}
  const vehicle = {
    ...(vin !== undefined && { vin }),
    ...(brand !== undefined && { brand }),
    ...(model !== undefined && { model }),
    ...(firstRegistrationDate !== undefined && { firstRegistrationDate }),
  }
  return {
    reportId: report.id,
    vrm,
    kind: 'reduced',
    outcome,
    checkedAt,
    ...(outcome === 'unrecognised' && { rawOutcome: report.transferabilityStatus ?? report.status }),
    ...(Object.keys(vehicle).length > 0 && { vehicle }),
  }
}
