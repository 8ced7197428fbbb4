import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createFakeClock } from '../service/support/fake-clock.ts'
import {
  call,
  eventOf,
  inboxOf,
  OFFICE,
  OTHER,
  pageOf,
  post,
  rawRequest,
  startRelay,
} from './support/relay.ts'

const { name, value } = OFFICE.header
const json = { 'content-type': 'application/json' }

test('only the exact header, once and with its value, opens the inbox', async () => {
  const { url } = await startRelay()
  const inbox = inboxOf(url)
  const body = JSON.stringify(eventOf('p1'))
  const refused: [string, string, Record<string, string | string[]>][] = [
    ['missing', inbox, {}],
    ['wrong', inbox, { [name]: `${value}x` }],
    ['empty', inbox, { [name]: '' }],
    ['in other letters', inbox, { [name]: value.toUpperCase() }],
    ['given twice', inbox, { [name]: [value, value] }],
    ['twice, one of them wrong', inbox, { [name]: ['x', value] }],
    ['too long', inbox, { [name]: 'x'.repeat(600) }],
    ['beyond ASCII', inbox, { [name]: 'caf\u00e9' }],
    ['of another office', inbox, { [OTHER.header.name]: OTHER.header.value }],
    ['in the address', `${inbox}?${name}=${value}`, {}],
    ['forwarded', inbox, { 'x-forwarded-x-relay-secret': value, 'x-forwarded-for': '127.0.0.1' }],
    ['as a token', inbox, { authorization: `Bearer ${value}` }],
  ]
  for (const [how, address, headers] of refused)
    expect([how, await rawRequest(address, { ...json, ...headers }, body)]).toEqual([how, 401])
  expect(await rawRequest(`${url}/in/unknown`, { ...json, [name]: value }, body)).toBe(404)
  // The name of a header is the same in any letters.
  expect(await rawRequest(inbox, { ...json, [name.toUpperCase()]: value }, body)).toBe(200)
  expect((await pageOf(url)).head).toBe(1)
})

test('a header of 64 KB is refused before anything else', async () => {
  const { url } = await startRelay()
  expect(await rawRequest(inboxOf(url), { [name]: 'x'.repeat(65_536) }, '')).toBe(431)
})

test('the body is not read for a caller without the secret', async () => {
  const { url } = await startRelay()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => {})
  // The body never comes.
  socket.write(`POST /in/${OFFICE.inboxKey} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`)
  await expect.poll(() => answer).toContain('401')
  expect(answer.toLowerCase()).toContain('connection: close')
})

test('two lengths of one body are refused', async () => {
  const { url } = await startRelay()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => {})
  socket.write(
    `POST /in/${OFFICE.inboxKey} HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nContent-Length: 4\r\n` +
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /livez HTTP/1.1\r\n\r\n',
  )
  await expect.poll(() => answer).toContain('400')
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('256 KB are taken and a byte more is not; compression is refused', async () => {
  const { url } = await startRelay()
  const filled = (size: number) => {
    const body = JSON.stringify(eventOf('p', { note: '' }))
    return body.replace('"note":""', `"note":"${'x'.repeat(size - body.length)}"`)
  }
  expect((await post(url, filled(256 * 1024))).status).toBe(200)
  const over = await post(url, filled(256 * 1024 + 1))
  expect([over.status, over.headers.get('connection')]).toEqual([413, 'close'])
  expect(await rawRequest(inboxOf(url), { [name]: value, 'content-encoding': 'gzip' }, 'x')).toBe(415)
  expect((await pageOf(url)).head).toBe(1)
})

test('a body without end is cut at the limit', async () => {
  const { url } = await startRelay()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  let isClosed = false
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  socket.write(
    `POST /in/${OFFICE.inboxKey} HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const more = setInterval(() => !isClosed && socket.write(chunk), 5)
  await expect.poll(() => isClosed).toBe(true)
  clearInterval(more)
  expect(answer).toContain('413')
  expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024)
})

test('a look at the address says nothing', async () => {
  const { url } = await startRelay()
  for (const address of [inboxOf(url), `${url}/in/unknown`])
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(address, { method })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
    }
})

test('a NUL in an address leads nowhere', async () => {
  const { url, logged } = await startRelay()
  for (const [method, path] of [
    ['DELETE', '/v1/devices/%00'],
    ['GET', '/v1/pairings/a%00b'],
    ['POST', '/v1/pairings/%00/confirm'],
    ['POST', '/in/%00'],
    ['POST', '/v1/events/%00/replay'],
  ] as const)
    expect([path, (await call(url + path, method, OFFICE.adminToken)).status]).toEqual([path, 404])
  expect(logged.filter((line) => line.includes('failed'))).toEqual([])
})

test('a body that is missing or no JSON is refused with what to do', async () => {
  const { url } = await startRelay()
  const headers = { ...json, authorization: `Bearer ${OFFICE.adminToken}` }
  const send = async (body?: string) => {
    const answer = await fetch(`${url}/v1/pairings`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body }),
    })
    return [answer.status, ((await answer.json()) as { message: string }).message]
  }
  expect(await send()).toEqual([400, 'There is no body: leave out content-type, or send {}.'])
  expect(await send('{')).toEqual([400, 'The body is not JSON.'])
})

test('a client that leaves in the middle of its body is no error of the relay', async () => {
  const { url, logged } = await startRelay()
  const { hostname, port } = new URL(url)
  for (const head of [
    `POST /in/${OFFICE.inboxKey} HTTP/1.1\r\nHost: x\r\n${name}: ${value}`,
    `POST /v1/pair HTTP/1.1\r\nHost: x\r\nContent-Type: application/json`,
  ]) {
    const socket = connect(Number(port), hostname)
    socket.write(`${head}\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n`)
    // The relay waits for the body.
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write('{"a":')
    socket.destroy()
  }
  // Another event comes after them.
  expect((await post(url, JSON.stringify(eventOf('p')))).status).toBe(200)
  await expect.poll(async () => (await post(url, JSON.stringify(eventOf('q')))).status).toBe(200)
  expect(logged.filter((line) => line.includes('failed'))).toEqual([])
})

test('slow requests are cut, and the others do not notice', async () => {
  const limits = { headersTimeoutMs: 300, requestTimeoutMs: 600, connectionsCheckingIntervalMs: 100 }
  const { url } = await startRelay({ limits })
  const { hostname, port } = new URL(url)
  const beginnings = [
    'POST /in/',
    `POST /in/${OFFICE.inboxKey} HTTP/1.1\r\nHost: x\r\n`,
    `POST /in/${OFFICE.inboxKey} HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nContent-Length: 5000\r\n\r\n{`,
  ]
  let closed = 0
  const sockets = Array.from({ length: 60 }, (_, index) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.on('close', () => (closed += 1))
    socket.resume()
    socket.write(beginnings[index % beginnings.length] ?? '')
    return socket
  })
  // One byte now and then keeps nothing open.
  const drip = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x')
  }, 100)
  for (let index = 0; index < 20; index++)
    expect((await post(url, JSON.stringify(eventOf(`p${index}`)))).status).toBe(200)
  await expect.poll(() => closed).toBe(sockets.length)
  clearInterval(drip)
})

test('a new secret works at once and the former one for seven days', async () => {
  const clock = createFakeClock()
  const { url } = await startRelay({ clock })
  const answer = await call(`${url}/v1/office/rotate`, 'POST', OFFICE.adminToken)
  const { header } = (await answer.json()) as { header: { name: string; value: string } }
  expect(header.value).not.toBe(value)
  const send = (secret: string) =>
    rawRequest(inboxOf(url), { ...json, [name]: secret }, JSON.stringify(eventOf('p')))
  expect(await send(header.value)).toBe(200)
  expect(await send(value)).toBe(200)
  clock.advance(7 * 86_400_000 + 1)
  expect(await send(header.value)).toBe(200)
  expect(await send(value)).toBe(401)
})

test('an office that was closed says so', async () => {
  const { url } = await startRelay()
  expect((await call(`${url}/v1/office`, 'DELETE', OFFICE.adminToken)).status).toBe(204)
  expect((await post(url, JSON.stringify(eventOf('p')))).status).toBe(410)
  expect((await post(url, JSON.stringify(eventOf('p')), OTHER)).status).toBe(200)
})

test('tokens that are none are refused, and too many of them for a while; a good one never is', async () => {
  const clock = createFakeClock()
  const { url } = await startRelay({ clock })
  const statuses = new Set<number>()
  for (let index = 0; index < 80; index++)
    statuses.add((await call(`${url}/v1/events`, 'GET', `guess-${index}`)).status)
  expect([...statuses]).toEqual([401, 429])
  expect((await call(`${url}/v1/events`, 'GET', OFFICE.adminToken)).status).toBe(200)
  expect((await post(url, JSON.stringify(eventOf('p')))).status).toBe(200)
  clock.advance(10_000)
  expect((await call(`${url}/v1/events`, 'GET', 'guess')).status).toBe(401)
})

test('too many events of one office at once are a 503, and those of another are taken', async () => {
  const clock = createFakeClock()
  const { url } = await startRelay({ clock, inboxRate: 2 })
  const statuses: number[] = []
  for (let index = 0; index < 21; index++)
    statuses.push((await post(url, JSON.stringify(eventOf('p')))).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 503])
  expect((await post(url, JSON.stringify(eventOf('p')), OTHER)).status).toBe(200)
})
