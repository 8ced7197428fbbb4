import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AppError } from '#shared/bridge/result.ts'
import type { PlateUnderstanding } from '#shared/domain/plates/repair.ts'

/** Plates to choose from: several in the typed text, or found in a file. */
interface PickablePlate {
  vrm: string
  repaired: boolean
}

/** Text that is no plate. `search`: of the office's files for it; none if it failed or was not made. */
type LookupProblem = Extract<PlateUnderstanding, { kind: 'repair' | 'invalid' }> & {
  search?: 'running' | 'found-nothing'
}

export interface LookupState {
  /** Text of the field, as typed. */
  text: string
  /** Reason why Enter looked nothing up, until the text changes. */
  problem: LookupProblem | null
  pick: {
    plates: readonly PickablePlate[]
    unread: readonly string[]
    more: boolean
    /** The text or the file that they were read in: a list of them reads it again, so that no line of it is lost. */
    source: string | File
  } | null
  /** The core refused the lookup. */
  refused: { vrm: string; error: AppError } | null
  /** Plate whose complete report the user wants: its dialog opens once the page has read it. */
  completeWanted: string | null
  /** Plate whose answer is to be copied once it comes; when that was asked, and the report that was known then. */
  copyWanted: { vrm: string; at: number; known: string | undefined } | null
  /** The typed text stays although the route changes plate: the user has begun the next one. */
  typedOn: boolean
  /** Each grows to move the focus, to the verdict or to the field. */
  verdictFocus: number
  /** The verdict has not taken it yet: it may come later. */
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

/** Clears what was typed, pasted or found in the account. */
export function resetLookup() {
  store.setState(EMPTY)
  lists.setState(NO_LISTS, true)
}

/** Another text clears the problem of the previous one. */
export const setFieldText = (text: string) => store.setState({ text, problem: null, pick: null })
export const setProblem = (problem: LookupState['problem']) => store.setState({ problem, pick: null })
export const setPick = (pick: LookupState['pick']) => store.setState({ pick, problem: null })
export const setRefused = (refused: LookupState['refused']) => store.setState({ refused })
export const setTypedOn = (typedOn: boolean) => store.setState({ typedOn })
export const wantComplete = (vrm: string) => store.setState({ completeWanted: vrm })
/** @returns true once for each request */
export function takeCompleteWanted(vrm: string): boolean {
  const isWanted = store.getState().completeWanted === vrm
  store.setState({ completeWanted: null })
  return isWanted
}
export const wantCopy = (copyWanted: LookupState['copyWanted']) => store.setState({ copyWanted })
export const clearAttempt = () => store.setState({ problem: null, pick: null })
export const focusVerdict = () =>
  store.setState(({ verdictFocus }) => ({ verdictFocus: verdictFocus + 1, isVerdictFocusDue: true }))
/** @returns true if the verdict is to take the focus, once for each request */
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
/** The user types: a verdict that comes into sight now takes no focus. */
export function typeInField(text: string): void {
  setFieldText(text)
  store.setState({ isVerdictFocusDue: false, copyWanted: null })
}

export const lookupState = () => store.getState()
export const useLookupState = <T>(select: (state: LookupState) => T) => useStore(store, select)

/** State of the lists of plates. */
export interface PlateListState {
  /** Text of a list that is being made, as pasted. */
  text: string
  /** File that is to be read as a list, once the page is open. */
  file: File | null
  /** Row of a list, or of a batch of transfers, that was last left, by its id. */
  places: Readonly<Record<string, number>>
}

const NO_LISTS: PlateListState = { text: '', file: null, places: {} }
const lists = createStore<PlateListState>(() => NO_LISTS)

export const setListText = (text: string) => lists.setState({ text })
/** Text or file of a list that is to be made. */
export const setListSource = (source: string | File) =>
  lists.setState(typeof source === 'string' ? { text: source, file: null } : { file: source })
/** The file that is to be read, once. */
export function takeListFile(): File | null {
  const { file } = lists.getState()
  if (file) lists.setState({ file: null })
  return file
}
export const setListPlace = (id: string, index: number) =>
  lists.setState(({ places }) => ({ places: { ...places, [id]: index } }))

export const plateListState = () => lists.getState()
export const usePlateListState = <T>(select: (state: PlateListState) => T) => useStore(lists, select)
