import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Client } from '../replica/client.ts'
import { announce } from './announcer.tsx'
import { closePanel } from './panel-state.ts'
import { openAccountPlace } from './route.ts'
import { useState } from 'react'

/** Number of account changes. Each change remounts the pages, without the state of the previous account. */
const store = createStore<{ changes: number }>(() => ({ changes: 0 }))
export const useAccountChanges = () => useStore(store, (state) => state.changes)
/** Runs a callback when the active account changes, and not when the window is locked. */
export const onAccountChange = (run: () => void) => store.subscribe(run)

const resets = new Set<() => void>()
/** Registers the reset of a feature's state. `forgetAccount` calls each reset. */
export const registerReset = (reset: () => void) => void resets.add(reset)

const searchResets = new Set<() => void>()
/**
 * Registers the reset of a list's search, which may contain the name of a person. `resetSearches` calls each of
 * these resets, and so does `forgetAccount`.
 */
export function registerSearchReset(reset: () => void): void {
  registerReset(reset)
  searchResets.add(reset)
}

/** Clears the searches of lists, after the data of a person have been erased. */
export function resetSearches(): void {
  for (const reset of searchResets) reset()
}

/** Clears this window's state of an account, except the replica: typed text, results, picked rows, undos. */
export function forgetAccount() {
  for (const reset of resets) reset()
  closePanel()
  announce('')
}

/**
 * Follows the active account. A restarted demonstration is another account. The previous account's state is cleared
 * before any page is painted with the new account: stores notify synchronously, and React paints later.
 */
export function followAccount({ replica, forget }: Client): () => void {
  let account: string | null = null
  const follow = () => {
    const profile = replica.getState().slices?.profile
    if (!profile) return
    const { id, begunAt = 0 } = profile
    if (`${id} ${begunAt}` === account) return
    const isFirst = account === null
    account = `${id} ${begunAt}`
    if (!isFirst) {
      forget('account')
      forgetAccount()
    }
    openAccountPlace(id)
    if (!isFirst) store.setState(({ changes }) => ({ changes: changes + 1 }))
  }
  follow()
  return replica.subscribe(follow)
}

/** Work of this window that outlives the page that began it, but not its account. */
export interface AccountWork {
  /** Called when the account has changed. The work sends nothing to another account. */
  close: () => void
  /** Called when the window is unlocked: continues with what waited. */
  resume?: () => void
}

/**
 * Returns a function that gives the work of a client and a key. It returns the same work until the account changes.
 * @param make starts the work of a key
 */
export function keptPerAccount<T extends AccountWork>(make: (client: Client, key: string) => T) {
  const works = new WeakMap<Client, Map<string, T>>()

  function worksOf(client: Client): Map<string, T> {
    const known = works.get(client)
    if (known) return known
    const made = new Map<string, T>()
    works.set(client, made)
    let account = client.replica.getState().slices?.profile.id
    client.replica.subscribe(({ slices }, before) => {
      // Locked: the account is unknown and unchanged.
      if (slices === null) return
      const id = slices.profile.id
      if (account !== undefined && account !== id) {
        for (const work of made.values()) work.close()
        made.clear()
      }
      account = id
      if (before.slices === null) for (const work of made.values()) work.resume?.()
    })
    return made
  }

  return (client: Client, key: string): T => {
    const made = worksOf(client)
    const work = made.get(key) ?? make(client, key)
    made.set(key, work)
    return work
  }
}

/**
 * Returns the previous value of this account while `value` is undefined. With it, a list keeps its rows while the
 * rows of another filter load.
 */
export function useLast<T>(value: T | undefined): T | undefined {
  const account = useAccountChanges()
  const [last, setLast] = useState({ value, account })
  const isOther = account !== last.account
  if (isOther || (value !== undefined && value !== last.value)) setLast({ value, account })
  return value ?? (isOther ? undefined : last.value)
}
