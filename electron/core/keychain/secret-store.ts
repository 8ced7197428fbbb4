/**
 * Storage of secrets. Only the core reads them; none crosses the bridge.
 *
 * `get` answers `null` for a missing secret, and a locked store answers exactly the same. Callers distinguish the
 * two by a record of their own that a secret was stored once (the store's
 * key-check file, an account's row). Record and `null` is "locked or lost", never "make a new one". `set` and
 * `delete` are never silent: on a locked store they reject with a `KeychainError`.
 */
export interface SecretStore {
  /**
   * True if its secrets outlive this process. Data that need their secret later may only be created where it
   * is.
   */
  readonly persistent: boolean
  get(name: string): Promise<string | null>
  /** Resolves once the secret is stored; it replaces an older one. */
  set(name: string, value: string): Promise<void>
  /** Resolves once there is no such secret, whether it existed or not. */
  delete(name: string): Promise<void>
}

/** One path segment, so that no scope can reach into another by its name. */
const SEGMENT = /^[A-Za-z0-9._-]+$/

/** Secrets of one profile, named `<scope>/<name>` in the store shared by all profiles. */
export function scopeSecrets(store: SecretStore, scope: string): SecretStore {
  const segment = (text: string) => {
    if (!SEGMENT.test(text)) throw new TypeError('a secret is named by letters, digits, ".", "_" and "-"')
    return text
  }
  segment(scope)
  const named = (name: string) => `${scope}/${segment(name)}`
  return {
    get persistent() {
      return store.persistent
    },
    get: async (name) => store.get(named(name)),
    set: async (name, value) => store.set(named(name), value),
    delete: async (name) => store.delete(named(name)),
  }
}
