import * as z from 'zod'
import { command, none } from './primitives.ts'

/**
 * Whether the application opens with the user's session, as the system says: `blocked`, it was turned off in
 * the system's own settings; `unavailable`, only an installed application can.
 */
const sessionStartSchema = z.enum(['on', 'off', 'blocked', 'unavailable'])
export type SessionStart = z.infer<typeof sessionStartSchema>

/**
 * Facts of the host on this desktop. `wayBack`: how its hidden window is brought back; `none`: it is never hidden; `null`:
 * its windows are the browser's.
 */
const desktopSchema = z.object({
  wayBack: z.enum(['tray', 'dock', 'none']).nullable(),
  sessionStart: sessionStartSchema,
})
export type DesktopFacts = z.infer<typeof desktopSchema>

export const desktopCommands = {
  /** `null` where nothing is installed. */
  'desktop.get': command(z.object({}), desktopSchema.nullable()),
  /** Answers with the system's state afterwards, which may differ. */
  'desktop.start-with-session': command(z.object({ on: z.boolean() }), desktopSchema.nullable()),
} as const

/** State of the window lock. While locked, the core only answers the commands that unlock. */
export const lockSchema = z.object({
  locked: z.boolean(),
  /** A PIN is set: without one nothing locks. */
  hasPin: z.boolean(),
  /** An administrator requires one, and there is none yet: locked until it is set. */
  needsPin: z.literal(true).optional(),
  /** After wrong attempts: no attempt is accepted before this time. */
  waitUntil: z.number().optional(),
})
export type Lock = z.infer<typeof lockSchema>

/** Rows of the contract: the lock of the windows. */
export const lockCommands = {
  'lock.now': command(none, none),
  /** Refused with `wrong-pin`, and with `too-many-pins` until `waitUntil` of the slice. */
  'lock.open': command(z.object({ pin: z.string().max(64) }), none),
  /** `null` removes it. The present PIN is required, if there is one. */
  'lock.set-pin': command(
    z.object({ before: z.string().max(64).optional(), pin: z.string().min(4).max(64).nullable() }),
    none,
  ),
  /** A window was used. Sent at most every few seconds; restarts the idle time before locking. */
  'lock.activity': command(none, none),
} as const
