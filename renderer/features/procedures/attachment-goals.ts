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
}

/**
 * Purpose of each document: an incident goes to the first that is of the type it asks for, by its text, its
 * name or the user's word; a document that nothing says what it is solves none. One incident, one document.
 */
export function withGoals<T extends GoalItem>(
  items: readonly T[],
  incidents: readonly SolvableIncident[],
): T[] {
  const taken = new Set(items.flatMap(({ goal, goalChosen }) => (goalChosen && goal !== null ? [goal] : [])))
  return items.map((item) => {
    if (item.goalChosen) return item
    const isKnown = !item.guessed || item.reason === 'text' || item.reason === 'name'
    const goal = isKnown
      ? (incidents.find(({ id, type }) => type !== '' && type === item.type && !taken.has(id))?.id ?? null)
      : null
    if (goal !== null) taken.add(goal)
    return item.goal === goal ? item : { ...item, goal }
  })
}
