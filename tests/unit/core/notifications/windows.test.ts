import { expect, test } from 'vitest'
import type { Notification } from '#shared/bridge/inbox.ts'
import { ANSWER_MS, createWindows, WINDOW_ALIVE_MS } from '#electron/core/features/notifications/windows.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const notification: Notification = {
  tag: 'demo:1',
  title: '1234 BCD · Con incidencia',
  body: '',
  route: { view: 'inbox' },
  silent: false,
  actions: [],
}

function start() {
  const clock = createManualClock()
  const asked: string[] = []
  const windows = createWindows({ clock, ask: (windowId) => void asked.push(windowId) })
  const beat = (windowId: string, rest: object = {}) =>
    windows.recordBeat({ windowId, permission: 'granted', visible: false, ...rest })
  return { clock, asked, windows, beat }
}

test('of two windows one is asked, and the same one the next time, whoever was heard of last', async () => {
  const { clock, asked, windows, beat } = start()
  beat('a')
  expect(windows.mayRaise).toBe(true)
  for (const _ of [1, 2]) {
    await clock.advance(1_000)
    beat('b')
    const raised = windows.raise(notification)
    windows.recordOutcome('a', notification.tag, 'shown')
    expect(await raised).toBe('shown')
  }
  expect(asked).toEqual(['a', 'a'])
})

test('one that says that it closes while it is asked: the other is asked at once, without waiting', async () => {
  const { asked, windows, beat } = start()
  beat('a')
  beat('b', { permission: 'denied' })
  const raised = windows.raise(notification)
  beat('b')
  beat('a', { closing: true })
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect(asked).toEqual(['a', 'b'])
  windows.recordOutcome('b', notification.tag, 'shown')
  expect(await raised).toBe('shown')
})

test('one that does not answer is waited for a while; then nobody is left', async () => {
  const { clock, asked, windows, beat } = start()
  beat('a')
  const raised = windows.raise(notification)
  await clock.advance(ANSWER_MS)
  expect(await raised).toBe('timeout')
  expect(asked).toEqual(['a'])
  expect(windows.mayRaise).toBe(false)
})

test('one that was not heard of for long is nobody', async () => {
  const { clock, windows, beat } = start()
  beat('a')
  await clock.advance(WINDOW_ALIVE_MS)
  expect(windows.mayRaise).toBe(false)
  expect(await windows.raise(notification)).toBe('no-window')
})
