import { classifyPlate, type Plate } from './classify.ts'
import { diagnosePlate, type PlateProblemCode, type TextRange } from './diagnose.ts'
import type { PlateList } from './list.ts'
import { type PlateRepair, repairPlate } from './repair.ts'

export { isUnfinishedPlate, PLATE_BEGINNINGS } from './unfinished.ts'

/**
 * Interpretation of the text in a plate field. Only `plate` may be looked up without a choice by the user.
 */
export type PlateUnderstanding =
  | { kind: 'empty' }
  /** `exact`: the text is the plate, without anything around it. */
  | { kind: 'plate'; plate: Plate; exact: boolean }
  | ({ kind: 'several' } & PlateList)
  | {
      kind: 'repair'
      problem: PlateProblemCode
      ranges: readonly TextRange[]
      suggestions: readonly PlateRepair[]
    }
  | { kind: 'invalid'; problem: PlateProblemCode; ranges: readonly TextRange[] }

/**
 * Reads a text as one plate and nothing around it. A window loads this reader first: `understandPlateInput` in `list.ts`
 * also finds plates inside a text, and its rules are large.
 */
export function understandPlateAlone(text: string): PlateUnderstanding {
  const line = text.trim()
  // Two rows are never one plate, even if their characters together would be.
  const whole = /[\r\n]/.test(line) ? null : classifyPlate(line)
  if (whole) return { kind: 'plate', plate: whole, exact: true }
  const { code: problem, ranges } = diagnosePlate(text)
  if (problem === 'empty') return { kind: 'empty' }
  const suggestions = repairPlate(text)
  return suggestions.length > 0
    ? { kind: 'repair', problem, ranges, suggestions }
    : { kind: 'invalid', problem, ranges }
}
