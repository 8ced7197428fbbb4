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

/** Opens the estimate of a draft, and fills it in. */
const estimate =
  (territory: string, fields: Readonly<Record<string, string>> = {}) =>
  async (page: Page) => {
    await page.keyboard.press('Alt+i')
    const dialog = page.getByRole('dialog', { name: 'Estimar el ITP (620)' })
    await dialog.getByLabel('Comunidad del adquirente').selectOption(territory)
    await dialog.getByLabel('Precio').fill('8.250')
    await dialog.getByLabel('Valor en tablas').fill('32.400')
    await dialog.getByLabel('Primera matriculación').fill('14/03/2019')
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  }
const noData = async (page: Page) => {
  await estimate('Cantabria')(page)
  await page.getByLabel('Vehículo', { exact: true }).selectOption('Motocicleta')
}
const correcting = async (page: Page) => {
  await estimate('Madrid')(page)
  await press('Corregir el tipo')(page)
  await page.getByLabel('Tipo (%)').fill('4,5')
  await page.keyboard.press('Enter')
  await page.getByText('Tipo general corregido').waitFor()
  await press('Corregir el tipo')(page)
  await page.getByLabel('Tipo (%)').fill('99')
  await page.keyboard.press('Enter')
}
const itp = (
  name: string,
  territory: string,
  fields: Readonly<Record<string, string>> = {},
  rest: Partial<State> = {},
): State =>
  all({ name, scene: 'wizard-operation', ready: checks, does: estimate(territory, fields), ...rest })

const MAIL = [
  'Buenos días, Rosa:',
  '',
  'Te paso lo del 3308 KDR, un Ford Focus con bastidor WF05XXGCC5HY30718.',
  '',
  'Vendedor: Andrés Lozano Gil, DNI 98765432M',
  'Comprador: Nuria Ferrer Castell, DNI 12345678Z, tel. 612 345 678',
  'Domicilio: C/ Mayor 12, 3º B, 47001 Valladolid',
  '',
  'Fecha del contrato: 12/11/2026. Precio: 8.250 €. La factura es la F-2026/0859.',
  'Ah, la gestión son 120 €, y avísame en taller@autoslozano.example.',
  '',
  'Un saludo, Marta',
  'Autos Lozano, S.L.',
].join('\n')
/** Pastes a text outside the fields, as Ctrl+V does. */
export const pasteOutside = (page: Page, text: string, html = '') =>
  page.evaluate(
    ([plain, source]) => {
      const clipboardData = new DataTransfer()
      if (plain) clipboardData.setData('text/plain', plain)
      if (source) clipboardData.setData('text/html', source)
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    [text, html] as const,
  )
const pasted = (text: string, shown: string) => async (page: Page) => {
  await pasteOutside(page, text)
  await page.getByRole('dialog', { name: 'Datos de un texto' }).waitFor()
  await words(shown)(page)
}

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
  itp('itp-estimate', 'Cantabria', { Cilindrada: '1998' }, { narrow: true }),
  itp('itp-open', 'Asturias'),
  itp('itp-no-data', 'Cantabria', {}, { does: noData }),
  itp('itp-correcting', 'Madrid', {}, { does: correcting }),
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
  all({
    name: 'wizard-paste-entry',
    scene: 'wizard-new',
    does: async (page) => {
      await press('Pegar texto')(page)
      await page.getByRole('textbox', { name: 'Texto', exact: true }).waitFor()
    },
    narrow: true,
  }),
  all({ name: 'wizard-paste', scene: 'wizard-new', does: pasted(MAIL, 'Tomar los'), narrow: true }),
  // Filled already, with several values for a field.
  all({
    name: 'wizard-paste-filled',
    scene: 'wizard-review',
    does: pasted(
      `${MAIL}\nEl otro coche es el 4821 KLM, por 3.200 €; lo compra Iván Soler Prats.`,
      'Nada marcado',
    ),
  }),
  all({
    name: 'wizard-paste-none',
    scene: 'wizard-registration',
    does: pasted('¿A qué hora abrís mañana? Gracias.', 'no hay datos para el formulario'),
  }),
  all({
    name: 'wizard-pasted',
    scene: 'wizard-new',
    does: async (page) => {
      await pasted(MAIL, 'Tomar los')(page)
      await page.getByRole('button', { name: /^Tomar los/ }).click()
      await words('Puestos desde el texto')(page)
    },
    narrow: true,
  }),
  all({ name: 'wizard-sent', ready: heading('Transferencia enviada'), narrow: true }),
  all({ name: 'wizard-discarded', ready: heading('Este borrador está descartado') }),
  all({ name: 'wizard-lost', ready: heading('No se ha podido abrir el borrador') }),
]
