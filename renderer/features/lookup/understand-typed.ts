import { type PlateUnderstanding, understandPlateAlone } from '#shared/domain/plates/repair.ts'
import { useLookupState } from '../../ui-state/lookup-state.ts'

/** Understanding of a text with plates inside. Its rules are large, so the first screen does not wait for them. */
let understand: typeof understandPlateAlone | null = null
/** Understanding of the latest text: a render reads the field several times. */
let latest: { text: string; by: typeof understandPlateAlone; understood: PlateUnderstanding } | null = null

/** Rules of plates inside a text, to be loaded before they are needed. */
export const PLATE_RULES = {
  load: async () => {
    understand ??= (await import('#shared/domain/plates/understand.ts')).understandPlateInput
  },
}

/** Understanding of the text of the field. Until the rules are loaded, only a text that is one plate is understood. */
export function understandTyped(text: string): PlateUnderstanding {
  const by = understand ?? understandPlateAlone
  if (latest?.text !== text || latest.by !== by) latest = { text, by, understood: by(text) }
  return latest.understood
}

/** True if `understandTyped` finds all that there is in the text. */
export const isUnderstood = (text: string): boolean =>
  understand !== null || understandPlateAlone(text).kind === 'plate'

/** True if the field holds anything but the plate whose verdict is on screen. */
export function isAside(typed: string, vrm: string): boolean {
  const understood = understandTyped(typed)
  if (understood.kind === 'empty') return false
  return understood.kind !== 'plate' || understood.plate.vrm !== vrm
}

/** True if the verdict on screen is not about the plate in the field: no command may act on it. */
export const useIsAside = (vrm: string): boolean => useLookupState(({ text }) => isAside(text, vrm))
