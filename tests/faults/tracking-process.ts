import { appendFileSync } from 'node:fs'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { startTracking } from '#tests/fakes/tracking-fixture.ts'

export interface TrackingProcessOptions {
  settings?: Partial<NotificationSettings>
  aheadMs?: number
  hangs?: boolean
}

/**
 * The tracking part of the core as a process of its own, so that it can be killed. It appends raised notifications to a
 * file at once, as a screen shows them. Options, as JSON: settings of its notifications, how far its clock is ahead, and
 * whether a notification is never answered once it is raised.
 */
const [directory = '', url = '', raisedPath = '', options = '{}'] = process.argv.slice(2)
const { settings, aheadMs, hangs } = JSON.parse(options) as TrackingProcessOptions
const { tracking, store } = await startTracking(url, {
  directory,
  interactive: 400,
  background: 50,
  ...(settings && { settings }),
  ...(aheadMs !== undefined && { clock: { ...systemClock, now: () => Date.now() + aheadMs } }),
  present: async ({ tag, title }) => {
    appendFileSync(raisedPath, settings ? `${tag} ${title}\n` : `${tag}\n`)
    return hangs === true ? new Promise(() => undefined) : 'shown'
  },
})

const methods: Record<string, (id: string) => Promise<unknown>> = {
  add: (id) => tracking.changes.add(id),
  refresh: (id) => tracking.changes.refresh('procedure', id),
  // No notification is pending.
  settled: async () =>
    (await store.call('notifications', 'due', 0, 1)).length +
      (await store.call('notifications', 'raising', 0, 1)).length ===
    0,
}
process.on('message', ({ n, method, id }: { n: number; method: string; id: string }) => {
  void methods[method]?.(id).then(
    (result) => process.send?.({ n, result }),
    () => process.send?.({ n, result: null }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
