import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { FIREFOX_ID, MAX_FRAME_BYTES } from '#shared/host-protocol/protocol.ts'
import { builtHost, CHROME_ORIGIN, nativeFrame } from '#tests/fakes/host-browser.ts'
import { frameOf } from '#tests/fakes/host-door.ts'
import { createHostScene } from '#tests/fakes/host-scene.ts'

const scene = createHostScene()
afterEach(scene.clear)

describe('the native host carries', () => {
  test('a request to the application and its answer back, as they are', async () => {
    const door = await scene.door()
    const browser = scene.browser()
    const args = { vrm: '1234BCD', text: 'peñá – 北' }
    expect(await browser.ask('lookup.start', args)).toEqual({ id: 1, ok: true, value: { echo: args } })
    expect(door.received).toEqual([{ id: 1, command: 'lookup.start', args }])
    expect(door.origins).toEqual([CHROME_ORIGIN])
    // The extension speaks first: nothing that it did not ask for has come.
    expect(browser.received).toHaveLength(1)
  })

  test('what Firefox says of the extension', async () => {
    const door = await scene.door()
    const command = [process.execPath, builtHost, `--data-dir=${scene.dataDir}`, '/x/host.json', FIREFOX_ID]
    await scene.browser({ command }).ask('hello')
    expect(door.origins).toEqual([FIREFOX_ID])
  })

  test('a topic of the application', async () => {
    const door = await scene.door()
    const browser = scene.browser()
    await browser.ask('hello')
    door.tell({ topic: 'state', payload: { unread: 3 } })
    expect(await browser.until(({ topic }) => topic === 'state')).toEqual({
      topic: 'state',
      payload: { unread: 3 },
    })
  })

  test('a hundred at once, each with its own answer', async () => {
    await scene.door()
    const browser = scene.browser()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => browser.ask('lookup.get', { index })),
    )
    expect(answers.map(({ value }) => value)).toEqual(answers.map((_, index) => ({ echo: { index } })))
  })

  test('frames of the limit, both ways', async () => {
    const room = MAX_FRAME_BYTES - Buffer.byteLength(JSON.stringify({ id: 1, ok: true, value: '' }))
    await scene.door({ answer: ({ id }) => ({ id, ok: true, value: 'x'.repeat(room) }) })
    const browser = scene.browser()
    const request = { id: 1, command: 'x', args: '' }
    request.args = 'y'.repeat(MAX_FRAME_BYTES - Buffer.byteLength(JSON.stringify(request)))
    browser.write(nativeFrame(request))
    const answer = await browser.until(({ id }) => id === 1)
    expect(answer.value).toHaveLength(room)
  })

  test('a request whose id is still open once only, and an answer once only', async () => {
    const door = await scene.door({ answer: () => null })
    const browser = scene.browser()
    const request = nativeFrame({ id: 7, command: 'batch.start', args: {} })
    browser.write(Buffer.concat([request, request, nativeFrame({ id: 8, command: 'x', args: {} })]))
    await expect.poll(() => door.received.map(({ id }) => id)).toEqual([7, 8])
    for (const value of [1, 2]) door.tell({ id: 7, ok: true, value })
    door.tell({ id: 8, ok: true, value: 3 })
    await browser.until(({ id }) => id === 8)
    expect(browser.received.map(({ value }) => value)).toEqual([1, 3])
  })

  test('more open requests than it keeps are told to wait', async () => {
    const door = await scene.door({ answer: () => null })
    const browser = scene.browser()
    for (let id = 1; id <= 1_025; id++) browser.write(nativeFrame({ id, command: 'x', args: {} }))
    expect((await browser.until(({ id }) => id === 1_025)).error).toEqual({
      code: 'rate-limited',
      retryAfterMs: 1_000,
    })
    await expect.poll(() => door.received.length).toBe(1_024)
  })
})

describe('an application that goes and comes', () => {
  test('is said, and what was open is answered', async () => {
    const door = await scene.door({ answer: ({ id }) => (id === 1 ? { id, ok: true, value: {} } : null) })
    const browser = scene.browser()
    await browser.ask('hello')
    const open = [browser.ask('lookup.start'), browser.ask('lookup.get')]
    await expect.poll(() => door.received.length).toBe(3)
    await door.kill()
    for (const answer of await Promise.all(open)) expect(answer.error).toEqual({ code: 'not-running' })
    await browser.until(({ topic, payload }) => topic === 'host' && !isConnected(payload))
    expect((await browser.ask('lookup.get')).error).toEqual({ code: 'not-running' })

    const next = await scene.door()
    await browser.until(({ topic, payload }) => topic === 'host' && isConnected(payload))
    expect((await browser.ask('hello')).ok).toBe(true)
    expect(next.received.map(({ command }) => command)).toEqual(['hello'])
    expect(browser.received.filter(({ topic }) => topic === 'host')).toHaveLength(2)
  })

  test('is found by itself, without any request', async () => {
    const browser = scene.browser()
    expect(await browser.until(({ topic }) => topic === 'host')).toEqual({
      topic: 'host',
      payload: { connected: false },
    })
    await scene.door()
    await browser.until(({ payload }) => isConnected(payload))
  })
})

describe('an end', () => {
  test('of stdin ends it at once, with a request open and half a frame come', async () => {
    const door = await scene.door({ answer: () => null })
    const browser = scene.browser()
    browser.write(nativeFrame({ id: 1, command: 'x', args: {} }))
    await expect.poll(() => door.received.length).toBe(1)
    browser.write(nativeFrame({ id: 2, command: 'x', args: {} }).subarray(0, 20))
    expect(await browser.close()).toEqual({ code: 0, signal: null })
    await expect.poll(() => door.sockets.size).toBe(0)
    expect(door.received).toHaveLength(1)
    expect(browser.errors()).toBe('')
  })

  test('of stdout is quiet', async () => {
    const door = await scene.door()
    const browser = scene.browser()
    await browser.ask('hello')
    browser.child.stdout?.destroy()
    await expect
      .poll(() => {
        door.tell({ topic: 'state', payload: {} })
        return browser.child.exitCode
      })
      .toBe(0)
    expect(browser.errors()).toBe('')
  })

  test('by kill -9 frees the door', async () => {
    const door = await scene.door()
    const browser = scene.browser()
    await browser.ask('hello')
    browser.child.kill('SIGKILL')
    await expect.poll(() => door.sockets.size).toBe(0)
  })

  test('without a browser is explained on stderr, and stdout has nothing', async () => {
    const browser = scene.browser({ command: [process.execPath, builtHost] })
    expect(await browser.exited).toEqual({ code: 2, signal: null })
    expect(browser.errors()).toContain('started by a browser')
    expect(browser.received).toEqual([])
  })
})

/** JSON, but for one byte in the middle. */
const withoutUtf8 = (before: string, after: string) =>
  Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)])

describe('frames that are none', () => {
  test.each([
    ['a byte over the limit', nativeFrame(Buffer.alloc(MAX_FRAME_BYTES + 1, 0x20))],
    ['no bytes', nativeFrame(Buffer.alloc(0))],
    ['no JSON', nativeFrame(Buffer.from('{"id":1'))],
    ['no UTF-8', nativeFrame(withoutUtf8('{"id":9,"command":"x","args":"', '"}'))],
    ['an array', nativeFrame([1])],
    ['no id', nativeFrame({ command: 'x' })],
    ['a text as id', nativeFrame({ id: '1', command: 'x' })],
    ['a command without end', nativeFrame({ id: 1, command: 'x'.repeat(65) })],
    ['depth without end', nativeFrame(Buffer.from('['.repeat(500_000)))],
  ])('of the browser (%s) end it, and reach nobody', async (_, bytes) => {
    const door = await scene.door()
    const browser = scene.browser()
    await browser.ask('hello')
    browser.write(bytes)
    expect((await browser.exited).code).toBe(1)
    expect(browser.errors()).toMatch(/^ventanilla native host: the browser sent .+\n$/)
    expect(door.received).toHaveLength(1)
    expect(browser.received).toHaveLength(1)
  })

  test.each([
    ['a byte over the limit', nativeFrame(Buffer.alloc(MAX_FRAME_BYTES + 1, 0x20))],
    ['no bytes', frameOf([]).subarray(0, 0)],
    ['no JSON', nativeFrame(Buffer.from('{"id":1'))],
    ['no UTF-8', nativeFrame(withoutUtf8('{"id":2,"ok":true,"value":"', '"}'))],
    ['neither answer nor topic', frameOf({ value: 1 })],
  ])('of the application (%s) end its connection alone', async (_, bytes) => {
    const door = await scene.door({
      answer({ id, command }, socket) {
        if (command !== 'break') return { id, ok: true, value: {} }
        socket.write(bytes.length === 0 ? Buffer.alloc(4) : bytes)
        return null
      },
    })
    const browser = scene.browser()
    await browser.ask('hello')
    expect((await browser.ask('break')).error).toEqual({ code: 'not-running' })
    expect((await browser.ask('hello')).ok).toBe(true)
    expect(door.origins.length).toBeGreaterThan(1)
  })
})

const isConnected = (payload: unknown) => (payload as { connected?: boolean } | undefined)?.connected === true

test('the built host is one small file, and needs nothing but Node', () => {
  const code = readFileSync(builtHost, 'utf8')
  expect(code.length).toBeLessThan(16_000)
  const required = [...code.matchAll(/(?:require|import)\(([^)]*)\)/g)].map(([, name = '']) => name)
  expect(required.length).toBeGreaterThan(3)
  expect(required.filter((name) => !/^[`'"]node:[\w/]+[`'"]$/.test(name))).toEqual([])
})
