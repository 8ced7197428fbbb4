import { describe, expect, test } from 'vitest'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { createTrayActions } from '#electron/shell/tray-feed.ts'
import type { TraySlices } from '#electron/shell/tray-view-model.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

function setUp({ answer = ok({}), known = true }: { answer?: Result<unknown>; known?: boolean } = {}) {
  const done: unknown[] = []
  const note =
    (what: string) =>
    (...args: unknown[]) =>
      void done.push(args.length > 0 ? [what, ...args] : what)
  const slices = {
    profile: { id: 'a', environment: 'demo', name: 'A' },
    notificationSettings: defaultNotificationSettings,
    lock: { locked: false, hasPin: false },
  } as unknown as TraySlices
  const act = createTrayActions({
    router: {
      call(name, args) {
        done.push([name, args])
        return Promise.resolve(answer)
      },
    },
    clock: createManualClock(new Date(2026, 10, 20, 14, 5).getTime()),
    slices: () => (known ? slices : null),
    openPanel: note('panel'),
    showWindow: note('window'),
    openRoute: note('route'),
    quit: note('quit'),
    onFailed: note('failed'),
  })
  return { act, done }
}

describe('what is chosen in the tray', () => {
  test('opens the panel and the window, and quits', async () => {
    const { act, done } = setUp()
    for (const what of ['panel', 'show', 'quit'] as const) await act({ do: what })
    expect(done).toEqual(['panel', 'window', 'quit'])
  })

  const file = { do: 'open', route: { view: 'procedure', id: 'p' }, seqs: [7] } as const
  test('a change opens its file, and is read by that', async () => {
    const { act, done } = setUp()
    await act({ ...file, account: 'a' })
    expect(done).toEqual([
      ['route', file.route],
      ['inbox.mark', { seqs: [7], state: 'read' }],
    ])
  })

  test('one of an account that is no longer on screen opens Novedades, and reads nothing', async () => {
    const { act, done } = setUp()
    await act({ ...file, account: 'b' })
    expect(done).toEqual([['route', { view: 'inbox' }]])
  })

  test('a pause ends by the time of the click', async () => {
    const { act, done } = setUp()
    await act({ do: 'pause', pause: 'hour' })
    await act({ do: 'pause', pause: 'tomorrow' })
    await act({ do: 'resume' })
    const until = [new Date(2026, 10, 20, 15, 5).getTime(), new Date(2026, 10, 21, 8).getTime(), null]
    expect(done).toEqual(until.map((pausedUntil) => ['notification-settings.update', { pausedUntil }]))
  })

  test('before anything is known there is nothing to pause', async () => {
    const { act, done } = setUp({ known: false })
    await act({ do: 'pause', pause: 'hour' })
    expect(done).toEqual([])
  })

  test('refused while locked, the window asks for the PIN; any other failure is said', async () => {
    const locked = setUp({ answer: fail(appError('locked')) })
    await locked.act({ do: 'activate', id: 'b' })
    expect(locked.done).toEqual([['accounts.activate', { id: 'b' }], 'window'])
    const full = setUp({ answer: fail(appError('disk-full')) })
    await full.act({ do: 'resume' })
    expect(full.done.at(-1)).toEqual(['failed', appError('disk-full')])
  })
})
