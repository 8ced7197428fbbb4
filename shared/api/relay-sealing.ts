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
