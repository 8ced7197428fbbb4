import * as z from 'zod'
import { publicKeyText, PAIRING_CODE, deviceWire, pairingStateWire } from '../api/relay.ts'
import { command, none, transferOut } from './primitives.ts'
import { alarmSettingsWire, alarmTestWire, alarmWire } from '../api/relay-alarm.ts'
import { MAX_BASE_ADDRESS } from '../domain/service-address.ts'
import { RELAY_CHECK_STEPS } from '../domain/relay-check.ts'
import { appErrorSchema } from './result.ts'

/**
 * Part of the slice `relay`. `unknown`: not asked yet, or the relay is too old for it; `blind`: events are sealed and
 * this PC cannot open them.
 */
export const relaySealingSchema = z.object({
  state: z.enum(['unknown', 'off', 'on', 'blind']),
  /** A PC that had the key was removed since. */
  isStale: z.boolean(),
})

/** Six words of a public key. */
const keyWords = z.array(z.string()).length(6)

const sealingViewSchema = z.object({
  /** Since when events are sealed to the present key; `null`: they are not sealed. */
  madeAt: z.number().nullable(),
  isStale: z.boolean(),
  canOpen: z.boolean(),
  /** Of this PC's own key, to compare with what another PC shows for it. */
  words: keyWords,
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      self: z.boolean(),
      /** `null`: of a version that has none. */
      publicKey: publicKeyText.nullable(),
      words: keyWords.nullable(),
      /** A person has compared its words before. */
      isApproved: z.boolean(),
      /** It was given the office's keys. */
      hasKeys: z.boolean(),
    }),
  ),
})
export type SealingView = z.infer<typeof sealingViewSchema>

/** Rows of the contract: the keys that the office's events are sealed to. */
export const sealingCommands = {
  'relay.sealing': command(none, sealingViewSchema),
  /** Seals events to a new key; for an administrator, as is turning it off. */
  'relay.change-key': command(
    z.object({
      /** Public keys whose words the user has just compared. */
      compared: z.array(publicKeyText).max(200),
    }),
    none,
  ),
  'relay.stop-sealing': command(none, none),
} as const

/**
 * `none`: this PC has no relay; `catching-up`: connected, with earlier events still coming; `live` and
 * `longpoll`: every event arrives at once, in the second by requests that wait for it, because the network
 * holds streams back; `retrying`: not connected, and tried again by itself; `revoked`: the office's
 * administrator removed this PC; `asleep`: this PC sleeps. In every state but `live` and `longpoll` changes are
 * found by polling, as without a relay.
 */
export const RELAY_STATES = [
  'none',
  'connecting',
  'catching-up',
  'live',
  'longpoll',
  'retrying',
  'revoked',
  'asleep',
] as const

/** Numbers that the relay could not give, until the user has read it. */
const relayGapSchema = z.object({
  /**
   * `retention`: it no longer keeps them; `reset`: its list was replaced by another one; `sealed`: this PC cannot open
   * them, nor those that follow until it has the key.
   */
  reason: z.enum(['retention', 'reset', 'sealed']),
  from: z.number().int(),
  /** `null`: unknown, after a reset. */
  to: z.number().int().nullable(),
  at: z.number(),
  /** Open procedures and signatures that were looked at because of it. */
  looked: z.number().int(),
})

const pairingWords = z.array(z.string()).length(3)

/** This PC's pairing, from giving the code until it is confirmed. */
const relayPairingSchema = z.object({
  /** `failed`: see `error`; a refused one has `relay-refused`. */
  state: z.enum(['asking', 'waiting', 'failed']),
  address: z.string(),
  /** To compare with those of the other screen. */
  words: pairingWords.optional(),
  error: appErrorSchema.optional(),
})

/** A code that this PC, of an administrator, gave to another one. */
const relayInvitationSchema = z.object({
  id: z.string(),
  code: z.string().regex(PAIRING_CODE),
  expiresAt: z.number(),
  state: pairingStateWire.shape.state.exclude(['committed', 'answered']),
  /** From `claimed` on: the PC that gave the code. */
  name: z.string().optional(),
  words: pairingWords.optional(),
})

/**
 * The operator's subscription to the office's inbox. `unknown`: not asked yet; `by-hand`: the operator is given
 * the address and the header (`relay.inbox`); `created` and `present`: by this PC, and found there.
 */
const relaySubscriptionSchema = z.object({
  state: z.enum(['unknown', 'by-hand', 'created', 'present', 'failed']),
  checkedAt: z.number().nullable(),
  error: appErrorSchema.optional(),
})

/** Slice `relay`. */
export const relaySchema = z.object({
  state: z.enum(RELAY_STATES),
  /** Start of the present state. */
  since: z.number(),
  /** As it is typed on another PC. */
  address: z.string().nullable(),
  office: z.string().nullable(),
  /** This PC may invite, revoke and subscribe. */
  admin: z.boolean(),
  deviceId: z.string().nullable(),
  nextAttemptAt: z.number().optional(),
  error: appErrorSchema.optional(),
  /** Last number stored here, last number given by the relay, and the difference. */
  cursor: z.number().int().nullable(),
  head: z.number().int().nullable(),
  missing: z.number().int().nullable(),
  /** Events received since this PC was paired. */
  received: z.number().int(),
  firstReceivedAt: z.number().nullable(),
  lastReceivedAt: z.number().nullable(),
  /** Last time that the relay was heard, heartbeats included. */
  heardAt: z.number().nullable(),
  /** Relay's clock minus this PC's, in milliseconds. */
  skewMs: z.number().nullable(),
  /** Connections of this run closed because a number did not follow. */
  misordered: z.number().int(),
  /** Bodies of the last seven days that the relay could not read: no PC has seen them. `null`: none. */
  unreadable: z.object({ count: z.number().int(), lastAt: z.number() }).nullable(),
  gap: relayGapSchema.nullable(),
  pairing: relayPairingSchema.nullable(),
  invitation: relayInvitationSchema.nullable(),
  subscription: relaySubscriptionSchema,
  sealing: relaySealingSchema,
})
export type RelaySlice = z.infer<typeof relaySchema>

export const noRelay: RelaySlice = {
  state: 'none',
  since: 0,
  address: null,
  office: null,
  admin: false,
  deviceId: null,
  cursor: null,
  head: null,
  missing: null,
  received: 0,
  firstReceivedAt: null,
  lastReceivedAt: null,
  heardAt: null,
  skewMs: null,
  misordered: 0,
  unreadable: null,
  gap: null,
  pairing: null,
  invitation: null,
  subscription: { state: 'unknown', checkedAt: null },
  sealing: { state: 'unknown', isStale: false },
}

const relayCheckSchema = z.object({
  at: z.number(),
  steps: z.array(
    z.object({
      step: z.enum(RELAY_CHECK_STEPS),
      outcome: z.enum(['ok', 'warning', 'failed', 'skipped']),
      ms: z.number().optional(),
      /** For support: a code or a number. Never a secret. */
      detail: z.string().optional(),
    }),
  ),
  /** The first that failed; `null`: the whole way works. */
  broken: z.enum(RELAY_CHECK_STEPS).nullable(),
})
export type RelayCheck = z.infer<typeof relayCheckSchema>

const id = z.string().min(1).max(200)

/** Rows of the contract: the office's relay. */
export const relayCommands = {
  /** Gives the code to the relay. Its progress, with the three words, is in the slice. */
  'relay.pair': command(
    z.object({
      address: z.string().min(1).max(MAX_BASE_ADDRESS),
      /** As typed: in lower case, without the hyphen or with spaces too. */
      code: z.string().min(1).max(32),
      name: z.string().trim().min(1).max(60),
    }),
    none,
  ),
  /** Stops waiting for the confirmation, or puts away how it failed. */
  'relay.cancel-pairing': command(none, none),
  /** Forgets the relay. The subscription is removed with the office's last PC. */
  'relay.forget': command(none, none),
  /** Tries now, also with a token that was refused. */
  'relay.retry': command(none, none),
  'relay.devices': command(none, z.object({ devices: z.array(deviceWire) })),
  'relay.revoke': command(z.object({ id }), none),
  /** Makes a code for another PC. What happens with it is in the slice. */
  'relay.invite': command(none, z.object({ id, code: z.string(), expiresAt: z.number() })),
  /** The words are the same on both screens; or they are not. */
  'relay.confirm': command(z.object({ id }), none),
  'relay.refuse': command(z.object({ id }), none),
  /** Puts the invitation away. */
  'relay.dismiss-invitation': command(none, none),
  /** What the operator is given, for an administrator; the header's value is a secret. */
  'relay.inbox': command(
    none,
    z.object({
      url: z.string(),
      header: z.object({ name: z.string(), value: z.string().nullable() }),
      mode: z.enum(['enforce', 'observe']),
    }),
  ),
  /** Whom the relay tells when no PC listens; these three are for an administrator. */
  'relay.alarm': command(none, alarmWire),
  'relay.set-alarm': command(alarmSettingsWire, alarmWire),
  /** Sends a test message through every channel that is set. */
  'relay.test-alarm': command(none, alarmTestWire),
  /** Looks for the operator's subscription again, and creates it if it is not there. */
  'relay.subscribe': command(none, relaySubscriptionSchema),
  /** Tests the whole way. */
  'relay.check': command(none, relayCheckSchema),
  /** The user has read it. */
  'relay.dismiss-gap': command(none, none),
  ...sealingCommands,
} as const

export const relayTransfers = {
  /** Which PC confirmed which event and when, as CSV; for an administrator. */
  'relay.receipts': transferOut(none),
} as const
