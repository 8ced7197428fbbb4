import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startCoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

/** Maximum milliseconds without a new answer while some are missing. */
const PATIENCE_MS = 20_000

let service: FaultService
let dataDir: string

beforeEach(async () => {
  service = await startFaultService(reducedReports(undefined, 2))
  dataDir = await temporaryDirectory()
})
afterEach(() => service.close())
afterAll(removeTemporaryDirectories)

test(
  `killed at any moment, ${ROUNDS} times: no verdict that was shown is lost, no question is forgotten`,
  async () => {
    const shown = new Set<string>()
    const asked = new Set<string>()
    let core = await startCoreChild(dataDir, service.url)
    for (let round = 0; round < ROUNDS; round++) {
      const plates = Array.from({ length: 4 }, (_, i) => `${String(1000 + round * 4 + i)}BCD`)
      for (const vrm of plates) {
        void core.value('lookup.start', { vrm }).then((view) => {
          asked.add(vrm)
          if (view.latest) shown.add(vrm)
        })
      }
      const watching = setInterval(() => {
        for (const vrm of plates) {
          void core.value('lookup.get', { vrm }).then((view) => view.latest && shown.add(vrm))
        }
      }, 5)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      // At least one request must be pending, to be lost.
      while (asked.size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      await core.kill()
      clearInterval(watching)

      core = await startCoreChild(dataDir, service.url)
      const { slices } = await core.value('app.snapshot', {})
      expect(slices.store.state).toBe('open')
      expect(slices.banners).toEqual([])
      for (const vrm of shown)
        expect((await core.value('lookup.get', { vrm })).latest?.outcome).toBe('transferable')
    }
    // Three lookups a second are resumed automatically, so all of them take long: a lost one is still unanswered once
    // no more answers come.
    const answered = async (vrm: string) => (await core.value('lookup.get', { vrm })).latest !== null
    let unanswered = [...asked]
    let deadline = Date.now() + PATIENCE_MS
    while (unanswered.length > 0) {
      const isAnswered = await Promise.all(unanswered.map(answered))
      if (isAnswered.includes(true)) deadline = Date.now() + PATIENCE_MS
      unanswered = unanswered.filter((_, index) => !isAnswered[index])
      if (Date.now() > deadline) throw new Error(`asked and forgotten: ${unanswered.join(', ')}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await core.kill()
  },
  300_000 + ROUNDS * 40_000,
)
