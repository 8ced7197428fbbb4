import type { ResourceView } from '#shared/bridge/inbox.ts'

export interface TrackStep {
  state: string
  /** When it was entered; `null` for what is still to come. */
  at: number | null
  /** How long it lasted, or has lasted so far; `null` for the last one of what has ended and what is to come. */
  lasted: number | null
  where: 'past' | 'now' | 'to-come'
}

export interface Track {
  /** Changes of state before the first that is drawn. */
  earlier: number
  steps: TrackStep[]
}

/** The way of a procedure that nothing stops. */
const WAY = ['DRAFT', 'PENDING', 'IN_PROGRESS', 'DONE', 'DELIVERED_TO_CLIENT']
/** What is told of the way ahead: a procedure may well be sent without having been a draft. */
const AHEAD = ['PENDING', 'IN_PROGRESS', 'DONE']
const ENDED: ReadonlySet<string> = new Set(['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT'])
/** More do not fit in a line that can be read. */
const MOST_STEPS = 6
const MOST_PAST = 4

export const isEnded = (state: string): boolean => ENDED.has(state)

/**
 * The states that a procedure has been through, each with how long it lasted, and those that usually follow. From its
 * timeline, which may be empty or start late; the state it is in is always the last of what is known.
 */
export function trackOf(
  { timeline, status, since }: Pick<ResourceView, 'timeline' | 'status' | 'since'>,
  now: number,
): Track {
  const been: { state: string; at: number }[] = []
  for (const { event, status: state, at } of timeline.toReversed()) {
    if (event !== 'procedure.status_changed' || state === undefined) continue
    // The same state told twice is one.
    if (been.at(-1)?.state !== state) been.push({ state, at })
  }
  // What it is now is the service's word; the timeline may not have got there yet.
  if (been.at(-1)?.state !== status) been.push({ state: status, at: since })

  const ahead = stepsAhead(been.map(({ state }) => state))
  const past = been.map(({ state, at }, index): TrackStep => {
    const next = been[index + 1]
    const isNow = next === undefined
    const until = next?.at ?? (isEnded(state) ? null : now)
    return {
      state,
      at,
      lasted: until === null ? null : Math.max(0, until - at),
      where: isNow ? 'now' : 'past',
    }
  })
  const room = Math.max(MOST_PAST, MOST_STEPS - ahead.length)
  const drawn = past.slice(-room)
  return { earlier: past.length - drawn.length, steps: [...drawn, ...ahead] }
}

function stepsAhead(been: readonly string[]): TrackStep[] {
  const now = been.at(-1) ?? ''
  if (now === 'CANCELLED') return []
  const step = (state: string): TrackStep => ({ state, at: null, lasted: null, where: 'to-come' })
  if (now === 'DONE') return [step('DELIVERED_TO_CLIENT')]
  if (isEnded(now)) return []
  const reached = Math.max(...been.map((state) => WAY.indexOf(state)))
  return AHEAD.filter((state) => WAY.indexOf(state) > reached).map(step)
}
