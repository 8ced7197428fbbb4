import * as z from 'zod'
import { command } from './primitives.ts'

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
