import {
  chromium,
  expect,
  test as base,
  type BrowserContext,
  type CDPSession,
  type Page,
} from '@playwright/test'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import { controlOf } from '#tests/fakes/window-control.ts'
import { chromiumArgs, findChromium } from '../system.ts'
import { ready } from './cases-fixture.ts'

/** The web host as an application that the browser installs, in a full Chromium with a profile of its own. */
interface Installable {
  application: Application
  context: BrowserContext
  /** A tab of it. */
  tab: Page
  /** Installs it, as from the address bar. */
  install(): Promise<void>
  /** Launches it: by its icon, or by a shortcut's address. */
  launch(path?: string): Promise<void>
  badge(): Promise<number>
}

const test = base.extend<{ desk: Installable }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  desk: async ({}, use) => {
    const [data, profile] = [await temporaryDataDir(), await temporaryDataDir()]
    const application = await startApplication(data.path, ['--port=0', '--sample-office'])
    const context = await chromium.launchPersistentContext(profile.path, {
      executablePath: findChromium() ?? '',
      args: [...chromiumArgs, '--enable-devtools-pwa-handler'],
      locale: 'es-ES',
    })
    const tab = await context.newPage()
    await tab.goto(application.entry)
    await ready(tab)
    const session = await context.newCDPSession(tab)
    const browser = await context.browser()?.newBrowserCDPSession()
    if (!browser) throw new Error('no browser')
    const manifestId = `${application.origin}/consulta`
    await use({
      application,
      context,
      tab,
      async install() {
        await pwa(session, 'install', { manifestId })
        // The protocol's own installs open in a tab.
        await pwa(browser, 'changeAppUserSettings', { manifestId, displayMode: 'standalone' })
      },
      launch: async (path) =>
        void (await pwa(browser, 'launch', {
          manifestId,
          ...(path !== undefined && { url: application.origin + path }),
        })),
      badge: async () =>
        (await pwa<{ badgeCount: number }>(browser, 'getOsAppState', { manifestId })).badgeCount,
    })
    await context.close()
    await application.stop()
    await Promise.all([data.remove(), profile.remove()])
  },
})

/** Playwright does not type this part of the protocol. */
const pwa = <T>(session: CDPSession, command: string, args: object): Promise<T> =>
  session.send(`PWA.${command}` as 'Page.enable', args) as unknown as Promise<T>

/** Installs it and launches it, with no tab of it left. @returns its window */
async function openApplication(
  { context, tab, install, launch }: Installable,
  address?: string,
): Promise<Page> {
  await install()
  await tab.close()
  const opened = context.waitForEvent('page')
  await launch(address)
  const page = await opened
  await page.getByRole('link', { name: 'Expedientes' }).waitFor()
  return page
}

const path = (page: Page) => page.evaluate(() => location.pathname)

test('the browser has no objection, and finds its two shortcuts', async ({ desk }) => {
  const session = await desk.context.newCDPSession(desk.tab)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(JSON.parse(data ?? '')).toMatchObject({
    lang: 'es',
    display: 'standalone',
    shortcuts: [
      { name: 'Consulta rápida', url: '/consulta-rapida' },
      { name: 'Novedades', url: '/novedades' },
    ],
  })
})

test('installed, it opens in a window of its own, and its icon says what is unread', async ({ desk }) => {
  const page = await openApplication(desk)
  expect(await path(page)).toBe('/consulta')
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
  const control = await controlOf(desk.application, desk.context)
  const { groups } = await control.call('inbox.groups', { filter: 'unread', order: 'time', limit: 100 })
  expect(groups.length).toBeGreaterThan(1)
  await expect.poll(desk.badge).toBe(groups.length)
  const seqs = groups.slice(1).flatMap(({ rows }) => rows.map(({ seq }) => seq))
  await control.call('inbox.mark', { seqs, state: 'done' })
  await expect.poll(desk.badge).toBeLessThan(groups.length)
})

test('a launch brings the open window to the front, and loads nothing in it', async ({ desk }) => {
  const page = await openApplication(desk)
  const open = desk.context.pages().length
  const field = page.getByRole('textbox', { name: 'Matrícula' })
  await field.fill('12')
  await page.evaluate(() => Object.assign(window, { same: true }))
  await desk.launch()
  await desk.launch('/novedades')
  await expect.poll(() => path(page)).toBe('/novedades')
  expect(desk.context.pages()).toHaveLength(open)
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  await page.goBack()
  await expect(field).toHaveValue('12')
})

test('a launch is not repeated by loading its window again', async ({ desk }) => {
  const page = await openApplication(desk, '/novedades')
  for (const again of [false, true]) {
    if (again) await desk.launch('/novedades')
    await expect.poll(() => path(page)).toBe('/novedades')
    await page.getByRole('link', { name: 'Expedientes' }).click()
    await page.reload()
    await page.getByRole('link', { name: 'Expedientes' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(await path(page)).toBe('/expedientes')
  }
})

test('a launch leaves an open dialog where it is', async ({ desk }) => {
  const page = await openApplication(desk)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('no')
  await desk.launch('/novedades')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await path(page)).toBe('/consulta')
})

test('its title bar has the colour of the theme, the system’s or the user’s own', async ({ desk }) => {
  const { tab } = desk
  const colour = () =>
    tab.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      const bar = metas.find(({ media }) => matchMedia(media).matches)?.content ?? ''
      const probe = document.createElement('i')
      document.body.append(probe)
      probe.style.setProperty('color', 'var(--bg-window)')
      const window = getComputedStyle(probe).color
      probe.style.setProperty('color', bar)
      const same = getComputedStyle(probe).color === window
      probe.remove()
      return { bar, same }
    })
  const control = await controlOf(desk.application, desk.context)
  const [light, dark] = ['#eef0f3', '#0d1014']
  for (const [system, theme, bar] of [
    ['light', 'system', light],
    ['dark', 'system', dark],
    ['dark', 'light', light],
    ['light', 'dark', dark],
  ] as const) {
    await tab.emulateMedia({ colorScheme: system })
    await control.call('settings.update', { theme })
    await expect.poll(colour).toEqual({ bar, same: true })
  }
})
