import { classifyPlate, type Plate } from './classify.ts'
import { oldProvinces, provinces, DIPLOMATIC_CODES, GROUP_LETTERS, prefixSeries } from './series.ts'

/** Plate found in a text, with its position. */
export interface ExtractedPlate {
  plate: Plate
  start: number
  end: number
  /** True if zeros were added to reach the four digits of a provincial plate, so that the user has to check it. */
  padded: boolean
}

const LETTER = 'A-Za-zÀ-ÖØ-öø-ÿ'
/**
 * Separator: up to three spaces, a hyphen or a middle dot, a hyphen between spaces of any width, or a single dot or
 * slash.
 */
const SEPARATOR = '(?:[./]|[ \\t\\u00A0\\u202F]{0,3}[-\\u00B7\\u2010-\\u2015\\u2212]?[ \\t\\u00A0\\u202F]?)'
const alternatives = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|')
const codes = alternatives(provinces.keys())
const letter = `[${GROUP_LETTERS}]`
const group = `${letter}{3}`
const prefixes = [...prefixSeries.keys()].join('')

/**
 * One pass with bounded repeats and no nesting, so the time is linear. A plate starts and ends at the ends of a word,
 * so a VIN (17 characters) contains none. A line break never joins rows of a list.
 */
const PLATE = new RegExp(
  [
    // Common beginning of all forms, which skips most words at once.
    `(?<![${LETTER}0-9])(?=[A-Z]{0,2}${SEPARATOR}[0-9]{2})(?:`,
    `(?<modern>(?:[${prefixes}]${SEPARATOR})?[0-9]{4}${SEPARATOR}${group})`,
    `|(?<provincial>(?:${codes})${SEPARATOR}[0-9]{4}${SEPARATOR}[A-Z]{1,2})`,
    `|(?<trailer>(?:${codes})${SEPARATOR}[0-9]{5}${SEPARATOR}(?:R|VE))`,
    `|(?<classic>(?:${codes})-?[0-9]{5,6})`,
    `|(?<short>(?:${codes})-?[0-9]{2,3}-?[A-Z]{1,2})`,
    `)(?![${LETTER}0-9])`,
  ].join(''),
  'gi',
)

/** Spelled ordinary plates: `1234 B C D`, `1 2 3 4 B C D`. In lower case they are words. */
const SPELLED = new RegExp(
  `(?<![${LETTER}0-9]|[0-9] )(?:[0-9]{4}|[0-9](?: [0-9]){3})(?: - | ?[-.]? ?)${letter}(?: ${letter}){2}` +
    `(?![${LETTER}0-9]| [${LETTER}] )`,
  'g',
)

const missions = alternatives(DIPLOMATIC_CODES)
const oldCodes = alternatives([...provinces.keys(), ...oldProvinces.keys()])
/** Plates without letters after their number. Most texts of this form are no plates. */
const OLD = new RegExp(
  `(?<![${LETTER}0-9]|[0-9A-Z][-/])(?:(?:${oldCodes})[-. ]?(?:[0-9]{1,6}|[0-9]{1,3}\\.[0-9]{3})|VH[-. ]?(?:${codes})[-. ]?[0-9]{1,4}` +
    `|(?:${codes})[-.]?V?H[-. ]?[0-9]{1,4}|(?:${missions})[-. ]?[0-9]{1,4}[-. ]?[0-9]{3})(?![${LETTER}0-9]|[-/.][${LETTER}0-9])`,
  'gi',
)

/** Every match has two figures together, and most cells of a list do not. */
const TWO_FIGURES = /[0-9]{2}/

/** `C220D`, `A45S`, `V60D`: car models, and no plates without a zero. */
const MODEL_NAME = /^[A-Z][0-9]{2,3}[A-Z]$/
/** Conjunction in «el C1234BCD e 1234 BCD», and other lower-case letters before a plate in capitals. */
const NO_PREFIX = /^(?:e[ \t\u00A0]|[a-z][^A-Za-z0-9]+[0-9]{4}[^A-Za-z0-9]*[A-Z])/
/** Last word of a model's name: «Clase C 1234 BCD», «Golf R 1234 BCD», «Volvo S 1234 BCD». */
const MODEL_BEFORE =
  /(?:\b(?:clase|class|model|golf|cooper|type|tipo|serie|acabado|l[ií]nea|mercedes|volvo|tesla|jaguar|500|duke|civic|clio|m[eé]gane|polo|audi|bmw|honda|yamaha|ktm|mini|le[oó]n|ibiza)[ \u00A0-]?)$/i
const LONGEST_MODEL_WORD = 9
/** «a 2024 y…», «o 1500 de…»: common words around a number. */
const COMMON_WORDS = /[ \t\u00A0\u202F]/

/**
 * Plates in a text, in order, each once.
 * Series that offices do not transfer (diplomatic, official) are excluded. So are forms that resemble a road, a model
 * or a year (`A-4`, `C4`, `M 2024`). Alone in a line, `classifyPlate` accepts them.
 */
export function extractPlates(text: string): ExtractedPlate[] {
  if (!TWO_FIGURES.test(text)) return []
  const found = new Map<string, ExtractedPlate>()
  const seen = new Set<string>()
  for (const match of matchesOf(text)) {
    // A column may repeat a plate in every row, so each text is parsed once.
    if (seen.has(match[0])) continue
    seen.add(match[0])
    const plate = read(match)
    if (!plate) continue
    const before = found.get(plate.plate.vrm)
    // If the text also has the complete plate, no check is needed.
    if (!before || (before.padded && !plate.padded)) found.set(plate.plate.vrm, plate)
  }
  return [...found.values()]
}

/** Every occurrence of every plate in a text, in order. */
export function plateOccurrences(text: string): ExtractedPlate[] {
  if (!TWO_FIGURES.test(text)) return []
  return [...matchesOf(text)].map(read).filter((plate) => plate !== null)
}

/** True for a text that may spell a plate: three single letters after a figure. */
const MAY_SPELL = /[0-9][ .-]{1,3}[A-Z] [A-Z] [A-Z]/

/**
 * Occurrences of forms that need another reason to be a plate: spelled ones and, with `old`, those from before 1971.
 */
export function rareOccurrences(text: string, old: boolean): ExtractedPlate[] {
  const patterns = [...(MAY_SPELL.test(text) ? [SPELLED] : []), ...(old ? [OLD] : [])]
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: typed, index }) => {
      const plate = extracted(typed, index, index + typed.length, false)
      return plate ? [plate] : []
    }),
  )
}

/** Matches of `PLATE`. `matchAll` copies the expression for each text, which takes longer than most searches. */
function* matchesOf(text: string): Generator<RegExpExecArray> {
  let at = 0
  for (;;) {
    PLATE.lastIndex = at
    const match = PLATE.exec(text)
    if (!match) return
    at = PLATE.lastIndex
    yield match
  }
}

function read(match: RegExpExecArray): ExtractedPlate | null {
  const [typed] = match
  const { modern, provincial, short } = match.groups ?? {}
  const { index, input } = match
  const end = index + typed.length
  if (modern !== undefined) {
    const skipped = isNoPrefix(typed, input, index) ? typed.search(/[0-9]/) : 0
    return extracted(typed.slice(skipped), index + skipped, end, false)
  }
  if (provincial !== undefined && COMMON_WORDS.test(typed) && typed !== typed.toUpperCase()) return null
  if (short === undefined) return extracted(typed, index, end, false)
  if (MODEL_NAME.test(typed.toUpperCase())) return null
  const written = typed.replace(/[0-9]+/, (digits) => digits.padStart(4, '0'))
  return extracted(written, index, end, true)
}

/** True if the letter before the digits belongs to the text and not to the plate. */
function isNoPrefix(typed: string, input: string, index: number): boolean {
  if (!/^[A-Z]/i.test(typed)) return false
  if (NO_PREFIX.test(typed)) return true
  return (
    /^.[ \t\u00A0]/.test(typed) &&
    MODEL_BEFORE.test(input.slice(Math.max(0, index - LONGEST_MODEL_WORD), index))
  )
}

function extracted(written: string, start: number, end: number, padded: boolean): ExtractedPlate | null {
  const plate = classifyPlate(written.replaceAll('/', ''))
  return plate && { plate, start, end, padded }
}
