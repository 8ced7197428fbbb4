import type { UpdateEngine } from '#electron/core/features/updates/update-engine.ts'

const never = () => new Promise<never>(() => undefined)

/** Engine of updates whose server never answers. */
export const silentUpdateEngine = (feed = ''): UpdateEngine => ({
  owner: 'self',
  source: { feed, keys: [] },
  look: never,
  fetch: never,
  sizeOf: () => 0,
  ready: () => null,
  replacedBy: () => null,
  forget: () => undefined,
  restart: () => undefined,
})
