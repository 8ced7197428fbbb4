import { normalisePlate, classifyPlate } from './classify.ts'
import { prefixPattern, MAX_VRM, plateForms, GROUP_LETTERS, prefixSeries, provinces } from './series.ts'
import { compactIdentifier, isPlainIdentifier } from '../normalize-text.ts'

const beginnings = plateForms.map(({ parts }) => prefixPattern(parts))
/** Longest examined text: the longest plate with its separators, and no mail. */
const MAX_TYPED = 64

/** True if a longer plate begins with these normalised characters, such as `C1234B` and `M1234`. */
function isPlateBeginning(vrm: string): boolean {
  return vrm.length < MAX_VRM && beginnings.some((pattern) => pattern.test(vrm))
}

/** First characters of all plates. */
export const PLATE_BEGINNINGS: readonly string[] = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
  isPlateBeginning,
)

/** True if more characters may make a plate of the text, so that an error would be premature. */
export function isUnfinishedPlate(text: string): boolean {
  return text.length <= MAX_TYPED && isPlateBeginning(normalisePlate(text))
}

/** Significant character of a plate, with its position in the typed text. */
export interface Glyph {
  char: string
  start: number
  end: number
}

/** Text of ASCII characters. Most cells of a list are such texts. They skip the normalisation, which is slow. */
const ASCII = /^[^\u0080-\uFFFF]*$/
/** Characters of a plate. */
const PLAIN = /[A-Za-z0-9]/g
const ODD = /[^A-Za-z0-9 \t.\-\n\r\v\f]/g

/** Characters of a text that are neither of a plate nor separators, with their positions. */
export function othersIn(text: string): Glyph[] {
  if (ASCII.test(text)) return asciiGlyphs(text, ODD)
  return [...text.matchAll(/\P{M}\p{M}*/gu)]
    .map(({ 0: char, index }) => ({ char, start: index, end: index + char.length }))
    .filter(({ char }) => !isPlainIdentifier(compactIdentifier(char)))
}

/** Normalised characters of a text with their positions, by which a problem is underlined. */
export function plateGlyphs(text: string): Glyph[] {
  if (ASCII.test(text)) return asciiGlyphs(text.toUpperCase(), PLAIN)
  const glyphs: Glyph[] = []
  // A letter and its combining marks are one character: the N of a decomposed Ñ is no N.
  for (const match of text.matchAll(/\P{M}\p{M}*/gu)) {
    const start = match.index
    const end = start + match[0].length
    const kept = match[0]
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
    for (const char of kept) glyphs.push({ char, start, end })
  }
  return glyphs
}

function asciiGlyphs(text: string, wanted: RegExp): Glyph[] {
  const glyphs: Glyph[] = []
  wanted.lastIndex = 0
  for (let match = wanted.exec(text); match; match = wanted.exec(text))
    glyphs.push({ char: match[0], start: match.index, end: match.index + 1 })
  return glyphs
}

/** Letters mistaken for a digit in a position for digits. */
const DIGITS_FOR = new Map([
  ['O', '0'],
  ['Q', '0'],
  ['D', '0'],
  ['U', '0'],
  ['I', '1'],
  ['L', '1'],
  ['Z', '2'],
  ['S', '5'],
  ['G', '6'],
  ['T', '7'],
  ['B', '8'],
])

/** Characters mistaken for a letter in a position for letters. O and Q are letters of old plates. */
const LETTERS_FOR = new Map([
  ['0', 'DO'],
  ['O', 'D'],
  ['Q', 'D'],
  ['8', 'B'],
  ['5', 'S'],
  ['2', 'Z'],
  ['6', 'G'],
  ['1', 'LI'],
  ['7', 'T'],
])

/**
 * Layouts used to find mistakes, likeliest first. A position has a digit (`9`), any letter (`A`) or a letter of the
 * current groups (`L`).
 */
export const SLOT_LAYOUTS: readonly string[] = [
  '9999LLL',
  'A9999LLL',
  'A9999A',
  'A9999AA',
  'AA9999A',
  'AA9999AA',
]

/** True if a character fits a position. */
export function fitsSlot(char: string, slot: string): boolean {
  if (slot === '9') return /[0-9]/.test(char)
  return slot === 'A' ? /[A-Z]/.test(char) : GROUP_LETTERS.includes(char)
}

/** Possible readings of a character in a position: itself if it fits, and otherwise its look-alikes. */
export function readingsFor(char: string, slot: string): readonly string[] {
  if (fitsSlot(char, slot)) return [char]
  const table = slot === '9' ? DIGITS_FOR : LETTERS_FOR
  return (table.get(char) ?? '').split('').filter((reading) => fitsSlot(reading, slot))
}

/** Problem of a text that is no plate, named by its correction. */
export type PlateProblemCode =
  | 'empty'
  | 'vowel-in-letters'
  | 'digit-among-letters'
  | 'letter-among-digits'
  | 'too-short'
  | 'too-long'
  | 'unknown-form'

/** Range of the typed text. */
export interface TextRange {
  start: number
  end: number
}

/** Problem with its character ranges: in order, disjoint, possibly none. */
export interface PlateProblem {
  code: PlateProblemCode
  ranges: readonly TextRange[]
}

const MAX_TEXT = 64
/** With more wrong positions, another layout was meant. */
const MAX_MISFITS = 2

/** Diagnoses a text that is no plate. The result is meaningless for a valid plate. */
export function diagnosePlate(text: string): PlateProblem {
  if (!/[\p{L}\p{N}]/u.test(text)) return { code: 'empty', ranges: [] }
  if (text.length > MAX_TEXT) return { code: 'unknown-form', ranges: [] }
  const glyphs = plateGlyphs(text)
  const vrm = glyphs.map(({ char }) => char).join('')
  const others = othersIn(text)
  if (others.length > 0) return { code: 'unknown-form', ranges: others.map(rangeOf) }
  if (isPlateBeginning(vrm)) return { code: 'too-short', ranges: [] }
  return (
    wrongPrefix(glyphs, vrm) ??
    misfit(glyphs, vrm) ??
    wrongLength(glyphs, vrm) ?? { code: 'unknown-form', ranges: [] }
  )
}

/** Wrong positions in the nearest layout of the same length, if it is near enough. */
function misfit(glyphs: readonly Glyph[], vrm: string): PlateProblem | null {
  const candidates = SLOT_LAYOUTS.filter(
    (layout) => layout.length === vrm.length && isKnownStart(vrm, layout),
  )
    .map((layout) => ({ layout, wrong: glyphs.filter(({ char }, at) => !fitsSlot(char, layout.charAt(at))) }))
    .filter(({ wrong }) => wrong.length > 0 && wrong.length <= MAX_MISFITS)
    .toSorted((a, b) => a.wrong.length - b.wrong.length)
  const [nearest] = candidates
  const first = nearest?.wrong[0]
  if (!nearest || !first) return null
  const slot = nearest.layout.charAt(glyphs.indexOf(first))
  return { code: misfitCode(first.char, slot), ranges: nearest.wrong.map(rangeOf) }
}

function misfitCode(char: string, slot: string): PlateProblemCode {
  if (slot === '9') return 'letter-among-digits'
  return /[0-9]/.test(char) ? 'digit-among-letters' : 'vowel-in-letters'
}

/** Letters that are no province and no series exclude layouts that begin with a province or a series. */
function isKnownStart(vrm: string, layout: string): boolean {
  const [start = ''] = /^A*/.exec(layout) ?? []
  const typed = vrm.slice(0, start.length)
  return layout.endsWith('L') ? start === '' || prefixSeries.has(typed) : provinces.has(typed)
}

function wrongLength(glyphs: readonly Glyph[], vrm: string): PlateProblem | null {
  if (/^[A-Z]?[0-9]{1,3}[A-Z]{1,3}$/.test(vrm)) return { code: 'too-short', ranges: [] }
  const [whole, prefix = '', digits = '', letters = ''] =
    /^([A-Z]{0,2})([0-9]{4,})([A-Z]{0,4})$/.exec(vrm) ?? []
  if (whole === undefined) return null
  const tooManyDigits = prefix === '' || letters !== '' ? digits.length > 4 : digits.length > 6
  if (!tooManyDigits && letters.length <= 3) return null
  const spare = tooManyDigits
    ? glyphs.slice(prefix.length + (letters === '' && prefix !== '' ? 6 : 4), prefix.length + digits.length)
    : glyphs.slice(prefix.length + digits.length + 3)
  return { code: 'too-long', ranges: spare.map(rangeOf) }
}

/** Initial letters that prevent a plate: the rest would be one after other letters. */
function wrongPrefix(glyphs: readonly Glyph[], vrm: string): PlateProblem | null {
  const [prefix = ''] = /^[A-Z]{0,2}/.exec(vrm) ?? []
  const rest = vrm.slice(prefix.length)
  const elsewhere = classifyPlate(rest) ?? classifyPlate(`M${rest}`)
  if (prefix === '' || !elsewhere) return null
  return { code: 'unknown-form', ranges: glyphs.slice(0, prefix.length).map(rangeOf) }
}

const rangeOf = ({ start, end }: Glyph): TextRange => ({ start, end })
