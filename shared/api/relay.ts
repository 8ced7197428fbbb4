import * as z from 'zod'

/**
 * Wire format of an office's sealing (docs/relay/security.md). The relay seals each incoming event to the office's
 * public key. For each PC it keeps the office's keys, sealed to the PC's own key.
 */

/** 32 bytes in base64url. */
export const publicKeyText = z.string().regex(/^[\w-]{43}$/)
const keyId = z.string().regex(/^[\w-]{8,40}$/)
const sealedText = z.string().regex(/^[\w-]+$/)

/** Name of the event that replaces a sealed one. */
export const SEALED = 'relay.sealed'

/**
 * Sealed event. It has the form of an event, so that forwarding code need not know sealing.
 * Its parts open independently: the thin event, the rest of its `data`, and its name and id (`{event, id}`), which
 * receipts keep.
 */
export const sealedEventWire = z.object({
  event: z.literal(SEALED),
  data: z.object({
    /** Id of the office's key. */
    id: keyId,
    thin: sealedText,
    extra: sealedText.optional(),
    brief: sealedText,
  }),
})

/** Part of `GET /v1/office`. */
const officeSealingWire = z.object({
  /** Key that events are sealed to. `null`: events are not sealed. */
  key: z.object({ id: keyId, publicKey: publicKeyText, madeAt: z.iso.datetime() }).nullable(),
  /** True if a PC that has this key was removed since. */
  isStale: z.boolean(),
})
export type OfficeSealing = z.infer<typeof officeSealingWire>

/** Body of `PUT /v1/devices/self/key`: the public key of the PC. A different key discards the PC's keyring. */
export const deviceKeyBody = z.strictObject({ publicKey: publicKeyText })

/** The office's keys, sealed to one PC. */
const keyringText = sealedText.max(64 * 1024)
/** Answer of `GET /v1/devices/self/keyring`. `null`: this PC was not given the office's keys. */
export const keyringWire = z.object({ keyring: keyringText.nullable() })

/** Body of `POST /v1/pairings/ID/confirm`: keyring of a PC that gave its key with the code. The body may be empty. */
export const confirmBody = z.strictObject({ keyring: keyringText.optional() }).nullish()

/**
 * Body of `PUT /v1/office/sealing`, for an administrator. The change is atomic.
 * Two conflicts answer 409: `key_changed` if `former` is not the present key, `devices_changed` if `keyrings` do not
 * match the office's PCs.
 */
export const sealingBody = z.strictObject({
  /** Id of the present key; `null`: events are not sealed. */
  former: keyId.nullable(),
  /** Key that events are sealed to from now on. `null` ends sealing. */
  key: z.strictObject({ id: keyId, publicKey: publicKeyText }).nullable(),
  /** One keyring for each PC of the office; none without a key. */
  keyrings: z
    .array(z.strictObject({ deviceId: z.string().min(1), publicKey: publicKeyText, keyring: keyringText }))
    .max(200),
})
export type SealingChange = z.infer<typeof sealingBody>

/**
 * Wire format of the relay (docs/relay/protocol.md). It receives the service's webhooks and gives each PC of an
 * office the same numbered list of thin events.
 * `GET /v1/events` is the reference. `GET /v1/stream` is the same list kept open.
 */

/** Position in an office's list: epoch of the data set, and number of the last event seen. */
export interface Cursor {
  epoch: string
  seq: number
}

const CURSOR = /^([a-z0-9]{4,16})\.(0|[1-9]\d{0,14})$/

/** Parses `epoch.seq`. Any other text gives `null`. */
export function parseCursor(text: string): Cursor | null {
  const parts = CURSOR.exec(text)
  return parts ? { epoch: parts[1] ?? '', seq: Number(parts[2]) } : null
}

/** Writes a cursor in the wire format: `k3f9m2.1042`. */
export const cursorText = ({ epoch, seq }: Cursor): string => `${epoch}.${seq}`

const count = z.int().nonnegative()
const epoch = z.string().regex(/^[a-z0-9]{4,16}$/)

/** Fields of the service's event that the relay stores. None of them names a person or a vehicle. */
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
  /** Number without gaps in an office and epoch, from 1. */
  seq: z.int().positive(),
  receivedAt: z.iso.datetime(),
  /** A thin event, or a sealed one (`sealedEventWire`). */
  event: thinEventWire,
  /** Earlier number with the same event and time and another body. Both are real until a GET decides. */
  revises: z.int().positive().optional(),
  /** True if the event equals an earlier one but for its time: probably a retry of the sender. */
  probableRetry: z.literal(true).optional(),
  /** Earlier number that a PC asked to have sent again. */
  replayOf: z.int().positive().optional(),
})
export type RelayEvent = z.infer<typeof relayEventWire>

/** Position of the office's list, in every page and every heartbeat. */
const positionWire = z.object({
  epoch,
  /** First number still kept. */
  floor: z.int().positive(),
  /** Last number given. 0 before the first. */
  head: count,
  /** Time of the relay, by which a PC computes its clock skew. */
  time: z.iso.datetime(),
  /** Number of the office's last write of a record. Relays of an older version send none. */
  recordHead: count.optional(),
})

/** Range of numbers that the relay no longer keeps, both ends included. */
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

/** Frame `hb`, the first of a stream and then every 15 seconds. This frame and the following ones have no `id`. */
export const heartbeatWire = positionWire
/** Frame `reset`, and body of a 409: the cursor is of another epoch or past the head. */
export const resetWire = positionWire
/** Frame `bye`: the relay stops. Its `retry` field has the wait before the next connection, in milliseconds. */
export const byeWire = z.object({ reason: z.enum(['stopping', 'revoked', 'age']) })
/** Frame `canary`: the canary of a self-test has come through the inbox. */
export const canaryWire = z.object({ id: z.string().min(1), receivedAt: z.iso.datetime() })

/**
 * Body of `POST /v1/ack`: last number that this PC has stored, of events and of records. The numbers never decrease.
 */
export const ackBody = z.strictObject({ cursor: z.string().regex(CURSOR), recordSeq: count.optional() })

/** Body of `POST /v1/presence`: what a PC tells the others, sealed. The relay passes it on and stores nothing. */
export const presenceBody = z.strictObject({
  body: z
    .string()
    .min(1)
    .max(2_000)
    .regex(/^[\w.-]+$/),
})
/** Frame `presence`: another PC of the office posted this. */
export const presenceFrameWire = z.object({ deviceId: z.string().min(1), body: presenceBody.shape.body })
export type PresenceFrame = z.infer<typeof presenceFrameWire>

/** Eight characters of Crockford's alphabet, shown as `K7QF-9M2T`. */
export const PAIRING_CODE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

/**
 * Version of the pairing exchange. A relay and a PC of different versions refuse each other with a 400. Without the
 * commitment the relay could replace the new PC's key by its own, and without the office's key in the words that key too.
 */
export const PAIRING_VERSION = 3
const pairingVersion = z.literal(PAIRING_VERSION)
/** 16 random bytes in base64url. */
const nonceText = z.string().regex(/^[\w-]{22}$/)

/** Body of `POST /v1/pairings`, for an administrator. `admin`: the new PC becomes an administrator too. */
export const createPairingBody = z.strictObject({ version: pairingVersion, admin: z.boolean().optional() })
/** Answer of `POST /v1/pairings`, for an administrator. */
export const pairingWire = z.object({
  id: z.string().min(1),
  code: z.string().regex(PAIRING_CODE),
  expiresAt: z.iso.datetime(),
})

/**
 * Answer of `GET /v1/pairings/{id}?wait=0..25&state=waiting`, for an administrator. The answer is immediate if the
 * state differs from the given one.
 */
export const pairingStateWire = z.object({
  /**
   * `committed`: a PC sent the code, its key and its commitment. `answered`: the administrator sent a nonce.
   * `claimed`: the PC revealed its own nonce, and both sides can make the words.
   */
  state: z.enum(['waiting', 'committed', 'answered', 'claimed', 'confirmed', 'refused', 'expired']),
  /** Name of the PC that gave the code. Present from `committed` on. */
  name: z.string().optional(),
  /** Present from `committed` on. With `claimed`, `nonce` is added and must match the commitment. */
  key: z
    .object({ publicKey: publicKeyText, commitment: publicKeyText, nonce: nonceText.optional() })
    .optional(),
})
export type PairingState = z.infer<typeof pairingStateWire>

/**
 * Body of `POST /v1/pairings/{id}/nonce`, for an administrator, in the state `committed`: its nonce, and a dot and the
 * newest key of the office if it has one.
 */
export const pairingNonceBody = z.strictObject({ nonce: z.string().regex(/^[\w-]{22}(\.[\w-]{43})?$/) })

/** Body of `POST /v1/pair`, without a token: a PC sends the code. */
export const pairBody = z.strictObject({
  version: pairingVersion,
  code: z.string().regex(PAIRING_CODE),
  name: z.string().min(1).max(60),
  /** Key of the PC. The office's keys will be sealed to it. */
  publicKey: publicKeyText,
  /** `pairingCommitment` of the nonce that the PC reveals later: 32 bytes in base64url. */
  commitment: publicKeyText,
})
/** Answer of `POST /v1/pair` (202): secret for the PC's next calls. */
export const pairWire = z.object({ claim: z.string().min(1) })

/** Token of a PC: 32 random bytes in base64url. */
export const DEVICE_TOKEN = /^rly_[\w-]{43}$/

/**
 * Body of `POST /v1/pair/claim`. Without `nonce`, the call waits up to 25 s for the administrator's nonce.
 * With `nonce`, the PC reveals its own, and the call waits up to 25 s for the decision. A 202 without a body means:
 * ask again.
 */
export const claimBody = z.strictObject({ claim: z.string().min(1).max(200), nonce: nonceText.optional() })
/** Answer of `POST /v1/pair/claim` (202) before the PC reveals its nonce: the administrator's nonce. */
export const claimNonceWire = pairingNonceBody
/** Answer of `POST /v1/pair/claim` (200), given once. The token is never shown again. */
export const claimWire = z.object({
  token: z.string().regex(DEVICE_TOKEN),
  deviceId: z.string().min(1),
  office: z.string(),
  admin: z.boolean(),
  /** Start of this PC's list. */
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
  /** Last number that the PC has confirmed. */
  acked: count,
  /** True if the PC has an open stream and was heard a moment ago. */
  streaming: z.boolean(),
  /** Public key of the PC. `null`: its version has none. */
  publicKey: publicKeyText.nullish(),
  /** True if the PC was given the office's keys. */
  hasKeyring: z.boolean().optional(),
})
export const devicesWire = z.object({ devices: z.array(deviceWire) })
export type RelayDevice = z.infer<typeof deviceWire>

/** Answer of `GET /v1/office`: the office, as its PCs may know it. */
export const officeWire = positionWire.extend({
  name: z.string(),
  /** Time of the last event received, duplicates included. */
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Number of repeated events, which get no number. */
  duplicates: count,
  /** Number of unreadable bodies since the start. They have no number, and no PC sees them. */
  quarantined: count,
  /**
   * Unreadable bodies that are still kept, and the time of the last. `null`: none. An older relay leaves the field
   * out.
   */
  unreadable: z.object({ count: z.int().positive(), lastAt: z.iso.datetime(), reason: z.string() }).nullish(),
  sealing: officeSealingWire.optional(),
  /** Address and header for the operator. `null` if the PC does not administer. */
  inbox: z
    .object({
      url: z.url(),
      header: z.object({ name: z.string(), value: z.string().nullable() }),
      mode: z.enum(['enforce', 'observe']),
    })
    .nullable(),
})
export type RelayOffice = z.infer<typeof officeWire>

/** Maximum number of bodies in one `GET /v1/quarantine`. */
export const QUARANTINE_LIMIT = 100
/** Answer of `GET /v1/quarantine`, for an administrator: unreadable bodies, newest first. */
export const quarantineWire = z.object({
  /** Number of kept bodies, which may exceed the list. */
  count,
  bodies: z.array(
    z.object({
      receivedAt: z.iso.datetime(),
      /** Size of the whole body. */
      bytes: count,
      /** Stable English text, such as `not JSON in UTF-8`. */
      reason: z.string(),
      /** First 8 KB of the body. In sealed mode, JSON with those bytes sealed. */
      beginning: z.base64(),
    }),
  ),
})

/** Steps of a canary, in order. */
export const SELF_TEST_STEPS = ['name', 'tls', 'address', 'header', 'stored'] as const

/** Answer of `POST /v1/selftest`: result of a canary sent through the relay's public address. */
export const selfTestWire = z.object({
  id: z.string().min(1),
  steps: z.array(
    z.object({
      step: z.enum(SELF_TEST_STEPS),
      outcome: z.enum(['ok', 'failed', 'skipped']),
      /** Duration of the step in milliseconds. */
      ms: z.number().nonnegative().optional(),
      /** For the log: a code such as `ENOTFOUND` or `401`. */
      detail: z.string().optional(),
    }),
  ),
  time: z.iso.datetime(),
})
export type SelfTest = z.infer<typeof selfTestWire>

/** Body of every refusal. `code` is stable, and `message` is for readers of a log. */
export const relayErrorWire = z.object({ code: z.string(), message: z.string() })

/** Header that the operator adds to every webhook. */
export const RELAY_HEADER = 'X-Relay-Secret'

/** Event with the PCs that confirmed it. */
const receiptWire = z.object({
  seq: z.int().positive(),
  receivedAt: z.iso.datetime(),
  /** Name of the event. A sealed one is `relay.sealed`, and its id is that of the office's key. */
  event: z.string(),
  /** Id of the event's resource. */
  id: z.string(),
  /** For a sealed event, its sealed name and id. */
  brief: z.string().optional(),
  /** Ordered by time. Removed PCs are included. */
  confirmed: z.array(z.object({ deviceId: z.string(), name: z.string(), at: z.iso.datetime() })),
})
export type Receipt = z.infer<typeof receiptWire>

/** Answer of `GET /v1/receipts?from=SEQ&limit=1..500`, for an administrator: oldest first. */
export const receiptsWire = z.object({
  receipts: z.array(receiptWire),
  /** `from` of the next page. `null` after the last page. */
  next: z.int().positive().nullable(),
})
