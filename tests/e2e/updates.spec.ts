import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import {
  builtVersion,
  startInstalled,
  type InstalledApplication,
} from '#tests/fakes/installed-application.ts'
import { publish } from '#tests/fakes/installed-versions.ts'
import { startUpdateServer, type UpdateServerFixture } from '#tests/fakes/update-server.ts'

const test = base.extend<{ web: UpdateServerFixture; installed: InstalledApplication }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  web: async ({}, use) => {
    const web = await startUpdateServer()
    await use(web)
    await web.close()
  },
  installed: async ({ web }, use) => {
    const installed = await startInstalled('0.1.0', web.url)
    await use(installed)
    await installed.remove()
  },
})

const section = (page: Page) => page.getByRole('region', { name: 'Actualizaciones' })
const button = (page: Page, name: string) => section(page).getByRole('button', { name })
const choose = (page: Page, mode: string) => section(page).getByRole('radio', { name: mode }).check()
const running = (page: Page, version: string) => section(page).getByText(`Ventanilla ${version}`)

async function openUpdates(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await page.getByRole('link', { name: 'Actualizaciones' }).click()
}

/** Finds, downloads and checks the version that was published. */
async function fetchNew(page: Page, version: string): Promise<void> {
  await button(page, 'Buscar ahora').click()
  await expect(section(page).getByText(`Versión ${version}`)).toBeVisible()
  await button(page, 'Descargar').click()
  await expect(button(page, 'Reiniciar ahora')).toBeVisible()
}

const version = async (installed: InstalledApplication, name: string) =>
  (await readFile(join(installed.installDir, name), 'utf8').catch(() => '')).trim()

test('a new version takes over from both windows; one that does not start is undone', async ({
  context,
  page,
  web,
  installed,
}) => {
  await page.goto(installed.entry)
  await openUpdates(page)
  await expect(running(page, '0.1.0')).toBeVisible()
  // By itself it looks half a minute after each start, which may be before or after a press.
  await choose(page, 'Preguntar')
  const other = await context.newPage()
  await other.goto(`${installed.origin}/ajustes`)
  await expect(running(other, '0.1.0')).toBeVisible()

  await publish(web, '0.2.0', { entries: await builtVersion('0.2.0', web.url), releaseNotes: '- Más rápida' })
  await fetchNew(page, '0.2.0')
  await expect(section(other).getByText('Más rápida')).toBeVisible()
  expect(await version(installed, 'current')).toBe('0.1.0')
  await button(other, 'Reiniciar ahora').click()
  for (const window of [page, other]) await expect(running(window, '0.2.0')).toBeVisible()
  await expect.poll(() => version(installed, 'trial')).toBe('')
  expect(await version(installed, 'current')).toBe('0.2.0')
  expect(await version(installed, 'previous')).toBe('0.1.0')

  await publish(web, '0.3.0', { entries: await builtVersion('0.3.0', web.url, 'process.exit(3)') })
  await openUpdates(page)
  await fetchNew(page, '0.3.0')
  await button(page, 'Reiniciar ahora').click()
  for (const window of [page, other])
    await expect(window.getByText('La versión 0.3.0 no arrancó.')).toBeVisible()
  await expect(running(page, '0.2.0')).toBeVisible()
  // It is offered, and not taken by itself.
  await button(page, 'Entendido').click()
  await choose(page, 'Automáticas')
  await expect(button(page, 'Descargar')).toBeVisible()
  await expect.poll(() => readdir(join(installed.installDir, 'versions'))).toEqual(['0.2.0'])
})
