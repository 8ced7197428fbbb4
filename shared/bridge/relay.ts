import * as z from 'zod'
import { publicKeyText, PAIRING_CODE, deviceWire, pairingStateWire } from '../api/relay.ts'
import { command, none, transferOut } from './primitives.ts'
import { alarmSettingsWire, alarmTestWire, alarmWire } from '../api/relay-alarm.ts'
import { MAX_BASE_ADDRESS } from '../domain/service-address.ts'
import { RELAY_CHECK_STEPS } from '../domain/relay-check.ts'
import { appErrorSchema } from './result.ts'

/**
 * Part of the slice `relay`. `unknown`: not asked yet, or the relay is too old. `blind`: events are sealed, and this
 * PC cannot open them.
 */
const relaySealingSchema = z.object({
  state: z.enum(['unknown', 'off', 'on', 'blind']),
  /** True if a PC that had the key was removed since. */
  isStale: z.boolean(),
})

/** Six words of a public key. */
const keyWords = z.array(z.string()).length(6)

const sealingViewSchema = z.object({
  /** Time of the present key. `null`: events are not sealed. */
  madeAt: z.number().nullable(),
  isStale: z.boolean(),
  canOpen: z.boolean(),
  /** Words of this PC's own key, to compare with those on another PC. */
  words: keyWords,
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      self: z.boolean(),
      /** `null`: the PC's version has none. */
      publicKey: publicKeyText.nullable(),
      words: keyWords.nullable(),
      /** True if a person has compared the words. */
      isApproved: z.boolean(),
      /** True if the PC was given the office's keys. */
      hasKeys: z.boolean(),
    }),
  ),
})
export type SealingView = z.infer<typeof sealingViewSchema>

/** Rows of the contract: the keys that the office's events are sealed to. */
const sealingCommands = {
  'relay.sealing': command(none, sealingViewSchema),
  /** Seals events to a new key. Only for an administrator. */
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
 * State of the connection. `none`: this PC has no relay. `catching-up`: connected, and earlier events still arrive.
 * `live`: every event arrives at once. `longpoll`: the same by waiting requests, because the network holds streams
 * back. `retrying`: not connected, retried automatically. `revoked`: the office's administrator removed this PC.
 * `asleep`: this PC sleeps.
 * In every state but `live` and `longpoll`, polling finds the changes, as without a relay.
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

/** Range of numbers that the relay could not give, until the user has read the notice. */
const relayGapSchema = z.object({
  /**
   * `retention`: the relay no longer keeps the numbers. `reset`: another list replaced them. `sealed`: this PC cannot
   * open them, nor later ones until it has the key.
   */
  reason: z.enum(['retention', 'reset', 'sealed']),
  from: z.number().int(),
  /** `null`: unknown after a reset. */
  to: z.number().int().nullable(),
  at: z.number(),
  /** Number of open procedures and signatures that were fetched because of the gap. */
  looked: z.number().int(),
})

const pairingWords = z.array(z.string()).length(3)

/** Pairing of this PC, from giving the code to the confirmation. */
const relayPairingSchema = z.object({
  /** `failed`: see `error`. A refused pairing has `relay-refused`. */
  state: z.enum(['asking', 'waiting', 'failed']),
  address: z.string(),
  /** Words to compare with those of the other screen. */
  words: pairingWords.optional(),
  /** True once a person has said at this PC that they are the same. */
  isCompared: z.boolean().optional(),
  error: appErrorSchema.optional(),
})

/** Code that this administrator's PC gave to another PC. */
const relayInvitationSchema = z.object({
  id: z.string(),
  code: z.string().regex(PAIRING_CODE),
  expiresAt: z.number(),
  state: pairingStateWire.shape.state.exclude(['committed', 'answered']),
  /** Name of the PC that gave the code. Present from `claimed` on. */
  name: z.string().optional(),
  words: pairingWords.optional(),
})

/**
 * Operator's subscription to the office's inbox. `unknown`: not asked yet. `by-hand`: the operator is given the
 * address and the header (`relay.inbox`). `created`: this PC created it. `present`: this PC found it.
 */
const relaySubscriptionSchema = z.object({
  state: z.enum(['unknown', 'by-hand', 'created', 'present', 'failed']),
  checkedAt: z.number().nullable(),
  error: appErrorSchema.optional(),
})

/** Colleagues who have a procedure open at other PCs of the office. An empty text is a PC without a name. */
const viewersSchema = z.array(z.object({ procedureId: z.string(), people: z.array(z.string()) }))

/** Slice `relay`. */
export const relaySchema = z.object({
  state: z.enum(RELAY_STATES),
  /** Start of the present state. */
  since: z.number(),
  /** Address as typed on another PC. */
  address: z.string().nullable(),
  office: z.string().nullable(),
  /** True if this PC may invite, revoke and subscribe. */
  admin: z.boolean(),
  deviceId: z.string().nullable(),
  nextAttemptAt: z.number().optional(),
  error: appErrorSchema.optional(),
  /** Last number stored here, last number of the relay, and the difference. */
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
  /** Connections of this run that were closed because of a number out of order. */
  misordered: z.number().int(),
  /** Bodies of the last seven days that the relay could not read. No PC has seen them. `null`: none. */
  unreadable: z.object({ count: z.number().int(), lastAt: z.number() }).nullable(),
  gap: relayGapSchema.nullable(),
  pairing: relayPairingSchema.nullable(),
  invitation: relayInvitationSchema.nullable(),
  subscription: relaySubscriptionSchema,
  sealing: relaySealingSchema,
  viewers: viewersSchema,
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
  viewers: [],
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
  /** First step that failed. `null`: all steps passed. */
  broken: z.enum(RELAY_CHECK_STEPS).nullable(),
})
export type RelayCheck = z.infer<typeof relayCheckSchema>

const id = z.string().min(1).max(200)

/** Rows of the contract: the office's relay. */
export const relayCommands = {
  /** Gives the code to the relay. The slice has the progress and the three words. */
  'relay.pair': command(
    z.object({
      address: z.string().min(1).max(MAX_BASE_ADDRESS),
      /** Code as typed: lower case, missing hyphens and spaces are allowed. */
      code: z.string().min(1).max(32),
      name: z.string().trim().min(1).max(60),
    }),
    none,
  ),
  /** Says that the words of this PC's pairing are those of the other screen. */
  'relay.confirm-words': command(none, none),
  /** Cancels the pairing, or dismisses its failure. */
  'relay.cancel-pairing': command(none, none),
  /** Forgets the relay. The office's last PC removes the subscription. */
  'relay.forget': command(none, none),
  /** Connects now, even with a token that was refused. */
  'relay.retry': command(none, none),
  'relay.devices': command(none, z.object({ devices: z.array(deviceWire) })),
  'relay.revoke': command(z.object({ id }), none),
  /** Makes a code for another PC. The slice has its progress. */
  'relay.invite': command(none, z.object({ id, code: z.string(), expiresAt: z.number() })),
  /** Confirms that both screens show the same words. */
  'relay.confirm': command(z.object({ id }), none),
  'relay.refuse': command(z.object({ id }), none),
  'relay.dismiss-invitation': command(none, none),
  /** Address and header for the operator, for an administrator. The header's value is a secret. */
  'relay.inbox': command(
    none,
    z.object({
      url: z.string(),
      header: z.object({ name: z.string(), value: z.string().nullable() }),
      mode: z.enum(['enforce', 'observe']),
    }),
  ),
  /** Alarm for the case that no PC listens. This command and the next two are for an administrator. */
  'relay.alarm': command(none, alarmWire),
  'relay.set-alarm': command(alarmSettingsWire, alarmWire),
  /** Sends a test message through every channel that is set. */
  'relay.test-alarm': command(none, alarmTestWire),
  /** Looks for the operator's subscription again, and creates it if it is missing. */
  'relay.subscribe': command(none, relaySubscriptionSchema),
  'relay.check': command(none, relayCheckSchema),
  'relay.dismiss-gap': command(none, none),
  ...sealingCommands,
} as const

export const relayTransfers = {
  /** CSV of the PCs that confirmed each event, with times. For an administrator. */
  'relay.receipts': transferOut(none),
} as const
