import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { registerReset } from '../../app/account-change.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { PlateUnderstanding } from '#shared/domain/plates/repair.ts'

/** Plates to choose from: several in the typed text, or found in a file. */
interface PickablePlate {
  vrm: string
  repaired: boolean
}

/** Problem of a text that is not a plate. `isNotFound`: no case of the office has the text either. */
type LookupProblem = Extract<PlateUnderstanding, { kind: 'repair' | 'invalid' }> & { isNotFound?: boolean }

export interface LookupState {
  /** Text of the field, as typed. */
  text: string
  /** Reason why Enter started no lookup. It is cleared when the text changes. */
  problem: LookupProblem | null
  pick: {
    plates: readonly PickablePlate[]
    unread: readonly string[]
    more: boolean
    /** Text or file with the plates. A new list reads this source again, so that no line is lost. */
    source: string | File
  } | null
  /** Plate and error of a lookup that the core refused. */
  refused: { vrm: string; error: AppError } | null
  /** Plate whose complete report the user wants. The dialog opens once the page has read the plate. */
  completeWanted: string | null
  /**
   * Plate whose answer is copied once it comes. `at`: time of the request. `known`: id of the report known at that
   * time.
   */
  copyWanted: { vrm: string; at: number; known: string | undefined } | null
  /** True if the typed text stays when the route changes plate, because the user has begun the next plate. */
  typedOn: boolean
  /** Incremented to move the focus to the verdict. `fieldFocus.serial` does the same for the field. */
  verdictFocus: number
  /** True until the verdict takes the focus. */
  isVerdictFocusDue: boolean
  fieldFocus: { serial: number; select: boolean }
}

const EMPTY = {
  text: '',
  problem: null,
  pick: null,
  refused: null,
  completeWanted: null,
  copyWanted: null,
  typedOn: false,
} as const

const store = createStore<LookupState>(() => ({
  ...EMPTY,
  verdictFocus: 0,
  isVerdictFocusDue: false,
  fieldFocus: { serial: 0, select: false },
}))

// Another account has other plates, so the state is cleared.
registerReset(() => store.setState(EMPTY))

/** Sets the text, and clears the problem of the previous text. */
export const setFieldText = (text: string) => store.setState({ text, problem: null, pick: null })
export const setProblem = (problem: LookupState['problem']) => store.setState({ problem, pick: null })
export const setPick = (pick: LookupState['pick']) => store.setState({ pick, problem: null })
export const setRefused = (refused: LookupState['refused']) => store.setState({ refused })
export const setTypedOn = (typedOn: boolean) => store.setState({ typedOn })
export const wantComplete = (vrm: string) => store.setState({ completeWanted: vrm })
/** @returns true once for each request of a complete report */
export function takeCompleteWanted(vrm: string): boolean {
  const isWanted = store.getState().completeWanted === vrm
  store.setState({ completeWanted: null })
  return isWanted
}
export const wantCopy = (copyWanted: LookupState['copyWanted']) => store.setState({ copyWanted })
export const clearAttempt = () => store.setState({ problem: null, pick: null })
export const focusVerdict = () =>
  store.setState(({ verdictFocus }) => ({ verdictFocus: verdictFocus + 1, isVerdictFocusDue: true }))
/** @returns true, once for each request, if the verdict is to take the focus */
export function takeVerdictFocus(): boolean {
  const { isVerdictFocusDue } = store.getState()
  store.setState({ isVerdictFocusDue: false })
  return isVerdictFocusDue
}
export const focusField = (select = true) =>
  store.setState(({ fieldFocus }) => ({
    fieldFocus: { serial: fieldFocus.serial + 1, select },
    isVerdictFocusDue: false,
  }))
/** Sets the text that the user types. A verdict that appears from then on does not take the focus. */
export function typeInField(text: string): void {
  setFieldText(text)
  store.setState({ isVerdictFocusDue: false, copyWanted: null })
}

export const lookupState = () => store.getState()
export const useLookupState = <T>(select: (state: LookupState) => T) => useStore(store, select)

/** Source of a new list of plates. *Consulta* passes it to *Listas*. */
interface ListSource {
  /** Text of the list, as pasted. */
  text: string
  /** File to read as a list, once the page of lists is open. */
  file: File | null
}

const NO_SOURCE: ListSource = { text: '', file: null }
const listSource = createStore<ListSource>(() => NO_SOURCE)
registerReset(() => listSource.setState(NO_SOURCE))

export const setListText = (text: string) => listSource.setState({ text })
/** Sets the text or the file of a new list. */
export const setListSource = (source: string | File) =>
  listSource.setState(typeof source === 'string' ? { text: source, file: null } : { file: source })
/** Returns the file to read. A second call returns `null`. */
export function takeListFile(): File | null {
  const { file } = listSource.getState()
  if (file) listSource.setState({ file: null })
  return file
}
export const useListSource = <T>(select: (state: ListSource) => T) => useStore(listSource, select)
