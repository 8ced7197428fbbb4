import { Client, Pool } from 'pg'
import { officeOf } from './bench-offices.ts'
import { type BenchNodes, startBenchNodes } from './bench-nodes.ts'
import { burstId } from './relay-burst.ts'
import { EVENT_BYTES } from './relay-events.ts'
import { type Load, startLoad } from './relay-load.ts'
import { figure, type Figure, floorOf } from './statistics.ts'
import { startForward } from './tcp-forward.ts'

const NODES = 2
const SECONDS = 5
/** Offices of a burst, each with a reader at one of the nodes. */
const BURST = { offices: 64, connections: 8, depth: 64 }
const MANY = { perSecond: 1_000, seconds: 8, listening: 500 }
/** Others, each with a reader; and one that sends a hundred times what each of them does. */
const OTHERS = { offices: 100, perSecond: 500, seconds: 8 }
const NOISE = (100 * OTHERS.perSecond) / OTHERS.offices
const FLOOR = { lanes: 4, rows: 128 }
/** After the last connection: what was opened for it is released. */
const REST_MS = 2_000
const READ_MS = 30_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const inboxes = (count: number) => Array.from({ length: count }, (_, index) => officeOf(index).inbox)

/**
 * Two nodes over PostgreSQL, all on this machine with the load.
 * @param offices of the figure of many offices
 */
export async function relayNodesFigures(offices: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const load = await startLoad()
  try {
    const nodes = await startBenchNodes(NODES)
    try {
      await nodes.addOffices(Math.max(offices, BURST.offices, 2 * OTHERS.offices))
      figures.push(...(await atFullRate(nodes, load)))
      figures.push(...(await manyOffices(nodes, load, offices)))
      figures.push(...(await oneNoisy(nodes, load)))
    } finally {
      await load.close()
      await nodes.remove()
    }
    figures.push(...(await failover(load)))
  } finally {
    await load.end()
  }
  return figures
}

/** Each office has its reader at a node, half of them at each. */
async function openReaders({ ports }: BenchNodes, load: Load, count: number): Promise<number> {
  let failures = 0
  for (const [at, port] of ports.entries()) {
    const requests = Array.from({ length: count }, (_, index) => index)
      .filter((index) => index % ports.length === at)
      .map((index) => ({ ...officeOf(index).stream, text: '200 OK' }))
    failures += (await load.open({ port, requests, each: 1 })).failures
  }
  return failures
}

async function atFullRate(nodes: BenchNodes, load: Load): Promise<Figure[]> {
  const { ports } = nodes
  const posts = inboxes(BURST.offices)
  const shape = { ports, posts, connections: BURST.connections, depth: BURST.depth }
  // While the lists are empty: what came with the beginning of an answer would not be looked at.
  await openReaders(nodes, load, BURST.offices)
  await load.follow()
  // The code of all processes is compiled first.
  const warm = await load.burst({ ...shape, seconds: 2, first: 0 })
  const before = { nodes: nodes.nodeSeconds(), server: await nodes.serverSeconds() }
  const result = await load.burst({ ...shape, seconds: SECONDS, first: warm.sent })
  const cpu = {
    nodes: nodes.nodeSeconds() - before.nodes,
    server: (await nodes.serverSeconds()) - before.server,
  }
  const taken = result.acknowledged.length
  // What was answered with 503 may have been stored all the same.
  const [stored] = await nodes.query<{ count: string }>('SELECT sum(head) AS count FROM office')
  const count = Number(stored?.count)
  const { events, gaps } = await load.followed({ events: count, waitMs: READ_MS })
  await load.close()
  const ids = await idsOf(nodes.server.adminUrl('relay'))
  const kept = new Set(ids)
  const lost = [...warm.acknowledged, ...result.acknowledged].filter((number) => !kept.has(burstId(number)))
  const floor = figure('floor: batches of the same rows by plain pg', '/s', await bareInserts(nodes), {
    note: `${FLOOR.lanes} connections, ${FLOOR.rows} rows of one table and key in a transaction`,
  })
  const used = `processor: nodes ${cpu.nodes.toFixed(1)} s, database ${cpu.server.toFixed(1)} s, load ${result.cpuSeconds.toFixed(1)} s of ${result.seconds.toFixed(1)} s`
  return [
    floor,
    figure(`${NODES} nodes: unique events`, '/s', [taken / result.seconds], {
      atLeast: 15_000,
      floor: floorOf(floor, 'the floor'),
      note: `${result.refused} refused; ${used}`,
    }),
    figure('events in a second of processor: nodes', '/s', [taken / cpu.nodes]),
    figure('events in a second of processor: database', '/s', [taken / cpu.server]),
    figure('answered and not in a list, or twice', 'events', [lost.length + ids.length - kept.size], {
      target: 0,
    }),
    figure(`missed by ${BURST.offices} readers`, 'events', [count - events], { target: 0 }),
    figure('gaps that a reader saw', 'events', [gaps], { target: 0 }),
  ]
}

/** What the same machine writes without a relay: rows of the same size, one key, a commit for each batch. */
async function bareInserts({ server }: BenchNodes): Promise<number[]> {
  const pool = new Pool({ connectionString: server.adminUrl('relay'), max: FLOOR.lanes })
  await pool.query(
    'CREATE TABLE floor (office int, seq bigint, body text, hard bytea, PRIMARY KEY (office, seq), UNIQUE (office, hard))',
  )
  const body = 'x'.repeat(EVENT_BYTES / 3)
  let next = 0
  const began = performance.now()
  const lane = async (office: number) => {
    while (performance.now() - began < SECONDS * 1_000) {
      const numbers = Array.from({ length: FLOOR.rows }, () => next++)
      const keys = numbers.map((number) => Buffer.from(String(number).padStart(32)))
      await pool.query('INSERT INTO floor SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bytea[])', [
        office,
        numbers,
        numbers.map(() => body),
        keys,
      ])
    }
  }
  await Promise.all(Array.from({ length: FLOOR.lanes }, (_, index) => lane(index)))
  const rate = (next * 1_000) / (performance.now() - began)
  await pool.query('DROP TABLE floor')
  await pool.end()
  return [rate]
}

const p99Of = (latencies: readonly number[]): number => {
  const sorted = latencies.toSorted((a, b) => a - b)
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN
}

/** From the POST at one node to a stream at either. */
async function manyOffices(nodes: BenchNodes, load: Load, offices: number): Promise<Figure[]> {
  const failures = await openReaders(nodes, load, Math.min(MANY.listening, offices))
  await pause(REST_MS)
  const asked = {
    ports: nodes.ports,
    posts: postsAsOpened(offices, MANY.listening),
    perSecond: MANY.perSecond,
  }
  await load.steady({ ...asked, seconds: 2 })
  const { latencies, refused, missing } = await load.steady({ ...asked, seconds: MANY.seconds })
  await load.close()
  const name = `${offices} offices, ${MANY.perSecond} events a second, POST → stream`
  const note = `${Math.min(MANY.listening, offices)} of them listen; ${failures} not connected, ${refused} refused, ${missing} missing`
  return [
    figure(name, 'ms', latencies, { note }),
    figure(`${name}: p99`, 'ms', [p99Of(latencies)], { target: 50 }),
  ]
}

/** Inboxes in the order in which `openReaders` opened their streams, and the others after them. */
function postsAsOpened(offices: number, listening: number) {
  const indexes = Array.from({ length: Math.min(listening, offices) }, (_, index) => index)
  const opened = Array.from({ length: NODES }, (_, at) =>
    indexes.filter((index) => index % NODES === at),
  ).flat()
  const others = Array.from({ length: offices - opened.length }, (_, index) => opened.length + index)
  return [...opened, ...others].map((index) => officeOf(index).inbox)
}

/** An office that sends a hundred times what the others do, and what the others feel of it. */
async function oneNoisy(nodes: BenchNodes, load: Load): Promise<Figure[]> {
  await openReaders(nodes, load, OTHERS.offices)
  await pause(REST_MS)
  const asked = {
    ports: nodes.ports,
    posts: postsAsOpened(OTHERS.offices, OTHERS.offices),
    perSecond: OTHERS.perSecond,
    seconds: OTHERS.seconds,
  }
  // The same events from one office, and from a hundred: what the machine needs for them is no lack of fairness.
  const oneMore = { posts: [officeOf(OTHERS.offices).inbox], perSecond: NOISE }
  const manyMore = {
    posts: Array.from({ length: OTHERS.offices }, (_, index) => officeOf(OTHERS.offices + index).inbox),
    perSecond: NOISE,
  }
  await load.steady({ ...asked, seconds: 2 })
  // In turns, so that none has the quieter part of the time.
  const quiet: number[] = []
  const noisy: number[] = []
  const spread: number[] = []
  let [refused, missing] = [0, 0]
  for (let turn = 0; turn < 3; turn++)
    for (const [into, more] of [
      [quiet, {}],
      [noisy, { noise: oneMore }],
      [spread, { noise: manyMore }],
    ] as const) {
      const result = await load.steady({ ...asked, ...more })
      into.push(p99Of(result.latencies))
      refused += result.refused
      missing += result.missing
    }
  await load.close()
  const name = `p99 of ${OTHERS.offices} offices`
  const alone = figure(`${name} alone`, 'ms', quiet)
  const beside = figure(`${name} beside one that sends 100 times as much`, 'ms', noisy, {
    note: `${refused} refused, ${missing} missing`,
  })
  const besideMany = figure(`${name} beside as many events of 100 more offices`, 'ms', spread)
  return [
    alone,
    beside,
    besideMany,
    figure(`${name}, beside against alone (p50 of three)`, '×', [beside.p50 / alone.p50], { target: 1.2 }),
    figure(`${name}, beside one against beside 100 (p50 of three)`, '×', [beside.p50 / besideMany.p50]),
  ]
}

/** The primary is killed under load, and its synchronous standby takes over at once. */
async function failover(load: Load): Promise<Figure[]> {
  let forward: Awaited<ReturnType<typeof startForward>> | null = null
  const nodes = await startBenchNodes(NODES, {
    isRestarted: true,
    async through(server) {
      const address = new URL(server.url('relay'))
      forward = await startForward(Number(address.port))
      address.port = String(forward.port)
      return address.href
    },
  })
  try {
    await nodes.addOffices(BURST.offices)
    const standby = await nodes.server.standby()
    try {
      const posts = inboxes(BURST.offices)
      const shape = { ports: nodes.ports, posts, connections: BURST.connections, depth: 8 }
      const sending = load.burst({ ...shape, seconds: 6 * SECONDS, first: 0 })
      await pause(SECONDS * 1_000)
      await nodes.server.kill()
      const { port } = new URL(standby.url('relay'))
      await standby.promote()
      ;(forward as Awaited<ReturnType<typeof startForward>> | null)?.leadTo(Number(port))
      const { acknowledged, longestGapMs, sent } = await sending
      const kept = new Set(await idsOf(standby.adminUrl('relay')))
      const lost = acknowledged.filter((number) => !kept.has(burstId(number))).length
      const note = `of ${acknowledged.length} of ${sent} sent; killed without a word, promoted at once, nodes started again after 1 s`
      return [
        figure('failover: answered events lost', 'events', [lost], { target: 0, note }),
        figure('failover: longest time without an answered event', 'ms', [longestGapMs], {
          target: 10_000,
        }),
      ]
    } finally {
      await standby.remove()
    }
  } finally {
    ;(forward as Awaited<ReturnType<typeof startForward>> | null)?.close()
    await nodes.remove()
  }
}

async function idsOf(url: string): Promise<string[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      "SELECT body::json -> 'data' ->> 'id' AS id FROM event",
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}
