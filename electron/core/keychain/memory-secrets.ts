import type { SecretStore } from './secret-store.ts'

/** Secrets for the life of the process: a PC with no keychain, and a user who wants no file. */
export function createMemorySecrets(): SecretStore & { entries(): Iterable<readonly [string, string]> } {
  const secrets = new Map<string, string>()
  return {
    persistent: false,
    /** Entries to be moved to a persistent store. */
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
