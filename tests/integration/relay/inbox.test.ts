import { describe, expect, test } from 'vitest'
import { quarantineWire } from '#shared/api/relay.ts'
import {
  allEvents,
  call,
  eventOf,
  inboxOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  rawRequest,
  startRelay,
} from './support/relay.ts'
import { storedText } from './support/store.ts'

const office = async (url: string, token = OFFICE.adminToken) =>
  (await (await fetch(`${url}/v1/office`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
    duplicates: number
    quarantined: number
    head: number
  }

describe('duplicates', () => {
  test('the same event in any order of fields, at once and after a restart, is numbered once', async () => {
    const first = await startRelay()
    const events = Array.from({ length: 20 }, (_, i) => eventOf(`p${i}`))
    const written = events.flatMap(({ event, data }) => [
      JSON.stringify({ event, data }),
      JSON.stringify({ data: Object.fromEntries(Object.entries(data).toReversed()), event }, null, 2),
      JSON.stringify({ event, data }, null, 4),
    ])
    const answers = await Promise.all(written.map((body) => post(first.url, body)))
    expect(answers.map(({ status }) => status)).toEqual(written.map(() => 200))
    expect(await office(first.url)).toMatchObject({ head: 20, duplicates: 40 })
    await first.stop()

    const again = await startRelay({ directory: first.directory })
    for (const body of written.slice(0, 10)) expect((await post(again.url, body)).status).toBe(200)
    expect(await office(again.url)).toMatchObject({ head: 20, duplicates: 50 })
    const ids = (await allEvents(again.url)).map(({ event }) => event.data.id)
    expect(ids.toSorted()).toEqual(events.map(({ data }) => data.id).toSorted())
  })

  test('another state at the same time is numbered and marked, and so is a retry with another time', async () => {
    const { url } = await startRelay()
    const one = eventOf('p1')
    await post(url, JSON.stringify(one))
    await post(url, JSON.stringify({ ...one, data: { ...one.data, status: 'FINISHED' } }))
    await post(url, JSON.stringify({ ...one, data: { ...one.data, timestamp: '2026-01-01T10:00:00.000Z' } }))
    await post(url, JSON.stringify({ ...eventOf('p2') }))
    expect(await allEvents(url)).toMatchObject([
      { seq: 1 },
      { seq: 2, revises: 1, event: { data: { status: 'FINISHED' } } },
      { seq: 3, probableRetry: true },
      { seq: 4 },
    ])
    const [plain, , , other] = await allEvents(url)
    for (const event of [plain, other]) {
      expect(event).not.toHaveProperty('revises')
      expect(event).not.toHaveProperty('probableRetry')
    }
  })

  test('without a timestamp, a change and the change back are events, and each is known when it is sent again', async () => {
    const { url } = await startRelay()
    const send = async (status: string, id = 'p1') => {
      const { event, data } = eventOf(id, { status })
      const { timestamp: _, ...rest } = data
      expect((await post(url, JSON.stringify({ event, data: rest }))).status).toBe(200)
    }
    const statuses = async () => (await allEvents(url)).map(({ event }) => event.data.status)
    for (const status of ['A', 'A', 'B', 'B', 'A', 'A']) await send(status)
    expect(await statuses()).toEqual(['A', 'B', 'A'])
    // Another resource comes between.
    await send('A', 'p2')
    await send('A')
    expect(await statuses()).toEqual(['A', 'B', 'A', 'A'])
    expect(await office(url)).toMatchObject({ head: 4, duplicates: 4 })
    for (const event of await allEvents(url)) {
      expect(event).not.toHaveProperty('revises')
      expect(event).not.toHaveProperty('probableRetry')
    }
  })

  test('the same body is an event of each office', async () => {
    const { url } = await startRelay()
    const body = JSON.stringify(eventOf('p1'))
    await post(url, body)
    await post(url, body, OTHER)
    expect(await allEvents(url)).toHaveLength(1)
    expect(await allEvents(url, OTHER.adminToken)).toHaveLength(1)
  })
})

describe('what is kept', () => {
  test('of a known event only the fields without personal data', async () => {
    const { url, directory } = await startRelay()
    const event = eventOf('p1', { vrm: '1234BCD', buyer: { name: 'Nuria Quintana' }, url: 'https://x.es/a' })
    await post(url, JSON.stringify(event))
    const [kept] = await allEvents(url)
    expect(Object.keys(kept?.event.data ?? {}).toSorted()).toEqual(['id', 'path', 'status', 'timestamp'])
    const bytes = await storedText(directory)
    expect(bytes).toContain('procedure.status_changed')
    expect(bytes).not.toContain('1234BCD')
    expect(bytes).not.toContain('Quintana')
  })

  test('of an unknown event everything but links', async () => {
    const { url } = await startRelay()
    const data = { id: 'c1', status: 7, note: { text: 'a', link: 'https://x.es/a' }, list: ['b', 'ftp://x'] }
    await post(url, JSON.stringify({ event: 'something.new', data }))
    const [kept] = await allEvents(url)
    expect(kept?.event).toEqual({
      event: 'something.new',
      data: { id: 'c1', note: { text: 'a' }, list: ['b'] },
    })
  })
})

const valid = JSON.stringify(eventOf('p1'))
const utf16 = new Uint8Array(Buffer.from(valid, 'utf16le'))

describe('bodies that cannot be read', () => {
  const unreadable: [string, string | Uint8Array][] = [
    ['cut off', valid.slice(0, -3)],
    ['empty', ''],
    ['in UTF-16', utf16],
    ['with half a character of UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x22, 0x7d])],
    ['with a NUL', `${valid}\0`],
    ['a list', '[1]'],
    ['without an id', '{"event":"a","data":{}}'],
    ['whose id is a number', '{"event":"a","data":{"id":1}}'],
    ['whose id is inherited', '{"event":"a","data":{"__proto__":{"id":"x"}}}'],
    ['nested 10,000 deep', `{"event":"a","data":{"id":"1","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`],
  ]
  test('are taken, kept aside and counted once', async () => {
    const { url } = await startRelay()
    for (const [index, [name, body]] of unreadable.entries()) {
      // Its retry is nothing new.
      for (const _ of [1, 2]) expect([name, (await post(url, body)).status]).toEqual([name, 200])
      expect({ ...(await office(url)), name }).toMatchObject({
        name,
        head: 0,
        quarantined: index + 1,
        duplicates: index + 1,
      })
    }
  })

  test('are said: to the office, to an administrator with their beginning, in the log and in the figures', async () => {
    const { url, ops, logged } = await startRelay()
    const { token: admin } = await pairDevice(url, 'PC 1')
    const { token: pc } = await pairDevice(url, 'PC 2')
    const quarantine = (token: string) => call(`${url}/v1/quarantine`, 'GET', token)
    expect(await office(url, pc)).toMatchObject({ unreadable: null })
    expect(await (await quarantine(admin)).json()).toEqual({ count: 0, bodies: [] })
    const number = '{"event":"procedure.status_changed","data":{"id":5,"status":"DONE"}}'
    await post(url, number)
    await post(url, 'x'.repeat(20_000))
    await post(url, number)
    expect(await office(url, pc)).toMatchObject({
      quarantined: 2,
      unreadable: { count: 2, reason: 'not JSON in UTF-8' },
    })
    expect((await quarantine(pc)).status).toBe(403)
    const { count, bodies } = quarantineWire.parse(await (await quarantine(admin)).json())
    const kept = bodies.map(({ bytes, reason, beginning }) => [
      bytes,
      reason,
      Buffer.from(beginning, 'base64').toString(),
    ])
    expect([count, kept]).toEqual([
      2,
      [
        [20_000, 'not JSON in UTF-8', 'x'.repeat(8 * 1024)],
        [number.length, 'without event or data.id', number],
      ],
    ])
    expect(quarantineWire.parse(await (await quarantine(OTHER.adminToken)).json()).count).toBe(0)
    expect(logged.filter((line) => line.includes('could not be read'))).toHaveLength(2)
    expect(logged.join('\n')).not.toContain('DONE')
    // Too large to be read: refused, and not unnoticed.
    expect((await post(url, 'x'.repeat(300_000))).status).toBe(413)
    expect(logged.at(-1)).toContain('its body is larger than the limit')
    const figures = await (await fetch(`${ops}/metrics`)).text()
    expect(figures).toContain('relay_ingest_total{result="quarantined"} 2\n')
    expect(figures).toContain('relay_ingest_total{result="too_large"} 1\n')
  })

  const strange: [string, string][] = [
    ['a byte order mark', `\uFEFF${valid}`],
    ['fields given twice', '{"event":"a","event":"b","data":{"id":"1"}}'],
    ['a field called __proto__', '{"event":"a","__proto__":{"polluted":1},"data":{"id":"1"}}'],
    ['a number beyond doubles', '{"event":"procedure.finished","data":{"id":"1","x":1e400}}'],
    ['half a pair of surrogates', '{"event":"procedure.finished","data":{"id":"\\ud83d"}}'],
  ]
  test('strange ones are read', async () => {
    const { url } = await startRelay()
    for (const [index, [name, body]] of strange.entries()) {
      expect([name, (await post(url, body)).status]).toEqual([name, 200])
      expect({ ...(await office(url)), name }).toMatchObject({ name, head: index + 1, quarantined: 0 })
    }
    expect((await pageOf(url)).events).toHaveLength(strange.length)
    expect({}).not.toHaveProperty('polluted')
  })

  test('whatever type it says to be', async () => {
    const { url } = await startRelay()
    for (const type of ['text/plain', 'garbage', 'multipart/form-data', 'application/json; charset=utf-16']) {
      const headers = { 'content-type': type, [OFFICE.header.name]: OFFICE.header.value }
      expect(await rawRequest(inboxOf(url), headers, JSON.stringify(eventOf('p')))).toBe(200)
    }
    expect(await office(url)).toMatchObject({ head: 4 })
  })
})
