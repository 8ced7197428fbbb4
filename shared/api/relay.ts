import * as z from 'zod'

/**
 * Wire of an office's sealing (docs in docs/relay/security.md): the relay seals events to the office's public key as they come
 * in, and keeps for each PC the office's keys, sealed to the PC's own key.
 */

/** 32 bytes in base64url. */
export const publicKeyText = z.string().regex(/^[\w-]{43}$/)
const keyId = z.string().regex(/^[\w-]{8,40}$/)
const sealedText = z.string().regex(/^[\w-]+$/)

/** Name of an event that stands for a sealed one. */
export const SEALED = 'relay.sealed'

/**
 * A sealed event: itself an event, so that what passes events on need not know it. Its parts open without each other:
 * the thin event, the rest of its `data`, and its name and id (`{event, id}`), which receipts keep.
 */
export const sealedEventWire = z.object({
  event: z.literal(SEALED),
  data: z.object({
    /** Of the office's key. */
    id: keyId,
    thin: sealedText,
    extra: sealedText.optional(),
    brief: sealedText,
  }),
})

/** Part of `GET /v1/office`. */
export const officeSealingWire = z.object({
  /** What events are sealed to; `null`: they are not sealed. */
  key: z.object({ id: keyId, publicKey: publicKeyText, madeAt: z.iso.datetime() }).nullable(),
  /** A PC that has this key was removed since. */
  isStale: z.boolean(),
})
export type OfficeSealing = z.infer<typeof officeSealingWire>

/** Body of `PUT /v1/devices/self/key`, of a PC: its own public key. Another one than before forgets its keyring. */
export const deviceKeyBody = z.strictObject({ publicKey: publicKeyText })

/** The office's keys, sealed to one PC. */
const keyringText = sealedText.max(64 * 1024)
/** Answer of `GET /v1/devices/self/keyring`; `null`: this PC was not given the office's keys. */
export const keyringWire = z.object({ keyring: keyringText.nullable() })

/** Body of `POST /v1/pairings/ID/confirm`, which may be empty: the keyring of a PC that gave its key with the code. */
export const confirmBody = z.strictObject({ keyring: keyringText.optional() }).nullish()

/**
 * Body of `PUT /v1/office/sealing`, for an administrator. All of it is changed at once or, with a 409, nothing:
 * `key_changed` if `former` is not the present key, `devices_changed` if `keyrings` are not those of the office's PCs.
 */
export const sealingBody = z.strictObject({
  /** Id of the present key; `null`: events are not sealed. */
  former: keyId.nullable(),
  /** What events are sealed to from now on; `null`: no longer. */
  key: z.strictObject({ id: keyId, publicKey: publicKeyText }).nullable(),
  /** One for each PC of the office; none without a key. */
  keyrings: z
    .array(z.strictObject({ deviceId: z.string().min(1), publicKey: publicKeyText, keyring: keyringText }))
    .max(200),
})
export type SealingChange = z.infer<typeof sealingBody>

/**
 * Wire of the relay (docs in docs/relay/protocol.md): it receives the service's webhooks, and gives each PC of an
 * office the same numbered list of thin events. `GET /v1/events` is the whole truth; `GET /v1/stream` is the
 * same list kept open.
 */

/** A place in an office's list: the epoch of the data set and the number of the last event seen. */
export interface Cursor {
  epoch: string
  seq: number
}

const CURSOR = /^([a-z0-9]{4,16})\.(0|[1-9]\d{0,14})$/

/** Parses `epoch.seq`; `null` if it is none. */
export function parseCursor(text: string): Cursor | null {
  const parts = CURSOR.exec(text)
  return parts ? { epoch: parts[1] ?? '', seq: Number(parts[2]) } : null
}

/** Writes a cursor as it is sent: `k3f9m2.1042`. */
export const cursorText = ({ epoch, seq }: Cursor): string => `${epoch}.${seq}`

const count = z.int().nonnegative()
const epoch = z.string().regex(/^[a-z0-9]{4,16}$/)

/** Fields of the service's event that the relay stores: none names a person or a vehicle. */
const thinEventWire = z.looseObject({
  event: z.string().min(1),
  data: z.looseObject({
    id: z.string().min(1),
    path: z.string().optional(),
    timestamp: z.string().optional(),
    status: z.string().optional(),
    type: z.string().optional(),
    procedureType: z.string().optional(),
  }),
})

/** One numbered event. Its frame in the stream is `change`, with the cursor as `id`. */
export const relayEventWire = z.object({
  /** Gap-less within an office and epoch, from 1. */
  seq: z.int().positive(),
  receivedAt: z.iso.datetime(),
  /** Or a sealed one: `sealedEventWire` in relay-sealing.ts. */
  event: thinEventWire,
  /** The same event and time as this earlier number, with another body: both are real until the GET says so. */
  revises: z.int().positive().optional(),
  /** Equal to an earlier one but for its time: probably the sender's retry. */
  probableRetry: z.literal(true).optional(),
  /** Sent again by a PC that asked for this earlier number. */
  replayOf: z.int().positive().optional(),
})
export type RelayEvent = z.infer<typeof relayEventWire>

/** Where the office's list stands, in every page and every heartbeat. */
const positionWire = z.object({
  epoch,
  /** First number still kept. */
  floor: z.int().positive(),
  /** Last number given; 0 before the first. */
  head: count,
  /** The relay's clock, to show a PC how far its own is off. */
  time: z.iso.datetime(),
})

/** Numbers that are no longer kept: nobody can have them from the relay. Both ends are included. */
export const gapWire = z.object({
  from: z.int().positive(),
  to: z.int().positive(),
  reason: z.enum(['retention']),
})
export type Gap = z.infer<typeof gapWire>

/** Answer of `GET /v1/events?after=CURSOR&limit=1..500&wait=0..25` (seconds). */
export const eventPageWire = positionWire.extend({
  events: z.array(relayEventWire),
  gap: gapWire.optional(),
})
export type EventPage = z.infer<typeof eventPageWire>

/** Frame `hb`, every 15 seconds and as the first of a stream. Without an `id`, as all that follow. */
export const heartbeatWire = positionWire
/** Frame `reset`, and the body of a 409: the cursor is of another epoch, or past the head. */
export const resetWire = positionWire
/** Frame `bye`: the relay is stopping. Its `retry` field says when to come back, in milliseconds. */
export const byeWire = z.object({ reason: z.enum(['stopping', 'revoked', 'age']) })
/** Frame `canary`: what a self-test sent has come through the inbox. */
export const canaryWire = z.object({ id: z.string().min(1), receivedAt: z.iso.datetime() })

/** Body of `POST /v1/ack`: the last number that this PC has stored. Never goes back. */
export const ackBody = z.strictObject({ cursor: z.string().regex(CURSOR) })

/** Eight characters of Crockford's alphabet, shown as `K7QF-9M2T`. */
export const PAIRING_CODE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

/**
 * Version of the pairing exchange. A relay and a PC of different versions refuse each other with a 400: an exchange
 * without the commitment would let the relay give its own key in place of the new PC's.
 */
export const PAIRING_VERSION = 2
const pairingVersion = z.literal(PAIRING_VERSION)
/** 16 random bytes in base64url. */
const nonceText = z.string().regex(/^[\w-]{22}$/)

/** Body of `POST /v1/pairings`, for an administrator. `admin`: the new PC administers too. */
export const createPairingBody = z.strictObject({ version: pairingVersion, admin: z.boolean().optional() })
/** Answer of `POST /v1/pairings`, for an administrator. */
export const pairingWire = z.object({
  id: z.string().min(1),
  code: z.string().regex(PAIRING_CODE),
  expiresAt: z.iso.datetime(),
})

/**
 * Answer of `GET /v1/pairings/{id}?wait=0..25&state=waiting`, for an administrator: at once when it is in another state
 * than the given one, which the asker knows already.
 */
export const pairingStateWire = z.object({
  /**
   * `committed`: a PC gave the code, its key and its commitment. `answered`: the administrator's nonce followed.
   * `claimed`: the PC revealed its own nonce, and both sides can make the words.
   */
  state: z.enum(['waiting', 'committed', 'answered', 'claimed', 'confirmed', 'refused', 'expired']),
  /** From `committed` on: the PC that gave the code. */
  name: z.string().optional(),
  /** From `committed` on. The PC's `nonce` follows with `claimed`, and must open the commitment. */
  key: z
    .object({ publicKey: publicKeyText, commitment: publicKeyText, nonce: nonceText.optional() })
    .optional(),
})
export type PairingState = z.infer<typeof pairingStateWire>

/** Body of `POST /v1/pairings/{id}/nonce`, for an administrator, once the state is `committed`. */
export const pairingNonceBody = z.strictObject({ nonce: nonceText })

/** Body of `POST /v1/pair`, without a token: a PC gives the code. */
export const pairBody = z.strictObject({
  version: pairingVersion,
  code: z.string().regex(PAIRING_CODE),
  name: z.string().min(1).max(60),
  /** The office's keys will be sealed to this key. */
  publicKey: publicKeyText,
  /** `pairingCommitment` of the nonce that the PC reveals later: 32 bytes in base64url. */
  commitment: publicKeyText,
})
/** Answer of `POST /v1/pair` (202): the secret that the PC waits with. */
export const pairWire = z.object({ claim: z.string().min(1) })

/** A PC's token: 32 random bytes, base64url. */
export const DEVICE_TOKEN = /^rly_[\w-]{43}$/

/**
 * Body of `POST /v1/pair/claim`. Without `nonce` it waits up to 25 s for the administrator's nonce. With `nonce` the PC
 * reveals its own one, and the call waits up to 25 s for the decision. 202 without a body: not yet, ask again.
 */
export const claimBody = z.strictObject({ claim: z.string().min(1).max(200), nonce: nonceText.optional() })
/** Answer of `POST /v1/pair/claim` (202) to a PC that has not revealed its nonce: the administrator's one. */
export const claimNonceWire = pairingNonceBody
/** Answer of `POST /v1/pair/claim` (200), once: the token is never shown again. */
export const claimWire = z.object({
  token: z.string().regex(DEVICE_TOKEN),
  deviceId: z.string().min(1),
  office: z.string(),
  admin: z.boolean(),
  /** Where this PC's list begins. */
  cursor: z.string().regex(CURSOR),
})

/** One PC of the office, in `GET /v1/devices`. */
export const deviceWire = z.object({
  id: z.string().min(1),
  name: z.string(),
  admin: z.boolean(),
  /** True for the PC that asks. */
  self: z.boolean(),
  pairedAt: z.iso.datetime(),
  seenAt: z.iso.datetime().nullable(),
  /** Last number that it has confirmed. */
  acked: count,
  /** Connected by a stream, and heard a moment ago. */
  streaming: z.boolean(),
  /** Its own; `null`: it is of a version that has none. */
  publicKey: publicKeyText.nullish(),
  /** It was given the office's keys. */
  hasKeyring: z.boolean().optional(),
})
export const devicesWire = z.object({ devices: z.array(deviceWire) })
export type RelayDevice = z.infer<typeof deviceWire>

/** Answer of `GET /v1/office`: the office, as one of its PCs may know it. */
export const officeWire = positionWire.extend({
  name: z.string(),
  /** When the last event was received, duplicates included. */
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Events received again and not numbered. */
  duplicates: count,
  /** Bodies that could not be read, ever: they have no number, and no PC sees them. */
  quarantined: count,
  /** Unreadable bodies that are still kept, and the last one. `null`: none. Absent in an older relay's answer. */
  unreadable: z.object({ count: z.int().positive(), lastAt: z.iso.datetime(), reason: z.string() }).nullish(),
  sealing: officeSealingWire.optional(),
  /** What the operator is given; `null` for a PC that does not administer. */
  inbox: z
    .object({
      url: z.url(),
      header: z.object({ name: z.string(), value: z.string().nullable() }),
      mode: z.enum(['enforce', 'observe']),
    })
    .nullable(),
})
export type RelayOffice = z.infer<typeof officeWire>

/** Most bodies of one `GET /v1/quarantine`. */
export const QUARANTINE_LIMIT = 100
/** Answer of `GET /v1/quarantine`, for an administrator: bodies that could not be read, the last one first. */
export const quarantineWire = z.object({
  /** Count of the bodies that are kept, which may be more than the answer lists. */
  count,
  bodies: z.array(
    z.object({
      receivedAt: z.iso.datetime(),
      /** Size of the whole body. */
      bytes: count,
      /** Stable English text, such as `not JSON in UTF-8`. */
      reason: z.string(),
      /** Its first 8 KB; of an office in sealed mode, JSON with those bytes sealed. */
      beginning: z.base64(),
    }),
  ),
})

/** Steps that a canary goes through, in their order. */
export const SELF_TEST_STEPS = ['name', 'tls', 'address', 'header', 'stored'] as const

/** Answer of `POST /v1/selftest`: a canary sent through the relay's public address. */
export const selfTestWire = z.object({
  id: z.string().min(1),
  steps: z.array(
    z.object({
      step: z.enum(SELF_TEST_STEPS),
      outcome: z.enum(['ok', 'failed', 'skipped']),
      /** Milliseconds that it took. */
      ms: z.number().nonnegative().optional(),
      /** For the log: a code such as `ENOTFOUND` or `401`. */
      detail: z.string().optional(),
    }),
  ),
  time: z.iso.datetime(),
})
export type SelfTest = z.infer<typeof selfTestWire>

/** Body of every refusal. `code` is stable; `message` is for a person who reads a log. */
export const relayErrorWire = z.object({ code: z.string(), message: z.string() })

/** Header that the service is asked to send with every webhook. */
export const RELAY_HEADER = 'X-Relay-Secret'

/** An event, and the PCs that confirmed it. */
const receiptWire = z.object({
  seq: z.int().positive(),
  receivedAt: z.iso.datetime(),
  /** `relay.sealed` for a sealed one, whose id is that of the office's key. */
  event: z.string(),
  /** Id of the resource that it is about. */
  id: z.string(),
  /** Of a sealed one: its true event and id (relay-sealing.ts). */
  brief: z.string().optional(),
  /** In the order of the times; also PCs that were removed since. */
  confirmed: z.array(z.object({ deviceId: z.string(), name: z.string(), at: z.iso.datetime() })),
})
export type Receipt = z.infer<typeof receiptWire>

/** Answer of `GET /v1/receipts?from=SEQ&limit=1..500`, for an administrator: oldest first. */
export const receiptsWire = z.object({
  receipts: z.array(receiptWire),
  /** `from` of the next page; `null` after the last. */
  next: z.int().positive().nullable(),
})
