import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import { noRelay, type RelaySlice } from '#shared/bridge/relay.ts'
import { noSharing } from '#shared/bridge/sharing.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import type { RelayDevice } from '#shared/api/relay.ts'
import { defaultAlarmSettings } from '#shared/api/relay-alarm.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** The relay as the core knows it, in memory. */
export interface RelayScene {
  devices?: readonly RelayDevice[]
  inbox?: CommandResult<'relay.inbox'>
  check?: CommandResult<'relay.check'>
  alarm?: CommandResult<'relay.alarm'>
  sealing?: CommandResult<'relay.sealing'>
  /** What was replaced of any procedure. */
  history?: CommandResult<'sharing.history'>
  /** What becomes of a test message. */
  alarmTest?: CommandResult<'relay.test-alarm'>
}

export const CODE = 'K7QF-9M2T'
export const WORDS = ['naranja', 'velero', 'brújula']
const CODE_MS = 10 * 60_000

const OWN_KEY_WORDS = ['faro', 'noria', 'lince', 'cobre', 'senda', 'remo']

/** Off, and this PC alone. */
export const SEALING: CommandResult<'relay.sealing'> = {
  madeAt: null,
  isStale: false,
  canOpen: true,
  words: OWN_KEY_WORDS,
  devices: [
    {
      id: 'd1',
      name: 'Despacho de Ana',
      self: true,
      publicKey: 'A'.repeat(43),
      words: OWN_KEY_WORDS,
      isApproved: true,
      hasKeys: false,
    },
  ],
}

/** Nothing set, nothing waits. */
export const ALARM: CommandResult<'relay.alarm'> = {
  settings: defaultAlarmSettings,
  canMail: true,
  waiting: 0,
  waitingSince: null,
  confirmedAt: null,
  raisedAt: null,
  lastMessage: null,
}

const DONE: Result<unknown> = { ok: true, value: {} }
const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: Parameters<typeof appError>[0]): Result<unknown> => ({ ok: false, error: appError(code) })

/** The core's part in the relay. What the relay and the other PCs do is pushed by the tests (`relaySays`). */
export function answerRelay(
  bridge: FakeBridge,
  name: CommandName,
  args: Record<string, unknown>,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  const { relay } = scene.slices
  const known = (scene.relay ??= {})
  const set = (change: Partial<RelaySlice>) => bridge.setSlice('relay', { ...relay, ...change })
  const answered = (state: 'confirmed' | 'refused', id: unknown) => {
    const { invitation } = relay
    if (invitation?.id !== id || invitation?.state !== 'claimed') return fail('relay-code')
    set({ invitation: { ...invitation, state } })
    return DONE
  }
  switch (name) {
    case 'relay.pair': {
      const { address } = args as CommandArgs<'relay.pair'>
      set({ pairing: { state: 'waiting', address, words: WORDS } })
      return DONE
    }
    case 'relay.confirm-words':
      if (relay.pairing) set({ pairing: { ...relay.pairing, isCompared: true } })
      return DONE
    case 'relay.cancel-pairing':
      set({ pairing: null })
      return DONE
    case 'relay.forget':
      bridge.setSlice('relay', noRelay)
      return DONE
    case 'relay.devices':
      return ok({ devices: known.devices ?? [] })
    case 'relay.revoke': {
      const { id } = args as CommandArgs<'relay.revoke'>
      known.devices = (known.devices ?? []).filter((device) => device.id !== id)
      return DONE
    }
    case 'relay.invite': {
      const made = { id: `i${now}`, code: CODE, expiresAt: now + CODE_MS }
      set({ invitation: { ...made, state: 'waiting' } })
      return ok(made)
    }
    case 'relay.confirm':
      return answered('confirmed', args['id'])
    case 'relay.refuse':
      return answered('refused', args['id'])
    case 'relay.dismiss-invitation':
      set({ invitation: null })
      return DONE
    case 'relay.inbox':
      return known.inbox ? ok(known.inbox) : fail('relay-not-admin')
    case 'sharing.turn-on':
      bridge.setSlice('sharing', { ...noSharing, state: 'on', total: 128 })
      return DONE
    case 'sharing.turn-off':
      bridge.setSlice('sharing', noSharing)
      return DONE
    case 'sharing.history':
      return ok(known.history ?? { fields: [] })
    case 'relay.subscribe': {
      const subscription = { state: 'created' as const, checkedAt: now }
      set({ subscription })
      return ok(subscription)
    }
    case 'relay.alarm':
      return ok((known.alarm ??= ALARM))
    case 'relay.set-alarm': {
      const settings = args as CommandArgs<'relay.set-alarm'>
      known.alarm = { ...(known.alarm ?? ALARM), settings }
      return ok(known.alarm)
    }
    case 'relay.test-alarm': {
      const { mail, webhook } = (known.alarm ?? ALARM).settings
      const channels = [mail.length > 0 && 'mail', webhook !== null && 'webhook'].filter(Boolean)
      return ok(known.alarmTest ?? { sent: channels.map((channel) => ({ channel, outcome: 'ok' })) })
    }
    case 'relay.sealing':
      return ok((known.sealing ??= SEALING))
    case 'relay.change-key': {
      const { compared } = args as CommandArgs<'relay.change-key'>
      const before = (known.sealing ??= SEALING)
      const devices = before.devices.map((device) => ({
        ...device,
        isApproved: device.isApproved || compared.includes(device.publicKey ?? ''),
        hasKeys: true,
      }))
      if (devices.some(({ isApproved }) => !isApproved)) return fail('relay-pc-unknown')
      known.sealing = { ...before, madeAt: now, isStale: false, canOpen: true, devices }
      set({ sealing: { state: 'on', isStale: false } })
      return DONE
    }
    case 'relay.stop-sealing':
      known.sealing = { ...(known.sealing ?? SEALING), madeAt: null, isStale: false }
      set({ sealing: { state: 'off', isStale: false } })
      return DONE
    case 'relay.check':
      return known.check ? ok(known.check) : fail('unreachable')
    case 'relay.dismiss-gap':
      set({ gap: null })
      return DONE
    default:
      return null
  }
}
