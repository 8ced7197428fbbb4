import * as z from 'zod'
import { publicKeyText } from '../api/relay-sealing.ts'
import { command, none } from './primitives.ts'

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
const words = z.array(z.string()).length(6)

const sealingViewSchema = z.object({
  /** Since when events are sealed to the present key; `null`: they are not sealed. */
  madeAt: z.number().nullable(),
  isStale: z.boolean(),
  canOpen: z.boolean(),
  /** Of this PC's own key, to compare with what another PC shows for it. */
  words,
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      self: z.boolean(),
      /** `null`: of a version that has none. */
      publicKey: publicKeyText.nullable(),
      words: words.nullable(),
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
