import { compactIdentifier, isPlainIdentifier } from '../identifier.ts'
import { wholePattern } from './form-pattern.ts'
import { provinces } from './provinces.ts'
import { LONGEST_VRM, plateForms, prefixSeries, type PlateSeries } from './series.ts'

/** A plate of a known series. */
export interface Plate {
  /** The compact form, as the registry writes it: `1234BCD`. */
  vrm: string
  series: PlateSeries
  /** The vrm cut where the plate has its gaps. */
  groups: readonly string[]
  separator: ' ' | '-'
  /** The province's name, for the series that have one. */
  province?: string
  /** The other series that the same characters may be of. */
  alsoReadAs?: PlateSeries
}

/** Far more than any plate with its separators. Beyond it, a text is not looked at. */
const LONGEST_TEXT = 64

const patterns = plateForms.map((form) => ({ ...form, pattern: wholePattern(form.parts) }))

/**
 * The compact form of a plate that somebody else answers, whatever they wrote around it. What a person types is read by
 * `classifyPlate`, which drops nothing but separators.
 */
export function normalisePlate(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/**
 * The plate that the whole text is, with any spaces, dots and hyphens, or `null` (formats: RGV Anexo XVIII). Nothing else
 * is dropped to make one: that would be a silent repair.
 */
export function classifyPlate(text: string): Plate | null {
  if (text.length > LONGEST_TEXT) return null
  const vrm = compactIdentifier(text)
  if (vrm === '' || vrm.length > LONGEST_VRM || !isPlainIdentifier(vrm)) return null
  let plate: Plate | null = null
  for (const form of patterns) {
    const match = form.pattern.exec(vrm)
    if (!match) continue
    const groups = match.slice(1).filter(Boolean)
    const series = form.series ?? prefixSeries.get(groups[0] ?? '')
    if (!series) continue
    if (plate) return { ...plate, alsoReadAs: series }
    plate = withProvince({ vrm, series, groups, separator: form.separator })
  }
  return plate
}

function withProvince(plate: Plate): Plate {
  // Those written with a hyphen are the provincial series and the official ones, whose codes are no province.
  const province = plate.separator === '-' ? provinces.get(plate.groups[0] ?? '') : undefined
  return province === undefined ? plate : { ...plate, province }
}
