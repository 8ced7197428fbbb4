import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

/** *Pedido al cliente* on screen: the section is below the fold of the page. */
const section = async (page: Page) => {
  const title = page.getByRole('heading', { name: 'Pedido al cliente', exact: true })
  await title.waitFor()
  await title.evaluate((element) => element.scrollIntoView())
}
const openAsk = async (page: Page) => {
  await section(page)
  await page.getByRole('button', { name: 'Pedir…' }).click()
  await page.locator('dialog[open]').getByLabel('Para cuándo').waitFor()
}

/** States of the requests to clients. */
export const CLIENT_REQUEST_STATES: readonly State[] = [
  { name: 'requests', ready: words('Lozano Ocasión'), narrow: true },
  { name: 'requests-hidden', ready: words('Cliente oculto') },
  { name: 'requests-none', ready: heading('Hoy no hay a quién reclamar') },
  { name: 'requests-later', ready: heading('Hoy no hay a quién reclamar') },
  { name: 'requests-failed', ready: words('No se ha podido leer lo pedido') },
  { name: 'requests-loading', ready: heading('A quién reclamar hoy') },
  { name: 'requests-offline', ready: words('Lozano Ocasión') },
  {
    name: 'requests-message',
    scene: 'requests',
    ready: words('Lozano Ocasión'),
    narrow: true,
    does: async (page) => {
      await page.getByRole('button', { name: 'Preparar el mensaje para Lozano' }).click()
      await page.locator('dialog[open]').getByText('Te recordamos').waitFor()
    },
  },
  { name: 'requests-section', ready: section, does: section, narrow: true },
  { name: 'requests-section-empty', ready: section, does: section },
  {
    name: 'requests-section-ended',
    scene: 'requests-section',
    ready: section,
    does: async (page) => {
      await section(page)
      await page.getByText('1 cosa que ya llegó').click()
    },
  },
  { name: 'requests-ask', scene: 'requests-section', ready: section, does: openAsk, narrow: true },
  {
    name: 'requests-ask-nothing',
    scene: 'requests-section',
    ready: section,
    does: async (page) => {
      await openAsk(page)
      for (const box of await page.locator('dialog[open] input[type=checkbox]').all()) await box.uncheck()
      await page.locator('dialog[open]').getByRole('button', { name: 'Apuntar', exact: true }).click()
      await words('Elige o escribe')(page)
    },
  },
  {
    name: 'requests-change',
    scene: 'requests-section',
    ready: section,
    does: async (page) => {
      await section(page)
      await page.getByRole('button', { name: 'Más: Mandato firmado' }).click()
      await page.getByRole('menuitem', { name: 'Cambiar fechas' }).click()
      await page.locator('dialog[open]').getByLabel('Para cuándo').waitFor()
    },
  },
]
