import { waitUntil } from '#tests/fakes/core-fixture.ts'
import { admitPc, newPairing } from '#tests/fakes/relay-process.ts'
import type { BenchRelay } from './relay-target.ts'

/** Longest wait for a step of a figure. */
export const LIMIT_MS = 20_000

/** Pairs a core, in this process or in another, with the relay. */
export async function pairWith(
  relay: BenchRelay,
  core: { pair(code: string): Promise<unknown>; isLive(): Promise<boolean> },
): Promise<void> {
  const pairing = await newPairing(relay.ask)
  await core.pair(pairing.code)
  await admitPc(relay.ask, pairing)
  await waitUntil(core.isLive, (isLive) => isLive, LIMIT_MS)
}
