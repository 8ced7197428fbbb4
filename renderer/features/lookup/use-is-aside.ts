import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { useLookupState } from '../../ui-state/lookup-state.ts'

/** True if the field holds anything but the plate whose verdict is on screen. */
export function isAside(typed: string, vrm: string): boolean {
  const understood = understandPlateInput(typed)
  if (understood.kind === 'empty') return false
  return understood.kind !== 'plate' || understood.plate.vrm !== vrm
}

/** True if the verdict on screen is not about the plate in the field: no command may act on it. */
export const useIsAside = (vrm: string): boolean => useLookupState(({ text }) => isAside(text, vrm))
