import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createFrameReader, NATIVE_ORDER } from '#electron/core/instance/message-frames.ts'
import { nativeFrame } from '#tests/fakes/host-browser.ts'
import { frameOf } from '#tests/fakes/host-door.ts'
import { createHostScene } from '#tests/fakes/host-scene.ts'

const scene = createHostScene()
afterEach(scene.clear)

const MANY = 64
const LARGE = 1_000_000
/** Above what it takes with nothing to do: a few frames on their way, and room for the garbage collector. */
const ROOM_MB = 40

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Until a figure has not changed for a while: nothing moves any more. */
async function untilStill(read: () => number): Promise<void> {
  let last = read()
  let same = 0
  while (same < 20) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    const now = read()
    same = now === last ? same + 1 : 0
    last = now
  }
}

describe('a slow end', () => {
  test('a browser that does not read holds the application back, and loses nothing', async () => {
    const door = await scene.door({ answer: () => null })
    const browser = scene.browser({ reads: false })
    browser.write(nativeFrame({ id: 1, command: 'hello', args: {} }))
    await expect.poll(() => door.received.length).toBe(1)
    const before = residentMb(browser.pid)
    const [socket] = door.sockets
    const frame = frameOf({ topic: 'verdicts', payload: 'x'.repeat(LARGE) })
    for (let sent = 0; sent < MANY; sent++) socket?.write(frame)
    await untilStill(() => socket?.writableLength ?? 0)
    expect(socket?.writableLength).toBeGreaterThan((MANY / 2) * LARGE)
    expect(residentMb(browser.pid) - before).toBeLessThan(ROOM_MB)

    const reader = createFrameReader(NATIVE_ORDER)
    let read = 0
    browser.child.stdout?.on('data', (chunk: Buffer) => (read += [...reader.push(chunk)].length))
    await expect.poll(() => read).toBe(MANY)
    expect(residentMb(browser.pid) - before).toBeLessThan(ROOM_MB)
  })

  test('an application that does not read holds the browser back', async () => {
    const door = await scene.door({ deaf: true })
    const browser = scene.browser()
    await expect.poll(() => door.origins.length).toBe(1)
    const before = residentMb(browser.pid)
    const { stdin } = browser.child
    for (let id = 1; id <= MANY; id++)
      browser.write(nativeFrame({ id, command: 'x', args: 'x'.repeat(LARGE) }))
    await untilStill(() => stdin?.writableLength ?? 0)
    expect(stdin?.writableLength).toBeGreaterThan((MANY / 2) * LARGE)
    expect(residentMb(browser.pid) - before).toBeLessThan(ROOM_MB)

    const [socket] = door.sockets
    socket?.resume()
    await expect.poll(() => door.received.length).toBe(MANY)
    expect(door.received.map(({ id }) => id)).toEqual(door.received.map((_, index) => index + 1))
  })

  test('an application that hangs is given up, and the browser told', async () => {
    const door = await scene.door({ deaf: true })
    const browser = scene.browser()
    await expect.poll(() => door.origins.length).toBe(1)
    for (let id = 1; id <= MANY; id++)
      browser.write(nativeFrame({ id, command: 'x', args: 'x'.repeat(LARGE) }))
    expect((await browser.until(({ id }) => id === 1)).error).toEqual({ code: 'not-answering' })
    expect(browser.received.find(({ topic }) => topic === 'host')?.payload).toEqual({ connected: false })
  })

  test('requests without an application do not pile up while one looks for it', async () => {
    await scene.door({ squats: 'silent' })
    const browser = scene.browser()
    for (let id = 1; id <= MANY; id++)
      browser.write(nativeFrame({ id, command: 'x', args: 'x'.repeat(LARGE) }))
    await untilStill(() => browser.child.stdin?.writableLength ?? 0)
    for (let id = 1; id <= 4; id++)
      expect((await browser.until((message) => message.id === id)).error).toEqual({ code: 'not-answering' })
  })
})

describe('random bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    fc.string({ minLength: 1, maxLength: 100 }).map((text) => nativeFrame(Buffer.from(text))),
    fc.json({ maxDepth: 3 }).map((text) => nativeFrame(Buffer.from(text))),
    fc
      .record({ id: fc.anything(), command: fc.anything(), args: fc.anything() })
      .map((value) => nativeFrame(Buffer.from(JSON.stringify(value, plain)))),
  )

  test('of the browser end it or are answered; the application gets requests only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 6 }), async (pieces) => {
        const door = await scene.door({ answer: ({ id }) => ({ id, ok: true, value: {} }) })
        const browser = scene.browser()
        await browser.ask('hello')
        for (const piece of pieces) browser.write(Buffer.from(piece))
        const { code } = await browser.close()
        expect([0, 1]).toContain(code)
        expect(browser.errors()).toMatch(/^(ventanilla native host: the browser sent [ \w-]+\n)?$/)
        for (const { id, command } of door.received)
          expect([typeof id, typeof command]).toEqual(['number', 'string'])
        await scene.clear()
      }),
      { numRuns: 25 },
    )
  })

  test('of the application end its connection, and the host lives', async () => {
    const browser = scene.browser()
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 4 }), async (pieces) => {
        const door = await scene.door({
          answer({ id, command }, socket) {
            if (command === 'break') {
              for (const piece of pieces) socket.write(piece)
              socket.end()
            }
            return command === 'break' ? null : { id, ok: true, value: {} }
          },
        })
        await expect.poll(async () => (await browser.ask('hello')).ok).toBe(true)
        await browser.ask('break')
        expect(browser.child.exitCode).toBeNull()
        await door.stop()
      }),
      { numRuns: 25 },
    )
    expect(browser.errors()).toMatch(/^(ventanilla native host: the application sent [ \w-]+\n)*$/)
  })
})

/** What JSON has no word for. */
const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
