import type { LookupView } from '#shared/bridge/lookup.ts'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { errorTexts } from '#shared/text/errors.ts'

const MAX_NAME = 120
const MAX_DATE = 10
const MAX_REASON = 200

/**
 * What the extension may know of a plate. Built field by field, so that nothing of a report crosses unless it is named
 * here: no person, report id, chassis, address or text of the service.
 */
export function verdictSummary({ vrm, verdict, latest, pending, failed }: LookupView): VerdictSummary {
  const vehicle = verdict?.report.vehicle ?? latest?.vehicle
  return {
    vrm,
    outcome: verdict?.outcome ?? null,
    checkedAt: verdict?.report.checkedAt ?? null,
    kind: verdict?.report.kind ?? null,
    disagrees: verdict?.against != null,
    vehicle: vehicle
      ? {
          name: [vehicle.brand, vehicle.model].filter(Boolean).join(' ').slice(0, MAX_NAME),
          firstRegistrationDate: (vehicle.firstRegistrationDate ?? '').slice(0, MAX_DATE),
        }
      : null,
    pending: pending?.state ?? null,
    failed: failed ? errorTexts[failed.code].title.slice(0, MAX_REASON) : null,
  }
}

/** A text that is no plate: nothing is known of it, and it is never looked up. */
export const unreadPlate = (text: string): VerdictSummary => ({
  vrm: text,
  outcome: null,
  checkedAt: null,
  kind: null,
  disagrees: false,
  vehicle: null,
  pending: null,
  failed: errorTexts['invalid-plate'].title,
})
