import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { createOriginBoundSecret } from '../../keychain/origin-bound-secret.ts'
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

/**
 * @param secrets those of the account
 * @param allows false for an address that an administrator's settings leave out
 */
export function createRelayToken(
  secrets: SecretStore,
  allows: (address: string) => boolean = () => true,
): RelayToken {
  const token = createOriginBoundSecret(secrets, { name: 'relay-token', field: 'token' })
  return {
    async target(address) {
      if (!allows(address)) return fail(appError('managed'))
      const read = await token.read(address).catch(() => fail(appError('key-missing')))
      return read.ok ? ok({ address: read.value.address, token: read.value.secret }) : read
    },
    set: token.set,
    delete: token.delete,
  }
}
