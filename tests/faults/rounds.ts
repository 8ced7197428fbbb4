/**
 * Rounds of each kill and cut suite. Each round meets every step, so that two protect every promise; ten
 * (`npm run test:full`) or any number (`npm run faults -- --rounds=N`) meet what is rare.
 */
export const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 2)

/** Rounds of a suite that kills at any moment and must have met every outcome. */
export const RANDOM_ROUNDS = Math.max(10, ROUNDS)
