import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AppError } from '#shared/bridge/result.ts'
import type { PlateUnderstanding } from '#shared/domain/plates/understand.ts'

/** Plates to pick one from: several in what was typed, or found in a file. */
export interface PickablePlate {
  vrm: string
  repaired: boolean
}

export interface LookupState {
  /** What is in the field, kept as it was typed. */
  text: string
  /** Why Enter looked nothing up, until the text changes. */
  problem: Extract<PlateUnderstanding, { kind: 'repair' | 'invalid' }> | null
  pick: {
    plates: readonly PickablePlate[]
    unread: readonly string[]
    more: boolean
    fromFile: boolean
  } | null
  /** The core did not take the question at all. */
  refused: { vrm: string; error: AppError } | null
  /** What is typed stays although the route brings another plate: the person has begun the next one meanwhile. */
  typedOn: boolean
  /** Grows when the focus should pass to the verdict, and to the field. */
  verdictFocus: number
  fieldFocus: { serial: number; select: boolean }
}

const EMPTY = { text: '', problem: null, pick: null, refused: null, typedOn: false } as const

const store = createStore<LookupState>(() => ({
  ...EMPTY,
  verdictFocus: 0,
  fieldFocus: { serial: 0, select: false },
}))

/** Another account's desk: nothing of what was typed or found in this one stays. */
export const resetCase = () => store.setState(EMPTY)

/** Another text is another question: what was wrong with the one before no longer matters. */
export const setFieldText = (text: string) => store.setState({ text, problem: null, pick: null })
export const setProblem = (problem: LookupState['problem']) => store.setState({ problem, pick: null })
export const setPick = (pick: LookupState['pick']) => store.setState({ pick, problem: null })
export const setRefused = (refused: LookupState['refused']) => store.setState({ refused })
export const setTypedOn = (typedOn: boolean) => store.setState({ typedOn })
export const clearAttempt = () => store.setState({ problem: null, pick: null })
export const focusVerdict = () => store.setState(({ verdictFocus }) => ({ verdictFocus: verdictFocus + 1 }))
export const focusField = (select = true) =>
  store.setState(({ fieldFocus }) => ({ fieldFocus: { serial: fieldFocus.serial + 1, select } }))

export const lookupState = () => store.getState()
export const useLookupState = <T>(select: (annotations: LookupState) => T) => useStore(store, select)
