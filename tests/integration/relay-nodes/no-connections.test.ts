import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#tests/fakes/postgres-server.ts'
import { SLOW_ROUNDS } from '#tests/faults/rounds.ts'
import { allEvents, call, eventOf, OFFICE, pageOf, post } from '../relay/support/relay.ts'
import { pause, startSender, upTo } from '../relay/support/site.ts'
import { openStream } from '../relay/support/stream.ts'
import { startNodes } from './support/nodes.ts'

const token = OFFICE.adminToken
const TAKERS = 4
const NODES = 3

/** Takes every connection that others leave. `held` and `release` are for those that it has. */
function takeConnections(url: string) {
  const held = new Set<Client>()
  let isOver = false
  const working = Array.from({ length: TAKERS }, async () => {
    while (!isOver) {
      const client = new Client(url)
      client.on('error', () => held.delete(client))
      const isTaken = await client.connect().then(
        () => true,
        () => false,
      )
      if (isTaken) held.add(client)
      else await pause(5)
    }
  })
  async function release(): Promise<void> {
    isOver = true
    await Promise.all(working)
    await Promise.all([...held].map((client) => client.end()))
    held.clear()
  }
  onTestFinished(release)
  return { held: () => held.size, release }
}

const statusOf = async (address: string) => (await fetch(address)).status

test(
  'a server without a free connection: webhooks get a 503, nothing waits for ever, and all goes on by itself',
  { repeats: SLOW_ROUNDS - 1 },
  async () => {
    const server = await startPostgres(['max_connections=30', 'superuser_reserved_connections=3'])
    onTestFinished(server.remove)
    const { nodes, urls, restart } = await startNodes(server, 'relay', NODES)
    const [url = '', other = ''] = urls
    const sender = startSender(url)
    const stream = openStream(url, token)
    await expect.poll(() => sender.taken.length).toBeGreaterThan(20)
    await expect.poll(() => stream.seqs().length).toBeGreaterThan(20)

    // What the nodes hold, they keep: they go on beside others that have taken all the rest.
    // Connected before: while all fight for a slot, the server may refuse its administrator too.
    const administrator = new Client(server.adminUrl('relay'))
    await administrator.connect()
    onTestFinished(() => administrator.end())
    const others = takeConnections(server.url('relay'))
    const before = sender.taken.length
    await expect.poll(() => others.held()).toBeGreaterThan(0)
    await expect.poll(() => sender.taken.length).toBeGreaterThan(before + 20)

    // Without the reserved ones and the administrator's.
    const all = 30 - 3 - 1
    await expect
      .poll(async () => {
        await administrator.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ventanilla-relay'",
        )
        return others.held()
      })
      .toBe(all)
    for (const { process } of nodes) {
      await expect.poll(async () => statusOf(`${process.ops}/readyz`)).toBe(503)
      expect(await statusOf(`${process.ops}/livez`)).toBe(200)
      const figures = await (await fetch(`${process.ops}/metrics`)).text()
      expect(figures).toContain('relay_ready 0\n')
      expect(figures).toContain('relay_database_up 0\n')
    }
    const refused = sender.refused()
    await expect.poll(() => sender.refused()).toBeGreaterThan(refused + 5)
    const given = upTo(10).map((index) =>
      post(urls[index % NODES] ?? '', JSON.stringify(eventOf(`r${index}`))),
    )
    for (const { status, headers } of await Promise.all(given))
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect((await call(`${other}/v1/events`, 'GET', token)).status).toBe(503)
    // One that is started now ends, and says why: its service manager starts it again.
    await expect(restart(NODES - 1)).rejects.toThrow(/connection slots|too many clients/)

    await others.release()
    await restart(NODES - 1)
    for (const { process } of nodes)
      await expect.poll(async () => statusOf(`${process.ops}/readyz`)).toBe(200)
    for (const node of urls)
      await expect.poll(async () => (await post(node, JSON.stringify(eventOf(node)))).status).toBe(200)
    const after = sender.taken.length
    await expect.poll(() => sender.taken.length).toBeGreaterThan(after + 20)
    const taken = await sender.end()
    const events = await allEvents(other)
    expect(events.map(({ seq }) => seq)).toEqual(upTo(events.length))
    expect(events.map(({ event }) => event.data.id).toSorted()).toEqual([...taken, ...urls].toSorted())
    await expect.poll(() => stream.seqs()).toEqual(upTo(events.length))
    expect(stream.isEnded()).toBe(false)
    expect((await pageOf(url)).head).toBe(events.length)
  },
)
