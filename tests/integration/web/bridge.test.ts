import { request } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { MAX_FRAME_BYTES } from '#shared/bridge/frames.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { seen, startWebHost, type WebHostFixture } from './web-host.ts'

let web: WebHostFixture
beforeEach(async () => {
  web = await startWebHost()
  Object.assign(seen, { received: 0, aborted: false, outEnded: false })
})
afterEach(() => web.close())
afterAll(removeTemporaryDirectories)

async function open(): Promise<{ socket: WebSocket; frames: unknown[]; closed: Promise<number> }> {
  const socket = web.socket()
  const frames: unknown[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, frames, closed }
}

describe('the socket', () => {
  test('answers each call under its own number', async () => {
    const { socket, frames } = await open()
    socket.send(JSON.stringify({ id: 7, command: 'app.snapshot', args: {} }))
    socket.send(JSON.stringify({ id: 8, command: 'lookup.get', args: { vrm: '' } }))
    socket.send(JSON.stringify({ id: 9, command: '__proto__', args: {} }))
    await expect.poll(() => frames.length).toBe(3)
    expect(frames).toContainEqual({ id: 7, result: { ok: true, value: {} } })
    expect(frames).toContainEqual({
      id: 8,
      result: { ok: false, error: expect.objectContaining({ code: 'invalid-request' }) as unknown },
    })
    expect(frames).toContainEqual({
      id: 9,
      result: { ok: false, error: expect.objectContaining({ code: 'invalid-request' }) as unknown },
    })
    socket.terminate()
  })

  test('every window is told of every change', async () => {
    const [first, second] = [await open(), await open()]
    web.router.publish('changed', { kind: 'lookup', ids: ['1234BCD'], version: 1 })
    for (const { frames } of [first, second]) {
      await expect
        .poll(() => frames)
        .toEqual([{ topic: 'changed', payload: { kind: 'lookup', ids: ['1234BCD'], version: 1 } }])
    }
    first.socket.terminate()
    second.socket.terminate()
  })

  test('the window that a route was meant for is told, once', async () => {
    const id = web.sessions.enter(web.sessions.createEntry({ view: 'settings' }, () => undefined).token)
    for (const expected of [[{ topic: 'route', payload: { route: { view: 'settings' } } }], []]) {
      const socket = web.socket({ cookie: `ventanilla=${id}` })
      const frames: unknown[] = []
      socket.on('message', (data) => frames.push(JSON.parse(String(data))))
      await new Promise((resolve) => socket.once('open', resolve))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(frames).toEqual(expected)
      socket.terminate()
    }
  })

  test.each(['not json', '[]', '{"id":"1","command":"app.snapshot"}', '{"command":"app.snapshot"}'])(
    'what is not a frame ends it: %s',
    async (text) => {
      const { socket, closed } = await open()
      socket.send(text)
      expect(await closed).toBe(1008)
    },
  )

  test('a frame over the limit ends it', async () => {
    const { socket, closed } = await open()
    socket.send(JSON.stringify({ id: 1, command: 'app.snapshot', args: 'x'.repeat(MAX_FRAME_BYTES) }))
    expect(await closed).toBe(1009)
  })

  test('a window that reads nothing is cut, and the others go on', async () => {
    const slow = await open()
    const good = await open()
    ;(slow.socket as unknown as { _socket: { pause(): void } })._socket.pause()
    const ids = [`x`.repeat(60_000)]
    for (let version = 1; version <= 400; version++) {
      web.router.publish('changed', { kind: 'lookup', ids, version })
      if (version % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await expect.poll(() => good.frames.length).toBe(400)
    ;(slow.socket as unknown as { _socket: { resume(): void } })._socket.resume()
    expect(await slow.closed).toBe(1006)
    good.socket.terminate()
  })

  test('a window that no longer answers pings is let go', async () => {
    const impatient = await startWebHost({ ping: 250 })
    const socket = impatient.socket()
    // Like a sleeping PC: the connection exists, but no one answers on it.
    ;(socket as unknown as { pong(): void }).pong = () => undefined
    const code = await new Promise((resolve) => socket.once('close', resolve))
    expect(code).toBe(1006)
    await impatient.close()
  })

  test('is told when the host ends', async () => {
    const { closed } = await open()
    await web.close()
    expect(await closed).toBe(1001)
    web = await startWebHost()
  })
})

describe('transfers', () => {
  const post = (name: string, body: string | Buffer, args?: string) =>
    web.ask(`/transfer/${name}`, {
      method: 'POST',
      body,
      ...(args !== undefined && { headers: { 'x-ventanilla-args': args } }),
    })

  test('out: the bytes, with a name to save them under', async () => {
    const answer = await post('lookup.history-csv', '{"query":"x"}')
    expect(answer).toMatchObject({ status: 200, body: 'a;b\r\n' })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': "attachment; filename*=UTF-8''hist%C3%B3rico.csv",
      'cache-control': 'no-store',
    })
    await expect.poll(() => seen.outEnded).toBe(true)
  })

  test('out: arguments without end are refused before they end', async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: web.port,
        path: '/transfer/lookup.history-csv',
        method: 'POST',
        headers: { host: web.host, cookie: web.cookie, origin: web.origin },
      })
      outgoing.on('response', ({ statusCode }) => {
        resolve(statusCode)
        outgoing.destroy()
      })
      outgoing.on('error', reject)
      // Never ended: only a limit can answer.
      outgoing.write('x'.repeat(100_000))
    })
    expect(answer).toBe(400)
  })

  test('in: the bytes arrive and the result comes back', async () => {
    const answer = await post('lookup.plates-in-file', Buffer.alloc(1_000_000, 0x41))
    expect(JSON.parse(answer.body)).toMatchObject({ ok: true, value: { more: false } })
    expect(seen.received).toBe(1_000_000)
  })

  test('in: more than the contract allows is cut and refused', async () => {
    const answer = await post('lookup.plates-in-file', Buffer.alloc(6 * 1024 * 1024, 0x41)).catch(() => null)
    if (answer)
      expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'file-too-large' } })
    expect(seen.received).toBeLessThanOrEqual(5 * 1024 * 1024)
  })

  test.each([
    ['lookup.history-csv', 'not json', undefined],
    ['lookup.history-csv', '{"query":7}', undefined],
    ['lookup.nothing', '{}', undefined],
    ['lookup.plates-in-file', 'x', '%7B'],
    ['lookup.plates-in-file', 'x', '%7'],
  ])('%s with %s and %s is refused', async (name, body, args) => {
    const answer = await post(name, body, args)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
  })

  test('a refusal is understood, so it is no failure of the host', async () => {
    const args = encodeURIComponent(JSON.stringify({ passphrase: 'otra frase de paso' }))
    const answer = await post('backup.read', 'a copy', args)
    expect(answer.status).toBe(422)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'passphrase-wrong' } })
  })

  const begin = (path: string) =>
    request({
      host: '127.0.0.1',
      port: web.port,
      path,
      method: 'POST',
      headers: { host: web.host, origin: web.origin, cookie: web.cookie },
    })

  test('out: a window that goes away stops the source', async () => {
    const outgoing = begin('/transfer/lookup.history-csv')
    outgoing.on('error', () => undefined)
    outgoing.on('response', (incoming) => incoming.once('data', () => incoming.destroy()))
    outgoing.end('{"query":"endless"}')
    await expect.poll(() => seen.outEnded && seen.aborted).toBe(true)
  })

  test('in: a window that goes away halfway cancels', async () => {
    const outgoing = begin('/transfer/lookup.plates-in-file')
    outgoing.on('error', () => undefined)
    outgoing.write(Buffer.alloc(1000))
    await expect.poll(() => seen.received).toBe(1000)
    outgoing.destroy()
    await expect.poll(() => seen.aborted).toBe(true)
  })
})
