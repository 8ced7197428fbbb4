import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewAccount } from '#shared/bridge/accounts.ts'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { guarded } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'

const KEY = 'office-key-0123456789-ABCD'

let service: FaultService
let keychain: MemoryKeytar
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], reducedReports()))
  keychain = createMemoryKeytar()
  fixture = await startCore(service.url, { loadKeytar: keychain.load })
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const form = (over: Partial<NewAccount> = {}): NewAccount => ({
  environment: 'production',
  name: 'Gestoría Ribera',
  baseUrl: service.url,
  key: KEY,
  ...over,
})
const added = async () => (await fixture.slice('accounts')).filter(({ id }) => id !== 'demo')

test('a right key: the account is listed with its last four, the key is in the keychain, nothing else changes', async () => {
  const { id } = await fixture.value('accounts.add', form())
  expect(await added()).toEqual([
    {
      id,
      environment: 'production',
      name: 'Gestoría Ribera',
      baseUrl: service.url,
      keyLast4: 'ABCD',
      key: { state: 'accepted', at: expect.any(Number) as number },
      assumptions: {},
    },
  ])
  expect(JSON.parse(keychain.kept.get(`${id}/api-key`) ?? '')).toEqual({ origin: service.url, key: KEY })
  expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/reports/ventanilla-comprobacion',
  ])
  expect(await fixture.slice('profile')).toMatchObject({ id: 'demo' })
})

test('asking whether they belong together keeps nothing', async () => {
  expect(await fixture.call('accounts.check', { baseUrl: service.url, key: KEY })).toEqual({
    ok: true,
    value: {},
  })
  expect(await fixture.call('accounts.check', { baseUrl: service.url, key: `${KEY}x` })).toMatchObject({
    error: { code: 'unauthorized' },
  })
  expect(await added()).toEqual([])
  expect(keychain.kept.size).toBe(0)
  expect(await readdir(fixture.dataDir)).not.toContain('accounts.json')
})

describe('a key as people paste it', () => {
  test.each([
    ['spaces around', `  ${KEY}\n`],
    ['quotes around', `"${KEY}"`],
    ['Spanish quotes around', `«${KEY}»`],
    ['the word of the header', `Bearer ${KEY}`],
    ['the whole header in quotes', `'Authorization: Bearer ${KEY}'`],
    ['broken into two lines by the mail', `${KEY.slice(0, 9)}\r\n${KEY.slice(9)}`],
    ['what is not seen', `\u200B${KEY}\uFEFF`],
  ])('%s: cleaned, sent and kept', async (_what, key) => {
    const { id } = await fixture.value('accounts.add', form({ key }))
    expect(service.seen.at(-1)!.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.parse(keychain.kept.get(`${id}/api-key`) ?? '')).toEqual({ origin: service.url, key: KEY })
  })

  test.each<[string, string, ErrorCode, string | undefined]>([
    ['another', 'office-key-of-somebody-else', 'unauthorized', undefined],
    ['truncated', KEY.slice(0, -3), 'unauthorized', undefined],
    ['a piece of one', KEY.slice(0, 6), 'bad-key', 'short'],
    ['two of them', `${KEY} ${KEY}`, 'bad-key', 'spaces-inside'],
    ['nothing but spaces', '  \n ', 'bad-key', 'empty'],
    ['only the word', 'Bearer ', 'bad-key', 'empty'],
    ['an accent in it', 'clave-de-la-gestoría', 'bad-key', 'characters'],
  ])('%s: refused, and nothing is kept', async (_what, key, code, detail) => {
    const result = await fixture.call('accounts.add', form({ key }))
    expect(result).toMatchObject({ ok: false, error: { code, ...(detail && { detail }) } })
    expect(await added()).toEqual([])
    expect(keychain.kept.size).toBe(0)
    if (code === 'bad-key') expect(service.seen).toEqual([])
  })
})

describe('the address', () => {
  test.each([
    ['a slash at the end', '/'],
    ['the version in it', '/v1'],
    ['a whole endpoint', '/v1/reports'],
  ])('%s is taken off', async (_what, tail) => {
    await fixture.value('accounts.add', form({ baseUrl: `  ${service.url}${tail} ` }))
    expect((await added())[0]!.baseUrl).toBe(service.url)
    expect(service.seen.at(-1)!.path).toBe('/v1/reports/ventanilla-comprobacion')
  })

  test('a path before the version belongs to it', async () => {
    await fixture.value('accounts.add', form({ baseUrl: `${service.url}/gestion/v1/` }))
    expect((await added())[0]!.baseUrl).toBe(`${service.url}/gestion`)
    expect(service.seen.at(-1)!.path).toBe('/gestion/v1/reports/ventanilla-comprobacion')
  })

  test.each([
    ['http to another machine', 'http://service.example', 'not-secure'],
    ['http to a name that only begins as this PC', 'http://localhost.example', 'not-secure'],
    ['credentials in it', 'https://user:secreto@service.example', 'credentials'],
    ['a query', 'https://service.example/?key=1', 'query'],
    ['a fragment', 'https://service.example/#x', 'hash'],
    ['another scheme', 'ftp://service.example', 'scheme'],
    ['no address', 'la del correo', 'not-an-address'],
    ['nothing', ' ', 'empty'],
  ])('%s is refused before anybody is asked', async (_what, baseUrl, problem) => {
    const result = await fixture.call('accounts.add', form({ baseUrl }))
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-address', detail: problem } })
    expect(JSON.stringify(result)).not.toContain('secreto')
    expect(await added()).toEqual([])
  })
})

describe('what lives there', () => {
  const html = '<!doctype html><h1>Bienvenido</h1>'
  const page = (status: number) => () =>
    service.answer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' })
      response.end(html)
    })
  test.each<[string, ErrorCode, () => unknown]>([
    ['a web site that does not know the page', 'wrong-service', page(404)],
    ['a web site that answers everything', 'wrong-service', page(200)],
    ['a service of another kind', 'wrong-service', () => service.answer((_q, r) => json(r, 200, {}))],
    ['a service that fails', 'service-failed', () => service.answer((_q, r) => json(r, 503, {}))],
    ['one that has had enough', 'rate-limited', () => service.answer((_q, r) => json(r, 429, {}))],
    ['one that refuses the office', 'unauthorized', () => service.answer((_q, r) => json(r, 403, {}))],
    ['one that hangs up', 'unreachable', () => service.answer((_q, r) => void r.destroy())],
    ['nobody', 'unreachable', () => service.down()],
  ])('%s → %s, and nothing is kept', async (_what, code, prepare) => {
    await prepare()
    expect(await fixture.call('accounts.add', form())).toMatchObject({ ok: false, error: { code } })
    expect(await added()).toEqual([])
    expect(keychain.kept.size).toBe(0)
  })

  test('somebody who sends elsewhere: refused, and the key does not go there', async () => {
    const elsewhere = await startFaultService((_request, response) => json(response, 404, {}))
    service.answer((_request, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/v1/reports/x` }).end()
    })
    const result = await fixture.call('accounts.add', form())
    expect(result).toMatchObject({ ok: false, error: { code: 'redirect-refused' } })
    expect(elsewhere.seen).toEqual([])
    expect(keychain.kept.size).toBe(0)
    await elsewhere.close()
  })

  test('a page within TLS where we speak none, and the other way round', async () => {
    const { port } = new URL(service.url)
    const result = await fixture.call('accounts.add', form({ baseUrl: `https://127.0.0.1:${port}` }))
    expect(result).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    const plain = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => plain.once('listening', resolve))
    plain.on('connection', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    const { port: other } = plain.address() as AddressInfo
    expect(await fixture.call('accounts.add', form({ baseUrl: `http://127.0.0.1:${other}` }))).toMatchObject({
      ok: false,
    })
    plain.close()
    expect(keychain.kept.size).toBe(0)
  })
})

test('a keychain that is locked keeps nothing, so there is no account', async () => {
  keychain.locked = true
  expect(await fixture.call('accounts.add', form())).toMatchObject({ error: { code: 'keychain-locked' } })
  expect(await added()).toEqual([])
  keychain.locked = false
  await fixture.value('accounts.add', form())
  expect(await added()).toHaveLength(1)
})

test('accounts added at once are all kept', async () => {
  const names = ['Uno', 'Dos', 'Tres', 'Cuatro']
  await Promise.all(names.map((name) => fixture.value('accounts.add', form({ name }))))
  const kept = JSON.parse(await readFile(join(fixture.dataDir, 'accounts.json'), 'utf8')) as {
    accounts: { name: string }[]
  }
  expect(kept.accounts.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect((await added()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})
