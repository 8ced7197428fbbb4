/**
 * Steps of the self-test, in order. `name` to `stream` are this PC's own. `relay-…` and `inbox-…` are those of the
 * relay, which sends a canary through its public address. `canary` is the arrival on this PC.
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
