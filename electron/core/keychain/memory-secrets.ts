import type { SecretStore } from './secret-store.ts'

/** Secrets for as long as the process lives: a PC with no keychain, and a person who wants no file. */
export function createMemorySecrets(): SecretStore & { entries(): Iterable<readonly [string, string]> } {
  const secrets = new Map<string, string>()
  return {
    persistent: false,
    /** What a store that keeps takes over. */
    entries: () => secrets.entries(),
    get: async (name) => secrets.get(name) ?? null,
    async set(name, value) {
      secrets.set(name, value)
    },
    async delete(name) {
      secrets.delete(name)
    },
  }
}
