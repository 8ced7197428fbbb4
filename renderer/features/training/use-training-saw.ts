import { useEffect, useRef } from 'react'
import type { Training } from '#shared/bridge/training.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { useRoute } from '../../ui-state/route.ts'
import { shownTraining } from './training-actions.ts'

/** Tells the core which page of a procedure or signature is on screen: once in each step. */
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

/** Tells the core that the quick search led somewhere. */
export function sawSearch(client: Client) {
  const training = shownTraining(client)
  if (training && training.state !== 'finished') void client.bridge.call('training.saw', { what: 'search' })
}
