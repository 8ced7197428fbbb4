import { normalisePlate } from './classify.ts'
import { prefixPattern } from './form-pattern.ts'
import { MAX_VRM, plateForms } from './series.ts'

const beginnings = plateForms.map(({ parts }) => prefixPattern(parts))
/** Enough for the separators of the longest plate, and not for a mail. */
const MAX_TEXT = 64

/** True if some longer plate begins with these normalised characters: `C1234B`, and `M1234` too. */
export function isPlateBeginning(vrm: string): boolean {
  return vrm.length < MAX_VRM && beginnings.some((pattern) => pattern.test(vrm))
}

/** First characters of all plates. */
export const PLATE_BEGINNINGS: readonly string[] = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
  isPlateBeginning,
)

/** True if a text may still become a plate with more characters, so that it is too early for an error. */
export function isUnfinishedPlate(text: string): boolean {
  return text.length <= MAX_TEXT && isPlateBeginning(normalisePlate(text))
}
