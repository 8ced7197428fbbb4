import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { readBaseAddress } from '#shared/domain/base-address.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'

/** Address of a relay and this PC's token. */
export interface RelayTarget {
  address: string
  token: string
}

/** Token of this PC for its relay. It is sent only to the origin that gave it. */
export interface RelayToken {
  /** The token for an address, or the reason that there is none. Never rejects. */
  target(address: string): Promise<Result<RelayTarget>>
  /** Rejects as the keychain does. */
  set(address: string, token: string): Promise<void>
  delete(): Promise<void>
}

/** Name of the token among an account's secrets. */
const TOKEN = 'relay-token'
const boundSchema = z.strictObject({ origin: z.string(), token: z.string().min(1) })

/** @param secrets those of the account */
export function createRelayToken(secrets: SecretStore): RelayToken {
  return {
    async target(written) {
      const address = readBaseAddress(written)
      if (!address.ok) return fail(appError('address-changed', { detail: address.problem }))
      const bound = boundIn(await secrets.get(TOKEN).catch(() => null))
      if (!bound) return fail(appError('key-missing'))
      if (bound.origin !== new URL(address.url).origin) return fail(appError('address-changed'))
      return ok({ address: address.url, token: bound.token })
    },
    set: (address, token) =>
      secrets.set(TOKEN, JSON.stringify({ origin: new URL(address).origin, token } satisfies Bound)),
    delete: () => secrets.delete(TOKEN),
  }
}

type Bound = z.infer<typeof boundSchema>

function boundIn(kept: string | null): Bound | null {
  try {
    return boundSchema.safeParse(JSON.parse(kept ?? 'null')).data ?? null
  } catch {
    return null
  }
}
