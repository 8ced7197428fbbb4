import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { KEPT } from '#relay/store/writes.ts'
import { cursorText, officeWire } from '#shared/api/relay.ts'
import { createSystemClock } from '#shared/server/clock.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { pause, upTo } from '../relay/support/site.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { allEvents, call, eventOf, OFFICE, pageOf, post, temporaryDirectory } from '../relay/support/relay.ts'
import { openTestStore } from '../relay/support/store.ts'
import { openStream } from '../relay/support/stream.ts'

/** R4, R6 and R7 of the relay's tests over three nodes; R1 and R22 are in the files beside. */
const NODES = 3
const CLIENTS = 3
const CONNECTS = 40
const token = OFFICE.adminToken
const node = fc.nat({ max: NODES - 1 })
const client = fc.nat({ max: CLIENTS - 1 })

async function startThree() {
  const directory = await temporaryDirectory()
  const start = (port: number) => spawnRelay(directory, [`--port=${port}`])
  const ports = await Promise.all(upTo(NODES).map(freePort))
  const nodes = await Promise.all(ports.map(start))
  async function restart(index: number): Promise<void> {
    nodes[index]?.kill('SIGKILL')
    await nodes[index]?.exited
    nodes[index] = await start(ports[index] ?? 0)
  }
  return {
    directory,
    urlOf: (index: number) => nodes[index]?.url ?? '',
    kill: (index: number) => nodes[index]?.kill('SIGKILL'),
    restart,
  }
}

/**
 * Sends it until it is taken, as the operator does: a busy machine may answer 503 now and then.
 * @returns times that it was sent
 */
async function sendUntilTaken(url: string, body: string): Promise<number> {
  for (let times = 1; ; times++) {
    const { status } = await post(url, body)
    if (status === 200) return times
    expect(status).toBe(503)
    await pause(50)
  }
}
const sendMany = (url: string, count: number, prefix: string) =>
  Promise.all(upTo(count).map((index) => sendUntilTaken(url, JSON.stringify(eventOf(`${prefix}${index}`)))))

/** The same event, as another program would write it. */
function otherwise(text: string): string {
  const { event, data } = JSON.parse(text) as { event: string; data: object }
  return JSON.stringify(
    { data: Object.fromEntries(Object.entries(data).toReversed()), event },
    null,
    randomInt(1, 5),
  )
}

test('each event up to five times, differently written, at every node and after kills, is numbered once; each other is counted', async () => {
  const { urlOf, restart } = await startThree()
  const bodies = upTo(20 * ROUNDS).map((index) => JSON.stringify(eventOf(`p${index}`)))
  let [taken, sent] = [0, 0]
  async function sendAll(): Promise<void> {
    const asked = bodies.flatMap((body) =>
      upTo(randomInt(1, 6)).map(async (time) => {
        const text = time % 2 === 0 ? otherwise(body) : body
        const times = await sendUntilTaken(urlOf(randomInt(NODES)), text)
        sent += times
        taken += 1
      }),
    )
    await Promise.all(asked)
  }
  await sendAll()
  for (const index of upTo(NODES)) await restart(index - 1)
  await sendAll()
  const events = await allEvents(urlOf(0))
  expect(events.map(({ seq }) => seq)).toEqual(upTo(bodies.length))
  expect(new Set(events.map(({ event }) => event.data.id)).size).toBe(bodies.length)
  const office = officeWire.parse(await (await call(`${urlOf(1)}/v1/office`, 'GET', token)).json())
  expect(office.head).toBe(bodies.length)
  // The same number, unless there was a 503, whose event may have been stored all the same.
  expect(office.duplicates).toBeGreaterThanOrEqual(taken - bodies.length)
  expect(office.duplicates).toBeLessThanOrEqual(sent - bodies.length)
})

test('many that connect to three nodes while all of them take events have each number once and in order', async () => {
  const { urlOf } = await startThree()
  let isOver = false
  onTestFinished(() => void (isOver = true))
  const posting = upTo(NODES).map(async (index) => {
    for (let count = 0; !isOver; count++) {
      await sendMany(urlOf(index - 1), 2, `${index}-${count}-`)
      await pause(10)
    }
  })
  const streams: ReturnType<typeof openStream>[] = []
  for (let index = 0; index < CONNECTS * ROUNDS; index++) {
    streams.push(openStream(urlOf(index % NODES), token))
    await pause(5)
  }
  for (const stream of streams) await expect.poll(() => stream.seqs().length).toBeGreaterThan(0)
  isOver = true
  await Promise.all(posting)
  const { head } = await pageOf(urlOf(0))
  for (const stream of streams) await expect.poll(() => stream.seqs().length).toBeGreaterThanOrEqual(head)
  for (const stream of streams) expect(stream.seqs()).toEqual(upTo(head))
})

type Action =
  | { kind: 'post'; node: number; count: number }
  | { kind: 'page'; node: number; client: number; limit: number }
  | { kind: 'stream'; node: number; client: number; ends: 'node' | 'client' | 'well' }
  | { kind: 'kill'; node: number }
  | { kind: 'retention'; kept: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('post' as const), node, count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('page' as const), node, client, limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('stream' as const),
    node,
    client,
    ends: fc.constantFrom('node' as const, 'client' as const, 'well' as const),
  }),
  fc.record({ kind: fc.constant('kill' as const), node }),
  fc.record({ kind: fc.constant('retention' as const), kept: fc.integer({ min: 0, max: 4 }) }),
)

test('whatever is killed or leaves, each client has every number once and in order, or its exact gap', async () => {
  const { directory, urlOf, kill, restart } = await startThree()
  const log = { info: () => {}, error: () => {} }
  const { store } = await openTestStore({ directory, clock: createSystemClock(), log })
  onTestFinished(() => store.close())
  const [office] = await store.reader.listOffices()
  const officeId = office?.id ?? 0
  const { epoch } = await pageOf(urlOf(0))

  /** The list, as it has to be: numbers from `floor` to `head`, and the place of each client. */
  const model = { floor: 1, head: 0, clients: upTo(CLIENTS).map(() => 0) }
  const cursorOf = (index: number) => cursorText({ epoch, seq: model.clients[index] ?? 0 })
  /** What a client was given after its place. */
  function take(index: number, gap: { from: number; to: number } | undefined, seqs: readonly number[]): void {
    const place = model.clients[index] ?? 0
    const isGap = place + 1 < model.floor
    expect(gap && { from: gap.from, to: gap.to }).toEqual(
      isGap ? { from: place + 1, to: model.floor - 1 } : undefined,
    )
    const first = isGap ? model.floor : place + 1
    expect(seqs).toEqual(seqs.map((_, at) => first + at))
    model.clients[index] = seqs.at(-1) ?? first - 1
  }
  async function readPage(at: number, index: number, limit: number): Promise<void> {
    const page = await pageOf(urlOf(at), `?after=${cursorOf(index)}&limit=${limit}`)
    take(
      index,
      page.gap,
      page.events.map(({ seq }) => seq),
    )
  }
  async function send(at: number, count: number): Promise<void> {
    await sendMany(urlOf(at), count, `${model.head}-`)
    model.head += count
  }

  const run: { [K in Action['kind']]: (given: Extract<Action, { kind: K }>) => Promise<void> } = {
    post: ({ node: at, count }) => send(at, count),
    page: ({ node: at, client: index, limit }) => readPage(at, index, limit),
    kill: ({ node: at }) => restart(at),
    async stream({ node: at, client: index, ends }) {
      const stream = openStream(urlOf(at), token, { lastEventId: cursorOf(index) })
      await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
      // Live ones too, taken by another node.
      const sent = send((at + 1) % NODES, 3)
      if (ends === 'well') {
        await sent
        const last = () => Math.max(model.clients[index] ?? 0, stream.seqs().at(-1) ?? 0)
        await expect.poll(last).toBe(model.head)
      } else await pause(randomInt(60))
      if (ends === 'node') {
        kill(at)
        await stream.ended
        await sent
        await restart(at)
      }
      await sent
      stream.close()
      // One that is killed has not written down what came.
      if (ends === 'client') return
      const [gap] = stream.of('gap')
      // Killed before its first frame after the heartbeat, it has nothing.
      if (gap === undefined && stream.seqs().length === 0) return
      take(index, gap?.data, stream.seqs())
    },
    async retention({ kept }) {
      const upToSeq = model.head - kept
      const [last] = await store.reader.readEvents(officeId, upToSeq - 1, upToSeq, {
        limit: 1,
        bytes: 100_000,
      })
      if (last === undefined) return
      const { floors } = await store.writer.write('sweep', { now: last.receivedMs + KEPT.eventsMs + 1 })
      model.floor = floors[0]?.floor ?? model.floor
    },
  }
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 12 }), async (actions) => {
      for (const each of actions) await run[each.kind](each as never)
      for (const index of upTo(CLIENTS)) {
        const at = randomInt(NODES)
        while ((model.clients[index - 1] ?? 0) < model.head) await readPage(at, index - 1, 500)
      }
      expect(await pageOf(urlOf(randomInt(NODES)))).toMatchObject({
        epoch,
        floor: model.floor,
        head: model.head,
      })
    }),
    // Each run goes on with the list of the one before.
    { numRuns: 2 * ROUNDS, endOnFailure: true },
  )
})
