import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { readBaseAddress } from '#shared/domain/base-address.ts'
import type { ServiceTarget } from '../api/transport.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

/** Name of the API key among an account's secrets. */
const API_KEY = 'api-key'

/**
 * Stored form of a key: bound to the origin it was saved for, which editing the accounts file does not
 * change.
 */
const boundSchema = z.strictObject({ origin: z.string(), key: z.string().min(1) })

/** API key of an account. It is sent only to the origin that it was saved for. */
export interface AccountKey {
  /** Address and key for the account's present address. Rejects as the keychain does. */
  target(baseUrl: string): Promise<Result<ServiceTarget>>
  set(baseUrl: string, apiKey: string): Promise<void>
  delete(): Promise<void>
}

/** @param secrets those of the account */
export function accountKey(secrets: SecretStore): AccountKey {
  const set = (baseUrl: string, apiKey: string) =>
    secrets.set(API_KEY, JSON.stringify({ origin: originOf(baseUrl), key: apiKey }))

  return {
    async target(written) {
      // An edited file may hold an address that the form rejects, such as http to another machine.
      const address = readBaseAddress(written)
      if (!address.ok) return fail(appError('address-changed', { detail: address.problem }))
      const kept = await secrets.get(API_KEY)
      if (kept === null) return fail(appError('key-missing'))
      const { url: baseUrl } = address
      const bound = boundIn(kept)
      // Saved before keys were bound to an address: bind it to the first one requested.
      if (bound === null) await set(baseUrl, kept).catch(() => undefined)
      else if (bound.origin !== originOf(baseUrl)) return fail(appError('address-changed'))
      return ok({ baseUrl, apiKey: bound?.key ?? kept })
    },
    set,
    delete: () => secrets.delete(API_KEY),
  }
}

const originOf = (baseUrl: string): string => new URL(baseUrl).origin

function boundIn(kept: string): z.infer<typeof boundSchema> | null {
  try {
    return boundSchema.safeParse(JSON.parse(kept)).data ?? null
  } catch {
    return null
  }
}
