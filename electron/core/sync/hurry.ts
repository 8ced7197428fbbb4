import type { ConnectionGate } from './connection.ts'

/** The waits of something that asks the service by itself, and that a person may not want to wait for. */
export interface Hurry {
  /** Ends every wait until its next turn. */
  hurry(): void
  /** For waits: aborted with its owner, or when somebody hurries. */
  signal(): AbortSignal
  /** Waits until the service may be asked. `isFirst`: at once, and not in turn with everything else. */
  turn(isFirst: boolean): Promise<void>
}

/** @param stopping of its owner */
export function createHurry(gate: ConnectionGate, stopping: AbortSignal): Hurry {
  let wake = new AbortController()
  const signal = () => AbortSignal.any([stopping, wake.signal])
  return {
    hurry: () => wake.abort(),
    signal,
    async turn(isFirst) {
      await gate.enter(signal(), isFirst)
      if (wake.signal.aborted) wake = new AbortController()
    },
  }
}
