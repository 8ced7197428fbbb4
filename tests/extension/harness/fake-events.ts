/** An event of the browser. */
export interface FakeEvent<A extends unknown[]> {
  addListener(listener: (...args: A) => unknown): void
  removeListener(listener: (...args: A) => unknown): void
  hasListener(listener: (...args: A) => unknown): boolean
  emit(...args: A): unknown[]
}

export function fakeEvent<A extends unknown[]>(): FakeEvent<A> {
  const listeners = new Set<(...args: A) => unknown>()
  return {
    addListener: (listener) => void listeners.add(listener),
    removeListener: (listener) => void listeners.delete(listener),
    hasListener: (listener) => listeners.has(listener),
    emit: (...args) => [...listeners].map((listener) => listener(...args)),
  }
}

/** As the browser: a copy, and not in the same turn. */
export const later = (act: () => void): void => void setTimeout(act)

export interface FakePort {
  name: string
  sender?: { id: string; url: string } | undefined
  postMessage(message: unknown): void
  disconnect(): void
  onMessage: FakeEvent<[unknown]>
  onDisconnect: FakeEvent<[FakePort]>
  error?: { message: string } | null
}

/** Both ends of a port. Ending one tells the other, and messages on their way to an end that has gone are lost. */
export function portPair(name: string, sender?: { id: string; url: string }): [FakePort, FakePort] {
  let open = true
  const ends: FakePort[] = []
  const end = (other: () => FakePort | undefined, of?: { id: string; url: string }): FakePort => ({
    name,
    sender: of,
    onMessage: fakeEvent(),
    onDisconnect: fakeEvent(),
    postMessage(message) {
      if (!open) throw new Error('Attempting to use a disconnected port object')
      const copy: unknown = structuredClone(message)
      later(() => {
        if (open) other()?.onMessage.emit(copy)
      })
    },
    disconnect() {
      if (!open) return
      open = false
      later(() => {
        const there = other()
        there?.onDisconnect.emit(there)
      })
    },
  })
  ends.push(
    end(() => ends[1]),
    end(() => ends[0], sender),
  )
  return ends as [FakePort, FakePort]
}
