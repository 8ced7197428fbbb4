import { foldText, searchPieces } from './search-text.ts'

/** Part of a text that matches, as offsets of its string: from `start` up to, and not including, `end`. */
export interface MatchRange {
  start: number
  end: number
}

/** A folded letter or digit, and its character in the text. */
interface Letter {
  folded: string
  start: number
  end: number
  /** It begins a word. */
  begins: boolean
}

const LETTER = /[\p{L}\p{N}]/u

/** Letters and digits of a text, folded as the search folds them (search-text.ts). */
function lettersOf(text: string): Letter[] {
  const letters: Letter[] = []
  let start = 0
  let begins = true
  for (const character of text) {
    const end = start + character.length
    const folded = Array.from(foldText(character))
    for (const one of folded) {
      if (LETTER.test(one)) letters.push({ folded: one, start, end, begins })
      begins = !LETTER.test(one)
    }
    const last = letters.at(-1)
    // A mark that follows its letter is marked with it.
    if (folded.length === 0 && last?.end === start) last.end = end
    start = end
  }
  return letters
}

/** Ranges of one piece in the letters: inside a word too, unless it has the gap of a short one before it. */
function rangesOf(letters: readonly Letter[], piece: string): MatchRange[] {
  const wanted = Array.from(piece.trimStart())
  const onlyAtStart = piece.startsWith(' ')
  const ranges: MatchRange[] = []
  for (let at = 0; at + wanted.length <= letters.length; at++) {
    const first = letters[at]
    if (first === undefined || (onlyAtStart && !first.begins)) continue
    if (!wanted.every((letter, index) => letters[at + index]?.folded === letter)) continue
    ranges.push({ start: first.start, end: letters[at + wanted.length - 1]?.end ?? first.end })
    at += wanted.length - 1
  }
  return ranges
}

function merged(ranges: readonly MatchRange[]): MatchRange[] {
  const whole: MatchRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = whole.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else whole.push({ ...range })
  }
  return whole
}

/** What was typed, to be marked in many texts. */
export interface SearchMarks {
  /** Matching parts of a text, in order and without overlaps. What separates words counts as nothing. */
  of(text: string): MatchRange[]
  /** The same of a plate, of which any two characters match. */
  ofPlate(plate: string): MatchRange[]
  /** True if every piece of what was typed is in one of these texts, or in the plate. */
  coversAll(texts: readonly string[], plate: string): boolean
}

/** @param typed text of a search box */
export function searchMarks(typed: string): SearchMarks {
  const alternatives = searchPieces(typed)
  const inside = (piece: string): string => piece.trimStart()
  const marked = (text: string, pieceOf: (piece: string) => string): MatchRange[] => {
    const letters = lettersOf(text)
    const found = alternatives.map((pieces) => pieces.flatMap((piece) => rangesOf(letters, pieceOf(piece))))
    // All of it as one word says more than its words apart.
    return merged(found.find((ranges) => ranges.length > 0) ?? [])
  }
  return {
    of: (text) => marked(text, (piece) => piece),
    ofPlate: (plate) => marked(plate, inside),
    coversAll(texts, plate) {
      const all = texts.map(lettersOf)
      const characters = lettersOf(plate)
      const isIn = (piece: string) =>
        all.some((letters) => rangesOf(letters, piece).length > 0) ||
        rangesOf(characters, inside(piece)).length > 0
      return alternatives.some((pieces) => pieces.every(isIn))
    },
  }
}

/** Characters kept at each side of the match. */
const AROUND = 28

/** Short part of a text around its first match, with `…` where it was cut; its beginning without one. */
export function excerptOf(text: string, marks: SearchMarks): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const [first] = marks.of(line)
  const characters = Array.from(line)
  const at = first ? Array.from(line.slice(0, first.start)).length : 0
  const length = first ? Array.from(line.slice(first.start, first.end)).length : 0
  const from = at <= AROUND ? 0 : at - AROUND
  const to = Math.min(characters.length, at + length + AROUND)
  const cut = characters.slice(from, to).join('')
  return `${from > 0 ? '…' : ''}${cut}${to < characters.length ? '…' : ''}`
}
