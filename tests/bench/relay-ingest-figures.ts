import autocannon from 'autocannon'
import { eventText, nextNumber } from './relay-events.ts'
import type { Load } from './relay-load.ts'
import type { Peer } from './relay-peer.ts'
import { type BenchRelay, eventsAfter, pageOf, startBenchRelay, type Target } from './relay-target.ts'
import { figure, type Figure } from './statistics.ts'

const RUNS = 3
const SECONDS = 5
const CONNECTIONS = 64
const KILLS = 5
const KILL_WORKERS = 32
const CATCH_UP = 50_000
const PAGE = 500
const PAST_CONNECTIONS = 12_000
const SEQUENTIAL = 1_500

/** Receiving events, what a kill leaves of them, and reading them again. */
export async function ingestFigures(peer: Peer | null, load: Load): Promise<Figure[]> {
  const relay = await startBenchRelay()
  try {
    const ready = figure('relay: ready, from its start', 'ms', [relay.readyMs], { target: 400 })
    const rest = figure('relay: memory at rest (RSS)', 'MB', [relay.memoryMb()])
    return [
      ready,
      rest,
      ...(await atFullRate(relay, peer)),
      ...(await catchingUp(relay, load)),
      ...(await realistic(relay)),
      ...(await kills()),
      ...(await pastConnections(load)),
    ]
  } finally {
    await relay.remove()
  }
}

/** Posts different events from `connections` keep-alive connections. */
const ingest = (target: Target, load: Partial<autocannon.Options>) =>
  autocannon({
    url: `http://127.0.0.1:${target.port}`,
    requests: [
      {
        method: 'POST',
        path: target.inbox.path,
        headers: { ...target.inbox.headers, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: eventText(`i${nextNumber()}`) }),
      },
    ],
    ...load,
  })

async function atFullRate(relay: BenchRelay, peer: Peer | null): Promise<Figure[]> {
  const runs = async (target: Target) => {
    const results: autocannon.Result[] = []
    for (let run = 0; run < RUNS; run++)
      results.push(await ingest(target, { connections: CONNECTIONS, duration: SECONDS }))
    return {
      rates: results.map((result) => result['2xx'] / result.duration),
      p99: results.map(({ latency }) => latency.p99),
      refused: results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0),
    }
  }
  const own = await runs(relay)
  const name = `ingest, ${CONNECTIONS} connections`
  const figures = [
    figure(`${name}: durable events`, '/s', own.rates, {
      atLeast: 8_000,
      note: `${own.refused} refused or failed`,
    }),
    figure(`${name}: p99 of each run`, 'ms', own.p99, { target: 25 }),
  ]
  if (peer === null) return figures
  const its = await runs(peer)
  return [
    ...figures,
    figure(`${name}: ${peer.name}`, '/s', its.rates, { note: `${its.refused} refused or failed` }),
    figure(`${name}: ${peer.name}, p99 of each run`, 'ms', its.p99),
  ]
}

/** 200 events a second, of an operator with many offices. */
async function realistic(relay: BenchRelay): Promise<Figure[]> {
  const { latency, non2xx, errors } = await ingest(relay, {
    connections: 8,
    overallRate: 200,
    duration: 2 * SECONDS,
  })
  const note = `${non2xx + errors} refused or failed`
  return [
    figure('ingest at 200 events a second: p50', 'ms', [latency.p50]),
    figure('ingest at 200 events a second: p99', 'ms', [latency.p99], { target: 15, note }),
    figure('ingest at 200 events a second: slowest', 'ms', [latency.max], { target: 500 }),
  ]
}

/** The last events that the ingest before has left. */
async function catchingUp(relay: BenchRelay, load: Load): Promise<Figure[]> {
  let { epoch, head } = await pageOf(relay, '?limit=1')
  const count = Math.min(CATCH_UP, head)
  const pages: number[] = []
  const streams: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    let read = 0
    for (let after = head - count; after < head; after += PAGE) {
      const answer = await fetch(`${relay.url}/v1/events?limit=${PAGE}&after=${epoch}.${after}`, {
        headers: relay.stream().headers,
      })
      // Counted without being parsed: the figure is the relay's.
      read += (await answer.text()).split('"receivedAt"').length - 1
    }
    pages.push((read * 1_000) / (performance.now() - began))
    const stream = { ...relay.stream(`${epoch}.${head - count}`), text: `id: ${epoch}.${head}\n` }
    const { ms, failures } = await load.open({ port: relay.port, requests: [stream], each: 1 })
    if (failures === 0) streams.push((count * 1_000) / ms)
    await load.close()
  }
  return [
    figure(`catching up ${count} events by pages of ${PAGE}`, '/s', pages, { atLeast: 50_000 }),
    figure(`catching up ${count} events by a stream`, '/s', streams, { atLeast: 50_000 }),
  ]
}

async function kills(): Promise<Figure[]> {
  const lost: number[] = []
  const holes: number[] = []
  let acknowledged = 0
  for (let round = 0; round < KILLS; round++) {
    const relay = await startBenchRelay()
    const taken: string[] = []
    const work = async (worker: number) => {
      for (let index = 0; ; index++) {
        const id = `w${worker}-${index}`
        const answer = await fetch(relay.url + relay.inbox.path, {
          method: 'POST',
          headers: relay.inbox.headers,
          body: eventText(id),
        })
        if (answer.status === 200) taken.push(id)
      }
    }
    const all = Promise.allSettled(Array.from({ length: KILL_WORKERS }, (_, worker) => work(worker)))
    await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 800))
    await relay.kill()
    await all
    await relay.again()
    const events = await eventsAfter(relay, 0)
    const kept = new Set(events.map(({ event }) => event.data.id))
    lost.push(taken.filter((id) => !kept.has(id)).length)
    holes.push(events.filter(({ seq }, index) => seq !== index + 1).length)
    acknowledged += taken.length
    await relay.remove()
  }
  const note = `of ${acknowledged} acknowledged; ${Math.max(...holes)} holes in the numbers; npm run faults goes on`
  return [figure(`events lost by kill -9 × ${KILLS}`, 'events', lost, { target: 0, note })]
}

/** What connections leave behind when they have gone. */
async function pastConnections(load: Load): Promise<Figure[]> {
  const relay = await startBenchRelay()
  try {
    const sequential = async () => {
      const times: number[] = []
      for (let index = 0; index < SEQUENTIAL; index++) {
        const began = performance.now()
        const answer = await fetch(relay.url + relay.inbox.path, {
          method: 'POST',
          headers: relay.inbox.headers,
          body: eventText(`s${nextNumber()}`),
        })
        await answer.arrayBuffer()
        times.push(performance.now() - began)
      }
      return times
    }
    await sequential()
    const fresh = await sequential()
    const memory = relay.memoryMb()
    let opened = 0
    while (opened < PAST_CONNECTIONS) {
      const each = Math.min(2_000, PAST_CONNECTIONS - opened)
      const stream = { ...relay.stream(), text: '200 OK' }
      // The list from its end: what is behind would be sent to each of them.
      const { epoch, head } = await pageOf(relay, '?limit=1')
      const last = { ...stream, path: relay.stream(`${epoch}.${head}`).path }
      const { failures } = await load.open({ port: relay.port, requests: [last], each })
      await load.close()
      opened += each - failures
      if (failures === each) break
    }
    const after = await sequential()
    const [before, now] = [figure('', 'ms', fresh), figure('', 'ms', after)]
    return [
      { ...before, name: 'POST of one event: fresh' },
      { ...now, name: `POST of one event: after ${opened} past connections` },
      figure('the same, p50 against p50', '×', [now.p50 / before.p50], {
        target: 1.1,
        note: `memory ${memory.toFixed(0)} → ${relay.memoryMb().toFixed(0)} MB`,
      }),
    ]
  } finally {
    await relay.remove()
  }
}
