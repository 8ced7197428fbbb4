import { request } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { MAX_FRAME_BYTES, type HostFrame } from '#shared/bridge/frames.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { seen, startWebHost, type WebHostFixture } from './web-host.ts'

let web: WebHostFixture
beforeEach(async () => {
  web = await startWebHost()
  Object.assign(seen, { received: 0, aborted: false, outEnded: false })
})
afterEach(() => web.close())
afterAll(removeTemporaryDirectories)

interface OpenedPage {
  socket: WebSocket
  /** Without those of the host itself. */
  frames: unknown[]
  greeting?: HostFrame
  moving?: HostFrame['moving']
  closed: Promise<number>
}

async function open(): Promise<OpenedPage> {
  const socket = web.socket()
  const frames: unknown[] = []
  const ofHost: Pick<OpenedPage, 'greeting' | 'moving'> = {}
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as HostFrame | object
    if (!('host' in frame)) return void frames.push(frame)
    ofHost.greeting ??= frame
    if (frame.moving) ofHost.moving = frame.moving
  })
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  return Object.assign(ofHost, { socket, frames, closed })
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

  test('begins with who the host is, the same for every page of a run', async () => {
    const [first, second] = [await open(), await open()]
    await expect.poll(() => [first.greeting, second.greeting].every((one) => one !== undefined)).toBe(true)
    expect(first.greeting).toEqual({ host: expect.stringMatching(/^[\w-]{43}$/) as string })
    expect(second.greeting).toEqual(first.greeting)
    first.socket.terminate()
    second.socket.terminate()
  })

  test('a route goes to the window last used, and a heartbeat is no use', async () => {
    const [used, hidden] = [await open(), await open()]
    const beat = (windowId: string, visible: boolean, focused?: boolean) => ({
      id: 2,
      command: 'notifications.window',
      args: { windowId, permission: 'default', visible, ...(focused !== undefined && { focused }) },
    })
    const send = async ({ socket, frames }: typeof used, frame: { id: number }) => {
      const before = frames.length
      socket.send(JSON.stringify(frame))
      await expect.poll(() => frames.length).toBe(before + 1)
    }
    const routed = ({ frames }: typeof used) =>
      frames.filter((frame) => (frame as { topic?: string }).topic === 'route').length
    const question = { id: 1, command: 'lookup.get', args: { vrm: '1234BCD' } }
    await send(used, question)
    await send(hidden, beat('b', false))
    expect(web.server.openRoute({ route: { view: 'inbox' } })).toBe(true)
    await expect.poll(() => routed(used)).toBe(1)
    // One that is behind asks again for what changed.
    await send(hidden, beat('b', true, false))
    await send(hidden, question)
    web.server.openRoute({ route: { view: 'inbox' } })
    await expect.poll(() => routed(used)).toBe(2)
    await send(hidden, beat('b', true, true))
    await send(used, beat('a', true, false))
    web.server.openRoute({ route: { view: 'inbox' } })
    await expect.poll(() => routed(hidden)).toBe(1)
    used.socket.terminate()
    hidden.socket.terminate()
  })

  test('a restart tells every page how to follow, and the next run lets each in where it was', async () => {
    const page = await open()
    const args = { windowId: 'a', permission: 'default', visible: true, route: { view: 'figures' } }
    page.socket.send(JSON.stringify({ id: 1, command: 'notifications.window', args }))
    await expect.poll(() => page.frames.length).toBe(1)
    const restart = web.server.announceRestart()
    await expect.poll(() => page.moving).toBeDefined()
    expect(restart.host).toBe(web.host)
    const { token = '', key = '' } = page.moving ?? {}
    expect(key).toBe(restart.key)
    await web.close()
    web = await startWebHost({}, { port: web.port, label: 'vnext0123456789' })
    const ask = (host: string, nonce: string) =>
      web.ask(`/moved?nonce=${nonce}`, { headers: { host, cookie: undefined } })
    expect((await ask(restart.host, '0123456789abcdef')).status).toBe(421)
    web.server.welcome(restart)
    const answer = await ask(restart.host, '0123456789abcdef')
    expect(answer.status).toBe(200)
    expect(answer.body).not.toContain('vnext')
    expect((await ask(restart.host, 'x')).status).toBe(403)
    const entered = await web.ask(`/enter?token=${token}`, { headers: { cookie: undefined } })
    expect(entered.status).toBe(200)
    const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0]
    const frames: unknown[] = []
    const socket = web.socket({ cookie })
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    await expect
      .poll(() => frames)
      .toContainEqual({ topic: 'route', payload: { route: { view: 'figures' } } })
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
      // The answer to a question comes after whatever a new window is sent.
      socket.send(JSON.stringify({ id: 1, command: 'app.snapshot', args: {} }))
      await expect.poll(() => frames.at(-1)).toMatchObject({ id: 1 })
      expect(frames.slice(1, -1)).toEqual(expected)
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
