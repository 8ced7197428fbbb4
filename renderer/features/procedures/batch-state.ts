import type { GuessReason } from '#shared/domain/procedures/recognise-document.ts'
import type { TransferProgress } from '../../bridge.ts'
import type { IntakeProblem } from '../documents/feature.ts'
import type { FileGuess } from '../pdf/feature.ts'
import type { MadeDocument } from '../document-tools/feature.ts'

/** Document to attach, before it is sent. Its `id` becomes the id of the attachment. */
export interface BatchItem extends GoalItem {
  id: string
  file: File
  reading?: FileGuess['reading']
  /**
   * `checking`: the type is not known yet. `failed`: the document was not accepted, or cannot be sent (`problem`).
   */
  state: 'checking' | 'ready' | 'sending' | 'failed'
  problem?: IntakeProblem
}

export interface BatchState {
  /** Purpose for which the panel was opened; `undefined` while closed. */
  opened: AttachmentFor | undefined
  items: readonly BatchItem[]
  /** Names of added files that were already in the batch. */
  repeated: readonly string[]
  folders: readonly string[]
  /** Titles of incidents that had a document and no longer wait for one. */
  over: readonly string[]
  /** Last use of a tool, which can be undone. */
  change: BatchChange | null
  sending: { n: number; of: number; name: string; progress: TransferProgress } | null
}

export const CLOSED: BatchState = {
  opened: undefined,
  items: [],
  repeated: [],
  folders: [],
  over: [],
  change: null,
  sending: null,
}

/** Last change by a tool, until the change is undone. */
export interface BatchChange {
  words: string
  /** Ids of the documents that the tool made. */
  made: readonly string[]
  /** Ids of the documents that were replaced. */
  replaced: ReadonlySet<string>
  before: readonly BatchItem[]
}

/**
 * Makes the documents that replace others. The purpose of the originals is kept.
 * @param typeFor type that the document of an incident should have; '' if unknown
 * @param keepType true if the results have the type of the originals
 */
export function madeOf(
  originals: readonly BatchItem[],
  results: readonly MadeDocument[],
  options: { newId: () => string; typeFor: (goal: AttachmentFor) => string; keepType: boolean },
): BatchItem[] {
  const { newId, typeFor, keepType } = options
  const aimed =
    originals.find(({ goal, goalChosen }) => goalChosen && goal !== null) ??
    originals.find(({ goalChosen }) => goalChosen)
  const kind = originals.find(({ guessed }) => !guessed) ?? originals.find(hasType) ?? originals[0]
  const typed = results.map(({ file, guess }) => ({
    file,
    ...(keepType && kind
      ? { type: kind.type, guessed: kind.guessed, reason: kind.reason }
      : { type: guess?.type ?? 'other', guessed: true, reason: guess?.reason }),
  }))
  const wanted = aimed ? typeFor(aimed.goal) : ''
  const at = Math.max(
    0,
    typed.findIndex(({ type }) => type === wanted),
  )
  return typed.map((one, index) => ({
    id: newId(),
    ...one,
    ...(aimed && index === at ? { goal: aimed.goal, goalChosen: true } : { goal: null, goalChosen: false }),
    state: 'checking',
  }))
}

const hasType = ({ reason }: BatchItem): boolean => reason === 'text' || reason === 'name'

/** Puts the originals of a change back in their places. Documents that were added or changed since stay. */
export function undone(items: readonly BatchItem[], { made, replaced, before }: BatchChange): BatchItem[] {
  const rest = items.filter(({ id }) => !made.includes(id))
  const taken = new Set(rest.flatMap(({ goal, goalChosen }) => (goalChosen && goal !== null ? [goal] : [])))
  before.forEach((item, at) => {
    if (!replaced.has(item.id)) return
    const isTaken = item.goalChosen && item.goal !== null && taken.has(item.goal)
    const earlier = new Set(before.slice(0, at).map(({ id }) => id))
    const place = rest.findLastIndex(({ id }) => earlier.has(id)) + 1
    rest.splice(place, 0, isTaken ? { ...item, goal: null } : item)
  })
  return rest
}

/** Purpose of a document: the id of the incident that it solves, or `null` for the procedure itself. */
export type AttachmentFor = string | null

/** An incident that a document may solve. */
export interface SolvableIncident {
  id: string
  title: string
  /** Type of the document that the incident asks for; '' if unknown. */
  type: string
}

export interface GoalItem {
  type: string
  goal: AttachmentFor
  /** True if the user chose the purpose. No other change then replaces it. */
  goalChosen: boolean
  guessed: boolean
  reason?: GuessReason | undefined
  /** State of the document. A `failed` document has no purpose. */
  state?: string
}

/** True if the type is known from the text, the name or the user. */
const isKnown = ({ guessed, reason }: GoalItem): boolean => !guessed || reason === 'text' || reason === 'name'

/**
 * Decides the purpose of each document for which the user chose none. An incident gets the first document that is
 * known to be of the type it asks for. If there is only one document, it goes to the incident for which the panel was
 * opened. If two incidents ask for the same type, none gets a document: only the user knows which is whose. An
 * incident gets at most one document.
 */
export function withGoals<T extends GoalItem>(
  items: readonly T[],
  incidents: readonly SolvableIncident[],
  opened: AttachmentFor = null,
): T[] {
  const taken = new Set(items.flatMap(({ goal, goalChosen }) => (goalChosen && goal !== null ? [goal] : [])))
  const asking = incidents.filter(({ id }) => !taken.has(id))
  const isOnly =
    items.filter(({ state }) => state !== 'failed').length === 1 && asking.some(({ id }) => id === opened)
  const given = new Set<string>()
  return items.map((item) => {
    if (item.goalChosen || item.state === 'failed') return item
    const [one, other] = isKnown(item) ? asking.filter((incident) => asksFor(incident, item)) : []
    const goal = isOnly ? opened : one && !other && !given.has(one.id) ? one.id : null
    if (goal !== null) given.add(goal)
    return item.goal === goal ? item : { ...item, goal }
  })
}

const asksFor = ({ type }: SolvableIncident, item: GoalItem): boolean => type !== '' && type === item.type

/** True if several incidents ask for this document: the user has to choose which incident it solves. */
export const isUnclear = (item: GoalItem, incidents: readonly SolvableIncident[]): boolean =>
  item.goal === null &&
  !item.goalChosen &&
  isKnown(item) &&
  incidents.filter((incident) => asksFor(incident, item)).length > 1
