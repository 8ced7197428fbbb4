import type { Plate } from './classify.ts'
import { extractPlates } from './extract.ts'
import { plateGlyphs } from './glyphs.ts'
import { repairPlate } from './repair.ts'

/** A plate of a list. `repaired`: it differs from the text, so the user has to check it. */
export interface ListedPlate {
  plate: Plate
  repaired: boolean
}

export interface PlateList {
  /** In text order, each once. */
  plates: readonly ListedPlate[]
  /** Rows that look like a plate but are not, unchanged. */
  unread: readonly string[]
}

/** A plate with any separators. */
const MAX_CELL = 32
/** `34.395 km`: its figures and letters are nearly those of a plate. */
const AMOUNT = /^\s*\d[\d.,]*\s*(?:kms?|cv|cc|kgs?|kw|hp|eur|euros)\.?\s*$/i
/** Minimum and maximum characters of a plate, without separators. */
const LENGTHS = { from: 5, to: 9 }

/**
 * Reads the plates of a pasted list, a table or a mail. A row (or a cell) that only holds a mistyped plate is
 * repaired and marked, or reported as unread: no row is silently lost.
 */
export function readPlateList(text: string): PlateList {
  const plates = new Map<string, ListedPlate>()
  const unread = new Set<string>()
  const add = (plate: Plate, repaired: boolean) => {
    const known = plates.get(plate.vrm)
    if (!known || (known.repaired && !repaired)) plates.set(plate.vrm, { plate, repaired })
  }
  for (const cell of text.split(/[\r\n\t;,]+/)) {
    const found = extractPlates(cell)
    // Beside a complete plate, one that lacks its zeros is more likely a car model.
    const whole = found.filter(({ padded }) => !padded)
    for (const { plate, padded } of whole.length > 0 ? whole : found) add(plate, padded)
    if (found.length > 0 || !looksLikePlate(cell)) continue
    const [nearest] = repairPlate(cell.trim())
    if (nearest) add(nearest.plate, true)
    else unread.add(cell.trim())
  }
  return { plates: [...plates.values()], unread: [...unread] }
}

/** One word of letters and digits with a plate's length: not a name, an amount or a chassis number. */
export function looksLikePlate(cell: string): boolean {
  if (AMOUNT.test(cell)) return false
  // Most cells are names: the pattern is much faster than taking the characters apart.
  if (cell.length > MAX_CELL || /\p{L}{4}/u.test(cell)) return false
  const glyphs = plateGlyphs(cell)
    .map(({ char }) => char)
    .join('')
  if (glyphs.length < LENGTHS.from || glyphs.length > LENGTHS.to) return false
  return /[A-Z]/.test(glyphs) && /\d.*\d.*\d/.test(glyphs)
}
