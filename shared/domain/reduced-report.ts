import type { PlateReport } from '../bridge/lookup.ts'

/** Make and model of a vehicle from its report. Empty without both. */
export const vehicleName = (
  vehicle: { brand?: string | undefined; model?: string | undefined } | undefined,
): string => [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ')

/** Most reports in the office's data about a plate (`cases.of-plate`). *Historial* has the rest. */
export const MAX_REPORTS_OF_PLATE = 10

/** Vehicle data of a reduced report, in display order. */
export const REDUCED_FIELDS = ['brand', 'model', 'vin', 'firstRegistrationDate'] as const
type ReducedField = (typeof REDUCED_FIELDS)[number]

export type ReducedReport = Pick<PlateReport, 'outcome' | 'vehicle'>

/** Difference between two reduced reports of a plate. */
export type ReducedChange =
  | { what: 'outcome'; before: ReducedReport['outcome']; after: ReducedReport['outcome'] }
  | { what: 'field'; field: ReducedField; before: string; after: string }

/** False for a report without an answer about the plate. */
export const isReducedAnswer = ({ outcome }: Pick<ReducedReport, 'outcome'>): boolean =>
  outcome !== 'error' && outcome !== 'unrecognised'

/**
 * Changes from one reduced report of a plate to a later one. `reportChanges` does the same for complete reports. A
 * report without an answer, or a field missing in one of them, gives no change.
 */
export function reducedChanges(before: ReducedReport, after: ReducedReport): ReducedChange[] {
  if (!isReducedAnswer(before) || !isReducedAnswer(after)) return []
  const outcome: ReducedChange[] =
    before.outcome === after.outcome
      ? []
      : [{ what: 'outcome', before: before.outcome, after: after.outcome }]
  const fields = REDUCED_FIELDS.flatMap((field): ReducedChange[] => {
    const texts = { before: textOf(before, field), after: textOf(after, field) }
    const isSame = texts.before === texts.after || texts.before === '' || texts.after === ''
    return isSame ? [] : [{ what: 'field', field, ...texts }]
  })
  return [...outcome, ...fields]
}

const textOf = ({ vehicle }: ReducedReport, field: ReducedField): string =>
  (vehicle?.[field] ?? '').replaceAll(/\s+/g, ' ').trim()
