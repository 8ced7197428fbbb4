import type { DraftState } from '#shared/bridge/procedures.ts'

/** States in which the form and the documents of a draft may change: nothing is being sent. */
export const CHANGEABLE: readonly DraftState[] = ['editing', 'ready', 'stopped']

export const isChangeable = ({ state }: { state: DraftState }): boolean => CHANGEABLE.includes(state)
