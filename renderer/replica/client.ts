import { createContext, use } from 'react'
import type { Bridge } from '../bridge.ts'
import { type Clock, createClock } from './clock.ts'
import { createLeftLists, type LeftLists } from './left-lists.ts'
import { createOpenForms, type OpenForms } from './open-forms.ts'
import { createQueries, type Queries } from './queries.ts'
import { createReplica, type Replica } from './slices.ts'

export interface Client {
  bridge: Bridge
  replica: Replica
  queries: Queries
  lists: LeftLists
  forms: OpenForms
  /** Drops everything read for an account: the window is locked, or the account changes. */
  forget: (why: 'lock' | 'account') => void
  /** Clock, replaceable in tests. */
  now: () => number
  clock: Clock
}

/** Wires the bridge to the stores of the screens. One per window. */
export function createClient(
  bridge: Bridge,
  now: () => number = Date.now,
  soon: (run: () => void) => void = afterPaint,
): Client {
  const replica = createReplica(bridge, now)
  const queries = createQueries(bridge, soon)
  const lists = createLeftLists()
  const forms = createOpenForms()
  const forget = (why: 'lock' | 'account') => {
    queries.clear()
    lists.clear()
    if (why === 'lock') forms.forgetClean()
    else forms.clear()
  }
  replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) queries.refetchAll()
    // Before paint: stores notify their listeners synchronously.
    if (state.lock?.locked && !before.lock?.locked) forget('lock')
  })
  bridge.on('changed', ({ kind, ids }) => {
    // Any of them may have changed, or been erased on a person's request: nothing is shown until read again.
    if (ids.length > 0 || (kind !== 'resource' && kind !== 'contact')) return
    queries.forgetUnwatched()
    lists.clear()
  })
  return { bridge, replica, queries, lists, forms, forget, now, clock: createClock(now) }
}

export const ClientContext = createContext<Client | null>(null)

export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('ClientContext is missing')
  return client
}

/** A window that is hidden paints nothing. */
const LONGEST_MS = 100

/** Runs it once, after what is on its way to the screen has been painted. */
function afterPaint(run: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    run()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, LONGEST_MS)
}
