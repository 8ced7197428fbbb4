import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { chromium } from '@playwright/test'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket as ServerSocket } from 'ws'
import { listenAtNewAddress, newLabel, usualPort } from '#electron/web/checks.ts'
import {
  removeEntryFile,
  removeOldEntryFiles,
  writeEntryFile,
  createEntryMaker,
} from '#electron/web/entry.ts'
import { createSessions } from '#electron/web/sessions.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/fakes/small-disk.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { startWebHost, type WebHostFixture } from './web-host.ts'

/** Attacks on every protection of the web host. Each was seen red with its check removed. */
let web: WebHostFixture
beforeEach(async () => {
  web = await startWebHost()
})
afterEach(() => web.close())
afterAll(removeTemporaryDirectories)

const opened = (socket: ServerSocket) =>
  new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('unexpected-response', () => resolve(false))
  }).finally(() => socket.terminate())

test('the policy of development is in no answer, whatever the environment says', async () => {
  vi.stubEnv('ELECTRON_RENDERER_URL', 'http://localhost:5273')
  vi.stubEnv('NODE_ENV', 'development')
  const developer = await startWebHost()
  try {
    for (const path of [
      '/consulta',
      '/consulta-rapida',
      '/session',
      '/assets/main-abc123.js',
      '/@vite/client',
    ]) {
      const { headers } = await developer.ask(path)
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['content-security-policy']).not.toContain('5273')
    }
    expect((await developer.ask('/@vite/client')).status).toBe(404)
    expect((await developer.ask('/consulta')).body).not.toContain('@vite')
  } finally {
    await developer.close()
    vi.unstubAllEnvs()
  }
})

describe('Host', () => {
  const names = [
    'evil.test',
    'localhost',
    '127.0.0.1',
    'vtest0123456789.localhost',
    'vtest0123456789.localhost.evil.test',
  ]
  test.each(names)('a rebound or other name is refused: %s', async (name) => {
    const host = `${name}:${web.port}`
    const expected = host === web.host ? 200 : 421
    expect((await web.ask('/consulta', { headers: { host } })).status).toBe(expected)
    expect((await web.ask('/enter?token=x', { headers: { host } })).status).toBe(expected === 200 ? 403 : 421)
    expect(await opened(web.socket({ host }))).toBe(expected === 200)
  })
  test('the right name on another port is refused', async () => {
    expect((await web.ask('/consulta', { headers: { host: 'vtest0123456789.localhost:1' } })).status).toBe(
      421,
    )
  })
})

describe('Origin', () => {
  const foreign = [
    'https://evil.test',
    'null',
    'http://vtest0123456789.localhost:1',
    'http://localhost:3000',
    undefined,
  ]
  test.each(foreign)('a POST from %s is refused', async (origin) => {
    const post = (headers: Record<string, string | undefined>) =>
      web.ask('/transfer/lookup.history-csv', { method: 'POST', headers, body: '{"query":""}' })
    expect((await post({ origin })).status).toBe(403)
    expect((await post({})).status).toBe(200)
  })
  test.each(foreign)('a socket from %s is refused', async (origin) => {
    expect(await opened(web.socket({ origin }))).toBe(false)
    expect(await opened(web.socket())).toBe(true)
  })
})

describe('Sec-Fetch-Site', () => {
  test.each(['cross-site', 'same-site'])('a GET that comes from a %s page is refused', async (site) => {
    for (const path of ['/consulta', '/session', '/assets/main-abc123.js']) {
      expect((await web.ask(path, { headers: { 'sec-fetch-site': site } })).status).toBe(403)
    }
  })
  test.each(['same-origin', 'none', undefined])('%s is let through', async (site) => {
    expect((await web.ask('/consulta', { headers: { 'sec-fetch-site': site } })).status).toBe(200)
  })
})

describe('session', () => {
  test.each([undefined, 'ventanilla=', 'ventanilla=forged', 'other=1', `ventanilla=${'A'.repeat(43)}`])(
    'with cookie %s nothing is given',
    async (cookie) => {
      for (const path of [
        '/consulta',
        '/session',
        '/assets/main-abc123.js',
        '/notice-worker.js',
        '/icon.svg',
      ]) {
        expect((await web.ask(path, { headers: { cookie } })).status).toBe(401)
      }
      expect(
        (
          await web.ask('/transfer/lookup.history-csv', {
            method: 'POST',
            headers: { cookie },
            body: '{"query":""}',
          })
        ).status,
      ).toBe(401)
      expect(await opened(web.socket({ cookie }))).toBe(false)
    },
  )
  test('a page without session says in Spanish what to do; a script gets the bare status', async () => {
    const page = await web.ask('/consulta', { headers: { cookie: undefined } })
    expect(page.body).toContain('Abre Ventanilla otra vez')
    expect((await web.ask('/session', { headers: { cookie: undefined } })).body).toBe('')
  })
  test('the cookie is for this host alone, out of reach of scripts and of other sites', async () => {
    const { token } = web.sessions.createEntry(null, () => undefined)
    const answer = await web.ask(`/enter?token=${token}`, { headers: { cookie: undefined } })
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^ventanilla=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/,
    )
  })
  test('another server, started again, knows none of the sessions of before', async () => {
    const other = await startWebHost()
    expect((await other.ask('/session', { headers: { cookie: web.cookie } })).status).toBe(401)
    await other.close()
  })
})

describe('entry token', () => {
  const enter = (token: string) => web.ask(`/enter?token=${token}`, { headers: { cookie: undefined } })

  test('lets in once, and tells when it is spent', async () => {
    let gone = 0
    const { token } = web.sessions.createEntry(null, () => gone++)
    const first = await enter(token)
    expect(first.status).toBe(200)
    expect(gone).toBe(1)
    expect((await enter(token)).status).toBe(403)
    expect((await enter(token)).headers['set-cookie']).toBeUndefined()
  })
  test('expires after ten minutes', async () => {
    const { token } = web.sessions.createEntry(null, () => undefined)
    web.wait(10 * 60_000 + 1)
    expect((await enter(token)).status).toBe(403)
  })
  test('that nobody uses tells that it is gone, and takes its file with it', async () => {
    const sessions = createSessions(Date.now, 20)
    const dataDir = await temporaryDirectory()
    const enterUrl = (token: string) => `http://x.localhost:1/enter?token=${token}`
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const entry = await createEntryMaker({ dataDir, sessions, enterUrl, log })(null)
    await entry.gone
    await expect.poll(() => existsSync(entry.file)).toBe(false)
    expect(sessions.enter(new URL(entry.url).searchParams.get('token') ?? '')).toBeNull()
  })
  test.each(['', 'x', 'token', 'A'.repeat(43)])('%j is not one', async (token) => {
    expect((await enter(token)).status).toBe(403)
  })
  test('is not spent by a script, a frame or an image of another page', async () => {
    const { token } = web.sessions.createEntry(null, () => undefined)
    const by = (mode: string, dest: string) =>
      web.ask(`/enter?token=${token}`, {
        headers: {
          cookie: undefined,
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': mode,
          'sec-fetch-dest': dest,
        },
      })
    expect((await by('cors', 'empty')).status).toBe(403)
    expect((await by('no-cors', 'image')).status).toBe(403)
    expect((await by('navigate', 'iframe')).status).toBe(403)
    expect((await by('navigate', 'document')).status).toBe(200)
  })
  test('opens nothing anywhere else', async () => {
    const { token } = web.sessions.createEntry(null, () => undefined)
    expect((await web.ask(`/consulta?token=${token}`, { headers: { cookie: undefined } })).status).toBe(401)
  })
})

describe('calls of the notification worker', () => {
  const call = (body: unknown, headers: Record<string, string | undefined> = {}) =>
    web.ask('/notice-worker-call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const done = { command: 'notifications.done', args: { tag: 'demo:1' } }

  test('its own commands are answered', async () => {
    expect(await call(done)).toMatchObject({ status: 200, body: '{"ok":true,"value":{}}' })
    const error = { command: 'diagnosis.page-error', args: { where: 'worker', text: 'Error: x' } }
    expect((await call(error)).status).toBe(200)
  })

  test.each(['app.quit', 'inbox.mark', 'accounts.remove', '__proto__', ''])(
    'no other is: %s',
    async (command) => {
      expect((await call({ command, args: {} })).status).toBe(400)
    },
  )

  test('none from another page, or without a session', async () => {
    expect((await call(done, { origin: 'http://127.0.0.1:9' })).status).toBe(403)
    expect((await call(done, { origin: undefined })).status).toBe(403)
    expect((await call(done, { cookie: undefined })).status).toBe(401)
  })

  test('none larger than it can be, and none that is not one', async () => {
    expect((await call({ ...done, more: 'x'.repeat(40_000) })).status).toBe(413)
    for (const body of ['not json', '[]', 'null', '7']) expect((await call(body)).status).toBe(400)
  })
})

describe('files and headers', () => {
  test.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
  ])('nothing outside the renderer is served: %s', async (path) => {
    const answer = await web.ask(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('secret')
  })
  test('every answer carries the policy; only hashed files may be kept', async () => {
    for (const [path, cache] of [
      ['/consulta', 'no-store'],
      ['/ajustes', 'no-store'],
      ['/session', 'no-store'],
      ['/nothing-here', 'no-store'],
      ['/assets/main-abc123.js', 'public, max-age=31536000, immutable'],
    ] as const) {
      const { headers } = await web.ask(path)
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; worker-src http://${web.host}/notice-worker.js ` +
          `http://${web.host}/assets/; style-src 'self'; img-src 'self' data:; font-src 'self'; ` +
          `connect-src 'self' ws://${web.host}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      expect(headers).toMatchObject({
        'cache-control': cache,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy':
          'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
      })
    }
  })
  test('the notification worker loads nothing and speaks to one address', async () => {
    const { status, headers } = await web.ask('/notice-worker.js', {
      headers: { 'service-worker': 'script' },
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; connect-src ${web.origin}/notice-worker-call`,
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('javascript'),
    })
    expect(headers['service-worker-allowed']).toBeUndefined()
  })
  test.each(['/assets/main-abc123.js', '/consulta', '/'])(
    'nothing else can become a service worker: %s',
    async (path) => {
      expect((await web.ask(path, { headers: { 'service-worker': 'script' } })).status).toBe(403)
      expect((await web.ask(path)).status).toBe(200)
    },
  )
  test('headers that never end are cut', async () => {
    const impatient = await startWebHost({ headers: 200, check: 50 })
    const socket = connect(impatient.port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.write('GET /consulta HTTP/1.1\r\nhost: ')
    socket.resume()
    await closed
    await impatient.close()
  })
  test('the file that carries a token is for its owner alone, and so is its folder', async () => {
    const dataDir = await temporaryDirectory()
    const file = await writeEntryFile(dataDir, 'http://x.localhost:1/enter?token=t')
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect((await stat(dirname(file))).mode & 0o077).toBe(0)
    await removeOldEntryFiles(dataDir)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })
  test.skipIf(whyNoSmallDisk() !== null)(
    'with a full disk the file is in another place that only its owner enters',
    async () => {
      const disk = mountSmallDisk(1)
      try {
        await disk.fill()
        const spare = await temporaryDirectory()
        const file = await writeEntryFile(disk.directory, 'http://x.localhost:1/enter?token=t', [spare])
        expect(file.startsWith(spare)).toBe(true)
        expect((await stat(file)).mode & 0o077).toBe(0)
        expect((await stat(dirname(file))).mode & 0o077).toBe(0)
        await removeEntryFile(file)
        expect(existsSync(dirname(file))).toBe(false)
      } finally {
        disk.close()
      }
    },
  )
  test('the name is random and another one in each run', async () => {
    const dataDir = await temporaryDirectory()
    const run = () => listenAtNewAddress(dataDir, undefined, async (_port, label) => label)
    const names = await Promise.all([run(), run(), run()])
    for (const name of names) expect(name).toMatch(/^v[0-9a-f]{16}$/)
    expect(new Set(names).size).toBe(3)
  })
  test('no answer at another name tells the name of this run', async () => {
    const asked = [`127.0.0.1:${web.port}`, `${newLabel()}.localhost:${web.port}`]
    for (const host of asked)
      for (const path of [
        '/consulta',
        '/enter?token=x',
        '/sin-espacio',
        '/moved?nonce=0123456789abcdef',
        '/x',
      ]) {
        const headers = { host, cookie: undefined, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
        const answer = await web.ask(path, { headers })
        expect(JSON.stringify(answer)).not.toContain('vtest0123456789')
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
  })
  test('its port is none that systems give to outgoing connections', async () => {
    for (const port of Array.from({ length: 200 }, (_, at) => usualPort(`/home/${at}/data`))) {
      expect(port).toBeGreaterThanOrEqual(20_000)
      // Linux gives from 32768, macOS and Windows from 49152.
      expect(port).toBeLessThan(32_768)
    }
  })
  test('only loopback is listened on', async () => {
    const { networkInterfaces } = await import('node:os')
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4')
    if (!outside) return
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(web.port, outside.address, () => resolve(true))
      socket.on('error', () => resolve(false))
    })
    expect(reached).toBe(false)
  })
})

describe.skipIf(findChromium() === null)(
  "another port's page, in the real browser of a person with a session",
  () => {
    test('can neither read, nor post, nor open the socket, nor frame', async () => {
      const attacker = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end('<!doctype html><title>attacker</title>')
      })
      await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve))
      const { port } = attacker.address() as AddressInfo
      const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArgs] })
      try {
        const page = await browser.newPage()
        const { token } = web.sessions.createEntry(null, () => undefined)
        await page.goto(web.server.enterUrl(token))
        await page.waitForURL(`${web.origin}/consulta`)
        for (const origin of [`http://vtest0123456789.localhost:${port}`, `http://localhost:${port}`]) {
          await page.goto(origin)
          const outcome = await page.evaluate(async (target) => {
            const attempt = (run: () => Promise<unknown>) => run().then(String, () => 'blocked')
            const socket = await new Promise((resolve) => {
              const one = new WebSocket(`${target.replace('http', 'ws')}/bridge`)
              one.addEventListener('open', () => resolve('open'))
              one.addEventListener('error', () => resolve('blocked'))
            })
            return {
              socket,
              read: await attempt(() =>
                fetch(`${target}/session`, { credentials: 'include' }).then((r) => r.text()),
              ),
              post: await attempt(() =>
                fetch(`${target}/transfer/lookup.history-csv`, {
                  method: 'POST',
                  credentials: 'include',
                  mode: 'no-cors',
                  body: '{"query":""}',
                }).then((r) => r.type),
              ),
              script: await new Promise((resolve) => {
                const element = document.createElement('script')
                element.src = `${target}/assets/main-abc123.js`
                element.addEventListener('load', () => resolve('loaded'))
                element.addEventListener('error', () => resolve('blocked'))
                document.head.append(element)
              }),
            }
          }, web.origin)
          expect(outcome).toEqual({ socket: 'blocked', read: 'blocked', post: 'blocked', script: 'blocked' })
        }
      } finally {
        await browser.close()
        attacker.close()
      }
    })

    test('the policy really stops an inline script, an inline style and a foreign request', async () => {
      const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArgs] })
      try {
        const page = await browser.newPage()
        await page.goto(web.server.enterUrl(web.sessions.createEntry(null, () => undefined).token))
        await page.waitForURL(`${web.origin}/consulta`)
        const outcome = await page.evaluate(async () => {
          const script = document.createElement('script')
          script.textContent = 'window.ran = true'
          document.head.append(script)
          const style = document.createElement('style')
          style.textContent = 'body { color: rgb(1, 2, 3) }'
          document.head.append(style)
          return {
            ran: 'ran' in window,
            styled: getComputedStyle(document.body).color === 'rgb(1, 2, 3)',
            fetched: await fetch('http://127.0.0.1:9/').then(
              () => true,
              () => false,
            ),
          }
        })
        expect(outcome).toEqual({ ran: false, styled: false, fetched: false })
      } finally {
        await browser.close()
      }
    })
  },
)
