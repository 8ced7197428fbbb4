/**
 * Rounds of each kill and cut suite. Each round covers every step, so one protects every promise; ten (`npm run
 * test:full`) or any number (`npm run faults -- --rounds=N`) find what is rare.
 */
export const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 1)

/** Rounds of a suite that kills at random times and must reach every outcome. */
export const RANDOM_ROUNDS = Math.max(10, ROUNDS)

/** Rounds of a suite with a database of its own that is killed, filled or replaced: one stands for two. */
export const SLOW_ROUNDS = Math.ceil(ROUNDS / 2)
