import type { PlateReport } from '../bridge/lookup.ts'

/** Make and model of a vehicle as its report gives them; '' without either. */
export const vehicleName = (
  vehicle: { brand?: string | undefined; model?: string | undefined } | undefined,
): string => [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ')

/** Data of the vehicle that a reduced report gives, in the order that they are said. */
export const REDUCED_FIELDS = ['brand', 'model', 'vin', 'firstRegistrationDate'] as const
type ReducedField = (typeof REDUCED_FIELDS)[number]

export type ReducedReport = Pick<PlateReport, 'outcome' | 'vehicle'>

/** One difference between two reduced reports of a plate. */
export type ReducedChange =
  | { what: 'outcome'; before: ReducedReport['outcome']; after: ReducedReport['outcome'] }
  | { what: 'field'; field: ReducedField; before: string; after: string }

/** False for a report that says nothing of the plate. */
export const isReducedAnswer = ({ outcome }: Pick<ReducedReport, 'outcome'>): boolean =>
  outcome !== 'error' && outcome !== 'unrecognised'

/**
 * What changed from one reduced report of a plate to a later one, as `reportChanges` says it of complete ones: a report
 * without an answer, or a field that one of the two leaves out, says nothing.
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
