import type { Training } from '#shared/bridge/training.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { isTyping } from '../../app/shortcuts.ts'
import type { Client } from '../../replica/client.ts'
import { wantTraining } from './training-state.ts'
import { sayFailed } from '../../app/say-failed.ts'

export const isTour = ({ id }: Pick<Training, 'id'>) => id === TOUR_ID

/** Training to show: only in the demonstration, and not while postponed. */
export function shownTraining({ replica }: Client): Training | null {
  const { slices } = replica.getState()
  const training = slices?.training ?? null
  return slices?.profile.environment === 'demo' && training && !training.putAway ? training : null
}

/** Starts a scenario, or continues the tour. */
export async function startTraining({ bridge }: Client, id: string) {
  let hasGoneOn = false
  const uses = new AbortController()
  for (const kind of ['input', 'click'] as const)
    addEventListener(kind, ({ target }) => (hasGoneOn = isTyping(target)), {
      capture: true,
      signal: uses.signal,
    })
  const answer = await bridge.call('training.start', { id })
  uses.abort()
  // Done even if the calling page has unmounted: a scenario with its own office remounts every window.
  if (answer.ok) wantTraining(!hasGoneOn)
  else sayFailed(answer.error)
  return answer
}

/** Number of the present step, from 1. */
export const stepNumber = ({ step, steps }: Training) => Math.min(step + 1, steps.length)

export function tally({ state, step, steps }: Training) {
  const past = state === 'finished' ? steps : steps.slice(0, step)
  const skipped = past.filter((one) => one.skipped).length
  return { done: past.length - skipped, skipped }
}
