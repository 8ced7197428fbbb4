import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { completeReports, LINK_TOKEN, SAMPLE_PDF } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { startTls } from '#tests/fakes/strange-tls.ts'

const VRM = '1234BCD'
const ID = 'com_1'

let service: FaultService
let fixture: CoreFixture
let usual: Responder

beforeEach(async () => {
  usual = completeReports()
  service = await startFaultService((request, response) => usual(request, response))
  fixture = await startCore(service.url)
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
  service.seen.length = 0
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const isDownload = ({ path }: { path: string }) => path.includes('/download')
const downloads = () => service.seen.filter(isDownload)
/** Sets the report and the answer of its link. */
const linking = (reportUrl: unknown, more: Record<string, unknown> = {}) =>
  service.answer((request, response) =>
    isDownload(request)
      ? void response.end(SAMPLE_PDF)
      : json(response, 200, { id: ID, vrm: VRM, type: 'complete', status: 'completed', reportUrl, ...more }),
  )
const downloading = (respond: (response: ServerResponse) => unknown) =>
  service.answer((request, response) =>
    isDownload(request) ? void respond(response) : usual(request, response),
  )
const kept = async () => (await fixture.value('complete.get', { vrm: VRM })).latest?.pdf

test('asked for with a fresh link and without the key, and then kept', async () => {
  const first = await fixture.pdf(ID)
  expect(first).toEqual({ ok: true, value: SAMPLE_PDF })
  expect(service.seen.map(({ path }) => path)).toEqual([
    `/v1/reports/${ID}`,
    `/v1/reports/${ID}/download?token=${LINK_TOKEN}`,
  ])
  expect(service.seen[0]!.authorization).toMatch(/^Bearer /)
  expect(downloads()[0]!.authorization).toBeUndefined()
  expect(await kept()).toBe('stored')
  await service.down()
  expect(await fixture.pdf(ID)).toEqual(first)
  await service.up()
})

test('two windows at once both have it', async () => {
  const both = await Promise.all([fixture.pdf(ID), fixture.pdf(ID)])
  for (const one of both) expect(one).toEqual({ ok: true, value: SAMPLE_PDF })
})

test('of a report that is not here, nobody is asked', async () => {
  expect(await fixture.pdf('com_99')).toMatchObject({ error: { code: 'not-found' } })
  expect(service.seen).toEqual([])
})

describe('what is no PDF is not kept', () => {
  const send = (body: string | Buffer) => (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(body)
  const answers: [string, ErrorCode, (response: ServerResponse) => unknown][] = [
    ['a web page', 'not-a-pdf', send('<!doctype html><h1>Sesión caducada</h1>')],
    ['nothing', 'not-a-pdf', send('')],
    ['the first half', 'not-a-pdf', send(SAMPLE_PDF.subarray(0, 30))],
    ['a PDF far inside something else', 'not-a-pdf', send(Buffer.concat([Buffer.alloc(2_000), SAMPLE_PDF]))],
    [
      '30 MB',
      'answer-too-large',
      send(Buffer.concat([SAMPLE_PDF, Buffer.alloc(30 * 1024 * 1024), SAMPLE_PDF])),
    ],
    ['an expired link', 'rejected', (r) => json(r, 403, {})],
    ['a link that wants another key', 'rejected', (r) => json(r, 401, {})],
    ['a link to nothing', 'not-found', (r) => json(r, 404, {})],
    ['a failure', 'service-failed', (r) => json(r, 500, {})],
    [
      'a cut in the middle',
      'unreachable',
      (r) => {
        r.writeHead(200, { 'content-length': '5000' })
        r.write(SAMPLE_PDF, () => r.destroy())
      },
    ],
  ]
  test.each(answers)('%s → %s, and the next time there is a new link', async (_what, code, respond) => {
    downloading(respond)
    expect(await fixture.pdf(ID)).toMatchObject({ ok: false, error: { code } })
    expect(await kept()).toBe('available')
    service.answer((request, response) => usual(request, response))
    const asked = service.seen.length
    expect((await fixture.pdf(ID)).ok).toBe(true)
    expect(service.seen.slice(asked).map(({ path }) => path.split('/').at(-1)!.split('?')[0])).toEqual([
      ID,
      'download',
    ])
    // Whatever the link answered, the account's key still counts as valid.
    expect((await fixture.slice('connection')).state).toBe('online')
  })
})

describe('where a link leads', () => {
  test.each([
    ['to http elsewhere', (elsewhere: string) => `${elsewhere}/x.pdf`],
    ['to a file', () => 'file:///etc/passwd'],
    ['to no address', () => 'no link'],
    ['nowhere any more', () => undefined],
  ])('%s: nothing is asked there', async (_what, link) => {
    const elsewhere = await startFaultService((_request, response) => void response.end(SAMPLE_PDF))
    linking(link(elsewhere.url))
    expect((await fixture.pdf(ID)).ok).toBe(false)
    expect(elsewhere.seen).toEqual([])
    expect(await kept()).toBe('available')
    await elsewhere.close()
  })

  test('a redirect to http elsewhere is refused, and nothing arrives there', async () => {
    const elsewhere = await startFaultService((_request, response) => void response.end(SAMPLE_PDF))
    downloading((response) => response.writeHead(302, { location: `${elsewhere.url}/x.pdf` }).end())
    expect(await fixture.pdf(ID)).toMatchObject({ error: { code: 'redirect-refused' } })
    expect(elsewhere.seen).toEqual([])
    await elsewhere.close()
  })

  test.each(['at once', 'by a redirect'])(
    'to another https address, %s: fetched without the key',
    async (how) => {
      const arrived: IncomingHttpHeaders[] = []
      const storage = await startTls((request, response) => {
        arrived.push(request.headers)
        response.end(SAMPLE_PDF)
      })
      if (how === 'at once') linking(`${storage}/x.pdf?signature=s`)
      else downloading((response) => response.writeHead(302, { location: `${storage}/x.pdf` }).end())
      expect(await fixture.pdf(ID)).toEqual({ ok: true, value: SAMPLE_PDF })
      expect(arrived).toHaveLength(1)
      expect(arrived[0]!.authorization).toBeUndefined()
      expect(JSON.stringify(arrived)).not.toContain('Bearer')
      expect(await kept()).toBe('stored')
    },
  )
})

test("a service that mixes up its reports: another plate's document is never kept as this one's", async () => {
  linking(`${service.url}/v1/reports/com_2/download?token=${LINK_TOKEN}`, { vrm: '9999ZZZ' })
  expect(await fixture.pdf(ID)).toMatchObject({ error: { code: 'wrong-plate' } })
  expect(downloads()).toEqual([])
  expect(await kept()).toBe('available')
})

test('a window that goes away ends the download', async () => {
  const hung = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  downloading((response) => {
    response.writeHead(200)
    response.write('%PDF-1.7')
    response.on('close', () => gone.resolve())
    hung.resolve()
  })
  const leaving = new AbortController()
  const sent = fixture.core.router.send('complete.pdf', { reportId: ID }, leaving.signal)
  await hung.promise
  leaving.abort()
  expect(await sent).toMatchObject({ error: { code: 'cancelled' } })
  await gone.promise
})
