import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runRelay, spawnRelay } from '../relay/support/process.ts'
import {
  allEvents,
  eventOf,
  OFFICE,
  pageOf,
  post,
  postMany,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'

const CONNECTIONS = 400
const DESCRIPTORS = 256

test('with fewer descriptors than callers it refuses some, goes on for the others, and recovers alone', async () => {
  const limited = ['sh', '-c', `ulimit -n ${DESCRIPTORS}; exec "$@"`, 'sh']
  const relay = await spawnRelay(await temporaryDirectory(), [], OFFICE, limited)
  const stream = openStream(relay.url, OFFICE.adminToken)
  await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
  const { hostname, port } = new URL(relay.url)
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  let closed = 0
  for (let index = 0; index < CONNECTIONS; index++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {}).on('close', () => (closed += 1))
    sockets.push(socket)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
  }
  await expect.poll(() => closed).toBeGreaterThan(CONNECTIONS - DESCRIPTORS)
  expect(stream.isEnded()).toBe(false)

  for (const socket of sockets) socket.destroy()
  const last = JSON.stringify(eventOf('after'))
  await expect.poll(async () => (await post(relay.url, last).catch(() => null))?.status).toBe(200)
  await expect.poll(() => stream.seqs()).toEqual([1])
  expect((await fetch(`${relay.ops}/readyz`)).status).toBe(200)
  relay.kill('SIGTERM')
  expect(await relay.exited).toEqual({ code: 0, signal: null })
})

/** Reason why no file system can be made for a test, or `null`. */
function whyNoMount(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux mounts a file system'
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'a file system may not be mounted here'
  }
}
const whyNot = whyNoMount()
if (whyNot !== null) console.warn(`disks: skipped: ${whyNot}`)

/** A directory that is a disk of that size. */
async function smallDisk(size: string): Promise<string> {
  const directory = await temporaryDirectory()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory])
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]))
  return directory
}

describe.skipIf(whyNot !== null)('a disk', () => {
  test('that is full is a 503 and never a 200, readers go on, and so does the relay when there is room', async () => {
    const directory = await smallDisk('8m')
    const relay = await spawnRelay(directory)
    await postMany(relay.url, 10)
    const { bavail, bsize } = statfsSync(directory)
    const filling = join(directory, 'filling')
    writeFileSync(filling, Buffer.alloc(bavail * bsize - 64 * 1024))
    const taken: string[] = []
    let refused = 0
    for (let index = 0; refused < 3; index++) {
      const { status, headers } = await post(relay.url, JSON.stringify(eventOf(`full${index}`)))
      if (status === 200) taken.push(`full${index}`)
      else {
        refused += 1
        expect([status, headers.get('retry-after')]).toEqual([503, '2'])
      }
    }
    expect((await pageOf(relay.url)).head).toBeGreaterThanOrEqual(10)
    expect((await fetch(`${relay.ops}/livez`)).status).toBe(200)

    rmSync(filling)
    const last = JSON.stringify(eventOf('last'))
    await expect.poll(async () => (await post(relay.url, last)).status).toBe(200)
    const events = await allEvents(relay.url)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const kept = events.map(({ event }) => event.data.id)
    expect(new Set(kept).size).toBe(kept.length)
    expect(taken.filter((id) => !kept.includes(id))).toEqual([])
    await expect.poll(async () => (await fetch(`${relay.ops}/readyz`)).status).toBe(200)
    relay.kill('SIGTERM')
    expect(await relay.exited).toEqual({ code: 0, signal: null })
  })

  test('that may only be read ends the start with one line, and the next start on a writable one goes on', async () => {
    const directory = await smallDisk('32m')
    const first = await spawnRelay(directory)
    await postMany(first.url, 3)
    first.kill('SIGTERM')
    await first.exited
    execFileSync('mount', ['-o', 'remount,ro', directory])
    const { code, stdout, stderr } = await runRelay(directory, ['--port=0'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^relay: .*\n$/)
    execFileSync('mount', ['-o', 'remount,rw', directory])
    const again = await spawnRelay(directory)
    expect(await pageOf(again.url)).toMatchObject({ head: 3 })
    again.kill('SIGTERM')
    await again.exited
  })
})
