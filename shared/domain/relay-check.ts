/**
 * Steps of the self-test, in their order: this PC's own (`name` to `stream`), those of the relay, which sends a
 * canary through its public address (`relay-…`, `inbox-…`), and the canary's arrival here.
 */
export const RELAY_CHECK_STEPS = [
  'name',
  'connection',
  'token',
  'clock',
  'stream',
  'inbox-name',
  'inbox-tls',
  'inbox-address',
  'inbox-header',
  'inbox-stored',
  'canary',
] as const
export type RelayCheckStep = (typeof RELAY_CHECK_STEPS)[number]
