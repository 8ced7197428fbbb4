import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeKeyFile } from '#relay/store/postgres/sealed.ts'
import { parseCursor } from '#shared/api/relay.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import { type PostgresServer, startPostgres } from '#tests/fakes/postgres-server.ts'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { environment, type RelayProcess, spawnRelayCommand } from '../relay/support/process.ts'
import {
  allEvents,
  builtFile,
  eventOf,
  OFFICE,
  pageOf,
  post,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'

/** R1, R4 and R7 of the relay's tests over a database, with what R22 breaks: real processes, killed as the system does. */
const NODES = 3
const SENDERS = 12
const FOLLOWERS = 3

let server: PostgresServer
beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.remove())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Round {
  nodes: { port: number; process: RelayProcess }[]
  urls: string[]
  /** Runs one statement as the server's administrator. */
  admin: (statement: string) => Promise<void>
  /** Kills a node and starts it again on its port. */
  restart: (index: number) => Promise<void>
}

async function startRound(name: string): Promise<Round> {
  const directory = await temporaryDirectory()
  const keyFile = join(directory, 'key')
  makeKeyFile(keyFile)
  await server.create(name)
  const start = (port: number) =>
    spawnRelayCommand(
      [process.execPath, builtFile('relay'), `--port=${port}`, '--inbox-rate=0', `--key-file=${keyFile}`],
      { ...environment(OFFICE), RELAY_DATABASE: server.url(name) },
    )
  const nodes: Round['nodes'] = []
  for (let index = 0; index < NODES; index++) {
    const port = await freePort()
    nodes.push({ port, process: await start(port) })
  }
  return {
    nodes,
    urls: nodes.map(({ port }) => `http://127.0.0.1:${port}`),
    async admin(statement) {
      const client = new Client(server.adminUrl(name))
      client.on('error', () => {})
      await client.connect()
      await client.query(statement).catch(() => {})
      await client.end().catch(() => {})
    },
    async restart(index) {
      const node = nodes[index]
      if (node === undefined) return
      node.process.kill('SIGKILL')
      await node.process.exited
      node.process = await start(node.port)
    },
  }
}

/** A PC that goes on at any node from the last number that it has. */
function follow(urls: readonly string[], epoch: string) {
  const seqs: number[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const url = urls[randomInt(urls.length)] ?? ''
      const stream = openStream(url, OFFICE.adminToken, { lastEventId: `${epoch}.${seqs.at(-1) ?? 0}` })
      let taken = 0
      // It moves on now and then, as a PC that changes its network does.
      const until = performance.now() + 300 + randomInt(1_500)
      while (!isOver && !stream.isEnded() && performance.now() < until) {
        await pause(20)
        const frames = stream.of('change')
        for (const { id } of frames.slice(taken)) seqs.push(parseCursor(id ?? '')?.seq ?? Number.NaN)
        taken = frames.length
      }
      stream.close()
      expect(stream.of('reset')).toEqual([])
    }
  })()
  const end = async () => {
    isOver = true
    await done
  }
  onTestFinished(end)
  return { seqs, end }
}

/** What happens while events come: every round has each of them. */
const FAULTS: Record<string, (round: Round) => Promise<void>> = {
  'a node is killed': ({ restart }) => restart(randomInt(NODES)),
  'the database is killed': async () => {
    await server.kill()
    await pause(randomInt(500))
    await server.again()
  },
  'connections drop': ({ admin }) =>
    admin(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ventanilla-relay' AND datname = current_database()",
    ),
  'nobody hears anybody': ({ admin }) =>
    admin(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query IN ('SELECT 1', 'LISTEN ventanilla_relay')",
    ),
  'a row is held': ({ admin }) =>
    admin('BEGIN; SELECT 1 FROM office FOR UPDATE; SELECT pg_sleep(1.5); ROLLBACK'),
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'round %d: whatever is killed or held, what was answered is there once, and every PC has each number once and in order',
  async (index) => {
    const name = `round_${index}_${randomInt(1_000_000)}`
    const round = await startRound(name)
    onTestFinished(() => server.drop(name))
    const { urls } = round
    const { epoch } = await pageOf(urls[0] ?? '')
    const sent = new Map<string, string>()
    const taken = new Set<string>()
    let isOver = false
    onTestFinished(() => void (isOver = true))
    const working = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let count = 0; !isOver; count++) {
        const id = `s${sender}-${count}`
        const body = JSON.stringify(eventOf(id))
        sent.set(id, body)
        // Every third one to two nodes at once.
        const times = count % 3 === 0 ? 2 : 1
        const asked = Array.from({ length: times }, async () => {
          const answer = await post(urls[randomInt(NODES)] ?? '', body).catch(() => null)
          if (answer?.status === 200) taken.add(id)
          else if (answer !== null) expect(answer.status).toBe(503)
        })
        await Promise.all(asked)
        await pause(5)
      }
    })
    const followers = Array.from({ length: FOLLOWERS }, () => follow(urls, epoch))
    for (const [fault, run] of Object.entries(FAULTS)) {
      const before = taken.size
      await expect.poll(() => taken.size, { message: `before: ${fault}` }).toBeGreaterThan(before + 30)
      await run(round)
    }
    const before = taken.size
    await expect.poll(() => taken.size, { message: 'after all' }).toBeGreaterThan(before + 30)
    isOver = true
    await Promise.all(working)

    // The sender does not know of some, and sends all of them again, to any node.
    for (const body of sent.values())
      await expect.poll(async () => (await post(urls[randomInt(NODES)] ?? '', body)).status).toBe(200)
    const events = await allEvents(urls[0] ?? '')
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
    const ids = events.map(({ event }) => event.data.id)
    expect(ids.toSorted()).toEqual([...sent.keys()].toSorted())
    const kept = new Set(ids)
    expect([...taken].filter((id) => !kept.has(id))).toEqual([])
    expect((await pageOf(urls[1] ?? '')).epoch).toBe(epoch)
    for (const follower of followers) {
      await expect.poll(() => follower.seqs.length).toBeGreaterThanOrEqual(events.length)
      await follower.end()
      expect(follower.seqs).toEqual(events.map(({ seq }) => seq))
    }
  },
)
