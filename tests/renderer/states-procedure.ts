import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (words: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name: words }).first().waitFor()
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}
const page_ = (name: string, ready: State['ready'], rest: Partial<State> = {}): State => ({
  name,
  ready,
  ...rest,
})
const done = (
  name: string,
  scene: string,
  does: NonNullable<State['does']>,
  rest: Partial<State> = {},
): State => ({
  name,
  scene,
  ready: heading('Actividad'),
  does,
  ...rest,
})

/** States of one procedure's page. */
export const PROCEDURE_STATES: readonly State[] = [
  page_('file-page', heading('Depende de ti'), { narrow: true }),
  page_('file-page-viewed', heading('Depende de ti'), { narrow: true }),
  page_('file-page-registered', heading('Matrícula asignada'), { narrow: true }),
  page_('file-page-simulator', heading('Simulador')),
  page_('file-page-attachments', heading('Entregas'), { narrow: true }),
  page_('file-page-solved', heading('Resueltas')),
  page_('file-page-offline', heading('Documentos listos'), { narrow: true }),
  page_('file-page-odd', heading('Actividad'), { narrow: true }),
  page_('file-page-blank', heading('Plazo legal')),
  page_('file-page-late', heading('Plazo legal')),
  page_('file-page-wrong-date', heading('Plazo legal')),
  page_('file-page-closed', heading('Documentos listos'), { narrow: true }),
  page_('file-page-draft', heading('Actividad')),
  done('file-page-editing', 'file-page', press('Editar'), { narrow: true }),
  done(
    'file-page-solving',
    'file-page',
    async (page) => {
      await press('Subir y resolver: Documento ilegible · DNI del comprador')(page)
      await page.locator('input[type=file]').setInputFiles({
        name: 'dni nuevo.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF'),
      })
      await page.getByRole('button', { name: 'Subir y marcar como resuelta' }).waitFor()
    },
    { narrow: true },
  ),
  done('file-page-solving-empty', 'file-page', press('Subir y resolver: IVTM pendiente de pago')),
  done(
    'file-page-preview',
    'file-page',
    async (page) => {
      await press('Ver Justificante de presentación')(page)
      await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
    },
    { narrow: true },
  ),
  done('file-page-picture', 'file-page', async (page) => {
    await press('Ver Permiso de circulación')(page)
    await page.locator('canvas[data-drawn="true"]').first().waitFor()
  }),
  done('file-page-html', 'file-page', async (page) => {
    await press('Ver Mandato firmado')(page)
    await page.getByRole('alert').waitFor()
  }),
  done(
    'file-page-away',
    'file-page-offline',
    async (page) => {
      await press('Ver ITP (modelo 620)')(page)
      await page.getByRole('button', { name: /cuando vuelva/ }).waitFor()
    },
    { narrow: true },
  ),
  done('file-page-menu', 'file-page', press('Más acciones')),
  done('file-page-pin', 'file-page', async (page) => {
    await press('Más acciones')(page)
    await page.getByRole('menuitem', { name: 'Conservar en este equipo' }).click()
  }),
  done('file-page-label', 'file-page', press('Añadir etiqueta')),
  done(
    'file-page-conflict',
    'file-page',
    async (page) => {
      await press('Editar')(page)
      await page.evaluate(() => {
        const { annotations = {} } = window.bridge.scene
        const [[id, desk] = []] = Object.entries(annotations)
        if (id && desk)
          window.bridge.scene.annotations = {
            [id]: { ...desk, version: desk.version + 1, fields: { ...desk.fields, client: 'Otra, S.A.' } },
          }
      })
      await page.getByLabel('Cliente o compraventa').fill('Lozano')
      await page.getByLabel('Cliente o compraventa').blur()
      await page.getByRole('alert').getByText('Otra, S.A.').waitFor()
    },
    { narrow: true },
  ),
  page_('file-page-notes', heading('Notas'), { narrow: true }),
  done('file-page-history', 'file-page-shared', press('Valores anteriores…')),
  done('file-page-note-edited', 'file-page-notes', press(/^Cambiar la nota: Marta Soler/)),
  done(
    'file-page-note-conflict',
    'file-page-notes',
    async (page) => {
      await press(/^Cambiar la nota: Ana Ruiz/)(page)
      await page.locator('textarea').last().fill('La copia llega mañana.')
      await page.evaluate(() => {
        const [[id, desk] = []] = Object.entries(window.bridge.scene.annotations ?? {})
        if (id && desk)
          window.bridge.setAnnotations(id, {
            ...desk,
            notes: desk.notes.map((one) =>
              one.id === 'n2' ? { ...one, text: 'Ya ha llegado la copia.', editedAt: one.at + 1 } : one,
            ),
          })
      })
      await page.getByRole('button', { name: 'Guardar lo mío' }).waitFor()
    },
    { narrow: true },
  ),
  done('file-page-mention', 'file-page-notes', async (page) => {
    await page.getByLabel('Nota', { exact: true }).fill('Lo mira @')
    await page.getByRole('listbox', { name: 'Compañeros' }).waitFor()
  }),
  done(
    'file-page-assign',
    'file-page-notes',
    async (page) => {
      await page.keyboard.press('a')
      await page.getByRole('option', { name: /Ana Ruiz/ }).waitFor()
    },
    { narrow: true },
  ),
  done('file-page-zipping', 'file-page-slow', async (page) => {
    await press('Guardar todos (ZIP)')(page)
    await page.getByText('Preparando el ZIP…').waitFor()
  }),
  done('file-page-simulated', 'file-page-registered', async (page) => {
    await page.getByLabel('Llevar a este estado').selectOption('DELIVERED_TO_CLIENT')
    await press('Aplicar')(page)
    await page.getByText(/^Hecho:/).waitFor()
  }),
]
