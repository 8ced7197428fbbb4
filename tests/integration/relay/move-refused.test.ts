import { expect, test } from 'vitest'
import { movePageWire, moveRecordWire, type MoveRecord } from '#shared/api/relay-move.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import {
  call,
  eventOf,
  inboxOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  postMany,
  type RunningRelay,
  startRelay,
} from './support/relay.ts'

const DAY_MS = 86_400_000
const MOVE = '/v1/office/move'
const admin = OFFICE.adminToken

async function permit({ url, relay }: RunningRelay): Promise<string> {
  const answer = await call(`${url}/v1/moves`, 'POST', relay.operatorToken)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { token: string }).token
}
const recordAt = async (url: string, token = admin): Promise<MoveRecord> =>
  moveRecordWire.parse(await (await call(`${url}${MOVE}/record`, 'GET', token)).json())
const rowsAt = async (url: string, kind: string, after = '') =>
  movePageWire.parse(
    await (await call(`${url}${MOVE}/rows?kind=${kind}&after=${after}`, 'GET', admin)).json(),
  )
const positionsAt = async (url: string, token: string) =>
  (await (await call(`${url}/v1/move-in`, 'GET', token)).json()) as { state: string; positions: object }
/** Status and code of a refusal. */
async function refusal(answer: Promise<Response>): Promise<string> {
  const { status, body } = await answer.then(async (got) => ({
    status: got.status,
    body: (await got.json()) as { code?: string },
  }))
  return `${status} ${body.code ?? ''}`
}

/** An office with events at one relay, and another relay that has begun to receive it. */
async function startMove() {
  const [from, to] = [await startRelay({ offices: [OFFICE] }), await startRelay({ offices: [OTHER] })]
  await postMany(from.url, 5)
  const pc = await pairDevice(from.url, 'PC 1')
  const token = await permit(to)
  const record = await recordAt(from.url)
  expect((await call(`${to.url}/v1/move-in`, 'PUT', token, record)).status).toBe(200)
  return { from, to, pc, token, record }
}

test('only who runs the relay permits a move, and a permission is good for a day and one office', async () => {
  const clock = createFakeClock(Date.parse('2026-11-20T10:00:00Z'))
  const from = await startRelay()
  const to = await startRelay({ clock, offices: [] })
  for (const token of [admin, 'x', ''])
    expect(await refusal(call(`${to.url}/v1/moves`, 'POST', token))).toBe('401 unauthorized')
  const record = await recordAt(from.url)
  const begin = (token: string, given: object = record) => call(`${to.url}/v1/move-in`, 'PUT', token, given)
  expect(await refusal(begin('rlm_wrong'))).toBe('401 unauthorized')
  const [late, used] = [await permit(to), await permit(to)]
  expect((await begin(used)).status).toBe(200)
  // The same again is the same move; another office needs another permission.
  expect((await begin(used)).status).toBe(200)
  expect(await refusal(begin(used, await recordAt(from.url, OTHER.adminToken)))).toBe('409 taken')
  clock.advance(DAY_MS + 1)
  expect(await refusal(begin(late))).toBe('401 expired')
  // One that has begun goes on.
  expect((await begin(used)).status).toBe(200)
  expect((await call(`${to.url}/v1/move-in`, 'DELETE', used)).status).toBe(200)
  expect(await refusal(begin(used))).toBe('409 ended')
})

test('a name, an inbox or a token that another office has is refused before anything is sent', async () => {
  const { from, to, record } = await startMove()
  const other = await startRelay({ offices: [OTHER] })
  const pc = await pairDevice(other.url, 'PC of Soto', OTHER)
  const soto = await recordAt(other.url, OTHER.adminToken)
  expect(pc.token).toMatch(/^rly_/)
  const token = await permit(to)
  const { secrets, devices } = soto
  const fresh = {
    ...soto,
    name: 'New',
    secrets: { ...secrets, adminToken: 'n'.repeat(20), inboxKey: 'm'.repeat(22) },
  }
  const taken: [string, MoveRecord][] = [
    ['name', { ...fresh, name: OTHER.name }],
    ['inbox', { ...fresh, secrets: { ...fresh.secrets, inboxKey: OTHER.inboxKey } }],
    ['administrator', { ...fresh, secrets: { ...fresh.secrets, adminToken: OTHER.adminToken } }],
    ['PC', { ...fresh, devices: record.devices }],
    ['name that is just coming', { ...fresh, name: record.name }],
  ]
  for (const [what, given] of taken)
    expect([what, await refusal(call(`${to.url}/v1/move-in`, 'PUT', token, given))]).toEqual([
      what,
      '409 taken',
    ])
  // None of them has left anything: the same permission takes one that has nothing of others.
  expect((await positionsAt(to.url, token)).state).toBe('waiting')
  expect((await call(`${to.url}/v1/move-in`, 'PUT', token, { ...fresh, devices })).status).toBe(200)
  expect((await pageOf(from.url)).head).toBe(5)
})

test('until it is open there, the office is asked again later, by everybody', async () => {
  const { to, pc, token } = await startMove()
  const answers = [
    await post(to.url, JSON.stringify(eventOf('p9'))),
    await call(`${to.url}/v1/events`, 'GET', pc.token),
    await call(`${to.url}/v1/office`, 'GET', admin),
    await call(`${to.url}${MOVE}`, 'GET', admin),
  ]
  for (const answer of answers) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await call(`${to.url}/v1/move-in`, 'DELETE', token)).status).toBe(200)
  // Discarded: nothing is left that answers.
  expect((await post(to.url, '{}')).status).toBe(404)
  expect((await call(`${to.url}/v1/events`, 'GET', pc.token)).status).toBe(401)
  expect((await call(`${to.url}/v1/office`, 'GET', admin)).status).toBe(401)
})

test('a page or an end that lies is refused, and changes nothing', async () => {
  const { from, to, token, record } = await startMove()
  const page = await rowsAt(from.url, 'event')
  if (page.kind !== 'event') throw new Error('another kind')
  const send = (given: object) => call(`${to.url}/v1/move-in/rows`, 'POST', token, given)
  const [first, second] = page.rows
  const changed = (change: object) => ({ ...page, rows: [{ ...first, ...change }, ...page.rows.slice(1)] })
  const lies: [string, object, string][] = [
    ['begins elsewhere', { ...page, after: '3', rows: page.rows.slice(3) }, '409 elsewhere'],
    ['out of order', { ...page, rows: page.rows.toReversed() }, '400 bad_request'],
    ['a number twice', { ...page, rows: [first, first, ...page.rows.slice(1)] }, '400 bad_request'],
    ['ends elsewhere', { ...page, upTo: '9' }, '400 bad_request'],
    ['without rows', { ...page, rows: [] }, '400 bad_request'],
    ['lines in a body', changed({ body: '{"event":"e","data":{"id":"x"},\n"a":1}' }), '400 bad_request'],
    ['no JSON', changed({ body: '{event}' }), '400 bad_request'],
    ['a kind that there is not', { ...page, kind: 'office' }, '400 bad_request'],
    ['a field more', changed({ officeId: 1 }), '400 bad_request'],
    ['too many rows', { ...page, rows: Array.from({ length: 501 }, () => first) }, '400 bad_request'],
    ['too large', { ...page, more: 'x'.repeat(4 * 1024 * 1024) }, '413 too_large'],
  ]
  for (const [how, given, expected] of lies)
    expect([how, await refusal(send(given))]).toEqual([how, expected])
  expect(await positionsAt(to.url, token)).toEqual({ state: 'receiving', positions: {} })

  const finish = (given: object, positions: object = { event: page.upTo }) =>
    refusal(
      call(`${to.url}/v1/move-in/finish`, 'POST', token, { record: { ...record, ...given }, positions }),
    )
  expect((await send({ ...page, rows: [first, second], upTo: '2' })).status).toBe(200)
  expect(await finish({})).toBe('409 incomplete')
  expect((await send({ ...page, rows: page.rows.slice(2), after: '2' })).status).toBe(200)
  expect(await finish({ head: 6 })).toBe('409 incomplete')
  expect(await finish({ head: 4 })).toBe('409 incomplete')
  // Rows of another kind have not come.
  expect(await finish({}, { event: page.upTo, key: '5' })).toBe('409 incomplete')
  const foreign = { secrets: { ...record.secrets, inboxKey: 'another-inbox-key-of-22' } }
  expect(await finish(foreign)).toBe('400 bad_request')
  expect((await call(`${to.url}/v1/events`, 'GET', admin)).status).toBe(503)
  expect(await finish({})).toBe('200 ')
  expect((await pageOf(to.url)).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  // What comes after the end is refused, and the end said again changes nothing.
  expect(await refusal(send({ ...page, after: page.upTo }))).toMatch(/^4/)
  await call(`${to.url}/v1/office/rotate`, 'POST', admin)
  const header = async () =>
    ((await (await call(`${to.url}/v1/office`, 'GET', admin)).json()) as { inbox: { header: object } }).inbox
      .header
  const rotated = await header()
  expect(await finish({})).toBe('200 ')
  expect(await header()).toEqual(rotated)
  expect(await refusal(call(`${to.url}/v1/move-in`, 'DELETE', token))).toBe('409 open')
})

test('once it leaves, nothing of the office changes where it was', async () => {
  const { from, to, pc, token, record } = await startMove()
  const { store } = from.relay
  const [office] = await store.reader.offices()
  const officeId = office?.id ?? 0
  const { operatorToken } = from.relay
  const away = { to: to.url, token, operatorToken }
  expect(await refusal(call(`${from.url}${MOVE}`, 'PUT', pc.token, away))).toBe('403 forbidden')
  // Where an office goes is not for its administrator alone: this relay sends on to it what it does not know.
  for (const other of [admin, to.relay.operatorToken]) {
    const alone = { ...away, operatorToken: other }
    expect(await refusal(call(`${from.url}${MOVE}`, 'PUT', admin, alone))).toBe('403 operator')
  }
  expect((await call(`${from.url}${MOVE}`, 'PUT', admin, away)).status).toBe(200)
  const third = await startRelay({ offices: [] })
  const elsewhere = { to: third.url, token: await permit(third), operatorToken }
  expect(await refusal(call(`${from.url}${MOVE}`, 'PUT', admin, elsewhere))).toBe('409 not_receiving')
  expect((await call(`${third.url}/v1/move-in`, 'PUT', elsewhere.token, record)).status).toBe(200)
  expect(await refusal(call(`${from.url}${MOVE}`, 'PUT', admin, elsewhere))).toBe('409 elsewhere')
  const now = Date.now()
  const event = { officeId, receivedMs: now, hard: 'h', soft: null, near: null, body: '{}', extra: null }
  const row = { id: 'd', officeId, name: 'PC', tokenHash: Buffer.from('t'), isAdmin: false, now }
  const { writer } = store
  const writes = {
    ingest: writer.write('ingest', event),
    replay: writer.write('replay', { officeId, seq: 1, now }),
    ack: writer.write('ack', { officeId, deviceId: pc.deviceId, seq: 5, now }),
    addDevice: writer.write('addDevice', row),
    revoke: writer.write('revokeDevice', { id: pc.deviceId, officeId, now }),
    header: writer.write('changeHeader', { officeId, hash: Buffer.from('x'), untilMs: now }),
    close: writer.write('closeOffice', { officeId, now }),
    alarm: writer.write('raiseAlarm', { officeId, now, messages: [] }),
  }
  for (const [name, write] of Object.entries(writes))
    expect([name, await write.catch((error: unknown) => error)]).toEqual([
      name,
      expect.objectContaining({ reason: 'elsewhere' }),
    ])
  expect((await store.reader.office(officeId))?.head).toBe(5)
  // It is asked where it goes, which is not open yet: the operator sends it again.
  expect((await post(from.url, JSON.stringify(eventOf('p9')))).status).toBe(503)
  // Undone only by the word of the other relay.
  const undo = (given: object) => refusal(call(`${from.url}${MOVE}`, 'DELETE', admin, given))
  expect(await undo({})).toBe('400 bad_request')
  expect(await undo({ token: 'rlm_wrong' })).toBe('503 moving')
  expect(await refusal(call(`${from.url}${MOVE}/settle`, 'POST', admin, { token }))).toBe('409 not_open')
  await to.stop()
  expect(await undo({ token })).toBe('503 moving')
  expect((await post(from.url, JSON.stringify(eventOf('p9')))).status).toBe(503)
  expect(inboxOf(from.url)).toContain(OFFICE.inboxKey)
})
