import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { CommandName } from '#shared/bridge/contract.ts'
import type { CoreDeps } from '#electron/core/core.ts'
import { completeReports, guarded, LINK_TOKEN, paidRequests } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { quickDerive } from '../keychain/quick-derive.ts'

/** Secrets that must appear nowhere, in no encoding, whatever the commands and the service's answers. */
const KEY = 'canary-key-7Qx9ZpLmN4vT'
const ROTATED = 'canary-key-2Wd8RbKjH6sY'
const PASSPHRASE = 'canary passphrase Hf5tGq'
const VRM = '1234BCD'

let service: FaultService
let fixture: CoreFixture
/** All output of the core. */
let heard: unknown[]

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], completeReports()))
  heard = []
  await start()
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function start(deps: Partial<CoreDeps> = {}) {
  fixture = await startCore(service.url, { deriveKey: quickDerive, ...deps })
  heard.push(fixture.frames, fixture.logged)
}
/** Sends a command like a window, and records the answer. */
async function say(name: CommandName, args: object) {
  const answer = await fixture.core.router.call(name, args)
  heard.push(answer)
  return answer
}
async function addAccount(): Promise<string> {
  await say('keychain.unlock', { passphrase: PASSPHRASE })
  const account = { environment: 'production', name: 'Ribera', baseUrl: service.url }
  await say('accounts.add', { ...account, key: `${KEY}-and-more` })
  await say('accounts.add', { ...account, key: `${KEY} ${KEY}` })
  await say('accounts.add', { ...account, baseUrl: `https://${KEY}@service.example`, key: KEY })
  await say('accounts.add', { ...account, baseUrl: KEY, key: KEY })
  await say('accounts.check', { baseUrl: service.url, key: KEY })
  await say('accounts.add', { ...account, key: `Authorization: Bearer ${KEY}` })
  const { id } = (await fixture.slice('accounts')).at(-1)!
  await say('accounts.activate', { id })
  return id
}

/** Places where any of the texts appears, in any encoding. */
async function findAnywhere(texts: readonly string[]): Promise<string[]> {
  const forms = texts.flatMap((text) => {
    const bytes = Buffer.from(text)
    return [
      text,
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      encodeURIComponent(text),
    ]
  })
  const found: string[] = []
  const look = (where: string, content: string) => {
    for (const form of forms) if (content.includes(form)) found.push(`${where}: ${form}`)
  }
  heard.push(await fixture.value('app.snapshot', {}))
  look('bridge and log', JSON.stringify(heard))
  const entries = await readdir(fixture.dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    look(path, await readFile(path, 'latin1'))
    look(path, (await readFile(path)).toString('utf16le'))
  }
  return found
}

test('a whole day of an office: no key, no passphrase and no link of a report comes out anywhere', async () => {
  const id = await addAccount()
  await say('lookup.start', { vrm: VRM })
  await fixture.until(VRM, ({ latest }) => latest !== null)
  await say('complete.request', { vrm: VRM, confirmed: true })
  const { latest } = await fixture.untilComplete(VRM, (view) => view.latest !== null)
  heard.push(latest, await fixture.pdf('com_99'))
  expect((await fixture.pdf(latest!.reportId)).ok).toBe(true)
  await say('diagnosis.run', {})
  await say('accounts.verify', { id })

  service.answer(guarded([ROTATED], completeReports({ prefix: 'new' })))
  await say('accounts.verify', { id })
  await say('lookup.start', { vrm: '2000BCD' })
  await fixture.until('2000BCD', ({ pending }) => pending?.error?.code === 'unauthorized')
  await say('diagnosis.run', {})
  await say('accounts.replace-key', { id, key: `${ROTATED}x`, sameAccount: true })
  await say('accounts.replace-key', { id, key: ROTATED, sameAccount: true })
  await fixture.until('2000BCD', ({ latest: known }) => known !== null)
  await say('accounts.activate', { id: 'demo' })
  await say('accounts.activate', { id })
  // While the core runs, and after it stops.
  expect(await findAnywhere([KEY, ROTATED, PASSPHRASE, LINK_TOKEN])).toEqual([])
  const { dataDir } = fixture
  await fixture.stop()
  await start({ dataDir })
  await say('keychain.unlock', { passphrase: `${PASSPHRASE}x` })
  await say('keychain.unlock', { passphrase: PASSPHRASE })
  await say('complete.get', { vrm: VRM })
  await say('lookup.history', { query: '', limit: 50 })
  expect(await findAnywhere([KEY, ROTATED, PASSPHRASE, LINK_TOKEN])).toEqual([])
  // They were sent where they belong.
  const sent = new Set(service.seen.map(({ authorization }) => authorization))
  expect(sent).toContain(`Bearer ${KEY}`)
  expect(sent).toContain(`Bearer ${ROTATED}`)
  expect(service.seen.some(({ path }) => path.includes(LINK_TOKEN))).toBe(true)
  await say('accounts.remove', { id, eraseData: false })
  expect(await findAnywhere([KEY, ROTATED, PASSPHRASE, LINK_TOKEN])).toEqual([])
})

test('a service that repeats the key in what it answers: it goes no further', async () => {
  const id = await addAccount()
  const echoes: Responder[] = [400, 404, 429, 500].map((status) => (request, response) => {
    const message = `no to ${request.authorization} (${KEY})`
    json(response, status, { message, details: [{ field: KEY, message }] }, { 'retry-after': '0' })
  })
  echoes.push((request, response) => void response.end(`<h1>${request.authorization}</h1>`))
  echoes.push((_request, response) =>
    json(response, 201, { id: KEY, vrm: VRM, type: KEY, status: KEY, registryExtractedData: { brand: KEY } }),
  )
  echoes.push((_request, response) =>
    json(response, 201, {
      id: 'x',
      vrm: VRM,
      status: 'completed',
      transferabilityStatus: KEY,
      issues: [{ concept: KEY }],
    }),
  )
  echoes.push(
    (_request, response) => void response.writeHead(302, { location: `/${KEY}?token=${KEY}` }).end(),
  )
  echoes.push((_request, response) => void response.writeHead(200, { 'content-type': KEY }).end('no JSON'))
  for (const [index, echo] of echoes.entries()) {
    const vrm = `${3000 + index}BCD`
    service.answer((request, response) => echo({ ...request }, response))
    await say('connection.retry', {})
    await say('lookup.start', { vrm })
    await say('complete.request', { vrm, confirmed: true })
    const { request } = await fixture.untilComplete(vrm, (view) =>
      ['failed', 'uncertain', 'processing', undefined].includes(view.request?.state),
    )
    if (request?.state === 'uncertain')
      await say('complete.resolve', { id: request.id, how: 'found', reportId: 'x' })
    await say('lookup.get', { vrm })
    await say('complete.get', { vrm })
    await say('accounts.verify', { id })
    await say('diagnosis.run', {})
  }
  expect(paidRequests(service).length).toBeGreaterThan(5)
  expect(await findAnywhere([KEY])).toEqual([])
})

test('a link that fails in every way is in no error, no log line and no file', async () => {
  await addAccount()
  const usual = completeReports()
  let respond: Responder = usual
  service.answer((request, response) =>
    request.path.includes('/download') ? respond(request, response) : usual(request, response),
  )
  await say('complete.request', { vrm: VRM, confirmed: true })
  const { latest } = await fixture.untilComplete(VRM, (view) => view.latest !== null)
  const failures: Responder[] = [
    (request, response) => json(response, 403, { message: `expired: ${request.path}` }),
    (request, response) => json(response, 500, { message: request.path }),
    (request, response) =>
      void response.writeHead(302, { location: `http://x.example${request.path}` }).end(),
    (_request, response) => void response.destroy(),
    (_request, response) => void response.end('no PDF'),
  ]
  for (const failure of failures) {
    respond = failure
    const failed = await fixture.pdf(latest!.reportId)
    expect(failed.ok).toBe(false)
    heard.push(failed)
  }
  expect(await findAnywhere([LINK_TOKEN])).toEqual([])
})

test("the demonstration's key, made anew for each start, comes out nowhere either", async () => {
  service.answer(completeReports())
  await say('lookup.start', { vrm: VRM })
  await fixture.until(VRM, ({ latest }) => latest !== null)
  await say('diagnosis.run', {})
  const [first] = service.seen
  const key = first!.authorization!.replace('Bearer ', '')
  expect(key.length).toBeGreaterThan(20)
  expect(await findAnywhere([key])).toEqual([])
  const { dataDir } = fixture
  await fixture.stop()
  await start({ dataDir })
  await say('lookup.start', { vrm: '2000BCD' })
  await fixture.until('2000BCD', ({ latest }) => latest !== null)
  expect(service.seen.at(-1)!.authorization).not.toBe(first!.authorization)
})
