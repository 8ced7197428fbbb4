import { GROUP_LETTERS } from '#shared/domain/plates/series.ts'
import { CONTEXT, mayHaveOldPlates, surePlates } from '#shared/domain/plates/text-rules.ts'
import { editedBy, valueOf } from './page-elements.ts'

/** A plate with its position in a text. */
export interface PlateInText {
  vrm: string
  start: number
  end: number
  padded: boolean
}

/** Number of characters examined between two checks of the clock. */
const WINDOW = 8_192
/** Number of plates between two pauses. Each plate is then placed in the page, which takes longer than finding it. */
const MOST_AT_ONCE = 64
/** Number of characters that two windows share: longer than any plate as written in a page, with its surroundings. */
const OVERLAP = 128

/** Number of characters examined before and after a match: other letters, and the words that end them. */
const BESIDE = 16

/** Gap between the parts of a plate. It includes the white space of the source and around tags. */
const GAP = '\\W{0,200}'
const groupLetters = `[${GROUP_LETTERS}${GROUP_LETTERS.toLowerCase()}]`
/**
 * Patterns that match every text with a plate, and few others. They ignore word boundaries, because the page's style
 * may end a word. Each pattern begins with a rare character, so the browser skips the rest fast.
 */
const LIKELY = [
  `[0-9]{4}(?:${GAP}${groupLetters}{3}|[A-Za-z])`,
  `[0-9]\\W{1,3}[A-Z]\\s[A-Z]\\s[A-Z]`,
  `[A-Z]${GAP}[0-9]{4,5}${GAP}[A-Z]`,
  `[-\\u2010-\\u2013\\u2212]\\s?[0-9]{4,5}\\s?[-\\u2010-\\u2013\\u2212]\\s?[A-Za-z]`,
  // Invisible characters and fullwidth digits may be anywhere in a plate.
  '[\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF\\uFF10-\\uFF19]',
]
/** Forms that count only after a label. They are not searched across tags. */
const LABELLED =
  '\\b[A-Za-z]{1,3}(?:(?:[-.][A-Za-z]{1,2})?[-.]?[0-9]{1,6}| [0-9]{5,6}|-?[0-9]{2,3}-?[A-Za-z]{1,2})\\b'

const likely = LIKELY.map((source) => new RegExp(source))
const labelled = new RegExp(LABELLED)
const likelyPlaces = new RegExp([...LIKELY, LABELLED].join('|'), 'g')

/** True for a text that announces plates of the old forms. */
export const hasPlateLabel = mayHaveOldPlates

/** @param isLabelled true if a label may precede this text */
export const mayHavePlates = (text: string, isLabelled: boolean): boolean =>
  likely.some((pattern) => pattern.test(text)) ||
  ((isLabelled || mayHaveOldPlates(text)) && labelled.test(text))

/** Parts of a text that may hold plates. */
export function* likelyRanges(text: string): Generator<{ start: number; end: number }> {
  for (const { 0: found, index } of text.matchAll(likelyPlaces))
    yield { start: index - BESIDE, end: index + found.length + BESIDE }
}

/** A text in one line, as the page shows it, with the preceding text. */
export interface TextRun {
  text: string
  /** End of the preceding block, such as a cell with «Matrícula». */
  context: string
  /** Head of the text's column in a table; '' if there is none. */
  header: string
  /** True if the page shows the line breaks of the source. They then end a line. */
  keepsBreaks: boolean
}

/** Finds every occurrence of a plate in one run, in order. Yields regularly, so that the page stays responsive. */
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

/** Label that a block gives to the next block; '' for a paragraph. */
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

/** A text as the page shows it, with the source position of each character. */
interface Readable {
  text: string
  /** Returns the source position of a character of `text`. */
  sourceOf: (index: number) => number
}

/** Text that needs no change: printable, and without two blanks in a row. */
const PLAIN = /^(?: ?[!-~\u00A1-\u00AC\u00AE-\u024F\u20AC])* ?$/

/** Collapses white space as a page does, and drops invisible characters. */
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

/** Code of the visible character; 0 for an invisible one. */
function shownAs(code: number, keepsBreaks: boolean): number {
  if (code > 0x20 && code < 0x7f) return code
  if (code === BREAK || code === 0x09) return keepsBreaks ? BREAK : SPACE
  if (code <= 0x20 || code === 0xa0) return SPACE
  // Soft hyphens, zero-width characters and direction marks do not split a plate.
  if (code === 0xad) return 0
  if (code < 0x2000) return code
  if (code <= 0x200a || code === 0x202f || code === 0x205f || code === 0x3000) return SPACE
  if (code <= 0x200f || (code >= 0x202a && code <= 0x202e)) return 0
  if (code <= 0x2013 || code === 0x2212) return HYPHEN
  if ((code >= 0x2060 && code <= 0x2069) || code === 0xfeff) return 0
  // Fullwidth letters and digits.
  return code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code
}

/** Part of a plate that is in one text node. */
interface Part {
  node: Text
  start: number
  text: string
}

/**
 * A plate where the page shows it. Nodes and positions replace a live `Range`, which the browser would update at
 * every change of the page.
 */
export interface Occurrence {
  vrm: string
  padded: boolean
  /** Text nodes of the plate. Empty for a field. */
  parts: readonly Part[]
  /** Field or editable element that contains the plate, whose mark goes beside the element. `null` for other text. */
  field: Element | null
  /** Text of the plate in a field. */
  written: string
}

/**
 * True while the page still shows the occurrence.
 * @param values cache of the values of fields: a value may have millions of characters
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

/** A plate with its position in a text. */
interface Found {
  vrm: string
  padded: boolean
  start: number
  end: number
}

/**
 * Maps plates to text nodes. `start` and `end` count from the first node. Plates come in order, so the search
 * continues from the node of the last plate: a block may have a hundred thousand nodes.
 */
export function occurrencesIn(pieces: readonly { node: Text; text: string }[]): (found: Found) => Occurrence {
  let first = 0
  /** Position of the node at `first`. */
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
