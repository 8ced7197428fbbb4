import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { readBaseAddress } from '#shared/domain/base-address.ts'
import type { SecretStore } from './secret-store.ts'

/** A secret that is sent only to the origin that it was saved for, which editing a file of addresses does not change. */
export interface OriginBoundSecret {
  /**
   * The secret for an address, with that address in its normal form, or the reason that there is none. Rejects as the
   * keychain does.
   */
  read(address: string): Promise<Result<{ address: string; secret: string }>>
  /** Rejects as the keychain does. */
  set(address: string, secret: string): Promise<void>
  delete(): Promise<void>
}

export interface OriginBoundSecretOptions {
  /** Its name among the secrets. */
  name: string
  /** Field of the secret in its stored form, `{"origin":…,"FIELD":…}`. */
  field: string
  /** An earlier version stored it without its origin: it is bound to the first address that it is read for. */
  bindsUnbound?: boolean
}

export function createOriginBoundSecret(
  secrets: SecretStore,
  { name, field, bindsUnbound = false }: OriginBoundSecretOptions,
): OriginBoundSecret {
  const boundSchema = z.strictObject({ origin: z.string(), [field]: z.string().min(1) })
  const set = (address: string, secret: string) =>
    secrets.set(name, JSON.stringify({ origin: originOf(address), [field]: secret }))

  function boundIn(kept: string): { origin: string; secret: string } | null {
    try {
      const bound = boundSchema.parse(JSON.parse(kept)) as Record<string, string>
      return { origin: bound['origin'] ?? '', secret: bound[field] ?? '' }
    } catch {
      return null
    }
  }

  return {
    async read(written) {
      // An edited file may hold an address that the form rejects, such as http to another machine.
      const read = readBaseAddress(written)
      if (!read.ok) return fail(appError('address-changed', { detail: read.problem }))
      const { url: address } = read
      const kept = await secrets.get(name)
      if (kept === null) return fail(appError('key-missing'))
      const bound = boundIn(kept)
      if (bound) {
        if (bound.origin !== originOf(address)) return fail(appError('address-changed'))
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

const originOf = (address: string): string => new URL(address).origin
