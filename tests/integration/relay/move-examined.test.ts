import { expect, test, vi } from 'vitest'
import { examine } from './support/doctor.ts'
import { moved, permission, startSites } from './support/move.ts'
import { postMany } from './support/relay.ts'

vi.setConfig({ testTimeout: 120_000 })

test('offices that left and came back are no fault of a relay', async () => {
  const { own, shared } = await startSites()
  await postMany(own.url, 3)
  for (const [from, to] of [
    [own, shared],
    [shared, own],
    [own, shared],
  ] as const)
    await moved(from, to, await permission(to))
  for (const { directory } of [own, shared]) expect((await examine(directory)).wrong).toEqual([])
})
