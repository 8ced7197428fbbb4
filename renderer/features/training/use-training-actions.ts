import { useRef, useState, useEffect } from 'react'
import type { Training } from '#shared/bridge/training.ts'
import type { Result } from '#shared/bridge/result.ts'
import { useClient, type Client } from '../../replica/client.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { useRoute } from '../../app/route.ts'
import { shownTraining } from './training-actions.ts'

/** Key that changes with every move of the core. A tick of an expected result is no move. */
const placeKey = ({ id, step, state, putAway }: Training) => `${id} ${step} ${state} ${putAway}`

/** Actions of the bar. One runs at a time, and the bar is busy until the slice moves. */
export function useTrainingActions(training: Training) {
  const { bridge } = useClient()
  const here = placeKey(training)
  const [pressed, setPressed] = useState<string | null>(null)
  // A ref blocks a second press before the busy state renders.
  const running = useRef<string | null>(null)
  const busy = pressed === here

  const run = async (ask: () => Promise<Result<unknown>>, settles: boolean) => {
    if (running.current === here) return
    running.current = here
    setPressed(here)
    const answer = await ask()
    if (!answer.ok) sayFailed(answer.error)
    if (answer.ok && !settles) return
    if (running.current === here) running.current = null
    setPressed((now) => (now === here ? null : now))
  }
  const { step } = training
  return {
    busy,
    next: (skip: boolean) => void run(() => bridge.call('training.next', { step, skip }), false),
    putAway: () => void run(() => bridge.call('training.put-away', {}), false),
    // A retry may fail again at the same place, so the answer ends the busy state.
    retry: () => void run(() => bridge.call('training.retry', {}), true),
    again: () => void run(() => bridge.call('training.again', {}), true),
    end: () => void run(() => bridge.call('training.end', {}), false),
  }
}

export type TrainingActions = ReturnType<typeof useTrainingActions>

/** Tells the core which procedure or signature page is on screen, once for each step. */
export function useTrainingSaw(training: Training) {
  const { bridge } = useClient()
  const route = useRoute()
  const told = useRef('')
  const id = route.view === 'procedure' || route.view === 'signature' ? route.id : null
  const isOver = training.state === 'finished'
  // A step that is being prepared has not begun yet.
  const place = training.state === 'ready' ? `${training.id} ${training.step}` : null
  useEffect(() => {
    if (id === null || isOver || place === null || told.current === `${place} ${id}`) return
    told.current = `${place} ${id}`
    void bridge.call('training.saw', { what: 'page', id })
  }, [bridge, id, isOver, place])
}

/** Tells the core that the user opened a result of the quick search. */
export function sawSearch(client: Client) {
  const training = shownTraining(client)
  if (training && training.state !== 'finished') void client.bridge.call('training.saw', { what: 'search' })
}
