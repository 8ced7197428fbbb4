import * as z from 'zod'
import { devicesWire, officeWire, type EventPage, sealedEventWire } from '#shared/api/relay.ts'
import { createSealer, newKeyPair, openSealed, type KeyPair } from '#shared/sealing/sealed-box.ts'
import { call, OFFICE, pairDevice, type Office } from './relay.ts'

/** A PC with a key of its own, as an office's core has it. */
export interface SealedDevice {
  token: string
  deviceId: string
  keys: KeyPair
}

export type OfficeKey = KeyPair & { id: string }

export async function deviceWithKey(
  url: string,
  name: string,
  office: Office = OFFICE,
): Promise<SealedDevice> {
  const { token, deviceId } = await pairDevice(url, name, office)
  const keys = newKeyPair()
  const answer = await call(`${url}/v1/devices/self/key`, 'PUT', token, { publicKey: keys.publicKey })
  if (answer.status !== 204) throw new Error(`key: ${answer.status}`)
  return { token, deviceId, keys }
}

let made = 0
export const newOfficeKey = (): OfficeKey => ({ id: `office-key-${++made}`, ...newKeyPair() })

const keyringOf = (content: unknown, { keys }: Pick<SealedDevice, 'keys'>) =>
  createSealer({ id: 'keyring', publicKey: keys.publicKey })('keyring', JSON.stringify(content))

const keyringsOf = (key: OfficeKey, devices: readonly SealedDevice[]) =>
  devices.map((device) => ({
    deviceId: device.deviceId,
    publicKey: device.keys.publicKey,
    keyring: keyringOf(key, device),
  }))

/** Asks for another key, and says what the relay answered. */
export async function seal(
  url: string,
  former: string | null,
  key: OfficeKey | null,
  devices: readonly SealedDevice[] = [],
  office: Office = OFFICE,
) {
  const body = {
    former,
    key: key && { id: key.id, publicKey: key.publicKey },
    keyrings: key === null ? [] : keyringsOf(key, devices),
  }
  const answer = await call(`${url}/v1/office/sealing`, 'PUT', office.adminToken, body)
  return answer.status === 204 ? 'changed' : z.object({ code: z.string() }).parse(await answer.json()).code
}

export const sealingOf = async (url: string) =>
  officeWire.parse(await (await call(`${url}/v1/office`, 'GET', OFFICE.adminToken)).json()).sealing

export const devicesOf = async (url: string) =>
  devicesWire.parse(await (await call(`${url}/v1/devices`, 'GET', OFFICE.adminToken)).json()).devices

/** The event inside, with the rest of its data. */
export function opened({ event }: EventPage['events'][number], key: OfficeKey) {
  const { thin, extra } = sealedEventWire.parse(event).data
  const whole = JSON.parse(openSealed(key, 'thin', thin).toString()) as { event: string; data: object }
  const rest = extra === undefined ? {} : (JSON.parse(openSealed(key, 'extra', extra).toString()) as object)
  return { ...whole, data: { ...whole.data, ...rest } }
}
