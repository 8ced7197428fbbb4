import { readFile } from 'node:fs/promises'
import { hold, open, release, settled } from './actions.ts'
import { expect, test } from './seeded-test.ts'
import { command } from './training-page.ts'
import { aboutSection, licences, openLicences, toAbout } from './states-about.ts'

test('what is copied for support says what runs, and not who uses it', async ({ page }) => {
  await open(page, 'settings')
  await toAbout(page)
  await expect(aboutSection(page).getByText('/home/ana/.local/share/ventanilla')).toBeVisible()
  await aboutSection(page).getByRole('button', { name: 'Copiar estos datos' }).click()
  await expect(page.getByText('Datos copiados.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Versión: 0.1.0\n')
  expect(copied).toContain('Edición: Ligera, en el navegador\nInstalada: Con el paquete .deb\n')
  expect(copied).toContain('Node.js: 24.21.0\n')
  expect(copied).toContain('Carpeta de datos: ~/.local/share/ventanilla\n')
  expect(copied).not.toContain('home')
})

test('a licence is found and read with the keyboard, and the focus comes back', async ({ page }) => {
  await open(page, 'settings')
  await openLicences(page)
  await licences(page).getByRole('button', { name: /^zod/ }).waitFor()
  await licences(page).getByRole('searchbox').focus()
  await page.keyboard.type('sqlite')
  await expect(licences(page).getByText('3 componentes')).toBeVisible()
  await page.keyboard.press('Tab')
  // The list itself, which scrolls.
  await page.keyboard.press('Tab')
  await expect(licences(page).getByRole('button', { name: /^better-sqlite3/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const text = licences(page).getByRole('group', { name: /^Texto de la licencia de better-sqlite3/ })
  await expect(text).toContainText('Permission is hereby granted, free of charge')
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(licences(page)).toHaveCount(0)
  await expect(aboutSection(page).getByRole('button', { name: 'Ver las licencias' })).toBeFocused()
})

test('each edition lists its own', async ({ page }) => {
  const row = (name: RegExp) => licences(page).getByRole('button', { name })
  await open(page, 'settings')
  await openLicences(page)
  await row(/^Node\.js 24/).click()
  await expect(licences(page).getByText('OpenSSL, located at deps/openssl')).toBeVisible()
  await expect(row(/^Electron /)).toHaveCount(0)
  await open(page, 'about-desktop')
  await openLicences(page)
  await row(/^Electron /).click()
  await expect(licences(page).getByText('LICENSES.chromium.html')).toBeVisible()
  // Of its native host.
  await expect(row(/^Node\.js/)).toHaveCount(1)
})

test('what was not read is read again at the next try', async ({ page }) => {
  await page.route('**/licences/notices.json', (route) => route.abort(), { times: 1 })
  await open(page, 'settings')
  await openLicences(page)
  await expect(licences(page).getByRole('alert')).toContainText('No se han podido leer las licencias.')
  await licences(page).getByRole('button', { name: 'Volver a intentarlo' }).click()
  await expect(licences(page).getByRole('button', { name: /^zod/ })).toBeVisible()
  await expect(licences(page).getByRole('alert')).toHaveCount(0)
})

test('what runs here is asked for again where it was not answered', async ({ page }) => {
  await open(page, 'settings')
  await page.keyboard.press('Control+1')
  await page.getByRole('heading', { name: 'Consulta', level: 1 }).waitFor()
  await hold(page, 'about.read')
  await command(page, 'licencias', 'Acerca de Ventanilla')
  await expect(page.getByRole('heading', { name: 'Acerca de', exact: true })).toBeFocused()
  await page.evaluate(() => window.bridge.setLink('lost'))
  await release(page)
  await expect(aboutSection(page).getByRole('alert')).toBeVisible()
  await hold(page)
  await page.evaluate(() => window.bridge.setLink('connected'))
  await aboutSection(page).getByRole('button', { name: 'Volver a intentarlo' }).click()
  await expect(aboutSection(page).getByText('Node.js')).toBeVisible()
  await expect(aboutSection(page).getByRole('alert')).toHaveCount(0)
})

test('the list of components is saved as a file, and a failure is said', async ({ page }) => {
  await open(page, 'settings')
  await toAbout(page)
  const save = aboutSection(page).getByRole('button', { name: 'Guardar la lista' })
  const coming = page.waitForEvent('download')
  await save.click()
  const saved = await coming
  expect(saved.suggestedFilename()).toBe('ventanilla-0.1.0.cdx.json')
  const sbom = JSON.parse(await readFile(await saved.path(), 'utf8')) as {
    specVersion: string
    components: []
  }
  expect(sbom.specVersion).toBe('1.6')
  expect(sbom.components.length).toBeGreaterThan(20)
  await expect(page.getByText('Lista de componentes guardada')).toBeVisible()
  await page.route('**/licences/*.cdx.json', (route) => route.abort(), { times: 1 })
  await save.click()
  await expect(page.getByText('No se ha podido leer la lista de componentes.')).toBeVisible()
})

test('it is found by the search of Ajustes and by the palette', async ({ page }) => {
  await open(page, 'settings')
  await page.keyboard.press('/')
  await page.keyboard.type('sbom')
  await expect(aboutSection(page).getByText('Lista de componentes (SBOM)')).toBeVisible()
  await expect(aboutSection(page).getByText('Licencias de terceros')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  await page.getByRole('heading', { name: 'Consulta', level: 1 }).waitFor()
  // Before the core has said what runs.
  await hold(page, 'about.read')
  await command(page, 'licencias', 'Acerca de Ventanilla')
  await expect(page.getByRole('heading', { name: 'Acerca de', exact: true })).toBeFocused()
  await release(page)
  await expect(aboutSection(page).getByText('Node.js')).toBeVisible()
  await settled(page)
})
