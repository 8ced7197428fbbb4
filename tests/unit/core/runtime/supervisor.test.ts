import { expect, test } from 'vitest'
import type { Trouble } from '#shared/bridge/diagnosis.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import { createSupervisor } from '#electron/core/runtime/supervisor.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

function setUp() {
  const clock = createManualClock()
  const logged: string[] = []
  let troubles: readonly Trouble[] = []
  const supervisor = createSupervisor({
    clock,
    log: createLog((line) => logged.push(line)),
    onTroubles: (next) => (troubles = next),
  })
  const states = () => troubles.map(({ part, state }) => `${part} ${state}`)
  return { clock, supervisor, logged, states }
}

test('what passes is gone when the part works again; what is over stays until the person has read it', () => {
  const { supervisor, states, logged } = setUp()
  const sweep = supervisor.watch('sweep')
  const store = supervisor.watch('store')
  sweep.report('failing')
  store.report('restarting')
  store.report('restarted')
  expect(states()).toEqual(['sweep failing', 'store restarted'])
  sweep.reportWorking()
  store.reportWorking()
  expect(states()).toEqual(['store restarted'])
  supervisor.dismiss('store')
  expect(states()).toEqual([])
  expect(logged).toHaveLength(3)
})

test('a part that has had the same in hand for too long is stalled, until it goes on', async () => {
  const { clock, supervisor, states } = setUp()
  let inHand: number | null = null
  supervisor.watch('store', { current: () => inHand, patienceMs: 2_000 })
  await clock.advance(60_000)
  inHand = 1
  await clock.advance(2_000)
  expect(states()).toEqual([])
  await clock.advance(1_000)
  expect(states()).toEqual(['store stalled'])
  inHand = 2
  await clock.advance(1_000)
  expect(states()).toEqual([])
})

test('many pieces of work, each in time, are no reason to worry', async () => {
  const { clock, supervisor, states } = setUp()
  let inHand = 0
  supervisor.watch('sweep', { current: () => inHand, patienceMs: 2_000 })
  for (let n = 0; n < 20; n++) {
    await clock.advance(1_500)
    inHand++
  }
  expect(states()).toEqual([])
})

test('a PC that slept through it has stalled nothing', async () => {
  const { clock, supervisor, states } = setUp()
  supervisor.watch('sweep', { current: () => 1, patienceMs: 2_000 })
  clock.setBack(-3_600_000)
  await clock.advance(500)
  expect(states()).toEqual([])
})

test('a part that is not there any more is in no trouble', async () => {
  const { clock, supervisor, states } = setUp()
  const old = supervisor.watch('sweep', { current: () => 1, patienceMs: 1_000 })
  await clock.advance(3_000)
  expect(states()).toEqual(['sweep stalled'])
  old.end()
  expect(states()).toEqual([])
  await clock.advance(3_000)
  expect(states()).toEqual([])
})
