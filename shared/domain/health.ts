/** Parts of the application and their states. `shared/bridge/diagnosis.ts` has their schemas. */

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
  'sharing',
  'handovers',
  'batch-lookups',
  'watches',
  'updates',
  'calendar',
  'scan-folder',
] as const
export type LoopName = (typeof LOOPS)[number]

/** Supervised parts. `application` is the process that all others depend on. */
export const PARTS = ['application', 'store', 'service', 'relay-server', ...LOOPS] as const
export type Part = (typeof PARTS)[number]

/**
 * States of a troubled part.
 * Passing states: `restarting` (the part ended and restarts), `failing` (its last attempt failed and another
 * follows), `stalled` (it has not answered for too long).
 * State that needs the user: `stopped` (the part ended too often and does not restart automatically).
 * Past events, shown until dismissed: `restarted` (unfinished work may be lost), `emptied` (its data were in memory
 * and are lost), `unexpected` (an unforeseen error).
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
