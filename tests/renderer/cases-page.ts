import type { Page } from '@playwright/test'
import { called, open } from './actions.ts'

/** Locators and actions of Expedientes. */

export const row = (page: Page, index: number) => page.locator(`[data-row="${index}"]`)
export const plateRow = (page: Page, plate: string) =>
  page.getByRole('row').filter({ has: page.getByLabel(plate) })
export const bar = (page: Page) => page.getByRole('toolbar', { name: 'Elegidos' })
export const toast = (page: Page) => page.locator('.toast')
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar en Expedientes' })
export const foot = (page: Page) => page.locator('.list-foot [role="status"]')
export const last = async (page: Page, name: string) => (await called(page, name)).at(-1)
export const plates = (page: Page) =>
  page
    .locator('.data-table__row .case__cell--plate')
    .evaluateAll((cells) =>
      cells.map((cell) => cell.querySelector('[role="img"]')?.getAttribute('aria-label') ?? cell.textContent),
    )

export async function openCases(page: Page, state = 'cases') {
  await open(page, state)
  await row(page, 0).getByRole('gridcell').first().waitFor()
}

/** Opens «Añadir por ID o enlace»: a button in Firmas and in an empty list, or else in the menu of Expedientes. */
export async function pressAdd(page: Page) {
  const name = 'Añadir por ID o enlace'
  const button = page.getByRole('button', { name })
  if ((await button.count()) > 0) return button.click()
  await page.getByRole('button', { name: 'Opciones de la vista' }).click()
  await page.getByRole('menuitem', { name }).click()
}
