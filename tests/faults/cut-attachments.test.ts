import { afterAll, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { ROUNDS } from './rounds.ts'
import { startAttachmentDesk, ATTACHMENT_STEPS } from './supply-desk.ts'

afterAll(removeTemporaryDirectories)

// Each way at a desk of its own, all at once: most of an attachment whose connection was cut is waiting to ask again.
test.concurrent.each(['before', 'during', 'after', 'half', 'late'] as const)(
  `the connection cut %s each request of a supply, ${ROUNDS} times: the document once, and solved`,
  async (how) => {
    const desk = await startAttachmentDesk()
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const one = await desk.open()
        const left = new Set(ATTACHMENT_STEPS)
        desk.service.meddle((what) => {
          const step = ATTACHMENT_STEPS.find((isIt) => isIt(what) && what.includes(one.procedureId))
          return step && left.delete(step) ? how : 'pass'
        })
        desk.say(one)
        await desk.untilDone(one)
        expect(left.size).toBe(0)
        desk.service.meddle(() => 'pass')
        // What was late has arrived.
        await new Promise((resolve) => setTimeout(resolve, 150))
        await desk.expectOnce(one)
      }
    } finally {
      await desk.close()
    }
  },
  300_000 + ROUNDS * 60_000,
)
