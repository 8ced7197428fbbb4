import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import {
  eventOf,
  OFFICE,
  OTHER,
  pageOf,
  post,
  postMany,
  startRelay,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { databaseOf } from '../relay/support/store.ts'

const MANY = 2_000
const FEW = 60

/** A relay whose tables are empty, and of which nothing tells the server that they grow. */
async function startSmall() {
  const directory = await temporaryDirectory()
  const { url } = await startRelay({ directory })
  const { name } = await databaseOf(directory)
  const client = new Client(inject('postgres').adminUrl.replace(/postgres$/, name))
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ table: string }>(
    "SELECT relname AS table FROM pg_class WHERE relkind = 'r' AND relname LIKE 'event%'",
  )
  for (const { table } of rows) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`)
  const send = async (id: string) => expect((await post(url, JSON.stringify(eventOf(id)))).status).toBe(200)

  /** Rows read without an index of the tables of a name, once `more` has made the sessions report. */
  async function readWithoutIndex(like: string, more: () => Promise<unknown>): Promise<number> {
    const figures = async () => {
      const answer = await client.query<{ scans: string; read: string }>(
        `SELECT sum(seq_scan + idx_scan) AS scans, sum(seq_tup_read) AS read
         FROM pg_stat_user_tables WHERE relname LIKE '${like}'`,
      )
      return { scans: Number(answer.rows[0]?.scans), read: Number(answer.rows[0]?.read) }
    }
    // A session reports within a second or so, when its next transaction ends; twice, for those before it.
    for (let round = 0; round < 2; round++) {
      const { scans } = await figures()
      const reported = async () => {
        await more()
        return (await figures()).scans
      }
      await expect.poll(reported, { interval: 300 }).toBeGreaterThan(scans)
    }
    return (await figures()).read
  }
  return { url, client, send, readWithoutIndex }
}

test('an event finds its key by the index, also where the node began with empty tables', async () => {
  const { url, send, readWithoutIndex } = await startSmall()
  const read = () => readWithoutIndex('event_key', () => send(`more-${Math.random()}`))
  for (let index = 0; index < FEW; index++) await send(`before-${index}`)
  await postMany(url, MANY)
  const before = await read()
  for (let index = 0; index < FEW; index++) await send(`after-${index}`)
  // Each of them would have read all keys.
  expect((await read()) - before).toBeLessThan((MANY * FEW) / 10)
})

test('a page is read by the index, also where the tables were small when it was first read', async () => {
  const { url, client, send, readWithoutIndex } = await startSmall()
  // Before the list is asked for, so that it is read from the tables.
  for (let index = 0; index < 3; index++) await send(`p${index}`)
  await client.query('ANALYZE')
  const page = async () => expect((await pageOf(url, '', OFFICE.adminToken)).events).toHaveLength(3)
  for (let index = 0; index < FEW; index++) await page()
  await postMany(url, MANY, 'other', OTHER)
  const before = await readWithoutIndex('event_2%', page)
  for (let index = 0; index < FEW; index++) await page()
  expect((await readWithoutIndex('event_2%', page)) - before).toBeLessThan((MANY * FEW) / 10)
})
