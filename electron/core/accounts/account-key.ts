import { ok, type Result } from '#shared/bridge/result.ts'
import type { ServiceTarget } from '../api/transport.ts'
import { createOriginBoundSecret } from '../keychain/origin-bound-secret.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

/** API key of an account. It is sent only to the origin that it was saved for. */
export interface AccountKey {
  /** Address and key for the account's present address. Rejects as the keychain does. */
  target(baseUrl: string): Promise<Result<ServiceTarget>>
  set(baseUrl: string, apiKey: string): Promise<void>
  delete(): Promise<void>
}

/** @param secrets those of the account */
export function accountKey(secrets: SecretStore): AccountKey {
  const key = createOriginBoundSecret(secrets, { name: 'api-key', field: 'key', bindsUnbound: true })
  return {
    async target(baseUrl) {
      const read = await key.read(baseUrl)
      return read.ok ? ok({ baseUrl: read.value.address, apiKey: read.value.secret }) : read
    },
    set: key.set,
    delete: key.delete,
  }
}
