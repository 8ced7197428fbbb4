import { connect } from 'node:net'
import { eventText, nextNumber } from './relay-events.ts'
import type { Load } from './relay-load.ts'
import { type BenchRelay, startBenchRelay } from './relay-target.ts'
import { figure, type Figure } from './statistics.ts'

const STALLED = 100
const MEGABYTES = 300
/** An event of a name that the relay does not know keeps its data: few of them are many megabytes. */
const LARGE_BYTES = 200 * 1024
const AT_ONCE = 8
const MAX_MS = 60_000

const SLOW = 200
const SLOW_BYTE_MS = 500
const SLOW_LIMIT_MS = 40_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Readers that take nothing, and senders that never end. */
export async function enduranceFigures(load: Load): Promise<Figure[]> {
  const relay = await startBenchRelay()
  try {
    return [...(await stalledReaders(relay, load)), ...(await slowBodies(relay))]
  } finally {
    await relay.remove()
  }
}

/** T12: nothing is kept for a reader but the page that it is being sent. */
async function stalledReaders(relay: BenchRelay, load: Load): Promise<Figure[]> {
  const stream = { ...relay.stream(), text: '200 OK' }
  await load.open({ port: relay.port, requests: [stream], each: STALLED, isStalled: true })
  await pause(1_000)
  const before = relay.memoryMb()
  let largest = before
  const watching = setInterval(() => (largest = Math.max(largest, relay.memoryMb())), 50)
  const filling = 'x'.repeat(LARGE_BYTES)
  const total = Math.ceil((MEGABYTES * 1024 * 1024) / LARGE_BYTES)
  const began = performance.now()
  let made = 0
  const work = async () => {
    while (made < total && performance.now() - began < MAX_MS) {
      made++
      const body = JSON.stringify({ event: 'bench.large', data: { id: `l${nextNumber()}`, filling } })
      const answer = await fetch(relay.url + relay.inbox.path, {
        method: 'POST',
        headers: relay.inbox.headers,
        body,
      })
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  clearInterval(watching)
  const megabytes = Math.round((made * LARGE_BYTES) / 1024 / 1024)
  const after = relay.memoryMb()
  await load.close()
  const note = `${before.toFixed(0)} → ${after.toFixed(0)} MB, in ${((performance.now() - began) / 1_000).toFixed(0)} s`
  const name = `T12 memory added by ${megabytes} MB of events with ${STALLED} stalled readers`
  return [
    figure(name, 'MB', [after - before], { target: 100, note }),
    figure(`${name}: at its most`, 'MB', [largest - before]),
  ]
}

/** T13: genuine senders whose body comes byte by byte. */
async function slowBodies(relay: BenchRelay): Promise<Figure[]> {
  const body = eventText('slow')
  const headers = Object.entries(relay.inbox.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${relay.inbox.path} HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}Content-Length: ${body.length}\r\n\r\n`
  const one = () =>
    new Promise<number>((resolve) => {
      const began = performance.now()
      const socket = connect({ host: '127.0.0.1', port: relay.port })
      let sent = 0
      socket.write(head)
      const drip = setInterval(() => socket.write(body[sent++] ?? ' '), SLOW_BYTE_MS)
      const limit = setTimeout(() => socket.destroy(), SLOW_LIMIT_MS)
      socket.on('error', () => undefined)
      socket.resume()
      socket.on('close', () => {
        clearInterval(drip)
        clearTimeout(limit)
        resolve(performance.now() - began)
      })
    })
  const times = await Promise.all(Array.from({ length: SLOW }, one))
  return [figure(`T13 ${SLOW} slow bodies: time until cut`, 'ms', times, { target: 12_000 })]
}
