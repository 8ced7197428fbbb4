import { request } from 'undici'
import { arrivalsOfDay, BUSIEST, DAY_MS, seededRandom } from './arrivals.ts'
import { type BenchNodes, startBenchNodes } from './bench-nodes.ts'
import { deviceOf, officeOf } from './bench-offices.ts'
import { type Load, startLoad } from './relay-load.ts'
import { figure, type Figure } from './statistics.ts'

const NODES = 2
/** Assumptions about an office: its events of a day, and the PCs that listen and confirm each of them. */
const EVENTS = 40
const PCS = 2
const SEED = 20_261_126
/** As at the pace of a real day, in which no two events meet: so many of each are enough for a mean. */
const ONE_BY_ONE = 2_000
const STREAMS = 1_000
const IDLE_MS = 30_000
const REST_MS = 5_000
const LISTENING_MS = 10 * 3_600_000
/** A day that takes longer is cut. */
const MAX_S = 6 * 3_600

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Cost {
  nodesMs: number
  serverMs: number
  walKb: number
  diskKb: number
}

/** What one of many costs. */
const each = (cost: Cost, count: number): Cost => ({
  nodesMs: cost.nodesMs / count,
  serverMs: cost.serverMs / count,
  walKb: cost.walKb / count,
  diskKb: cost.diskKb / count,
})

/**
 * A working day of many offices over two nodes, in the order of its events and as fast as they are taken; and what the
 * same costs where each event is alone, as it is on most of a real day.
 */
export async function relayDayFigures(offices: number): Promise<Figure[]> {
  const load = await startLoad()
  const nodes = await startBenchNodes(NODES)
  try {
    await nodes.addOffices(offices, PCS)
    // The code of all processes is compiled first.
    const inboxes = Array.from({ length: offices }, (_, index) => officeOf(index).inbox)
    const warm = await load.burst({
      ports: nodes.ports,
      posts: inboxes,
      connections: 8,
      depth: 8,
      seconds: 3,
      first: 0,
    })
    const order = arrivalsOfDay(offices, EVENTS, seededRandom(SEED)).map(({ office }) => office)
    const began = performance.now()
    let refused = 0
    const day = await costOf(nodes, async () => {
      const shape = { ports: nodes.ports, posts: inboxes, connections: 8, depth: 16 }
      const result = await load.burst({ ...shape, seconds: MAX_S, first: warm.sent, order })
      refused = result.refused + order.length - result.acknowledged.length - result.refused
    })
    const ms = performance.now() - began
    const perEvent = await alone(nodes, load, warm.sent + order.length)
    const perAck = await confirmations(nodes, offices)
    const perStream = await idleStreams(nodes, load, offices)
    return [
      figure(`a day of ${offices} offices: events taken`, '/s', [(order.length * 1_000) / ms], {
        note: `${order.length} events, ${EVENTS} an office, in ${(ms / 1_000).toFixed(0)} s: ${(DAY_MS / ms).toFixed(0)} × as fast; ${refused} not taken`,
      }),
      ...costFigures('an office and day, events alone, as fast as this', each(day, offices)),
      ...costFigures('one event that meets no other', perEvent),
      ...costFigures('one confirmation of a PC', perAck),
      ...costFigures(
        `an office and day at its own pace, ${EVENTS} events confirmed by ${PCS} PCs each`,
        sum(times(perEvent, EVENTS), times(perAck, EVENTS * PCS)),
      ),
      figure('an open stream for 10 h: processor of the nodes', 'ms', [perStream], {
        note: `${STREAMS} at most, beside the same nodes without any`,
      }),
      figure('share of a day in its busiest hour', '%', [100 * BUSIEST]),
    ]
  } finally {
    await load.close()
    await load.end()
    await nodes.remove()
  }
}

const times = (cost: Cost, count: number): Cost => each(cost, 1 / count)
const sum = (one: Cost, other: Cost): Cost => ({
  nodesMs: one.nodesMs + other.nodesMs,
  serverMs: one.serverMs + other.serverMs,
  walKb: one.walKb + other.walKb,
  diskKb: one.diskKb + other.diskKb,
})

const costFigures = (of: string, { nodesMs, serverMs, walKb, diskKb }: Cost): Figure[] => [
  figure(`${of}: processor of the nodes`, 'ms', [nodesMs]),
  figure(`${of}: processor of the database`, 'ms', [serverMs]),
  figure(`${of}: WAL`, 'KB', [walKb]),
  figure(`${of}: disk`, 'KB', [diskKb]),
]

async function costOf(nodes: BenchNodes, run: () => Promise<void>): Promise<Cost> {
  const read = async () => {
    const [row] = await nodes.query<{ wal: string; disk: string }>(
      "SELECT pg_current_wal_lsn() - '0/0' AS wal, pg_database_size(current_database()) AS disk",
    )
    const [wal, disk] = [Number(row?.wal), Number(row?.disk)]
    return { wal, disk, nodes: nodes.nodeSeconds(), server: await nodes.serverSeconds() }
  }
  const before = await read()
  await run()
  const after = await read()
  return {
    nodesMs: 1_000 * (after.nodes - before.nodes),
    serverMs: 1_000 * (after.server - before.server),
    walKb: (after.wal - before.wal) / 1_024,
    diskKb: (after.disk - before.disk) / 1_024,
  }
}

/** Events one after another: each has a commit of its own. */
async function alone(nodes: BenchNodes, load: Load, first: number): Promise<Cost> {
  const order = Array.from({ length: ONE_BY_ONE }, () => 0)
  const shape = { ports: nodes.ports.slice(0, 1), posts: [officeOf(0).inbox], connections: 1, depth: 1 }
  const cost = await costOf(nodes, async () => {
    await load.burst({ ...shape, seconds: MAX_S, first, order })
  })
  return each(cost, ONE_BY_ONE)
}

/** PCs of many offices confirm what they have, one after another. */
async function confirmations(nodes: BenchNodes, offices: number): Promise<Cost> {
  const [meta] = await nodes.query<{ epoch: string }>("SELECT value AS epoch FROM meta WHERE name = 'epoch'")
  const heads = await nodes.query<{ id: number; head: string }>('SELECT id, head FROM office WHERE head > 0')
  const headOf = new Map(heads.map(({ id, head }) => [id - 1, Number(head)]))
  let done = 0
  const cost = await costOf(nodes, async () => {
    // A PC of another office each time, and once round, the same ones with another number.
    for (let turn = 0; done < ONE_BY_ONE && turn < ONE_BY_ONE; turn++) {
      const office = turn % offices
      const seq = Math.floor(turn / offices) + 1
      if (seq > (headOf.get(office) ?? 0)) continue
      const { statusCode, body } = await request(`http://127.0.0.1:${nodes.ports[turn % NODES]}/v1/ack`, {
        method: 'POST',
        headers: { ...deviceOf(office, 0).headers, 'content-type': 'application/json' },
        body: JSON.stringify({ cursor: `${meta?.epoch}.${seq}` }),
      })
      await body.dump()
      if (statusCode !== 204) throw new Error(`ack: ${statusCode}`)
      done += 1
    }
  })
  return each(cost, Math.max(1, done))
}

/** Processor time of a stream on which nothing comes but heartbeats, in milliseconds for the hours that a PC is on. */
async function idleStreams(nodes: BenchNodes, load: Load, offices: number): Promise<number> {
  const [meta] = await nodes.query<{ epoch: string }>("SELECT value AS epoch FROM meta WHERE name = 'epoch'")
  const heads = await nodes.query<{ id: number; head: string }>('SELECT id, head FROM office ORDER BY id')
  const requests = heads.slice(0, Math.min(STREAMS, offices)).map(({ id, head }) => ({
    path: `/v1/stream?after=${meta?.epoch}.${head}`,
    headers: officeOf(id - 1).stream.headers,
    text: '200 OK',
  }))
  const idleSeconds = async () => {
    await pause(REST_MS)
    const from = nodes.nodeSeconds()
    await pause(IDLE_MS)
    return nodes.nodeSeconds() - from
  }
  const without = await idleSeconds()
  await load.open({ port: nodes.ports[0] ?? 0, requests, each: 1 })
  const seconds = Math.max(0, (await idleSeconds()) - without)
  return (1_000 * seconds * LISTENING_MS) / IDLE_MS / requests.length
}
