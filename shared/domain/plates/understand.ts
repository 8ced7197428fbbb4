import { classifyPlate, type Plate } from './classify.ts'
import { diagnosePlate, type PlateProblemCode, type TextRange } from './diagnose.ts'
import { extractPlates, type ExtractedPlate } from './extract.ts'
import type { ListedPlate, PlateList } from './list.ts'
import { looksLikePlate, repairPlate, type PlateRepair } from './repair.ts'

export { isUnfinishedPlate, PLATE_BEGINNINGS } from './unfinished.ts'

/**
 * Interpretation of the text in the plate field. Only `plate` may be looked up without a choice by the user.
 */
export type PlateUnderstanding =
  | { kind: 'empty' }
  /** `exact`: the text is the plate, without anything around it. */
  | { kind: 'plate'; plate: Plate; exact: boolean }
  /** Every plate-like cell: what is a plate and what a year or a reference is told by `readPlateList`. */
  | ({ kind: 'several' } & PlateList)
  | {
      kind: 'repair'
      problem: PlateProblemCode
      ranges: readonly TextRange[]
      suggestions: readonly PlateRepair[]
    }
  | { kind: 'invalid'; problem: PlateProblemCode; ranges: readonly TextRange[] }

/** Reads anything typed or pasted: a plate, a row of a spreadsheet, a whole mail. */
export function understandPlateInput(text: string): PlateUnderstanding {
  const line = text.trim()
  // Two rows are never one plate, even if their characters together would be.
  const whole = /[\r\n]/.test(line) ? null : classifyPlate(line)
  if (whole) return { kind: 'plate', plate: whole, exact: true }

  const list = plateLikeCells(text)
  if (list.plates.length + list.unread.length > 1) return { kind: 'several', ...list }
  const [only] = list.plates
  if (only && !only.repaired) return { kind: 'plate', plate: only.plate, exact: false }
  const found = extractPlates(text)
  // The user has typed it where a plate is expected.
  const complete = found.find(({ plate, padded }) => !padded && plate.vrm === only?.plate.vrm)
  if (complete) return { kind: 'plate', plate: complete.plate, exact: false }
  const short = found.filter(({ padded }) => padded)
  if (short.length > 0) return withoutZeros(text, short)

  const { code: problem, ranges } = diagnosePlate(text)
  if (problem === 'empty') return { kind: 'empty' }
  const suggestions = repairPlate(text)
  return suggestions.length > 0
    ? { kind: 'repair', problem, ranges, suggestions }
    : { kind: 'invalid', problem, ranges }
}

/** Cells of a text that hold a plate or look like one, by their form alone: the field reads them at each key. */
function plateLikeCells(text: string): PlateList {
  const plates = new Map<string, ListedPlate>()
  const unread = new Set<string>()
  const add = (plate: Plate, repaired: boolean) => {
    if (plates.get(plate.vrm)?.repaired !== false) plates.set(plate.vrm, { plate, repaired })
  }
  for (const cell of text.split(/[\r\n\t;,]+/)) {
    const found = extractPlates(cell)
    // Beside a complete plate, one that lacks its zeros is more likely a car model.
    const complete = found.filter(({ padded }) => !padded)
    for (const { plate, padded } of complete.length > 0 ? complete : found) add(plate, padded)
    if (found.length > 0 || !looksLikePlate(cell)) continue
    const [nearest] = repairPlate(cell.trim())
    if (nearest) add(nearest.plate, true)
    else unread.add(cell.trim())
  }
  return { plates: [...plates.values()], unread: [...unread] }
}

/**
 * Plates that lack their zeros, when no complete one was found. A plate that lacks one zero is suggested; with two or
 * more the user writes them, because another number may be meant.
 */
function withoutZeros(text: string, found: readonly ExtractedPlate[]): PlateUnderstanding {
  const ranges = found.map(({ start, end }) => ({ start, end }))
  const suggestions = found.flatMap(({ plate, start, end }): PlateRepair[] => {
    const [from = ''] = /[0-9]+/.exec(text.slice(start, end)) ?? []
    const at = text.indexOf(from, start)
    return from.length === 3 ? [{ plate, fix: { at, from, to: `0${from}`, kind: 'padded' } }] : []
  })
  return suggestions.length > 0
    ? { kind: 'repair', problem: 'too-short', ranges, suggestions }
    : { kind: 'invalid', problem: 'too-short', ranges }
}
