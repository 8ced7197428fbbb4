import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BroadcastChannel } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/fakes/small-disk.ts'
import { faultChannel, type WriterFault } from '#tests/fakes/writer-fault.ts'
import { spawnRelay } from './support/process.ts'
import {
  allEvents,
  builtFile,
  eventOf,
  OFFICE,
  pageOf,
  post,
  postMany,
  startRelay,
  temporaryDirectory,
} from './support/relay.ts'
import { openStream } from './support/stream.ts'

const writerEntry = pathToFileURL(builtFile('faulty-relay-writer'))

async function startFaulty(commitDeadlineMs: number) {
  const directory = await temporaryDirectory()
  const running = await startRelay({ directory, writerEntry, commitDeadlineMs })
  const channel = new BroadcastChannel(faultChannel(join(directory, 'relay.db')))
  onTestFinished(() => channel.close())
  return { ...running, fault: (given: WriterFault) => channel.postMessage(given) }
}

/** Posts the same event until it is taken. */
async function postUntilTaken(url: string, body: string): Promise<void> {
  await expect.poll(async () => (await post(url, body)).status).toBe(200)
}

test('a disk that is full is a 503, never a 200, and readers go on; room again, and it goes on', async () => {
  const { url, fault } = await startFaulty(30_000)
  await postMany(url, 3)
  fault({ kind: 'full', isFull: true })
  const taken: string[] = []
  let refused = 0
  // The free rest of the last pages is used first.
  for (let index = 0; refused < 3; index++) {
    const { status, headers } = await post(url, JSON.stringify(eventOf(`full${index}`)))
    if (status === 200) taken.push(`full${index}`)
    else {
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
      refused += 1
    }
  }
  const ids = (await allEvents(url)).map(({ event }) => event.data.id)
  expect(ids.slice(3)).toEqual(taken)

  fault({ kind: 'full', isFull: false })
  const last = JSON.stringify(eventOf('last'))
  await postUntilTaken(url, last)
  const events = await allEvents(url)
  expect(events.at(-1)?.event.data.id).toBe('last')
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
})

test('a writer that stands still is a 503 in time, and its event is numbered once when it comes back', async () => {
  const { url, ops, fault } = await startFaulty(2_000)
  const stream = openStream(url, OFFICE.adminToken)
  await stream.status
  const until = new Int32Array(new SharedArrayBuffer(8))
  fault({ kind: 'stall', until })
  onTestFinished(() => void Atomics.notify(until, 0))
  // The fault travels on its own way: until it is there, events are taken.
  let first = 200
  let held = ''
  for (let index = 0; first === 200; index++) {
    held = JSON.stringify(eventOf(`held${index}`))
    const answer = await post(url, held)
    first = answer.status
    if (first !== 200) expect([first, answer.headers.get('retry-after')]).toEqual([503, '2'])
  }
  // From now on at once: a commit is late already.
  expect((await post(url, JSON.stringify(eventOf('later')))).status).toBe(503)
  expect((await fetch(`${ops}/readyz`)).status).toBe(503)
  expect((await pageOf(url)).head).toBeGreaterThanOrEqual(0)

  Atomics.store(until, 0, 1)
  Atomics.notify(until, 0)
  // Its sender has been answered 503, and no other event comes: it is streamed all the same.
  const streamedIds = () =>
    stream.of('change').map(({ data }) => (data as { event: { data: { id: string } } }).event.data.id)
  await expect.poll(() => streamedIds().some((id) => held.includes(`"${id}"`))).toBe(true)
  await postUntilTaken(url, held)
  const events = await allEvents(url)
  expect(new Set(events.map(({ event }) => event.data.id)).size).toBe(events.length)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  await expect.poll(() => stream.seqs()).toEqual(events.map(({ seq }) => seq))
  await expect.poll(async () => (await fetch(`${ops}/readyz`)).status).toBe(200)
})

test('a write that fails with a full disk fails those of its batch too, and none of them is stored', async () => {
  const { url, ops, fault } = await startFaulty(30_000)
  const stream = openStream(url, OFFICE.adminToken)
  await stream.status
  await postMany(url, 3)
  fault({ kind: 'full', isFull: true })
  // Longer than the free rest of a page, so that a short one after it would still find room.
  const long = (id: string) =>
    JSON.stringify({ event: 'something.new', data: { id, note: 'x'.repeat(20_000) } })
  const queued = async () => {
    const figures = await (await fetch(`${ops}/metrics`)).text()
    return Number(/^relay_queue_rows (\d+)$/m.exec(figures)?.[1])
  }
  const until = new Int32Array(new SharedArrayBuffer(8))
  onTestFinished(() => void Atomics.notify(until, 0))
  fault({ kind: 'stall', until })
  // Faults take effect in their order: the disk is full by then.
  await expect.poll(() => Atomics.load(until, 1)).toBe(1)
  // A batch of its own, behind which the next ones gather.
  void post(url, JSON.stringify(eventOf('held')))
  await expect.poll(queued).toBe(1)
  const short = ['second', 'third'].map((id) => JSON.stringify(eventOf(id)))
  const batch = [post(url, long('first'))]
  await expect.poll(queued).toBe(2)
  for (const body of short) batch.push(post(url, body))
  await expect.poll(queued).toBe(4)
  Atomics.store(until, 0, 1)
  Atomics.notify(until, 0)
  expect((await Promise.all(batch)).map(({ status }) => status)).toEqual([503, 503, 503])
  const ids = async () => (await allEvents(url)).map(({ event }) => event.data.id)
  const before = await ids()
  fault({ kind: 'full', isFull: false })
  // Were one of them stored after all, it would be a duplicate now, and would not be streamed.
  for (const body of short) await postUntilTaken(url, body)
  expect(await ids()).toEqual([...before, 'second', 'third'])
  await expect
    .poll(() => stream.seqs())
    .toEqual(Array.from({ length: before.length + 2 }, (_, index) => index + 1))
})

test('a writer that dies between its writes and their commit has answered none of them', async () => {
  const { url, fault } = await startFaulty(30_000)
  fault({ kind: 'die', before: 'commit' })
  const taken: string[] = []
  let status = 200
  // The fault travels on its own way: until it is there, events are taken.
  for (let index = 0; status === 200; index++) {
    ;({ status } = await post(url, JSON.stringify(eventOf(`e${index}`))))
    if (status === 200) taken.push(`e${index}`)
  }
  expect(status).toBe(503)
  expect((await allEvents(url)).map(({ event }) => event.data.id)).toEqual(taken)
  await postUntilTaken(url, JSON.stringify(eventOf('last')))
  expect((await allEvents(url)).map(({ event }) => event.data.id)).toEqual([...taken, 'last'])
})

test('a writer that dies between commit and answer loses nothing and doubles nothing', async () => {
  const { url, fault, logged } = await startFaulty(30_000)
  const stream = openStream(url, OFFICE.adminToken)
  await stream.status
  await postMany(url, 2)
  fault({ kind: 'die', before: 'answer' })
  let status = 200
  let held = ''
  for (let index = 0; status === 200; index++) {
    held = JSON.stringify(eventOf(`held${index}`))
    ;({ status } = await post(url, held))
  }
  expect(status).toBe(503)
  // The thread that takes its place tells what was committed, before any other event.
  await expect
    .poll(() =>
      stream
        .of('change')
        .some(({ data }) =>
          held.includes(`"${(data as { event: { data: { id: string } } }).event.data.id}"`),
        ),
    )
    .toBe(true)
  await postUntilTaken(url, held)
  await postUntilTaken(url, JSON.stringify(eventOf('last')))
  const events = await allEvents(url)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.filter(({ event }) => held.includes(`"${event.data.id}"`))).toHaveLength(1)
  await expect.poll(() => stream.seqs()).toEqual(events.map(({ seq }) => seq))
  expect(logged.join('\n')).toContain('the writer ended')
})

test('a disk with little room is a 503 until there is room', async () => {
  let free = 10_000_000
  const { url, ops } = await startRelay({ disk: { minFreeBytes: 5_000_000, freeBytes: () => free } })
  expect((await post(url, JSON.stringify(eventOf('a')))).status).toBe(200)
  free = 4_000_000
  await expect.poll(async () => (await post(url, JSON.stringify(eventOf('b')))).status).toBe(503)
  expect((await fetch(`${ops}/readyz`)).status).toBe(503)
  expect((await fetch(`${ops}/livez`)).status).toBe(200)
  free = 6_000_000
  await postUntilTaken(url, JSON.stringify(eventOf('b')))
})

const whyNot = whyNoSmallDisk()
if (whyNot !== null) console.warn(`a start on a full disk: skipped: ${whyNot}`)

test.skipIf(whyNot !== null).each<NodeJS.Signals>(['SIGTERM', 'SIGKILL'])(
  'a relay that starts on a full disk after %s lets PCs read, and takes events when there is room',
  async (signal) => {
    const disk = mountSmallDisk(16)
    onTestFinished(disk.close)
    const { directory } = disk
    const first = await spawnRelay(directory)
    await postMany(first.url, 20)
    const { epoch } = await pageOf(first.url)
    first.kill(signal)
    await first.exited
    await disk.fill()

    const relay = await spawnRelay(directory, [], null)
    expect(await pageOf(relay.url)).toMatchObject({ epoch, head: 20 })
    // The log of a killed relay has left some room.
    await disk.fill()
    // Whoever sends events elsewhere meanwhile can see it, at both ports.
    for (const url of [relay.url, relay.ops])
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503)
    const answer = await post(relay.url, JSON.stringify(eventOf('refused')))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await pageOf(relay.url)).toMatchObject({ epoch, head: 20 })
    expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([])

    disk.clear()
    await postUntilTaken(relay.url, JSON.stringify(eventOf('q')))
    expect(await pageOf(relay.url)).toMatchObject({ epoch, head: 21 })
  },
)
