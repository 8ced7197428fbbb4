import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTransport, type Transport } from '#electron/core/api/transport.ts'
import { ok } from '#shared/bridge/result.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

/** Limits of the API client, each tested where no other limit applies. */
let service: FaultService
let transport: Transport

const limits = { connectMs: 5_000, answerMs: 10_000, maxBytes: 1_000, maxDepth: 8 }
const GET = { method: 'GET', path: '/v1/reports/1' } as const
const POST = { method: 'POST', path: '/v1/reports/reduced', body: {} } as const

const transportTo = (patience: { answerMs?: number } = {}) =>
  createTransport({
    ...limits,
    ...patience,
    target: async () => ok({ baseUrl: service.url, apiKey: 'key-of-the-office' }),
    resolveProxy: async () => null,
  })

beforeEach(async () => {
  service = await startFaultService()
  transport = transportTo()
})
afterEach(async () => {
  await transport.close()
  await service.close()
})

const codeOf = async (request: typeof GET | typeof POST) => {
  const answer = await transport.request(request)
  return answer.ok ? 'ok' : answer.error.code
}

describe('a redirect', () => {
  test.each([GET, POST])(
    'to another origin is refused, and nothing arrives there: $method',
    async (request) => {
      const elsewhere = await startFaultService((_request, response) => void response.end('{}'))
      service.answer((_request, response) => {
        response.writeHead(307, { location: `${elsewhere.url}/v1/reports/1` }).end()
      })
      expect(await codeOf(request)).toBe('redirect-refused')
      expect(elsewhere.seen).toEqual([])
      await elsewhere.close()
    },
  )

  test('of something that changes data is never followed, not even within the origin', async () => {
    service.answer(({ path }, response) => {
      if (path === POST.path) response.writeHead(307, { location: '/v2/reports' }).end()
      else response.end('{}')
    })
    expect(await codeOf(POST)).toBe('redirect-refused')
    expect(service.seen).toHaveLength(1)
  })

  test('that leads to itself ends', async () => {
    service.answer((_request, response) => void response.writeHead(302, { location: GET.path }).end())
    expect(await codeOf(GET)).toBe('redirect-refused')
    expect(service.seen.length).toBeLessThan(6)
  })
})

test('an answer that drips without end is cut at the deadline', async () => {
  await transport.close()
  transport = transportTo({ answerMs: 400 })
  let drips = 0
  service.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    // Each chunk renews the timeout of the body: only the deadline of the whole answer is left.
    const drip = setInterval(() => {
      if (++drips > 40) response.end()
      else response.write(' ')
    }, 50)
    response.on('close', () => clearInterval(drip))
  })
  expect(await codeOf(GET)).toBe('timeout')
  expect(drips).toBeLessThan(40)
})

test('a body over the limit is not read, and one too deep is not built', async () => {
  service.answer((_request, response) => void response.end(`"${'x'.repeat(5_000)}"`))
  expect(await codeOf(GET)).toBe('answer-too-large')
  service.answer((_request, response) => void response.end('['.repeat(9) + ']'.repeat(9)))
  expect(await codeOf(GET)).toBe('answer-too-deep')
})

test('bytes that claim an encoding nobody asked for are no answer', async () => {
  service.answer(
    (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
  )
  expect(await codeOf(GET)).toBe('bad-answer')
})
