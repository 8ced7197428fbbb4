import { randomBytes } from 'node:crypto'
import type { OfficeSealing, SealingChange, RelayDevice } from '#shared/api/relay.ts'
import type { SealingView, RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { wordsOfKey } from '#shared/sealing/compared-words.ts'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { type Keyring, withKey, withoutRemoval, withRemoval } from './relay.rules.ts'
import type { RelayApi } from './relay-api.ts'
import type { RelayTarget } from './relay-http.ts'
import {
  type ApprovedPc,
  type OwnKeys,
  type SealedEvents,
  sealKeyring,
  type SealingKeys,
} from './sealing-keys.ts'

type Done = Promise<Result<Record<string, never>>>

/**
 * Keys that the events of the office are sealed to. This PC registers its own key, and an administrator changes the
 * office's keys.
 */
export interface Sealing {
  /** Registers this PC's key at the relay and fetches the office's keys, in the background. */
  scheduleExchange(): void
  view(): Promise<Result<SealingView>>
  /**
   * Turns sealing on, or changes the key.
   * @param approved public keys whose words a person has just compared
   */
  changeKey(approved: readonly string[]): Done
  turnOff(): Done
  /**
   * Removes a PC. If events are sealed, the key is changed afterwards. A failure of that is shown as a key that must be
   * changed. Nothing is sealed to the removed PC any more, also if the relay still lists it.
   */
  revoke(id: string): Done
  /** Keyring for a PC whose pairing a person confirms. `null` while events are not sealed. */
  admit(pc: { publicKey: string; name: string }): Promise<Result<string | null>>
  waitUntilIdle(): Promise<unknown>
}

export interface SealingDeps {
  api: Pick<RelayApi, 'office' | 'devices' | 'giveKey' | 'keyring' | 'changeSealing' | 'revoke'>
  keys: SealingKeys
  events: Pick<SealedEvents, 'isBlind' | 'setBlind'>
  clock: Pick<Clock, 'now'>
  log: Log
  target: () => Promise<Result<RelayTarget>>
  signal: AbortSignal
  onState: (state: RelaySlice['sealing']) => void
}

interface Present {
  to: RelayTarget
  sealing: OfficeSealing
  devices: RelayDevice[]
}

export function createSealing(deps: SealingDeps): Sealing {
  const { api, keys, events, clock, log, target, signal, onState } = deps
  const inTurn = createSerialQueue()
  let running: Promise<unknown> = Promise.resolve()
  /** Computing these words is slow. */
  const words = new Map<string, Promise<string[]>>()
  const computeWords = (publicKey: string) => {
    const known = words.get(publicKey) ?? wordsOfKey(publicKey)
    words.set(publicKey, known)
    return known
  }

  const showSealing = ({ key, isStale }: OfficeSealing) =>
    onState({ state: key === null ? 'off' : events.isBlind ? 'blind' : 'on', isStale })

  /** This PC's key pair. A PC that was paired by a version without keys creates its pair now. */
  async function ensureOwnKeys(to: RelayTarget) {
    const own = await keys.read()
    if (own !== null) return own
    // A locked keychain would not return the token. The keychain is therefore unlocked and really has no pair.
    const again = await target()
    if (!again.ok || again.value.token !== to.token) return null
    await keys.begin(newKeyPair(), null)
    return keys.read()
  }

  async function readPresent(): Promise<Result<Present>> {
    const to = await target()
    if (!to.ok) return to
    const office = await api.office(to.value, signal)
    if (!office.ok) return office
    const { sealing } = office.value
    // The relay is of an older version.
    if (sealing === undefined) return fail(appError('relay-too-old'))
    const devices = await api.devices(to.value, signal)
    if (!devices.ok) return devices
    await bindApproved(devices.value)
    return ok({ to: to.value, sealing, devices: devices.value })
  }

  /** Binds each approved key to the id under which the relay lists it first. */
  async function bindApproved(devices: readonly RelayDevice[]): Promise<void> {
    const bind = (pc: ApprovedPc): ApprovedPc => {
      const listed = pc.id === null ? devices.find(({ publicKey }) => publicKey === pc.publicKey) : undefined
      return listed && isNamed(pc, listed.name) ? { ...pc, id: listed.id, name: listed.name } : pc
    }
    const isBound = (await keys.read())?.approved.every((pc) => bind(pc) === pc) ?? true
    if (!isBound) await keys.change((own) => ({ ...own, approved: own.approved.map(bind) }))
  }

  /** Registers this PC's key if the relay has another key, and fetches the keys that other PCs have sealed to it. */
  async function preparePresent(): Promise<Result<Present>> {
    const found = await readPresent()
    if (!found.ok) return found
    const { to, sealing, devices } = found.value
    const own = await ensureOwnKeys(to)
    if (own === null) return fail(appError('key-missing'))
    const { publicKey } = own.pair
    const self = devices.find((device) => device.self)
    if (self && self.publicKey !== publicKey) {
      const given = await api.giveKey(to, publicKey, signal)
      if (!given.ok) return given
      self.publicKey = publicKey
    }
    const keyring = await api.keyring(to, signal)
    if (!keyring.ok) return keyring
    if (keyring.value !== null) await keys.acceptKeyring(keyring.value)
    const has = (await keys.read())?.keyring.keys ?? []
    const { key } = sealing
    events.setBlind(key !== null && !has.some(({ id, publicKey: x }) => id === key.id && x === key.publicKey))
    showSealing(sealing)
    return found
  }

  async function changeKey(compared: readonly string[]): Done {
    const found = await preparePresent()
    if (!found.ok) return found
    const { to, sealing, devices } = found.value
    // Other PCs would refuse keys from a PC that lacks their newest key.
    if (events.isBlind) return fail(appError('relay-key-missing'))
    const own = await keys.read()
    if (own === null) return fail(appError('key-missing'))
    const listed = devices.map(({ id, name, publicKey }) => ({ id, name, publicKey: publicKey ?? '' }))
    const isAllowed = (pc: ApprovedPc) => compared.includes(pc.publicKey) || isApproved(own, pc)
    if (!listed.every(isAllowed)) return fail(appError('relay-pc-unknown'))
    const { publicKey, privateKey } = newKeyPair()
    const id = randomBytes(12).toString('base64url')
    const key = { id, publicKey, privateKey, madeAt: clock.now() }
    const back = listed.filter((pc) => compared.includes(pc.publicKey))
    const keyring = withKey(back.reduce(withoutRemoval, own.keyring), key)
    const change: SealingChange = {
      former: sealing.key?.id ?? null,
      key: { id, publicKey },
      keyrings: listed.map((pc) => ({
        deviceId: pc.id,
        publicKey: pc.publicKey,
        keyring: sealKeyring(pc.publicKey, keyring),
      })),
    }
    const changed = await api.changeSealing(to, change, signal)
    if (!changed.ok) return changed
    // After a kill before this line, this PC fetches the keys from the relay. A person then has to compare the words
    // again.
    await keys.change(() => ({ keyring, approved: listed }))
    await preparePresent()
    return ok({})
  }

  /** Key of a listed PC. What this PC has approved counts more than what the relay says. */
  async function findKeyOf(to: RelayTarget, id: string): Promise<string | null> {
    const approved = (await keys.read())?.approved.find((pc) => pc.id === id)
    if (approved) return approved.publicKey
    const devices = await api.devices(to, signal)
    return (devices.ok && devices.value.find((device) => device.id === id)?.publicKey) || null
  }

  const changeKeyring = (change: (keyring: Keyring) => Keyring): Promise<void> =>
    keys.change((own) => ({ ...own, keyring: change(own.keyring) }))

  async function replaceKeyAfterRevoke(): Promise<void> {
    const found = await readPresent()
    if (!found.ok || found.value.sealing.key === null) return
    const changed = await changeKey([])
    if (changed.ok) return
    log.warn(`relay: the key of sealed events was not changed: ${changed.error.code}`)
    showSealing({ ...found.value.sealing, isStale: true })
  }

  async function turnOff(): Done {
    const found = await readPresent()
    if (!found.ok) return found
    const { to, sealing } = found.value
    const change = { former: sealing.key?.id ?? null, key: null, keyrings: [] }
    const changed = await api.changeSealing(to, change, signal)
    if (!changed.ok) return changed
    await preparePresent()
    return ok({})
  }

  async function readView(): Promise<Result<SealingView>> {
    const found = await preparePresent()
    if (!found.ok) return found
    const { sealing, devices } = found.value
    const own = await keys.read()
    if (own === null) return fail(appError('key-missing'))
    return ok({
      madeAt: sealing.key === null ? null : Date.parse(sealing.key.madeAt),
      isStale: sealing.isStale,
      canOpen: !events.isBlind,
      words: await computeWords(own.pair.publicKey),
      devices: await Promise.all(
        devices.map(async ({ id, name, self, publicKey, hasKeyring }) => ({
          id,
          name,
          self,
          publicKey: publicKey ?? null,
          words: publicKey == null ? null : await computeWords(publicKey),
          isApproved: publicKey != null && isApproved(own, { id, name, publicKey }),
          hasKeys: hasKeyring === true,
        })),
      ),
    })
  }

  return {
    scheduleExchange() {
      running = inTurn(preparePresent).catch((error: unknown) =>
        log.error('relay: the keys of sealed events could not be stored', error),
      )
    },
    view: () => inTurn(readView),
    changeKey: (approved) => inTurn(() => changeKey(approved)),
    turnOff: () => inTurn(turnOff),

    revoke: (id) =>
      inTurn(async () => {
        const to = await target()
        if (!to.ok) return to
        const publicKey = await findKeyOf(to.value, id)
        const pc = { id, publicKey }
        const wasRemoved = (await keys.read())?.keyring.removed[id] !== undefined
        await changeKeyring((keyring) => withRemoval(keyring, pc, clock.now()))
        const done = await api.revoke(to.value, id, signal)
        if (!done.ok) {
          if (!wasRemoved) await changeKeyring((keyring) => withoutRemoval(keyring, pc))
          return done
        }
        await replaceKeyAfterRevoke()
        return ok({})
      }),

    admit: ({ publicKey, name }) =>
      inTurn(async () => {
        const found = await preparePresent()
        // A relay of this version seals nothing.
        if (!found.ok && found.error.code === 'relay-too-old') return ok(null)
        if (!found.ok) return found
        const isOn = found.value.sealing.key !== null
        if (isOn && events.isBlind) return fail(appError('relay-key-missing'))
        await keys.change((known) => ({
          ...known,
          approved: [
            ...known.approved.filter((pc) => pc.publicKey !== publicKey),
            { publicKey, name, id: null },
          ],
        }))
        const own = await keys.read()
        return ok(isOn && own !== null ? sealKeyring(publicKey, own.keyring) : null)
      }),

    waitUntilIdle: () => running,
  }
}

/** An approval without a name is of an earlier version, which did not store it. */
const isNamed = (pc: ApprovedPc, name: string): boolean => pc.name === '' || pc.name === name

/** True for a listed PC with this PC's own key, or with an approved key under the same id and name. */
function isApproved(own: OwnKeys, listed: ApprovedPc): boolean {
  if (own.keyring.revoked.includes(listed.publicKey)) return false
  if (listed.publicKey === own.pair.publicKey) return true
  const pc = own.approved.find(({ publicKey }) => publicKey === listed.publicKey)
  return pc !== undefined && isNamed(pc, listed.name) && (pc.id === null || pc.id === listed.id)
}
