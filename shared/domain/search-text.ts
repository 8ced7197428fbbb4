/**
 * What is found by what is typed, with no syntax: every word has to be found, whatever its accents and capitals. A word of
 * three characters or more is found anywhere inside another; a shorter one only where a word begins, because inside one
 * it would be found nearly everywhere. Pure: the store's index is over these very texts, so it can be checked against them.
 */

/** More words than anybody types; the rest is not looked for. */
const MOST_WORDS = 12
/** Two, so that one character at the beginning of a word is three: the least that the index finds. */
const GAP = '  '
const LEAST_INSIDE = 3
/** Digits and the three consonants of today's plates: nobody means anything else by them. */
const PLATE = /^[a-z]?\d{4}[bcdfghjklmnprstvwxyz]{3}$/

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}+/gu, '')

/** Without accents or capitals: `García` and `GARCIA` are one, and so are `Straße` and `STRASSE`. */
export const foldText = (text: string): string =>
  withoutMarks(withoutMarks(text).toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ')

/** Runs of letters and digits, folded. */
export const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** What is searched of one thing. */
export interface Searchable {
  /** Found by any two of its characters that follow each other. */
  plate?: string
  /** Identifiers, found also without what separates their parts. */
  codes?: readonly string[]
  texts?: readonly string[]
}

/** The text that is looked in: words apart from each other, each only once. */
export function searchText({ plate = '', codes = [], texts = [] }: Searchable): string {
  const whole = wordsOf(plate).join('')
  const words = new Set(Array.from(whole, (_, at) => whole.slice(at)))
  for (const code of codes) {
    const parts = wordsOf(code)
    for (const word of [parts.join(''), ...parts]) if (word !== '') words.add(word)
  }
  for (const text of texts) for (const word of wordsOf(text)) words.add(word)
  return words.size === 0 ? '' : GAP + [...words].join(GAP) + GAP
}

/**
 * What to look for in those texts: any of the alternatives, and of it every piece. Nothing when nothing can be looked for.
 * A plate typed with its spaces or hyphens is one piece, and so may a number of an invoice or of a person be.
 */
export function searchPieces(typed: string): string[][] {
  const words = [...new Set(wordsOf(typed))].slice(0, MOST_WORDS)
  if (words.length === 0) return []
  const compact = wordsOf(typed).join('')
  if (PLATE.test(compact)) return [[pieceOf(compact)]]
  const all = words.map(pieceOf)
  return words.length === 1 ? [all] : [[pieceOf(compact)], all]
}

/** Characters, and not halves of them: so the index counts. */
function pieceOf(word: string): string {
  const characters = Array.from(word)
  return characters.length >= LEAST_INSIDE ? word : [...GAP, ...characters].slice(-LEAST_INSIDE).join('')
}

/** Whether what was typed finds that text: what the store's index answers at once for all of them. */
export function isFound(text: string, typed: string): boolean {
  return searchPieces(typed).some((pieces) => pieces.every((piece) => text.includes(piece)))
}
