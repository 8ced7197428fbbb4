import { afterAll, afterEach, beforeEach, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import type { Meddling } from '#tests/fakes/meddling-proxy.ts'
import { ROUNDS } from './rounds.ts'
import {
  startAttachmentFixture,
  ATTACHMENT_STEPS,
  type Blocked,
  type AttachmentFixture,
} from './attachment-fixture.ts'

let desk: AttachmentFixture
beforeEach(async () => {
  desk = await startAttachmentFixture()
}, 300_000)
afterEach(() => desk.close())
afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!

test(
  `killed before and after each request of an attachment, ${ROUNDS} times each: the document once, and solved`,
  async () => {
    const { service } = desk
    for (let round = 0; round < ROUNDS; round++) {
      const opened: Blocked[] = []
      for (const isIt of ATTACHMENT_STEPS) {
        for (const when of ['before', 'after'] as const) {
          const one = await desk.open()
          opened.push(one)
          const dead = Promise.withResolvers<void>()
          const kill = async (what: string, at: 'before' | 'after') => {
            if (at !== when || !isIt(what) || !what.includes(one.procedureId)) return false
            await desk.core.kill()
            dead.resolve()
            return true
          }
          service.meddle(async (what) => ((await kill(what, 'before')) ? 'before' : 'pass'))
          service.onAnswered(async (what) => void (await kill(what, 'after')))
          desk.say(one)
          await dead.promise
          service.meddle(() => 'pass')
          service.onAnswered(null)
          await desk.restart()
        }
      }
      for (const one of opened) await desk.untilDone(one)
      for (const one of opened) await desk.expectOnce(one)
    }
  },
  300_000 + ROUNDS * 60_000,
)

test(
  `killed at any moment while the network does anything, ${ROUNDS} times: nothing lost, nothing twice`,
  async () => {
    const fates: readonly Meddling[] = [
      'pass',
      'pass',
      'pass',
      'before',
      'during',
      'after',
      'half',
      'late',
      'lost',
      503,
    ]
    const opened: Blocked[] = []
    for (let round = 0; round < ROUNDS; round++) {
      desk.service.meddle(() => 'pass')
      const some = [await desk.open(), await desk.open()]
      opened.push(...some)
      desk.service.meddle(() => oneOf(fates))
      for (const one of some) desk.say(one)
      await sleep(Math.random() * 500)
      await desk.restart()
      await sleep(Math.random() * 300)
      await desk.restart()
    }
    desk.service.meddle(() => 'pass')
    // The late request has arrived.
    await sleep(200)
    for (const one of opened) await desk.untilDone(one)
    for (const one of opened) await desk.expectOnce(one)
  },
  300_000 + ROUNDS * 60_000,
)
