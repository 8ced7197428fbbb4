import type { ExtractedPlate } from './extract.ts'
import { GROUP_LETTERS } from './series.ts'
import { isAddress, isForeign, isOtherLabel, isPlateLabel, isReferenceLabel } from './text-labels.ts'
import { FILES, SHORT_WORDS, UNITS, VERSIONS } from './text-words.ts'

/**
 * Plates of any text: a page, a mail, a contract. A text pasted into the plate field holds plates; any other holds
 * anything, so a form that units, references, models or foreign plates share needs a reason to be a plate.
 */

/** Text around a candidate, in its own block and what is just before it. */
export interface Surroundings {
  /** At most `CONTEXT` characters that end where the candidate starts. */
  before: string
  /** At most `CONTEXT` characters that start where the candidate ends. */
  after: string
  /** Head of its column in a table, else empty. */
  header: string
}

/** Characters on each side that are looked at. */
export const CONTEXT = 48

/** Years that a page is full of: «campaña 2025 BTX» is no plate, while «2025BTX» may be. */
const COMMON_YEARS = { from: 2005, to: 2030 }
/**
 * Ordinary plates run through their first letter in alphabetical order: N began with 2025, and none took less than two
 * years. One more letter is let through, so that this never refuses a new car; a label makes any letter a plate.
 */
const FIRST_LETTERS = { since: Date.UTC(2025, 0, 1), letter: 'N', shortest: 2 * 365 * 86_400_000 }

/** Displays: «1080 HDR». */
const LINES = [1080, 1440, 2160]

/**
 * True if a candidate of a text is a plate.
 * @param now epoch milliseconds: the day decides which letters a car may have by then
 */
export function isPlateOfText(
  found: ExtractedPlate,
  written: string,
  around: Surroundings,
  now: number,
): boolean {
  const { before, after, header } = around
  const { series, separator } = found.plate
  if (isPartOfMore(written, around) || isOtherLabel(before)) return false
  const labelled = isPlateLabel(before) || isPlateLabel(`${header} `)
  if (isOtherLabel(`${header} `) && !labelled) return false
  const compact = /^[A-Za-z0-9]*$/.test(written)
  const reference = isReferenceLabel(before) || (isReferenceLabel(`${header} `) && !labelled)
  if (series === 'provincial' && isForeign(before, after)) return false
  if (found.padded || series === 'pre-1971')
    return labelled && !isForeignLayout(written) && !isForeign(before, '')
  if (separator === ' ') {
    if (reference && written.includes('-')) return false
    return labelled || isCurrentPlate(found, written, { compact, before, now })
  }
  return labelled || (!reference && isProvincialPlate(written, compact))
}

function isCurrentPlate(
  found: ExtractedPlate,
  written: string,
  { compact, before, now }: { compact: boolean; before: string; now: number },
): boolean {
  if (isMeasure(found, written, before)) return false
  if (compact) return true
  const { series, groups } = found.plate
  const letters = groups.at(-1) ?? ''
  const digits = groups.at(-2) ?? ''
  const number = Number(digits)
  if (series === 'ordinary' && !isIssued(letters, now)) return false
  // «1234 Hnos», «2019 Drs»: an abbreviation.
  if (/ [A-Z][a-z]{2}$/.test(written)) return false
  if (number % 500 === 0 && !digits.startsWith('0')) return false
  return number < COMMON_YEARS.from || number > COMMON_YEARS.to
}

/** Characters of a current plate that are a quantity («3000 rpm»), files or a version of a model («2016 GTD»). */
export function isMeasure({ plate }: ExtractedPlate, written: string, before: string): boolean {
  if (plate.separator !== ' ') return false
  const letters = (plate.groups.at(-1) ?? '').toLowerCase()
  const digits = plate.groups.at(-2) ?? ''
  const number = Number(digits)
  const compact = /^[A-Za-z0-9]*$/.test(written)
  if (UNITS.has(letters) && isQuantity(digits, written, compact)) return true
  if (FILES.has(letters) && !compact) return true
  if (!VERSIONS.has(letters)) return false
  return isYear(number) || number % 100 === 0 || LINES.includes(number) || /\b[A-Z]{2,4} $/.test(before)
}

/** A quantity does not begin with a zero; together with its unit in capitals, as a plate is, it is a round one. */
function isQuantity(digits: string, written: string, compact: boolean): boolean {
  if (digits.startsWith('0')) return false
  return !compact || written !== written.toUpperCase() || digits.endsWith('0')
}

function isProvincialPlate(written: string, compact: boolean): boolean {
  const [code = '', digits = '', letters = ''] = written.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? []
  if (written.includes('-')) return !(isYear(Number(digits)) && letters.length === 1 && code.length === 1)
  // In small letters it is a password or a code.
  if (written !== written.toUpperCase()) return false
  return compact || !(SHORT_WORDS.has(letters) || digits.endsWith('00'))
}

/** True for letters that a car may have by then. */
export function isIssued(letters: string, now: number): boolean {
  const { since, letter, shortest } = FIRST_LETTERS
  const last = GROUP_LETTERS.indexOf(letter) + Math.max(0, Math.ceil((now - since) / shortest))
  return GROUP_LETTERS.indexOf(letters.charAt(0).toUpperCase()) <= last
}

/** European layouts that a province's code makes look Spanish: `AB-123-CD`, `AB-12-CD`. */
const isForeignLayout = (written: string): boolean => /^[A-Z]{2}-?[0-9]{2,3}-?[A-Z]{2}$/i.test(written)

/** Part of something longer: a reference with hyphens, a decimal number, an address of the web or of mail. */
function isPartOfMore(written: string, { before, after }: Surroundings): boolean {
  // «1234BCD/5678FGH» are two.
  const isList = /[0-9]{4}[ -]?[A-Z]{3}\/$/i.test(before)
  if (!isList && /(?:[A-Za-z0-9][-/]|[0-9][.·]|[#@&=?%~+\\$€£])$/.test(before)) return true
  if (/^(?:-[A-Za-z0-9]|\.[0-9]|\?\w|[@&=%~+\\$€£]|\/[0-9](?![0-9]{3}[ -]?[A-Z]{3}))/i.test(after))
    return true
  // Groups of figures before it, as of a telephone or an account: «612 34 1234 BCD».
  if (/^[0-9]/.test(written) && /(?:^|[^A-Za-z0-9])[0-9+]{2,4} [0-9]{2,4} $/.test(before)) return true
  return isAddress(/\S*$/.exec(before)?.[0] ?? '', /^\S*/.exec(after)?.[0] ?? '')
}

const isYear = (number: number): boolean => number >= 1950 && number <= 2049
