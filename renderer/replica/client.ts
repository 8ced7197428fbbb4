import { createContext, use } from 'react'
import type { Bridge } from '../bridge.ts'
import { type Clock, createClock } from './clock.ts'
import { createLeftLists, type LeftLists } from './left-lists.ts'
import { createQueries, type Queries } from './queries.ts'
import { createReplica, type Replica } from './slices.ts'

/** Autosaved form on a page. */
interface OpenForm {
  /** True if nothing is being saved, waits, or has to be chosen. */
  isClean(): boolean
  flush(): Promise<boolean>
  /** Stops saving: it belongs to the previous account. */
  close(): void
}

/** Forms on screen, and left forms with unsaved changes. */
function createOpenForms() {
  const forms = new Map<string, OpenForm>()
  return {
    /**
     * Returns the form of a key: the same instance while it has unsaved changes.
     * @param key object of the form: a key always has a form of the same type
     */
    of<F extends OpenForm>(key: string, make: () => F): F {
      const known = forms.get(key)
      if (known) return known as F
      const form = make()
      forms.set(key, form)
      return form
    },
    /** Call it when the form's page is left. */
    async leave(key: string, form: OpenForm): Promise<void> {
      await form.flush()
      if (form.isClean() && forms.get(key) === form) forms.delete(key)
    },
    /** Locked: only unsaved forms stay in memory, and are saved after unlocking. */
    forgetClean() {
      for (const [key, form] of forms) if (form.isClean()) forms.delete(key)
    },
    /** Another account: unsaved changes cannot be saved any more. */
    clear() {
      for (const form of forms.values()) form.close()
      forms.clear()
    },
  }
}

type OpenForms = ReturnType<typeof createOpenForms>

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
