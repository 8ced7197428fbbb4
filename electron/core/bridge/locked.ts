import type { CommandName } from '#shared/bridge/contract.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import type { Slices } from '#shared/bridge/slices.ts'

/** Commands allowed before the PIN is entered: none reveals data. An error on the lock screen is written too. */
const WHILE_LOCKED: ReadonlySet<CommandName> = new Set<CommandName>([
  'app.snapshot',
  'app.quit',
  'lock.open',
  'notifications.window',
  'notifications.outcome',
  'notifications.clicked',
  'diagnosis.page-error',
])

/** @param needsPin locked until the first PIN is set */
export const isAllowedLocked = (name: CommandName, needsPin: boolean): boolean =>
  WHILE_LOCKED.has(name) || (needsPin && name === 'lock.set-pin')

/**
 * Slices pushed while locked: appearance, the lock itself and the badge count. The rest comes with the
 * snapshot after unlocking.
 */
const SLICES_LOCKED: ReadonlySet<string> = new Set<keyof Slices>(['lock', 'settings', 'inboxCounts'])

/**
 * True if a locked window may receive the frame. Notifications carry no names while it is locked (core.ts).
 */
export function isHeardLocked({ topic, payload }: TopicFrame): boolean {
  if (topic === 'notify') return true
  if (topic !== 'slice') return false
  return SLICES_LOCKED.has((payload as { name: string }).name)
}

/** Slices for a locked window: its appearance and how to open it. `empty`: those of a PC without data. */
export const lockedSlices = (slices: Slices, empty: Slices): Slices => ({
  ...empty,
  settings: slices.settings,
  lock: slices.lock,
})
