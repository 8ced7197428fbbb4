import type { Page } from '@playwright/test'
import { called, open, settled, goBack } from './actions.ts'
import { NOW } from './harness/scene-base.ts'
import { expect, test } from './seeded-test.ts'

const day = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 })
const entry = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Días' }).getByRole('button', { name })
const overdue = (page: Page) => page.getByRole('complementary', { name: 'Vencidos' })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
  await settled(page)
}

test('by keyboard alone: days with the arrows, weeks with the pages, today with t, an entry with Enter', async ({
  page,
}) => {
  await open(page, 'deadlines')
  await expect(page.getByText('16–22 de noviembre de 2026')).toBeVisible()
  await press(page, 'ArrowRight')
  await expect(day(page, 'sábado 21')).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(entry(page, /7702 MBS, .*plazo del adquirente/)).toBeFocused()
  await press(page, 'ArrowDown', 'j')
  await expect(entry(page, /incidencia: documento ilegible.*09:00.*mañana/)).toBeFocused()
  await press(page, 'ArrowUp', 'k')
  await expect(entry(page, /7702 MBS/)).toBeFocused()

  await press(page, 'PageDown')
  await expect(day(page, 'sábado 28')).toBeFocused()
  await expect(page.getByText('23–29 de noviembre de 2026')).toBeVisible()
  await press(page, 'ArrowRight', 'ArrowRight')
  await expect(day(page, 'lunes 30')).toBeFocused()
  await press(page, 't')
  await expect(day(page, 'viernes 20 hoy')).toBeFocused()
  await press(page, 'PageUp')
  await expect(page.getByText('9–15 de noviembre de 2026')).toBeVisible()

  await press(page, 't', 'ArrowDown', 'Enter')
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toMatchObject({ id: 'prc_4' })
  await goBack(page)
  await settled(page)
  // Back where it was opened.
  await expect(entry(page, /4106 HPR/)).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Expedientes' })).toBeVisible()
})

test('a held arrow only moves, and the arrows choose among Semana and Día where they have the focus', async ({
  page,
}) => {
  await open(page, 'deadlines')
  for (let times = 0; times < 5; times++) await page.keyboard.down('ArrowRight')
  await page.keyboard.up('ArrowRight')
  await settled(page)
  await expect(day(page, 'miércoles 25')).toBeFocused()
  await page.getByRole('radio', { name: 'Semana' }).focus()
  await press(page, 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Día' })).toBeChecked()
  await expect(page.getByText('miércoles 25 de noviembre de 2026')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'miércoles 25' })).toBeVisible()
})

test('by mouse alone: the day, the week after, today, and a file from what is past', async ({ page }) => {
  await open(page, 'deadlines')
  await page.getByRole('radio', { name: 'Día' }).check()
  await expect(entry(page, /4106 HPR/)).toBeVisible()
  await expect(entry(page, /.*/)).toHaveCount(2)
  await page.getByRole('button', { name: 'Día siguiente' }).click()
  await expect(entry(page, /.*/)).toHaveCount(3)
  await page.getByRole('button', { name: 'Hoy' }).click()
  await expect(entry(page, /.*/)).toHaveCount(2)
  await page.getByRole('radio', { name: 'Semana' }).check()
  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  await expect(page.getByText('23–29 de noviembre de 2026')).toBeVisible()
  await overdue(page)
    .getByRole('button', { name: /hace 655 días/ })
    .click()
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toMatchObject({ id: 'prc_0' })
})

test('what is past is apart, the latest first, and says how much more there is', async ({ page }) => {
  await open(page, 'deadlines')
  // Among the earlier terms of the same files.
  await expect(overdue(page).getByRole('button')).toContainText([
    /vencido ayer/,
    /vencido hace 8 días/,
    /vencido hace 40 días/,
    /vencido hace 655 días/,
  ])
  await expect(overdue(page).getByRole('heading')).toHaveText('Vencidos')
  await open(page, 'deadlines-many')
  await expect(overdue(page).getByText(/^y \d+ más/)).toBeVisible()
})

test('names are hidden as in the lists, on screen and on paper', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await open(page, 'deadlines-private')
  const words = () => page.evaluate(() => document.body.textContent)
  expect(await words()).not.toMatch(/Nuria|Lozano|Vidal|Ribera Talleres/)
  await page.keyboard.press('ControlOrMeta+p')
  const sheet = page.locator('.print-sheet')
  await expect(sheet).toContainText('Plazos · 16–22 de noviembre de 2026')
  expect(await words()).not.toMatch(/Nuria|Lozano|Vidal/)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
})

test('printed black on white, with what is past first and every day of the week', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await open(page, 'deadlines')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const sheet = page.locator('.print-sheet')
  await expect(sheet.locator('tbody')).toHaveCount(8)
  await expect(sheet.locator('tbody').first()).toContainText('Vencidos')
  await expect(sheet.locator('tbody').first()).toContainText('hace 655 días')
  await expect(sheet).toContainText('Nuria Ferrer Castell')
  await expect(page.locator('.frame')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

test('the calendar file is turned on with a folder, told where it is, and turned off', async ({ page }) => {
  await open(page, 'deadlines')
  await page.getByRole('button', { name: 'En tu calendario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plazos en tu calendario' })
  await expect(dialog.getByText('nunca nombres')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Apagar' })).toHaveCount(0)
  await expect(dialog.getByLabel('Carpeta')).toBeFocused()
  await page.keyboard.type('plazos')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('ruta entera')).toBeVisible()
  expect(await called(page, 'deadlines.publish')).toEqual([])
  await dialog.getByLabel('Carpeta').fill('/home/marta/prohibida')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No se puede escribir el calendario en esa carpeta.')).toBeVisible()
  await dialog.getByLabel('Carpeta').fill('/home/marta/Calendario')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Calendario activado')).toBeVisible()
  await page.getByRole('button', { name: 'En tu calendario' }).click()
  await expect(dialog.getByText('/home/marta/Calendario/ventanilla-plazos-2a97516c.ics')).toBeVisible()
  await dialog.getByRole('button', { name: 'Apagar y borrar el archivo' }).click()
  await expect(page.getByText('Calendario apagado y archivo borrado')).toBeVisible()
})

test('days without entries say so, and lead to the next that has one; only an office without any has none yet', async ({
  page,
}) => {
  await open(page, 'deadlines')
  await page.getByRole('radio', { name: 'Día' }).check()
  await day(page, 'viernes 20 hoy').waitFor()
  for (let times = 0; times < 4; times++) await page.getByRole('button', { name: 'Día siguiente' }).click()
  await expect(page.getByText('Ningún plazo este día.')).toBeVisible()
  await page.getByRole('button', { name: 'Ir al próximo: miércoles 25 de noviembre de 2026' }).click()
  await expect(day(page, 'miércoles 25')).toBeFocused()
  await page.getByRole('radio', { name: 'Semana' }).check()
  for (let times = 0; times < 3; times++) await press(page, 'PageDown')
  await expect(page.getByText('Ningún plazo esta semana.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ir al próximo/ })).toHaveCount(0)
  await expect(page.getByText('Aún no hay plazos')).toHaveCount(0)
  await open(page, 'deadlines-empty')
  await expect(page.getByText('Aún no hay plazos')).toBeVisible()
})

test('when the day ends, what ended on it is past', async ({ page }) => {
  await open(page, 'deadlines')
  await expect(entry(page, /4106 HPR.*hoy/)).toBeVisible()
  await page.evaluate((at) => window.setNow(at), NOW + 86_400_000)
  await expect(entry(page, /4106 HPR.*ayer/)).toBeVisible()
  await expect(day(page, 'sábado 21 hoy')).toBeVisible()
})

test('an entry says whose it is before what it is, whole at every width', async ({ page }) => {
  await open(page, 'deadlines')
  const [first, last] = [entry(page, /4106 HPR/), page.locator('.overdue [data-deadline]').first()]
  for (const width of [1280, 1024, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const one of [first, last])
      expect(
        await one.evaluate((row) =>
          [row, ...row.querySelectorAll('*')].some(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
          ),
        ),
      ).toBe(false)
  }
  await expect(first).toHaveText(
    /Mercedes-Benz Clase A 180 d · Talleres Ribera.*Plazo del adquirente · Transferencia/s,
  )
})

test('names hidden from another window go from this one, and come back', async ({ page }) => {
  await open(page, 'deadlines')
  const hide = (hideNames: boolean) =>
    page.evaluate((to) => {
      const { slices } = window.bridge.scene
      window.bridge.setSlice('settings', { ...slices.settings, hideNames: to })
    }, hideNames)
  const names = page.getByText(/Nuria Ferrer Castell/)
  await expect(names.first()).toBeVisible()
  await hide(true)
  await expect(names).toHaveCount(0)
  await hide(false)
  await expect(names.first()).toBeVisible()
})

test('a calendar file that cannot be written says so on the page, and leads to where it is mended', async ({
  page,
}) => {
  await open(page, 'deadlines-file-failed')
  const notice = page
    .getByRole('note')
    .filter({ hasText: 'no se puede escribir en /home/marta/Documentos/Calendario' })
  await notice.getByRole('button', { name: 'Ver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plazos en tu calendario' })
  await expect(dialog.getByText('No se ha podido escribir la última vez')).toBeVisible()
  await dialog.getByRole('button', { name: 'Apagar y borrar el archivo' }).click()
  await expect(page.getByText('Calendario apagado y archivo borrado')).toBeVisible()
})
