import { Client } from 'pg'
import { expect, test } from 'vitest'
import { SEALED, receiptsWire } from '#shared/api/relay.ts'
import { migrations } from '#relay/store/postgres/migrations.ts'
import {
  allEvents,
  call,
  eventOf,
  OFFICE,
  post,
  startRelay,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { deviceWithKey, newOfficeKey, opened, seal } from '../relay/support/sealing.ts'
import { databaseOf } from '../relay/support/store.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** What a node of the version before does with an event. */
async function ingestAsBefore(client: Client, hard: string, body = '{"event":"x","data":{"id":"y"}}') {
  const values = ['old', [1], [Date.now()], [Buffer.from(hard)], [null], [null], [body], [null]]
  const text = 'SELECT number, is_gone FROM relay_ingest_1($1, $2, $3, $4, $5, $6, $7, $8)'
  return (await client.query<{ number: string | null; is_gone: boolean }>(text, values)).rows
}

test('a node that has not heard of a key stores nothing as it was before', async () => {
  const directory = await temporaryDirectory()
  const [one, two] = [await startRelay({ directory }), await startRelay({ directory })]
  const device = await deviceWithKey(one.url, 'PC 1')
  const keys = upTo(8).map(newOfficeKey)
  let former: string | null = null
  const taken: string[] = []
  // Each key is followed at once by events at the other node, which knows the office as it was.
  for (const [round, key] of keys.entries()) {
    const ids = upTo(6).map((index) => `r${round}-${index}`)
    await Promise.all(ids.map((id) => post(two.url, JSON.stringify(eventOf(`before-${id}`)))))
    expect(await seal(one.url, former, key, [device])).toBe('changed')
    former = key.id
    const answers = await Promise.all(ids.map((id) => post(two.url, JSON.stringify(eventOf(id)))))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    taken.push(...ids)
  }
  const events = await allEvents(two.url)
  const found = new Map<string, string>()
  for (const each of events) {
    if (each.event.event !== SEALED) continue
    const key = keys.find(({ id }) => id === each.event.data.id)
    if (key !== undefined) found.set((opened(each, key).data as { id: string }).id, key.id)
  }
  for (const [round, key] of keys.entries())
    for (const index of upTo(6)) expect(found.get(`r${round}-${index}`)).toBe(key.id)
})

test('a node of the version before stores no plain event of an office whose events are sealed', async () => {
  const directory = await temporaryDirectory()
  const { url } = await startRelay({ directory })
  const device = await deviceWithKey(url, 'PC 1')
  const client = new Client((await databaseOf(directory)).url)
  await client.connect()
  try {
    expect(await ingestAsBefore(client, 'one')).toEqual([{ number: '1', is_gone: false }])
    const key = newOfficeKey()
    expect(await seal(url, null, key, [device])).toBe('changed')
    expect(await ingestAsBefore(client, 'two')).toEqual([{ number: null, is_gone: true }])
    expect((await allEvents(url)).length).toBe(1)
    expect(await seal(url, key.id, null)).toBe('changed')
    expect(await ingestAsBefore(client, 'two')).toEqual([{ number: '2', is_gone: false }])
  } finally {
    await client.end()
  }
})

test('a database of the version before opens, and its events and receipts are read on', async () => {
  const directory = await temporaryDirectory()
  const client = new Client((await databaseOf(directory)).url)
  await client.connect()
  try {
    await client.query('CREATE TABLE relay_schema (version int NOT NULL, minimum int NOT NULL)')
    await client.query('INSERT INTO relay_schema VALUES (1, 1)')
    await client.query(migrations[0] ?? '')
    const columns = 'name, head, floor, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms'
    const values = "1, 2, '\\x01', '\\x02', 'X', '\\x03', 'enforce', 0"
    await client.query(`INSERT INTO office (${columns}) VALUES ($1, ${values})`, [OFFICE.name])
    const body = (id: string) => JSON.stringify({ event: 'procedure.status_changed', data: { id } })
    await client.query('INSERT INTO past_event VALUES (1, 1, 0, $1)', [body('gone')])
    await ingestAsBefore(client, 'one', body('there'))
  } finally {
    await client.end()
  }
  const { url } = await startRelay({ directory })
  expect((await allEvents(url)).map(({ seq, event }) => [seq, event.data.id])).toEqual([[2, 'there']])
  const receipts = await call(`${url}/v1/receipts`, 'GET', OFFICE.adminToken)
  expect(receiptsWire.parse(await receipts.json()).receipts.map(({ id }) => id)).toEqual(['gone', 'there'])
  const device = await deviceWithKey(url, 'PC 1')
  const key = newOfficeKey()
  expect(await seal(url, null, key, [device])).toBe('changed')
  await post(url, JSON.stringify(eventOf('new')))
  expect((await allEvents(url)).map(({ event }) => event.event)).toEqual(['procedure.status_changed', SEALED])
})
