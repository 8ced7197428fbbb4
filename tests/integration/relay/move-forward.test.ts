import { connect } from 'node:net'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { officeWire } from '#shared/api/relay.ts'
import { startBetween } from './support/between.ts'
import { moveNow } from './support/move-in-process.ts'
import {
  bearer,
  call,
  eventOf,
  inboxOf,
  newPc,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  postMany,
  rawRequest,
  type RunningRelay,
  startRelay,
} from './support/relay.ts'
import { openStream } from './support/stream.ts'

const admin = OFFICE.adminToken

async function startMoved() {
  const [from, to] = [await startRelay(), await startRelay({ offices: [] })]
  await postMany(from.url, 3)
  const pc = await pairDevice(from.url, 'PC 1')
  const { epoch } = await pageOf(from.url)
  await moveNow(from, to)
  return { from, to, pc, epoch }
}

/** Its office has left for there, whatever is there. */
async function leaveTo({ relay }: RunningRelay, to: string): Promise<void> {
  const { reader, writer } = relay.store
  const office = (await reader.offices()).find(({ name }) => name === OFFICE.name)
  await writer.write('leave', { officeId: office?.id ?? 0, to, tokenHash: Buffer.from('t') })
}

/** Something that an office has moved to, which is no relay. */
async function startStranger(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const running = await startRelay()
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await leaveTo(running, to)
  return { url: running.url }
}

test('whoever still comes by the former address is answered by the relay that the office is at', async () => {
  const { from, to, pc, epoch } = await startMoved()
  const { url } = from
  const stream = openStream(url, pc.token, { lastEventId: `${epoch}.1` })
  await expect.poll(() => stream.seqs()).toEqual([2, 3])
  const waiting = pageOf(url, `?after=${epoch}.3&wait=25`, pc.token)
  const started = performance.now()
  expect((await post(url, JSON.stringify(eventOf('p4')))).status).toBe(200)
  expect((await waiting).events.map(({ seq }) => seq)).toEqual([4])
  // As it comes, and not when the wait is over.
  expect(performance.now() - started).toBeLessThan(20_000)
  await expect.poll(() => stream.seqs()).toEqual([2, 3, 4])
  expect((await call(`${url}/v1/ack`, 'POST', pc.token, { cursor: `${epoch}.4` })).status).toBe(204)
  expect((await to.relay.store.reader.device(pc.deviceId))?.acked).toBe(4)
  // A header that is given twice arrives twice, and is refused there as here.
  const { name, value } = OFFICE.header
  expect(await rawRequest(inboxOf(url), { [name]: [value, value] }, '{}')).toBe(401)
  expect((await post(url, 'x'.repeat(300_000))).status).toBe(413)
  // A PC that is paired after the move, by an address that nobody has changed yet.
  const late = await pairDevice(url, 'PC 2')
  expect(late.cursor).toBe(`${epoch}.0`)
  const office = officeWire.parse(await (await call(`${url}/v1/office`, 'GET', late.token)).json())
  expect(office).toMatchObject({ head: 4, epoch })
  // The other office is still here, and what nobody knows is refused.
  expect((await post(url, JSON.stringify(eventOf('q1')), OTHER)).status).toBe(200)
  expect((await call(`${url}/v1/office`, 'GET', 'rly_unknown')).status).toBe(401)
  const code = newPc('AAAA-AAAA', 'PC').body
  expect((await call(`${url}/v1/pair`, 'POST', 'none', code)).status).toBe(404)
  expect((await call(`${url}/v1/pair/claim`, 'POST', 'none', { claim: 'unknown' })).status).toBe(404)
  // Revoked there, and so by this address.
  expect((await call(`${to.url}/v1/devices/${late.deviceId}`, 'DELETE', admin)).status).toBe(204)
  expect((await call(`${url}/v1/office`, 'GET', late.token)).status).toBe(401)
  const metrics = await (await fetch(`${from.ops}/metrics`)).text()
  expect(metrics).toMatch(/relay_forwarded_total\{result="answered"\} \d+/)
})

test('streams and waits end when the office leaves, and come back there', async () => {
  const [from, to] = [await startRelay(), await startRelay({ offices: [] })]
  await postMany(from.url, 2)
  const { epoch } = await pageOf(from.url)
  const pc = await pairDevice(from.url, 'PC 1')
  const stream = openStream(from.url, pc.token, { after: `${epoch}.0` })
  await expect.poll(() => stream.seqs()).toEqual([1, 2])
  const other = openStream(from.url, OTHER.adminToken)
  await other.status
  await moveNow(from, to)
  await stream.ended
  expect(stream.frames.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'stopping' } })
  expect(other.isEnded()).toBe(false)
  const again = openStream(from.url, pc.token, { lastEventId: `${epoch}.2` })
  await post(to.url, JSON.stringify(eventOf('p3')))
  await expect.poll(() => again.seqs()).toEqual([3])
  // A relay that stops lets go of what it only passes on.
  await from.stop()
  await again.ended
})

test('what is passed on says for whom, has no header of a connection, and its body as it came', async () => {
  const seen: { headers: IncomingMessage['rawHeaders']; url: string; body: string }[] = []
  const { url } = await startStranger((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ headers: request.rawHeaders, url: request.url ?? '', body })
      response.writeHead(418, { 'x-own': 'a', connection: 'close', 'retry-after': '7' }).end('tea')
    })
  })
  const text = '{"event": "e",   "data":{"id":"1"}}'
  const answer = await fetch(`${inboxOf(url)}?a=b`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil',
      'x-kept': 'yes',
      forwarded: 'for=1',
    },
    body: text,
  })
  expect([answer.status, await answer.text()]).toEqual([418, 'tea'])
  expect(answer.headers.get('x-own')).toBe('a')
  expect(answer.headers.get('retry-after')).toBe('7')
  const [first] = seen
  expect([first?.url, first?.body]).toEqual([`/in/${OFFICE.inboxKey}?a=b`, text])
  const sent = new Map<string, string>()
  for (const [index, name] of (first?.headers ?? []).entries())
    if (index % 2 === 0) sent.set(name.toLowerCase(), first?.headers[index + 1] ?? '')
  expect(sent.get('x-forwarded-for')).toBe('203.0.113.9')
  expect(sent.get('x-kept')).toBe('yes')
  expect(sent.get('x-relay-hops')).toBe('1')
  expect([sent.has('x-forwarded-host'), sent.has('forwarded')]).toEqual([false, false])
  expect(sent.get('host')).not.toBe(new URL(url).host)
  // Parsed on the way, the same for who reads it.
  await call(`${url}/v1/ack`, 'POST', admin, { cursor: 'abcd.1' })
  expect(JSON.parse(seen.at(-1)?.body ?? '')).toEqual({ cursor: 'abcd.1' })
})

test('a request with a whole address, as to a proxy, is answered by the relay that the office is at', async () => {
  const { from, pc } = await startMoved()
  const { hostname, port } = new URL(from.url)
  for (const target of [
    'http://evil.test/v1/office',
    'http://evil.test:99/v1/office',
    '//evil.test/v1/office',
  ]) {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.on('close', () => resolve(text))
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${pc.token}\r\nConnection: close\r\n\r\n`,
      )
    })
    const isOffice = answer.includes(`"name":"${OFFICE.name}"`)
    expect([target, target.startsWith('//') ? / 404 /.test(answer) : isOffice]).toEqual([target, true])
  }
})

test('a relay that is not there, is silent or breaks off is never taken for an answer', async () => {
  const hung: IncomingMessage[] = []
  const { url } = await startStranger((request, response) => {
    if (request.method === 'POST') return void hung.push(request)
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"epoch":"abcd",')
    setTimeout(() => response.destroy(), 50)
  })
  const started = performance.now()
  const silent = await post(url, JSON.stringify(eventOf('p1')))
  expect([silent.status, silent.headers.get('retry-after')]).toEqual([503, '2'])
  expect(performance.now() - started).toBeGreaterThan(3_000)
  const broken = await fetch(`${url}/v1/events`, { headers: bearer(admin) })
  await expect(broken.text()).rejects.toThrow('terminated')
  // A caller that hangs up is not waited for there.
  const stop = new AbortController()
  const { name, value } = OFFICE.header
  const given = fetch(inboxOf(url), {
    method: 'POST',
    headers: { [name]: value },
    body: '{}',
    signal: stop.signal,
  })
  await expect.poll(() => hung.length).toBe(2)
  stop.abort()
  await expect(given).rejects.toThrow('aborted')
  await expect.poll(() => hung[1]?.socket.destroyed).toBe(true)
})

test('two relays that send each other the same office answer that it is at neither, soon', async () => {
  const [one, other] = [await startRelay(), await startRelay()]
  const between = await startBetween(other.url)
  await leaveTo(one, between.url)
  await leaveTo(other, one.url)
  for (const { url } of [one, other]) {
    expect((await post(url, JSON.stringify(eventOf('p1')))).status).toBe(503)
    expect((await call(`${url}/v1/events`, 'GET', admin)).status).toBe(503)
    expect((await call(`${url}/v1/events`, 'GET', 'rly_unknown')).status).toBe(401)
  }
  // A few times round, and not until somebody is tired of it.
  expect(between.calls.length).toBeLessThan(20)
})
