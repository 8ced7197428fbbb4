import { describe, expect, test, vi } from 'vitest'
import { createPagePorts } from '#extension/background/start-background.ts'
import { createPageClient } from '#extension/pages/client.ts'
import type { PageRequest } from '#extension/page-messages.ts'
import { fakeEvent, type FakePort, portPair } from '#tests/extension/harness/fake-events.ts'

/** Turns of the fake ports: more than a question and its answer take, and in their order however busy the machine is. */
const TURNS = 6
const later = async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

/** A page over backgrounds that the test stops. Each keeps what it was asked. */
function fixture() {
  const backgrounds: { port: FakePort; asked: PageRequest[] }[] = []
  const client = createPageClient(() => {
    const [page, background] = portPair('popup')
    const asked: PageRequest[] = []
    background.onMessage.addListener((message) => asked.push(message as PageRequest))
    backgrounds.push({ port: background, asked })
    return page as never
  })
  return { client, backgrounds, last: () => backgrounds.at(-1)! }
}

describe('a page, when the browser stops the background', () => {
  test('asks again what may be asked twice, and is told that the rest may have arrived', async () => {
    const { client, last } = fixture()
    const read = client.request('lookup.get', { vrms: ['1234BCD'] })
    const written = client.request('open', { vrm: '1234BCD', transfer: true })
    await later()
    last().port.disconnect()
    expect(await written).toEqual({ ok: false, error: { code: 'dropped' } })
    await later()
    expect(last().asked.map(({ command }) => command)).toEqual(['lookup.get'])
    last().port.postMessage({ id: last().asked[0]!.id, ok: true, value: { rows: [] } })
    expect(await read).toEqual({ ok: true, value: { rows: [] } })
  })

  test('gives up what is dropped again and again', async () => {
    const { client, backgrounds, last } = fixture()
    const read = client.request('lookup.get', { vrms: [] })
    for (let times = 0; times < 3; times += 1) {
      await later()
      last().port.disconnect()
    }
    expect(await read).toEqual({ ok: false, error: { code: 'dropped' } })
    expect(backgrounds.length).toBe(4)
  })

  test('counts the sessions of the next one after those of the one before', async () => {
    const { client, last } = fixture()
    const tell = (session: number) =>
      last().port.postMessage({
        topic: 'connection',
        payload: { connection: { kind: 'approved', demo: false, online: true, unread: 0 }, session },
      })
    tell(2)
    await later()
    expect(client.view().session).toBe(0)
    tell(3)
    await later()
    expect(client.view().session).toBe(1)
    last().port.disconnect()
    await later()
    tell(1)
    await later()
    expect(client.view().session).toBe(2)
  })
})

test('a page asks nothing twice for the session that was there when it opened', async () => {
  const { client, last } = fixture()
  const sessions: number[] = []
  client.subscribe(() => sessions.push(client.view().session))
  const tell = (kind: string, session: number) =>
    last().port.postMessage({ topic: 'connection', payload: { connection: { kind }, session } })
  tell('approved', 4)
  await later()
  tell('not-running', 4)
  await later()
  tell('approved', 5)
  await later()
  expect(sessions).toEqual([0, 0, 1])
})

test('the first session after none is a change, for which a page asks again', async () => {
  const { client, last } = fixture()
  const tell = (kind: string, session: number) =>
    last().port.postMessage({ topic: 'connection', payload: { connection: { kind }, session } })
  tell('not-running', 0)
  await later()
  expect(client.view().session).toBe(0)
  tell('approved', 1)
  await later()
  expect(client.view().session).toBe(1)
})

describe('a page, while the application opens its data', () => {
  const unavailable = (id: number) => ({ id, ok: false, error: { code: 'unavailable' } })

  test('reads again until there is an answer; a press is told at once', async () => {
    vi.useFakeTimers()
    try {
      const { client, last } = fixture()
      const read = client.request('lookup.get', { vrms: [] })
      const written = client.request('batch.start', { id: 'a', vrms: ['1234BCD'] })
      await vi.advanceTimersByTimeAsync(10)
      const [first, second] = last().asked
      last().port.postMessage(unavailable(first!.id))
      last().port.postMessage(unavailable(second!.id))
      await vi.advanceTimersByTimeAsync(10)
      expect(await written).toMatchObject({ ok: false, error: { code: 'unavailable' } })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(last().asked).toHaveLength(3)
      expect(last().asked[2]).toEqual(first)
      last().port.postMessage({ id: first!.id, ok: true, value: { rows: [] } })
      await vi.advanceTimersByTimeAsync(10)
      expect(await read).toMatchObject({ ok: true })
    } finally {
      vi.useRealTimers()
    }
  })

  test('gives up in the end', async () => {
    vi.useFakeTimers()
    try {
      const { client, last } = fixture()
      const read = client.request('lookup.recent', { limit: 4 })
      let ended = false
      void read.then(() => (ended = true))
      for (let times = 0; times < 200 && !ended; times += 1) {
        await vi.advanceTimersByTimeAsync(10)
        last().port.postMessage(unavailable(last().asked[0]!.id))
        await vi.advanceTimersByTimeAsync(1_000)
      }
      expect(await read).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('ports of pages', () => {
  const ask = async (url: string, request: Partial<PageRequest>) => {
    const onConnect = fakeEvent<[FakePort]>()
    const reached: string[] = []
    createPagePorts(
      { onConnect, getURL: () => 'chrome-extension://ours/' } as never,
      () =>
        ({
          view: () => ({ connection: { kind: 'closed' }, session: 0 }),
          look: () => () => {},
          retry: () => {},
          request: async (command: string) => {
            reached.push(command)
            return { ok: true, value: {} }
          },
        }) as never,
    )
    const [page, background] = portPair('popup', { id: 'ours', url })
    const heard: unknown[] = []
    let ended = false
    page.onMessage.addListener((message) => heard.push(message))
    page.onDisconnect.addListener(() => (ended = true))
    onConnect.emit(background)
    await later()
    if (!ended) page.postMessage({ id: 1, args: {}, ...request })
    await later()
    return { reached, heard, ended }
  }

  test('only pages of the extension are listened to', async () => {
    const page = await ask('chrome-extension://ours/popup.html', { command: 'lookup.get' })
    expect(page).toMatchObject({ reached: ['lookup.get'], ended: false })
    for (const url of [
      'https://example.com/',
      'chrome-extension://ours.example.com/',
      'chrome-extension://other/popup.html',
    ]) {
      const other = await ask(url, { command: 'lookup.get' })
      expect(other).toEqual({ reached: [], heard: [], ended: true })
    }
  })

  test.each(['hello', 'constructor', 'anything'])('a page may not ask %s', async (command) => {
    const { reached, heard } = await ask('chrome-extension://ours/panel.html', { command: command as never })
    expect(reached).toEqual([])
    expect(heard.at(-1)).toEqual({ id: 1, ok: false, error: { code: 'invalid-request' } })
  })
})
