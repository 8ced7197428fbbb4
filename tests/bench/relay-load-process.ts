import { connect, type Socket } from 'node:net'
import { Agent, request } from 'node:http'
import { burst } from './relay-burst.ts'
import { eventText } from './relay-events.ts'
import type { LoadMethods, OpenRequest, Post, SteadyRequest } from './relay-load.ts'

/**
 * Generator of streams, in a process of its own: plain sockets that look for texts in what arrives, so that ten
 * thousand of them cost it little.
 */

/** Connections being made at a time: more than this waits in the kernel's queue, of any server. */
const AT_ONCE = 512

interface Stream {
  socket: Socket
  onData: ((chunk: Buffer) => void) | null
}
let streams: Stream[] = []
const now = () => performance.timeOrigin + performance.now()

function requestText(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${lines.join('')}\r\n`
}

/** Calls back once a text has come, also when it came in two parts. */
function until(text: string, done: () => void): (chunk: Buffer) => void {
  let rest = ''
  return (chunk) => {
    const all = rest + chunk.toString('latin1')
    if (all.includes(text)) done()
    rest = all.slice(-text.length)
  }
}

/** Opens streams, and resolves when each has shown its text or failed. */
async function open({ port, requests, each, isStalled }: OpenRequest) {
  const began = performance.now()
  const times: number[] = []
  let failures = 0
  let next = 0
  const total = requests.length * each

  async function one(index: number): Promise<void> {
    const { path, headers, text } = requests[index % requests.length] ?? { path: '/', headers: {}, text: '' }
    await new Promise<void>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true })
      const stream: Stream = { socket, onData: null }
      const finish = (isOpen: boolean) => {
        if (isOpen) times.push(performance.now() - began)
        else failures++
        stream.onData = null
        if (isStalled) socket.pause()
        resolve()
      }
      stream.onData = until(text, () => finish(true))
      socket.on('data', (chunk) => stream.onData?.(chunk))
      socket.on('error', () => undefined)
      socket.on('close', () => stream.onData && finish(false))
      socket.write(requestText(path, headers))
      streams.push(stream)
    })
  }
  const work = async () => {
    while (next < total) await one(next++)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, total) }, work))
  return { ms: performance.now() - began, times, failures }
}

/** Resolves with the moment in which each stream showed the text, in milliseconds since the epoch. */
function watch({ text, waitMs }: { text: string; waitMs: number }) {
  return new Promise<{ at: number[]; missing: number }>((resolve) => {
    const at: number[] = []
    const end = () => {
      clearTimeout(timer)
      for (const stream of streams) stream.onData = null
      resolve({ at, missing: streams.length - at.length })
    }
    const timer = setTimeout(end, waitMs)
    for (const stream of streams)
      stream.onData = until(text, () => {
        stream.onData = null
        at.push(now())
        if (at.length === streams.length) end()
      })
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function post(port: number, { path, headers }: Post, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent,
        headers: { ...headers, 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Posts at a steady rate, in turn to each inbox, whose stream is the one of the same index. */
async function steady({ ports, posts, perSecond, seconds, noise }: SteadyRequest) {
  const sentAt: number[] = []
  const latencies: number[] = []
  const serial = /"id":"e(\d+)-/g
  for (const stream of streams) {
    let rest = ''
    stream.onData = (chunk) => {
      const all = rest + chunk.toString('latin1')
      for (const [, text] of all.matchAll(serial)) {
        const at = sentAt[Number(text)]
        if (at !== undefined) latencies.push(performance.now() - at)
      }
      // A frame that is not whole yet.
      rest = all.slice(all.lastIndexOf('\n\n') + 2)
    }
  }
  const total = perSecond * seconds
  const began = performance.now()
  let refused = 0
  let [heard, made] = [0, 0]
  const answers: Promise<void>[] = []
  const send = (index: number, to: Post, id: string) =>
    void answers.push(
      post(ports[index % ports.length] ?? 0, to, eventText(id)).then(
        (status) => void (status === 200 || refused++),
        () => void refused++,
      ),
    )
  const due = (rate: number) =>
    Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1_000))
  while (sentAt.length < total) {
    while (sentAt.length < due(perSecond)) {
      const index = sentAt.length
      sentAt.push(performance.now())
      const at = (index * 7) % posts.length
      if (at < streams.length) heard++
      const to = posts[at]
      if (to !== undefined) send(index, to, `e${index}-`)
    }
    while (noise !== undefined && made < due(noise.perSecond)) {
      const to = noise.posts[made % noise.posts.length]
      if (to !== undefined) send(made, to, `n${made}-`)
      made++
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(answers)
  const deadline = performance.now() + 5_000
  while (latencies.length < heard && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10))
  for (const stream of streams) stream.onData = null
  return { latencies, refused, missing: heard - latencies.length }
}

const shown = { events: 0, gaps: 0 }

/** Looks at the numbers of each stream, which begins with the first of its list. */
async function follow(): Promise<void> {
  Object.assign(shown, { events: 0, gaps: 0 })
  for (const stream of streams) {
    let last = 0
    let rest = ''
    stream.onData = (chunk) => {
      const all = rest + chunk.toString('latin1')
      const end = all.lastIndexOf('\n\n') + 2
      for (const [, text] of all.slice(0, end).matchAll(/^id: \w+\.(\d+)$/gm)) {
        if (Number(text) !== last + 1) shown.gaps++
        last = Number(text)
        shown.events++
      }
      rest = all.slice(end)
    }
  }
}

async function followed({ events, waitMs }: { events: number; waitMs: number }) {
  const deadline = performance.now() + waitMs
  while (shown.events < events && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20))
  for (const stream of streams) stream.onData = null
  return { ...shown }
}

async function close(): Promise<void> {
  for (const { socket } of streams) socket.destroy()
  streams = []
}

const methods: LoadMethods = { open, watch, steady, burst, follow, followed, close }
process.on('message', ({ n, method, args }: { n: number; method: keyof LoadMethods; args: never }) => {
  void methods[method](args).then((result) => process.send?.({ n, result }))
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
