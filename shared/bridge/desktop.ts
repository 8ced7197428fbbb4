import * as z from 'zod'
import { command, none } from './primitives.ts'

/**
 * Whether the application opens with the user's session. `blocked`: it was turned off in the system's settings.
 * `unavailable`: only an installed application can.
 */
const sessionStartSchema = z.enum(['on', 'off', 'blocked', 'unavailable'])
export type SessionStart = z.infer<typeof sessionStartSchema>

/**
 * Facts about the host on this desktop. `wayBack`: how its hidden window is brought back. `none`: the window is never
 * hidden. `null`: its windows are the browser's.
 */
const desktopSchema = z.object({
  wayBack: z.enum(['tray', 'dock', 'none']).nullable(),
  sessionStart: sessionStartSchema,
})
export type DesktopFacts = z.infer<typeof desktopSchema>

export const desktopCommands = {
  /** `null` without an installation. */
  'desktop.get': command(z.object({}), desktopSchema.nullable()),
  /** Answers with the resulting state of the system, which may differ. */
  'desktop.start-with-session': command(z.object({ on: z.boolean() }), desktopSchema.nullable()),
} as const

/** State of the window lock. While locked, the core only answers the commands that unlock. */
export const lockSchema = z.object({
  locked: z.boolean(),
  /** True if a PIN is set. Without one nothing locks. */
  hasPin: z.boolean(),
  /** True if an administrator requires a PIN and there is none: locked until one is set. */
  needsPin: z.literal(true).optional(),
  /** After wrong attempts: time of the next accepted attempt. */
  waitUntil: z.number().optional(),
})
export type Lock = z.infer<typeof lockSchema>

/** Rows of the contract: the lock of the windows. */
export const lockCommands = {
  'lock.now': command(none, none),
  /** Refused with `wrong-pin`, or with `too-many-pins` until `waitUntil` of the slice. */
  'lock.open': command(z.object({ pin: z.string().max(64) }), none),
  /** `null` removes the PIN. An existing PIN has to be given. */
  'lock.set-pin': command(
    z.object({ before: z.string().max(64).optional(), pin: z.string().min(4).max(64).nullable() }),
    none,
  ),
  /** Restarts the idle time before locking. A window in use sends this every few seconds. */
  'lock.activity': command(none, none),
} as const
