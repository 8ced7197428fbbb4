import { GROUP_LETTERS } from '#shared/domain/plates/series.ts'
import { CONTEXT, mayHaveOldPlates, surePlates } from '#shared/domain/plates/text-rules.ts'
import { editedBy, valueOf } from './page-elements.ts'

/** A plate of a run of text, with its position there. */
export interface PlateInText {
  vrm: string
  start: number
  end: number
  padded: boolean
}

/** Longest text examined without a look at the clock. */
const WINDOW = 8_192
/** Plates between two pauses: each is placed in the page, which takes longer than to find it. */
const MOST_AT_ONCE = 64
/** Longer than any plate as written in a page, with its surroundings. */
const OVERLAP = 128

/** Letters before and after, and the words that end them. */
const BESIDE = 16

/** Blanks of the page's source, and tags between the parts, are in here. */
const GAP = '\\W{0,200}'
const groupLetters = `[${GROUP_LETTERS}${GROUP_LETTERS.toLowerCase()}]`
/**
 * True for every text with a plate, and for few others. Word ends are ignored, because the page's style may end a
 * word. Each pattern begins with a character that is rare in texts, so the browser skips the rest fast.
 */
const LIKELY = [
  `[0-9]{4}(?:${GAP}${groupLetters}{3}|[A-Za-z])`,
  `[0-9]\\W{1,3}[A-Z]\\s[A-Z]\\s[A-Z]`,
  `[A-Z]${GAP}[0-9]{4,5}${GAP}[A-Z]`,
  `[-\\u2010-\\u2013\\u2212]\\s?[0-9]{4,5}\\s?[-\\u2010-\\u2013\\u2212]\\s?[A-Za-z]`,
  // Invisible characters and fullwidth digits may be anywhere in a plate.
  '[\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF\\uFF10-\\uFF19]',
]
/** Forms that only count after a label. They are not looked for across tags. */
const LABELLED =
  '\\b[A-Za-z]{1,3}(?:(?:[-.][A-Za-z]{1,2})?[-.]?[0-9]{1,6}| [0-9]{5,6}|-?[0-9]{2,3}-?[A-Za-z]{1,2})\\b'

const likely = LIKELY.map((source) => new RegExp(source))
const labelled = new RegExp(LABELLED)
const likelyPlaces = new RegExp([...LIKELY, LABELLED].join('|'), 'g')

/** True for a text that says that plates of the old forms may come. */
export const hasPlateLabel = mayHaveOldPlates

/** @param isLabelled a label may be before this text */
export const mayHavePlates = (text: string, isLabelled: boolean): boolean =>
  likely.some((pattern) => pattern.test(text)) ||
  ((isLabelled || mayHaveOldPlates(text)) && labelled.test(text))

/** Parts of a text that may hold plates. */
export function* likelyRanges(text: string): Generator<{ start: number; end: number }> {
  for (const { 0: found, index } of text.matchAll(likelyPlaces))
    yield { start: index - BESIDE, end: index + found.length + BESIDE }
}

/** A text in one line, as the page shows it, and the text that the page shows before it. */
export interface TextRun {
  text: string
  /** End of the block before this one: «Matrícula» in the cell before. */
  context: string
  /** Head of its column in a table, else empty. */
  header: string
  /** Line breaks of the source are shown, and end a line. */
  keepsBreaks: boolean
}

/** Every occurrence of a plate in one run, in order. It yields regularly, so that the page stays responsive. */
export function* findPlatesIn(run: TextRun): Generator<PlateInText[]> {
  const { text, context } = run
  const isLabelled = hasPlateLabel(context) || hasPlateLabel(run.header)
  for (let from = 0; from < text.length; from += WINDOW) {
    const start = Math.max(0, from - OVERLAP)
    const part = text.slice(start, from + WINDOW + OVERLAP)
    if (!mayHavePlates(part, isLabelled)) {
      yield []
      continue
    }
    const found = findInWindow({ ...run, text: part, context: start === 0 ? context : '' })
      .map((plate) => ({ ...plate, start: plate.start + start, end: plate.end + start }))
      .filter((plate) => plate.start >= from && plate.start < from + WINDOW)
    for (let at = 0; at < Math.max(1, found.length); at += MOST_AT_ONCE)
      yield found.slice(at, at + MOST_AT_ONCE)
  }
}

/** Label that a block gives to the next one, if it is not a paragraph. */
export function contextOf(text: string): string {
  const trimmed = text.length > 200 ? '' : text.trim()
  return trimmed.length > CONTEXT / 2 ? '' : trimmed
}

function findInWindow({ text, context, header, keepsBreaks }: TextRun): PlateInText[] {
  const shown = readable(text, keepsBreaks)
  return surePlates(shown.text, { context, header }).map(({ plate, start, end, padded }) => ({
    vrm: plate.vrm,
    start: shown.sourceOf(start),
    end: shown.sourceOf(end - 1) + 1,
    padded,
  }))
}

/** A text as the page shows it, and where each character of it comes from. */
interface Readable {
  text: string
  /** Position in the source of a character of `text`. */
  sourceOf: (index: number) => number
}

/** Nothing to change: printable, and no two blanks in a row. */
const PLAIN = /^(?: ?[!-~\u00A1-\u00AC\u00AE-\u024F\u20AC])* ?$/

/** Collapses blanks as a page does, and drops invisible characters. */
function readable(source: string, keepsBreaks: boolean): Readable {
  if (PLAIN.test(source)) return { text: source, sourceOf: (index) => index }
  let text = ''
  const places: number[] = []
  let last = 0
  for (let at = 0; at < source.length; at++) {
    const code = shownAs(source.charCodeAt(at), keepsBreaks)
    if (code === 0 || (code === SPACE && last === SPACE)) continue
    text += String.fromCharCode(code)
    places.push(at)
    last = code
  }
  return { text, sourceOf: (index) => places[index] ?? source.length }
}

const SPACE = 0x20
const HYPHEN = 0x2d
const BREAK = 0x0a

/** Code of a visible character; 0 for none. */
function shownAs(code: number, keepsBreaks: boolean): number {
  if (code > 0x20 && code < 0x7f) return code
  if (code === BREAK || code === 0x09) return keepsBreaks ? BREAK : SPACE
  if (code <= 0x20 || code === 0xa0) return SPACE
  // Soft hyphens, zero-width characters and marks of direction split nothing.
  if (code === 0xad) return 0
  if (code < 0x2000) return code
  if (code <= 0x200a || code === 0x202f || code === 0x205f || code === 0x3000) return SPACE
  if (code <= 0x200f || (code >= 0x202a && code <= 0x202e)) return 0
  if (code <= 0x2013 || code === 0x2212) return HYPHEN
  if ((code >= 0x2060 && code <= 0x2069) || code === 0xfeff) return 0
  // Letters and digits of the width of an ideograph.
  return code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code
}

/** Part of a plate in one text node. */
interface Part {
  node: Text
  start: number
  text: string
}

/**
 * A plate where the page shows it. Nodes and positions, not a live `Range`: the browser updates each of those at every
 * change of the page, for as long as it is kept.
 */
export interface Occurrence {
  vrm: string
  padded: boolean
  /** Empty in a field. */
  parts: readonly Part[]
  /** A field, or an element that is edited: the mark goes beside it. */
  field: Element | null
  /** Text of a field's plate. */
  written: string
}

/**
 * True while the page still shows it.
 * @param values what fields show, read once for all their plates: a value may be of millions of characters
 */
export function isThere({ parts, field, written }: Occurrence, values: Map<Element, string>): boolean {
  if (field && !field.isConnected) return false
  if (parts.length === 0) {
    if (field === null) return false
    const value = values.get(field) ?? valueOf(field)
    values.set(field, value)
    return value.includes(written)
  }
  return parts.every(
    ({ node, start, text }) => node.isConnected && node.data.substr(start, text.length) === text,
  )
}

/** A plate of a text, by its position there. */
interface Found {
  vrm: string
  padded: boolean
  start: number
  end: number
}

/**
 * Maps occurrences to text nodes. `start` and `end` count from the first node. Plates come in order, so the search
 * continues from the node of the last one: a block may have a hundred thousand nodes.
 */
export function occurrencesIn(pieces: readonly { node: Text; text: string }[]): (found: Found) => Occurrence {
  let first = 0
  /** Position of that node. */
  let base = 0
  return ({ vrm, padded, start: from, end: to }) => {
    for (let piece = pieces[first]; piece && base + piece.text.length <= from; piece = pieces[first]) {
      base += piece.text.length
      first++
    }
    const parts: Part[] = []
    for (let index = first, at = base; at < to; index++) {
      const piece = pieces[index]
      if (!piece) break
      const start = Math.max(0, from - at)
      const end = Math.min(piece.text.length, to - at)
      if (start < end) parts.push({ node: piece.node, start, text: piece.text.slice(start, end) })
      at += piece.text.length
    }
    const parent = parts[0]?.node.parentElement
    return { vrm, padded, parts, field: parent ? editedBy(parent) : null, written: '' }
  }
}
