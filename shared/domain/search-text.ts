/**
 * Search without a syntax: every typed word must match, whatever its accents and capitals. A word of three
 * characters or more matches anywhere inside another; a shorter one only at the start of a word, because
 * inside one it would match nearly everywhere. Pure: the store's index is over these very texts, so it can be
 * checked against them.
 */

/** More words than anyone types; the rest is ignored. */
const MAX_WORDS = 12
/** Two, so that one character at the start of a word makes three: the minimum of the index. */
const GAP = '  '
const LEAST_INSIDE = 3
/** Figures of a whole telephone, with or without its prefix. */
const PHONE = /^\d{9,15}$/
/** Digits and three consonants of the current plates: unambiguous. */
const PLATE = /^[a-z]?\d{4}[bcdfghjklmnprstvwxyz]{3}$/

/** Printable ASCII: nearly every text, and several times faster to fold and to split than any other. */
export const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}+/gu, '')

/** Without accents or capitals: `García` and `GARCIA` are one, and so are `Straße` and `STRASSE`. */
export const foldText = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : withoutMarks(withoutMarks(text).toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ')

/** Runs of letters and digits, folded. */
export function wordsOf(text: string): string[] {
  const folded = foldText(text)
  return folded.match(isPlain(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/** Searchable texts of one item. */
export interface Searchable {
  /** Matches any two of its consecutive characters. */
  plate?: string
  /** Identifiers, which also match without their separators. */
  codes?: readonly string[]
  /** E-mail addresses and telephones: only without their separators, any part of them. */
  whole?: readonly string[]
  texts?: readonly string[]
}

/** Words of an item, of which some may come more than once. */
function* wordsIn({ plate = '', codes = [], whole = [], texts = [] }: Searchable): Generator<string> {
  for (const text of texts) yield* wordsOf(text)
  const characters = wordsOf(plate).join('')
  yield* Array.from(characters, (_, at) => characters.slice(at))
  for (const code of codes) {
    const parts = wordsOf(code)
    yield* parts
    if (parts.length > 1) yield parts.join('')
  }
  for (const one of whole) {
    const word = wordsOf(one).join('')
    if (word !== '') yield word
  }
}

/**
 * Text to be searched: separate words, each only once.
 * @param beside what is searched together with it: its words are left out
 */
export function searchText(item: Searchable, beside: Searchable = {}): string {
  const words = new Set(wordsIn(item))
  for (const word of wordsIn(beside)) words.delete(word)
  return words.size === 0 ? '' : GAP + [...words].join(GAP) + GAP
}

/**
 * A telephone as a code to be searched: with its international prefix, so that it matches whichever way it is
 * typed (`612…`, `34 612…`, `0034 612…`). Nine digits without prefix are Spanish. '' without digits.
 */
export function phoneCode(phone: string): string {
  const digits = phone.normalize('NFKC').replace(/\D+/g, '').replace(/^00/, '')
  if (digits === '') return ''
  return /^[6-9]\d{8}$/.test(digits) && !phone.trim().startsWith('+') ? `0034${digits}` : `00${digits}`
}

/**
 * Pieces to search for in those texts: any of the alternatives, with all its pieces. Empty when nothing is
 * searchable. A plate, an e-mail address or a telephone typed with its separators is one piece, and so may an
 * invoice's or a person's number be. Each piece costs time: words without a figure are in no code.
 * @param email how those texts have e-mail addresses: as one word without separators, or as the words between them
 */
export function searchPieces(typed: string, email: 'whole' | 'words' = 'whole'): string[][] {
  const tokens = email === 'whole' ? typed.split(/\s+/).flatMap(wordsOfToken) : wordsOf(typed)
  const words = [...new Set(tokens)].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const compact = wordsOf(typed).join('')
  if (PLATE.test(compact) || PHONE.test(compact)) return [[pieceOf(compact)]]
  const all = words.map(pieceOf)
  return words.length === 1 || !/\p{N}/u.test(compact) || typed.includes('@')
    ? [all]
    : [[pieceOf(compact)], all]
}

/** Words of what is typed between two spaces: of an e-mail address, all of it as one. */
function wordsOfToken(token: string): string[] {
  const words = wordsOf(token)
  const whole = words.join('')
  return token.includes('@') && whole !== '' ? [whole] : words
}

/** Whole characters, as the index counts them. */
function pieceOf(word: string): string {
  const characters = Array.from(word)
  return characters.length >= LEAST_INSIDE ? word : [...GAP, ...characters].slice(-LEAST_INSIDE).join('')
}

/** True if the typed text matches: the same result as the store's index. */
export function isFound(text: string, typed: string): boolean {
  return searchPieces(typed).some((pieces) => pieces.every((piece) => text.includes(piece)))
}

/** The same of any item, whose words are folded only until all that was typed is found. */
export function itemFinder(typed: string): (item: Searchable) => boolean {
  const alternatives = searchPieces(typed)
  return (item) => {
    const missing = alternatives.map((pieces) => new Set(pieces))
    for (const word of wordsIn(item)) {
      const begun = GAP + word
      for (const pieces of missing) {
        for (const piece of pieces) if (begun.includes(piece)) pieces.delete(piece)
        if (pieces.size === 0) return true
      }
    }
    return false
  }
}
