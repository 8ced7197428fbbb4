import { startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startHostileService, type Hostility } from '#tests/fakes/hostile-service.ts'
import { figure, type Figure } from './statistics.ts'

const ROUNDS = 15
/** Keeps the rate limit out of the measurement. */
const PAUSE_MS = 800
const BAD: readonly Hostility[] = [
  'html',
  'half-json',
  'redirect',
  'hang',
  'fails-for-ever',
  'deep',
  'other-plate',
]

/** Cost, for a good plate, of plates that the service always answers badly. */
export async function hostileFigures(): Promise<Figure[]> {
  const hostile = await startHostileService()
  const fixture = await startCore(hostile.service.url)
  try {
    const alone = await goodPlates(fixture, 2_000)
    for (const [index, how] of BAD.entries()) {
      const vrm = `${1_000 + index}BBD`
      hostile.set(vrm, how)
      await fixture.value('lookup.start', { vrm })
    }
    const beside = await goodPlates(fixture, 3_000)
    return [
      figure('fresh lookup: a good plate, alone', 'ms', alone),
      figure(`fresh lookup: a good plate, with ${BAD.length} bad ones open`, 'ms', beside),
    ]
  } finally {
    await fixture.stop()
    await hostile.service.close()
  }
}

async function goodPlates(fixture: CoreFixture, from: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const vrm = `${from + round}BCD`
    const started = performance.now()
    await fixture.value('lookup.start', { vrm })
    await fixture.until(vrm, ({ latest }) => latest !== null, 120_000)
    times.push(performance.now() - started)
  }
  return times
}
