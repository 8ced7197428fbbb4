import { expect, inject, onTestFinished, test } from 'vitest'
import { Client } from 'pg'
import { eventOf, OFFICE, post, postMany, startRelay, temporaryDirectory } from '../relay/support/relay.ts'
import { databaseOf } from '../relay/support/store.ts'

const KEYS = 2_000
const ALONE = 60

test('an event finds its key by the index, also where the node began with empty tables', async () => {
  const directory = await temporaryDirectory()
  const { url } = await startRelay({ directory })
  const { name } = await databaseOf(directory)
  const client = new Client(inject('postgres').adminUrl.replace(/postgres$/, name))
  await client.connect()
  onTestFinished(() => client.end())
  // Nothing tells the server meanwhile that they have grown.
  for (const table of ['event_key', 'office', 'event_other'])
    await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`)
  const send = (id: string) => post(url, JSON.stringify(eventOf(id)))
  for (let index = 0; index < ALONE; index++) await send(`before-${index}`)
  await postMany(url, KEYS, 'many', OFFICE)
  const before = await readOnceReported(KEYS + ALONE)
  for (let index = 0; index < ALONE; index++) expect((await send(`after-${index}`)).status).toBe(200)
  const after = await readOnceReported(KEYS + 2 * ALONE)
  // Each of them would have read all keys.
  expect(after - before).toBeLessThan((KEYS * ALONE) / 10)

  /** Rows of keys that were read without an index, once the sessions have reported so many new ones. */
  async function readOnceReported(keys: number): Promise<number> {
    let read = 0
    const inserted = async () => {
      // A session reports within a second or so, when its next transaction ends.
      await send(`reported-${Math.random()}`)
      const { rows } = await client.query<{ inserted: string; read: string }>(
        "SELECT n_tup_ins AS inserted, seq_tup_read AS read FROM pg_stat_user_tables WHERE relname = 'event_key'",
      )
      read = Number(rows[0]?.read)
      return Number(rows[0]?.inserted)
    }
    await expect.poll(inserted, { interval: 200 }).toBeGreaterThanOrEqual(keys)
    return read
  }
})
