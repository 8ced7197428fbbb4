import type { Report } from '#shared/api/report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { reportOutcome } from '#shared/domain/plate-verdict.ts'

/** Search mode for the typed words: all rows, the trigram index, or a fragment of the plate. */
export type Search =
  | { kind: 'all' }
  | { kind: 'words'; match: string }
  /** The text is too short for a trigram. Only plates are searched, for these one or two characters. */
  | { kind: 'fragment'; fragment: string }

/**
 * Builds an FTS5 expression from typed text. Words are joined with AND and quoted, so typed operators have no effect.
 * A plate typed with spaces or hyphens is also searched in its compact form.
 */
export function parseSearch(typed: string): Search {
  const words = typed
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const compact = words.join('').toUpperCase()
  if (compact === '') return { kind: 'all' }
  const long = words.filter((word) => word.length >= 3)
  // `m-1234-ab` is one plate: the search must not find every car with 1234. `citroen c4` is two words, and the index
  // has no `c4`.
  const areWords = long.length === words.length || words.some((word) => /\p{L}{3}/u.test(word))
  const alternatives = [
    compact.length >= 3 ? quoteWord(compact) : '',
    long.length > 0 && words.length > 1 && areWords ? long.map(quoteWord).join(' AND ') : '',
  ].filter(Boolean)
  if (alternatives.length === 0) return { kind: 'fragment', fragment: compact.replace(/[%_]/g, '') }
  return { kind: 'words', match: alternatives.map((one) => `(${one})`).join(' OR ') }
}

const quoteWord = (word: string): string => `"${word.replaceAll('"', '""')}"`

/**
 * Finished reduced report for the screens, or `null` while the registry is still working.
 * @param vrm the requested plate, compact
 * @param checkedAt time when the answer arrived. Reports have no time of their own
 */
export function toReducedReport(report: Report, vrm: string, checkedAt: number): PlateReport | null {
  const outcome = reportOutcome(report)
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
