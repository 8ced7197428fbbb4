import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import type { Meddling } from '#tests/fakes/meddling-proxy.ts'
import { filled } from '#tests/fakes/procedure-fixture.ts'
import { ROUNDS } from './rounds.ts'
import { type Sale, type SaleFixture, startSaleFixture, STEPS } from './sale-desk.ts'

let desk: SaleFixture
beforeEach(async () => {
  desk = await startSaleFixture()
})
afterEach(() => desk.close())
afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!
/** Not awaited: a killed core never answers. */
const say = ({ id, version }: Sale) =>
  void desk.core.call('procedures.send', { id, version, duplicates: true })

test(
  `killed before and after each request of a sending, ${ROUNDS} times each: one confirmed, documents once`,
  async () => {
    const { service } = desk
    for (let round = 0; round < ROUNDS; round++) {
      const opened: Sale[] = []
      for (const isIt of STEPS) {
        for (const when of ['before', 'after'] as const) {
          const sale = await desk.open()
          opened.push(sale)
          const dead = Promise.withResolvers<void>()
          const kill = async (what: string, at: 'before' | 'after') => {
            if (at !== when || !isIt(what)) return false
            await desk.core.kill()
            dead.resolve()
            return true
          }
          service.meddle(async (what) => ((await kill(what, 'before')) ? 'before' : 'pass'))
          service.onAnswered(async (what) => void (await kill(what, 'after')))
          say(sale)
          // Earlier submissions are running too: whichever gets there first.
          await dead.promise
          service.meddle(() => 'pass')
          service.onAnswered(null)
          await desk.restart()
        }
      }
      for (const sale of opened) await desk.untilSent(sale)
      for (const sale of opened) desk.expectOne(sale)
    }
  },
  300_000 + ROUNDS * 60_000,
)

test(
  `killed at any moment while the network does anything, ${ROUNDS} times: no draft lost, each sent once`,
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
      503,
      429,
    ]
    const opened: Sale[] = []
    for (let round = 0; round < ROUNDS; round++) {
      desk.service.meddle(() => 'pass')
      const some = [await desk.open(), await desk.open(), await desk.open()]
      const typed = await filled(desk.core, 'registration', { notes: `round ${round}` })
      opened.push(...some)
      desk.service.meddle(() => oneOf(fates))
      for (const sale of some) say(sale)
      await sleep(Math.random() * 600)
      await desk.restart()
      await sleep(Math.random() * 300)
      await desk.restart()
      const { fields } = await desk.core.value('procedures.draft-get', { id: typed.id })
      expect(fields.notes).toBe(`round ${round}`)
    }
    desk.service.meddle(() => 'pass')
    for (const sale of opened) await desk.untilSent(sale)
    await sleep(200)
    for (const sale of opened) desk.expectOne(sale)
  },
  300_000 + ROUNDS * 60_000,
)
