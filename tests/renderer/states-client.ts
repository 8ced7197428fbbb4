import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const openMessage = async (page: Page) => {
  await page.keyboard.press('w')
  await page.getByRole('dialog').getByText('Mensaje para el cliente').waitFor()
}
const whole = async (page: Page) => {
  await openMessage(page)
  await button(page, 'Mostrar nombres').click()
}
const message = (name: string, does = openMessage, rest: Partial<State> = {}): State => ({
  name,
  ready: heading('Actividad'),
  does,
  ...rest,
})
const toTexts = async (page: Page) => {
  await page
    .getByRole('navigation', { name: 'Secciones de Ajustes' })
    .getByRole('link', { name: 'Textos' })
    .click()
}
const edit = (name: string, typed?: string) => async (page: Page) => {
  await toTexts(page)
  await button(page, `Cambiar el texto de ${name}`).click()
  if (typed !== undefined) await page.getByRole('textbox', { name: /^Texto/ }).fill(typed)
}
const texts = (
  name: string,
  does: (page: Page) => Promise<void> = toTexts,
  rest: Partial<State> = {},
): State => ({
  name,
  scene: 'client-texts',
  ready: heading('Textos'),
  does,
  ...rest,
})

/** Chooses a file of checklists. */
export const importChecklists = (page: Page, lists: unknown) =>
  page.locator('[data-section="checklists"] input[type=file]').setInputFiles({
    name: 'listas.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'ventanilla-checklists', version: 1, lists })),
  })
const toChecklists = async (page: Page) => {
  await page
    .getByRole('navigation', { name: 'Secciones de Ajustes' })
    .getByRole('link', { name: 'Documentos por caso' })
    .click()
  await page.getByRole('combobox', { name: 'Tipo de expediente' }).waitFor()
}
const editChecklist = (situation: string) => async (page: Page) => {
  await toChecklists(page)
  await button(page, `Cambiar la lista: ${situation}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Añadir documento' }).waitFor()
}
const checklists = (
  name: string,
  does: (page: Page) => Promise<void> = toChecklists,
  rest: Partial<State> = {},
): State => ({ name, scene: 'checklists', ready: heading('Documentos por caso'), does, ...rest })

/** States of *Mensaje para el cliente*, of *Ajustes › Textos* and *Documentos por caso*, and of *Plazos*. */
export const CLIENT_STATES: readonly State[] = [
  message('client-message', openMessage, { narrow: true }),
  message('client-message-names', whole, { scene: 'client-message' }),
  message('client-message-broken'),
  message('client-message-long'),
  message('client-message-unread'),
  message('client-message-loading'),
  message('client-message-refused', async (page) => {
    await openMessage(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Copiar' }).click()
    await page.getByText('Ningún programa de este equipo').waitFor()
  }),
  message(
    'client-message-add',
    async (page) => {
      await openMessage(page)
      await button(page, 'Añadir en Firmantes').click()
      await page.getByRole('heading', { name: 'Añadir firmante' }).waitFor()
    },
    { scene: 'client-message' },
  ),
  {
    name: 'client-message-plate',
    ready: heading('Transferible'),
    does: async (page) => {
      await page.keyboard.press('Alt+w')
      await page.getByRole('dialog').getByText('No consta ninguna persona').waitFor()
    },
  },
  texts('client-texts', toTexts, { narrow: true }),
  texts('client-texts-failed', toTexts, { scene: 'client-texts-failed' }),
  texts('client-text-edit', edit('Finalizado'), { narrow: true }),
  texts('client-text-wrong', edit('Pendiente', 'Hola {nombr}, tu {matrcula} va bien [de momento')),
  checklists('checklists', toChecklists, { narrow: true }),
  checklists('checklists-failed', toChecklists, { scene: 'checklists-failed' }),
  checklists('checklist-edit', editChecklist('Caso corriente'), { narrow: true }),
  checklists('checklist-nameless', async (page) => {
    await editChecklist('Herencia')(page)
    await button(page, 'Añadir documento').click()
    await button(page, 'Guardar').click()
    await page.getByText('Escribe el nombre del documento.').waitFor()
  }),
  checklists('checklist-import-failed', async (page) => {
    await toChecklists(page)
    await importChecklists(page, {
      transfer: { minor: [{ id: 'a', name: 'A', types: [], party: 'heir', signer: 'none' }] },
    })
    await page.getByText('Transferencia › Menor de edad › documento 1 › de quién').waitFor()
  }),
  { name: 'deadlines', ready: heading('Vencidos'), narrow: true },
  {
    name: 'deadlines-day',
    scene: 'deadlines',
    ready: heading('Vencidos'),
    does: (page) => page.getByRole('radio', { name: 'Día' }).check(),
  },
  { name: 'deadlines-empty', ready: (page) => page.getByText('Aún no hay plazos').waitFor(), narrow: true },
  { name: 'deadlines-failed', ready: heading('No se han podido leer los plazos') },
  { name: 'deadlines-loading', ready: heading('Plazos') },
  { name: 'deadlines-file-failed', ready: (page) => page.getByText('ha dejado de estar al día').waitFor() },
  { name: 'deadlines-offline', ready: heading('Vencidos') },
  { name: 'deadlines-private', ready: heading('Vencidos') },
  { name: 'deadlines-many', ready: heading('Vencidos'), narrow: true },
  {
    name: 'deadlines-calendar',
    scene: 'deadlines',
    ready: heading('Vencidos'),
    does: async (page) => {
      await button(page, 'En tu calendario').click()
      await page.getByRole('heading', { name: 'Plazos en tu calendario' }).waitFor()
    },
  },
  {
    name: 'deadlines-file',
    ready: heading('Vencidos'),
    does: async (page) => {
      await button(page, 'En tu calendario').click()
      await page.getByText('Escrito el').waitFor()
    },
  },
]
