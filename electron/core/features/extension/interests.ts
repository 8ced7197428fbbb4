import type { Batch } from '#shared/host-protocol/messages.ts'
import type { HostInterest } from './host-commands.ts'

/** Plates of one connection; the first ones are forgotten. Two whole pages of the largest batch. */
const MAX_PLATES = 2_000
const MAX_BATCHES = 32
/** Plates told at once: far below the size of a frame. */
const PAGE = 250

/** What a connection has asked about, and which of it has changed since it was told. */
export interface Interests extends HostInterest {
  /** @param vrms none: any of them. @returns true if there is anything to be told */
  platesChanged(vrms: readonly string[]): boolean
  batchChanged(batch: Batch): boolean
  /** Another account: every plate is told again, and no batch of the one before. */
  allChanged(): void
  takePlates(): string[]
  takeBatches(): Batch[]
  isBehind(): boolean
}

export function createInterests(): Interests {
  const plates = new Set<string>()
  const batches = new Set<string>()
  const changedPlates = new Set<string>()
  const changedBatches = new Map<string, Batch>()

  return {
    plates(vrms) {
      for (const vrm of vrms) {
        plates.delete(vrm)
        plates.add(vrm)
      }
      trim(plates, MAX_PLATES)
    },
    batch(id) {
      batches.delete(id)
      batches.add(id)
      trim(batches, MAX_BATCHES)
    },
    platesChanged(vrms) {
      for (const vrm of vrms.length === 0 ? plates : vrms) if (plates.has(vrm)) changedPlates.add(vrm)
      return changedPlates.size > 0
    },
    batchChanged(batch) {
      if (batches.has(batch.id)) changedBatches.set(batch.id, batch)
      return changedBatches.size > 0
    },
    allChanged() {
      changedBatches.clear()
      for (const vrm of plates) changedPlates.add(vrm)
    },
    takePlates() {
      const taken = [...changedPlates].slice(0, PAGE)
      for (const vrm of taken) changedPlates.delete(vrm)
      return taken
    },
    takeBatches() {
      const taken = [...changedBatches.values()]
      changedBatches.clear()
      return taken
    },
    isBehind: () => changedPlates.size > 0,
  }
}

function trim(names: Set<string>, max: number): void {
  for (const name of names) {
    if (names.size <= max) return
    names.delete(name)
  }
}
