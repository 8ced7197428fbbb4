import * as fc from 'fast-check'
import { expect, test, beforeEach } from 'vitest'
import type { InboxGroup, InboxRow } from '#shared/bridge/inbox.ts'
import { inboxPlace } from '#shared/domain/inbox.ts'
import {
  activeIndex,
  fileOf,
  inboxEntries,
  type InboxEntry,
  type InboxItem,
  nextRow,
  positionAt,
  positionOf,
  rowAfter,
  withKept,
} from '#renderer/features/inbox/inbox-items.ts'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import { FakeBridge } from '#tests/renderer/harness/fake-bridge.ts'
import { NOW, scenes } from '#tests/renderer/harness/scenes.ts'
import { markInbox, snoozeInbox, undoInbox } from '#renderer/features/inbox/inbox-actions.ts'
import { inboxState, resetInboxState } from '#renderer/features/inbox/inbox-state.ts'

const at = (day: number, hour = 10, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()
const row = (seq: number, seenAt: number, rest: Partial<InboxRow> = {}): InboxRow => ({
  event: 'procedure.status_changed',
  status: 'DONE',
  detail: {},
  at: seenAt,
  seenAt,
  source: 'poll',
  seq,
  kind: 'procedure',
  id: `p${seq}`,
  subject: {},
  state: 'unread',
  actionable: false,
  ...rest,
})
/** Line of these changes, newest first. */
const line = (...rows: InboxRow[]): InboxGroup => {
  const moment = rows.at(-1)!.seq
  return { moment, place: inboxPlace(rows, moment, 'unread', 'asking'), rows }
}
const all = { more: false, pinned: null, unfolded: new Set<number>() }

const read = (entries: readonly InboxEntry[]) =>
  entries.map((entry) =>
    entry.type === 'head'
      ? `${entry.part === 'day' ? new Date(entry.at).getDate() : entry.part}:${String(entry.count)}`
      : `${entry.isChange ? '· ' : ''}${entry.rows.map(({ seq }) => seq).join('+')}`,
  )

test('by the day it was seen, with how many lines where that is known', () => {
  const groups = [
    line(row(5, at(20)), row(4, at(20))),
    line(row(3, at(20), { at: at(12) })),
    line(row(2, at(19))),
    line(row(1, at(18))),
  ]
  expect(read(inboxEntries(groups, all))).toEqual(['20:2', '5+4', '3', '19:1', '2', '18:1', '1'])
  expect(read(inboxEntries(groups, { ...all, more: true })).at(-2)).toBe('18:null')
})

test('what asks for something is first, under its own head, and the first day after it says that it is the rest', () => {
  const groups = [line(row(2, at(12), { actionable: true })), line(row(9, at(20))), line(row(8, at(19)))]
  const entries = inboxEntries(groups, all)
  expect(read(entries)).toEqual(['asking:1', '2', '20:1', '9', '19:1', '8'])
  expect(entries.flatMap((entry) => (entry.type === 'head' ? [entry.isRest] : []))).toEqual([
    false,
    true,
    false,
  ])
  // Of any day: each says its own.
  expect(entries[1]).toMatchObject({ headAt: null })
  expect(read(inboxEntries(groups.slice(1), all))[0]).toBe('20:1')
})

test('a clock that was set back makes no day twice', () => {
  const groups = [line(row(3, at(20))), line(row(2, at(25))), line(row(1, at(19)))]
  expect(read(inboxEntries(groups, all))).toEqual(['20:2', '3', '2', '19:1', '1'])
})

test('an unfolded line has its changes under it, one by one; a single change has nothing to unfold', () => {
  const groups = [line(row(5, at(20)), row(4, at(20))), line(row(3, at(20)))]
  const entries = inboxEntries(groups, { ...all, unfolded: new Set([4, 3]) })
  expect(read(entries)).toEqual(['20:2', '5+4', '· 5', '· 4', '3'])
  expect(entries.flatMap((entry) => (entry.type === 'row' ? [entry.isUnfolded] : []))).toEqual([
    true,
    null,
    null,
    null,
  ])
})

test('a line keeps its name when another change joins it', () => {
  const two = [row(3, at(20)), row(1, at(20))] as const
  const key = (group: InboxGroup) => inboxEntries([group], all)[1]?.key
  expect(key(line(row(4, at(20)), ...two))).toBe(key(line(...two)))
})

test('what a notification led to is at the top when it is not in the list', () => {
  const entries = inboxEntries([line(row(9, at(20)))], { ...all, pinned: line(row(2, at(3))) })
  expect(read(entries)).toEqual(['noticed:null', '2', '20:1', '9'])
})

test('the keyboard stays with its line; gone, with the one that took its place', () => {
  const groups = [line(row(9, at(20)), row(8, at(20))), line(row(7, at(20))), line(row(4, at(19)))]
  const entries = inboxEntries(groups, { ...all, pinned: line(row(2, at(3))), unfolded: new Set([8]) })
  const there = (position: Parameters<typeof activeIndex>[1]) =>
    read([entries[activeIndex(entries, position)]!])[0]
  expect(there(positionAt(7))).toBe('7')
  expect(there(positionAt(9))).toBe('9+8')
  expect(there({ moment: 6, seq: 6, isChange: false, place: 6 })).toBe('4')
  expect(there(positionAt(3))).toBe('4')
  expect(there(positionAt(2))).toBe('2')
  expect(there(null)).toBe('2')
  expect(activeIndex([], positionAt(3))).toBe(-1)
  const change = (seq: number) => ({ moment: 8, seq, isChange: true, place: 8 })
  expect(there(change(9))).toBe('· 9')
  // A change that left: the next one of its line, and after the last one the line itself.
  expect(there(change(10))).toBe('· 9')
  expect(there(change(7))).toBe('9+8')
})

test('moving jumps over heads and ends at the ends; what leaves with its line is jumped over too', () => {
  const groups = [line(row(3, at(20)), row(2, at(20))), line(row(1, at(19)))]
  const entries = inboxEntries(groups, { ...all, unfolded: new Set([2]) })
  expect(nextRow(entries, 1, 1)?.key).toBe('2 3')
  expect(nextRow(entries, 5, -1)?.key).toBe('2 2')
  expect(nextRow(entries, 5, 1)).toBeNull()
  expect(nextRow(entries, 1, -1)).toBeNull()
  expect(rowAfter(entries, 1)?.key).toBe('1')
  expect(rowAfter(entries, 2)?.key).toBe('2 2')
  expect(rowAfter(entries, 5)?.key).toBe('2 2')
  expect(rowAfter(entries.slice(0, 2), 1)).toBeNull()
})

test('what is kept is where it was, beside what its line still has, and the list says how it is now', () => {
  const groups = [line(row(9, at(20))), line(row(5, at(19)), row(4, at(19)))]
  const kept = [
    line(row(7, at(20), { state: 'read' })),
    line(row(6, at(19), { state: 'read' }), row(4, at(19), { state: 'read' })),
  ]
  expect(withKept(groups, kept).map(({ rows }) => rows.map(({ seq, state }) => `${seq} ${state}`))).toEqual([
    ['9 unread'],
    ['7 read'],
    ['6 read', '5 unread', '4 unread'],
  ])
  expect(withKept(groups, [])).toBe(groups)
})

test('a line is of one file, except that of reports of several plates', () => {
  const file = { kind: 'procedure', id: 'p' } as const
  expect(fileOf([row(2, at(20), file), row(1, at(20), file)])).toEqual(file)
  expect(fileOf([row(2, at(20)), row(1, at(20))])).toBeNull()
})

test('whatever comes: every change is once and in order, days only go back, and counts are true', () => {
  const change = fc.record({
    seenAt: fc.integer({ min: at(1), max: at(28) }),
    actionable: fc.boolean(),
    many: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), fc.boolean(), (changes, isUnfolded) => {
      let seq = 0
      const groups = changes
        .map(({ seenAt, actionable, many }) => {
          const rows = Array.from({ length: many }, () => row(++seq, seenAt, { actionable, id: 'p' }))
          return line(...rows.toReversed())
        })
        .toSorted((a, b) => b.place - a.place)
      const unfolded = new Set(isUnfolded ? groups.map(({ moment }) => moment) : [])
      const entries = inboxEntries(groups, { ...all, unfolded })
      const items = entries.filter((entry): entry is InboxItem => entry.type === 'row')
      const lines = items.filter(({ isChange }) => !isChange)
      expect(lines.map(({ moment }) => moment)).toEqual(groups.map(({ moment }) => moment))
      const singles = items.filter(({ isChange }) => isChange).map(({ rows }) => rows[0])
      const expected = isUnfolded ? groups.flatMap(({ rows }) => (rows.length > 1 ? rows : [])) : []
      expect(singles).toEqual(expected)
      const heads = entries.filter((entry) => entry.type === 'head')
      const days = heads.filter(({ part }) => part === 'day')
      expect(days.every((head, index) => index === 0 || head.at < days[index - 1]!.at)).toBe(true)
      expect(heads.reduce((sum, head) => sum + head.count!, 0)).toBe(groups.length)
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
      for (const item of items)
        expect((entries[activeIndex(entries, positionOf(item))] as InboxItem).key).toBe(item.key)
    }),
  )
})

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
  stateOf = (seq: number) => this.scene.inbox?.find((one) => one.seq === seq)?.state
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
