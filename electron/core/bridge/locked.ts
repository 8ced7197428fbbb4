import type { CommandName } from '#shared/bridge/contract.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import type { Slices } from '#shared/bridge/slices.ts'

/** What a window may ask while nobody has said the PIN: nothing of it tells anything of anybody. */
const WHILE_LOCKED: ReadonlySet<CommandName> = new Set<CommandName>([
  'app.snapshot',
  'app.quit',
  'lock.open',
  'notifications.window',
  'notifications.outcome',
  'notifications.clicked',
])

export const isAllowedLocked = (name: CommandName): boolean => WHILE_LOCKED.has(name)

/**
 * How the windows look, that they are locked, and the number on the application's icon: the rest waits for the snapshot
 * that follows the unlocking.
 */
const SLICES_LOCKED: ReadonlySet<string> = new Set<keyof Slices>(['lock', 'settings', 'inboxCounts'])

/** Whether a window may hear it. A notification is told without names while it is locked (core.ts). */
export function isHeardLocked({ topic, payload }: TopicFrame): boolean {
  if (topic === 'notify') return true
  if (topic !== 'slice') return false
  return SLICES_LOCKED.has((payload as { name: string }).name)
}

/** What a locked window is told of everything: how it looks, and how to open it. `empty`: of a PC with nothing on it. */
export const lockedSlices = (slices: Slices, empty: Slices): Slices => ({
  ...empty,
  settings: slices.settings,
  lock: slices.lock,
})
