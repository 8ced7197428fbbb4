import { displayPlate } from '#shared/domain/plates/display.ts'
import { clientAnswer } from '#shared/text/client-answer.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useComplete } from '../complete/use-complete.ts'
import { useLookupView } from './use-lookup-view.ts'

/** Answer for the client about a plate: the same on screen, in the rail and in the clipboard. */
export function useAnswer(vrm: string): string | null {
  const { verdict, clientText } = useLookupView(vrm) ?? {}
  const complete = useComplete(vrm)?.latest ?? null
  const demo = useSlice('profile')?.environment === 'demo'
  return verdict ? clientAnswer(displayPlate(vrm), verdict, complete, demo, clientText) : null
}
