import type { UpdateEngine } from '#electron/core/features/updates/update-engine.ts'

const never = () => new Promise<never>(() => undefined)

/** Engine of updates whose server never answers. */
export const silentUpdateEngine = (feed = ''): UpdateEngine => ({
  owner: 'self',
  source: { feed, keys: [] },
  fetchFeed: never,
  fetch: never,
  getSize: () => 0,
  getReadyVersion: () => null,
  getReplacement: () => null,
  cancelNext: () => undefined,
  restart: () => undefined,
})
