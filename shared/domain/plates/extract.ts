import { classifyPlate, type Plate } from './classify.ts'
import { oldProvinces, provinces, DIPLOMATIC_CODES, GROUP_LETTERS, prefixSeries } from './series.ts'

/** A plate found in a text, with its position. */
export interface ExtractedPlate {
  plate: Plate
  start: number
  end: number
  /** Zeros were added to reach the four digits of a provincial plate, so the user has to check it. */
  padded: boolean
}

const LETTER = 'A-Za-zÀ-ÖØ-öø-ÿ'
/** Up to three spaces, a hyphen or a middle dot, or a hyphen between two spaces, of any width; or a dot or a slash alone. */
const SEPARATOR = '(?:[./]|[ \\t\\u00A0\\u202F]{0,3}[-\\u00B7\\u2010-\\u2015\\u2212]?[ \\t\\u00A0\\u202F]?)'
const alternatives = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|')
const codes = alternatives(provinces.keys())
const letter = `[${GROUP_LETTERS}]`
const group = `${letter}{3}`
const prefixes = [...prefixSeries.keys()].join('')

/**
 * One pass, with bounded repeats and no nesting: linear whatever the text. A plate starts and ends where a word
 * does, so a VIN (17 characters in one word) holds none. A line break never joins the rows of a list.
 */
const PLATE = new RegExp(
  [
    // What all begin with, so that most words are passed over at once.
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

/** Ordinary plates that are spelled: `1234 B C D`, `1 2 3 4 B C D`. In small letters they are words. */
const SPELLED = new RegExp(
  `(?<![${LETTER}0-9]|[0-9] )(?:[0-9]{4}|[0-9](?: [0-9]){3})(?: - | ?[-.]? ?)${letter}(?: ${letter}){2}` +
    `(?![${LETTER}0-9]| [${LETTER}] )`,
  'g',
)

const missions = alternatives(DIPLOMATIC_CODES)
const oldCodes = alternatives([...provinces.keys(), ...oldProvinces.keys()])
/** Plates without letters after their number: most texts that have this form are no plates. */
const OLD = new RegExp(
  `(?<![${LETTER}0-9]|[0-9A-Z][-/])(?:(?:${oldCodes})[-. ]?(?:[0-9]{1,6}|[0-9]{1,3}\\.[0-9]{3})|VH[-. ]?(?:${codes})[-. ]?[0-9]{1,4}` +
    `|(?:${codes})[-.]?V?H[-. ]?[0-9]{1,4}|(?:${missions})[-. ]?[0-9]{1,4}[-. ]?[0-9]{3})(?![${LETTER}0-9]|[-/.][${LETTER}0-9])`,
  'gi',
)

/** Every match has two figures together: most cells of a list have none. */
const TWO_FIGURES = /[0-9]{2}/

/** `C220D`, `A45S`, `V60D`: car models, not plates that lack a zero. */
const MODEL_NAME = /^[A-Z][0-9]{2,3}[A-Z]$/
/** The conjunction in «el C1234BCD e 1234 BCD», and other small letters before a plate in capitals. */
const NO_PREFIX = /^(?:e[ \t\u00A0]|[a-z][^A-Za-z0-9]+[0-9]{4}[^A-Za-z0-9]*[A-Z])/
/** The last word of a model's name: «Clase C 1234 BCD», «Golf R 1234 BCD», «Volvo S 1234 BCD». */
const MODEL_BEFORE =
  /(?:\b(?:clase|class|model|golf|cooper|type|tipo|serie|acabado|l[ií]nea|mercedes|volvo|tesla|jaguar|500|duke|civic|clio|m[eé]gane|polo|audi|bmw|honda|yamaha|ktm|mini|le[oó]n|ibiza)[ \u00A0-]?)$/i
const LONGEST_MODEL_WORD = 9
/** «a 2024 y…», «o 1500 de…»: common words around a number. */
const COMMON_WORDS = /[ \t\u00A0\u202F]/

/**
 * Plates in a text, in order and each once. Excludes series that offices do not transfer (diplomatic,
 * official) and forms that look like a road, model or year (`A-4`, `C4`, `M 2024`): alone in a line they are
 * still plates (see `classifyPlate`).
 */
export function extractPlates(text: string): ExtractedPlate[] {
  if (!TWO_FIGURES.test(text)) return []
  const found = new Map<string, ExtractedPlate>()
  const seen = new Set<string>()
  for (const match of matchesOf(text)) {
    // A column may repeat a plate in every row: parse it once.
    if (seen.has(match[0])) continue
    seen.add(match[0])
    const plate = read(match)
    if (!plate) continue
    const before = found.get(plate.plate.vrm)
    // The same plate written in full needs no check.
    if (!before || (before.padded && !plate.padded)) found.set(plate.plate.vrm, plate)
  }
  return [...found.values()]
}

/** Every occurrence of every plate of a text, in order. */
export function plateOccurrences(text: string): ExtractedPlate[] {
  if (!TWO_FIGURES.test(text)) return []
  return [...matchesOf(text)].map(read).filter((plate) => plate !== null)
}

/** True for a text that may spell a plate: three single letters in a row after a figure. */
const MAY_SPELL = /[0-9][ .-]{1,3}[A-Z] [A-Z] [A-Z]/

/** Occurrences of forms that need a reason to be a plate: spelled ones, and, with `old`, those of before 1971. */
export function rareOccurrences(text: string, old: boolean): ExtractedPlate[] {
  const patterns = [...(MAY_SPELL.test(text) ? [SPELLED] : []), ...(old ? [OLD] : [])]
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: typed, index }) => {
      const plate = extracted(typed, index, index + typed.length, false)
      return plate ? [plate] : []
    }),
  )
}

/** Matches of `PLATE`. `matchAll` makes a copy of the expression for each text, which takes longer than most searches. */
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

/** The letter before the digits is of the text, and not of the plate. */
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
