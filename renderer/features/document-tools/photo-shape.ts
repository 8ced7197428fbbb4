/** How a photo is turned: quarters clockwise, and a small angle in degrees, clockwise. */
export interface Turn {
  quarters: 0 | 1 | 2 | 3
  degrees: number
}

export const NO_TURN: Turn = { quarters: 0, degrees: 0 }
export const MAX_DEGREES = 15
/** Step of the slider and its keys. */
export const STEP_DEGREES = 0.5

export const isTurned = ({ quarters, degrees }: Turn): boolean => quarters !== 0 || degrees !== 0

export const turnedBy = (turn: Turn, quarters: 1 | -1): Turn => ({
  ...turn,
  quarters: ((turn.quarters + quarters + 4) % 4) as Turn['quarters'],
})

/** Angle of the slider, within its range and at one of its steps. */
export const atStep = (degrees: number): number =>
  Math.max(-MAX_DEGREES, Math.min(MAX_DEGREES, Math.round(degrees / STEP_DEGREES) * STEP_DEGREES)) || 0

/** Size of a photo once turned: nothing of it is cut off, and the corners are filled with white. */
export function turnedSize(
  width: number,
  height: number,
  { quarters, degrees }: Turn,
): { width: number; height: number } {
  const [w, h] = quarters % 2 === 0 ? [width, height] : [height, width]
  const angle = Math.abs((degrees * Math.PI) / 180)
  const sin = Math.sin(angle)
  const cos = Math.cos(angle)
  return { width: Math.round(w * cos + h * sin), height: Math.round(w * sin + h * cos) }
}

/** Angle of the whole turn, in radians, clockwise. */
export const angleOf = ({ quarters, degrees }: Turn): number => ((quarters * 90 + degrees) * Math.PI) / 180
