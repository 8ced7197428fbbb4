import { compactIdentifier, isPlainIdentifier } from '../normalize-text.ts'
import {
  wholePattern,
  oldProvinces,
  provinces,
  MAX_VRM,
  plateForms,
  prefixSeries,
  type PlateSeries,
} from './series.ts'

/** Plate of a known series. */
export interface Plate {
  /** Compact form, in the registry's notation: `1234BCD`. */
  vrm: string
  series: PlateSeries
  /** The vrm, split at the plate's gaps. */
  groups: readonly string[]
  separator: ' ' | '-'
  /** Name of the province, for provincial series. */
  province?: string
  /** Another series with the same form. */
  alsoReadAs?: PlateSeries
}

/** Texts longer than a plate with its separators are not examined. */
const MAX_TEXT = 64

const patterns = plateForms.map((form) => ({ ...form, pattern: wholePattern(form.parts) }))

/**
 * Compact form of a plate in an answer of the service, in any notation. Typed text needs `classifyPlate`, which drops
 * only separators.
 */
export function normalisePlate(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/**
 * Plate that makes up the whole text, with any spaces, dots and hyphens, or `null` (formats: RGV Anexo XVIII).
 * Nothing else is dropped, because that would be a silent repair.
 */
export function classifyPlate(text: string): Plate | null {
  if (text.length > MAX_TEXT) return null
  const vrm = compactIdentifier(text)
  if (vrm === '' || vrm.length > MAX_VRM || !isPlainIdentifier(vrm)) return null
  let plate: Plate | null = null
  for (const form of patterns) {
    const match = form.pattern.exec(vrm)
    if (!match) continue
    const groups = match.slice(1).filter(Boolean)
    const series = form.series ?? prefixSeries.get(groups[0] ?? '')
    if (!series) continue
    if (plate && plate.series !== series) return { ...plate, alsoReadAs: series }
    if (plate) continue
    plate = withProvince({ vrm, series, groups, separator: form.separator })
  }
  return plate
}

function withProvince(plate: Plate): Plate {
  // Only provincial and official series have hyphens. Official codes are no provinces.
  const [first = '', second = ''] = plate.groups
  const code = first === 'VH' ? second : first
  const province = plate.separator === '-' ? (provinces.get(code) ?? oldProvinces.get(code)) : undefined
  return province === undefined ? plate : { ...plate, province }
}

/**
 * True for old and official plates. In a text their form is usually something else, so they need a label, or to stand
 * alone.
 */
export const isOldSeries = ({ series }: Plate): boolean =>
  ['pre-1971', 'historic-provincial', 'diplomatic', 'official'].includes(series)

/** Plate with its gaps: `1234 BCD`, `C 1234 BCD`, `M-1234-AB`. Any other text stays unchanged. */
export function displayPlate(vrmOrPlate: string | Plate): string {
  const plate = plateOf(vrmOrPlate)
  return typeof plate === 'string' ? plate : plate.groups.join(plate.separator)
}

/** Plate for a screen reader, character by character: `1 2 3 4, B C D`. */
export function spellPlate(vrmOrPlate: string | Plate): string {
  const plate = plateOf(vrmOrPlate)
  const groups = typeof plate === 'string' ? [plate] : plate.groups
  return groups.map((group) => Array.from(group).join(' ')).join(', ')
}

const plateOf = (vrmOrPlate: string | Plate): string | Plate =>
  typeof vrmOrPlate === 'string' ? (classifyPlate(vrmOrPlate) ?? vrmOrPlate) : vrmOrPlate
