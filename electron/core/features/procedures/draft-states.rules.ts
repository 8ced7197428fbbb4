import type { DraftState } from '#shared/bridge/procedures.ts'

const CHANGEABLE: ReadonlySet<DraftState> = new Set(['editing', 'ready', 'stopped'])

/** Whether the form and the documents of a draft may change: nothing of it is on its way. */
export const isChangeable = ({ state }: { state: DraftState }): boolean => CHANGEABLE.has(state)
