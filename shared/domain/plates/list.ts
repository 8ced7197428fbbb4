import type { ClipboardPlates } from '../../bridge/quick-lookup.ts'
import { classifyPlate, isOldSeries, type Plate } from './classify.ts'
import { extractPlates } from './extract.ts'
import { looksLikePlate, repairPlate } from './repair.ts'
import { recognisePlates, type RecognisedPlate } from './text-rules.ts'

/** Plate of a list. `repaired`: the plate differs from the text, so the user has to check it. */
interface ListedPlate {
  plate: Plate
  repaired: boolean
}

export interface PlateList {
  /** In the order of the text, each once. */
  plates: readonly ListedPlate[]
  /** Rows that resemble a plate and are not one, unchanged. */
  unread: readonly string[]
}

/**
 * Reads the plates of a pasted list, a table or a mail. A row (or a cell) with only a mistyped plate is repaired and
 * marked, or reported as unread. No row is lost silently.
 */
export function readPlateList(text: string): PlateList {
  const steps = plateListSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Characters read in one step, and in one search of a longer cell. */
const STEP = 32_768
const CELL_END = /[\r\n\t;,]+/g

/**
 * `readPlateList` in steps, so that a long text does not block its thread.
 * @param most ends early above this number of plates or unread rows
 * @returns the result, after the last step
 */
export function* plateListSteps(text: string, most = Infinity): Generator<void, PlateList> {
  const plates = new Map<string, ListedPlate>()
  const unread = new Set<string>()
  const add = (plate: Plate, repaired: boolean) => {
    const known = plates.get(plate.vrm)
    if (!known || (known.repaired && !repaired)) plates.set(plate.vrm, { plate, repaired })
  }
  let stepped = 0
  for (let start = 0; start <= text.length;) {
    CELL_END.lastIndex = start
    const separator = CELL_END.exec(text)
    const cell = text.slice(start, separator?.index ?? text.length)
    start = separator ? CELL_END.lastIndex : text.length + 1
    if (start - stepped >= STEP) {
      stepped = start
      yield
    }
    if (plates.size > most || unread.size > most) break
    if (!MAY_HOLD.test(cell)) continue
    const found = cell.length > STEP ? yield* longCell(cell) : readCell(cell)
    // Beside a complete plate, a plate without its zeros is more likely a car model.
    const sure = found.filter(({ certainty, padded }) => certainty !== 'weak' && !padded)
    for (const { plate, padded, certainty } of sure.length > 0 ? sure : found)
      add(plate, padded || certainty === 'weak')
    if (found.length > 0 || !looksLikePlate(cell)) continue
    const [nearest] = repairPlate(cell.trim())
    if (nearest) add(nearest.plate, true)
    else unread.add(cell.trim())
  }
  return { plates: [...plates.values()], unread: [...unread] }
}

const readCell = (cell: string): RecognisedPlate[] =>
  recognisePlates(cell, { cells: [{ start: 0, end: cell.length, header: '' }] })

/** Quick check: three characters without a figure hold no plate. Full-width figures count too. */
const MAY_HOLD = /[0-9].*[0-9]|[^\0-\x7F]/s
/** Length of a plate with its separators and the characters examined before it. */
const OVERLAP = 64

/** Plates of a cell that is longer than a step, read in overlapping parts. */
function* longCell(cell: string): Generator<void, RecognisedPlate[]> {
  const found = new Map<string, RecognisedPlate>()
  for (let from = 0; from < cell.length; from += STEP) {
    const begin = Math.max(0, from - OVERLAP)
    const part = cell.slice(begin, from + STEP + OVERLAP)
    for (const plate of readCell(part)) {
      // A plate cut at the edge of a part is whole in the next part.
      const isCut =
        (begin > 0 && plate.start < OVERLAP / 2) ||
        (from + STEP + OVERLAP < cell.length && plate.end > part.length - OVERLAP / 2)
      const known = found.get(plate.plate.vrm)
      if (!isCut && (!known || (known.padded && !plate.padded))) found.set(plate.plate.vrm, plate)
    }
    yield
  }
  return [...found.values()]
}

/** Maximum characters read from the clipboard, which may hold a whole document. */
const MAX_COPIED = 20_000
const MAX_COPIED_PLATES = 200
/** Characters shown around a single plate. */
const MAX_EXCERPT = 60

/** Plates of the clipboard in order, or `null`. Doubtful readings do not count, because nobody typed them. */
export function clipboardPlates(text: string): ClipboardPlates {
  const start = text.slice(0, MAX_COPIED)
  const line = start.trim()
  const { plates } = readPlateList(start)
  const vrms = plates.flatMap(({ plate, repaired }) => (repaired ? [] : [plate.vrm]))
  const whole = /[\r\n]/.test(line) ? null : classifyPlate(line)
  if (whole && whole.vrm === vrms[0]) return { vrms: [whole.vrm], excerpt: '' }
  // Old and official plates count only alone. An unrecognised current one is a quantity or a model: «2018 BMW».
  if (vrms.length === 0 && whole && isOldSeries(whole)) return { vrms: [whole.vrm], excerpt: '' }
  if (vrms.length === 0) return null
  return { vrms: vrms.slice(0, MAX_COPIED_PLATES), excerpt: vrms.length === 1 ? excerptOf(start) : '' }
}

/** One line of text around the first plate. */
function excerptOf(text: string): string {
  const [found] = extractPlates(text)
  const end = found?.end ?? MAX_EXCERPT
  const from = Math.max(0, end - MAX_EXCERPT / 2)
  const part = text
    .slice(from, from + MAX_EXCERPT)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${from > 0 ? '…' : ''}${part}${from + MAX_EXCERPT < text.length ? '…' : ''}`
}
