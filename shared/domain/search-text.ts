import { foldText, isPlain } from './normalize-text.ts'

/**
 * Search without a syntax: every typed word must match, ignoring case and accents. A legal form is one word in any
 * notation.
 * A word of three or more characters matches anywhere inside another word. A shorter word matches only at the start
 * of a word, because inside words it would match nearly everywhere.
 * The store indexes the same texts, so that tests can compare both.
 */

/** Further words are ignored. */
const MAX_WORDS = 12
/** Two characters, so that one character at the start of a word makes three, the minimum of the index. */
const GAP = '  '
const LEAST_INSIDE = 3
/** Figures of a complete telephone, with or without its prefix. */
const PHONE = /^\d{9,15}$/
/** Digits and three consonants of the current plates: unambiguous. */
const PLATE = /^[a-z]?\d{4}[bcdfghjklmnprstvwxyz]{3}$/

/** Folded runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = foldText(text)
  return folded.match(isPlain(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/** Spanish legal forms: the word for each, and its full notation. */
const LEGAL_FORMS: readonly (readonly [word: string, full?: string])[] = [
  ['slneu'],
  ['slne', 'sociedad limitada nueva empresa'],
  ['slpu'],
  ['slp', 'sociedad limitada profesional'],
  ['sllu'],
  ['sll', 'sociedad limitada laboral'],
  ['slu', 'sociedad limitada unipersonal'],
  ['srlu', 'sociedad de responsabilidad limitada unipersonal'],
  ['srl'],
  ['sl', 'sociedad limitada'],
  ['sl', 'sociedad de responsabilidad limitada'],
  ['slu', 'sociedad unipersonal de responsabilidad limitada'],
  ['saul'],
  ['sau', 'sociedad anonima unipersonal'],
  ['sal', 'sociedad anonima laboral'],
  ['sad', 'sociedad anonima deportiva'],
  ['sae', 'sociedad anonima europea'],
  ['sap', 'sociedad anonima profesional'],
  ['sa', 'sociedad anonima'],
  ['scpa', 'sociedad comanditaria por acciones'],
  ['scp', 'sociedad civil particular'],
  ['scp', 'sociedad civil privada'],
  ['scp', 'sociedad civil profesional'],
  ['sccl', 'sociedad cooperativa catalana limitada'],
  ['sccl', 'societat cooperativa catalana limitada'],
  ['scl', 'sociedad cooperativa limitada'],
  ['sca', 'sociedad cooperativa andaluza'],
  ['sc', 'sociedad civil'],
  ['sc', 'societat civil'],
  ['sl', 'societat limitada'],
  ['sl', 'sociedade limitada'],
  ['sl', 'sozietate mugatua'],
  ['slu', 'societat limitada unipersonal'],
  ['slu', 'sociedade limitada unipersoal'],
  ['sa', 'societat anonima'],
  ['sa', 'sociedade anonima'],
  ['sa', 'sozietate anonimoa'],
  ['sc', 'sociedade civil'],
  ['scoop', 'sociedade cooperativa'],
  ['scoop', 'sociedad cooperativa'],
  ['scoop', 'societat cooperativa'],
  ['sat', 'sociedad agraria de transformacion'],
  ['sgr', 'sociedad de garantia reciproca'],
  ['aie', 'agrupacion de interes economico'],
  ['ute', 'union temporal de empresas'],
  ['cb', 'comunidad de bienes'],
  ['cb', 'comunitat de bens'],
  ['cb', 'comunidade de bens'],
  ['cp', 'comunidad de propietarios'],
  ['snc', 'sociedad colectiva'],
]
const LEGAL_WORDS: ReadonlyMap<string, string> = new Map([
  ['slunipersonal', 'slu'],
  ['saunipersonal', 'sau'],
  ...LEGAL_FORMS.map(([word]) => [word, word] as const),
  ...LEGAL_FORMS.flatMap(([word, full]) => (full === undefined ? [] : [[full, word] as const])),
  ['sdadcoop', 'scoop'],
  ['soccoop', 'scoop'],
])

/** Letters with points (`S.L.`, `S. L. U.`), letters at the end of a name (`S L`), or a form in full. */
const LEGAL_FORM = (() => {
  const words = [...new Set(LEGAL_FORMS.map(([word]) => word))].filter((word) => !word.endsWith('coop'))
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const pointed = longestFirst.map((word) => Array.from(word).join('\\. ?'))
  const alone = 's[. ]{0,2}[la][. ]{0,2}[, ]{0,2}\\(?unipersonal'
  const parted = longestFirst.map((word) => Array.from(word).join('(?:[. ]{1,2}|[/,-])'))
  const full = LEGAL_FORMS.flatMap(([, text]) => text ?? []).toSorted((a, b) => b.length - a.length)
  const start = '(?<![\\p{L}\\p{N}@.])'
  const end = '(?![\\p{L}\\p{N}@])'
  const noDomain = '(?!\\.[\\p{L}\\p{N}])'
  return new RegExp(
    `${start}(?:${full.join('|').replaceAll(' ', '\\s+')}|${alone}|(?:s|sdad|soc)\\.? ?coop|(?:${pointed.join('|')})${noDomain}` +
      `|(?:${parted.join('|')})(?=[\\s.]*(?:$|[,;()])))${end}`,
    'gu',
  )
})()
/** Quick check that most texts fail: a letter before a point or a gap, or the first word of a full form. */
const MAY_BE_LEGAL =
  /(?<![\p{L}\p{N}])(?:[sacu][. /,-]|s ?coop|s[la]\W{1,3}unip|soc|soz|sdad|comun|agrup|uni[oó]n)/iu

/** Full legal forms as letters without gaps, each with its word. */
export const FULL_LEGAL_FORMS: readonly (readonly [letters: string, word: string])[] = LEGAL_FORMS.flatMap(
  ([word, full]) => (full === undefined ? [] : [[full.replaceAll(' ', ''), word] as const]),
)

/** Legal form in a folded text: its position, and its word. */
interface LegalForm {
  start: number
  end: number
  word: string
}

/**
 * Legal forms in other notations than one word: `S.L.`, `S. L.` and `Sociedad Limitada` are `sl`.
 * @param folded result of `foldText`
 */
function legalFormsIn(folded: string): LegalForm[] {
  if (!MAY_BE_LEGAL.test(folded)) return []
  return Array.from(folded.matchAll(LEGAL_FORM), ({ 0: found, index }) => {
    const compact = found.replace(/[. /,(-]+/g, '')
    const word = LEGAL_WORDS.get(found.replace(/\s+/g, ' ')) ?? LEGAL_WORDS.get(compact) ?? compact
    return { start: index, end: index + found.length, word }
  })
}

const APOSTROPHES = /(?<=[\p{L}\p{M}\p{N}])['’‘ʼʹ′`´＇](?=[\p{L}\p{N}])/gu
/** Apostrophes, also typed as an accent, and the point of «Col·legi», also on the line. */
const JOINED = /(?<=[\p{L}\p{M}\p{N}])(?:['’‘ʼʹ′`´＇·‧∙⋅•]|(?<=l)[.-](?=l))(?=[\p{L}\p{N}])/giu
const MAY_BE_JOINED = /['’‘ʼʹ′`´＇·‧∙⋅•]|l[.-]l|ŀ/iu

/**
 * Additional words of a text: each legal form as one word, and the words around an apostrophe or a middle dot as one
 * (`lhospitalet`, `collegi`).
 */
export function joinedWordsOf(text: string): string[] {
  const mayBeLegal = !isPlain(text) || MAY_BE_LEGAL.test(text)
  const words = mayBeLegal ? legalFormsIn(foldText(text)).map(({ word }) => word) : []
  if (!MAY_BE_JOINED.test(text)) return words
  const known = new Set(wordsOf(text))
  return [...words, ...wordsOf(joinedText(text)).filter((word) => !known.has(word))]
}

/** Text without apostrophes and middle dots between letters. */
const joinedText = (text: string): string =>
  MAY_BE_JOINED.test(text) ? text.replaceAll('ŀ', 'l·').replaceAll('Ŀ', 'L·').replaceAll(JOINED, '') : text

/** Typed text with each legal form as one word, like the words of items. */
const withLegalWords = (typed: string): string => {
  const folded = foldText(typed)
  let text = ''
  let from = 0
  for (const { start, end, word } of legalFormsIn(folded)) {
    text += `${folded.slice(from, start)} ${word} `
    from = end
  }
  return from === 0 ? typed : text + folded.slice(from)
}

/**
 * Comparison key of a name. It ignores accents, case, marks, points of a legal form, apostrophes and middle dots. A
 * name of marks alone is its own key. The function is idempotent.
 */
export function sameNameKey(name: string): string {
  // Apostrophes go first, because folding makes a space of an accent that stands for an apostrophe.
  let key = foldText(name.replaceAll(APOSTROPHES, '')).trim()
  for (let last = ''; key !== last;) {
    last = key
    key = wordsOf(joinedText(withLegalWords(last))).join(' ') || last
  }
  return key
}

/** Words to search for when a text is typed. A legal form is its word. */
export const typedWordsOf = (typed: string): string[] => wordsOf(withLegalWords(typed))

/** Searchable texts of one item. */
export interface Searchable {
  /** Plate, in which any two consecutive characters match. */
  plate?: string
  /** Identifiers, which also match without their separators. */
  codes?: readonly string[]
  /** E-mail addresses and telephones. Any part without separators matches. */
  whole?: readonly string[]
  /**
   * E-mail addresses that only an address finds: four characters of it, or its first two or three. The same address
   * is in nearly every item, and it contains words of names.
   */
  addresses?: readonly string[]
  texts?: readonly string[]
}

/**
 * Private-use characters that no text has, one for each pair of characters. Characters outside the alphabet share a
 * few codes.
 */
const PAIR_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789\0'
const PAIRS_FROM = 0xe000
const PAIRS_BASE = 64
const OTHERS = PAIRS_BASE - PAIR_ALPHABET.length
/** Prefix of an address, so that a short piece is found at its start. */
const ADDRESS_START = '\0\0'

/**
 * Word that is part of no other: one character for each pair of consecutive characters. Three of them are four
 * characters of an address, which few items share, so that the index is read quickly.
 */
function pairsOf(text: string): string {
  const numbers = Array.from(text, (character) => {
    const known = PAIR_ALPHABET.indexOf(character)
    return known >= 0 ? known : PAIR_ALPHABET.length + ((character.codePointAt(0) ?? 0) % OTHERS)
  })
  const pairs = numbers.slice(1).map((second, at) => PAIRS_FROM + (numbers[at] ?? 0) * PAIRS_BASE + second)
  return String.fromCharCode(...pairs)
}

/** Words of an item, with repetitions. */
function* wordsIn({
  plate = '',
  codes = [],
  whole = [],
  addresses = [],
  texts = [],
}: Searchable): Generator<string> {
  for (const text of texts) {
    yield* wordsOf(text)
    yield* joinedWordsOf(text)
  }
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
  for (const address of addresses) {
    const word = wordsOf(address).join('')
    if (word !== '') yield pairsOf(ADDRESS_START + word)
  }
}

/**
 * Searchable text: separate words, each once.
 * @param beside item that is searched together; its words are left out
 */
export function searchText(item: Searchable, beside: Searchable = {}): string {
  const words = new Set(wordsIn(item))
  for (const word of wordsIn(beside)) words.delete(word)
  return words.size === 0 ? '' : GAP + [...words].join(GAP) + GAP
}

/**
 * Telephone as a searchable code with its international prefix, so that it matches in any notation (`612…`, `34
 * 612…`, `0034 612…`). Nine digits without prefix are Spanish. '' without digits.
 */
export function phoneCode(phone: string): string {
  const digits = phone.normalize('NFKC').replace(/\D+/g, '').replace(/^00/, '')
  if (digits === '') return ''
  return /^[6-9]\d{8}$/.test(digits) && !phone.trim().startsWith('+') ? `0034${digits}` : `00${digits}`
}

const WRITTEN_ADDRESS = /[\p{L}\p{N}._%+&'-]{1,64}@[\p{L}\p{N}.-]{1,255}/gu
/** Telephone of Spain with its prefix, of another country with its own, or nine figures alone, in any spacing. */
const WRITTEN_PHONE =
  /(?<![\p{L}\p{N}])(?:(?:\+|00)34(?:[ .()\u2010-\u2013-]{0,2}\d){9}|(?:\+|00)(?:[ .()\u2010-\u2013-]{0,2}\d){9,15}|[6-9](?:[ .\u2010-\u2013-]?\d){8})(?![\p{L}\p{N}])/gu

/** E-mail addresses and telephones in a text, to be searched whole. */
export function writtenIn(text: string): string[] {
  const phones = text.normalize('NFKC').match(WRITTEN_PHONE) ?? []
  return [...(text.match(WRITTEN_ADDRESS) ?? []), ...phones.map(phoneCode)]
}

/**
 * Pieces to search for: any of the alternatives, with all its pieces. Empty if nothing is searchable.
 * A plate, an e-mail address or a telephone typed with separators is one piece, and an invoice or tax id may be. Each
 * piece costs time: words without a figure are in no code.
 * @param email notation of e-mail addresses in the texts: one word without separators, or the words between them
 */
export function searchPieces(typed: string, email: 'whole' | 'words' = 'whole'): string[][] {
  const joined = typed.includes('@') ? typed : joinedText(typed)
  const alternatives = piecesOf(typed, email)
  // `l'ou` is `lou`, or its two words.
  return joined === typed ? alternatives : [...piecesOf(joined, email), ...alternatives]
}

function piecesOf(typed: string, email: 'whole' | 'words'): string[][] {
  const text = withLegalWords(typed)
  const tokens = email === 'whole' ? text.split(/\s+/).flatMap(wordsOfToken) : wordsOf(text)
  const words = [...new Set(tokens)].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const compact = wordsOf(typed).join('')
  if (PLATE.test(compact) || PHONE.test(compact)) return [[pieceOf(compact)]]
  const all = words.map(pieceOf)
  if (typed.includes('@')) return email === 'whole' ? [all, words.map(addressPieceIn(typed))] : [all]
  return words.length === 1 || !/\p{N}/u.test(compact) ? [all] : [[pieceOf(compact)], all]
}

/** Minimum characters of a typed code. A shorter one may be meant as a part of other words. */
const LEAST_CODE = 5

/**
 * Piece of a code typed with separators (`F-2026/0859`). If an item has the piece, items that only have its parts are
 * not meant. `null` for any other text.
 */
export function codePiece(typed: string): string | null {
  const words = wordsOf(typed)
  const compact = words.join('')
  const isCode =
    words.length > 1 && compact.length >= LEAST_CODE && /\p{N}/u.test(compact) && !/[\s@]/.test(typed.trim())
  return isCode ? pieceOf(compact) : null
}

/** Words of a typed token between two spaces. An e-mail address is one word. */
function wordsOfToken(token: string): string[] {
  const words = wordsOf(token)
  const whole = words.join('')
  return token.includes('@') && whole !== '' ? [whole] : words
}

/** Pieces that find `addresses`: those of an address in its indexed notation, and the others unchanged. */
function addressPieceIn(typed: string): (word: string) => string {
  const addresses = new Set(
    typed.split(/\s+/).flatMap((token) => (token.includes('@') ? wordsOfToken(token) : [])),
  )
  return (word) => {
    const { length } = Array.from(word)
    if (!addresses.has(word) || length < 2) return pieceOf(word)
    return pairsOf(length > LEAST_INSIDE ? word : ADDRESS_START + word)
  }
}

/** Whole characters, as the index counts them. */
function pieceOf(word: string): string {
  const characters = Array.from(word)
  return characters.length >= LEAST_INSIDE ? word : [...GAP, ...characters].slice(-LEAST_INSIDE).join('')
}

/** True if the typed text matches, with the same result as the store's index. */
export function isFound(text: string, typed: string): boolean {
  return searchPieces(typed).some((pieces) => pieces.every((piece) => text.includes(piece)))
}

/** `isFound` for items. The words of an item are folded only until all typed words are found. */
export function itemFinder(typed: string): (item: Searchable) => boolean {
  const begin = partsFinder(typed)
  return (item) => begin()(item)
}

/**
 * `isFound` for items that are read part by part. A finder is started for each item, and is true once its parts have
 * all typed words.
 */
export function partsFinder(typed: string): () => (part: Searchable) => boolean {
  const alternatives = searchPieces(typed)
  return () => {
    const missing = alternatives.map((pieces) => new Set(pieces))
    return (part) => {
      for (const word of wordsIn(part)) {
        const begun = GAP + word
        for (const pieces of missing) {
          for (const piece of pieces) if (begun.includes(piece)) pieces.delete(piece)
          if (pieces.size === 0) return true
        }
      }
      return false
    }
  }
}
