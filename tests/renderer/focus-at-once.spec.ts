import { expect, type Page, test } from './seeded-test.ts'
import { hold, open, releaseAll } from './actions.ts'
import { button, incident } from './procedure-actions.ts'
import { documents } from './states-documents.ts'

/** Name of what has the focus, or its row, in the same turn of the event loop as a press: the next key may follow at once. */
const focusedAfter = (page: Page, press: 'click' | 'Enter' | 'Escape' | 'ArrowDown') =>
  page.evaluate((given) => {
    const here = document.activeElement as HTMLElement
    if (given === 'click') here.click()
    else here.dispatchEvent(new KeyboardEvent('keydown', { key: given, bubbles: true, cancelable: true }))
    const now = document.activeElement as HTMLElement
    return (
      now.dataset['row'] ?? now.ariaLabel ?? (now as HTMLInputElement).labels?.[0]?.textContent ?? now.tagName
    )
  }, press)

test('a label given up leaves the focus on its button at once', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Añadir etiqueta').click()
  await expect(page.getByLabel('Etiqueta nueva')).toBeFocused()
  expect(await focusedAfter(page, 'Escape')).toBe('Añadir etiqueta')
})

test('a label that is saved late takes no focus from where the user has gone', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Añadir etiqueta').click()
  await page.getByLabel('Etiqueta nueva').fill('Torrent')
  await hold(page, 'cases.label')
  await page.keyboard.press('Enter')
  const elsewhere = button(page, 'Actualizar')
  await elsewhere.focus()
  await releaseAll(page)
  await expect(page.locator('.label-chip').last()).toHaveText('Torrent')
  await expect(page.getByLabel('Etiqueta nueva')).toHaveCount(0)
  await expect(elsewhere).toBeFocused()
})

test('a typed document type leaves the focus on its button at once', async ({ page }) => {
  await open(page, 'documents')
  await documents(page)
  const type = page.locator('.document-type__button').first()
  await type.click()
  await page.getByRole('menuitem', { name: 'Escribir otro…' }).press('Enter')
  await page.getByLabel(/^Otro tipo para/).fill('poder')
  expect(await focusedAfter(page, 'Enter')).toMatch(/^Tipo de DNI_vendedor/)
})

test('the field that links a signature has the focus at once', async ({ page }) => {
  await open(page, 'signature-expired')
  await button(page, 'Enlazar').focus()
  expect(await focusedAfter(page, 'click')).toBe('Enlazar con un expediente')
})

test('what is said of an incident and answered late takes no focus from where the user has gone', async ({
  page,
}) => {
  await open(page, 'file-page')
  await button(page, /^Subir y resolver: .*IVTM/).press('Enter')
  await hold(page, 'attachments.solve')
  await button(page, 'Marcar como resuelta sin documento').press('Enter')
  const elsewhere = button(page, 'Añadir etiqueta')
  await elsewhere.focus()
  await releaseAll(page)
  await expect(incident(page, 'IVTM').getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await expect(elsewhere).toBeFocused()
})

test('a draft that is discarded late takes no focus from the row where the user has gone', async ({
  page,
}) => {
  await open(page, 'drafts')
  const rows = page.locator('[data-draft] .row')
  await rows.first().focus()
  await hold(page, 'procedures.draft-discard')
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  const second = await page.locator('[data-draft]').nth(1).getAttribute('data-draft')
  await releaseAll(page)
  await expect(button(page, 'Deshacer')).toBeVisible()
  await expect(page.locator('[data-draft]')).toHaveCount(3)
  await expect(page.locator(`[data-draft="${second}"] .row`)).toBeFocused()
})

test('the row that an arrow goes to has the focus before a dialog can be opened on it', async ({ page }) => {
  await open(page, 'plate-list-done')
  await page.getByRole('searchbox').press('ArrowDown')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  expect(await focusedAfter(page, 'ArrowDown')).toBe('1')
})

test('a double click on the button of a dialog leaves the focus in its first field', async ({ page }) => {
  await open(page, 'contacts')
  await page.getByRole('main').getByRole('button', { name: 'Añadir', exact: true }).dblclick()
  const first = page.getByRole('dialog').locator('input').first()
  await expect(first).toBeFocused()
  await first.fill('12345678Z')
  // Inside it a double click chooses a word, as everywhere.
  await first.dblclick()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('12345678Z')
})
