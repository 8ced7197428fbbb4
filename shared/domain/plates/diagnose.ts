import { classifyPlate } from './classify.ts'
import { type Glyph, othersIn, plateGlyphs } from './glyphs.ts'
import { fitsSlot, SLOT_LAYOUTS } from './look-alikes.ts'
import { provinces } from './provinces.ts'
import { prefixSeries } from './series.ts'
import { isPlateBeginning } from './unfinished.ts'

/** Problem of a text that is not a plate, in terms of its correction. */
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
/** With more wrong positions, the text was not meant to have that layout. */
const MAX_MISFITS = 2

/** Diagnoses a text that is not a plate. For a valid plate, the result is meaningless. */
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

/** Wrong positions in the nearest layout of that length, if it is near enough. */
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

/** Letters that are no province and no series exclude the layouts that begin with one. */
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

/** Initial letters, if the rest would be a plate after other ones. */
function wrongPrefix(glyphs: readonly Glyph[], vrm: string): PlateProblem | null {
  const [prefix = ''] = /^[A-Z]{0,2}/.exec(vrm) ?? []
  const rest = vrm.slice(prefix.length)
  const elsewhere = classifyPlate(rest) ?? classifyPlate(`M${rest}`)
  if (prefix === '' || !elsewhere) return null
  return { code: 'unknown-form', ranges: glyphs.slice(0, prefix.length).map(rangeOf) }
}

const rangeOf = ({ start, end }: Glyph): TextRange => ({ start, end })
