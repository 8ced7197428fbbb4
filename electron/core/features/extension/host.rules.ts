import type { LookupView } from '#shared/bridge/lookup.ts'
import type { AppError, ErrorCode } from '#shared/bridge/result.ts'
import type { HostError, VerdictSummary } from '#shared/host-protocol/messages.ts'
import type { HostErrorCode } from '#shared/host-protocol/protocol.ts'
import { errorTexts } from '#shared/text/errors.ts'

/** Error codes that have a code in the protocol. Every other code becomes `failed`. */
const CODES: Partial<Record<ErrorCode, HostErrorCode>> = {
  'invalid-plate': 'invalid-request',
  'invalid-request': 'invalid-request',
  'not-found': 'not-found',
  'rate-limited': 'rate-limited',
  locked: 'locked',
  'disk-full': 'unavailable',
  'store-locked': 'unavailable',
  'store-lost': 'unavailable',
  'store-failed': 'unavailable',
  'store-stopped': 'unavailable',
}

/** An error for the extension, without detail. */
export const toHostError = ({ code, retryAfterMs }: AppError): HostError => ({
  code: CODES[code] ?? 'failed',
  ...(code === 'rate-limited' && retryAfterMs !== undefined && { retryAfterMs }),
})

const MAX_NAME = 120
const MAX_DATE = 10
const MAX_REASON = 200

/**
 * Summary of a plate for the extension. It is built field by field, so that no person, report id, chassis, address or
 * text of the service reaches the browser.
 */
export function toVerdictSummary({ vrm, verdict, latest, pending, failed }: LookupView): VerdictSummary {
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

/** Summary of a text that is no plate. Nothing is known about it, and it is never looked up. */
export const buildUnreadPlate = (text: string): VerdictSummary => ({
  vrm: text,
  outcome: null,
  checkedAt: null,
  kind: null,
  disagrees: false,
  vehicle: null,
  pending: null,
  failed: errorTexts['invalid-plate'].title,
})
