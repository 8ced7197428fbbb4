import * as z from 'zod'
import { command } from './primitives.ts'

const none = z.object({})

/** Whether the windows are locked. While they are, the core answers nothing but how to open it. */
export const lockSchema = z.object({
  locked: z.boolean(),
  /** A PIN was set: without one nothing locks. */
  hasPin: z.boolean(),
  /** After wrong ones: nothing is tried before this time. */
  waitUntil: z.number().optional(),
})
export type Lock = z.infer<typeof lockSchema>

/** Rows of the contract: the lock of the windows. */
export const lockCommands = {
  'lock.now': command(none, none),
  /** Refused with `wrong-pin`, and with `too-many-pins` until `waitUntil` of the slice. */
  'lock.open': command(z.object({ pin: z.string().max(64) }), none),
  /** `null` takes it away. The one before has to be given, if there is one. */
  'lock.set-pin': command(
    z.object({ before: z.string().max(64).optional(), pin: z.string().min(4).max(64).nullable() }),
    none,
  ),
  /** A window was used. Sent at most every few seconds; the idle time before locking is counted from the last. */
  'lock.activity': command(none, none),
} as const
