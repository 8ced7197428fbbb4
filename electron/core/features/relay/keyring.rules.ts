/** A key of an office. */
export interface OfficeKey {
  id: string
  publicKey: string
  privateKey: string
  /** Epoch milliseconds. */
  madeAt: number
}

/** Keys of an office, as each of its PCs has them. */
export interface Keyring {
  /** In the order in which they were made; what is sealed now is sealed to the last one. */
  keys: OfficeKey[]
}

export const emptyKeyring: Keyring = { keys: [] }

/** Receipts are kept for six years, and so are the keys that open them. */
const KEPT_MS = 6 * 366 * 86_400_000

/**
 * True if the next keyring was made by a PC that has the newest key known here: a relay, which has none, cannot give
 * this PC keys of its own. The first keyring of a PC has nothing to be compared with.
 */
export function continues(known: Keyring, next: Keyring): boolean {
  const newest = known.keys.at(-1)
  return newest === undefined || next.keys.some(({ privateKey }) => privateKey === newest.privateKey)
}

/** All keys of both. */
export function mergedKeyring(known: Keyring, next: Keyring): Keyring {
  const added = next.keys.filter(({ id }) => known.keys.every((key) => key.id !== id))
  return { keys: [...known.keys, ...added].toSorted((one, other) => one.madeAt - other.madeAt) }
}

/** With another key, and without those that open nothing that is still kept. */
export function withKey({ keys }: Keyring, key: OfficeKey): Keyring {
  const isKept = (_: OfficeKey, index: number) => {
    const next = keys[index + 1]
    return next === undefined || key.madeAt - next.madeAt < KEPT_MS
  }
  // A clock that was set back must not make the new key an older one.
  const madeAt = Math.max(key.madeAt, (keys.at(-1)?.madeAt ?? 0) + 1)
  return { keys: [...keys.filter(isKept), { ...key, madeAt }] }
}
