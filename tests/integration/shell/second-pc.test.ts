import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** Global of the page, where the functions below run. */
declare const bridge: Bridge

let desktop: Desktop
beforeAll(async () => {
  await ensureBuilt()
  desktop = startDesktop(join(await temporaryDirectory(), 'data'))
  await desktop.shown()
}, BUILD_MS)
afterAll(async () => {
  await desktop.stop()
  await removeTemporaryDirectories()
})

const openPc = () => desktop.page(() => bridge.call('simulator.open-pc', {}))
/** Names of the account in each visible window, asked by the window's own page. */
const readNames = () =>
  desktop.main(async ({ BrowserWindow, ipcMain }) => {
    const text = JSON.stringify({ command: 'app.snapshot', args: {} })
    const names: unknown[] = []
    for (const { webContents } of BrowserWindow.getAllWindows().filter((one) => one.isVisible())) {
      const from = { sender: webContents, senderFrame: webContents.mainFrame }
      const answer = await ipcMain.deliverInvoke(from, 'ventanilla:call', text)
      names.push((answer as { value?: { slices: { profile: { name: string } } } }).value?.slices.profile.name)
    }
    return names
  })

test('the second PC has a window of its own, once, and each page reaches its own core', async () => {
  expect(await openPc()).toEqual({ ok: true, value: { url: null } })
  await waitUntil(readNames, (names) => names.length === 2)
  expect(await openPc()).toEqual({ ok: true, value: { url: null } })
  expect(await readNames()).toEqual(['Demostración', 'Puesto de Luis'])
  await desktop.page(() => bridge.call('accounts.renew-demo', { sample: false }))
  await waitUntil(readNames, (names) => names.length === 1)
})

test('the page of each second PC stores apart, begins with nothing, and may do no more than the first', async () => {
  /** Stores something in the last window. @returns what each window had stored before */
  const store = () =>
    desktop.main(({ BrowserWindow }) => {
      const sessions = BrowserWindow.getAllWindows()
        .filter((one) => one.isVisible())
        .map(({ webContents }) => webContents.session)
      const before = sessions.map(({ stored }) => [...stored.keys()])
      sessions.at(-1)?.stored.set('of the second PC', '')
      return before
    })
  for (const nth of [1, 2]) {
    expect(await openPc()).toEqual({ ok: true, value: { url: null } })
    await waitUntil(readNames, (names) => names.length === 2)
    expect(await store(), `PC ${nth}`).toEqual([[], []])
    if (nth === 1) expect(await readRights()).toEqual(['refused', 'refused'])
    await desktop.page(() => bridge.call('accounts.renew-demo', { sample: false }))
    await waitUntil(readNames, (names) => names.length === 1)
  }
})

/** What a page of each visible window gets beyond our own files and the clipboard. */
const readRights = () =>
  desktop.main(async ({ BrowserWindow }) => {
    const asked = { requestingUrl: 'app://ventanilla/', isMainFrame: true }
    const windows = BrowserWindow.getAllWindows().filter((one) => one.isVisible())
    return Promise.all(
      windows.map(async ({ webContents: { session } }) => {
        const rights = [
          session.isPersistent(),
          await session.requestPermission('media', asked),
          session.checkPermission('geolocation', 'app://ventanilla', asked),
          session.mayUseDevice(),
          (await session.requestDisplayMedia()) !== 'refused',
          session.listenerCount('will-download') !== 1,
          await session.request('https://example.com/').then(
            () => true,
            () => false,
          ),
          !(await session.request('app://ventanilla/').then(({ ok }) => ok)),
        ]
        return rights.includes(true) ? rights : 'refused'
      }),
    )
  })
