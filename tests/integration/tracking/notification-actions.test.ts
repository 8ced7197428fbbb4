import { expect, test } from 'vitest'
import type { NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { setUpTracking } from './tracked-procedures.ts'
import { until } from './until.ts'

const desk = setUpTracking()

const rows = async (of: TrackingFixture) => (await of.store.call('inbox', 'all', null, null, 50)).rows
const states = async (of: TrackingFixture) => (await rows(of)).map(({ state }) => state)
const unread = (of: TrackingFixture) => of.state.inboxCounts?.unread

test('Hecho marks what its notification told as done, once, and leaves what came later', async () => {
  const of = await desk.start()
  await desk.change(of, 'p')
  await until(() => of.raised.length === 1)
  await until(() => unread(of) === 1)
  const { tag } = of.raised[0]!
  const before = await rows(of)
  await desk.change(of, 'p', 'IN_PROGRESS')
  const isUnread = (state: string) => state === 'unread'
  await until(async () => (await states(of)).filter(isUnread).length === before.length + 1)

  const { notifier, inbox } = of.tracking
  expect(await notifier.markDone(tag)).toBe(true)
  await until(() => unread(of) === 1)
  const toldThen = new Set(before.map(({ seq }) => seq))
  for (const { seq, state } of await rows(of)) expect(state).toBe(toldThen.has(seq) ? 'done' : 'unread')

  // The person puts it back, and the button of before changes nothing twice: it says again what it said.
  const [first] = before
  await inbox.mark([first!.seq], 'read')
  expect(await Promise.all([notifier.markDone(tag), notifier.markDone(tag)])).toEqual([true, true])
  expect((await states(of)).filter((state) => state === 'unread')).toHaveLength(1)
})

test('one of another account, or whose data were erased, is refused and nothing is done', async () => {
  const of = await desk.start()
  await desk.change(of, 'p')
  await until(() => of.raised.length === 1)
  const before = await states(of)
  for (const tag of ['other:1', 'test:999', 'test:test', ''])
    expect(await of.tracking.notifier.markDone(tag)).toBe(false)
  expect(await states(of)).toEqual(before)
})

test('one put off meanwhile is done, and does not come back', async () => {
  const of = await desk.start()
  await desk.change(of, 'p')
  await until(() => of.raised.length === 1)
  const [row] = await rows(of)
  await of.tracking.inbox.snooze([row!.seq], Date.now() + 60_000)
  expect(await of.tracking.notifier.markDone(of.raised[0]!.tag)).toBe(true)
  expect(await of.tracking.inbox.wake(Date.now() + 120_000)).toBeNull()
  expect((await states(of)).every((state) => state === 'done')).toBe(true)
})

test('a notification of one file that became a burst is done for that file alone', async () => {
  const of = await desk.start({ settings: { burst: { more: 1, seconds: 30 } } })
  await desk.change(of, 'p')
  await until(() => of.raised.length === 1)
  // One more than the office wants: told as a burst, of which one file is known so far.
  await desk.change(of, 'q')
  await until(() => of.raised.length === 2)
  const { tag } = of.raised[1]!
  expect(of.raised[1]?.actions.map(({ action }) => action)).toEqual(['open', 'done'])
  await desk.change(of, 'r')
  await until(async () => (await of.store.call('notificationsOfTag', tag, 10)).total > 1)
  expect(await of.tracking.notifier.markDone(tag)).toBe(true)
  const done = (await rows(of)).filter(({ state }) => state === 'done')
  expect(new Set(done.map(({ id }) => id))).toEqual(new Set(['q']))
})

test('the changes of a file have one group, which says nothing of it, and a burst has none', async () => {
  const of = await desk.start({ settings: { burst: { more: 2, seconds: 30 } } })
  await desk.change(of, 'p')
  await until(() => of.raised.length === 1)
  await desk.change(of, 'p', 'IN_PROGRESS')
  await until(() => of.raised.length === 2)
  const [first, second] = of.raised
  expect(first?.group).toMatch(/^[\w-]{16}$/)
  expect(second?.group).toBe(first?.group)
  expect(second?.tag).not.toBe(first?.tag)
  await Promise.all(['q', 'r', 's'].map((id) => desk.change(of, id)))
  await until(() => of.raised.at(-1)?.actions.length === 1)
  expect(of.raised.at(-1)).not.toHaveProperty('group')
})

test('with sound, a burst sounds when it begins and grows in silence', async () => {
  const of = await desk.start({ settings: { sound: true, burst: { more: 1, seconds: 30 } } })
  for (const [index, id] of ['p', 'q', 'r'].entries()) {
    await desk.change(of, id)
    await until(() => of.raised.length > index)
  }
  const [first, second, third] = of.raised
  expect(second?.tag).toBe(third?.tag)
  expect([first, second, third].map((one) => one?.silent)).toEqual([false, false, true])
})

test.each([
  ['failed', false],
  ['denied', true],
] as const)('what the system did not show (%s) is counted until it is read', async (outcome, denied) => {
  let answer: NotificationOutcome = outcome
  const of = await desk.start({ present: async () => answer })
  await desk.change(of, 'p')
  await until(async () => (await of.tracking.notifier.countUnshown()).count === 1)
  expect(await of.tracking.notifier.countUnshown()).toEqual({ count: 1, denied })
  answer = 'shown'
  await desk.change(of, 'q')
  await until(() => unread(of) === 2)
  expect((await of.tracking.notifier.countUnshown()).count).toBe(1)
  const seqs = (await rows(of)).map(({ seq }) => seq)
  await of.tracking.inbox.mark(seqs, 'read')
  expect(await of.tracking.notifier.countUnshown()).toEqual({ count: 0, denied: false })
})
