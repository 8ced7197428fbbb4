import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** Global of the page, where the functions below run. */
declare const bridge: Bridge & { routes: unknown[] }

const KEY = 'clave-de-la-oficina-0123456789'
let dataDir: string
let bin: string
let desktop: Desktop
let service: ServiceProcess | null = null

/** The bus of a desktop with or without a place for tray icons, for the next question. */
async function answerOnBus(answer: '(<true>,)' | '(<false>,)'): Promise<void> {
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'gdbus'), `#!/bin/sh\necho '${answer}'\n`)
  await chmod(join(bin, 'gdbus'), 0o755)
}

async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
  desktop = startDesktop(dataDir, { env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...env } })
  await desktop.shown()
}

const labels = () =>
  desktop.main(({ Tray }) => Tray.icons[0]?.menu?.map(({ label, type }) => label ?? type ?? '') ?? [])
const tooltip = () => desktop.main(({ Tray }) => Tray.icons[0]?.tooltip)
const choose = (...path: string[]) =>
  desktop.main(({ Tray }, chosen) => Tray.icons[0]?.choose(...chosen), path)
const routes = () => desktop.page(() => bridge.routes)
const settings = async () => {
  const answer = await desktop.page(() => bridge.call('app.snapshot', {}))
  return answer.ok ? answer.value.slices.notificationSettings : null
}

async function startOnAccount(): Promise<void> {
  service = await startServiceProcess(KEY)
  await start()
  const added = await desktop.page(
    async ({ url, key }) => {
      await bridge.call('keychain.use-memory', {})
      const account = { environment: 'development', name: 'Ribera & Hijos', baseUrl: url, key } as const
      const answer = await bridge.call('accounts.add', account)
      return answer.ok ? bridge.call('accounts.activate', { id: answer.value.id }) : answer
    },
    { url: `${service.url}/v1`, key: KEY },
  )
  expect(added).toMatchObject({ ok: true })
}

async function ask(method: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${service?.url ?? ''}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  return (await response.json()) as { id: string }
}

/** A procedure that changes at the service. */
async function changed(): Promise<string> {
  const { id } = await ask('POST', '/v1/procedures/transfer', {
    vrm: '1234BCD',
    taxableBase: 1_000,
    invoiceNumber: 'F-1',
    userEmail: 'ana@gestoria.es',
    documents: [],
  })
  expect(await desktop.page((text) => bridge.call('changes.add', { text }), id)).toMatchObject({ ok: true })
  await ask('PUT', `/v1/test/procedures/${id}/status`, { status: 'BLOCKED' })
  await desktop.page((of) => bridge.call('changes.refresh', { kind: 'procedure', id: of }), id)
  return id
}

beforeAll(ensureBuilt, BUILD_MS)
beforeEach(async () => {
  dataDir = join(await temporaryDirectory(), 'data')
  bin = join(await temporaryDirectory(), 'bin')
  await answerOnBus('(<true>,)')
})
afterEach(async () => {
  await desktop.kill()
  await service?.stop()
  service = null
})
afterAll(removeTemporaryDirectories)

test('it is there from the start, and its menu opens, pauses, resumes and quits', async () => {
  await start()
  await expect
    .poll(labels)
    .toEqual([
      'Consulta rápida',
      'Abrir Ventanilla',
      'separator',
      'Nada por leer',
      'separator',
      'Pausar avisos 1 hora',
      'Pausar avisos hasta mañana',
      'separator',
      'Cuenta: Demostración',
      'separator',
      'Salir',
    ])
  await choose('Nada por leer')
  await expect.poll(routes).toEqual([{ view: 'inbox' }])
  await choose('Consulta rápida')
  await expect
    .poll(() =>
      desktop.main(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some((one) => one.options.frame === false && one.isVisible()),
      ),
    )
    .toBe(true)

  const before = Date.now()
  await choose('Pausar avisos 1 hora')
  await expect.poll(async () => (await labels()).includes('Reanudar avisos')).toBe(true)
  expect((await settings())?.pausedUntil).toBeGreaterThanOrEqual(before + 3_600_000)
  expect(await tooltip()).toMatch(/^Ventanilla: avisos en pausa hasta /)
  await choose('Reanudar avisos')
  await expect.poll(labels).toContain('Pausar avisos 1 hora')
  expect((await settings())?.pausedUntil).toBeNull()

  desktop.main(({ Tray }) => Tray.icons[0]?.choose('Salir')).catch(() => undefined)
  expect(await desktop.exited).toBe(0)
})

test('a click brings the window to the front', async () => {
  await start()
  await expect.poll(tooltip).toBe('Ventanilla: al día')
  await desktop.main(({ BrowserWindow, Tray }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.minimize()
    window?.history.splice(0)
    Tray.icons[0]?.emit('click')
  })
  expect(await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.history)).toEqual([
    'restore',
    'show',
    'focus',
  ])
})

test('a pause that began in the tray holds after a restart', async () => {
  await start()
  await expect.poll(labels).toContain('Pausar avisos hasta mañana')
  await choose('Pausar avisos hasta mañana')
  await expect.poll(labels).toContain('Reanudar avisos')
  expect(await desktop.stop()).toBe(0)
  await start()
  await expect.poll(labels).toContain('Reanudar avisos')
})

test('a change is in the menu with its plate, leads to its file and is read by that', async () => {
  await startOnAccount()
  const id = await changed()
  await expect.poll(labels).toContain('1 novedad por leer · 1 depende de ti')
  const isChange = (label: string) => label.startsWith('1234 BCD · ')
  await expect.poll(async () => (await labels()).some(isChange)).toBe(true)
  await choose((await labels()).find(isChange) ?? '')
  await expect.poll(routes).toEqual([{ view: 'procedure', id }])
  await expect.poll(async () => (await labels()).some(isChange)).toBe(false)
  await expect.poll(labels).toContain('Nada por leer · 1 depende de ti')
})

test('an account is chosen there, and what was of the other is gone from it', async () => {
  await startOnAccount()
  await changed()
  await expect.poll(async () => (await labels()).some((label) => label.includes('1234 BCD'))).toBe(true)
  // A menu that was opened before the switch.
  await desktop.main(({ Tray }) => {
    const old = Tray.icons[0]?.menu?.find(({ label }) => label?.includes('1234 BCD'))
    Object.assign(globalThis, { clickOld: () => old?.click?.() })
  })
  await choose('Cuenta: Ribera & Hijos', 'Demostración')
  await expect.poll(labels).toContain('Cuenta: Demostración')
  expect((await labels()).filter((label) => label.includes('1234 BCD'))).toEqual([])
  await desktop.main(() => (globalThis as unknown as { clickOld: () => void }).clickOld())
  await expect.poll(routes).toEqual([{ view: 'inbox' }])
})

test('locked, it shows no plate and pauses nothing, and a menu opened before only asks for the PIN', async () => {
  await startOnAccount()
  await changed()
  await expect.poll(async () => (await labels()).some((label) => label.includes('1234 BCD'))).toBe(true)
  await desktop.main(({ Tray }) => {
    const old = Tray.icons[0]?.menu?.find(({ label }) => label === 'Pausar avisos 1 hora')
    Object.assign(globalThis, { clickOld: () => old?.click?.() })
  })
  await desktop.page(async () => {
    await bridge.call('lock.set-pin', { pin: '2468' })
    await bridge.call('lock.now', {})
  })
  await expect
    .poll(labels)
    .toEqual([
      'Consulta rápida',
      'Abrir Ventanilla',
      'separator',
      '1 novedad por leer · 1 depende de ti',
      'separator',
      'Bloqueada: ábrela con el PIN',
      'separator',
      'Salir',
    ])
  await desktop.main(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.history.splice(0)
    ;(globalThis as unknown as { clickOld: () => void }).clickOld()
  })
  await expect
    .poll(() => desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.history))
    .toContain('focus')
  await desktop.page(() => bridge.call('lock.open', { pin: '2468' }))
  await expect.poll(async () => (await labels()).some((label) => label.includes('1234 BCD'))).toBe(true)
  expect((await settings())?.pausedUntil).toBeNull()
})

describe('bad luck', () => {
  test('an icon that the system refuses costs one line in the log, and comes when it can', async () => {
    await start({ FAKE_ELECTRON_NO_TRAY: 'no room for it' })
    const refused = () => desktop.errors.filter((line) => line.includes('the tray icon cannot be shown'))
    await desktop.page(() => bridge.call('notification-settings.update', { private: true }))
    await desktop.page(() => bridge.call('notification-settings.update', { enabled: false }))
    await expect.poll(refused).toHaveLength(1)
    await desktop.main(({ Tray, powerMonitor }) => {
      Tray.refusal = null
      powerMonitor.emit('resume')
    })
    await expect.poll(labels).toContain('Avisos apagados')
    expect(refused()).toHaveLength(1)
  })

  test('one that was taken away is put back with the next change', async () => {
    await start()
    await expect.poll(labels).toContain('Pausar avisos 1 hora')
    await desktop.main(({ Tray }) => Tray.icons[0]?.destroy())
    await desktop.page(() => bridge.call('notification-settings.update', { enabled: false }))
    await expect.poll(labels).toContain('Avisos apagados')
  })

  test.runIf(process.platform === 'linux')(
    'a panel that ends with the window hidden brings it back',
    async () => {
      await start()
      await expect.poll(labels).toContain('Salir')
      await desktop.main(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        Object.assign(window ?? {}, { isVisible: () => false })
        window?.history.splice(0)
      })
      await answerOnBus('(<false>,)')
      await desktop.main(({ powerMonitor }) => void powerMonitor.emit('resume'))
      await expect
        .poll(() => desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.history))
        .toContain('minimize')
      // The panel is there again: only a new icon appears in it.
      const created = await desktop.main(({ Tray }) => Tray.created)
      await answerOnBus('(<true>,)')
      await desktop.main(({ powerMonitor }) => void powerMonitor.emit('resume'))
      await expect.poll(() => desktop.main(({ Tray }) => Tray.created)).toBe(created + 1)
      await expect.poll(labels).toContain('Salir')
    },
  )
})
