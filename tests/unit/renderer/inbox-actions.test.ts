import { beforeEach, expect, test } from 'vitest'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import { FakeBridge } from '#tests/renderer/harness/fake-bridge.ts'
import { NOW, scenes } from '#tests/renderer/harness/scenes.ts'
import { markInbox, snoozeInbox, undoInbox } from '#renderer/features/inbox/inbox-actions.ts'
import { inboxState, resetInboxState } from '#renderer/ui-state/inbox-state.ts'

const now = () => NOW
const LATER = NOW + 3_600_000

/** In-memory core where only the first snoozes succeed. */
class FailingBridge extends FakeBridge {
  #left: number
  constructor(snoozes: number) {
    const { route: _, ...scene } = scenes['inbox']!()
    super(scene, now)
    this.#left = snoozes
  }
  override async call<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
  ): Promise<Result<CommandResult<N>>> {
    if (name === 'inbox.snooze' && this.#left-- <= 0) return fail(appError('store-failed'))
    return super.call(name, args)
  }
  stateOf = (seq: number) => this.scene.inbox?.find((row) => row.seq === seq)?.state
  rows(...seqs: number[]): InboxRow[] {
    return (this.scene.inbox ?? []).filter(({ seq }) => seqs.includes(seq)).toSorted((a, b) => b.seq - a.seq)
  }
}
beforeEach(resetInboxState)

test('the changes of a line are put off at once, and come back with Z as they were', async () => {
  const bridge = new FailingBridge(2)
  const rows = bridge.rows(17, 16, 11)
  const before = rows.map(({ state }) => state)
  expect(before.at(-1)).toBe('snoozed')
  expect(await snoozeInbox(bridge, rows, LATER, 'pospuestas')).toBe(true)
  expect(rows.map(({ seq }) => bridge.stateOf(seq))).toEqual(['snoozed', 'snoozed', 'snoozed'])
  expect(await undoInbox(bridge, now)).toBe(17)
  expect(rows.map(({ seq }) => bridge.stateOf(seq))).toEqual(before)
})

test('none put off: there is nothing to undo', async () => {
  const bridge = new FailingBridge(0)
  expect(await snoozeInbox(bridge, bridge.rows(17, 16), LATER, 'pospuestas')).toBe(false)
  expect(inboxState().undos).toEqual([])
})

test('one account is left while its action is on the way, or its undoing: the next one has nothing of it', async () => {
  const bridge = new FailingBridge(9)
  const marking = markInbox(bridge, bridge.rows(20), 'done', 'hecha')
  const snoozing = snoozeInbox(bridge, bridge.rows(19, 18), LATER, 'pospuestas')
  resetInboxState()
  await Promise.all([marking, snoozing])
  expect(inboxState().undos).toEqual([])
  expect(bridge.stateOf(20)).toBe('done')

  await markInbox(bridge, bridge.rows(17), 'done', 'hecha')
  bridge.scene.refuses = { 'inbox.mark': appError('store-failed') }
  const undoing = undoInbox(bridge, now)
  resetInboxState()
  expect(await undoing).toBe(null)
  expect(inboxState().undos).toEqual([])
})

test('undoing at once undoes what was just done, although its answer has not come, and never what was done before', async () => {
  const bridge = new FailingBridge(9)
  const before = bridge.stateOf(19)
  await markInbox(bridge, bridge.rows(20), 'done', 'hecha')
  bridge.scene.holds = ['inbox.mark']
  const marking = markInbox(bridge, bridge.rows(19), 'done', 'hecha')
  const undoing = undoInbox(bridge, now)
  bridge.scene.holds = []
  bridge.release()
  expect(await marking).toBe(true)
  expect(await undoing).toBe(19)
  expect([bridge.stateOf(20), bridge.stateOf(19)]).toEqual(['done', before])
})

test('undoing goes back action by action, whichever the core answered first', async () => {
  const bridge = new FailingBridge(9)
  const before = bridge.stateOf(19)
  bridge.scene.holds = ['inbox.mark']
  const marking = markInbox(bridge, bridge.rows(20), 'done', 'hecha')
  await snoozeInbox(bridge, bridge.rows(19), LATER, 'pospuesta')
  bridge.release()
  bridge.scene.holds = []
  expect(await marking).toBe(true)
  expect(await undoInbox(bridge, now)).toBe(19)
  expect([bridge.stateOf(20), bridge.stateOf(19)]).toEqual(['done', before])
})
