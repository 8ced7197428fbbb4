import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Route } from '#shared/bridge/route.ts'
import { handOver, serveHandOver, type HandOverServer } from '#electron/core/instance/hand-over.ts'
import { lockDirectory } from '#electron/core/instance/lock.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

let dataDir: string
let server: HandOverServer | undefined
let child: ChildProcess | undefined

beforeEach(async () => {
  dataDir = join(await temporaryDirectory(), 'data')
})
afterEach(() => {
  server?.close()
  child?.kill('SIGKILL')
})
afterAll(removeTemporaryDirectories)

const serve = async (options: Parameters<typeof serveHandOver>[2] = {}) => {
  const routes: Route[] = []
  lockDirectory(dataDir)?.release()
  const onRoute = async (route: Route) => {
    routes.push(route)
    return { entry: '/somewhere/entry.html' }
  }
  server = await serveHandOver(dataDir, onRoute, options)
  return routes
}

test('the directory is made for its owner alone, and belongs to one at a time', async () => {
  const lock = lockDirectory(dataDir)
  expect((await stat(dataDir)).mode & 0o077).toBe(0)
  expect(lockDirectory(dataDir)).toBeNull()
  lock!.release()
  const again = lockDirectory(dataDir)
  expect(again).not.toBeNull()
  again!.release()
})

test('another process that holds it keeps us out, and its kill -9 lets us in at once', async () => {
  child = fork(fileURLToPath(new URL('hold-lock.ts', import.meta.url)), [dataDir])
  await once(child, 'message')
  expect(lockDirectory(dataDir)).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = lockDirectory(dataDir)
  expect(lock).not.toBeNull()
  lock!.release()
})

test('a second start hands its route over and gets an entry back', async () => {
  const routes = await serve()
  expect(await handOver(dataDir, { view: 'lookup', vrm: '1234BCD' })).toEqual({
    entry: '/somewhere/entry.html',
  })
  expect(routes).toEqual([{ view: 'lookup', vrm: '1234BCD' }])
  expect((await stat(join(dataDir, 'instance.json'))).mode & 0o077).toBe(0)
})

test('a wrong token, a route that is none, an endless line: nothing happens', async () => {
  const routes = await serve()
  const { port, token } = JSON.parse(await readFile(join(dataDir, 'instance.json'), 'utf8')) as {
    port: number
    token: string
  }
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => (answer += String(chunk)))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(answer))
      socket.write(text)
    })
  const route = { view: 'lookup' }
  expect(await say(`${JSON.stringify({ token: 'x'.repeat(43), route })}\n`)).toBe('')
  expect(await say(`${JSON.stringify({ token: token.slice(1), route })}\n`)).toBe('')
  expect(await say(`${JSON.stringify({ token, route: { view: 'shell' } })}\n`)).toBe('')
  expect(await say('x'.repeat(20_000))).toBe('')
  expect(routes).toEqual([])
  expect(await say(`${JSON.stringify({ token, route })}\n`)).toContain('entry')
})

test('a line that goes on for ever is cut, though there is always a little more of it', async () => {
  await serve()
  const { port } = JSON.parse(await readFile(join(dataDir, 'instance.json'), 'utf8')) as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let closed = false
  socket.once('close', () => (closed = true))
  socket.resume()
  for (let written = 0; written < 60; written++) {
    if (closed) break
    socket.write('x'.repeat(500))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect(closed).toBe(true)
})

test('whoever connects and says nothing is dropped', async () => {
  await serve({ patienceMs: 100 })
  const { port } = JSON.parse(await readFile(join(dataDir, 'instance.json'), 'utf8')) as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  // Without being dropped it would stay for as long as this test may take.
  await once(socket, 'close')
  expect(await handOver(dataDir, { view: 'lookup' })).not.toBeNull()
})

test('an instance that is hung is given up in a few seconds', async () => {
  lockDirectory(dataDir)?.release()
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  await writeFile(join(dataDir, 'instance.json'), JSON.stringify({ port, token: 'x'.repeat(43) }))
  const started = Date.now()
  expect(await handOver(dataDir, { view: 'lookup' })).toBeNull()
  expect(Date.now() - started).toBeLessThan(5_000)
  silent.close()
})

test('the contact of an instance that was killed is harmless', async () => {
  lockDirectory(dataDir)?.release()
  await writeFile(join(dataDir, 'instance.json'), '{"port": 1, "token"')
  expect(await handOver(dataDir, { view: 'lookup' })).toBeNull()
})
