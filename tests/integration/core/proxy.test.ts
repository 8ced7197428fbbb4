import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTransport, type Transport } from '#electron/core/api/transport.ts'
import { wasNotDone } from '#electron/core/api/failures.ts'
import { ok, type ErrorCode } from '#shared/bridge/result.ts'
import { startConnectProxy, type ConnectProxy } from '#tests/fakes/connect-proxy.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { startStrangeTls, startTls } from '#tests/fakes/strange-tls.ts'

/** Name of the service, which only the proxy resolves, with a certificate of that name behind it. */
const NAME = 'service.example'
const KEY = 'key-of-the-office'
const GET = { method: 'GET', path: '/v1/reports/1' } as const
const PAID = { method: 'POST', path: '/v1/reports/complete', body: { vrm: '1234BCD' }, alone: true } as const

let service: string
let seen: { method: string | undefined; authorization: string | undefined; port: number | undefined }[]
let proxy: ConnectProxy

beforeEach(async () => {
  seen = []
  service = await startTls(answer, NAME)
  proxy = await startConnectProxy((to) => (to === `${NAME}:443` ? service : undefined))
})

function answer({ method, headers, socket }: IncomingMessage, response: ServerResponse) {
  seen.push({ method, authorization: headers.authorization, port: socket.remotePort })
  response.end('{}')
}

/** Only the timeout tests come near it. */
const PATIENT = { connectMs: 20_000, answerMs: 20_000 }

function through(
  url: () => Promise<string | null>,
  baseUrl = `https://${NAME}`,
  limits = PATIENT,
): Transport {
  const transport = createTransport({
    ...limits,
    maxBytes: 1_000,
    maxDepth: 8,
    target: async () => ok({ baseUrl, apiKey: KEY }),
    resolveProxy: url,
  })
  onTestFinished(() => transport.close())
  return transport
}
const transport = () => through(async () => proxy.url)

test('one that works: the service is reached through it, and it reads neither the key nor what is asked', async () => {
  const client = transport()
  expect(await client.request(GET)).toEqual({ ok: true, value: {} })
  expect(await client.request(PAID)).toEqual({ ok: true, value: {} })
  expect(seen.map(({ method, authorization }) => [method, authorization])).toEqual([
    ['GET', `Bearer ${KEY}`],
    ['POST', `Bearer ${KEY}`],
  ])
  expect(proxy.asked.map(({ to }) => to)).toEqual([`${NAME}:443`, `${NAME}:443`])
  expect(JSON.stringify(proxy.asked)).not.toMatch(/Bearer|key-of|reports/)
})

test('one with a user and a password gets them, and nobody else does', async () => {
  const { host } = new URL(proxy.url)
  const client = through(async () => `http://maria:secr3to@${host}`)
  expect((await client.request(GET)).ok).toBe(true)
  expect(proxy.asked[0]!.headers['proxy-authorization']).toBe(`Basic ${btoa('maria:secr3to')}`)
  expect(JSON.stringify(seen)).not.toContain('secr3to')
})

describe('one that does not: nothing was done, and it says who it was', () => {
  test.each<[string, ConnectProxy['mood'], ErrorCode, string | undefined]>([
    ['refuses', 403, 'proxy-refused', 'HTTP 403'],
    ['wants a login', 407, 'proxy-login', undefined],
    ['does not find the service', 502, 'proxy-refused', 'HTTP 502'],
  ])('%s', async (_what, mood, code, detail) => {
    proxy.mood = mood
    const client = transport()
    for (const request of [GET, PAID]) {
      const failed = await client.request(request)
      if (failed.ok) throw new Error('not refused')
      expect(failed.error).toMatchObject({ code, ...(detail !== undefined && { detail }) })
      expect(wasNotDone(failed.error)).toBe(true)
    }
    expect(await client.probe(GET.path)).toMatchObject({ error: { code } })
    expect(await client.download(`https://${NAME}/x.pdf`, new AbortController().signal)).toMatchObject({
      error: { code },
    })
    expect(seen).toEqual([])
  })

  test('is down', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => gone.once('listening', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const failed = await through(async () => `http://127.0.0.1:${port}`).request(PAID)
    if (failed.ok) throw new Error('not refused')
    expect(failed.error).toMatchObject({ code: 'proxy-refused', detail: 'ECONNREFUSED' })
    expect(wasNotDone(failed.error)).toBe(true)
  })

  test.each([
    ['no address', async () => 'maria:secr3to@proxy'],
    ['of a kind that we do not speak', async () => 'gopher://maria:secr3to@proxy:70'],
    ['not known to the system', () => Promise.reject(new Error('secr3to'))],
  ])('%s', async (_what, resolve) => {
    const failed = await through(resolve).request(PAID)
    if (failed.ok) throw new Error('not refused')
    expect(failed.error.code).toBe('proxy-refused')
    expect(wasNotDone(failed.error)).toBe(true)
    expect(JSON.stringify(failed)).not.toContain('secr3to')
  })

  test("opens what is inside: its certificate is not the service's, and nothing is said to it", async () => {
    const stranger = await startStrangeTls('self-signed')
    const curious = await startConnectProxy(() => stranger)
    const failed = await through(async () => curious.url).request(PAID)
    if (failed.ok) throw new Error('not refused')
    expect(failed.error).toMatchObject({ code: 'proxy-refused', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(wasNotDone(failed.error)).toBe(true)
  })
})

test.each(['hangs up', 'says nothing'] as const)(
  'one that %s: the request ends, and counts as uncertain',
  async (mood) => {
    proxy.mood = mood
    const impatient = through(async () => proxy.url, undefined, { connectMs: 500, answerMs: 600 })
    const failed = await impatient.request(PAID)
    if (failed.ok) throw new Error('not refused')
    expect(failed.error.code).toMatch(/^(unreachable|timeout)$/)
    expect(wasNotDone(failed.error)).toBe(false)
  },
)

test('a request that was given up while its proxy said nothing is not sent when it speaks at last', async () => {
  proxy.mood = 'says nothing'
  const client = transport()
  const giveUp = new AbortController()
  const given = client.request({ ...PAID, signal: giveUp.signal })
  await expect.poll(() => proxy.asked.length, { timeout: 20_000 }).toBe(1)
  giveUp.abort()
  expect(await given).toMatchObject({ error: { code: 'cancelled' } })
  proxy.mood = 'works'
  proxy.letThrough()
  for (let i = 0; i < 3; i++) expect((await client.request(GET)).ok).toBe(true)
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
})

test.each(['http://127.0.0.1', 'http://localhost', 'http://ventanilla.localhost'])(
  'this PC itself (%s) is never asked through one',
  async (address) => {
    const here = await startFaultService((_request, response) => void response.end('{}'))
    onTestFinished(here.close)
    let asked = 0
    const resolve = async () => (asked++, proxy.url)
    const client = through(resolve, `${address}:${new URL(here.url).port}`)
    const done = await client.request(GET)
    // Some resolvers do not know names under localhost: it then fails, but not at the proxy.
    if (!done.ok) expect(done.error).toMatchObject({ code: 'unreachable', detail: 'ENOTFOUND' })
    expect([asked, proxy.asked.length]).toEqual([0, 0])
  },
)

describe('what costs money goes on a connection of its own', () => {
  test('through a proxy', async () => {
    const client = transport()
    for (const request of [GET, PAID, GET, PAID]) expect((await client.request(request)).ok).toBe(true)
    const ports = (method: string) => seen.filter((one) => one.method === method).map(({ port }) => port)
    expect(new Set(ports('POST')).size).toBe(2)
    expect(ports('GET')).not.toContain(ports('POST')[0])
    expect(ports('GET')).not.toContain(ports('POST')[1])
    // The others share theirs.
    expect(new Set(ports('GET')).size).toBe(1)
  })

  test('and without one', async () => {
    const direct = await startTls(answer)
    const client = through(async () => null, direct)
    for (const request of [GET, PAID, GET, PAID]) expect((await client.request(request)).ok).toBe(true)
    const ports = (method: string) => seen.filter((one) => one.method === method).map(({ port }) => port)
    expect(new Set(ports('POST')).size).toBe(2)
    expect(new Set([...ports('GET'), ...ports('POST')]).size).toBe(3)
  })
})
