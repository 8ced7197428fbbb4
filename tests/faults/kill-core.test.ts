import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startCoreChild } from './core-child.ts'

/** `npm run faults -- --rounds=N` sets it; the gate runs ten. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 10)

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
      await core.kill()
      clearInterval(watching)

      core = await startCoreChild(dataDir, service.url)
      const { slices } = await core.value('app.snapshot', {})
      expect(slices.store.state).toBe('open')
      expect(slices.notices).toEqual([])
      for (const vrm of shown)
        expect((await core.value('lookup.get', { vrm })).latest?.outcome).toBe('transferable')
    }
    const deadline = Date.now() + 15_000
    const answered = async (vrm: string) => (await core.value('lookup.get', { vrm })).latest !== null
    for (const vrm of asked) {
      while (!(await answered(vrm))) {
        if (Date.now() > deadline) throw new Error(`${vrm} was asked and forgotten`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    expect(asked.size).toBeGreaterThan(ROUNDS)
    await core.kill()
  },
  60_000 + ROUNDS * 40_000,
)
