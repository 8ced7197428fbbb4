import { type ExtractedPlate, extractPlates } from './extract.ts'
import { readPlateList } from './list.ts'
import { type PlateRepair, type PlateUnderstanding, understandPlateAlone } from './repair.ts'

/** Characters that are read, which is ten times what a plate field holds. */
const MAX_TEXT = 200_000

/**
 * Reads any text typed or pasted in a plate field: a plate, a row of a spreadsheet, a whole mail. Its rules
 * distinguish plates from years, models and references.
 */
export function understandPlateInput(given: string): PlateUnderstanding {
  const text = given.slice(0, MAX_TEXT)
  const alone = understandPlateAlone(text)
  if (alone.kind === 'plate' || alone.kind === 'empty') return alone
  const list = readPlateList(text)
  if (list.plates.length + list.unread.length > 1) return { kind: 'several', ...list }
  const [only] = list.plates
  if (!only) return alone
  if (!only.repaired) return { kind: 'plate', plate: only.plate, exact: false }
  const found = extractPlates(text)
  // A doubtful plate counts, because the user entered it in a plate field.
  const complete = found.find(({ plate, padded }) => !padded && plate.vrm === only.plate.vrm)
  if (complete) return { kind: 'plate', plate: complete.plate, exact: false }
  const short = found.filter(({ padded }) => padded)
  return short.length > 0 ? withoutZeros(text, short) : alone
}

/**
 * Result for plates without their zeros, when no complete plate was found. A plate that lacks one zero is suggested.
 * If two or more zeros are missing, the user types them, because another number may be meant.
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
