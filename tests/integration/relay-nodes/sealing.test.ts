import { Client } from 'pg'
import { expect, test } from 'vitest'
import { SEALED } from '#shared/api/relay-sealing.ts'
import { allEvents, eventOf, post, startRelay, temporaryDirectory } from '../relay/support/relay.ts'
import { deviceWithKey, newOfficeKey, opened, seal } from '../relay/support/sealing.ts'
import { databaseOf } from '../relay/support/store.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

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
    const ingest = async (hard: string) => {
      const values = [
        'old',
        [1],
        [Date.now()],
        [Buffer.from(hard)],
        [null],
        [null],
        ['{"event":"x","data":{"id":"y"}}'],
        [null],
      ]
      const text = 'SELECT number, is_gone FROM relay_ingest_1($1, $2, $3, $4, $5, $6, $7, $8)'
      return (await client.query<{ number: string | null; is_gone: boolean }>(text, values)).rows
    }
    expect(await ingest('one')).toEqual([{ number: '1', is_gone: false }])
    const key = newOfficeKey()
    expect(await seal(url, null, key, [device])).toBe('changed')
    expect(await ingest('two')).toEqual([{ number: null, is_gone: true }])
    expect((await allEvents(url)).length).toBe(1)
    expect(await seal(url, key.id, null)).toBe('changed')
    expect(await ingest('two')).toEqual([{ number: '2', is_gone: false }])
  } finally {
    await client.end()
  }
})
