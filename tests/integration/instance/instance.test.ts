import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { routeSchema } from '#shared/bridge/route.ts'
import {
  readDestination,
  writeDestination,
  type Destination,
  readContact,
  createLineReader,
  messages,
  sendMessage,
} from '#electron/core/instance/hand-over-wire.ts'
import { newSecret, computeProof } from '#electron/core/instance/proofs.ts'
import { handOver, serveHandOver, type HandOverServer } from '#electron/core/instance/hand-over.ts'
import { lockDirectory } from '#electron/core/instance/lock.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

let dataDir: string
/** Entry page of the running instance. */
let entry: string
/** A file outside the data directory. */
let other: string
const squatters: Server[] = []
let server: HandOverServer | undefined
let child: ChildProcess | undefined

beforeEach(async () => {
  const parent = await temporaryDirectory()
  dataDir = join(parent, 'data')
  entry = join(dataDir, 'entry', 'ventanilla-0123456789ab.html')
  other = join(parent, 'other.html')
})
afterEach(() => {
  server?.close()
  child?.kill('SIGKILL')
  for (const squatter of squatters.splice(0)) squatter.close()
})
afterAll(removeTemporaryDirectories)

const serve = async ({ answer = entry, ...options }: { answer?: string; patienceMs?: number } = {}) => {
  const routes: Destination[] = []
  lockDirectory(dataDir)?.release()
  await mkdir(join(dataDir, 'entry'), { recursive: true })
  await writeFile(entry, '')
  const onRoute = async (route: Destination) => {
    routes.push(route)
    return { entry: answer }
  }
  server = await serveHandOver(dataDir, onRoute, options)
  return routes
}
const contact = async () => {
  const found = await readContact(dataDir)
  if (!found) throw new Error('nothing listens')
  return found
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
  expect(await handOver(dataDir, { view: 'lookup', vrm: '1234BCD' })).toEqual({ entry })
  expect(routes).toEqual([{ view: 'lookup', vrm: '1234BCD' }])
  expect((await stat(join(dataDir, 'instance.json'))).mode & 0o077).toBe(0)
})

test('a second start can ask for the panel, which a version without one reads as Consulta', async () => {
  const asked = await serve()
  expect(await handOver(dataDir, { open: 'panel' })).toEqual({ entry })
  expect(asked).toEqual([{ open: 'panel' }])
  expect(routeSchema.parse(writeDestination({ open: 'panel' }))).toEqual({ view: 'lookup' })
})

test('what another start writes is a destination or is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ open: fc.string() })), (written) => {
      try {
        const read = readDestination(written)
        expect(readDestination(writeDestination(read))).toEqual(read)
      } catch (error) {
        expect(error).toBeInstanceOf(ZodError)
      }
    }),
  )
  expect(() => readDestination({ open: 'file:///etc/passwd' })).toThrow(ZodError)
})

test('a window answers that there is nothing to open', async () => {
  await serve({ answer: '' })
  expect(await handOver(dataDir, { view: 'lookup' })).toEqual({ entry: '' })
})

test('an instance that has stopped leaves nothing to connect to, nor does one that was killed', async () => {
  await serve()
  server?.close()
  await expect(stat(join(dataDir, 'instance.json'))).rejects.toThrow('ENOENT')
  await writeFile(join(dataDir, 'instance.json'), JSON.stringify({ port: 1, token: newSecret() }))
  lockDirectory(dataDir)?.release()
  await expect(stat(join(dataDir, 'instance.json'))).rejects.toThrow('ENOENT')
})

/** Connects to the running instance like another program, line by line. */
async function conversation() {
  const { port, token } = await contact()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const lines = createLineReader(socket)
  const ours = newSecret()
  sendMessage(socket, { nonce: ours })
  const { nonce: theirs } = await lines.next(messages.proved)
  const ask = (route: string, proof: string) => {
    sendMessage(socket, { route, proof })
    return lines.next(messages.answer).then(
      (answer) => answer.entry,
      () => 'closed',
    )
  }
  return { token, ours, theirs, ask }
}

test('only the very proof of this route in this conversation opens anything', async () => {
  const routes = await serve()
  const route = JSON.stringify({ view: 'lookup' })
  const proves: [string, (talk: Awaited<ReturnType<typeof conversation>>, before: string) => string][] = [
    ['made up', () => newSecret()],
    ['with another token', ({ ours, theirs }) => computeProof(newSecret(), ['second', ours, theirs, route])],
    [
      'of another route',
      ({ token, ours, theirs }) => computeProof(token, ['second', ours, theirs, '{"view":"inbox"}']),
    ],
    ['of another conversation', (_, before) => before],
    ['of the other end', ({ token, ours, theirs }) => computeProof(token, ['first', ours, theirs])],
  ]
  for (const [what, prove] of proves) {
    const earlier = await conversation()
    const before = computeProof(earlier.token, ['second', earlier.ours, earlier.theirs, route])
    const talk = await conversation()
    expect([what, await talk.ask(route, prove(talk, before))]).toEqual([what, 'closed'])
  }
  const bad = await conversation()
  const shell = JSON.stringify({ view: 'shell' })
  expect(await bad.ask(shell, computeProof(bad.token, ['second', bad.ours, bad.theirs, shell]))).toBe(
    'closed',
  )
  expect(routes).toEqual([])
  const good = await conversation()
  expect(await good.ask(route, computeProof(good.token, ['second', good.ours, good.theirs, route]))).toBe(
    entry,
  )
})

describe('another program on the port of an instance that is gone', () => {
  /** Listens on a port, and writes a contact file as left by a kill. */
  async function squat(onSocket: (socket: Socket, token: string) => void) {
    lockDirectory(dataDir)?.release()
    const token = newSecret()
    const heard: string[] = []
    const squatter = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => heard.push(String(chunk)))
      onSocket(socket, token)
    })
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    const { port } = squatter.address() as AddressInfo
    await writeFile(join(dataDir, 'instance.json'), JSON.stringify({ port, token }))
    squatters.push(squatter)
    return { heard, token }
  }

  test('is told neither the token nor the route, and what it names is not opened', async () => {
    const { heard, token } = await squat((socket) => {
      sendMessage(socket, { nonce: newSecret(), proof: newSecret() })
      sendMessage(socket, { entry, proof: newSecret() })
      sendMessage(socket, { entry })
    })
    expect(await handOver(dataDir, { view: 'lookup', vrm: '1234BCD' })).toBeNull()
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.join('')).not.toContain(token)
    expect(heard.join('')).not.toContain('1234BCD')
  })

  test('cannot send our own words back to us', async () => {
    const { heard } = await squat((socket) => socket.pipe(socket))
    expect(await handOver(dataDir, { view: 'lookup', vrm: '1234BCD' })).toBeNull()
    expect(heard.join('')).not.toContain('1234BCD')
  })

  test('that passes everything on to the running one gains nothing by it', async () => {
    const routes = await serve()
    const { port } = await contact()
    const { heard } = await squat((socket) => {
      const upstream = connect(port, '127.0.0.1')
      upstream.on('error', () => undefined)
      socket.pipe(upstream).pipe(socket)
    })
    expect(await handOver(dataDir, { view: 'lookup', vrm: '1234BCD' })).toBeNull()
    expect(routes).toEqual([])
    expect(heard.join('')).not.toContain('1234BCD')
  })

  test('that changes what it passes on is found out, even knowing where both are', async () => {
    await serve()
    const { port, token } = await contact()
    const older = join(dataDir, 'entry', 'ventanilla-ffffffffffff.html')
    await writeFile(older, '')
    await squat((socket) => {
      const upstream = connect(port, '127.0.0.1')
      upstream.on('error', () => undefined)
      socket.pipe(upstream)
      upstream.on('data', (chunk) =>
        socket.write(String(chunk).replace(/"entry":"[^"]*"/, `"entry":"${older}"`)),
      )
    })
    const own = JSON.parse(await readFile(join(dataDir, 'instance.json'), 'utf8')) as { port: number }
    await writeFile(join(dataDir, 'instance.json'), JSON.stringify({ ...own, token }))
    expect(await handOver(dataDir, { view: 'lookup' })).toBeNull()
  })

  test('that never answers does not keep the running one from being found', async () => {
    const { heard } = await squat(() => undefined)
    const found = handOver(dataDir, { view: 'lookup' })
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    const routes = await serve()
    expect(await found).toEqual({ entry })
    expect(routes).toHaveLength(1)
  })
})

test.each([
  ['a file elsewhere', async () => other],
  ['a file one level down', async () => join(dataDir, 'entry', 'deeper', 'x.html')],
  ['a way out', async () => `${dataDir}/entry/../other.html`],
  ['a link out', async () => join(dataDir, 'entry', 'link.html')],
  ['a directory', async () => join(dataDir, 'entry', 'deeper')],
  ['nothing that is there', async () => join(dataDir, 'entry', 'none.html')],
  ['an address', async () => 'https://evil.example/x.html'],
])('an answer that names %s opens nothing, whoever gives it', async (_what, named) => {
  await mkdir(join(dataDir, 'entry', 'deeper'), { recursive: true })
  await writeFile(other, '')
  await writeFile(join(dataDir, 'other.html'), '')
  await writeFile(join(dataDir, 'entry', 'deeper', 'x.html'), '')
  await symlink(other, join(dataDir, 'entry', 'link.html'))
  await serve({ answer: await named() })
  expect(await handOver(dataDir, { view: 'lookup' })).toBeNull()
})

test('a line that goes on for ever is cut, though there is always a little more of it', async () => {
  await serve()
  const { port } = await contact()
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
  const { port } = await contact()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  // Otherwise the socket would stay open until the test's timeout.
  await once(socket, 'close')
  expect(await handOver(dataDir, { view: 'lookup' })).not.toBeNull()
})

test('an instance that is hung is given up in a few seconds', async () => {
  lockDirectory(dataDir)?.release()
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  await writeFile(join(dataDir, 'instance.json'), JSON.stringify({ port, token: newSecret() }))
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
