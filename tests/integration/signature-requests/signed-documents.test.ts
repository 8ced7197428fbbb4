import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { SAMPLE_PDF } from '#tests/fakes/complete-service.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { signatureRequests } from '#tests/fakes/signature-service.ts'
import { request, sent, signedBytes } from '#tests/fakes/signature-fixture.ts'

/** Signed document of a request: only the core downloads it, with the key, and it accepts only real documents. */
let service: FaultService
let core: CoreFixture
let id: string

const pdf: Responder = (_request, response) => void response.writeHead(200).end(SAMPLE_PDF)
const signed = (
  document: Responder,
  link = (host: string, one: string) => `http://${host}/v1/signatures/${one}/d`,
) =>
  signatureRequests({
    document,
    record: (one, host) => ({
      status: 'signed',
      documents: [{ id: '1', name: 'Mandato', signedDocumentUrl: link(host, one) }],
    }),
  })

async function start(responder: Responder) {
  service = await startFaultService(responder)
  core = await startCore(service.url)
  // Only documents opened: these tests are about one at a time.
  await core.value('office.update', { serviceDocuments: 'none' })
  await core.value('settings.update', { undoSeconds: 0 })
  id = (await sent(core, await request(core))).signatureId!
}
beforeEach(() => start(signed(pdf)))
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const open = () => signedBytes(core.core, id, '1')
const downloads = () => service.seen.filter(({ path }) => path.endsWith('/d'))
const is = async (code: string) => {
  expect(await open()).toMatchObject({ ok: false, error: { code } })
  expect((await core.value('signatures.get', { id })).documents).toMatchObject([{ kept: false }])
}
const answering = (document: Responder, link?: Parameters<typeof signed>[1]) => {
  const usual = signed(document, link)
  // The new responder knows the earlier request too.
  service.answer((one, response) => {
    if (one.path === `/v1/signatures/${id}`)
      return json(response, 200, {
        id,
        status: 'signed',
        type: 'mandate-generic',
        documents: [
          {
            id: '1',
            name: 'Mandato',
            signedDocumentUrl: (link ?? ((host, at) => `http://${host}/v1/signatures/${at}/d`))(
              one.headers.host ?? '',
              id,
            ),
          },
        ],
      })
    return one.path.endsWith('/d') ? document(one, response) : usual(one, response)
  })
}

test('it is brought with the key, once, and read from this PC from then on', async () => {
  const first = await open()
  if (!first.ok) throw new Error(first.error.code)
  expect(first.value.bytes.equals(SAMPLE_PDF)).toBe(true)
  expect(first.value.filename).toBe('Mandato genérico - Ana Ribera Soler.pdf')
  expect(downloads().map(({ authorization }) => authorization?.startsWith('Bearer '))).toEqual([true])
  await open()
  expect(downloads()).toHaveLength(1)
  // Sealed: nothing on the disk identifies it.
  const directory = await findDirectory(core.dataDir, 'signed')
  const files = await readdir(directory)
  expect(files).toHaveLength(1)
  expect((await readFile(join(directory, files[0]!))).includes('%PDF')).toBe(false)
})

test('a file that is gone or damaged is brought again', async () => {
  await open()
  const directory = await findDirectory(core.dataDir, 'signed')
  await rm(join(directory, (await readdir(directory))[0]!))
  const again = await open()
  expect(again.ok).toBe(true)
  expect(downloads()).toHaveLength(2)
  expect((await core.value('signatures.get', { id })).row.kept).toBe(true)
})

test.each([
  ['a web page', (r: ServerResponse) => r.writeHead(200).end('<html><h1>Portal</h1>')],
  ['a picture', (r: ServerResponse) => r.writeHead(200).end(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]))],
  ['half a PDF', (r: ServerResponse) => r.writeHead(200).end(SAMPLE_PDF.subarray(0, 30))],
  ['nothing', (r: ServerResponse) => r.writeHead(200).end()],
])('%s is not taken for one', async (_what, respond) => {
  answering((_request, response) => void respond(response))
  await is('not-a-pdf')
  // Once it is a PDF, it is downloaded.
  answering(pdf)
  expect(await open()).toMatchObject({ ok: true })
})

test('with a key that was changed, all of the account stops, and says so', async () => {
  service.answer((_request, response) => json(response, 401, { statusCode: 401, message: 'Unauthorized' }))
  await is('unauthorized')
  await waitUntil(
    () => core.slice('connection'),
    ({ state }) => state === 'unauthorized',
  )
})

test('a document that refuses a key which the service takes says nothing of the account', async () => {
  answering((_request, response) => json(response, 401, {}))
  expect(await open()).toMatchObject({ error: { code: 'rejected', status: 401 } })
  expect((await core.slice('connection')).state).toBe('online')
})

test('one that is not there any more', async () => {
  answering((_request, response) => json(response, 404, {}))
  await is('paper-gone')
  expect(await signedBytes(core.core, id, 'another')).toMatchObject({ error: { code: 'paper-gone' } })
  expect(await signedBytes(core.core, 'nobody', '1')).toMatchObject({ error: { code: 'not-found' } })
})

describe('the key goes to nobody else', () => {
  let stranger: { url: string; asked: string[]; close: () => void }
  beforeEach(async () => {
    const asked: string[] = []
    const server = createServer(({ headers }, response) => {
      asked.push(headers.authorization ?? 'nothing')
      response.end(SAMPLE_PDF)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    stranger = { url: `http://127.0.0.1:${port}/d`, asked, close: () => server.close() }
  })
  afterEach(() => stranger.close())

  test.each([
    ['a link to another address', () => answering(pdf, () => stranger.url)],
    ['a link to another name, with TLS', () => answering(pdf, () => 'https://elsewhere.example/d')],
    ['a link that is none', () => answering(pdf, () => 'file:///etc/passwd')],
    [
      'a redirect to another address',
      () => answering((_request, response) => void response.writeHead(302, { location: stranger.url }).end()),
    ],
  ])('%s', async (_what, prepare) => {
    prepare()
    await is('redirect-refused')
    expect(stranger.asked).toEqual([])
  })
})

async function findDirectory(root: string, name: string): Promise<string> {
  const all = await readdir(root, { recursive: true, withFileTypes: true })
  const found = all.find((entry) => entry.isDirectory() && entry.name === name)
  if (!found) throw new Error(`no ${name} in ${root}`)
  return join(found.parentPath, found.name)
}
