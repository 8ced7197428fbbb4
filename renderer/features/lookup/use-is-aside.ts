import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { useLookupState } from '../../ui-state/lookup-state.ts'

/** Whether what is in the field is not, or not yet, the plate whose verdict is on screen. */
export function isAside(typed: string, vrm: string): boolean {
  const understood = understandPlateInput(typed)
  if (understood.kind === 'empty') return false
  return understood.kind !== 'plate' || understood.plate.vrm !== vrm
}

/** The verdict on screen is not the answer to what is being typed: nothing may act on it. */
export const useIsAside = (vrm: string): boolean => useLookupState(({ text }) => isAside(text, vrm))
