import { headersIn, NO_HEADERS, readLine, type LineReading, type PlateInLine } from './plate-list-line.ts'

/** Characters of what belongs to a list of plates; apart from its schemas, which the windows do not load. */
export const MAX_LIST_NAME = 80
export const MAX_ROW_NOTE = 500
/** Of a line of the list, as shown. */
export const MAX_LINE_TEXT = 200

/** Columns of a sheet that are told apart by their names. */
export const MAX_COLUMNS = 500

/** Complete reports that one confirmation pays for: a slip costs no more than these. */
export const MAX_COMPLETE_AT_ONCE = 200

/**
 * What is shown of a list. Each but `marked` is one of the colours or states that its rows are counted by:
 * `unanswered` has ended without a verdict, `waiting` has not been asked or not been answered.
 */
export const PLATE_LIST_FILTERS = [
  'not_transferable',
  'with_alerts',
  'transferable',
  'unanswered',
  'waiting',
  'marked',
] as const

/** A plate of a list. */
export interface ListedPlate {
  vrm: string
  /** Line of the text or row of the sheet, from 1. */
  line: number
  /** As written. */
  written: string
  /** Some characters were put right: shown beside what was written. */
  repaired: boolean
  /** Other cells of the row, or the rest of its line, in short; '' without any. */
  note: string
}

export interface PlateList {
  plates: ListedPlate[]
  /** Lines that repeat a plate of another one, at most `MAX_LISTED`. */
  repeated: { vrm: string; line: number; first: number }[]
  /** What is no plate, with its line, at most `MAX_LISTED`. */
  unread: { line: number; text: string }[]
  /** Plates beyond `MAX_LISTED`: the rest was left out. */
  left: number
}

export const MAX_LISTED = 5000

/** Lines of any program. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** With fewer lines that hold a plate, it is a letter with plates in it: its sentences are not reported. */
const LIST_SHARE = 0.5

/**
 * Reads the plates of a pasted list, of a table or of a mail. In a list, no line is lost in silence: it has a plate, it
 * repeats one or it is unread, except for blank lines and the title before the first plate.
 */
export function platesInText(text: string): PlateList {
  const steps = platesInTextSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Lines whose reading is kept for the second pass. Those of a longer text are read again: memory is bounded. */
const MAX_KEPT = 20_000
/** Characters between two steps. */
const STEP = 32_768

/** The same in steps, so that a long text says how far it is. @yields part that is done, from 0 to 1 */
export function* platesInTextSteps(text: string): Generator<number, PlateList> {
  const list = createPlateList()
  const readings = new Map<number, LineReading>()
  let filled = 0
  let held = 0
  let stepped = 0
  let headers = NO_HEADERS
  for (const { line, index, end } of linesOf(text)) {
    if (end - stepped >= STEP) yield (stepped = end) / text.length / 2
    if (line.trim() === '') continue
    filled++
    headers = headersIn(line) ?? headers
    const reading = readLine(line, false, headers)
    if (reading.plates.length === 0 && reading.unread.length === 0) continue
    held++
    if (readings.size < MAX_KEPT) readings.set(index, reading)
  }
  const isAllKept = held === readings.size
  const isList = held >= filled * LIST_SHARE
  let isTitle = true
  stepped = 0
  headers = NO_HEADERS
  for (const { line, index, end } of linesOf(text)) {
    if (end - stepped >= STEP) yield 0.5 + (stepped = end) / text.length / 2
    if (line.trim() === '') continue
    headers = headersIn(line) ?? headers
    const first = readings.get(index) ?? (isAllKept ? null : readLine(line, false, headers))
    const isOther = !first || (first.plates.length === 0 && first.unread.length === 0)
    const reading = isOther && isList ? readLine(line, true, headers) : first
    if (!reading) continue
    isTitle &&= reading.plates.length === 0
    list.add(index + 1, reading.plates)
    for (const unread of reading.unread) if (!isTitle || /\d/.test(unread)) list.addUnread(index + 1, unread)
  }
  return list.take()
}

function* linesOf(text: string): Generator<{ line: string; index: number; end: number }> {
  const lineBreak = new RegExp(LINE_BREAK, 'g')
  let start = 0
  for (let index = 0; ; index++) {
    const found = lineBreak.exec(text)
    const end = found ? lineBreak.lastIndex : text.length
    yield { line: text.slice(start, found?.index ?? end), index, end }
    if (!found) return
    start = end
  }
}

/** Collects the plates of a list line by line, each once. */
export function createPlateList() {
  const plates = new Map<string, ListedPlate>()
  const beyond = new Set<string>()
  const list: PlateList = { plates: [], repeated: [], unread: [], left: 0 }
  const repeat = (vrm: string, line: number, first: number) => {
    if (line !== first && list.repeated.length < MAX_LISTED) list.repeated.push({ vrm, line, first })
  }

  function addPlate(line: number, { vrm, written, repaired, note }: PlateInLine): void {
    const known = plates.get(vrm)
    if (!known && plates.size >= MAX_LISTED) {
      beyond.add(vrm)
    } else if (!known) {
      plates.set(vrm, { vrm, line, written, repaired, note })
    } else if (known.repaired && !repaired) {
      // Its place in the order stays, but it is this one that needs no check.
      repeat(vrm, known.line, line)
      plates.set(vrm, { vrm, line, written, repaired, note })
    } else repeat(vrm, line, known.line)
  }

  return {
    add: (line: number, found: readonly PlateInLine[]) => {
      for (const plate of found) addPlate(line, plate)
    },
    addUnread: (line: number, text: string) => {
      if (list.unread.length < MAX_LISTED) list.unread.push({ line, text })
    },
    take: (): PlateList => ({ ...list, plates: [...plates.values()], left: beyond.size }),
  }
}
