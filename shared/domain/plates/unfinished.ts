import { normalisePlate } from './classify.ts'
import { prefixPattern } from './form-pattern.ts'
import { LONGEST_VRM, plateForms } from './series.ts'

const beginnings = plateForms.map(({ parts }) => prefixPattern(parts))
/** Room for the separators of the longest plate, and not for a mail. */
const LONGEST_TEXT = 64

/** Whether some plate begins with these normalised characters and goes on: `C1234B`, and `M1234` too. */
export function isPlateBeginning(vrm: string): boolean {
  return vrm.length < LONGEST_VRM && beginnings.some((pattern) => pattern.test(vrm))
}

/** The characters that some plate begins with. */
export const PLATE_BEGINNINGS: readonly string[] = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
  isPlateBeginning,
)

/** Whether a text may still become a plate with more characters, so that it is too soon to complain. */
export function isUnfinishedPlate(text: string): boolean {
  return text.length <= LONGEST_TEXT && isPlateBeginning(normalisePlate(text))
}
