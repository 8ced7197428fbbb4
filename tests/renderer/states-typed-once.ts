import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const typeVega = async (page: Page) => {
  await press('3. Partes')(page)
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await words('De su expediente 1234 BCD')(page)
}
const otherName = async (page: Page) => {
  await press('3. Partes')(page)
  await page.getByLabel('Transmitente').nth(1).fill('Persona 2')
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await page.keyboard.press('Tab')
  await words('Aquí pone')(page)
}
const dialog = (page: Page) => page.locator('dialog[open]').waitFor()

/** States of what is not typed twice. */
export const TYPED_ONCE_STATES: readonly State[] = [
  { name: 'wizard-known', ready: heading(/./), does: typeVega, narrow: true },
  { name: 'wizard-known-differs', scene: 'wizard-known', ready: heading(/./), does: otherName, narrow: true },
  {
    name: 'wizard-known-page',
    ready: heading('Partes'),
    does: async (page) => {
      await page.getByLabel('NIF del transmitente').fill('B12345674')
      await words('De su expediente 1234 BCD')(page)
    },
  },
  {
    name: 'wizard-remembered',
    scene: 'wizard-known',
    ready: heading(/./),
    does: async (page) => {
      await press('2. Operación')(page)
      await words('Recordado de la última vez')(page)
    },
  },
  {
    name: 'wizard-template',
    ready: heading(/./),
    narrow: true,
    does: async (page) => {
      await press('3. Partes')(page)
      await page.getByLabel('NIF del transmitente').fill('B12345674')
      await words('Hay una plantilla de este cliente')(page)
    },
  },
  {
    name: 'wizard-save-template',
    scene: 'wizard-review',
    ready: heading(/./),
    does: async (page) => {
      await press('Guardar como plantilla…')(page)
      await dialog(page)
    },
    narrow: true,
  },
  {
    name: 'signing-known',
    ready: words('Comprobaciones'),
    narrow: true,
    does: async (page) => {
      await page.getByRole('combobox', { name: 'DNI, NIE o NIF' }).fill('B12345674')
      await words('Han firmado varios por esta empresa')(page)
    },
  },
  { name: 'templates', ready: words('Ocasión Vega, venta'), narrow: true },
  { name: 'templates-empty', ready: heading('Todavía no hay plantillas'), narrow: true },
  { name: 'templates-loading', ready: heading('Plantillas') },
  { name: 'templates-failed', ready: words('No se han podido leer las plantillas') },
  {
    name: 'templates-edit',
    scene: 'templates',
    ready: words('Autos Lozano'),
    does: async (page) => {
      await press('Cambiar la plantilla Autos Lozano')(page)
      await dialog(page)
    },
  },
  {
    name: 'templates-remove',
    scene: 'templates',
    ready: words('Autos Lozano'),
    does: async (page) => {
      await press('Borrar la plantilla Autos Lozano')(page)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'new-menu-templates',
    scene: 'procedures-templates',
    ready: (page) => page.getByRole('grid').waitFor(),
    does: async (page) => {
      await page.keyboard.press('n')
      await page.getByRole('menuitem', { name: /Ocasión Vega/ }).waitFor()
    },
    narrow: true,
  },
  {
    name: 'settings-remembered',
    ready: heading('Ajustes'),
    does: async (page) => {
      await page.getByPlaceholder('Buscar un ajuste').fill('recordar')
      await words('marta@gestoriaribera.example')(page)
    },
  },
]
