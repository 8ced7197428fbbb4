import { classifyPlate, isOldSeries } from './plates/classify.ts'
import { asItLooks } from './normalize-text.ts'
import { looksLikePlate, type PlateRepair, repairPlate } from './plates/repair.ts'
import {
  isOtherHeader,
  isPlainPlate,
  isPlateHeader,
  mayHaveOldPlates,
  mayHoldPlate,
  recognisePlates,
  type RecognisedPlate,
  type TextCell,
} from './plates/text-rules.ts'

/** Plate of a line. A line is a text between two line breaks, or a cell. */
export interface PlateInLine {
  vrm: string
  written: string
  repaired: boolean
  /** Short text beside the plate in its line. */
  note: string
  /** Cells of the columns that name the vehicle. Missing without such columns. */
  vehicle?: string
}

export interface LineReading {
  plates: PlateInLine[]
  /** Short texts that resemble a plate and are none. */
  unread: string[]
}

/** Names of the columns of a table, with the separator of its cells. */
export interface LineHeaders {
  names: readonly string[]
  separator: string
}

interface Found {
  vrm: string
  repaired: boolean
  start: number
  end: number
}

interface Cell {
  text: string
  start: number
  found: RecognisedPlate[]
  kind: 'blank' | 'plates' | 'like' | 'other'
}

/** Maximum characters of a note, and of an unread line. */
export const MAX_NOTE = 80
export const MAX_UNREAD = 120
/** Characters on each side of a plate that are examined for its note. */
const MAX_BESIDE = 400
/** Characters of a line that are searched for a mistyped plate. */
const MAX_SEARCHED = 200
/** `A4`, `C3`: models of cars with the form of an old plate. */
const SHORTEST = 5
/** Maximum characters of an old plate with its separators. */
const LONGEST = 20
export const NO_HEADERS: LineHeaders = { names: [], separator: '' }
const CELL = /[^\t;,|]+/g
/** Two figures, or characters beyond ASCII. */
const MAY_BE = /[0-9].*[0-9]|[^\0-\x7F]/s
const IS_VIN = /^[A-Z0-9]{17}$/i
/** Seven characters that may be a current plate. */
const LIKE_CURRENT = /(?<![\p{L}\p{N}])([A-Z0-9]{4})[ \u00A0.-]?([A-Z0-9]{3})(?![\p{L}\p{N}])/giu

/**
 * Plates of a line.
 * @param isOfList true if other lines have plates, so that this line should have one. A mistyped plate is then
 * searched for among its words, and without any the whole line is unread.
 * @param headers names of the columns, for a line with as many cells
 */
export function readPlateLine(
  written: string,
  isOfList: boolean,
  headers: LineHeaders = NO_HEADERS,
): LineReading {
  const line = asItLooks(written)
  // Most lines of a long text have no figure, not even in another form.
  if (!isOfList && !MAY_BE.test(line) && !mayBeOld(line, headers)) return { plates: [], unread: [] }
  const cells = readCells(line, headers)
  const filled = cells.filter(({ kind }) => kind !== 'blank')
  const isAllPlates = filled.every(({ kind }) => kind === 'plates' || kind === 'like')
  const whole = certain(filled, line, isAllPlates).map(({ plate, start, end, padded, hasBand }) => ({
    vrm: plate.vrm,
    repaired: padded || hasBand,
    start,
    end,
  }))
  const unread: string[] = []
  const repaired = filled.flatMap((cell): Found[] => {
    if (cell.kind !== 'like') return []
    const alone = isAllPlates ? readOldPlate(cell.text) : null
    const plate = alone ?? nearest(cell.text, isAllPlates)
    if (!plate && (isAllPlates || filled.length === 1)) unread.push(shortenLine(cell.text, MAX_UNREAD))
    return plate ? [{ ...plate, start: cell.start, end: cell.start + cell.text.length }] : []
  })
  const all = [...whole, ...repaired].toSorted((a, b) => a.start - b.start)
  if (all.length > 0) return { plates: withNotes(line, all), unread }
  if (unread.length === 0 && filled.some(({ kind }) => kind === 'like'))
    unread.push(shortenLine(line, MAX_UNREAD))
  if (!isOfList) return { plates: [], unread }
  const searched = mistyped(line) ?? acrossCells(line, filled)
  if (searched.length > 0) return { plates: withNotes(line, searched), unread: [] }
  return { plates: [], unread: /[\p{L}\p{N}]/u.test(line) ? [shortenLine(line, MAX_UNREAD)] : [] }
}

/** Names of the columns of the following lines, if this line has such names. */
export function readLineHeaders(line: string): LineHeaders | null {
  if (/[0-9]{2}/.test(line) || line.length > MAX_BESIDE) return null
  const separator = /[\t;|]/.exec(line)?.[0] ?? ''
  const names = separator === '' ? [line.trim()] : line.split(separator).map((name) => name.trim())
  const isHeader = names.some((name) => isPlateHeader(name) || (separator !== '' && isOtherHeader(name)))
  return isHeader ? { names, separator } : null
}

function readCells(line: string, headers: LineHeaders): Cell[] {
  const { names, separator } = headers
  const cells = [...line.matchAll(CELL)].map(({ 0: raw, index }) => {
    const text = raw.trim()
    return { text, start: index + raw.indexOf(text) }
  })
  const isUnderNames = names.length > 0 && columnsOf(line, separator) === names.length
  const places = cells.map(({ text, start }) => ({
    start,
    end: start + text.length,
    header: isUnderNames ? (names[columnsOf(line.slice(0, start), separator) - 1] ?? '') : '',
  }))
  // Most lines are names and prices, and the patterns of plates are slow.
  const isOld = mayBeOld(line, headers)
  const likely = cells.flatMap(({ text }, index) => (!IS_VIN.test(text) && mayHoldPlate(text) ? [index] : []))
  const plain = isOld && !isUnderNames ? null : readPlain(cells, places, likely)
  // A tab may be a blank of a plate. A bar is none.
  const isRead = likely.length > 0 || isOld
  const found = plain ?? (isRead ? recognisePlates(line.replaceAll('\t', '|'), { cells: places }) : [])
  return cells.map(({ text, start }): Cell => {
    const own = found.filter((plate) => plate.start >= start && plate.end <= start + text.length)
    return { text, start, found: own, kind: kindOf(text, own, start) }
  })
}

/** True for a line with a figure and a reason for plates from before 1971, which may have a single figure. */
const mayBeOld = (line: string, { names }: LineHeaders): boolean =>
  /[0-9]/.test(line) && (names.some(isPlateHeader) || mayHaveOldPlates(line))

const columnsOf = (line: string, separator: string): number =>
  separator === '' ? 1 : line.split(separator).length

/** Plates of a line whose only candidates are current plates, which needs no slow patterns. Most lines are such. */
function readPlain(
  cells: readonly { text: string }[],
  places: readonly TextCell[],
  likely: readonly number[],
): RecognisedPlate[] | null {
  const found: RecognisedPlate[] = []
  for (const index of likely) {
    const { text } = cells[index] ?? { text: '' }
    const { start, end, header } = places[index] ?? { start: 0, end: 0, header: '' }
    const plate = (header === '' || isPlateHeader(header)) && isPlainPlate(text) ? classifyPlate(text) : null
    if (!plate) return null
    found.push({ plate, start, end, padded: false, certainty: 'sure', hasBand: false })
  }
  return found.length > 0 ? found : null
}

function kindOf(text: string, found: readonly RecognisedPlate[], start: number): Cell['kind'] {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'blank'
  if (found.length === 0) return readOldPlate(text) !== null || looksLikePlate(text) ? 'like' : 'other'
  const ends = [0, ...found.map(({ end }) => end - start)]
  const isPlates = ends.every(
    (end, index) => !/[\p{L}\p{N}]/u.test(text.slice(end, (found[index]?.start ?? Infinity) - start)),
  )
  return isPlates ? 'plates' : 'other'
}

/**
 * Plates of the cells of a line. A doubtful plate counts only if there is no other: at the start of the line, or
 * without its zeros.
 */
function certain(cells: readonly Cell[], line: string, isAllPlates: boolean): RecognisedPlate[] {
  const found = cells.flatMap((cell) => cell.found)
  if (isAllPlates) return found
  for (const wanted of ['sure', 'labelled']) {
    const sure = found.filter(({ certainty }) => certainty === wanted)
    const complete = sure.filter(({ padded }) => !padded)
    if (sure.length > 0) return complete.length > 0 ? complete : sure
  }
  const start = /[^\s>"'*·•-]/.exec(line)?.index ?? 0
  return found.filter((plate) => plate.padded || plate.start === start)
}

/** Old or official plate, which must stand alone: `M 2024`, `CD 123 456`. */
function readOldPlate(text: string): { vrm: string; repaired: boolean } | null {
  const plate = text.length <= LONGEST ? classifyPlate(text) : null
  if (!plate || !isOldSeries(plate) || plate.vrm.length < SHORTEST) return null
  return { vrm: plate.vrm, repaired: false }
}

/** Most likely plate of a mistyped text. Beside other words only a current plate counts: `TDI 115` is an engine. */
function nearest(text: string, isAlone: boolean): { vrm: string; repaired: boolean } | null {
  const [first] = repairPlate(text)
  if (!first || !(isAlone || isNearCurrent(first))) return null
  return { vrm: first.plate.vrm, repaired: true }
}

const isNearCurrent = ({ plate }: PlateRepair): boolean => plate.series === 'ordinary'

/** Current plate with one wrong character among words. */
function mistyped(line: string): Found[] | null {
  for (const match of line.slice(0, MAX_SEARCHED).matchAll(LIKE_CURRENT)) {
    const [written] = match
    const [first] = /\d.*\d.*\d/.test(written) && /[a-z]/i.test(written) ? repairPlate(written) : []
    if (first && isNearCurrent(first)) {
      const start = match.index
      return [{ vrm: first.plate.vrm, repaired: true, start, end: start + written.length }]
    }
  }
  return null
}

/** Plate split between two cells: `1234⇥BCD`. */
function acrossCells(line: string, cells: readonly Cell[]): Found[] {
  for (const [index, cell] of cells.entries()) {
    const next = cells[index + 1]
    if (!next || !/^\d{4}$/.test(cell.text) || !/^[A-Z]{3}$/i.test(next.text)) continue
    const plate = classifyPlate(cell.text + next.text)
    const end = next.start + next.text.length
    if (plate && /^[\t ]+$/.test(line.slice(cell.start + 4, next.start)))
      return [{ vrm: plate.vrm, repaired: false, start: cell.start, end }]
  }
  return []
}

/**
 * Plates with their notes. A single plate has the rest of the line. Each of several has the text before or after it.
 */
function withNotes(line: string, found: readonly Found[]): PlateInLine[] {
  const beside = Array.from({ length: found.length + 1 }, (_, index) => {
    const from = index === 0 ? 0 : (found[index - 1]?.end ?? 0)
    const to = index === found.length ? line.length : (found[index]?.start ?? 0)
    return inShort(
      from === 0
        ? line.slice(Math.max(0, to - MAX_BESIDE), to)
        : line.slice(from, Math.min(to, from + MAX_BESIDE)),
    )
  })
  const comesBefore = beside[0] !== '' && beside.at(-1) === ''
  return found.map(({ vrm, repaired, start, end }, index) => {
    const before = comesBefore || index === 0 ? (beside[index] ?? '') : ''
    const after = comesBefore ? '' : (beside[index + 1] ?? '')
    const note = shortenLine([before, after].filter(Boolean).join(' · '), MAX_NOTE)
    return { vrm, written: line.slice(start, end), repaired, note }
  })
}

const LABEL = /^(?:matr[ií]culas?|mat|placa|plate)$/i
const HAS_EDGES = /^[^\p{L}\p{N}]|[^\p{L}\p{N}]$/u
const HAS_SPACES = /\s\s|[^\S ]/
const EDGES = /^[\s\-–—:.()[\]·•*>"'/_]+|[\s\-–—:.()[\]·•*>"'/_]+$/g

/** Cells of a part of a line, without separators and row number. */
function inShort(part: string): string {
  if (part === '') return ''
  return part
    .split(/[\t;,|]/)
    .map((cell, index) => {
      // Most cells have neither, and testing is faster than replacing.
      const inner = HAS_EDGES.test(cell) ? cell.replaceAll(EDGES, '') : cell
      const text = HAS_SPACES.test(inner) ? inner.replaceAll(/\s+/g, ' ') : inner
      return LABEL.test(text) || (index === 0 && /^\d{1,4}$/.test(text)) ? '' : text
    })
    .filter(Boolean)
    .join(' · ')
}

/** One line with a maximum length. */
export function shortenLine(text: string, most: number): string {
  if (text === '') return ''
  const cut = text.slice(0, most * 4)
  const line = (HAS_SPACES.test(cut) ? cut.replaceAll(/\s+/g, ' ') : cut).trim()
  if (line.length <= most) return line
  const characters = Array.from(line)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}
