import {
  readLineHeaders,
  NO_HEADERS,
  readPlateLine,
  type LineReading,
  type PlateInLine,
} from './plate-list-line.ts'

/** Maximum characters of a list's texts. The schemas are elsewhere, because windows do not load them. */
export const MAX_LIST_NAME = 80
export const MAX_ROW_NOTE = 500
/** Maximum characters of a shown line. */
export const MAX_LINE_TEXT = 200

/** Columns of a sheet that are distinguished by their names. */
export const MAX_COLUMNS = 500

/** Maximum of complete reports that one confirmation pays for. It limits the cost of a slip. */
export const MAX_COMPLETE_AT_ONCE = 200

/**
 * Filters of a list. Each but the last two is a state or a colour that rows are counted by. `unanswered`: ended without
 * a verdict. `waiting`: not requested or not answered. `other_vehicle`: the list names another vehicle than the registry.
 */
export const PLATE_LIST_FILTERS = [
  'not_transferable',
  'with_alerts',
  'transferable',
  'unanswered',
  'waiting',
  'other_vehicle',
  'marked',
] as const

/** Plate of a list. */
export interface ListedPlate {
  vrm: string
  /** Line of the text or row of the sheet, from 1. */
  line: number
  /** As written. */
  written: string
  /** True if characters were repaired. The plate is shown beside the written text. */
  repaired: boolean
  /** Short text of the other cells of the row, or of the rest of the line. Empty without any. */
  note: string
  /** Cells of the columns that name the vehicle. Missing without such columns. */
  vehicle?: string | undefined
}

export interface PlateList {
  plates: ListedPlate[]
  /** Lines that repeat the plate of another line, at most `MAX_LISTED`. */
  repeated: { vrm: string; line: number; first: number }[]
  /** Texts that are no plate, with their lines, at most `MAX_LISTED`. */
  unread: { line: number; text: string }[]
  /** Number of plates above `MAX_LISTED`, which were left out. */
  left: number
}

export const MAX_LISTED = 5000

/** Line breaks of any program. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** Minimum share of lines with a plate. Below it the text is a letter, whose other lines are not reported. */
const LIST_SHARE = 0.5

/**
 * Reads the plates of a pasted list, a table or a mail. In a list every line has a plate, repeats one or is unread.
 * Only blank lines and the title before the first plate are ignored.
 */
export function platesInText(text: string): PlateList {
  const steps = platesInTextSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Maximum lines whose reading is cached for the second pass. Lines of longer texts are read again, which bounds the
 * memory.
 */
const MAX_KEPT = 20_000
/** Characters between two steps. */
const STEP = 32_768

/**
 * `platesInText` in steps, so that a long text can report its progress.
 * @yields share of the text that is read, from 0 to 1
 */
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
    headers = readLineHeaders(line) ?? headers
    const reading = readPlateLine(line, false, headers)
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
    headers = readLineHeaders(line) ?? headers
    const first = readings.get(index) ?? (isAllKept ? null : readPlateLine(line, false, headers))
    const isOther = !first || (first.plates.length === 0 && first.unread.length === 0)
    const reading = isOther && isList ? readPlateLine(line, true, headers) : first
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

  function addPlate(line: number, { vrm, ...plate }: PlateInLine): void {
    const known = plates.get(vrm)
    if (!known && plates.size >= MAX_LISTED) {
      beyond.add(vrm)
    } else if (!known) {
      plates.set(vrm, { vrm, line, ...plate })
    } else if (known.repaired && !plate.repaired) {
      // The position in the list stays, but this occurrence needs no check.
      repeat(vrm, known.line, line)
      plates.set(vrm, { vrm, line, ...plate })
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
