import { afterEach, expect, test, vi } from 'vitest'
import { appError } from '#shared/bridge/result.ts'
import { draftForm, leaveDraftForm } from '#renderer/features/wizard/draft-forms.ts'
import { createClient, createClock, createLeftLists } from '#renderer/replica/client.ts'
import { blank } from '../../renderer/harness/fake-procedures.ts'
import { FakeBridge } from '../../renderer/harness/fake-bridge.ts'
import { base } from '../../renderer/harness/scene-base.ts'

afterEach(() => void vi.useRealTimers())

test('all watchers have the same time, and the clock stops with the last watcher', () => {
  vi.useFakeTimers()
  const clock = createClock(Date.now)
  vi.advanceTimersByTime(10_000)
  const stops = [clock.watch(), clock.watch()]
  expect(clock.store.getState()).toBe(Date.now())
  const told: number[] = []
  clock.store.subscribe((time) => told.push(time))
  stops[0]!()
  vi.advanceTimersByTime(3_000)
  expect(told).toHaveLength(3)
  expect(told.at(-1)).toBe(Date.now())
  stops[1]!()
  expect(vi.getTimerCount()).toBe(0)
})

const rows = (name: string) => ({ size: 24, pages: [[0, [name]]] as const, total: 1 })

test('a list is found again as it was left', () => {
  const lists = createLeftLists()
  const place = lists.open<string>('cases all')
  expect(place.left).toBeUndefined()
  place.leave(rows('1234BCD'))
  expect(lists.open('cases all').left).toEqual(rows('1234BCD'))
  expect(lists.open('cases other').left).toBeUndefined()
})

test('a list without an answer does not replace the list as it was left', () => {
  const lists = createLeftLists()
  lists.open<string>('cases all').leave(rows('1234BCD'))
  lists.open<string>('cases all').leave(undefined)
  expect(lists.open('cases all').left).toEqual(rows('1234BCD'))
})

test('a lock or another account forgets the left lists, and a list that was open then is not kept', () => {
  const lists = createLeftLists()
  lists.open<string>('cases all').leave(rows('1234BCD'))
  const place = lists.open<string>('cases other')
  lists.clear()
  place.leave(rows('of another account'))
  expect(lists.open('cases all').left).toBeUndefined()
  expect(lists.open('cases other').left).toBeUndefined()
  lists.open<string>('cases other').leave(rows('of this one'))
  expect(lists.open('cases other').left).toEqual(rows('of this one'))
})

test('only the lists left last are kept', () => {
  const lists = createLeftLists()
  for (let at = 0; at < 20; at += 1) lists.open<string>(`cases ${at}`).leave(rows(`${at}`))
  const kept = Array.from({ length: 20 }, (_, at) => lists.open(`cases ${at}`).left).filter(Boolean)
  expect(kept).toHaveLength(4)
  expect(lists.open('cases 19').left).toEqual(rows('19'))
})

function setUp() {
  const draft = blank('d', 'transfer', 0)
  const bridge = new FakeBridge(base({ drafts: [draft] }), () => 0)
  const client = createClient(
    bridge,
    () => 0,
    (run) => run(),
  )
  const saves = () => bridge.calls.filter(({ name }) => name === 'procedures.draft-save').length
  return { draft, bridge, client, saves }
}

test('locked: a form with nothing to keep is forgotten, and what could not be kept is there afterwards', async () => {
  const { draft, bridge, client } = setUp()
  const clean = draftForm(client, draft)
  client.forget('lock')
  const form = draftForm(client, draft)
  expect(form).not.toBe(clean)
  bridge.scene.refuses = { 'procedures.draft-save': appError('locked') }
  form.type('client', 'Lozano')
  client.forget('lock')
  await leaveDraftForm(client, draft.id, form)
  expect(draftForm(client, draft)).toBe(form)
  bridge.scene.refuses = {}
  expect(await form.flush()).toBe(true)
  expect(bridge.scene.drafts?.[0]?.fields.client).toBe('Lozano')
  form.close()
})

test('another account: nothing of a form is there, nor is it kept in that account', async () => {
  const { draft, client, saves } = setUp()
  const form = draftForm(client, draft)
  form.type('client', 'Lozano')
  client.forget('account')
  expect(draftForm(client, draft)).not.toBe(form)
  await leaveDraftForm(client, draft.id, form)
  expect(saves()).toBe(0)
})
