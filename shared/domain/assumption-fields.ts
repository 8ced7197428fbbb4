import type { AccountAssumptions } from '../api/assumptions.ts'

/**
 * Editor of each assumption about the service: limits, unit and default. The values repeat the schema of
 * shared/api/assumptions.ts, which the windows do not load. A test compares both.
 */
export type AssumptionField =
  | {
      kind: 'number'
      min: number
      max: number
      fallback: number
      whole: boolean
      /** Stored units per displayed unit, such as 1,000 ms in a second. */
      unit: number
    }
  | { kind: 'choice'; options: readonly string[]; fallback: string }
  | { kind: 'switch'; fallback: boolean }
  /** Path of the service, or empty. */
  | { kind: 'path'; fallback: string }

const number = (
  fallback: number,
  min: number,
  max: number,
  { whole = false, unit = 1 }: { whole?: boolean; unit?: number } = {},
) => ({ kind: 'number', min, max, fallback, whole, unit }) as const

const MIB = 1_048_576

export const assumptionFields = {
  interactiveRequestsPerSecond: number(8, 0.5, 50),
  backgroundRequestsPerSecond: number(2, 0.1, 20),
  failingResourcesForDown: number(4, 2, 50, { whole: true }),
  answerMs: number(10_000, 1_000, 120_000, { whole: true, unit: 1_000 }),
  maxAnswerBytes: number(4 * MIB, MIB / 16, 64 * MIB, { whole: true, unit: MIB }),
  maxAnswerDepth: number(64, 16, 512, { whole: true }),
  plateForm: { kind: 'choice', options: ['compact', 'hyphens'], fallback: 'compact' },
  completeReportCents: number(867, 0, 100_000, { whole: true, unit: 100 }),
  reducedReportCents: number(0, 0, 100_000, { whole: true, unit: 100 }),
  completeReportRecentHours: number(24, 0, 720),
  failedCompleteReportIsCharged: { kind: 'switch', fallback: false },
  notificationPath: { kind: 'path', fallback: '' },
  subscriptionsPath: { kind: 'path', fallback: '' },
  maxDocumentBytes: number(15 * MIB, MIB / 16, 1024 * MIB, { whole: true, unit: MIB }),
  maxDocuments: number(100, 1, 1_000, { whole: true }),
  sendDocumentType: { kind: 'switch', fallback: true },
} as const satisfies Record<keyof AccountAssumptions, AssumptionField>

export type AssumptionName = keyof typeof assumptionFields
export type NumberAssumption = {
  [N in AssumptionName]: (typeof assumptionFields)[N]['kind'] extends 'number' ? N : never
}[AssumptionName]

/** Stored value of a number typed in displayed units. `null` outside its limits. */
export function storedNumber(name: NumberAssumption, shown: number): number | null {
  const { min, max, whole, unit } = assumptionFields[name]
  const value = whole ? Math.round(shown * unit) : shown * unit
  return value >= min && value <= max ? value : null
}

/** Open procedures of a large office, used to explain the limits. */
export const SWEEP_EXAMPLE = 2_000

/** Minutes of a whole round of background polling, rounded, at least one. */
export function sweepMinutes(open: number, perSecond: number): number {
  if (!(perSecond > 0) || !(open > 0)) return 1
  return Math.max(1, Math.round(open / perSecond / 60))
}
