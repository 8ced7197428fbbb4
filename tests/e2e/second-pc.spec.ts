import { expect, type Page } from '@playwright/test'
import { expectAccessible, picture } from './accessible.ts'
import { test } from './demonstration-test.ts'
import { openAllCases, ready } from './procedure-fixture.ts'

/** Opens the first procedure of the list, which both PCs have. */
async function openCase(page: Page, plate?: string): Promise<string> {
  await openAllCases(page)
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('img', { name: plate ?? /^Matrícula/ }) })
    .first()
  const name = await row.getByRole('img', { name: /^Matrícula/ }).getAttribute('aria-label')
  await row.click()
  await expect(noteField(page)).toBeVisible()
  return name ?? ''
}
const noteField = (page: Page) => page.getByRole('textbox', { name: 'Nota', exact: true })

test('the second PC opens in another window, and a note travels each way', async ({
  page,
  context,
  start,
}) => {
  await page.goto((await start()).entry)
  await ready(page)
  await page.getByRole('link', { name: 'Ajustes' }).click()
  const opened = context.waitForEvent('page', { timeout: 0 })
  await page.getByRole('button', { name: 'Añadir otro puesto' }).press('Enter')
  const other = await opened
  await ready(other)
  await expect(other.getByRole('button', { name: /^Cuenta en uso: Puesto de Luis/ })).toBeVisible()
  await expectAccessible(other)

  const plate = await openCase(page)
  await openCase(other, plate)
  await noteField(page).fill('Ha llamado el comprador')
  await noteField(page).press('Control+Enter')
  await expect(other.getByText('Ha llamado el comprador')).toBeVisible()
  await noteField(other).fill('Ya le he contestado')
  await noteField(other).press('Control+Enter')
  await expect(page.getByText('Ya le he contestado')).toBeVisible()
  await picture(other, 'second-pc/note')
})
