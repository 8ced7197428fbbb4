import { createContext, use } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'
import { createQueries, type Queries } from './queries.ts'
import type { LeftRange } from './range-query.ts'
import { createReplica, type Replica } from './slices.ts'

const TICK_MS = 1_000

/** One clock for the whole window, so that two ages of the same event never disagree. */
export function createClock(now: () => number) {
  const store = createStore<number>(() => now())
  const tick = () => store.setState(now(), true)
  let watchers = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    store,
    /** Makes the clock tick until the returned function is called. */
    watch(): () => void {
      watchers += 1
      if (watchers === 1) {
        tick()
        timer = setInterval(tick, TICK_MS)
      }
      return () => {
        watchers -= 1
        if (watchers === 0) clearInterval(timer)
      }
    },
  }
}

type Clock = ReturnType<typeof createClock>

/** Maximum number of lists. The list left the longest ago is dropped first. */
const KEPT_LISTS = 4

/** List on screen. */
export interface OpenList<R> {
  /** Rows at the time when the list was last left. */
  left: LeftRange<R> | undefined
  /** Stores the rows when the user leaves the list. Rows read for another account, or before a lock, are dropped. */
  leave(rows: LeftRange<R> | undefined): void
}

/** Cache of lists that the user left. A list is shown at once on return, while it is refetched. */
export function createLeftLists() {
  const lists = new Map<string, LeftRange<unknown>>()
  let generation = 0
  return {
    /** @param key name and arguments of the list. A key always has rows of the same type */
    open<R>(key: string): OpenList<R> {
      const opened = generation
      return {
        left: lists.get(key) as LeftRange<R> | undefined,
        leave(rows) {
          if (rows === undefined || opened !== generation) return
          lists.delete(key)
          lists.set(key, rows)
          const [oldest] = lists.keys()
          if (lists.size > KEPT_LISTS && oldest !== undefined) lists.delete(oldest)
        },
      }
    },
    clear() {
      generation += 1
      lists.clear()
    },
  }
}

type LeftLists = ReturnType<typeof createLeftLists>

/** Autosaved form on a page. */
interface OpenForm {
  /** True if no change is unsaved, being saved, or in conflict. */
  isClean(): boolean
  flush(): Promise<boolean>
  /** Stops saving, because the form belongs to the previous account. */
  close(): void
}

/** Forms on screen, and forms that the user left with unsaved changes. */
function createOpenForms() {
  const forms = new Map<string, OpenForm>()
  return {
    /**
     * Returns the form of a key: the same instance while it has unsaved changes.
     * @param key identifies the object of the form. A key always has a form of the same type
     */
    of<F extends OpenForm>(key: string, make: () => F): F {
      const known = forms.get(key)
      if (known) return known as F
      const form = make()
      forms.set(key, form)
      return form
    },
    /** Saves a form when the user leaves its page. */
    async leave(key: string, form: OpenForm): Promise<void> {
      await form.flush()
      if (form.isClean() && forms.get(key) === form) forms.delete(key)
    },
    /** Drops the saved forms on a lock. Unsaved forms stay in memory, and are saved after unlocking. */
    forgetClean() {
      for (const [key, form] of forms) if (form.isClean()) forms.delete(key)
    },
    /** Drops all forms on a change of account. Their unsaved changes can no longer be saved. */
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
  /** Drops all data read for an account, because the window is locked or the account changes. */
  forget: (why: 'lock' | 'account') => void
  /** Clock, replaceable in tests. */
  now: () => number
  clock: Clock
}

/** Connects the bridge to the stores of the screens. There is one client per window. */
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
    // This runs before the next paint: stores notify their listeners synchronously.
    if (state.lock?.locked && !before.lock?.locked) forget('lock')
  })
  bridge.on('changed', ({ kind, ids }) => {
    // A change without ids concerns any record: it may have changed, or been erased at a person's request. Unwatched
    // answers must not be shown again.
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

/** Longest wait for a paint, in ms: a hidden window is never painted. */
const MAX_PAINT_WAIT_MS = 100

/** Runs a callback once, after the next paint. */
function afterPaint(run: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    run()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, MAX_PAINT_WAIT_MS)
}
