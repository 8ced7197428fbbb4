/** What waits, by key, in the order in which it came. */
export interface FairQueue<T> {
  push(item: T): void
  /**
   * Takes what is next: a share for each key, in turns, so that a key with much waiting does not hold up the others.
   * @param isHeld keys of which nothing is taken now
   */
  take(most: { items: number; bytes: number }, isHeld: (key: number | null) => boolean): T[]
  count(): number
  countOf(key: number | null): number
  bytes(): number
}

export function createFairQueue<T extends { key: number | null; size: number }>(): FairQueue<T> {
  /** The next key to be served is the first. */
  const waiting = new Map<number | null, T[]>()
  let [count, bytes] = [0, 0]

  function takeOf(key: number | null, room: { items: number; bytes: number }): T[] {
    const list = waiting.get(key) ?? []
    let [taken, size] = [0, 0]
    for (const item of list) {
      if (taken === room.items || size >= room.bytes) break
      taken += 1
      size += item.size
    }
    const rest = list.slice(taken)
    waiting.delete(key)
    if (rest.length > 0) waiting.set(key, rest)
    count -= taken
    bytes -= size
    return list.slice(0, taken)
  }

  return {
    push(item) {
      const list = waiting.get(item.key)
      if (list === undefined) waiting.set(item.key, [item])
      else list.push(item)
      count += 1
      bytes += item.size
    },
    take(most, isHeld) {
      const taken: T[] = []
      let size = 0
      for (;;) {
        const keys = [...waiting.keys()].filter((key) => !isHeld(key))
        const share = Math.ceil((most.items - taken.length) / keys.length)
        for (const key of keys) {
          const room = { items: Math.min(share, most.items - taken.length), bytes: most.bytes - size }
          for (const item of room.items > 0 && room.bytes > 0 ? takeOf(key, room) : []) {
            taken.push(item)
            size += item.size
          }
        }
        if (keys.length === 0 || taken.length >= most.items || size >= most.bytes) return taken
      }
    },
    count: () => count,
    countOf: (key) => waiting.get(key)?.length ?? 0,
    bytes: () => bytes,
  }
}
