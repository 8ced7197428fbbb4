import { startCore } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { procedureAt } from './desk-data.ts'
import { figure, type Figure } from './statistics.ts'

const ROUNDS = 60
const TARGET_MS = 60

/** The list of dealers and their boards with `count` procedures, each after a change of one of those. */
export async function dealerFigures(dataDir: string, count: number, now: number): Promise<Figure[]> {
  const service = await startFaultService()
  const fixture = await startCore(service.url, { dataDir })
  const list = (text = '') => fixture.value('dealers.list', { text, offset: 0, limit: 24 })
  const taken = { first: [] as number[], list: [] as number[], search: [] as number[], board: [] as number[] }
  const timed = async (into: number[], run: () => Promise<unknown>) => {
    const started = performance.now()
    await run()
    into.push(performance.now() - started)
  }
  await timed(taken.first, list)
  const { rows, total } = await list()
  let shown = 0
  for (let round = 0; round < ROUNDS; round++) {
    const ids = [procedureAt((round * 1_009) % count, now).id]
    await fixture.value('cases.mark', { selection: { ids }, marked: true })
    await timed(taken.list, list)
    await fixture.value('cases.mark', { selection: { ids }, marked: false })
    await timed(taken.search, () => list(['garcia', 'auto', 'sl'][round % 3]))
    await fixture.value('cases.mark', { selection: { ids }, marked: true })
    const { id = '' } = rows[round % rows.length] ?? {}
    await timed(taken.board, async () => {
      const { sections } = await fixture.value('dealers.get', { id })
      for (const part of sections) shown += part.rows.length
    })
  }
  await fixture.stop()
  await service.close()
  return [
    figure(`dealers: the list, first time since the start, ${total} of them`, 'ms', taken.first),
    figure('dealers: the list, after a change', 'ms', taken.list, { target: TARGET_MS }),
    figure('dealers: the list of a search, after a change', 'ms', taken.search, { target: TARGET_MS }),
    figure('dealers: the board of one, after a change', 'ms', taken.board, {
      target: TARGET_MS,
      note: `${Math.round(shown / ROUNDS)} rows on average`,
    }),
  ]
}
