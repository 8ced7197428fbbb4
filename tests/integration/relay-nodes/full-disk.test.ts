import { expect, onTestFinished, test } from 'vitest'
import { type Disks, startPostgres } from '#tests/fakes/postgres-server.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/fakes/small-disk.ts'
import { SLOW_ROUNDS } from '#tests/faults/rounds.ts'
import { startSender, upTo } from '../relay/support/site.ts'
import { allEvents, eventOf, OFFICE, pageOf, post } from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'
import { startNodes } from './support/nodes.ts'

const whyNot = whyNoSmallDisk()
if (whyNot !== null) console.warn(`a full disk of the database: skipped: ${whyNot}`)

/** Two nodes that take events, over a server whose tables or log of writes are on a small disk. */
async function start(on: keyof Disks, megabytes: number) {
  const disk = mountSmallDisk(megabytes)
  onTestFinished(disk.close)
  const server = await startPostgres(['min_wal_size=2MB', 'max_wal_size=8MB'], { [on]: disk.directory })
  onTestFinished(server.remove)
  const { nodes, urls, admin } = await startNodes(server, 'relay', 2)
  const [url = '', other = ''] = urls
  const sender = startSender(url)
  const stream = openStream(other, OFFICE.adminToken)
  await expect.poll(() => stream.seqs().length).toBeGreaterThan(20)
  return { disk, server, nodes, admin, url, other, sender, stream }
}

test.skipIf(whyNot !== null)(
  'tables on a full disk: events get a 503 and PCs read on; room again, and it goes on by itself',
  { repeats: SLOW_ROUNDS - 1 },
  async () => {
    const { disk, server, nodes, url, other, sender, stream } = await start('tables', 64)
    await disk.fill()
    // The free rest of the last pages is used first.
    const send = async (id: string) => (await post(url, JSON.stringify(eventOf(id)))).status
    const extra: string[] = []
    await expect
      .poll(async () => {
        const id = `full${extra.length}`
        const status = await send(id)
        if (status === 200) extra.push(id)
        return status
      })
      .toBe(503)
    await expect.poll(() => server.said()).toContain('No space left on device')
    for (const node of [url, other]) {
      const answer = await post(node, JSON.stringify(eventOf('refused')))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    }

    // What is there is read, also by a PC that comes now.
    const { head, epoch } = await pageOf(other)
    expect((await allEvents(url)).map(({ seq }) => seq)).toEqual(upTo(head))
    const late = openStream(url, OFFICE.adminToken, { after: `${epoch}.0` })
    await expect.poll(() => late.seqs()).toEqual(upTo(head))
    await expect.poll(() => stream.seqs()).toEqual(upTo(head))
    for (const { process } of nodes) expect((await fetch(`${process.ops}/livez`)).status).toBe(200)

    disk.clear()
    const before = sender.taken.length
    await expect.poll(() => sender.taken.length).toBeGreaterThan(before + 20)
    const taken = await sender.end()
    const events = await allEvents(other)
    expect(events.map(({ seq }) => seq)).toEqual(upTo(events.length))
    expect(events.map(({ event }) => event.data.id).toSorted()).toEqual([...taken, ...extra].toSorted())
    for (const each of [stream, late]) await expect.poll(() => each.seqs()).toEqual(upTo(events.length))
    expect((await pageOf(url)).epoch).toBe(epoch)
  },
)

test.skipIf(whyNot !== null)(
  'a log of writes on a full disk ends the server: nothing that was answered is lost, and the nodes go on when it is back',
  { repeats: SLOW_ROUNDS - 1 },
  async () => {
    const { disk, server, nodes, admin, url, other, sender, stream } = await start('wal', 40)
    const { epoch } = await pageOf(url)
    await disk.fill()
    // It keeps some room of its own, one file at a time.
    const isFull = async () => {
      await admin('SELECT pg_switch_wal()').catch(() => {})
      return server.said()
    }
    await expect.poll(isFull).toContain('PANIC')
    const before = await post(url, JSON.stringify(eventOf('refused')))
    expect([before.status, before.headers.get('retry-after')]).toEqual([503, '2'])
    for (const { process } of nodes) {
      await expect.poll(async () => (await fetch(`${process.ops}/readyz`)).status).toBe(503)
      expect((await fetch(`${process.ops}/livez`)).status).toBe(200)
    }
    // What is left of it, if anything is.
    await server.kill()
    disk.clear()
    await server.again()

    const had = sender.taken.length
    await expect.poll(() => sender.taken.length).toBeGreaterThan(had + 20)
    for (const { process } of nodes)
      await expect.poll(async () => (await fetch(`${process.ops}/readyz`)).status).toBe(200)
    const taken = await sender.end()
    const events = await allEvents(other)
    expect(events.map(({ seq }) => seq)).toEqual(upTo(events.length))
    expect(events.map(({ event }) => event.data.id).toSorted()).toEqual(taken.toSorted())
    await expect.poll(() => stream.seqs()).toEqual(upTo(events.length))
    expect((await pageOf(url)).epoch).toBe(epoch)
  },
)
