import type { MadeDocument } from '../document-tools/tool-source.ts'
import type { AttachmentFor } from './attachment-goals.ts'
import type { BatchItem } from './batch-state.ts'

/** The last change that a tool made, until it is undone. */
export interface BatchChange {
  words: string
  /** Ids of the documents that were made. */
  made: readonly string[]
  /** Ids of those that they took the place of. */
  replaced: ReadonlySet<string>
  before: readonly BatchItem[]
}

/**
 * Documents made of others, in the state in which they take their place: what the originals were for is not lost.
 * @param typeFor type that the document of an incident should have; '' if unknown
 * @param keepType they are what the originals were
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

/** The documents with the originals of a change back where they were; those that came or changed since stay. */
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
