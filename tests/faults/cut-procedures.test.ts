import { afterAll, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { ROUNDS } from './rounds.ts'
import { startSaleFixture, STEPS } from './sale-desk.ts'

afterAll(removeTemporaryDirectories)

// Each kind of cut with a core of its own, concurrently: most of the time after a cut is waiting to retry.
test.concurrent.each(['before', 'during', 'after', 'half', 'late'] as const)(
  `the connection cut %s each request of a sending, ${ROUNDS} times: one confirmed, documents once`,
  async (how) => {
    const desk = await startSaleFixture()
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const left = new Set(STEPS)
        desk.service.meddle((what) => {
          const step = STEPS.find((isIt) => isIt(what))
          return step && left.delete(step) ? how : 'pass'
        })
        const sale = await desk.open()
        await desk.untilSent(sale)
        expect(left.size).toBe(0)
        desk.service.meddle(() => 'pass')
        // The late request has arrived.
        await new Promise((resolve) => setTimeout(resolve, 150))
        desk.expectOne(sale)
      }
    } finally {
      await desk.close()
    }
  },
  300_000 + ROUNDS * 60_000,
)
