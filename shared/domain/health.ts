/** The moving parts of the application and their states, without the schemas of `shared/bridge/health.ts`. */

/** Work that repeats by itself in the core (`electron/core/runtime/background-loop.ts`). */
export const LOOPS = [
  'sweep',
  'notifications',
  'service-documents',
  'signed-documents',
  'retention',
  'backups',
  'lock',
] as const
export type LoopName = (typeof LOOPS)[number]

/** What moves by itself and may stop. `application`: the process that everything else hangs on. */
export const PARTS = ['application', 'store', 'service', ...LOOPS] as const
export type Part = (typeof PARTS)[number]

/**
 * What passes by itself: `restarting` it ended and is being started again, `failing` its last try failed and the next is
 * coming, `stalled` it has not answered for too long. What waits for the person: `stopped` it ended so often that it
 * is not started again by itself. What is over, until it is dismissed: `restarted` it ended and what it had in hand may
 * be undone, `emptied` the same and it kept its data in memory, `unexpected` an error that nothing had foreseen.
 */
export const TROUBLE_STATES = [
  'restarting',
  'failing',
  'stalled',
  'stopped',
  'restarted',
  'emptied',
  'unexpected',
] as const
export type TroubleState = (typeof TROUBLE_STATES)[number]
