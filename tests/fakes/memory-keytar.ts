import type { Keytar, LoadKeytar } from '#electron/core/keychain/keytar-process.ts'

/** System keychain that outlives the cores of a test, and can be locked and lost. */
export interface MemoryKeytar {
  readonly load: LoadKeytar
  /** Stored secrets, by the core's names. */
  readonly kept: Map<string, string>
  /** While locked it answers like a real one: nothing is found, and nothing is stored. */
  locked: boolean
}

export function createMemoryKeytar(): MemoryKeytar {
  const kept = new Map<string, string>()
  const refuseWhenLocked = () => {
    if (keychain.locked) throw new Error('The collection is locked')
  }
  const keytar: Keytar = {
    getPassword: async (_service, name) => (keychain.locked ? null : (kept.get(name) ?? null)),
    async setPassword(_service, name, value) {
      refuseWhenLocked()
      kept.set(name, value)
    },
    deletePassword: async (_service, name) => !keychain.locked && kept.delete(name),
    end: () => undefined,
  }
  const keychain: MemoryKeytar = { kept, locked: false, load: async () => keytar }
  return keychain
}
