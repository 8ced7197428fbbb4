import type { Client } from '../replica/client.ts'

/** Work of this window that outlives the page that began it, and never its account. */
export interface AccountWork {
  /** The account has changed: nothing of it goes to another. */
  close: () => void
  /** Unlocked: goes on with what waited. */
  resume?: () => void
}

/** One work per window and key. @param make starts the work of a key */
export function keptPerAccount<T extends AccountWork>(make: (client: Client, key: string) => T) {
  const kept = new WeakMap<Client, Map<string, T>>()

  function of(client: Client): Map<string, T> {
    const known = kept.get(client)
    if (known) return known
    const made = new Map<string, T>()
    kept.set(client, made)
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
    const all = of(client)
    const work = all.get(key) ?? make(client, key)
    all.set(key, work)
    return work
  }
}
