import { afterAll, afterEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { departuresTo } from '#tests/fakes/departures.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

let service: FaultService
let fixture: CoreFixture | undefined

async function start(...args: Parameters<typeof startFaultService>) {
  service = await startFaultService(...args)
  fixture = await startCore(service.url)
  return fixture
}

afterEach(async () => {
  await fixture?.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const creations = () => service.seen.filter(({ method }) => method === 'POST')

test('a first lookup answers at once with nothing, and the verdict follows', async () => {
  const { value, until } = await start()
  const first = await value('lookup.start', { vrm: '1234 bcd' })
  expect(first).toMatchObject({ vrm: '1234BCD', latest: null, pending: { state: 'asking' } })
  const done = await until('1234BCD', ({ pending }) => pending === null)
  expect(done.latest).toMatchObject({
    outcome: 'transferable',
    vehicle: { brand: 'SEAT', vin: 'VSSZZZ5FZHR000417', firstRegistrationDate: '14/03/2018' },
  })
  expect(JSON.parse(creations()[0]!.body)).toEqual({ vrm: '1234BCD' })
})

test('a second lookup answers at once with the cached verdict, and says what changed when the fresh one comes', async () => {
  const { value, until } = await start()
  await value('lookup.start', { vrm: '1234BCD' })
  const cached = await until('1234BCD', ({ latest }) => latest !== null)
  service.answer(
    reducedReports((vrm) => ({
      id: 'later',
      vrm,
      status: 'completed',
      transferabilityStatus: 'with_alerts',
    })),
  )
  const second = await value('lookup.start', { vrm: '1234BCD' })
  expect(second.latest).toEqual(cached.latest)
  expect(second.pending).not.toBeNull()
  const fresh = await until('1234BCD', ({ pending }) => pending === null)
  expect(fresh.latest?.outcome).toBe('with_alerts')
  expect(fresh.previous?.outcome).toBe('transferable')
})

test('an invalid plate never reaches the service', async () => {
  const { call } = await start()
  for (const vrm of ['1234ABC', 'hola', '12348CD']) {
    expect(await call('lookup.start', { vrm })).toMatchObject({ ok: false, error: { code: 'invalid-plate' } })
  }
  expect(service.seen).toEqual([])
})

test('simultaneous lookups of one plate share one request', async () => {
  const { value, until } = await start(reducedReports(undefined, 3))
  await Promise.all(Array.from({ length: 20 }, () => value('lookup.start', { vrm: '1234BCD' })))
  await until('1234BCD', ({ pending, latest }) => pending === null && latest !== null)
  expect(creations()).toHaveLength(1)
})

test('lookups asked for while the answer is being stored never leave a question open for ever', async () => {
  const { value, until } = await start()
  for (let round = 0; round < 15; round++) {
    await value('lookup.start', { vrm: '1234BCD' })
    await new Promise((resolve) => setTimeout(resolve, round))
  }
  await until('1234BCD', ({ pending, latest }) => pending === null && latest !== null)
})

test('the interactive lane never makes more than eight requests in any one second', async () => {
  const { value, until } = await start(reducedReports(undefined, 2))
  const plates = Array.from({ length: 8 }, (_, i) => `${1000 + i}BCD`)
  // The first request of an account reads its key, and so is sent later than the limiter allowed it.
  await value('lookup.start', { vrm: '0999BCD' })
  await until('0999BCD', ({ latest }) => latest !== null)
  const times = departuresTo(service.url)
  await Promise.all(plates.map((vrm) => value('lookup.start', { vrm })))
  for (const vrm of plates) await until(vrm, ({ latest }) => latest !== null, 10_000)
  expect(times.length).toBeGreaterThan(16)
  for (const from of times) {
    expect(times.filter((at) => at >= from && at < from + 900).length).toBeLessThanOrEqual(8)
  }
})

test('the service goes away: the question waits in the queue and is answered when it is back', async () => {
  const { value, until, slice } = await start()
  await service.down()
  await value('lookup.start', { vrm: '1234BCD' })
  const queued = await until('1234BCD', ({ pending }) => pending?.state === 'queued')
  expect(queued.pending?.error?.code).toBe('unreachable')
  expect(queued.pending?.nextAttemptAt).toBeGreaterThan(Date.now() - 1000)
  expect((await value('lookup.queue', {})).rows.map(({ vrm }) => vrm)).toEqual(['1234BCD'])
  expect(await slice('connection')).toMatchObject({ state: 'down', error: { code: 'unreachable' } })
  await service.up()
  await value('connection.retry', {})
  const done = await until('1234BCD', ({ pending }) => pending === null)
  expect(done.latest?.outcome).toBe('transferable')
  expect(await slice('connection')).toMatchObject({ state: 'online', attempts: 0 })
})

test('while the service limits us one question at a time tries, and the person lets all of them go', async () => {
  const { value, until } = await start((_request, response) => json(response, 429, {}))
  const plates = ['1000BCD', '1001BCD', '1002BCD', '1003BCD']
  for (const vrm of plates) await value('lookup.start', { vrm })
  for (const vrm of plates) await until(vrm, ({ pending }) => pending?.state === 'queued')
  const asked = service.seen.length
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(service.seen.length - asked).toBeLessThanOrEqual(2)
  service.answer(reducedReports())
  await value('connection.retry', {})
  for (const vrm of plates) await until(vrm, ({ latest }) => latest !== null)
})

test('a plate that fails by itself waits by itself, and says when it is tried next', async () => {
  const answers = reducedReports()
  const { value, until, slice } = await start((request, response) =>
    request.body.includes('6666BDD') ? json(response, 500, {}) : answers(request, response),
  )
  await value('lookup.start', { vrm: '1234BCD' })
  await until('1234BCD', ({ latest }) => latest !== null)
  await value('lookup.start', { vrm: '6666BDD' })
  const { pending } = await until('6666BDD', (view) => view.pending?.state === 'queued')
  expect(pending).toMatchObject({ error: { code: 'service-failed' }, nextAttemptAt: expect.any(Number) })
  expect((await slice('connection')).state).toBe('online')
  await value('lookup.start', { vrm: '5678FGH' })
  await until('5678FGH', ({ latest }) => latest !== null)
  service.answer(answers)
  await value('lookup.start', { vrm: '6666BDD' })
  await until('6666BDD', ({ latest }) => latest !== null)
})

test('a question asked for twice and cancelled is asked no more', async () => {
  const { value, until } = await start(reducedReports(undefined, Infinity))
  await Promise.all([1, 2, 3].map(() => value('lookup.start', { vrm: '1234BCD' })))
  await until('1234BCD', ({ pending }) => pending?.state === 'processing')
  const [after] = await Promise.all([
    value('lookup.cancel', { vrm: '1234BCD' }),
    value('lookup.cancel', { vrm: '1234BCD' }),
  ])
  expect(after).toMatchObject({ pending: null, failed: null })
  const asked = service.seen.length
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(service.seen.length).toBe(asked)
  expect(await value('lookup.get', { vrm: '1234BCD' })).toMatchObject({ pending: null, latest: null })
})

test('a question taken out of the queue is not asked again, and what was known stays', async () => {
  const { value, until } = await start()
  await value('lookup.start', { vrm: '1234BCD' })
  await until('1234BCD', ({ latest }) => latest !== null)
  await service.down()
  await value('lookup.start', { vrm: '1234BCD' })
  await until('1234BCD', ({ pending }) => pending?.state === 'queued')
  const after = await value('lookup.cancel', { vrm: '1234BCD' })
  expect(after).toMatchObject({ pending: null, failed: null, latest: { outcome: 'transferable' } })
  const asked = creations().length
  await service.up()
  await value('connection.retry', {})
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(creations()).toHaveLength(asked)
})

test('a 401 stops all traffic of the profile and says so; the person can try again', async () => {
  const { value, until, slice } = await start((_request, response) =>
    json(response, 401, { statusCode: 401, message: 'Unauthorized' }),
  )
  await value('lookup.start', { vrm: '1000BCD' })
  const refused = await until('1000BCD', ({ pending }) => pending?.state === 'queued')
  expect(refused.pending?.error?.code).toBe('unauthorized')
  expect((await slice('connection')).state).toBe('unauthorized')
  await value('lookup.start', { vrm: '1001BCD' })
  await until('1001BCD', ({ pending }) => pending?.error?.code === 'unauthorized')
  expect(service.seen).toHaveLength(1)
  service.answer(reducedReports())
  await value('connection.retry', {})
  await until('1001BCD', ({ latest }) => latest !== null)
})

test('recents, today, suggestions and the searchable history', async () => {
  const { value, until } = await start(
    reducedReports((vrm, id) => ({
      id,
      vrm,
      status: 'completed',
      transferabilityStatus: vrm.endsWith('BCD') ? 'transferable' : 'not_transferable',
      registryExtractedData: { vrm, brand: 'CITROËN', model: 'Berlingo', vin: 'VF7ZZZ5FZHR000417' },
    })),
  )
  for (const vrm of ['1234BCD', 'M1234AB', '5678FGH']) {
    await value('lookup.start', { vrm })
    await until(vrm, ({ latest }) => latest !== null)
  }
  const { rows, today } = await value('lookup.recent', { limit: 10 })
  expect(rows.map(({ vrm, outcome }) => [vrm, outcome])).toEqual([
    ['5678FGH', 'not_transferable'],
    ['M1234AB', 'not_transferable'],
    ['1234BCD', 'transferable'],
  ])
  expect(today).toBe(3)
  expect((await value('lookup.suggest', { query: '123', limit: 5 })).rows.map(({ vrm }) => vrm)).toEqual([
    'M1234AB',
    '1234BCD',
  ])

  const found = async (query: string) =>
    (await value('lookup.history', { query, limit: 50 })).rows.map(({ vrm }) => vrm)
  expect(await found('')).toEqual(['5678FGH', 'M1234AB', '1234BCD'])
  expect(await found('1234')).toEqual(['M1234AB', '1234BCD'])
  expect(await found('m-1234-ab')).toEqual(['M1234AB'])
  expect(await found('citroen berl')).toHaveLength(3)
  expect(await found('000417')).toHaveLength(3)
  expect(await found('78')).toEqual(['5678FGH'])
  expect(await found('" OR 1=1 --')).toEqual([])

  const first = await value('lookup.history', { query: '', limit: 2 })
  const second = await value('lookup.history', { query: '', limit: 2, before: first.next! })
  expect([...first.rows, ...second.rows].map(({ vrm }) => vrm)).toEqual(['5678FGH', 'M1234AB', '1234BCD'])
  expect(second.next).toBeNull()
})

test('the history leaves as a CSV that a Spanish spreadsheet reads and cannot run', async () => {
  const { value, until, core } = await start(
    reducedReports((vrm, id) => ({
      id,
      vrm,
      status: 'completed',
      transferabilityStatus: 'with_alerts',
      registryExtractedData: { vrm, brand: '=cmd|calc', model: 'a;"b"' },
    })),
  )
  await value('lookup.start', { vrm: '1234BCD' })
  await until('1234BCD', ({ latest }) => latest !== null)
  const sent = await core.router.send('lookup.history-csv', { query: '' }, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  const [header, row] = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(Buffer.concat(chunks))
    .split('\r\n')
  expect(header).toMatch(/^\uFEFFFecha;Matrícula;Veredicto/)
  expect(row).toMatch(
    /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2};1234 BCD;Transferible con avisos;'=cmd\|calc;"a;""b""";;;Informe reducido$/,
  )
})
