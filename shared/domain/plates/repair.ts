import { classifyPlate, type Plate } from './classify.ts'
import { type Glyph, othersIn, plateGlyphs } from './glyphs.ts'
import { readingsFor, SLOT_LAYOUTS } from './look-alikes.ts'

/** One change from the typed text to the suggested plate. */
export interface PlateFix {
  /** Start position in the typed text. */
  at: number
  from: string
  to: string
  kind: 'looks-like' | 'padded' | 'swapped' | 'removed'
}

/** Plate suggested for a text. Never applied automatically. */
export interface PlateRepair {
  plate: Plate
  fixes: readonly PlateFix[]
}

/** With more changes than these, anything looks like a plate. */
const MAX_FIXES = 3
const MAX_REPAIRS = 4
const MAX_TEXT = 32

/** Plates suggested for a mistyped or misread text, the nearest first. None for a valid plate. */
export function repairPlate(text: string): PlateRepair[] {
  if (text.length > MAX_TEXT || classifyPlate(text)) return []
  const glyphs = plateGlyphs(text)
  const found = [
    ...withoutOthers(text, glyphs),
    ...swapped(glyphs),
    ...padded(glyphs),
    ...SLOT_LAYOUTS.flatMap((layout) => misread(glyphs, layout)),
  ]
  const byVrm = new Map<string, PlateRepair>()
  for (const repair of found.toSorted((a, b) => a.fixes.length - b.fixes.length)) {
    if (!byVrm.has(repair.plate.vrm)) byVrm.set(repair.plate.vrm, repair)
  }
  const repairs = [...byVrm.values()]
  const nearest = repairs[0]?.fixes.length ?? 0
  return repairs.filter((repair) => isLikely(repair, repairs, nearest)).slice(0, MAX_REPAIRS)
}

/**
 * Keeps those near the best one; an old plate only if no current one, of which there are far more, is as
 * near.
 */
function isLikely({ plate, fixes }: PlateRepair, repairs: readonly PlateRepair[], nearest: number): boolean {
  if (fixes.length > nearest + 1) return false
  return (
    plate.series !== 'provincial' ||
    !repairs.some((other) => other.plate.series === 'ordinary' && other.fixes.length <= fixes.length)
  )
}

/** Look-alikes: in each position of a layout, the characters that fit it, or that may be meant. */
function misread(glyphs: readonly Glyph[], layout: string): PlateRepair[] {
  if (glyphs.length !== layout.length) return []
  // Digits alone are far more often the end of a chassis number or an invoice.
  if (!/[A-Z]/.test(charsOf(glyphs))) return []
  let readings: { vrm: string; fixes: PlateFix[] }[] = [{ vrm: '', fixes: [] }]
  for (const [index, { char, start }] of glyphs.entries()) {
    const options = readingsFor(char, layout.charAt(index))
    readings = readings.flatMap(({ vrm, fixes }) =>
      options.map((to) => ({
        vrm: vrm + to,
        fixes: to === char ? fixes : [...fixes, { at: start, from: char, to, kind: 'looks-like' as const }],
      })),
    )
    readings = readings.filter(({ fixes }) => fixes.length <= MAX_FIXES)
  }
  return readings.flatMap(({ vrm, fixes }) => repairTo(vrm, fixes))
}

/** Removes characters that no plate has: `1234/BCD`, `Ñ1234BCD`. */
function withoutOthers(text: string, glyphs: readonly Glyph[]): PlateRepair[] {
  const fixes = othersIn(text).map(({ char, start }): PlateFix => ({
    at: start,
    from: char,
    to: '',
    kind: 'removed',
  }))
  return repairTo(charsOf(glyphs), fixes)
}

/** The current letters before the digits: `BCD1234`. */
function swapped(glyphs: readonly Glyph[]): PlateRepair[] {
  const vrm = charsOf(glyphs)
  const match = /^([A-Z]{3})([0-9]{4})$/.exec(vrm)
  if (!match) return []
  const to = `${match[2]}${match[1]}`
  return repairTo(to, [{ at: glyphs[0]?.start ?? 0, from: vrm, to, kind: 'swapped' }])
}

/** Provincial plates have four digits, though the zeros are often omitted: `TF896L`. */
function padded(glyphs: readonly Glyph[]): PlateRepair[] {
  const match = /^([A-Z]{1,2})([0-9]{1,3})([A-Z]{1,2})$/.exec(charsOf(glyphs))
  if (!match) return []
  const [, province = '', from = '', letters = ''] = match
  const to = from.padStart(4, '0')
  const at = glyphs[province.length]?.start ?? 0
  return repairTo(`${province}${to}${letters}`, [{ at, from, to, kind: 'padded' }])
}

const charsOf = (glyphs: readonly Glyph[]) => glyphs.map(({ char }) => char).join('')

function repairTo(vrm: string, fixes: readonly PlateFix[]): PlateRepair[] {
  const plate = classifyPlate(vrm)
  return plate && fixes.length > 0 ? [{ plate, fixes }] : []
}
