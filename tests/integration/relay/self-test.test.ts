import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type SelfTest, selfTestWire } from '#shared/api/relay.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { call, eventOf, inboxOf, OFFICE, OTHER, pageOf, post, startRelay } from './support/relay.ts'
import { openStream } from './support/stream.ts'

type Meddle = 'nothing' | 'without header' | '502' | 'swallow'

/** A proxy in front of the relay, as an office's may be. */
async function startProxy() {
  let target = ''
  let meddle: Meddle = 'nothing'
  const server = createServer((incoming, outgoing) => {
    if (meddle === '502') return void outgoing.writeHead(502).end()
    if (meddle === 'swallow') return void outgoing.writeHead(200).end()
    const headers = { ...incoming.headers }
    if (meddle === 'without header') delete headers[OFFICE.header.name.toLowerCase()]
    const onward = request(target + (incoming.url ?? ''), { method: 'POST', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    to: (url: string) => (target = url),
    meddle: (how: Meddle) => (meddle = how),
  }
}

const outcomes = ({ steps }: SelfTest) =>
  Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]))

test('a canary goes through the public address and reaches every stream, without a number', async () => {
  const proxy = await startProxy()
  const clock = createFakeClock()
  const { url } = await startRelay({ publicUrl: proxy.url, clock })
  proxy.to(url)
  const stream = openStream(url, OFFICE.adminToken)
  const other = openStream(url, OTHER.adminToken)
  await stream.status
  await other.status
  const run = async () => {
    clock.advance(60_000)
    return selfTestWire.parse(await (await call(`${url}/v1/selftest`, 'POST', OFFICE.adminToken)).json())
  }
  const good = await run()
  expect(outcomes(good)).toEqual({ name: 'ok', tls: 'skipped', address: 'ok', header: 'ok', stored: 'ok' })
  await expect.poll(() => stream.of('canary').map(({ data }) => data)).toMatchObject([{ id: good.id }])

  proxy.meddle('without header')
  expect(outcomes(await run())).toMatchObject({ address: 'ok', header: 'failed', stored: 'skipped' })
  proxy.meddle('502')
  const bad = await run()
  expect(outcomes(bad)).toMatchObject({ name: 'ok', address: 'failed', header: 'skipped', stored: 'skipped' })
  expect(bad.steps.find(({ step }) => step === 'address')?.detail).toBe('502')
  proxy.meddle('swallow')
  expect(outcomes(await run())).toMatchObject({ address: 'ok', header: 'ok', stored: 'failed' })

  await post(url, JSON.stringify(eventOf('p1')))
  await expect.poll(() => stream.seqs()).toEqual([1])
  expect(stream.of('canary')).toHaveLength(1)
  expect(other.of('canary')).toEqual([])
})

test('an address that does not exist is named, and one test at a time', async () => {
  const { url } = await startRelay({ publicUrl: 'https://relay.invalid', clock: createFakeClock() })
  const answer = await call(`${url}/v1/selftest`, 'POST', OFFICE.adminToken)
  const result = selfTestWire.parse(await answer.json())
  expect(outcomes(result)).toMatchObject({ name: 'failed', tls: 'skipped', address: 'skipped' })
  const statuses: number[] = []
  for (let index = 0; index < 3; index++)
    statuses.push((await call(`${url}/v1/selftest`, 'POST', OFFICE.adminToken)).status)
  expect(statuses).toContain(429)
})

test('a forged canary is a normal event', async () => {
  const { url } = await startRelay()
  const stream = openStream(url, OFFICE.adminToken)
  await stream.status
  const forged = { event: 'relay.canary', data: { id: 'c1', path: 'x'.repeat(43) } }
  expect((await fetch(inboxOf(url), { method: 'POST', body: JSON.stringify(forged) })).status).toBe(401)
  expect((await post(url, JSON.stringify(forged))).status).toBe(200)
  await expect.poll(() => stream.seqs()).toEqual([1])
  expect(stream.of('canary')).toEqual([])
  expect((await pageOf(url)).head).toBe(1)
})
