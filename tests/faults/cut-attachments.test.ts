import { afterAll, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { ROUNDS } from './rounds.ts'
import { startAttachmentFixture, ATTACHMENT_STEPS } from './attachment-fixture.ts'

afterAll(removeTemporaryDirectories)

// Each kind of cut with a core of its own, concurrently: most of the time after a cut is waiting to retry.
test.concurrent.each(['before', 'during', 'after', 'half', 'late'] as const)(
  `the connection cut %s each request of an attachment, ${ROUNDS} times: the document once, and solved`,
  async (how) => {
    const desk = await startAttachmentFixture()
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
        // The late request has arrived.
        await new Promise((resolve) => setTimeout(resolve, 150))
        await desk.expectOnce(one)
      }
    } finally {
      await desk.close()
    }
  },
  300_000 + ROUNDS * 60_000,
)
