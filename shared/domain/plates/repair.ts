import { classifyPlate, type Plate } from './classify.ts'
import {
  diagnosePlate,
  type PlateProblemCode,
  type TextRange,
  type Glyph,
  othersIn,
  plateGlyphs,
  fitsSlot,
  readingsFor,
  SLOT_LAYOUTS,
} from './diagnose.ts'
import type { PlateList } from './list.ts'
import { GROUP_LETTERS, prefixSeries } from './series.ts'

/** Single change from the typed text to the suggested plate. */
interface PlateFix {
  /** Start position in the typed text. */
  at: number
  from: string
  to: string
  kind: 'looks-like' | 'padded' | 'removed'
}

/** Suggested plate for a text. It is never applied automatically. */
export interface PlateRepair {
  plate: Plate
  fix: PlateFix
}

const MAX_REPAIRS = 4
const MAX_TEXT = 32

/**
 * Plates that differ in one character from a mistyped or misread text, in the text's own series.
 * Two changes would turn almost any text into the plate of another car, so a text with two mistakes gets no
 * suggestion. A valid plate gets none.
 */
export function repairPlate(text: string): PlateRepair[] {
  if (text.length > MAX_TEXT || classifyPlate(text)) return []
  const glyphs = plateGlyphs(text)
  const typed = charsOf(glyphs)
  const parted = [...text.matchAll(/(?<=[A-Z0-9] ?)-(?= ?[A-Z0-9])/gi)].map(
    ({ index }) => glyphs.filter(({ end }) => end <= index).length,
  )
  const byVrm = new Map<string, PlateRepair>()
  for (const repair of candidates(text)) {
    if (byVrm.has(repair.plate.vrm) || !keepsSeries(typed, repair.plate)) continue
    if (repair.fix.kind === 'looks-like' && !keepsParts(parted, repair.plate)) continue
    byVrm.set(repair.plate.vrm, repair)
  }
  const repairs = [...byVrm.values()]
  // Most cars have a current plate, so an old one is far less likely.
  const hasCurrent = repairs.some(({ plate }) => plate.series === 'ordinary')
  return repairs.filter(({ plate }) => plate.series !== 'provincial' || !hasCurrent).slice(0, MAX_REPAIRS)
}

function candidates(text: string): PlateRepair[] {
  const breaks = [...text.trim().matchAll(/\s*[\r\n]+\s*/g)]
  const [lineBreak] = breaks
  if (lineBreak) {
    const at = text.indexOf(lineBreak[0])
    return breaks.length > 1
      ? []
      : repairTo(text.replace(lineBreak[0], ' '), { at, from: lineBreak[0], to: '', kind: 'removed' })
  }
  const [other, ...more] = othersIn(text)
  if (other) return more.length > 0 ? [] : withoutOther(text, other)
  const glyphs = plateGlyphs(text)
  return [...padded(glyphs), ...SLOT_LAYOUTS.flatMap((layout) => misread(glyphs, layout))]
}

/**
 * True if the series of the initial letters stays. The last letter may be a misread figure (`O123BCD`, `MO234AB`),
 * unless it is the letter of a current series: `T123BCD` lacks a figure.
 */
function keepsSeries(typed: string, { vrm, series }: Plate): boolean {
  const prefix = prefixOf(typed)
  const current = prefixSeries.get(prefix)
  if (current !== undefined && LACKS_FIGURE.test(typed)) return series === current
  return prefix.startsWith(prefixOf(vrm)) && !(current !== undefined && series === 'ordinary')
}

/** True if the parts between hyphens stay: `8-4471-WX` is no `8447 LWX`. */
function keepsParts(parted: readonly number[], { groups }: Plate): boolean {
  let length = 0
  const ends = new Set(groups.map((group) => (length += group.length)))
  return parted.every((place) => ends.has(place))
}

const LACKS_FIGURE = new RegExp(`[0-9][${GROUP_LETTERS}]{3}$`)
const prefixOf = (vrm: string): string => /^[A-Z]*/.exec(vrm)?.[0] ?? ''

/** Repairs of a look-alike: the only character that does not fit a layout. */
function misread(glyphs: readonly Glyph[], layout: string): PlateRepair[] {
  if (glyphs.length !== layout.length) return []
  // Digits alone are usually the end of a chassis number or an invoice.
  const vrm = charsOf(glyphs)
  if (!/[A-Z]/.test(vrm)) return []
  const misfits = glyphs.flatMap(({ char }, index) => (fitsSlot(char, layout.charAt(index)) ? [] : [index]))
  const [index, ...more] = misfits
  const glyph = index === undefined ? undefined : glyphs[index]
  if (index === undefined || !glyph || more.length > 0) return []
  return readingsFor(glyph.char, layout.charAt(index)).flatMap((to) =>
    repairTo(vrm.slice(0, index) + to + vrm.slice(index + 1), {
      at: glyph.start,
      from: glyph.char,
      to,
      kind: 'looks-like',
    }),
  )
}

/**
 * Repairs of a character that no plate has: an Ñ that is an N, or a character to remove, as in `1234/BCD` and
 * `Ñ1234BCD`.
 */
function withoutOther(text: string, { char, start, end }: Glyph): PlateRepair[] {
  const as = (to: string) => text.slice(0, start) + to + text.slice(end)
  const removed = repairTo(as(''), { at: start, from: char, to: '', kind: 'removed' })
  if (char.normalize('NFC').toUpperCase() !== 'Ñ') return removed
  return [...repairTo(as('N'), { at: start, from: char, to: 'N', kind: 'looks-like' }), ...removed]
}

/** Repairs of a missing zero. Provincial plates have four digits: `TF896L`. */
function padded(glyphs: readonly Glyph[]): PlateRepair[] {
  const match = /^([A-Z]{1,2})([0-9]{3})([A-Z]{1,2})$/.exec(charsOf(glyphs))
  if (!match) return []
  const [, province = '', from = '', letters = ''] = match
  const to = `0${from}`
  const at = glyphs[province.length]?.start ?? 0
  return repairTo(`${province}${to}${letters}`, { at, from, to, kind: 'padded' })
}

const charsOf = (glyphs: readonly Glyph[]) => glyphs.map(({ char }) => char).join('')

function repairTo(vrm: string, fix: PlateFix): PlateRepair[] {
  const plate = classifyPlate(vrm)
  return plate ? [{ plate, fix }] : []
}

/** Maximum characters of a plate with any separators. */
const MAX_CELL = 32
/** `34.395 km`: its figures and letters resemble a plate. */
const AMOUNT = /^\s*\d[\d.,]*\s*(?:kms?|cv|cc|kgs?|kw|hp|eur|euros)\.?\s*$/i
const ASCII = /^\p{ASCII}*$/u
/** Minimum and maximum characters of a plate, without separators. */
const LENGTHS = { from: 5, to: 9 }

/**
 * True for one word of letters and digits with the length of a plate. Names, amounts and chassis numbers do not
 * match.
 */
export function looksLikePlate(cell: string): boolean {
  // Most cells are names, and the patterns are faster than splitting the characters.
  if (cell.length > MAX_CELL || /\p{L}{4}/u.test(cell) || AMOUNT.test(cell)) return false
  const glyphs = ASCII.test(cell)
    ? cell.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
    : plateGlyphs(cell)
        .map(({ char }) => char)
        .join('')
  if (glyphs.length < LENGTHS.from || glyphs.length > LENGTHS.to) return false
  return /[A-Z]/.test(glyphs) && /\d.*\d.*\d/.test(glyphs)
}

/** Interpretation of the text in a plate field. Only `plate` may be looked up without a choice of the user. */
export type PlateUnderstanding =
  | { kind: 'empty' }
  /** `exact`: the text is only the plate. */
  | { kind: 'plate'; plate: Plate; exact: boolean }
  | ({ kind: 'several' } & PlateList)
  | {
      kind: 'repair'
      problem: PlateProblemCode
      ranges: readonly TextRange[]
      suggestions: readonly PlateRepair[]
    }
  | { kind: 'invalid'; problem: PlateProblemCode; ranges: readonly TextRange[] }

/**
 * Reads a text as one plate with nothing around it. A window loads this reader first. `understandPlateInput` also
 * finds plates inside a text, and its rules are large.
 */
export function understandPlateAlone(text: string): PlateUnderstanding {
  const line = text.trim()
  // Two rows are never one plate, even if their characters together would be.
  const whole = /[\r\n]/.test(line) ? null : classifyPlate(line)
  if (whole) return { kind: 'plate', plate: whole, exact: true }
  const { code: problem, ranges } = diagnosePlate(text)
  if (problem === 'empty') return { kind: 'empty' }
  const suggestions = repairPlate(text)
  return suggestions.length > 0
    ? { kind: 'repair', problem, ranges, suggestions }
    : { kind: 'invalid', problem, ranges }
}
