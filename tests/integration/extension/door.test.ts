import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSecret, computeProof } from '#electron/core/instance/proofs.ts'
import { openDoor } from '#electron/core/features/extension/door.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import {
  connectExtension,
  helloArgs,
  ORIGIN,
  readDoor,
  shakeHands,
  type DoorContact,
} from '#tests/fakes/extension-client.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startWithBrowsers, type ExtensionFixture } from './extension-fixture.ts'

afterAll(removeTemporaryDirectories)

/** A program that speaks to a door as it likes. Nobody cuts it for being late. */
async function stranger({ port }: DoorContact) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  const closed = once(socket, 'close')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  await once(socket, 'connect')
  return { socket, heard: () => text, closed }
}

/** A door without an application behind it. */
async function doorAlone(patienceMs = 3_600_000) {
  const dataDir = await temporaryDirectory()
  const hosts: string[] = []
  const door = await openDoor({
    dataDir,
    patienceMs,
    onHost: (_socket, origin, rest) => void hosts.push(`${origin} ${rest.toString('utf8')}`),
  })
  return { contact: await readDoor(dataDir), hosts, close: door.close }
}
const line = (message: object) => `${JSON.stringify(message)}\n`
const ourHalf = async (one: Awaited<ReturnType<typeof stranger>>) => {
  await expect.poll(one.heard).toContain('\n')
  return JSON.parse(one.heard()) as { nonce: string; proof: string }
}

describe('of a running application', () => {
  let service: FaultService
  let core: ExtensionFixture

  beforeEach(async () => {
    service = await startFaultService()
    core = await startWithBrowsers(service.url)
  })
  afterEach(async () => {
    await core.end()
    await service.close()
  })
  test('how to find it is in a file of its owner only, which is gone once it stops', async () => {
    const path = join(core.dataDir, 'extension.json')
    const { mode } = await stat(path)
    expect(mode & 0o777).toBe(0o600)
    const first = await readDoor(core.dataDir)
    await core.core.stop()
    expect(existsSync(path)).toBe(false)
    await expect(connectExtension(first)).rejects.toThrow('ECONNREFUSED')
  })

  test('each run has a token of its own: that of the run before opens nothing', async () => {
    const before = await readDoor(core.dataDir)
    await core.core.stop()
    core = await startWithBrowsers(service.url, { dataDir: core.dataDir })
    const now = await readDoor(core.dataDir)
    expect(now.token).not.toBe(before.token)
    // The application does not prove itself to a host that has the old token, and the other way round.
    await expect(shakeHands({ port: now.port, token: before.token })).rejects.toThrow('another program')
    const one = await stranger(now)
    one.socket.write(line({ nonce: 'a'.repeat(43) }))
    const { nonce } = await ourHalf(one)
    one.socket.write(
      line({ origin: ORIGIN, proof: computeProof(before.token, ['host', 'a'.repeat(43), nonce, ORIGIN]) }),
    )
    await one.closed
  })

  test('the file of a run that was killed is replaced, whatever is in it', async () => {
    await core.core.stop()
    await writeFile(join(core.dataDir, 'extension.json'), JSON.stringify({ port: 1, token: 'x'.repeat(43) }))
    core = await startWithBrowsers(service.url, { dataDir: core.dataDir })
    expect(await (await core.connect()).value('hello', helloArgs(newSecret()))).toMatchObject({
      approved: false,
    })
  })

  test('a file that cannot be written prevents nothing but browsers from finding it', async () => {
    await core.core.stop()
    await mkdir(join(core.dataDir, 'extension.json'))
    core = await startWithBrowsers(service.url, { dataDir: core.dataDir })
    expect(await core.call('lookup.get', { vrm: '1234BCD' })).toMatchObject({ ok: true })
    expect(core.logged.join('\n')).toContain('no browser will find this application')
  })
})

test.each<[string, (theirs: string, ours: { nonce: string; proof: string }) => object]>([
  ['a guess', (_, { nonce }) => ({ origin: ORIGIN, proof: computeProof(newSecret(), ['host', nonce]) })],
  ['our own proof', (_, { proof }) => ({ origin: ORIGIN, proof })],
  ['no proof', () => ({ origin: ORIGIN })],
  ['a request instead', () => ({ id: 1, command: 'hello', args: helloArgs(newSecret()) })],
])('a program without the token that answers with %s is cut, and told nothing', async (_, answer) => {
  const door = await doorAlone()
  const one = await stranger(door.contact)
  const theirs = newSecret()
  one.socket.write(line({ nonce: theirs }))
  const ours = await ourHalf(one)
  one.socket.write(line(answer(theirs, ours)))
  await one.closed
  expect(Object.keys(JSON.parse(one.heard()) as object).toSorted()).toEqual(['nonce', 'proof'])
  expect(door.hosts).toEqual([])
  door.close()
})

test.each([
  ['no line', 'x'.repeat(5_000)],
  ['a line that is too long', `${JSON.stringify({ nonce: 'a'.repeat(43), more: 'x'.repeat(5_000) })}\n`],
  ['no JSON', 'hello\n'],
  ['a nonce of another length', line({ nonce: 'short' })],
  ['a web page', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
])('a stranger that begins with %s is cut before anything is said', async (_, text) => {
  const door = await doorAlone()
  const one = await stranger(door.contact)
  one.socket.write(text)
  await one.closed
  expect(one.heard()).toBe('')
  door.close()
})

test('the proof of an origin is good for no other', async () => {
  const door = await doorAlone()
  const one = await stranger(door.contact)
  const nonce = newSecret()
  one.socket.write(line({ nonce }))
  const ours = await ourHalf(one)
  const proof = computeProof(door.contact.token, ['host', nonce, ours.nonce, ORIGIN])
  one.socket.write(line({ origin: 'chrome-extension://another/', proof }))
  await one.closed
  expect(door.hosts).toEqual([])
  door.close()
})

test('one that proves nothing in time is cut, and those that have are not', async () => {
  const door = await doorAlone(200)
  const proved = await shakeHands(door.contact, ORIGIN, Buffer.from('first bytes'))
  const silent = await stranger(door.contact)
  await silent.closed
  expect(proved.destroyed).toBe(false)
  // What follows the last line at once is not lost.
  expect(door.hosts).toEqual([`${ORIGIN} first bytes`])
  door.close()
  await once(proved, 'close')
})
