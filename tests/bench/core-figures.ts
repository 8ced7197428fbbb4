import { startCore } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { plateAt } from './seed.ts'
import { figure, type Figure } from './statistics.ts'

const STARTS = 9
const QUERIES = 200

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Figures of the core alone: its start, and answers from a cache of `reports` verdicts. */
export async function coreFigures(dataDir: string, reports: number): Promise<Figure[]> {
  const service = await startFaultService()
  const starts: number[] = []
  for (let round = 0; round < STARTS; round++) {
    const started = performance.now()
    const fixture = await startCore(service.url, { dataDir })
    await fixture.value('lookup.get', { vrm: plateAt(reports - 1) })
    starts.push(performance.now() - started)
    await fixture.stop()
  }

  const fixture = await startCore(service.url, { dataDir })
  const many = async (run: (index: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let index = 0; index < QUERIES; index++) times.push(await timed(() => run(index)))
    return times
  }
  const some = (index: number) => plateAt((index * 9_973) % reports)
  const gets = await many((index) => fixture.value('lookup.get', { vrm: some(index) }))
  const suggestions = await many((index) =>
    fixture.value('lookup.suggest', { query: some(index).slice(0, 3), limit: 8 }),
  )
  const histories = await many((index) =>
    fixture.value('lookup.history', { query: '', limit: 50, before: reports - index }),
  )
  const searches = await many((index) =>
    fixture.value('lookup.history', {
      query: ['clio', some(index).slice(1, 6), 'citroen berl', '00417'][index % 4] ?? '',
      limit: 50,
    }),
  )
  await fixture.stop()
  await service.close()
  return [
    figure('core: start → first query answered', 'ms', starts, { target: 300 }),
    figure('core: cached verdict of a plate', 'ms', gets),
    figure('core: suggestions while typing', 'ms', suggestions, { target: 15 }),
    figure('core: a page of history', 'ms', histories),
    figure('core: search in the history', 'ms', searches, { target: 15 }),
  ]
}
