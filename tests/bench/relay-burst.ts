import { connect } from 'node:net'
import { EVENT_BYTES } from './relay-events.ts'
import type { BurstRequest, BurstResult, Post } from './relay-load.ts'

/** Digits of an event's number: every request of an office has the same length. */
const DIGITS = 9
const AGAIN_MS = 100
const STATUS = /HTTP\/1\.1 (\d{3})/g
/** Longest beginning of a status line that may come apart from its end. */
const CUT = 11
/** Nothing under way is waited for longer than this. */
const LIMIT_MS = 10_000

const [START, MIDDLE] = ['{"event":"procedure.status_changed","data":{"id":"', '","path":"/v1/procedures/']
const END = '","timestamp":"2026-01-01T00:00:00.000Z","status":"IN_PROGRESS","statusDescription":"PADDING"}}'
const LENGTH = START.length + MIDDLE.length + END.length + 2 * (DIGITS + 1) - 'PADDING'.length
const FILLED = END.replace('PADDING', 'x'.repeat(EVENT_BYTES - LENGTH))

/** Id of the event of a number. */
export const burstId = (number: number): string => `b${String(number).padStart(DIGITS, '0')}`

const headOf = ({ path, headers }: Post): string => {
  const lines = Object.entries({ ...headers, 'content-type': 'application/json' })
  const given = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${given}Content-Length: ${EVENT_BYTES}\r\n\r\n${START}`
}

/**
 * Different events through a few connections, several under way on each: as little work as a load can be. A connection
 * that ends is opened again, and what was under way on it counts as not answered.
 */
export async function burst(request: BurstRequest): Promise<BurstResult> {
  const { ports, posts, connections, depth, seconds, first, order } = request
  const heads = posts.map(headOf)
  const acknowledged: number[] = []
  let [next, refused, longestGapMs] = [first, 0, 0]
  const began = performance.now()
  let lastAt = began
  const isOver = () =>
    performance.now() - began > seconds * 1_000 || (order !== undefined && next - first >= order.length)
  const inboxOf = (number: number) => order?.[number - first] ?? number % heads.length

  function taken(number: number): void {
    const at = performance.now()
    longestGapMs = Math.max(longestGapMs, at - lastAt)
    lastAt = at
    acknowledged.push(number)
  }

  /** One connection until it ends, or until everything was answered. */
  function once(port: number): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true })
      const underWay: number[] = []
      let at = 0
      let rest = ''
      const fill = () => {
        if (isOver()) {
          if (underWay.length === 0) socket.end()
          return
        }
        let text = ''
        while (underWay.length < depth && !isOver()) {
          const id = burstId(next)
          text += `${heads[inboxOf(next)]}${id}${MIDDLE}${id}${FILLED}`
          underWay.push(next++)
        }
        socket.write(text, 'latin1')
      }
      socket.on('connect', fill)
      socket.on('data', (chunk) => {
        const all = rest + chunk.toString('latin1')
        let end = 0
        for (const match of all.matchAll(STATUS)) {
          const number = underWay[at++]
          if (match[1] === '200' && number !== undefined) taken(number)
          else refused++
          end = match.index + match[0].length
        }
        rest = all.slice(Math.max(end, all.length - CUT))
        // Half of them at a time: a write for each would cost more than the event.
        if (at * 2 >= depth || isOver()) {
          underWay.splice(0, at)
          at = 0
          fill()
        }
      })
      const limit = setTimeout(() => socket.destroy(), seconds * 1_000 + LIMIT_MS)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearTimeout(limit)
        resolve()
      })
    })
  }
  async function work(index: number): Promise<void> {
    while (!isOver()) {
      await once(ports[index % ports.length] ?? 0)
      if (!isOver()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
  const cpu = process.cpuUsage()
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)))
  const { user, system } = process.cpuUsage(cpu)
  return {
    acknowledged,
    refused,
    sent: next - first,
    seconds: (lastAt - began) / 1_000,
    longestGapMs,
    cpuSeconds: (user + system) / 1e6,
  }
}
