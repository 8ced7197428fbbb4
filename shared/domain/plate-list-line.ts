import { classifyPlate } from './plates/classify.ts'
import { plateOccurrences, type ExtractedPlate } from './plates/extract.ts'
import { looksLikePlate } from './plates/list.ts'
import { repairPlate, type PlateRepair } from './plates/repair.ts'
import { isMeasure } from './plates/text-rules.ts'

/** A plate of a line: a text between two line breaks, or a cell. */
export interface PlateInLine {
  vrm: string
  written: string
  repaired: boolean
  /** What is beside it in its line, in short. */
  note: string
}

export interface LineReading {
  plates: PlateInLine[]
  /** What looks like a plate and is none, in short. */
  unread: string[]
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
  found: ExtractedPlate[]
  kind: 'blank' | 'plates' | 'like' | 'other'
}

/** Characters shown of what is beside a plate, and of an unread line. */
export const MAX_NOTE = 80
export const MAX_UNREAD = 120
/** Characters on each side of a plate that are looked at for its note. */
const MAX_BESIDE = 400
/** Characters of a line that are searched for a mistyped plate. */
const MAX_SEARCHED = 200
/** `A4`, `C3`: a car's model, though it has the form of an old plate. */
const SHORTEST = 5
/** Of an old plate with its separators. */
const LONGEST = 20
const CELL = /[^\t;,|]+/g
/** Two figures, or characters beyond ASCII. */
const MAY_BE = /[0-9].*[0-9]|[^\0-\x7F]/s
/** Every plate has letters and two figures together; 17 characters in one word are a chassis number. */
const MAY_HOLD = /^(?=.*[a-z])(?=.*[0-9]{2})(?![A-Z0-9]{17}$)/i
/** Of a current plate alone. */
const CURRENT = /^[0-9]{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}$/
/** Seven characters that may be a current plate. */
const LIKE_CURRENT = /(?<![\p{L}\p{N}])([A-Z0-9]{4})[ \u00A0.-]?([A-Z0-9]{3})(?![\p{L}\p{N}])/giu

/**
 * Plates of a line.
 * @param isOfList other lines have plates, so this one is expected to have one too: a mistyped one is searched for among
 * its words, and without any the whole line is unread
 */
export function readLine(line: string, isOfList: boolean): LineReading {
  // Most lines of a long text have no figure, and no character that may be one in another form.
  if (!isOfList && !MAY_BE.test(line)) return { plates: [], unread: [] }
  const cells = cellsOf(line)
  const filled = cells.filter(({ kind }) => kind !== 'blank')
  const isAllPlates = filled.every(({ kind }) => kind === 'plates' || kind === 'like')
  const found = isAllPlates ? filled.flatMap(({ found: plates }) => plates) : certain(filled, line)
  const whole = found.map(({ plate, start, end, padded }) => ({
    vrm: plate.vrm,
    repaired: padded,
    start,
    end,
  }))
  const unread: string[] = []
  const repaired = filled.flatMap((cell): Found[] => {
    if (cell.kind !== 'like') return []
    const alone = isAllPlates ? wholeCell(cell) : null
    const plate = alone ?? nearest(cell.text, isAllPlates)
    if (!plate && (isAllPlates || filled.length === 1)) unread.push(short(cell.text, MAX_UNREAD))
    return plate ? [{ ...plate, start: cell.start, end: cell.start + cell.text.length }] : []
  })
  const all = [...whole, ...repaired].toSorted((a, b) => a.start - b.start)
  if (all.length > 0) return { plates: withNotes(line, all), unread }
  if (unread.length === 0 && filled.some(({ kind }) => kind === 'like')) unread.push(short(line, MAX_UNREAD))
  if (!isOfList) return { plates: [], unread }
  const searched = mistyped(line) ?? acrossCells(line, filled)
  if (searched.length > 0) return { plates: withNotes(line, searched), unread: [] }
  return { plates: [], unread: /[\p{L}\p{N}]/u.test(line) ? [short(line, MAX_UNREAD)] : [] }
}

function cellsOf(line: string): Cell[] {
  return [...line.matchAll(CELL)].map(({ 0: raw, index }): Cell => {
    const text = raw.trim()
    const start = index + raw.indexOf(text)
    // Most cells of a sheet are names and prices, and the patterns of plates are slow.
    if (!MAY_HOLD.test(text))
      return { text, start, found: [], kind: /[\p{L}\p{N}]/u.test(text) ? 'other' : 'blank' }
    const found = (wholeCurrent(text) ?? plateOccurrences(text)).map((plate) => ({
      ...plate,
      start: start + plate.start,
      end: start + plate.end,
    }))
    return { text, start, found, kind: kindOf(text, found, start) }
  })
}

/** A cell that is a current plate and nothing else, as most of a list are: found without the patterns of the others. */
function wholeCurrent(text: string): ExtractedPlate[] | null {
  const plate = CURRENT.test(text) ? classifyPlate(text) : null
  return plate && [{ plate, start: 0, end: text.length, padded: false }]
}

function kindOf(text: string, found: readonly ExtractedPlate[], start: number): Cell['kind'] {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'blank'
  if (found.length === 0) return isOldPlate(text) || looksLikePlate(text) ? 'like' : 'other'
  const ends = [0, ...found.map(({ end }) => end - start)]
  const isPlates = ends.every(
    (end, index) => !/[\p{L}\p{N}]/u.test(text.slice(end, (found[index]?.start ?? Infinity) - start)),
  )
  return isPlates ? 'plates' : 'other'
}

/** Plates among other words: no quantity beside another plate or inside a sentence, and no guess of zeros beside one. */
function certain(cells: readonly Cell[], line: string): ExtractedPlate[] {
  const found = cells.flatMap((cell) => cell.found)
  const complete = found.filter(({ padded }) => !padded)
  const candidates = complete.length > 0 ? complete : found
  const start = /[^\s>"'*·•-]/.exec(line)?.index ?? 0
  const measures = new Set(
    candidates.filter((plate) =>
      isMeasure(
        plate,
        line.slice(plate.start, plate.end),
        line.slice(Math.max(0, plate.start - 8), plate.start),
      ),
    ),
  )
  const rest = candidates.filter((plate) => !measures.has(plate))
  return rest.length > 0 ? rest : candidates.filter((plate) => plate.start === start)
}

/** An old or official plate, which is one only without other words: `M 2024`, `CD 123 456`. */
function wholeCell({ text }: Cell): { vrm: string; repaired: boolean } | null {
  const plate = classifyPlate(text)
  return plate && plate.vrm.length >= SHORTEST ? { vrm: plate.vrm, repaired: false } : null
}

const isOldPlate = (text: string): boolean =>
  text.length <= LONGEST && (classifyPlate(text)?.vrm.length ?? 0) >= SHORTEST

/** Plate that a mistyped text most likely is. Beside other words only a current one: `TDI 115` is an engine. */
function nearest(text: string, isAlone: boolean): { vrm: string; repaired: boolean } | null {
  const [first] = repairPlate(text)
  if (!first || !(isAlone || isNearCurrent(first))) return null
  return { vrm: first.plate.vrm, repaired: true }
}

const isNearCurrent = ({ plate }: PlateRepair): boolean => plate.series === 'ordinary'

/** A current plate with one wrong character among words. */
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

/** A plate in two cells: `1234⇥BCD`. */
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

/** What is beside each: all of the rest beside the only one, and what comes before or after each of several. */
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
    const note = short([before, after].filter(Boolean).join(' · '), MAX_NOTE)
    return { vrm, written: line.slice(start, end), repaired, note }
  })
}

const LABEL = /^(?:matr[ií]culas?|mat|placa|plate)$/i
const HAS_EDGES = /^[^\p{L}\p{N}]|[^\p{L}\p{N}]$/u
const HAS_SPACES = /\s\s|[^\S ]/
const EDGES = /^[\s\-–—:.()[\]·•*>"'/_]+|[\s\-–—:.()[\]·•*>"'/_]+$/g

/** Cells of a part of a line, without their separators and the number of its row. */
function inShort(part: string): string {
  if (part === '') return ''
  return part
    .split(/[\t;,|]/)
    .map((cell, index) => {
      // Most cells have neither: looking is faster than replacing.
      const inner = HAS_EDGES.test(cell) ? cell.replaceAll(EDGES, '') : cell
      const text = HAS_SPACES.test(inner) ? inner.replaceAll(/\s+/g, ' ') : inner
      return LABEL.test(text) || (index === 0 && /^\d{1,4}$/.test(text)) ? '' : text
    })
    .filter(Boolean)
    .join(' · ')
}

/** One line of at most so many characters. */
export function short(text: string, most: number): string {
  if (text === '') return ''
  const cut = text.slice(0, most * 4)
  const line = (HAS_SPACES.test(cut) ? cut.replaceAll(/\s+/g, ' ') : cut).trim()
  if (line.length <= most) return line
  const characters = Array.from(line)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}
