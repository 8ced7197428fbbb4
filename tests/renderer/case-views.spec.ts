import { expect, type Page, test } from './seeded-test.ts'
import { called, open, settled } from './actions.ts'
import { foot, last, openCases, plates, row, search, toast } from './cases-page.ts'

/** The columns of Expedientes, their order, and the views that remember them. */

test('the title of a column orders by it, says so, and the view remembers', async ({ page }) => {
  await openCases(page)
  const since = page.getByRole('columnheader', { name: 'Desde' })
  await expect(since).toHaveAttribute('aria-sort', 'none')
  await since.getByRole('button').press('Enter')
  await expect(since).toHaveAttribute('aria-sort', 'descending')
  await expect(since.getByRole('button')).toBeFocused()
  await expect
    .poll(async () => await last(page, 'views.save'))
    .toMatchObject({
      view: { id: 'todos', sort: { by: 'waiting', descending: true } },
    })
  await expect.poll(async () => (await plates(page))[0]).toBe('Matrícula M, 1 2 3 4, A B')
  await since.getByRole('button').click()
  await expect(since).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Firmas' }).click()
  await page.getByRole('link', { name: 'Expedientes' }).click()
  await page.getByRole('link', { name: /^Todos/ }).click()
  await expect(since).toHaveAttribute('aria-sort', 'ascending')
})

test('columns and order pressed one after the other are all kept, whatever is answered meanwhile', async ({
  page,
}) => {
  await openCases(page)
  await page.getByRole('button', { name: 'Columnas y orden' }).click()
  const dialog = page.getByRole('dialog')
  await page.evaluate(() => (window.bridge.scene.holds = ['views.save']))
  /** An answer that the core sent before it got the first press. */
  const answerLate = () => page.evaluate(() => window.client.queries.put('views.list', {}, { views: [] }))
  await dialog.getByRole('checkbox', { name: 'Etiquetas' }).click()
  await answerLate()
  await expect(dialog.getByRole('checkbox', { name: 'Etiquetas' })).not.toBeChecked()
  await dialog.getByRole('combobox').selectOption('client')
  await answerLate()
  await expect(dialog.getByRole('combobox')).toHaveValue('client')
  await dialog.getByRole('checkbox', { name: 'Trámite' }).click()
  const { view } = (await last(page, 'views.save')) as { view: { columns: string[]; sort: { by: string } } }
  expect(view.sort.by).toBe('client')
  expect(view.columns).not.toContain('labels')
  expect(view.columns).not.toContain('type')
  await page.evaluate(() => window.bridge.release())
  await expect(dialog.getByRole('checkbox', { name: 'Etiquetas' })).not.toBeChecked()
})

test('a column that could not be kept comes back, unless another was pressed since and kept', async ({
  page,
}) => {
  await openCases(page)
  await page.getByRole('button', { name: 'Columnas y orden' }).click()
  const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name })
  const refuse = (on: boolean) =>
    page.evaluate((is) => {
      window.bridge.scene.refuses = is ? { 'views.save': { code: 'store-failed', retryable: true } } : {}
    }, on)
  await refuse(true)
  await box('Etiquetas').click()
  await expect(toast(page).first()).toBeVisible()
  await expect(box('Etiquetas')).toBeChecked()

  // Refused while the next one, which includes it, awaits its answer.
  await page.evaluate(() => (window.bridge.scene.holds = ['views.save']))
  await box('Etiquetas').click()
  await box('Trámite').click()
  await expect.poll(async () => (await called(page, 'views.save')).length).toBe(3)
  await page.evaluate(() => window.bridge.release(1))
  await settled(page)
  await expect(box('Etiquetas')).not.toBeChecked()
  await refuse(false)
  await page.evaluate(() => window.bridge.release())
  await page.getByRole('button', { name: 'Hecho' }).click()
  const titles = () => page.getByRole('columnheader').allInnerTexts()
  await expect.poll(titles).not.toContain('Etiquetas')
  expect(await titles()).not.toContain('Trámite')
})

test('of two changes that could not be kept, the second brings back what the first one changed too', async ({
  page,
}) => {
  await openCases(page)
  const titles = () => page.getByRole('columnheader').allInnerTexts()
  const before = await titles()
  await page.getByRole('button', { name: 'Columnas y orden' }).click()
  const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name })
  await page.evaluate(() => {
    window.bridge.scene.holds = ['views.save']
    window.bridge.scene.refuses = { 'views.save': { code: 'store-failed', retryable: true } }
  })
  await box('Etiquetas').click()
  await box('Trámite').click()
  await expect.poll(async () => (await called(page, 'views.save')).length).toBe(2)
  await page.evaluate(() => window.bridge.release())
  await expect(box('Etiquetas')).toBeChecked()
  await expect(box('Trámite')).toBeChecked()
  await page.getByRole('button', { name: 'Hecho' }).click()
  await settled(page)
  expect(await titles()).toEqual(before)
})

test('columns are chosen and moved, and each view has its own', async ({ page }) => {
  // With room for all of them.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openCases(page)
  await page.getByRole('button', { name: 'Columnas y orden' }).click()
  await page.getByRole('checkbox', { name: 'Etiquetas' }).uncheck()
  await page.getByRole('button', { name: 'Subir Trámite' }).click()
  await page.getByRole('button', { name: 'Hecho' }).click()
  const titles = () => page.getByRole('columnheader').allInnerTexts()
  /** In the order they are drawn. */
  const both = async () => (await titles()).filter((title) => title === 'Trámite' || title === 'Desde')
  // Each press is kept by itself.
  await expect.poll(titles).not.toContain('Etiquetas')
  await expect.poll(both).toEqual(['Trámite', 'Desde'])
  await page.getByRole('link', { name: /^En espera/ }).click()
  await expect.poll(titles).toContain('Etiquetas')
  expect(await both()).toEqual(['Desde', 'Trámite'])
})

test('views: each has its count and its title; one is saved, renamed, moved, taken away and put back', async ({
  page,
}) => {
  await openCases(page)
  const side = page.locator('.places--side')
  await expect(side.getByRole('link')).toHaveText([
    'Abiertos14',
    'Lo mío0',
    'Sin asignar14',
    'Con incidencia3',
    'En espera3',
    'Sin cambios 15 días1',
    'Borradores5',
    /Por enviar.*2/,
    'Terminados hoy2',
    'Todos18',
    'Plazo en 7 días2',
    'Plazos',
    'Reclamar',
    'Compraventas',
    'Cobros',
    'Cifras',
    'Lozano · fin de mes6',
    'Urgentes1',
  ])
  await page.getByRole('button', { name: /^Pendiente/ }).click()
  await page.getByRole('button', { name: 'Opciones de la vista' }).click()
  await page.getByRole('menuitem', { name: 'Guardar vista' }).click()
  await page.keyboard.type('urgentes')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ya hay una vista con ese nombre.')).toBeVisible()
  await page.keyboard.type(' de hoy')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('urgentes de hoy')
  await expect(page).toHaveTitle('Expedientes · Ventanilla')
  await expect(side.getByRole('link').last()).toHaveText('urgentes de hoy3')
  await expect(side.getByRole('link').last()).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Opciones de la vista' }).click()
  await page.getByRole('menuitem', { name: 'Subir' }).click()
  await expect(side.getByRole('link').nth(-2)).toHaveText('urgentes de hoy3')
  await page.getByRole('button', { name: 'Opciones de la vista' }).click()
  await page.getByRole('menuitem', { name: 'Cambiar el nombre' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Por tramitar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Por tramitar')
  await page.getByRole('button', { name: 'Opciones de la vista' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar la vista' }).click()
  await expect(side.getByRole('link', { name: 'Por tramitar' })).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(side.getByRole('link').nth(-2)).toHaveText('Por tramitar3')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Por tramitar')
})

const head = (page: Page) => page.locator('.page__head')

test('Expedientes opens on the open ones; a search there finds the ended ones too, and says so', async ({
  page,
}) => {
  await openCases(page, 'cases-open')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expedientes')
  await expect(head(page)).toContainText('14 abiertos')
  expect(await last(page, 'cases.list')).toMatchObject({ filter: { ended: false } })
  await expect(page.getByRole('link', { name: /^Abiertos/ })).toHaveAttribute('aria-current', 'page')

  // Ended. The search moves nothing.
  const tools = page.locator('.case-tools')
  const before = await tools.boundingBox()
  await search(page).fill('7713MCS')
  await expect(head(page)).toContainText('1 en abiertos y terminados')
  expect(await tools.boundingBox()).toEqual(before)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Matriculación')
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('7713MCS')
  await search(page).fill('')
  await expect(head(page)).toContainText('14 abiertos')

  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Abiertos' }).click()
  await expect(foot(page)).toHaveText(/de 18$/)
})

test('a case leads back to the list from which it was opened, and its section to the open ones', async ({
  page,
}) => {
  await openCases(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos')
  await row(page, 0).click()
  await page.getByRole('button', { name: 'Expedientes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos')
  await page.getByRole('link', { name: 'Expedientes' }).click()
  await expect(head(page)).toContainText('14 abiertos')
})

test('with nothing open, the ended ones are a press away', async ({ page }) => {
  await open(page, 'cases-none-open')
  await expect(page.getByRole('heading', { name: 'Ninguno en «Abiertos».' })).toBeVisible()
  await page.getByRole('button', { name: 'Ver todos' }).click()
  await expect(foot(page)).toHaveText(/de 4$/)
})

test('a column is dragged wider, without a save or a new row on the way, and each view remembers its own', async ({
  page,
}) => {
  await openCases(page)
  const column = page.getByRole('columnheader', { name: 'Vehículo' })
  const handle = page.getByRole('slider', { name: 'Ancho de Vehículo' })
  const widthOf = async () => Math.round((await column.boundingBox())!.width)
  const before = await widthOf()
  const { x, y, width, height } = (await handle.boundingBox())!
  const marked = await row(page, 0).evaluateHandle((element) => element)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 - 30, y + height / 2)
  await expect.poll(widthOf).toBe(before - 30)
  await page.mouse.move(x + width / 2 - 48, y + height / 2)
  await expect.poll(widthOf).toBe(before - 48)
  expect(await called(page, 'views.save')).toEqual([])
  await page.mouse.up()
  await expect.poll(async () => (await called(page, 'views.save')).length).toBe(1)
  await expect.poll(widthOf).toBe(before - 48)
  expect(await marked.evaluate((element) => element.isConnected)).toBe(true)
  await page.getByRole('link', { name: /^Con incidencia/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Con incidencia')
  expect(await widthOf()).not.toBe(before - 48)
  await page.getByRole('link', { name: /^Todos/ }).click()
  await expect.poll(widthOf).toBe(before - 48)
  await handle.dblclick()
  await expect.poll(widthOf).toBe(before)
  expect(await last(page, 'views.save')).not.toHaveProperty('view.widths')
})

test('a column is resized by keyboard: arrows, kept when the key is let go, and Intro for the automatic width', async ({
  page,
}) => {
  await openCases(page)
  const column = page.getByRole('columnheader', { name: 'Cliente' })
  const handle = page.getByRole('slider', { name: 'Ancho de Cliente' })
  const widthOf = async () => Math.round((await column.boundingBox())!.width)
  const before = await widthOf()
  await handle.focus()
  await expect(handle).toHaveAttribute('aria-valuenow', String(Math.round(before / 16)))
  await page.keyboard.down('ArrowLeft')
  await page.keyboard.down('ArrowLeft')
  await expect.poll(widthOf).toBe(before - 32)
  expect(await called(page, 'views.save')).toEqual([])
  await page.keyboard.up('ArrowLeft')
  await expect
    .poll(async () => await last(page, 'views.save'))
    .toMatchObject({ view: { id: 'todos', widths: { client: expect.closeTo((before - 32) / 16, 1) } } })
  await page.keyboard.press('Enter')
  await expect.poll(widthOf).toBe(before)
  await expect(handle).toBeFocused()
})

for (const [scene, list, column] of [
  ['signatures', 'signatures', 'Firmante'],
  ['contacts', 'contacts', 'Nombre'],
  ['watches', 'watches', 'Matrícula'],
  ['plate-list-done', 'plate-list', 'Vehículo'],
  ['dealers', 'dealers', 'Cliente o etiqueta'],
  ['ledger', 'ledger', 'Cliente'],
] as const)
  test(`a column of another list is resized, and every window shows it: ${scene}`, async ({ page }) => {
    await open(page, scene)
    const handle = page.getByRole('slider', { name: `Ancho de ${column}` })
    const widthOf = async () =>
      (await page.getByRole('columnheader', { name: column, exact: true }).boundingBox())!.width
    const before = await widthOf()
    await handle.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(widthOf).toBeCloseTo(before + 16, 0)
    const readStored = () => page.evaluate(() => window.bridge.scene.slices.settings.columnWidths)
    await expect.poll(readStored).toMatchObject([{ list, rem: expect.closeTo(before / 16 + 1, 1) }])
    const stored = await readStored()
    await open(page, scene)
    await expect.poll(widthOf).toBeCloseTo(before, 0)
    // As from another window.
    await page.evaluate((columnWidths) => {
      const { bridge } = window
      bridge.setSlice('settings', { ...bridge.scene.slices.settings, columnWidths })
    }, stored)
    await expect.poll(widthOf).toBeCloseTo(before + 16, 0)
    await handle.focus()
    await page.keyboard.press('Enter')
    await expect.poll(widthOf).toBeCloseTo(before, 0)
  })

test('with the preview open, the vehicle and the client stay', async ({ page }) => {
  await openCases(page)
  await row(page, 0).focus()
  await page.keyboard.press(' ')
  await expect(page.getByRole('complementary', { name: 'Vista previa' })).toBeVisible()
  for (const name of ['Vehículo', 'Cliente', 'Estado'])
    await expect(page.getByRole('columnheader', { name })).toBeVisible()
})
