import { expect, type Page } from '@playwright/test'
import { confirmByKeyboard } from '#tests/renderer/actions.ts'
import { typeIn } from './procedure-fixture.ts'

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
export const bar = (page: Page) => page.getByRole('region', { name: /^Formación: / })
/** Waits for a step: what is done while it is being prepared does not count. */
export async function step(page: Page, name: string): Promise<void> {
  await expect(bar(page).getByRole('heading', { level: 3 })).toHaveText(name)
  await expect(bar(page).getByText('Preparando este paso…')).toHaveCount(0)
}

/** Presses a key until the focus is on the named element. */
export async function until(
  page: Page,
  key: string,
  name: string | RegExp,
  role: 'button' | 'combobox' | 'textbox' = 'button',
) {
  const wanted = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 80; presses += 1) {
    if (
      (await wanted.count()) > 0 &&
      (await wanted.evaluate((element) => element === document.activeElement))
    )
      return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} is not reached with ${key}`)
}
/** Goes to the bar, and there to a button. */
export async function inBar(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 8; presses += 1) {
    if (await bar(page).evaluate((element) => element.contains(document.activeElement))) break
    await page.keyboard.press('F6')
  }
  if (!(await bar(page).getByRole('button', { name }).first().isVisible())) await unfold(page)
  await until(page, 'Tab', name)
  await page.keyboard.press('Enter')
}

/** Unfolds the bar, from inside it. */
async function unfold(page: Page) {
  await until(page, 'Tab', 'Desplegar')
  await page.keyboard.press('Enter')
}

/** Solves the incident of the procedure that is open with the sample that the step offers. */
export async function solveWith(page: Page, sample: RegExp): Promise<void> {
  await until(page, 'Tab', /^Subir y resolver/)
  await page.keyboard.press('Enter')
  await inBar(page, sample)
  await until(page, 'Tab', 'Subir y marcar como resuelta')
  await page.keyboard.press('Enter')
}

export async function lookUp(page: Page, plate: string): Promise<void> {
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(plate)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Veredicto' })).toHaveClass(/verdict--solid/)
}

/** Pays for the complete report of the verdict on screen. */
export async function askComplete(page: Page): Promise<void> {
  await page.keyboard.press('Alt+i')
  await until(page, 'Tab', /^Pedirlo/)
  await page.keyboard.press('Enter')
}

/** Opens a procedure by its plate. */
export async function openCase(page: Page, plate: string): Promise<void> {
  await page.keyboard.press('Control+2')
  // Until the first has come there is nothing to search in, and no field.
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Buscar en Expedientes' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(plate)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('.state-chip')).toBeVisible()
}

/** Fills in the rest of a transfer that was begun from a verdict, up to its documents. */
export async function toDocuments(page: Page): Promise<void> {
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  await typeIn(page, ['9.400', 'F-12', '20/11/2026', 'marta@gestoriaribera.es', 'Autos Levante'])
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('NIF del transmitente')).toBeFocused()
  await typeIn(page, ['B97123459', 'Autos Levante, S.L.', '12345678Z', 'Nuria Ferrer'])
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Documentos').first()).toBeFocused()
}

/** Adds every sample that the step offers. */
export async function addSamples(page: Page): Promise<void> {
  const documents = page.getByRole('list', { name: 'Documentos de este borrador' })
  for (const name of ['Contrato de compraventa', 'Permiso de circulación', 'Ficha técnica', 'DNI']) {
    await inBar(page, new RegExp(`^Añadir ${name}`))
    await expect(documents).toContainText(name)
  }
}

export async function reviewAndSend(page: Page): Promise<void> {
  await page.keyboard.press('Shift+F6')
  await until(page, 'Tab', /^Siguiente/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
  await page.keyboard.press('Control+Enter')
}

/** Fills in who signs, and sends the request. */
export async function sendToSign(page: Page): Promise<void> {
  await until(page, 'Tab', 'Nombre y apellidos', 'combobox')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Ana Soler')
  await until(page, 'Tab', 'Correo electrónico', 'textbox')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('ana@correo.example')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
  await confirmByKeyboard(page)
}
