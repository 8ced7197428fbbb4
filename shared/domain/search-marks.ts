import { foldText, isPlain } from './normalize-text.ts'
import { FULL_LEGAL_FORMS, searchPieces, wordsOf } from './search-text.ts'

/** Matching part of a text: offsets `start` (included) to `end` (excluded). */
export interface MatchRange {
  start: number
  end: number
}

/** Letters and digits of a text, folded as in search-text.ts, without the characters between them. */
interface Letters {
  folded: string
  /** Offset in the text of each character. */
  starts: number[]
  ends: number[]
  /** Characters that begin a word. */
  begins: Set<number>
}

const LETTER = /[\p{L}\p{N}]/u

function lettersOf(text: string): Letters {
  const letters: Letters = { folded: '', starts: [], ends: [], begins: new Set() }
  const plain = isPlain(text)
  let start = 0
  let begins = true
  for (const character of plain ? text.toLowerCase() : text) {
    const end = start + character.length
    const folded = plain ? character : foldText(character)
    for (const one of folded) {
      const isLetter = plain ? isPlainLetter(one) : LETTER.test(one)
      if (isLetter) {
        if (begins) letters.begins.add(letters.folded.length)
        letters.folded += one
        for (let unit = 0; unit < one.length; unit++) {
          letters.starts.push(start)
          letters.ends.push(end)
        }
      }
      begins = !isLetter
    }
    // A combining mark belongs to the letter before it.
    if (folded === '' && letters.ends.at(-1) === start) letters.ends[letters.ends.length - 1] = end
    start = end
  }
  return letters
}

const isPlainLetter = (one: string): boolean => (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9')

/** Positions of a piece among the letters. It matches inside words, unless it begins with the gap of a short word. */
function placesOf({ folded, begins }: Letters, piece: string): MatchRange[] {
  const wanted = piece.trimStart()
  const onlyAtStart = piece.startsWith(' ')
  const places: MatchRange[] = []
  for (let at = folded.indexOf(wanted); at >= 0;) {
    const isOne = !onlyAtStart || begins.has(at)
    if (isOne) places.push({ start: at, end: at + wanted.length })
    at = folded.indexOf(wanted, at + (isOne ? wanted.length : 1))
  }
  return places
}

/** Positions of full legal forms (`Sociedad Limitada`), which a piece finds by their word (`sl`). */
function legalPlacesOf({ folded, begins }: Letters, forms: readonly string[]): MatchRange[] {
  return forms.flatMap((form) => {
    const places: MatchRange[] = []
    for (let at = folded.indexOf(form); at >= 0; at = folded.indexOf(form, at + form.length))
      if (begins.has(at)) places.push({ start: at, end: at + form.length })
    return places
  })
}

/** Merges ranges of consecutive words. */
function merged(places: readonly MatchRange[]): MatchRange[] {
  const whole: MatchRange[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = whole.at(-1)
    if (last && place.start <= last.end) last.end = Math.max(last.end, place.end)
    else whole.push({ ...place })
  }
  return whole
}

/** Typed text, to be marked in many texts. */
export interface SearchMarks {
  /** Matching parts of a text, in order and disjoint. Separators between words are ignored. */
  of(text: string): MatchRange[]
  /** Matching parts of a plate, of which any two characters match. */
  ofPlate(plate: string): MatchRange[]
}

/** @param typed text of a search box */
export function searchMarks(typed: string): SearchMarks {
  const alternatives = searchPieces(typed)
  const inside = (piece: string): string => piece.trimStart()
  const all = [...new Set(alternatives.flat().map(inside))]
  const legalForms = (pieces: readonly string[]): string[] =>
    FULL_LEGAL_FORMS.flatMap(([letters, word]) =>
      pieces.some((piece) => `  ${word}`.includes(piece)) ? [letters] : [],
    )
  const legal = alternatives.map(legalForms)
  const allLegal = legal.flat()
  const marked = (text: string, pieceOf: (piece: string) => string): MatchRange[] => {
    // Most texts of a row do not match, so positions are computed only after this test.
    const plainly = wordsOf(text).join('')
    if (![...all, ...allLegal].some((piece) => plainly.includes(piece))) return []
    const letters = lettersOf(text)
    const found = alternatives.map((pieces, at) => [
      ...pieces.flatMap((piece) => placesOf(letters, pieceOf(piece))),
      ...legalPlacesOf(letters, legal[at] ?? []),
    ])
    // A match as one word is better evidence than its separate words.
    return merged(found.find((places) => places.length > 0) ?? []).map(({ start, end }) => ({
      start: letters.starts[start] ?? 0,
      end: letters.ends[end - 1] ?? 0,
    }))
  }
  return {
    of: (text) => marked(text, (piece) => piece),
    ofPlate: (plate) => marked(plate, inside),
  }
}

/** Characters kept on each side of the match. */
const AROUND = 28

/** Short part of a text around its first match, with `…` where it is cut. Without a match, its beginning. */
export function markedExcerpt(text: string, marks: SearchMarks): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const [first] = marks.of(line)
  const characters = Array.from(line)
  const at = first ? Array.from(line.slice(0, first.start)).length : 0
  const length = first ? Array.from(line.slice(first.start, first.end)).length : 0
  const from = at <= AROUND ? 0 : wordFrom(characters, at - AROUND, at)
  const to = wordTo(characters, at + length + AROUND, at + length)
  const cut = characters.slice(from, to).join('').trim()
  return `${from > 0 ? '…' : ''}${cut}${to < characters.length ? '…' : ''}`
}

/** Start of the first whole word from a position on. The position itself if no word starts before `most`. */
function wordFrom(characters: readonly string[], from: number, most: number): number {
  const gap = characters.indexOf(' ', from)
  return gap >= 0 && gap < most ? gap + 1 : from
}

/** End of the last whole word up to a position. The position itself if no word ends after `least`. */
function wordTo(characters: readonly string[], to: number, least: number): number {
  if (to >= characters.length) return characters.length
  const gap = characters.lastIndexOf(' ', to)
  return gap > least ? gap : to
}
