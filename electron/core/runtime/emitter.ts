type Functions<Events> = { [N in keyof Events]: (...args: never[]) => void }

/** Typed events. The listeners of an event run in the order in which they were added. */
export interface Emitter<Events extends Functions<Events>> {
  on<N extends keyof Events>(name: N, listener: Events[N]): void
  /** Function that emits an event. */
  emit<N extends keyof Events>(name: N): Events[N]
  /** Functions that emit events, by name. */
  emits<N extends keyof Events>(...names: N[]): Pick<Events, N>
}

export function createEmitter<Events extends Functions<Events>>(): Emitter<Events> {
  const listeners = new Map<keyof Events, ((...args: never[]) => void)[]>()
  const emit = <N extends keyof Events>(name: N) =>
    ((...args) => {
      for (const listener of listeners.get(name) ?? []) listener(...args)
    }) as Events[N]
  return {
    on: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    emit,
    emits: <N extends keyof Events>(...names: N[]) =>
      Object.fromEntries(names.map((name) => [name, emit(name)])) as Pick<Events, N>,
  }
}
