import { onTestFinished } from 'vitest'
import { freePort } from '#tests/fakes/free-port.ts'
import type { PostgresServer } from '#tests/fakes/postgres-server.ts'
import { type RelayProcess, spawnRelay } from './process.ts'
import { eventOf, post, temporaryDirectory } from './relay.ts'
import { keepAt, keepInFiles } from './store.ts'
import { openStream } from './stream.ts'

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A relay as a process that is killed and started again on its port. */
export interface Site {
  directory: string
  readonly url: string
  /** Of the next start. */
  port: number
  /** `RELAY_OFFICE` of the next start. */
  office: object | null
  process: RelayProcess
  kill(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

/** @param data in files, or in a database of this server, whatever this run is about */
export async function startSite(
  office: object | null,
  data: 'files' | PostgresServer | null = null,
): Promise<Site> {
  const directory = await temporaryDirectory()
  if (data === 'files') keepInFiles(directory)
  else if (data !== null) keepAt(directory, data)
  const site: Site = {
    directory,
    port: await freePort(),
    office,
    get url() {
      return `http://127.0.0.1:${site.port}`
    },
    process: undefined as never,
    async kill() {
      site.process.kill('SIGKILL')
      await site.process.exited
    },
    async stop() {
      site.process.kill('SIGTERM')
      await site.process.exited
    },
    async start() {
      site.process = await spawnRelay(directory, [`--port=${site.port}`], site.office)
    },
  }
  await site.start()
  return site
}

/** An operator that sends each of its events until it is taken, as the real one does. */
export function startSender(url: string, { senders = 3, pauseMs = 5 } = {}) {
  const taken: string[] = []
  const bodies: string[] = []
  let isOver = false
  let refused = 0
  async function send(id: string): Promise<void> {
    const body = JSON.stringify(eventOf(id))
    bodies.push(body)
    for (;;) {
      const status = await post(url, body).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) return void taken.push(id)
      // Anything but these is not sent again.
      if (status !== 503 && status !== 0) throw new Error(`the inbox answered ${status}`)
      refused += 1
      await pause(50)
    }
  }
  const working = Array.from({ length: senders }, async (_, sender) => {
    for (let index = 0; !isOver; index++) {
      await send(`s${sender}-${index}`)
      await pause(pauseMs)
    }
  })
  const all = Promise.all(working)
  all.catch(() => {})
  async function end(): Promise<string[]> {
    isOver = true
    await all
    return taken
  }
  onTestFinished(async () => void (isOver = true))
  return { taken, bodies, end, refused: () => refused }
}

/** A PC that keeps the list open, goes on from the last number that it has, and confirms what it has. */
export function startPc(url: string, token: string, cursor: string) {
  const cursors: string[] = [cursor]
  const problems: string[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const stream = openStream(url, token, { lastEventId: cursors.at(-1) ?? '' })
      let taken = 0
      while (!isOver && !stream.isEnded()) {
        await pause(20)
        const frames = stream.of('change')
        for (const { id } of frames.slice(taken)) cursors.push(id ?? '')
        if (frames.length > taken) await confirm()
        taken = frames.length
      }
      stream.close()
      if (stream.of('reset').length > 0) problems.push('reset')
      if (stream.of('gap').length > 0) problems.push('gap')
      const status = await stream.status
      if (![200, 503, 0].includes(status)) problems.push(`stream ${status}`)
      await pause(50)
    }
  })()
  async function confirm(): Promise<void> {
    const answer = await fetch(`${url}/v1/ack`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cursor: cursors.at(-1) }),
    }).catch(() => null)
    if (answer !== null && ![204, 503].includes(answer.status)) problems.push(`ack ${answer.status}`)
  }
  const end = async () => {
    isOver = true
    await done
  }
  onTestFinished(end)
  return { cursors, problems, end }
}

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
