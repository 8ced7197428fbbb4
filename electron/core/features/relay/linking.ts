import { parseCursor } from '#shared/api/relay.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { KeyPair } from '#shared/sealing/sealed-box.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Connection } from './connection.ts'
import type { Claimed, RelayApi } from './relay-api.ts'
import type { RelayToken } from './relay-http.ts'
import { computeAdoptedSeq } from './relay.rules.ts'
import type { SealingKeys } from './sealing-keys.ts'

/** Identity of this PC at a relay that the core starts. Both know the token from the start. */
export interface OwnDevice {
  id: string
  token: string
}

/** Stores and deletes the link of this PC to a relay. */
export interface Linking {
  /**
   * @param pair key pair whose public key the relay got with the code
   * @param officeKey key of the office that the compared words prove. `null` if it had none.
   */
  storeClaim(address: string, claimed: Claimed, pair: KeyPair, officeKey: string | null): Promise<void>
  adopt(address: string, device: OwnDevice): Promise<Result<Record<string, never>>>
  /** Uses the relay of the link at its new address. */
  move(address: string): Promise<Result<Record<string, never>>>
  forget(): Promise<void>
}

export interface LinkingDeps {
  call: StoreCall
  clock: Clock
  api: Pick<RelayApi, 'office'>
  token: RelayToken
  keys: SealingKeys
  connection: Pick<Connection, 'restart'>
  signal: AbortSignal
  show: (next: Partial<RelaySlice>) => void
}

export function createLinking({
  call,
  clock,
  api,
  token,
  keys,
  connection,
  signal,
  show,
}: LinkingDeps): Linking {
  const linking: Linking = {
    async storeClaim(address, { token: given, deviceId, office, admin, cursor }, pair, officeKey) {
      const place = parseCursor(cursor)
      if (!place) throw new TypeError('the relay gave no place in its list')
      // Store the secrets first. A kill between the two leaves unused secrets, but never a relay without its token.
      await keys.begin(pair, officeKey)
      await token.set(address, given)
      await connection.restart(async () => {
        await call('relayPaired', { address, deviceId, office, admin, pairedAt: clock.now() }, place)
        // Show the new state before the pairing ends. Otherwise a window would briefly show that the pairing failed.
        show({ state: 'connecting', address, office, admin, deviceId })
      })
    },

    async adopt(address, device) {
      const office = await api.office({ address, token: device.token }, signal)
      if (!office.ok) return office
      const { epoch, floor, head, name, inbox } = office.value
      const { link, cursor } = await call('relayStored')
      const isSame = link?.deviceId === device.id
      if (!isSame) await keys.delete()
      await token.set(address, device.token)
      const next = {
        address,
        deviceId: device.id,
        office: name,
        admin: inbox !== null,
        pairedAt: link?.pairedAt ?? clock.now(),
      }
      await connection.restart(() =>
        isSame && cursor
          ? call('relayMoved', next)
          : call('relayPaired', next, { epoch, seq: computeAdoptedSeq({ floor, head }) }),
      )
      return ok({})
    },

    async move(address) {
      const { link } = await call('relayStored')
      if (!link) return fail(appError('relay-none'))
      const known = await token.target(link.address)
      return known.ok ? linking.adopt(address, { id: link.deviceId, token: known.value.token }) : known
    },

    async forget() {
      await token.delete()
      await keys.delete()
      await connection.restart(() => call('relayForgotten'))
    },
  }
  return linking
}
