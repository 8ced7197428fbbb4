import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lockDirectory } from '#electron/core/instance/lock.ts'
import { handOver, serveHandOver } from '#electron/core/instance/hand-over.ts'
import { readContact } from '#electron/core/instance/hand-over-wire.ts'
import { listenAtNewAddress, usualPort } from '#electron/web/checks.ts'
import { writeEntryFile } from '#electron/web/entry.ts'
import { webPageTexts } from '#shared/text/hosts.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { noOtherUser, startStranger, type Stranger } from '#tests/fakes/stranger.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { startWebHost, type WebHostFixture } from './web-host.ts'

/** Other users of the same PC, as processes of another user where possible. */
const why = noOtherUser()
if (why !== null) console.warn(`strangers are our own processes here: ${why}`)
const ownUser = why !== null

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})
afterAll(removeTemporaryDirectories)

function stranger(...args: string[]): Stranger {
  const started = startStranger(args, { ownUser })
  ended.push(() => started.stop())
  return started
}
async function webHost(...given: Parameters<typeof startWebHost>): Promise<WebHostFixture> {
  const web = await startWebHost(...given)
  ended.push(() => web.close())
  return web
}
async function dataDirectory(): Promise<string> {
  const parent = await temporaryDirectory()
  await chmod(parent, 0o755)
  const dataDir = join(parent, 'data')
  const lock = lockDirectory(dataDir)
  ended.push(() => lock?.release())
  return dataDir
}

describe('a port that is taken', () => {
  const taken = () => Promise.reject(Object.assign(new Error('taken'), { code: 'EADDRINUSE' }))

  test('means another port, and the one that the user wishes is tried alone', async () => {
    const dataDir = await dataDirectory()
    const first = usualPort(dataDir)
    const tried: number[] = []
    const listen = (port: number) => {
      tried.push(port)
      return port < first + 3 ? taken() : Promise.resolve(port)
    }
    expect(await listenAtNewAddress(dataDir, undefined, listen)).toBe(first + 3)
    expect(tried).toEqual([0, 1, 2, 3].map((n) => first + n))
    await expect(listenAtNewAddress(dataDir, 8_080, taken)).rejects.toThrow('taken')
    expect(await listenAtNewAddress(dataDir, 8_080, (port) => Promise.resolve(port))).toBe(8_080)
    // After a restart the windows look for it at its port.
    expect(await listenAtNewAddress(dataDir, 0, (port) => Promise.resolve(port), 20_500)).toBe(20_500)
  })
})

describe.skipIf(findChromium() === null)('what a stranger planted at the address while it was closed', () => {
  test.each(['worker', 'cache'])('gets no token and no data of the next run: %s', async (how) => {
    const dataDir = await dataDirectory()
    const run = (before?: number) =>
      listenAtNewAddress(dataDir, undefined, (port, label) => startWebHost({}, { port, label }), before)
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArgs] })
    ended.push(() => browser.close())
    const victim = await browser.newContext()
    const page = await victim.newPage()
    const enter = (web: WebHostFixture) =>
      page.goto(web.server.enterUrl(web.sessions.createEntry(null, () => undefined).token))

    const first = await run()
    const bookmark = `${first.origin}/consulta`
    await enter(first)
    await page.waitForURL(bookmark)
    await page.goto('about:blank')
    await first.close()

    const squatter = stranger('plant', String(first.port), how)
    const loot: unknown[] = []
    expect(await squatter.told()).toBe('listens')
    await page.goto(bookmark)
    expect(await page.title()).toBe('planted')
    while ((await squatter.told()) !== 'planted');
    const told = async () => {
      for (;;) loot.push(await squatter.told())
    }
    void told().catch(() => undefined)

    // It finds its port free.
    const second = await run(first.port)
    loot.length = 0
    ended.push(() => second.close())
    expect(second.port).toBe(first.port)
    await enter(second)
    await page.waitForURL(`${second.origin}/consulta`)
    expect(await page.title()).toBe('Ventanilla')
    await page.goto(bookmark)
    // It runs there, and is refused. A reload may end it before it can tell.
    await expect.poll(() => loot).toContainEqual({ loot: 'refused' })
    await page.reload()
    const planted = await victim.newPage()
    await planted.goto(bookmark)
    expect(JSON.stringify(loot)).not.toMatch(/token=|bridge \{|has a session/)
    expect(JSON.stringify(loot)).not.toContain(new URL(second.origin).hostname)
  })

  test('a bookmark of an earlier run says how to open the application', async () => {
    const dataDir = await dataDirectory()
    const run = () =>
      listenAtNewAddress(dataDir, undefined, (port, label) => startWebHost({}, { port, label }))
    const first = await run()
    await first.close()
    const second = await run()
    ended.push(() => second.close())
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArgs] })
    ended.push(() => browser.close())
    const page = await browser.newPage()
    for (const path of ['/', '/expedientes/plazos', '/enter?token=x']) {
      expect((await page.goto(first.origin + path))?.status()).toBe(410)
      expect(await page.getByRole('heading').innerText()).toBe(webPageTexts.moved)
    }
  })
})

/** Sockets of this process, whatever state the other ends are in. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

describe('connections that show nothing', () => {
  const COUNT = 1_500

  test('the windows, a new one and a second start work while a stranger holds as many as there are', async () => {
    // None of them closes by timeout.
    const web = await webHost({ stranger: 600_000, headers: 240_000 })
    const dataDir = await dataDirectory()
    const entry = await writeEntryFile(dataDir, `${web.origin}/enter?token=x`)
    const handOvers = await serveHandOver(dataDir, async () => ({ entry }), { patienceMs: 600_000 })
    ended.push(() => handOvers.close())
    const before = web.socket()
    await new Promise((resolve) => before.once('open', resolve))
    ended.push(() => before.terminate())

    const had = sockets()
    const contact = await readContact(dataDir)
    for (const port of [web.port, contact?.port ?? 0]) {
      const crowd = stranger('hold', String(port), String(COUNT))
      expect(await crowd.told()).toEqual({ tried: COUNT })
    }
    // Refused and excess connections are closed fully, not half-open.
    await expect.poll(sockets, { timeout: 15_000 }).toBeLessThanOrEqual(had + 200 + 64)
    expect((await web.ask('/session')).status).toBe(204)
    const { token } = web.sessions.createEntry(null, () => undefined)
    expect((await web.ask(`/enter?token=${token}`, { headers: { cookie: undefined } })).status).toBe(200)
    expect(await handOver(dataDir, { view: 'lookup' })).toEqual({ entry })
    const after = web.socket()
    expect(
      await new Promise((resolve) => after.once('open', () => resolve('open')).once('error', resolve)),
    ).toBe('open')
    after.terminate()
    expect(before.readyState).toBe(before.OPEN)
  })

  test('each has a short time in all, however it is kept busy; a session has not', async () => {
    const web = await webHost({ stranger: 300, headers: 240_000 })
    const mine = web.socket()
    await new Promise((resolve) => mine.once('open', resolve))
    const had = sockets()
    const crowd = stranger('hold', String(web.port), '8')
    expect(await crowd.told()).toEqual({ tried: 8 })
    await expect.poll(sockets, { timeout: 15_000 }).toBeLessThanOrEqual(had)
    expect(mine.readyState).toBe(mine.OPEN)
    mine.terminate()
  })

  test.each([
    ['another name', { host: 'evil.test' }, 'GET'],
    ['another origin', { origin: 'http://evil.test' }, 'POST'],
    ['no session', { cookie: undefined }, 'GET'],
    ['no session and a body', { cookie: undefined }, 'POST'],
  ])('is refused and hung up on: %s', async (_what, headers, method) => {
    const web = await webHost()
    const answer = await web.ask('/transfer/lookup.history-csv', { method, headers })
    expect(answer.status).toBeGreaterThanOrEqual(401)
    expect(answer.headers.connection).toBe('close')
    expect((await web.ask('/session')).headers.connection).not.toBe('close')
  })

  test('an address of nothing but slashes is refused like any other', async () => {
    const web = await webHost()
    expect((await web.ask('//', { headers: { cookie: undefined } })).status).toBe(401)
  })
})
