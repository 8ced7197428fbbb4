import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAppFiles } from '#electron/shell/page-session.ts'
import { APP_ORIGIN } from '#electron/shell/protections.ts'
import { noticesOf, noticesSchema } from '#shared/notices/notices.ts'
import { NOTICES_PATH, sbomPath } from '#shared/notices/editions.ts'
import { startApplication, type Application } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { enter, entryAddress, openWindow } from '#tests/fakes/window-of-application.ts'
import { commitEpoch } from '../../../build/packages/product.ts'
import { BUILD_MS, ensureBuilt } from '../shell/ensure-built.ts'

/** What the built application says of itself, and of whom it is made. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
let application: Application | undefined

beforeAll(ensureBuilt, BUILD_MS)
afterEach(async () => {
  await application?.stop()
  application = undefined
})
afterAll(removeTemporaryDirectories)

async function get(
  { port, host }: URL,
  path: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { host, 'sec-fetch-site': 'same-origin', ...headers },
  })
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200 || !path.endsWith('notices.json')) answer.resume()
  return answer
}

test('the web host says what runs, and gives its notices to its own windows alone', async () => {
  const dataDir = join(await temporaryDirectory(), 'data')
  application = await startApplication(dataDir, ['--port=0'])
  const address = await entryAddress(application)
  const cookie = await enter(address)
  const { call } = await openWindow(address, cookie)
  const about = await call('about.read', {})
  expect(about).toMatchObject({
    ok: true,
    value: {
      host: 'web',
      package: null,
      node: process.versions.node,
      electron: null,
      dataDirectory: dataDir,
    },
  })
  const committed = commitEpoch(root)
  const said = about.ok ? about.value.committedAt : undefined
  // Of the commit that was built, which may be one before this.
  if (committed !== null) expect(said).toBeLessThanOrEqual(committed * 1000)
  expect(typeof said).toBe(committed === null ? 'object' : 'number')

  const answer = await get(address, NOTICES_PATH, { cookie })
  expect(answer.headers['content-type']).toContain('json')
  const notices = noticesSchema.parse(await json(answer))
  expect(noticesOf(notices, 'web').map(({ name }) => name)).toContain('Node.js')
  expect((await get(address, sbomPath('web'), { cookie })).statusCode).toBe(200)
  expect((await get(address, NOTICES_PATH, {})).statusCode).toBe(401)
})

test('the desktop window reads the same files', async () => {
  const serve = createAppFiles(join(root, 'out/renderer'))
  for (const path of [NOTICES_PATH, sbomPath('electron')]) {
    const answer = await serve(new Request(APP_ORIGIN + path))
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'application/json; charset=utf-8',
    ])
  }
})
