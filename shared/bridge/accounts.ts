import * as z from 'zod'
import { assumptionChangesSchema, assumptionNameSchema } from '../api/assumptions.ts'

/** A profile is an environment and an account (architecture.md rule 11). The demonstration has neither key nor address. */
export const environmentSchema = z.enum(['demo', 'development', 'production'])
export type Environment = z.infer<typeof environmentSchema>

/** What a window may know of an account: never its key, only its last four characters. */
export const accountSchema = z.object({
  /** `demo` for the demonstration. */
  id: z.string(),
  environment: environmentSchema,
  /** The office's or the company's name. */
  name: z.string(),
  /** Address of the service; `null` for the demonstration, whose service is this PC's. */
  baseUrl: z.string().nullable(),
  /** `null` when it uses none (the demonstration). */
  keyLast4: z.string().nullable(),
  /**
   * The last time the service said whether the key is good, and what it said. `moved`: it was saved for another
   * address, and is not sent to this one.
   */
  key: z.object({ state: z.enum(['unchecked', 'accepted', 'refused', 'moved']), at: z.number().nullable() }),
  /** What of the assumptions about the service this account changes. */
  assumptions: assumptionChangesSchema,
})
export type Account = z.infer<typeof accountSchema>

/** What of the file of accounts could not be read: a row, or the whole file, which was put aside. */
export const unreadableAccountSchema = z.object({
  key: z.string(),
  /** `newer`: it says whose it is and has what this version does not know. */
  why: z.enum(['newer', 'damaged', 'file']),
  /** The office's, as far as it can be read; of a file, where it is. */
  name: z.string(),
})
export type UnreadableAccount = z.infer<typeof unreadableAccountSchema>

const name = z.string().trim().min(1).max(80)
const baseUrl = z.string().max(500)
const key = z.string().min(1).max(4096)
const realEnvironment = environmentSchema.exclude(['demo'])

/** A new account as the form gives it; the core cleans and checks what was pasted. */
export const newAccountSchema = z.object({ environment: realEnvironment, name, baseUrl, key })
export type NewAccount = z.infer<typeof newAccountSchema>

/** Whether an address and a key belong together, asked of the service itself. Nothing is kept. */
export const accountCheckSchema = z.object({ baseUrl, key })

/** Only what is named changes: two windows that change different assumptions at once both have their way. */
export const accountChangeSchema = z.object({
  id: z.string(),
  name: name.optional(),
  assumptions: assumptionChangesSchema.optional(),
  /** Assumptions that go back to their defaults. */
  resetAssumptions: z.array(assumptionNameSchema).max(100).optional(),
})
export type AccountChange = z.infer<typeof accountChangeSchema>

/**
 * `sameAccount`: the person says that the operator rotated the key. Another account's key is another account, with
 * its own data.
 */
export const keyReplacementSchema = z.object({ id: z.string(), key, sameAccount: z.literal(true) })

/**
 * Where secrets are. `system`: the OS keychain; `sealed`: a file under a passphrase; `memory`: this session only, in
 * which nothing can be created. `unasked`: nobody has needed it yet. `absent`: there is no keychain and the person has not chosen yet.
 */
export const keychainSchema = z.object({
  kind: z.enum(['system', 'sealed', 'memory', 'absent']),
  state: z.enum(['unasked', 'ready', 'locked', 'damaged', 'unavailable']),
  /** For support: why the system's is not there. */
  detail: z.string().optional(),
})
export type KeychainState = z.infer<typeof keychainSchema>
