import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lockDirectory } from '#electron/core/instance/lock.ts'
import { handOver, serveHandOver } from '#electron/core/instance/hand-over.ts'
import { readContact } from '#electron/core/instance/contact-file.ts'
import { listenAtAddress, loadAddress } from '#electron/web/address.ts'
import { writeEntryFile } from '#electron/web/entry-file.ts'
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

  test('means another name, which stays with the new port', async () => {
    const dataDir = await dataDirectory()
    const own = await loadAddress(dataDir)
    const names: [number, string][] = []
    const listen = (port: number, label: string) => {
      names.push([port, label])
      return port < own.port + 3 ? taken() : Promise.resolve({ port })
    }
    const first = await listenAtAddress(dataDir, undefined, listen)
    expect(first).toEqual({ listening: { port: own.port + 3 }, moved: true })
    expect(names.map(([port]) => port)).toEqual([0, 1, 2, 3].map((n) => own.port + n))
    const [, label] = names.at(-1) ?? []
    expect(label).toMatch(/^v[0-9a-f]{16}$/)
    // The old name is never used on another port.
    expect(names.slice(1).map(([, name]) => name)).not.toContain(own.label)
    expect(await loadAddress(dataDir)).toEqual({ port: own.port + 3, label })
    const again = await listenAtAddress(dataDir, undefined, (port, name) => Promise.resolve({ port, name }))
    expect(again).toEqual({ listening: { port: own.port + 3, name: label }, moved: false })
  })

  test('one that the person wishes is the own one from then on, under a name of its own', async () => {
    const dataDir = await dataDirectory()
    const own = await loadAddress(dataDir)
    const listen = (port: number, name: string) => Promise.resolve({ port: port || 5_000, name })
    const any = await listenAtAddress(dataDir, 0, listen)
    expect(any.listening.name).not.toBe(own.label)
    expect(await loadAddress(dataDir)).toEqual(own)
    const wished = await listenAtAddress(dataDir, 8_080, listen)
    expect(wished.listening.name).not.toBe(own.label)
    expect(await loadAddress(dataDir)).toEqual({ port: 8_080, label: wished.listening.name })
    expect(await listenAtAddress(dataDir, 8_080, listen)).toEqual(wished)
    await expect(listenAtAddress(dataDir, 8_080, taken)).rejects.toThrow('taken')
  })

  test.skipIf(findChromium() === null)(
    'a bookmark to it brings whoever has it no cookie of ours',
    async () => {
      const dataDir = await dataDirectory()
      const squatter = stranger('squat')
      const { port } = (await squatter.told()) as { port: number }
      await listenAtAddress(dataDir, port, () => Promise.resolve({ port }))
      const own = await loadAddress(dataDir)
      expect(own.port).toBe(port)
      const web = await webHost({}, (listen) =>
        listenAtAddress(dataDir, undefined, listen).then(({ listening }) => listening),
      )
      const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArgs] })
      ended.push(() => browser.close())
      const page = await browser.newPage()
      await page.goto(web.server.enterUrl(web.sessions.createEntry(null, () => undefined).token))
      await page.waitForURL(`${web.origin}/consulta`)
      const bookmark = `http://${own.label}.localhost:${own.port}`
      await page.goto(`${bookmark}/consulta`)
      expect(await squatter.told()).toEqual({ host: bookmark.slice(7), cookie: '' })
      // The browser has one cookie of ours, sent to its own host.
      expect((await page.goto(`${web.origin}/consulta`))?.status()).toBe(200)
    },
  )
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
