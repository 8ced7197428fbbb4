import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { readBaseAddress } from '#shared/domain/service-address.ts'

/**
 * Storage of secrets. Only the core reads them, and none crosses the bridge.
 *
 * `get` answers `null` for a missing secret, and a locked store answers exactly the same. So callers keep their own
 * record that a secret was stored (the store's key-check file, an account's row). A record together with `null` means
 * "locked or lost", never "create a new secret". `set` and `delete` on a locked store reject with a `KeychainError`.
 */
export interface SecretStore {
  /**
   * True if the secrets outlive this process. Data that need their secret later may only be created in such a store.
   */
  readonly persistent: boolean
  get(name: string): Promise<string | null>
  /** Resolves once the secret is stored. It replaces the previous value. */
  set(name: string, value: string): Promise<void>
  /** Resolves once there is no secret of that name, whether it existed or not. */
  delete(name: string): Promise<void>
}

/** Pattern of one path segment, so that a name cannot reach into another scope. */
const SEGMENT = /^[A-Za-z0-9._-]+$/

/** Secrets of one profile. Their names are `<scope>/<name>` in the store shared by all profiles. */
export function scopeSecrets(store: SecretStore, scope: string): SecretStore {
  const segment = (text: string) => {
    if (!SEGMENT.test(text)) throw new TypeError('a secret is named by letters, digits, ".", "_" and "-"')
    return text
  }
  segment(scope)
  const buildName = (name: string) => `${scope}/${segment(name)}`
  return {
    get persistent() {
      return store.persistent
    },
    get: async (name) => store.get(buildName(name)),
    set: async (name, value) => store.set(buildName(name), value),
    delete: async (name) => store.delete(buildName(name)),
  }
}

/** Secrets in memory for the life of the process, for a PC without keychain whose user wants no file. */
export function createMemorySecrets(): SecretStore & { entries(): Iterable<readonly [string, string]> } {
  const secrets = new Map<string, string>()
  return {
    persistent: false,
    /** Entries to move to a persistent store. */
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

/**
 * A secret that is sent only to the origin that it was saved for. Editing a file of addresses does not change that
 * origin.
 */
export interface OriginBoundSecret {
  /**
   * Secret for an address, with the address in its normal form, or the reason that there is none. Rejects if the
   * keychain fails.
   */
  read(address: string): Promise<Result<{ address: string; secret: string }>>
  /** Rejects if the keychain fails. */
  set(address: string, secret: string): Promise<void>
  delete(): Promise<void>
}

export interface OriginBoundSecretOptions {
  /** Name of the secret. */
  name: string
  /** Field of the secret in its stored form, `{"origin":…,"FIELD":…}`. */
  field: string
  /**
   * True if an earlier version stored the secret without its origin. It is then bound to the first address that it is
   * read for.
   */
  bindsUnbound?: boolean
}

export function createOriginBoundSecret(
  secrets: SecretStore,
  { name, field, bindsUnbound = false }: OriginBoundSecretOptions,
): OriginBoundSecret {
  const boundSchema = z.strictObject({ origin: z.string(), [field]: z.string().min(1) })
  const set = (address: string, secret: string) =>
    secrets.set(name, JSON.stringify({ origin: getOrigin(address), [field]: secret }))

  function parseBound(stored: string): { origin: string; secret: string } | null {
    try {
      const bound = boundSchema.parse(JSON.parse(stored)) as Record<string, string>
      return { origin: bound['origin'] ?? '', secret: bound[field] ?? '' }
    } catch {
      return null
    }
  }

  return {
    async read(written) {
      // An edited file may have an address that the form rejects, such as http to another machine.
      const read = readBaseAddress(written)
      if (!read.ok) return fail(appError('address-changed', { detail: read.problem }))
      const { url: address } = read
      const kept = await secrets.get(name)
      if (kept === null) return fail(appError('key-missing'))
      const bound = parseBound(kept)
      if (bound) {
        if (bound.origin !== getOrigin(address)) return fail(appError('address-changed'))
        return ok({ address, secret: bound.secret })
      }
      if (!bindsUnbound) return fail(appError('key-missing'))
      await set(address, kept).catch(() => undefined)
      return ok({ address, secret: kept })
    },
    set,
    delete: () => secrets.delete(name),
  }
}

const getOrigin = (address: string): string => new URL(address).origin
