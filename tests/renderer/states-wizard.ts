import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const grid = (page: Page) => page.getByRole('grid').waitFor()
const checks = words('Sin duplicados')

const menu = async (page: Page) => {
  await page.keyboard.press('n')
  await page.getByRole('menu').waitFor()
}
const toReview = async (page: Page) => {
  await press('5. Revisa y envía')(page)
  await words('Todavía no se puede enviar')(page)
}
const mistakes = async (page: Page) => {
  await page.getByLabel('Correo del usuario').fill('marta@gestoriaribera')
  await page.getByLabel('Base imponible').fill('8,250')
  await page.keyboard.press('Enter')
  await words('Hay 3 cosas que mirar')(page)
}
const someoneElse = async (page: Page) => {
  await press('2. Operación')(page)
  await page.evaluate(() => {
    const [draft] = window.bridge.scene.drafts ?? []
    if (!draft) return
    // A save of another window that this one has not received yet.
    const fields = { ...draft.fields, invoiceNumber: 'F-2026/0860', notes: 'Ya ha llamado.' }
    window.bridge.scene.drafts = [{ ...draft, fields, version: draft.version + 1 }]
  })
  await page.getByLabel('N.º de factura').fill('F-2026/0861')
  await words('Otra ventana ha cambiado')(page)
}

const all = (state: Omit<State, 'ready'> & { ready?: State['ready'] }): State => ({
  ready: heading(/./),
  ...state,
})

/** States of a new procedure: steps, review, sending and receipt. */
export const WIZARD_STATES: readonly State[] = [
  all({ name: 'new-menu', scene: 'procedures', ready: grid, does: menu, narrow: true }),
  all({ name: 'new-menu-off', scene: 'procedures-no-path', ready: heading('Aún no hay'), does: menu }),
  all({ name: 'wizard-new', ready: heading('Vehículo'), narrow: true }),
  all({ name: 'wizard-registration', ready: heading('Operación') }),
  all({
    name: 'wizard-vin',
    scene: 'wizard-registration',
    does: async (page) => {
      await press('1. Vehículo')(page)
      await page.getByLabel('Bastidor').fill('WFO5XXGCC5HY30718')
      await page.keyboard.press('Tab')
      await words('no lleva I, O')(page)
    },
  }),
  all({ name: 'wizard-notification', ready: heading('Vehículo') }),
  all({ name: 'wizard-notification-off', does: toReview }),
  all({
    name: 'wizard-not-transferable',
    does: async (page) => {
      await press('1. Vehículo')(page)
      await words('Hay algo que impide')(page)
    },
    narrow: true,
  }),
  all({ name: 'wizard-operation', ready: checks, narrow: true }),
  all({ name: 'wizard-mistakes', scene: 'wizard-operation', does: mistakes, narrow: true }),
  all({ name: 'wizard-parties', scene: 'wizard-review', does: press('3. Partes') }),
  all({
    name: 'wizard-documents',
    scene: 'wizard-review',
    does: press('4. Documentos'),
    narrow: true,
  }),
  all({ name: 'wizard-conflict', scene: 'wizard-review', does: someoneElse, narrow: true }),
  all({
    name: 'wizard-unsaved',
    does: async (page) => {
      await press('2. Operación')(page)
      await page.getByLabel('N.º de factura').fill('F-2026/0861')
      await words('Sin guardar')(page)
    },
    narrow: true,
  }),
  all({ name: 'wizard-review', ready: checks, narrow: true }),
  all({ name: 'wizard-review-blocked', does: toReview, narrow: true }),
  all({
    name: 'wizard-review-duplicates',
    ready: words('Puede estar repetido'),
    does: async (page) => {
      await page.keyboard.press('Control+Enter')
      await words('confirma que este es distinto')(page)
    },
    narrow: true,
  }),
  all({ name: 'wizard-offline', ready: words('queda por enviar hasta que pulses Enviar') }),
  all({ name: 'wizard-page', ready: checks, narrow: true }),
  all({ name: 'wizard-leaving', ready: words('Sale en 5 s'), narrow: true }),
  all({ name: 'wizard-sending', ready: words('en curso') }),
  all({ name: 'wizard-doubt', ready: words('Puede que ya esté confirmado'), narrow: true }),
  all({ name: 'wizard-stopped', ready: words('debe ser mayor que cero'), narrow: true }),
  all({ name: 'wizard-elsewhere', ready: words('Lo ha confirmado otra persona') }),
  all({ name: 'wizard-sent', ready: heading('Transferencia enviada'), narrow: true }),
  all({ name: 'wizard-discarded', ready: heading('Este borrador está descartado') }),
  all({ name: 'wizard-lost', ready: heading('No se ha podido abrir el borrador') }),
]
