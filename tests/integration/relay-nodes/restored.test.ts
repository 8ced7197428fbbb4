import { expect, inject, test } from 'vitest'
import { freePort } from '#tests/fakes/free-port.ts'
import { SLOW_ROUNDS } from '#tests/faults/rounds.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { allEvents, OFFICE, pageOf, postMany, temporaryDirectory } from '../relay/support/relay.ts'
import { admin, databaseOf } from '../relay/support/store.ts'
import { openStream } from '../relay/support/stream.ts'

/** R22: an older copy is put back while nodes run and PCs listen. */
test(
  'an older copy that is put back under running nodes ends them, and every PC is told to look again',
  { repeats: SLOW_ROUNDS - 1 },
  async () => {
    const directory = await temporaryDirectory()
    const ports = [await freePort(), await freePort(), await freePort()]
    const start = (port: number) => spawnRelay(directory, [`--port=${port}`])
    const nodes = await Promise.all(ports.map(start))
    const [first] = nodes
    if (first === undefined) throw new Error('no node')
    await postMany(first.url, 5)
    const { epoch } = await pageOf(first.url)
    const { name } = await databaseOf(directory)
    const as = inject('postgres').adminUrl
    const copy = `${name}_copy`
    const alone = async (statement: string) => {
      // Nodes connect again and again: the server lets none in while it copies or renames.
      await admin(as, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await admin(
        as,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
      )
      await expect
        .poll(() =>
          admin(as, statement).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
    }
    await alone(`CREATE DATABASE ${copy} TEMPLATE ${name} OWNER relay`)
    await admin(as, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    // A node whose connections were cut goes on with the same data.
    await expect
      .poll(() =>
        postMany(first.url, 3, 'later').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const streams = nodes.map(({ url }) => openStream(url, OFFICE.adminToken, { after: `${epoch}.0` }))
    for (const stream of streams) await expect.poll(() => stream.seqs().length).toBeGreaterThanOrEqual(8)
    const { head } = await pageOf(first.url)

    await alone(`ALTER DATABASE ${name} RENAME TO ${name}_former`)
    await admin(as, `ALTER DATABASE ${copy} RENAME TO ${name}`)
    for (const { exited } of nodes) expect((await exited).code).toBe(1)
    const [again] = await Promise.all(ports.map(start))
    if (again === undefined) throw new Error('no node')
    expect((await allEvents(again.url)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    const stream = openStream(again.url, OFFICE.adminToken, { lastEventId: `${epoch}.${head}` })
    await expect.poll(() => stream.of('reset')).toMatchObject([{ data: { head: 5 } }])
    expect((await pageOf(again.url)).epoch).not.toBe(epoch)
    await admin(as, `DROP DATABASE ${name}_former WITH (FORCE)`)
  },
)
