import { appendFileSync } from 'node:fs'
import { startTracking } from '#tests/fakes/tracking-fixture.ts'

/**
 * The tracking part of the core as a process of its own, so that it can be killed. It appends raised notifications to a
 * file at once, as a screen shows them.
 */
const [directory = '', url = '', raisedPath = ''] = process.argv.slice(2)
const { tracking, store } = await startTracking(url, {
  directory,
  interactive: 400,
  background: 50,
  present: async ({ tag }) => {
    appendFileSync(raisedPath, `${tag}\n`)
    return 'shown'
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
