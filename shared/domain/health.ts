/** Parts of the application and their states, without the schemas of `shared/bridge/diagnosis.ts`. */

/** Background loops of the core (`electron/core/runtime/background-loop.ts`). */
const LOOPS = [
  'sweep',
  'notifications',
  'service-documents',
  'signed-documents',
  'retention',
  'backups',
  'lock',
  'training',
  'relay',
  'batch-lookups',
  'watches',
  'updates',
  'calendar',
] as const
export type LoopName = (typeof LOOPS)[number]

/** Supervised parts that may stop. `application`: the process that all others depend on. */
export const PARTS = ['application', 'store', 'service', 'relay-server', ...LOOPS] as const
export type Part = (typeof PARTS)[number]

/**
 * States that pass by themselves: `restarting` it ended and is being restarted, `failing` its last attempt
 * failed and another follows, `stalled` it has not answered for too long. State that needs the user:
 * `stopped` it ended so often that it is not restarted automatically. Past events, shown until dismissed:
 * `restarted` it ended and its unfinished work may be lost, `emptied` the same and its data were in memory,
 * `unexpected` an unforeseen error.
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
