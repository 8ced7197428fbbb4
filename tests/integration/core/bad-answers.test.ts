import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { HASTY, removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

let service: FaultService
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService()
  fixture = await startCore(service.url, { timeouts: HASTY })
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const VRM = '1234BCD'

/** Starts a lookup of a plate with a cached verdict, and waits for its outcome. */
async function lookUp() {
  await fixture.value('lookup.start', { vrm: VRM })
  return fixture.until(
    VRM,
    ({ pending, failed }) => pending?.state === 'queued' || (pending === null && failed !== null),
  )
}

async function withCachedVerdict() {
  await fixture.value('lookup.start', { vrm: VRM })
  await fixture.until(VRM, ({ latest }) => latest !== null)
}

const text = (response: ServerResponse, status: number, body: string, type = 'text/html') => {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}

describe('what a sick service answers: a code of the table, the question kept, the cache untouched', () => {
  const waits: [string, ErrorCode, (response: ServerResponse) => void][] = [
    ['hangs', 'timeout', () => undefined],
    ['hangs in the middle of the body', 'timeout', (r) => void (r.writeHead(200), r.write('{"id":'))],
    ['answers HTML', 'bad-answer', (r) => text(r, 200, '<!doctype html><h1>Portal</h1>')],
    ['answers half a JSON', 'bad-answer', (r) => text(r, 200, '{"id":"x","vrm":"1234B', 'application/json')],
    ['cuts the connection', 'unreachable', (r) => void r.destroy()],
    ['answers 500', 'service-failed', (r) => json(r, 500, { message: 'boom' })],
    ['answers 503 with HTML', 'service-failed', (r) => text(r, 503, '<h1>503</h1>')],
    ['answers 429', 'rate-limited', (r) => json(r, 429, {}, { 'retry-after': '7' })],
    ['answers an array', 'bad-answer', (r) => json(r, 200, [])],
    ['leaves out the id', 'bad-answer', (r) => json(r, 201, { vrm: VRM, status: 'processing' })],
    ['gives the status another type', 'bad-answer', (r) => json(r, 201, { id: 'x', vrm: VRM, status: 7 })],
    [
      'answers about another plate',
      'wrong-plate',
      (r) => json(r, 201, { id: 'x', vrm: '9999ZZZ', status: 'processing' }),
    ],
    [
      'claims a compressed body',
      'bad-answer',
      (r) => json(r, 200, { id: 'x', vrm: VRM, status: 'completed' }, { 'content-encoding': 'gzip' }),
    ],
  ]
  test.each(waits)('%s → %s', async (_what, code, respond) => {
    await withCachedVerdict()
    service.answer((_request, response) => respond(response))
    const view = await lookUp()
    expect(view.pending?.error?.code).toBe(code)
    expect(view.latest?.outcome).toBe('transferable')
    // A single failed request does not mark the service as down, unless it was rate-limited or unreachable.
    const isDown = code === 'rate-limited' || code === 'unreachable'
    expect((await fixture.slice('connection')).state).toBe(isDown ? 'down' : 'online')
  })

  const ends: [string, ErrorCode, (response: ServerResponse) => void][] = [
    [
      'refuses the plate',
      'rejected',
      (r) => json(r, 400, { message: 'no', details: [{ field: 'vrm', message: 'unknown' }] }),
    ],
    ['nests 3000 deep', 'answer-too-deep', (r) => json(r, 200, '['.repeat(3000) + ']'.repeat(3000))],
  ]
  test.each(ends)('%s → %s, and the question is closed', async (_what, code, respond) => {
    await withCachedVerdict()
    service.answer((_request, response) => respond(response))
    const view = await lookUp()
    expect(view).toMatchObject({ pending: null, failed: { code }, latest: { outcome: 'transferable' } })
  })

  test('a 200 MB answer is cut at the limit', async () => {
    let written = 0
    const chunk = Buffer.alloc(256 * 1024, 0x20)
    service.answer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('error', () => undefined)
      while (written < 200 * 1024 * 1024 && !response.destroyed) {
        written += chunk.byteLength
        if (!response.write(chunk)) {
          await new Promise((resolve) => {
            response.once('drain', resolve)
            response.once('close', resolve)
          })
        }
      }
      response.end()
    })
    const view = await lookUp()
    expect(view.failed?.code).toBe('answer-too-large')
    expect(written).toBeLessThan(40 * 1024 * 1024)
  })

  test('429 is not asked again before Retry-After', async () => {
    service.answer((_request, response) => json(response, 429, {}, { 'retry-after': '600' }))
    const view = await lookUp()
    expect(view.pending!.nextAttemptAt! - Date.now()).toBeGreaterThan(590_000)
  })

  test("the service's own message is kept for the screen to quote", async () => {
    service.answer((_request, response) =>
      json(response, 400, {
        message: 'Validation failed',
        details: [{ field: 'vrm', message: 'serie desconocida' }],
      }),
    )
    expect((await lookUp()).failed?.detail).toBe('Validation failed — vrm: serie desconocida')
  })
})

describe('strange but readable answers', () => {
  const finish = (report: Record<string, unknown>) => {
    service.answer(
      reducedReports((vrm, id) => ({ id, vrm, type: 'reduced', status: 'completed', ...report })),
    )
    return fixture
      .value('lookup.start', { vrm: VRM })
      .then(() => fixture.until(VRM, ({ latest }) => latest !== null))
  }

  test('an unknown transferability is kept as it came', async () => {
    const { latest } = await finish({ transferabilityStatus: 'quantum' })
    expect(latest).toMatchObject({ outcome: 'unrecognised', rawOutcome: 'quantum' })
  })

  test('an unknown status is kept as it came', async () => {
    const { latest } = await finish({ status: 'archived' })
    expect(latest).toMatchObject({ outcome: 'unrecognised', rawOutcome: 'archived' })
  })

  test('a missing field, or one of another type, costs that field alone', async () => {
    const { latest } = await finish({
      transferabilityStatus: 'transferable',
      registryExtractedData: { vin: 42, brand: 'SEAT', firstRegistrationDate: null },
    })
    expect(latest).toMatchObject({ outcome: 'transferable', vehicle: { brand: 'SEAT' } })
    const { latest: bare } = await finish({
      transferabilityStatus: 'transferable',
      registryExtractedData: 'none',
    })
    expect(bare?.vehicle?.brand ?? null).toBe('SEAT')
  })

  test('markup in a field is text', async () => {
    const { latest } = await finish({
      transferabilityStatus: 'transferable',
      registryExtractedData: { brand: '<img src=x onerror=alert(1)>' },
    })
    expect(latest?.vehicle?.brand).toBe('<img src=x onerror=alert(1)>')
  })

  test('a report the service has forgotten is asked for again, once', async () => {
    let posts = 0
    service.answer(({ method, path }, response) => {
      if (method === 'POST') return json(response, 201, { id: `r${++posts}`, vrm: VRM, status: 'processing' })
      if (path.endsWith('/r1')) return json(response, 404, {})
      json(response, 200, { id: 'r2', vrm: VRM, status: 'completed', transferabilityStatus: 'transferable' })
    })
    await fixture.value('lookup.start', { vrm: VRM })
    await fixture.until(VRM, ({ latest }) => latest !== null)
    expect(posts).toBe(2)
  })
})

describe('the key', () => {
  test('goes to the configured origin alone: a redirect elsewhere is refused, and nothing arrives there', async () => {
    const elsewhere = await startFaultService()
    service.answer((_request, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/v1/reports/1` })
      response.end()
    })
    const view = await lookUp()
    expect(view.failed?.code).toBe('redirect-refused')
    expect(elsewhere.seen).toEqual([])
    await elsewhere.close()
  })

  test('a redirect of a GET within the origin is followed', async () => {
    service.answer(({ method, path }, response) => {
      if (method === 'POST') return json(response, 201, { id: 'r1', vrm: VRM, status: 'processing' })
      if (path === '/v1/reports/r1') {
        response.writeHead(307, { location: '/v2/reports/r1' })
        return void response.end()
      }
      json(response, 200, { id: 'r1', vrm: VRM, status: 'completed', transferabilityStatus: 'transferable' })
    })
    await fixture.value('lookup.start', { vrm: VRM })
    await fixture.until(VRM, ({ latest }) => latest !== null)
  })

  test('is sent as a bearer token, and is in no answer of the bridge and in no log line', async () => {
    service.answer((_request, response) => json(response, 500, { message: 'x' }))
    await lookUp()
    const key = service.seen[0]!.authorization!.replace(/^Bearer /, '')
    expect(key.length).toBeGreaterThan(20)
    const everything = JSON.stringify([
      await fixture.value('app.snapshot', {}),
      fixture.frames,
      fixture.logged,
      await fixture.value('lookup.get', { vrm: VRM }),
    ])
    expect(everything).not.toContain(key)
  })

  test('no plate is in a log line', async () => {
    service.answer((_request, response) => json(response, 400, { message: 'bad 1234BCD' }))
    await lookUp()
    expect(fixture.logged.join('\n')).not.toMatch(/1234 ?BCD/)
  })
})
