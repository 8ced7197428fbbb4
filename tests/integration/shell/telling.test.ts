import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** Global of the page, where the functions below run. */
declare const bridge: Bridge & { routes: unknown[] }

const KEY = 'clave-de-la-oficina-0123456789'
let service: ServiceProcess
let desktop: Desktop

/** The built desktop window on an account of the built service. */
async function startOnAccount(): Promise<void> {
  await desktop.shown()
  const added = await desktop.page(
    async ({ url, key }) => {
      await bridge.call('keychain.use-memory', {})
      const account = { environment: 'development', name: 'Gestoría Ribera', baseUrl: url, key } as const
      const answer = await bridge.call('accounts.add', account)
      return answer.ok ? bridge.call('accounts.activate', { id: answer.value.id }) : answer
    },
    { url: `${service.url}/v1`, key: KEY },
  )
  expect(added).toMatchObject({ ok: true })
}

async function ask(method: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  return (await response.json()) as { id: string }
}

async function follow(): Promise<string> {
  const { id } = await ask('POST', '/v1/procedures/transfer', {
    vrm: '1234BCD',
    taxableBase: 1_000,
    invoiceNumber: 'F-1',
    userEmail: 'ana@gestoria.es',
    documents: [],
  })
  expect(await desktop.page((text) => bridge.call('changes.add', { text }), id)).toMatchObject({ ok: true })
  return id
}

const onScreen = () =>
  desktop.main(({ Notification }) => Notification.onScreen.map(({ title, id }) => ({ title, id })))
const badge = () => desktop.main(({ app }) => app.badgeCount)
const routes = () => desktop.page(() => bridge.routes)

beforeAll(ensureBuilt, BUILD_MS)
beforeEach(async () => {
  service = await startServiceProcess(KEY)
  desktop = startDesktop(join(await temporaryDirectory(), 'data'))
})
afterEach(async () => {
  await desktop.kill()
  await service.stop()
})
afterAll(removeTemporaryDirectories)

test('a folder is chosen in the system’s own dialog, or not', async () => {
  await desktop.shown()
  expect(await desktop.page(() => bridge.call('app.abilities', {}))).toEqual({
    ok: true,
    value: { choosesFolders: true },
  })
  const choose = () => desktop.page(() => bridge.call('app.choose-folder', { from: '/srv/copias' }))
  expect(await choose()).toEqual({ ok: true, value: { folder: null } })
  await desktop.main(({ dialog }) => void (dialog.chosen = ['/srv/otras']))
  expect(await choose()).toEqual({ ok: true, value: { folder: '/srv/otras' } })
  const asked = { defaultPath: '/srv/copias', properties: ['openDirectory', 'createDirectory'] }
  expect(await desktop.main(({ dialog }) => dialog.asked)).toMatchObject([asked, asked])
})

test('a procedure opens on the web in the person’s browser, and nothing else does', async () => {
  await startOnAccount()
  const id = await follow()
  const opened = await desktop.page((of) => bridge.call('changes.web-page', { id: of }), id)
  expect(opened).toEqual({ ok: true, value: { url: null } })
  const [url = ''] = await desktop.main(({ shell }) => shell.opened)
  expect(url).toMatch(new RegExp(`^${service.url}/.*${id}`))
})

test('a change is presented by the system, counted on the icon, and a click leads to its place', async () => {
  await startOnAccount()
  const id = await follow()
  await ask('PUT', `/v1/test/procedures/${id}/status`, { status: 'BLOCKED' })
  await desktop.page((of) => bridge.call('changes.refresh', { kind: 'procedure', id: of }), id)
  await expect
    .poll(onScreen)
    .toEqual([{ title: expect.stringContaining('1234 BCD'), id: expect.any(String) }])
  await expect.poll(badge).toBe(1)

  await desktop.main(({ BrowserWindow, Notification }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.minimize()
    window?.history.splice(0)
    Notification.onScreen[0]?.click()
  })
  await expect.poll(routes).toEqual([{ view: 'procedure', id }])
  expect(
    await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.history.slice(0, 3)),
  ).toEqual(['restore', 'show', 'focus'])
  await expect.poll(badge).toBe(0)
  expect(await onScreen()).toEqual([])
})

/** Blocks a new procedure, and waits for its notification. */
async function tellOne(): Promise<string> {
  const id = await follow()
  await ask('PUT', `/v1/test/procedures/${id}/status`, { status: 'BLOCKED' })
  await desktop.page((of) => bridge.call('changes.refresh', { kind: 'procedure', id: of }), id)
  await expect.poll(onScreen).toHaveLength(1)
  return id
}
const press = (index: number) =>
  desktop.main(({ Notification }, at) => Notification.onScreen[0]?.press(at), index)
const windows = () => desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
const inbox = async () => {
  const answer = await desktop.page(() => bridge.call('inbox.list', { filter: 'all', limit: 50 }))
  return answer.ok ? answer.value.rows.map(({ state }) => state) : []
}

test('Hecho is done with it, and no window comes to the front', async () => {
  await startOnAccount()
  await tellOne()
  await desktop.main(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.history.splice(0))
  await press(1)
  await expect.poll(badge).toBe(0)
  expect(new Set(await inbox())).toEqual(new Set(['done']))
  expect(await onScreen()).toEqual([])
  expect(await routes()).toEqual([])
  expect(await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.history)).toEqual([])
})

test('Hecho needs no window and opens none', async () => {
  await startOnAccount()
  await tellOne()
  await desktop.main(({ app, BrowserWindow }) => {
    app.removeAllListeners('window-all-closed')
    app.on('window-all-closed', () => undefined)
    for (const window of BrowserWindow.getAllWindows()) window.destroy()
  })
  await press(1)
  await expect.poll(badge).toBe(0)
  expect(await windows()).toBe(0)
})

test('Abrir leads to its place', async () => {
  await startOnAccount()
  const id = await tellOne()
  await press(0)
  await expect.poll(routes).toEqual([{ view: 'procedure', id }])
})

test('one of another account is refused in its own place, clicked or done, and nobody is taken anywhere', async () => {
  await startOnAccount()
  await tellOne()
  await desktop.page(() => bridge.call('accounts.activate', { id: 'demo' }))
  await press(1)
  await expect.poll(onScreen).toEqual([{ title: 'No se ha dado por hecho', id: expect.any(String) }])
  await desktop.main(({ Notification }) => Notification.onScreen[0]?.click())
  await expect.poll(onScreen).toEqual([{ title: 'No hay nada que abrir', id: expect.any(String) }])
  expect(await routes()).toEqual([])
})

test('with the windows locked Hecho does nothing and says so', async () => {
  await startOnAccount()
  await tellOne()
  await desktop.page(() => bridge.call('lock.set-pin', { pin: '2580' }))
  await desktop.page(() => bridge.call('lock.now', {}))
  await press(1)
  await expect.poll(onScreen).toEqual([{ title: 'No se ha dado por hecho', id: expect.any(String) }])
  await desktop.page(() => bridge.call('lock.open', { pin: '2580' }))
  expect(await inbox()).not.toContain('done')
})

test('what the system does not show is said to the windows', async () => {
  await startOnAccount()
  await desktop.main(({ Notification }) => void (Notification.refusal = 'no daemon'))
  await desktop.page(() => {
    const seen = Object.assign(globalThis, { unshown: -1 })
    bridge.on('changed', ({ kind }) => {
      if (kind !== 'inbox') return
      void bridge.call('notifications.unshown', {}).then((answer) => {
        if (answer.ok) seen.unshown = answer.value.count
      })
    })
  })
  const id = await follow()
  await ask('PUT', `/v1/test/procedures/${id}/status`, { status: 'BLOCKED' })
  await desktop.page((of) => bridge.call('changes.refresh', { kind: 'procedure', id: of }), id)
  await expect
    .poll(() => desktop.page(() => (globalThis as unknown as { unshown: number }).unshown))
    .toBeGreaterThan(0)
})

test('trying one out shows it, or says that the system does not', async () => {
  await desktop.shown()
  const outcome = async () => {
    const answer = await desktop.page(() => bridge.call('notifications.test', {}))
    return answer.ok ? answer.value.outcome : answer.error.code
  }
  expect(await outcome()).toBe('shown')
  expect(await outcome()).toBe('shown')
  expect(await onScreen()).toHaveLength(1)
  await desktop.main(({ Notification }) => void (Notification.refusal = 'no daemon'))
  expect(await outcome()).toBe('failed')
  await desktop.main(({ Notification }) => void (Notification.supported = false))
  expect(await outcome()).toBe('denied')
})

test('the PC that goes to sleep is asked nothing of, and awake it goes on', async () => {
  await startOnAccount()
  await follow()
  const sweep = async () => {
    const answer = await desktop.page(() => bridge.call('app.snapshot', {}))
    return answer.ok ? answer.value.slices.sweep.state : answer.error.code
  }
  await expect.poll(sweep).toBe('running')
  await desktop.main(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  await expect.poll(sweep).toBe('paused')
  await desktop.main(({ powerMonitor }) => void powerMonitor.emit('resume'))
  await expect.poll(sweep).toBe('running')
})
