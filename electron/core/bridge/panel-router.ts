import type { CommandName, TopicPayload } from '#shared/bridge/contract.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import type { SliceName, Slices, Snapshot } from '#shared/bridge/slices.ts'
import type { Router } from './router.ts'

/** Commands of the quick-lookup panel: it looks up a plate, opens a place in a window, and unlocks. */
const COMMANDS: ReadonlySet<string> = new Set<CommandName>([
  'app.snapshot',
  'app.open-route',
  'panel.close',
  'panel.resize',
  'lookup.start',
  'lookup.get',
  'lookup.cancel',
  'lookup.recent',
  'lookup.suggest',
  'client-messages.copied',
  // `complete.get` only reads. Its answer decides whether a complete report may be requested.
  'complete.get',
  'lock.open',
  'lock.activity',
  'connection.retry',
  'diagnosis.page-error',
])
const SLICES: ReadonlySet<string> = new Set<SliceName>(['settings', 'connection', 'profile', 'store', 'lock'])
const CHANGES: ReadonlySet<string> = new Set<TopicPayload<'changed'>['kind']>(['lookup', 'complete'])

/**
 * Router for the panel's page. It refuses every other command, so that the page may do little.
 * @param empty slices of a PC without data. They replace the slices that the panel may not read
 */
export function createPanelRouter(router: Router, empty: Slices): Router {
  const refused = async () => fail(appError('invalid-request', { detail: 'not for this window' }))
  return {
    async call(name, args) {
      if (!COMMANDS.has(name)) return refused()
      const answer = await router.call(name, args)
      return name === 'app.snapshot' && answer.ok ? ok(ownSnapshot(answer.value as Snapshot, empty)) : answer
    },
    subscribe: (listener) => router.subscribe((frame) => isHeard(frame) && listener(frame)),
    send: refused,
    receive: refused,
  }
}

const ownSnapshot = ({ slices, ...rest }: Snapshot, empty: Slices): Snapshot => ({
  ...rest,
  slices: {
    ...empty,
    ...(Object.fromEntries(Object.entries(slices).filter(([name]) => SLICES.has(name))) as Partial<Slices>),
  },
})

/** A filtered slice leaves a gap in the versions. The page then requests its snapshot. */
function isHeard({ topic, payload }: TopicFrame): boolean {
  if (topic === 'slice') return SLICES.has((payload as TopicPayload<'slice'>).name)
  return topic === 'changed' && CHANGES.has((payload as TopicPayload<'changed'>).kind)
}
