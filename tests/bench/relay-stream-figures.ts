import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { officeOf, officeRow } from './bench-offices.ts'
import { eventText, nextNumber } from './relay-events.ts'
import type { Load } from './relay-load.ts'
import type { Peer } from './relay-peer.ts'
import { type BenchRelay, pageOf, startBenchRelay, type Target } from './relay-target.ts'
import { figure, type Figure } from './statistics.ts'

/** Nothing is waited for longer than this. */
const LIMIT_MS = 30_000
const BROADCASTS = 5
const BEHIND = 5
const STEADY = { perSecond: 1_000, seconds: 8 }
/** After the last connection: what was opened for it is released. */
const REST_MS = 2_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Many open streams: connecting, memory, one event for all of them, and all of them coming back at once. */
export async function streamFigures(peer: Peer | null, load: Load, count: number): Promise<Figure[]> {
  const relay = await startBenchRelay()
  try {
    const own = await ofMany(relay, 'relay', load, count, true)
    const storm = await reconnecting(relay, load, count)
    const its = peer === null ? [] : await ofMany(peer, peer.name, load, count, false)
    return [...own, ...its, ...storm, ...(await manyOffices(load, count)), ...(await away(relay, peer, load))]
  } finally {
    await relay.remove()
  }
}

async function send(target: Target, id: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${target.port}${target.inbox.path}`, {
    method: 'POST',
    headers: { ...target.inbox.headers, 'content-type': 'application/json' },
    body: eventText(id),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`inbox: ${answer.status}`)
}

/** Connecting, delivery and memory with many open streams. */
async function ofMany(
  target: Target,
  name: string,
  load: Load,
  count: number,
  isOwn: boolean,
): Promise<Figure[]> {
  const before = target.memoryMb()
  const stream = { ...target.stream(), text: '200 OK' }
  const { ms, failures } = await load.open({ port: target.port, requests: [stream], each: count })
  await pause(REST_MS)
  const memory = target.memoryMb()
  const last: number[] = []
  const missing: number[] = []
  for (let round = 0; round < BROADCASTS; round++) {
    const id = `b${nextNumber()}-`
    const seen = load.watch({ text: id, waitMs: LIMIT_MS })
    await pause(300)
    const sent = performance.timeOrigin + performance.now()
    await send(target, id)
    const { at, missing: left } = await seen
    last.push(Math.max(...at) - sent)
    missing.push(left)
  }
  const note = `${failures} not connected`
  const figures = [
    figure(`${count} streams connect: ${name}`, 'ms', [ms], { note, ...(isOwn && { target: 3_000 }) }),
    figure(`memory with ${count} idle streams: ${name}`, 'MB', [memory], {
      ...(isOwn && { target: 300 }),
      note: `${before.toFixed(0)} MB before${isOwn ? '' : '; PSS of its processes'}`,
    }),
    figure(`one event to ${count} streams, the last of them: ${name}`, 'ms', last, {
      ...(isOwn && { target: 300 }),
      note: `${Math.max(...missing)} without it`,
    }),
  ]
  if (!isOwn) await load.close()
  return figures
}

/** The relay is killed with every stream open, and all of them come back behind. */
async function reconnecting(relay: BenchRelay, load: Load, count: number): Promise<Figure[]> {
  await relay.kill()
  await load.close()
  await relay.again()
  const before = await pageOf(relay, '?limit=1')
  for (let index = 0; index < BEHIND; index++) await send(relay, `r${nextNumber()}`)
  const { epoch, head } = before
  const text = `id: ${epoch}.${head + BEHIND}\n`
  const stream = { ...relay.stream(`${epoch}.${head}`), text }
  const { times, ms, failures } = await load.open({ port: relay.port, requests: [stream], each: count })
  await load.close()
  return [
    figure(`${count} streams come back after a kill, each ${BEHIND} behind: all caught up`, 'ms', [ms], {
      target: 5_000,
      note: `${failures} not`,
    }),
    figure('the same: each of them', 'ms', times),
  ]
}

/** A stream each, of as many offices. */
async function manyOffices(load: Load, count: number): Promise<Figure[]> {
  const relay = await startBenchRelay((directory) => addOffices(directory, count))
  try {
    const offices = Array.from({ length: count }, (_, index) => officeOf(index))
    const opened = await load.open({
      port: relay.port,
      requests: offices.map(({ stream }) => ({ ...stream, text: '200 OK' })),
      each: 1,
    })
    await pause(REST_MS)
    const posts = offices.map(({ inbox }) => inbox)
    // The code of both processes is compiled first.
    await load.steady({ ports: [relay.port], posts, ...STEADY, seconds: 1 })
    const { latencies, refused, missing } = await load.steady({ ports: [relay.port], posts, ...STEADY })
    await load.close()
    const sorted = latencies.toSorted((a, b) => a - b)
    const p99 = sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN
    const name = `${count} offices, ${STEADY.perSecond} events a second, POST → stream`
    const note = `${opened.failures} not connected, ${refused} refused, ${missing} missing`
    return [figure(name, 'ms', latencies, { note }), figure(`${name}: p99`, 'ms', [p99], { target: 30 })]
  } finally {
    await relay.remove()
  }
}

function addOffices(directory: string, count: number): void {
  const db = new Database(join(directory, 'relay.db'))
  const add = db.prepare(
    `INSERT INTO office (name, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms)
     VALUES (@name, @adminHash, @inboxHash, @headerName, @headerHash, 'enforce', 0)`,
  )
  db.transaction(() => {
    for (let index = 0; index < count; index++) add.run(officeRow(index))
  })()
  db.close()
}

/** 400 of 1,000 events are sent while the only PC is away. */
async function away(relay: BenchRelay, peer: Peer | null, load: Load): Promise<Figure[]> {
  const lost = async (target: Target) => {
    const read = new Map<string, number>()
    const prefix = `w${nextNumber()}-`
    const sendSome = async (from: number, to: number) => {
      for (let index = from; index < to; index++) await send(target, `${prefix}${index}-`)
    }
    const first = await readStream(target, undefined, prefix, read)
    await sendSome(0, 300)
    await until(() => read.size >= 300)
    const last = first.close()
    await sendSome(300, 700)
    const second = await readStream(target, last, prefix, read)
    await sendSome(700, 1_000)
    await until(() => read.size >= 1_000)
    second.close()
    const twice = [...read.values()].filter((times) => times > 1).length
    return { lost: 1_000 - read.size, note: `${twice} twice` }
  }
  const name = 'events lost, 400 of 1000 sent while away'
  const own = await lost(relay)
  const figures = [figure(`${name}: relay`, 'events', [own.lost], { target: 0, note: own.note })]
  if (peer === null) return figures
  const its = await lost(peer)
  await load.close()
  return [...figures, figure(`${name}: ${peer.name}`, 'events', [its.lost], { note: its.note })]
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + LIMIT_MS / 3
  while (!condition() && performance.now() < deadline) await pause(5)
}

/** Reads a stream, counting the events by their ids. @returns how to end it; it says where it was */
async function readStream(
  target: Target,
  after: string | undefined,
  prefix: string,
  read: Map<string, number>,
): Promise<{ close(): string }> {
  const { path, headers } = target.stream(after)
  const ending = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${target.port}${path}`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: ending.signal,
  })
  let cursor = after ?? ''
  let rest = ''
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) {
      rest += Buffer.from(chunk as Uint8Array).toString('utf8')
      const frames = rest.split('\n\n')
      rest = frames.pop() ?? ''
      for (const text of frames) {
        cursor = /^id: ?(.+)$/m.exec(text)?.[1] ?? cursor
        const id = new RegExp(`"id":"(${prefix}\\d+)-"`).exec(text)?.[1]
        if (id !== undefined) read.set(id, (read.get(id) ?? 0) + 1)
      }
    }
  })()
  reading.catch(() => undefined)
  return {
    close() {
      ending.abort()
      return cursor
    },
  }
}
