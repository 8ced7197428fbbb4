import { plateOccurrences } from '#shared/domain/plates/extract.ts'
import { CONTEXT, isPlateOfPage } from './page-rules.ts'
import { readable } from './readable.ts'

/** A plate of a run of text, with its position there. */
export interface PlateInText {
  vrm: string
  start: number
  end: number
  padded: boolean
}

/** Longest text examined at once: a few milliseconds. */
const WINDOW = 32_768
/** Longer than any plate as a page writes it, with what is looked at around it. */
const OVERLAP = 128

/**
 * Any text that may hold a plate, whatever is around it: cheap, and true for every text where `findPlates` finds one.
 * The blanks of the page's source may stand between its parts.
 */
const MAYBE =
  /[0-9]{4}[^A-Za-z0-9]{0,200}[A-Za-z]|[A-Za-z][^A-Za-z0-9]{0,200}[0-9]{5}|[A-Za-z]-?[0-9]{2,3}-?[A-Za-z]/

export const mayHavePlates = (text: string): boolean => MAYBE.test(text)

/** A text as a page shows it in one line, and the text shown before it. */
export interface TextRun {
  text: string
  /** End of the block before this one: «Matrícula» in the cell before. */
  context: string
  /** Line breaks of the source are shown, and end a line. */
  keepsBreaks: boolean
}

/** Plates of one run, in order, every occurrence. Yields after each window of a long text. */
export function* findPlatesIn({ text, context, keepsBreaks }: TextRun): Generator<PlateInText[]> {
  for (let from = 0; from < text.length; from += WINDOW) {
    const start = Math.max(0, from - OVERLAP)
    const part = text.slice(start, from + WINDOW + OVERLAP)
    if (!mayHavePlates(part)) {
      yield []
      continue
    }
    const found = findInWindow(part, start === 0 ? context : '', keepsBreaks)
    yield found
      .map((plate) => ({ ...plate, start: plate.start + start, end: plate.end + start }))
      .filter((plate) => plate.start >= from && plate.start < from + WINDOW)
  }
}

/** Plates of consecutive blocks of a page, in order, every occurrence. */
export function findPlates(texts: readonly string[]): (PlateInText & { run: number })[] {
  return texts.flatMap((text, run) => {
    const context = contextOf(texts[run - 1] ?? '')
    return [...findPlatesIn({ text, context, keepsBreaks: true })].flat().map((plate) => ({ ...plate, run }))
  })
}

/** What a block says of the next one: a label, not a paragraph. */
export function contextOf(text: string): string {
  const trimmed = text.length > 200 ? '' : text.trim()
  return trimmed.length > CONTEXT / 2 ? '' : trimmed
}

function findInWindow(text: string, context: string, keepsBreaks: boolean): PlateInText[] {
  const shown = readable(text, keepsBreaks)
  const found: PlateInText[] = []
  for (const candidate of plateOccurrences(shown.text)) {
    const { start, end, plate, padded } = candidate
    const line = shown.text.slice(Math.max(0, start - CONTEXT), start)
    const before = start <= CONTEXT && context !== '' ? `${context}: ${line}`.slice(-CONTEXT) : line
    const after = shown.text.slice(end, end + CONTEXT)
    if (!isPlateOfPage(candidate, shown.text.slice(start, end), { before, after })) continue
    found.push({ vrm: plate.vrm, start: shown.sourceOf(start), end: shown.sourceOf(end - 1) + 1, padded })
  }
  return found
}
