import { mkdir, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startDev, type DevServer } from '../../../build/dev.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

let dev: DevServer | undefined
afterEach(async () => {
  await dev?.close()
  dev = undefined
})
afterAll(removeTemporaryDirectories)

/** `npm run dev` on a data directory of its own, over a folder that stands for the host's sources. */
async function start() {
  const directory = await temporaryDirectory()
  const sources = join(directory, 'electron')
  await mkdir(sources)
  const dataDir = join(directory, 'data')
  dev = await startDev({ dataDir, watched: [sources], hostArgs: ['--no-sample-office'], printLine: () => {} })
  await dev.ready()
  const { host, port, origin } = new URL(dev.origin)
  const ask = (path: string, headers: IncomingHttpHeaders = {}, method = 'GET') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
      })
        .once('error', reject)
        .end()
    })
  const { url } = await dev.makeEntry(null)
  const entered = await ask(url.slice(origin.length))
  const cookie = String(entered.headers['set-cookie']?.[0]).split(';')[0] ?? ''
  const connect = () => new WebSocket(`ws://127.0.0.1:${port}/bridge`, { headers: { host, origin, cookie } })
  return { ask, connect, cookie, host, origin, port, sources }
}

/** Messages of a socket, one by one. */
function framesOf(socket: WebSocket) {
  const came: Record<string, unknown>[] = []
  const waiting: ((frame: Record<string, unknown>) => void)[] = []
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Record<string, unknown>
    const next = waiting.shift()
    if (next) next(frame)
    else came.push(frame)
  })
  const next = () =>
    new Promise<Record<string, unknown>>((resolve) => {
      const first = came.shift()
      if (first) resolve(first)
      else waiting.push(resolve)
    })
  return {
    next,
    async answer(id: number, command: string): Promise<unknown> {
      socket.send(JSON.stringify({ id, command, args: {} }))
      for (;;) {
        const frame = await next()
        if (frame['id'] === id) return frame['result']
      }
    },
  }
}

test('a page of the sources reaches the core through the development server, and goes on after a change of the core', async () => {
  const { ask, connect, cookie, sources } = await start()
  const page = await ask('/consulta', { cookie })
  expect(page.status).toBe(200)
  expect(page.body).toContain('/@vite/client')
  expect(page.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
  expect((await ask('/main.tsx', { cookie })).body).toContain('createRoot')
  expect((await ask('/app/toasts.ts', { cookie })).body).toContain('name: "app/toasts.ts"')
  expect((await ask('/notice-worker.js', { cookie })).status).toBe(200)
  expect((await ask('/session', { cookie })).status).toBe(204)

  const before = connect()
  const frames = framesOf(before)
  const { host: hostId } = await frames.next()
  const first = await frames.answer(1, 'app.snapshot')
  expect(first).toMatchObject({ ok: true, value: { slices: { profile: { environment: 'demo' } } } })
  const closed = new Promise<number>((resolve) => before.once('close', resolve))
  await writeFile(join(sources, 'changed.ts'), '')
  // 1001 and 4401 tell the page that its session is over: it would not come back.
  expect(await closed).toBe(1006)

  const after = framesOf(connect())
  expect(await after.next()).toEqual({ host: hostId })
  const second = await after.answer(1, 'app.snapshot')
  expect(second).toMatchObject({ ok: true })
  const runOf = (answer: unknown) => (answer as { value: { run: string } }).value.run
  expect(runOf(second)).not.toBe(runOf(first))
})

test('a request that waits for a host that never answers gets the next one', async () => {
  const directory = await temporaryDirectory()
  const sources = join(directory, 'electron')
  await mkdir(sources)
  dev = await startDev({
    dataDir: join(directory, 'data'),
    watched: [sources],
    hostArgs: ['--no-sample-office'],
    printLine: () => {},
  })
  const ready = dev.ready()
  // The first host is killed in the middle of its start.
  await writeFile(join(sources, 'changed.ts'), '')
  await ready
})

test('the development server refuses other names, other pages, and whoever has no session', async () => {
  const { ask, cookie, host, origin, port } = await start()
  expect((await ask('/consulta', { cookie, host: `localhost:${port}` })).status).toBe(421)
  expect((await ask('/consulta')).status).toBe(401)
  expect((await ask('/main.tsx')).status).toBe(401)
  expect((await ask('/session', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ask('/notice-worker-call', { cookie, origin: 'http://evil.test' }, 'POST')).status).toBe(403)
  for (const headers of [
    { host, origin, cookie: '' },
    { host, origin: 'http://evil.test', cookie },
    { host: `localhost:${port}`, origin, cookie },
  ]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, { headers })
    expect(
      await new Promise((resolve) =>
        socket.once('open', () => resolve('open')).once('error', () => resolve('refused')),
      ),
    ).toBe('refused')
  }
})
