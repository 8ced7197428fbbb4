import { clipboardPlates } from '#shared/domain/plates/list.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'

export interface StartingText {
  /** In the field. */
  text: string
  /** Plates to choose from, where there are several. */
  offered: readonly string[]
  /** Something was selected, and no plate in it. */
  without: boolean
}

/** Longer lines are no mistyped plate. */
const MAX_REPAIRABLE = 24

/** What the popup begins with, from what is selected in the page. */
export function startingText(selection: string): StartingText {
  const line = selection.trim()
  const vrms = clipboardPlates(selection)?.vrms ?? []
  const [only, ...more] = vrms
  if (only !== undefined && more.length === 0)
    return { text: displayPlate(only), offered: [], without: false }
  if (only !== undefined) return { text: '', offered: vrms, without: false }
  // Nearly a plate: the field says what is wrong with it, and offers what it may be.
  if (line.length <= MAX_REPAIRABLE && understandPlateInput(line).kind === 'repair')
    return { text: line, offered: [], without: false }
  return { text: '', offered: [], without: line !== '' }
}
