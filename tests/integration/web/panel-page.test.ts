import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { Destination } from '#electron/core/instance/hand-over-wire.ts'
import { startWebHost, type WebHostFixture } from './web-host.ts'

let web: WebHostFixture
afterEach(() => web.close())

async function page(path?: string) {
  const socket = web.socket({}, path)
  const frames: { topic?: string; payload?: unknown; id?: number; result?: unknown }[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data)) as never))
  await once(socket, 'open')
  return { socket, frames }
}
async function call(socket: WebSocket, command: string, args: object = {}) {
  socket.send(JSON.stringify({ id: 1, command, args }))
  const [data] = (await once(socket, 'message')) as [unknown]
  return (JSON.parse(String(data)) as { result: { ok: boolean; error?: { code: string } } }).result
}

describe('the page of quick lookup', () => {
  test('is served to a session alone, and only it may ask to read the clipboard', async () => {
    web = await startWebHost()
    const { status, body, headers } = await web.ask('/consulta-rapida')
    expect(status).toBe(200)
    expect(body).toContain('Consulta rápida')
    expect(headers['permissions-policy']).toContain('clipboard-read=(self)')
    expect((await web.ask('/consulta')).headers['permissions-policy']).toContain('clipboard-read=()')
    expect((await web.ask('/consulta-rapida', { headers: { cookie: undefined } })).status).toBe(401)
    expect((await web.ask('/consulta-rapida', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    )
  })

  test('has the rights of the panel, and its socket the same doors as any other', async () => {
    web = await startWebHost()
    const { socket } = await page('/bridge/panel')
    expect(await call(socket, 'lookup.get', { vrm: '1234BCD' })).toMatchObject({ ok: true })
    for (const command of ['settings.update', 'accounts.remove', 'complete.request', 'notifications.window'])
      expect(await call(socket, command)).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
    for (const headers of [{ cookie: undefined }, { origin: 'http://evil.localhost' }, { host: 'evil' }]) {
      const turned = web.socket(headers, '/bridge/panel')
      const [error] = (await once(turned, 'error')) as [Error]
      expect(error.message).toMatch(/Unexpected server response: 4\d\d/)
    }
  })
})

test('an entry for the panel leads to its page, any other to the application', async () => {
  web = await startWebHost()
  const entered = async (destination: Destination) => {
    const { token } = web.sessions.createEntry(destination, () => undefined)
    return (
      await web.ask(`/enter?token=${token}`, { headers: { cookie: undefined, 'sec-fetch-mode': 'navigate' } })
    ).body
  }
  expect(await entered({ open: 'panel' })).toContain('url=/consulta-rapida"')
  expect(await entered({ view: 'inbox' })).toContain('url=/consulta"')
  expect(await entered(null)).toContain('url=/consulta"')
})

describe('a place to open', () => {
  const place = { route: { view: 'lookup', vrm: '1234BCD' }, action: 'transfer' } as const
  const routes = (frames: { topic?: string; payload?: unknown }[]) =>
    frames.filter(({ topic }) => topic === 'route').map(({ payload }) => payload)

  test('goes to the window last used, and to no other page', async () => {
    web = await startWebHost()
    const [first, second, panel] = [await page(), await page(), await page('/bridge/panel')]
    await call(first.socket, 'lookup.recent', { limit: 1 })
    expect(web.server.openRoute(place)).toBe(true)
    await expect.poll(() => routes(first.frames)).toEqual([place])
    expect([routes(second.frames), routes(panel.frames)]).toEqual([[], []])
    // One that closes is out of the question at once.
    first.socket.close()
    await once(first.socket, 'close')
    expect(web.server.openRoute(place)).toBe(true)
    await expect.poll(() => routes(second.frames)).toEqual([place])
  })

  test('without a window waits for the next one, which takes it once; the panel takes none', async () => {
    web = await startWebHost()
    const panel = await page('/bridge/panel')
    expect(web.server.openRoute({ route: { view: 'inbox' } })).toBe(false)
    expect(web.server.openRoute(place)).toBe(false)
    const first = await page()
    await expect.poll(() => routes(first.frames)).toEqual([place])
    const second = await page()
    await call(second.socket, 'lookup.recent', { limit: 1 })
    expect([routes(second.frames), routes(panel.frames)]).toEqual([[], []])
  })
})
