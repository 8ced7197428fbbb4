import type { Page } from '@playwright/test'

export interface State {
  name: string
  /** The scene of `harness/scenes.ts`, when it is not called the same. */
  scene?: string
  /** What is done in it before looking. */
  does?: (page: Page) => Promise<void>
  /** Also at 1024 and 320. */
  narrow?: boolean
  ready: (page: Page) => Promise<void>
}

export const field = (page: Page) => page.getByRole('textbox', { name: 'Matrícula' })
const heading = (words: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name: words }).first().waitFor()
const type = (text: string) => async (page: Page) => {
  await field(page).fill(text)
  await field(page).press('Enter')
}

const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
}

const scene = (name: string, ready: State['ready'], rest: Partial<State> = {}): State => ({
  name,
  ready,
  ...rest,
})

export const STATES: readonly State[] = [
  scene('first-run', heading('Prueba con una de estas'), { narrow: true }),
  scene('empty-with-history', heading('Así se reconoce una matrícula')),
  scene('alerts', heading('Transferible con avisos'), { narrow: true }),
  scene('transferable', heading('Transferible')),
  scene('not-transferable', heading('No transferible')),
  scene('outcome-error', heading('No registrada o fallo técnico')),
  scene('unrecognised', heading('«transferable_with_conditions»'), { narrow: true }),
  scene('cached', heading('Transferible'), { narrow: true }),
  scene('cached-slow', heading('Transferible')),
  scene('cached-queued', heading('Transferible')),
  scene('cached-failed', heading('Transferible')),
  scene('stale', heading('Transferible')),
  scene('no-vehicle-data', heading('Transferible')),
  scene('consulting', heading('Consultando…')),
  scene('slow', heading('Consultando…')),
  scene('queued', heading('Sin veredicto todavía'), { narrow: true }),
  scene('failed', heading('Sin veredicto')),
  scene('never-asked', heading('Sin consultar')),
  scene('temporary', heading('Transferible')),
  scene('unauthorized', heading('Sin veredicto'), { narrow: true }),
  scene('down', heading('Así se reconoce una matrícula')),
  scene('development', heading('Consulta')),
  scene('set-aside-notice', heading('Consulta'), { narrow: true }),
  scene('store-locked', heading(/no la clave que los abre/), { narrow: true }),
  scene('lost', heading('Consulta')),
  scene('closed', heading(/se ha cerrado/)),
  scene('history', async (page) => page.getByRole('grid').waitFor(), { narrow: true }),
  scene('history-none', heading(/Nada coincide/)),
  scene('history-empty', heading(/Todavía no hay consultas/)),
  scene('procedures', heading(/matriculaciones y transferencias/), { narrow: true }),
  scene('signatures', heading(/mandatos y contratos/)),
  scene('news', heading(/lo que cambie/)),
  scene('settings', heading('Apariencia'), { narrow: true }),
  done('correction', 'empty-with-history', type('12348CD'), { narrow: true }),
  done('invalid', 'empty-with-history', type('hola')),
  done('several', 'empty-with-history', type('1234BCD; 5519KZP; M-1234-AB'), { narrow: true }),
  done('typing', 'empty-with-history', (page) => field(page).fill('1234bcd seat leon')),
  done('dropping', 'drop-hangs', async (page) => {
    await dropFile(page)
    await page.getByRole('button', { name: 'Cancelar' }).waitFor()
  }),
  done('refused', 'refused', type('4106HPR')),
  done('palette', 'empty-with-history', openPalette, { narrow: true }),
  done('palette-plate', 'empty-with-history', async (page) => {
    await openPalette(page)
    await page.getByRole('combobox').fill('1234BC')
    await page.getByRole('combobox').fill('1234BCF')
  }),
  done('palette-command', 'empty-with-history', async (page) => {
    await openPalette(page)
    await page.getByRole('combobox').fill('tema')
  }),
  done(
    'shortcuts',
    'procedures',
    async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    { narrow: true },
  ),
  done(
    'set-aside-confirm',
    'store-locked',
    (page) => page.getByRole('button', { name: /Guardar aparte/ }).click(),
    {
      narrow: true,
    },
  ),
  done('copied', 'alerts', (page) => page.keyboard.press('c')),
  done('focus-on-verdict', 'alerts', type('1234BCD')),
  done('saving', 'history-saving', (page) => page.getByRole('button', { name: 'Guardar CSV' }).click(), {
    narrow: true,
  }),
  done('history-row', 'history', (page) => page.getByRole('searchbox').press('ArrowDown')),
]

function done(name: string, of: string, does: NonNullable<State['does']>, rest: Partial<State> = {}): State {
  return { name, scene: of, ready: heading(/./), does, ...rest }
}

/** Drops a file anywhere on the page. */
export async function dropFile(page: Page) {
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['1234BCD'], 'matriculas.csv', { type: 'text/csv' }))
    return data
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}
