import type { GuessReason } from '#shared/domain/procedures/recognise-document.ts'

/** Purpose of a document: the id of the incident that it solves, or `null` for the procedure itself. */
export type AttachmentFor = string | null

/** An incident that a document may solve. */
export interface SolvableIncident {
  id: string
  title: string
  /** Type of the document that it asks for; '' if unknown. */
  type: string
}

export interface GoalItem {
  type: string
  goal: AttachmentFor
  /** The user chose the purpose: it stays, whatever else changes. */
  goalChosen: boolean
  guessed: boolean
  reason?: GuessReason | undefined
  /** One that `failed` is for nothing. */
  state?: string
}

/** Something says what it is: its text, its name, or the user. */
const isKnown = ({ guessed, reason }: GoalItem): boolean => !guessed || reason === 'text' || reason === 'name'

/**
 * Purpose of each document that the user chose none for: an incident goes to the first known to be of the type it asks
 * for, and the incident that the panel was opened for to the only document there is. Two incidents that ask for the same
 * type get none: only the user knows which is whose. One incident, one document.
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

/** Several incidents ask for it: the user has to say which one it solves. */
export const isUnclear = (item: GoalItem, incidents: readonly SolvableIncident[]): boolean =>
  item.goal === null &&
  !item.goalChosen &&
  isKnown(item) &&
  incidents.filter((incident) => asksFor(incident, item)).length > 1
