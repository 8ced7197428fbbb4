import { waitUntil } from '#tests/fakes/core-fixture.ts'
import type { BenchRelay } from './relay-target.ts'

/** Longest wait for a step of a figure. */
export const LIMIT_MS = 20_000

/** Pairs a core, in this process or in another, with the relay. */
export async function pairWith(
  relay: BenchRelay,
  core: { pair(code: string): Promise<unknown>; isLive(): Promise<boolean> },
): Promise<void> {
  const { id, code } = (await relay.ask('POST', '/v1/pairings')) as { id: string; code: string }
  await core.pair(code)
  const state = async () => ((await relay.ask('GET', `/v1/pairings/${id}`)) as { state: string }).state
  await waitUntil(state, (now) => now === 'claimed', LIMIT_MS)
  await relay.ask('POST', `/v1/pairings/${id}/confirm`)
  await waitUntil(core.isLive, (isLive) => isLive, LIMIT_MS)
}
