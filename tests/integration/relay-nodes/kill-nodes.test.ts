import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseCursor } from '#shared/api/relay.ts'
import { type PostgresServer, startPostgres } from '#tests/fakes/postgres-server.ts'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { startRecordWriter } from '../relay/support/record-writer.ts'
import { allEvents, eventOf, OFFICE, pageOf, pairDevice, post } from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'
import { type Nodes, startNodes } from './support/nodes.ts'

/** R1, R4 and R7 of the relay's tests over a database, with what R22 breaks: real processes, killed as the system does. */
const NODES = 3
const SENDERS = 12
const FOLLOWERS = 3

let server: PostgresServer
beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.remove())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

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
const FAULTS: Record<string, (round: Nodes) => Promise<void>> = {
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
    const round = await startNodes(server, name, NODES)
    onTestFinished(() => server.drop(name))
    const { urls } = round
    const { epoch } = await pageOf(urls[0] ?? '')
    const pc = await pairDevice(urls[0] ?? '', 'Mostrador')
    const records = startRecordWriter(() => urls[randomInt(NODES)] ?? '', pc.token)
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
    await Promise.all([...working, records.end()])
    expect(await records.readLost(urls[0] ?? '')).toEqual([])

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
