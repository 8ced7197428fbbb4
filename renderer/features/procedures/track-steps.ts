import { isProcedureOver } from '#shared/domain/procedures/procedure-over.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'

export interface TrackStep {
  state: string
  /** Time it was entered; `null` for a future state. */
  at: number | null
  /** Duration, so far for the present state; `null` for a final or future state. */
  lasted: number | null
  where: 'past' | 'now' | 'to-come'
}

export interface Track {
  /** Changes of state before the first one drawn. */
  earlier: number
  steps: TrackStep[]
}

/** Usual path of a procedure without incidents. */
const WAY = ['DRAFT', 'PENDING', 'IN_PROGRESS', 'DONE', 'DELIVERED_TO_CLIENT']
/** Future states shown: a procedure may be sent without having been a draft. */
const AHEAD = ['PENDING', 'IN_PROGRESS', 'DONE']
/** More do not fit legibly in a line. */
const MAX_STEPS = 6
const MAX_PAST = 4

/**
 * States that a procedure has been through, each with its duration, and the usual next ones. Read from its timeline,
 * which may be empty or start late; the present state is always the last one known.
 */
export function trackOf(
  { timeline, status, since }: Pick<ResourceView, 'timeline' | 'status' | 'since'>,
  now: number,
): Track {
  const been: { state: string; at: number }[] = []
  for (const { event, status: state, at } of timeline.toReversed()) {
    if (event !== 'procedure.status_changed' || state === undefined) continue
    // Repeated events of one state count once.
    if (been.at(-1)?.state !== state) been.push({ state, at })
  }
  // The service's present state; the timeline may lag behind.
  if (been.at(-1)?.state !== status) been.push({ state: status, at: since })

  const ahead = stepsAhead(been.map(({ state }) => state))
  const past = been.map(({ state, at }, index): TrackStep => {
    const next = been[index + 1]
    const isNow = next === undefined
    const until = next?.at ?? (isProcedureOver(state) ? null : now)
    return {
      state,
      at,
      lasted: until === null ? null : Math.max(0, until - at),
      where: isNow ? 'now' : 'past',
    }
  })
  const room = Math.max(MAX_PAST, MAX_STEPS - ahead.length)
  const drawn = past.slice(-room)
  return { earlier: past.length - drawn.length, steps: [...drawn, ...ahead] }
}

function stepsAhead(been: readonly string[]): TrackStep[] {
  const now = been.at(-1) ?? ''
  if (now === 'CANCELLED') return []
  const step = (state: string): TrackStep => ({ state, at: null, lasted: null, where: 'to-come' })
  if (now === 'DONE') return [step('DELIVERED_TO_CLIENT')]
  if (isProcedureOver(now)) return []
  const reached = Math.max(...been.map((state) => WAY.indexOf(state)))
  return AHEAD.filter((state) => WAY.indexOf(state) > reached).map(step)
}
