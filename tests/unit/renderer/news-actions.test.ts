import { beforeEach, expect, test } from 'vitest'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { NewsRow } from '#shared/bridge/news.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import { FakeBridge } from '#tests/renderer/harness/fake-bridge.ts'
import { NOW, scenes } from '#tests/renderer/harness/scenes.ts'
import { markNews, snoozeNews, undoNews } from '#renderer/features/news/news-actions.ts'
import { newsDesk, resetNewsDesk } from '#renderer/ui-state/news-desk.ts'

const now = () => NOW
const LATER = NOW + 3_600_000

/** The core in memory, in which only the first so many are put off. */
class FailingBridge extends FakeBridge {
  #left: number
  constructor(snoozes: number) {
    const { route: _, ...scene } = scenes['news']!()
    super(scene, now)
    this.#left = snoozes
  }
  override async call<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
  ): Promise<Result<CommandResult<N>>> {
    if (name === 'news.snooze' && this.#left-- <= 0) return fail(appError('store-failed'))
    return super.call(name, args)
  }
  stateOf = (seq: number) => this.scene.news?.find((row) => row.seq === seq)?.state
  rows(...seqs: number[]): NewsRow[] {
    return (this.scene.news ?? []).filter(({ seq }) => seqs.includes(seq)).toSorted((a, b) => b.seq - a.seq)
  }
}
beforeEach(resetNewsDesk)

test('several put off that stop half way: those that were come back with Z', async () => {
  const bridge = new FailingBridge(2)
  const rows = bridge.rows(17, 16, 15)
  const before = rows.map(({ state }) => state)
  expect(await snoozeNews(bridge, rows, LATER, 'pospuestas')).toBe(false)
  expect(rows.map(({ seq }) => bridge.stateOf(seq))).toEqual(['snoozed', 'snoozed', before[2]])
  expect(await undoNews(bridge, now)).toBe(17)
  expect(rows.map(({ seq }) => bridge.stateOf(seq))).toEqual(before)
})

test('none put off: there is nothing to undo', async () => {
  const bridge = new FailingBridge(0)
  expect(await snoozeNews(bridge, bridge.rows(17, 16), LATER, 'pospuestas')).toBe(false)
  expect(newsDesk().undos).toEqual([])
})

test('one account is left while its action is on the way, or its undoing: the next one has nothing of it', async () => {
  const bridge = new FailingBridge(9)
  const marking = markNews(bridge, bridge.rows(20), 'done', 'hecha')
  const snoozing = snoozeNews(bridge, bridge.rows(19, 18), LATER, 'pospuestas')
  resetNewsDesk()
  await Promise.all([marking, snoozing])
  expect(newsDesk().undos).toEqual([])
  expect(bridge.stateOf(20)).toBe('done')

  await markNews(bridge, bridge.rows(17), 'done', 'hecha')
  bridge.scene.refuses = { 'news.mark': appError('store-failed') }
  const undoing = undoNews(bridge, now)
  resetNewsDesk()
  expect(await undoing).toBe(null)
  expect(newsDesk().undos).toEqual([])
})

test('undoing at once undoes what was just done, although its answer has not come, and never what was done before', async () => {
  const bridge = new FailingBridge(9)
  const before = bridge.stateOf(19)
  await markNews(bridge, bridge.rows(20), 'done', 'hecha')
  bridge.scene.holds = ['news.mark']
  const marking = markNews(bridge, bridge.rows(19), 'done', 'hecha')
  const undoing = undoNews(bridge, now)
  bridge.scene.holds = []
  bridge.release()
  expect(await marking).toBe(true)
  expect(await undoing).toBe(19)
  expect([bridge.stateOf(20), bridge.stateOf(19)]).toEqual(['done', before])
})
