import type { ScanFolderSlice, ScannedFile } from '#shared/bridge/scan-folder.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { called, open } from './actions.ts'
import { documents } from './states-documents.ts'

const SCANS = ['dni.pdf', 'contrato.pdf'].map((name, index): ScannedFile => ({
  id: `scan-${index}`,
  name,
  bytes: 320_000,
  at: 1_794_400_000_000 + index,
  isCut: false,
}))
const arrive = (page: Page, files: readonly ScannedFile[], state: ScanFolderSlice['state'] = 'on') =>
  page.evaluate((slice) => window.bridge.setSlice('scans', slice), {
    state,
    files: [...files],
    total: files.length,
  })
const menu = (page: Page) => page.getByRole('button', { name: /^Del escáner/ })
const row = (page: Page, name: string) => page.locator('.draft-document', { hasText: name })
const dismissed = async (page: Page) => (await called(page, 'scans.dismiss')) as { ids: string[] }[]

test.describe('the documents of a draft', () => {
  test.beforeEach(async ({ page }) => {
    await open(page, 'documents-none')
    await documents(page)
  })

  test('no folder, no button', async ({ page }) => {
    await expect(menu(page)).toHaveCount(0)
  })

  test('a file of the menu is added, and offered no more once it is stored', async ({ page }) => {
    await arrive(page, SCANS)
    await menu(page).press('Enter')
    await page.getByRole('menuitem', { name: /^contrato\.pdf/ }).click()
    await expect(row(page, 'contrato.pdf')).toBeVisible()
    await expect(menu(page)).toHaveText('Del escáner (1)')
    expect(await dismissed(page)).toEqual([{ ids: ['scan-1'] }])
  })

  test('all of them at once, however long Enter is held', async ({ page }) => {
    await arrive(page, SCANS)
    await menu(page).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Añadir los 2' })).toBeFocused()
    await page.keyboard.down('Enter')
    for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(page.locator('.draft-document')).toHaveCount(2)
    expect(await called(page, 'procedures.document-add')).toHaveLength(2)
    await expect(menu(page)).toHaveText('Del escáner')
  })

  test('a file that is not there any more is still offered, and the reason is said', async ({ page }) => {
    await arrive(page, SCANS)
    await page.evaluate(
      () => (window.bridge.scene.refuses = { 'scans.file': { code: 'not-found' } as never }),
    )
    await menu(page).press('Enter')
    await page.getByRole('menuitem', { name: /^dni\.pdf/ }).click()
    await expect(page.locator('.toasts')).toContainText('ya no está en la carpeta del escáner')
    await expect(menu(page)).toHaveText('Del escáner (2)')
    expect(await dismissed(page)).toEqual([])
  })

  test('what must not be offered again', async ({ page }) => {
    await arrive(page, SCANS)
    await menu(page).press('Enter')
    await page.getByRole('menuitem', { name: /^No ofrecerlos más/ }).click()
    await expect(menu(page)).toHaveText('Del escáner')
    expect(await dismissed(page)).toEqual([{ ids: ['scan-0', 'scan-1'] }])
  })

  test('a folder that does not answer says so, and leads to its setting', async ({ page }) => {
    await arrive(page, [], 'unreachable')
    await menu(page).press('Enter')
    await page.getByRole('menuitem', { name: /^La carpeta del escáner no responde/ }).click()
    await expect(page.getByRole('textbox', { name: 'Carpeta del escáner' })).toBeInViewport()
  })
})

test('a file that arrives on another step is offered, and added to the draft', async ({ page }) => {
  await open(page, 'documents-none')
  await arrive(page, [])
  await arrive(page, SCANS.slice(0, 1))
  await page.getByRole('button', { name: 'Añadir aquí' }).click()
  await expect.poll(() => called(page, 'procedures.document-add')).toHaveLength(1)
  await expect.poll(() => dismissed(page)).toEqual([{ ids: ['scan-0'] }])
})

test('an open procedure gets it among the documents to attach', async ({ page }) => {
  await open(page, 'file-page')
  await arrive(page, SCANS)
  await menu(page).click()
  await page.getByRole('menuitem', { name: /^dni\.pdf/ }).click()
  await expect(page.locator('.batch-row', { hasText: 'dni.pdf' })).toBeVisible()
  // Nothing was sent yet.
  expect(await dismissed(page)).toEqual([])
})

test('the offer of a file leaves with its page, and a lock does not repeat it', async ({ page }) => {
  const offer = page.getByRole('button', { name: 'Añadir aquí' })
  await open(page, 'documents-none')
  await arrive(page, [])
  await arrive(page, SCANS.slice(0, 1))
  await expect(offer).toBeVisible()
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
  await expect(offer).toHaveCount(0)
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await arrive(page, SCANS.slice(0, 1))
  // A locked window has no files.
  await arrive(page, [], 'off')
  await arrive(page, SCANS.slice(0, 1))
  await expect(offer).toHaveCount(0)
  await arrive(page, SCANS)
  await expect(page.locator('.toasts')).toContainText('contrato.pdf')
})

test('Ajustes says that the folder does not answer, and what to do', async ({ page }) => {
  await open(page, 'settings')
  await arrive(page, [], 'unreachable')
  await expect(
    page.getByText('La carpeta del escáner no responde. Comprueba que existe, y que el disco'),
  ).toBeVisible()
})
