import * as z from 'zod'
import { assumptionChangesSchema, assumptionNameSchema } from '../api/assumptions.ts'

/** A profile is an environment and an account. The demonstration has neither key nor address. */
export const environmentSchema = z.enum(['demo', 'development', 'production'])
export type Environment = z.infer<typeof environmentSchema>

/** Account as windows see it: without its key, except for the last four characters. */
export const accountSchema = z.object({
  /** `demo` in the demonstration. */
  id: z.string(),
  environment: environmentSchema,
  /** Name of the office or the company. */
  name: z.string(),
  /** Address of the service. `null` for the demonstration, whose service runs on this PC. */
  baseUrl: z.string().nullable(),
  /** `null` without a key (the demonstration). */
  keyLast4: z.string().nullable(),
  /**
   * Last answer of the service about the key, with its time. `moved`: the key was saved for another address and is
   * not sent to this one.
   */
  key: z.object({ state: z.enum(['unchecked', 'accepted', 'refused', 'moved']), at: z.number().nullable() }),
  /** Assumptions about the service that this account overrides. */
  assumptions: assumptionChangesSchema,
})
export type Account = z.infer<typeof accountSchema>

/** Unreadable part of the accounts file: a row, or the whole file, which was set aside. */
export const unreadableAccountSchema = z.object({
  key: z.string(),
  /** `newer`: the row has an identity, and values unknown to this version. */
  why: z.enum(['newer', 'damaged', 'file']),
  /** Name of the office, as far as it is readable. For a file, its path. */
  name: z.string(),
})
export type UnreadableAccount = z.infer<typeof unreadableAccountSchema>

const name = z.string().trim().min(1).max(80)
const baseUrl = z.string().max(500)
const key = z.string().min(1).max(4096)
const realEnvironment = environmentSchema.exclude(['demo'])

/** New account from the form. The core cleans and checks the pasted values. */
export const newAccountSchema = z.object({ environment: realEnvironment, name, baseUrl, key })
export type NewAccount = z.infer<typeof newAccountSchema>

/** Address and key to check with the service. Nothing is stored. */
export const accountCheckSchema = z.object({ baseUrl, key })

/**
 * Changes of an account. Only the named values change, so that two windows can change different assumptions at once.
 */
export const accountChangeSchema = z.object({
  id: z.string(),
  name: name.optional(),
  assumptions: assumptionChangesSchema.optional(),
  /** Assumptions to be reset to their defaults. */
  resetAssumptions: z.array(assumptionNameSchema).max(100).optional(),
})
export type AccountChange = z.infer<typeof accountChangeSchema>

/**
 * Replacement of a key. `sameAccount`: the user confirms that the operator rotated the key. The key of another
 * account needs an account of its own.
 */
export const keyReplacementSchema = z.object({ id: z.string(), key, sameAccount: z.literal(true) })

/**
 * Storage of secrets. `system`: keychain of the system. `sealed`: file under a passphrase. `memory`: this session
 * only, in which nothing can be created. `absent`: there is no keychain, and the user has not chosen yet. The state
 * `unasked` means that the keychain was not needed yet.
 */
export const keychainSchema = z.object({
  kind: z.enum(['system', 'sealed', 'memory', 'absent']),
  state: z.enum(['unasked', 'ready', 'locked', 'damaged', 'unavailable']),
  /** Reason that the system's keychain is missing, for support. */
  detail: z.string().optional(),
})
export type KeychainState = z.infer<typeof keychainSchema>
