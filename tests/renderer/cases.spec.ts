import { expect, type Page, test } from './seeded-test.ts'
import { called } from './actions.ts'
import { bar, foot, last, openCases, row, search, toast } from './cases-page.ts'

async function pick(page: Page, index: number) {
  await row(page, index).focus()
  await page.keyboard.press('x')
}

test('by keyboard alone: move, open, and back to the same row with the same filter', async ({ page }) => {
  // Tall enough for all eighteen rows.
  await page.setViewportSize({ width: 1280, height: 1000 })
  await openCases(page)
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('lozano')
  await expect(foot(page)).toHaveText('1–6 de 6')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect.poll(async () => await last(page, 'changes.look')).toEqual({ kind: 'procedure', id: 'prc_5' })
  await expect(page).toHaveTitle('Expedientes · Ventanilla')
  await page.keyboard.press('Escape')
  await expect(row(page, 2)).toBeFocused()
  await expect(search(page)).toHaveValue('lozano')
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await expect(foot(page)).toHaveText('1–18 de 18')
})

test('chips filter and say how many there would be; the view can be put back', async ({ page }) => {
  // Tall enough for all eighteen rows.
  await page.setViewportSize({ width: 1280, height: 1000 })
  await openCases(page)
  const onHold = page.getByRole('button', { name: /^En espera/ })
  await expect(onHold).toHaveText('En espera3')
  await onHold.click()
  await expect(foot(page)).toHaveText('1–3 de 3')
  await expect(onHold).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByRole('menuitemcheckbox', { name: /Lozano/ }).click()
  await expect(foot(page)).toHaveText('1–1 de 1')
  expect(await last(page, 'cases.list')).toMatchObject({
    filter: { statuses: ['ON_HOLD'], labels: ['Lozano'] },
  })
  await page.getByRole('button', { name: 'Opciones de la vista' }).click()
  await page.getByRole('menuitem', { name: 'Dejarla como estaba' }).click()
  await expect(foot(page)).toHaveText('1–18 de 18')
})

test('a filter that finds nothing says which condition to drop', async ({ page }) => {
  await openCases(page)
  await page.getByRole('button', { name: /^En espera/ }).click()
  await search(page).fill('qqq')
  await expect(page.getByRole('heading', { name: 'Ninguno con este filtro.' })).toBeVisible()
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).click()
  await expect(foot(page)).toHaveText('1–3 de 3')
  await search(page).fill('qqq')
  await page.getByRole('button', { name: 'Quitar el filtro En espera' }).click()
  await expect(page.getByRole('heading', { name: 'Nada coincide con «qqq».' })).toBeVisible()
})

test('picked one by one, with the capitals key, and all that is found; Esc lets go', async ({ page }) => {
  await openCases(page)
  await pick(page, 3)
  await expect(bar(page)).toContainText('1 elegido')
  await expect(row(page, 3)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('3 elegidos')
  await expect(row(page, 5)).toBeFocused()
  await row(page, 8)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('6 elegidos')
  await row(page, 8).getByRole('checkbox').click()
  await expect(bar(page)).toContainText('5 elegidos')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toContainText('18 elegidos, todos los que encuentra')
  // All but one: the others are read first.
  await row(page, 5).focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('17 elegidos')
  await expect(row(page, 5)).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByTestId('announcer')).toHaveText('Ninguno elegido')
})

test('what is picked is of a list: with another filter nothing is', async ({ page }) => {
  await openCases(page)
  await pick(page, 1)
  await expect(bar(page)).toBeVisible()
  await page.getByRole('button', { name: /^Pendiente/ }).click()
  await expect(foot(page)).toHaveText('1–3 de 3')
  await expect(bar(page)).toHaveCount(0)
})

test('F6 comes to the bar of those picked first', async ({ page }) => {
  await openCases(page)
  await pick(page, 1)
  await page.keyboard.press('F6')
  await expect(bar(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /Copiar resumen/ })).toBeFocused()
})

test('marked at once, and undone exactly: one that was marked before stays so', async ({ page }) => {
  await openCases(page)
  await pick(page, 2)
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Marcar', exact: true }).click()
  await expect(toast(page)).toContainText('1 expediente marcado')
  await expect(row(page, 2).getByText('Marcado')).toBeAttached()
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page)).toContainText('Deshecho')
  await expect(row(page, 2).getByText('Marcado')).toHaveCount(0)
  await expect(row(page, 3).getByText('Marcado')).toBeAttached()
})

test('marked, unmarked and undone: the way back is to how they were just before', async ({ page }) => {
  await openCases(page)
  await pick(page, 2)
  await page.keyboard.press('Shift+ArrowDown')
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act('Marcar')
  await expect(toast(page)).toContainText('1 expediente marcado')
  await act('Quitar la marca')
  await expect(toast(page)).toContainText('2 marcas quitadas')
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page)).toContainText('Deshecho')
  await expect(row(page, 2).getByText('Marcado')).toBeAttached()
  await expect(row(page, 3).getByText('Marcado')).toBeAttached()
})

test('too many to be undone: it is asked first, and the safe button has the focus', async ({ page }) => {
  await openCases(page, 'cases-many')
  await row(page, 0).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toContainText('100.000 elegidos, todos los que encuentra')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Marcar', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: '¿Cambiar 100.000 expedientes de una vez?' })
  await expect(question.getByRole('button', { name: 'Dejarlo como está' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await called(page, 'cases.mark')).toEqual([])
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Marcar', exact: true }).click()
  await question.getByRole('button', { name: 'Cambiar los 100.000' }).click()
  await expect
    .poll(async () => await called(page, 'cases.mark'))
    .toEqual([{ selection: { filter: {} }, marked: true }])
  // Its answer is told by a toast too, which would replace the one of the next key.
  await expect(toast(page)).toContainText('expedientes marcados')
  // Too many rows to read, so one cannot be left out.
  await row(page, 0).focus()
  await page.keyboard.press('x')
  await expect(toast(page)).toContainText('Son más de 10.000')
})

test('labels: those that some have, a new one, and the way back', async ({ page }) => {
  // With room for their column.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openCases(page)
  await pick(page, 3)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Etiquetar 3 expedientes' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await expect(dialog.getByRole('option', { name: /Urgente/ })).toContainText('la tienen algunos')
  await page.keyboard.type('urg')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('option', { name: /Urgente/ })).toContainText('se pondrá')
  await dialog.getByRole('combobox').fill('  Fin   de mes ')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Guardar etiquetas' }).click()
  expect(await last(page, 'cases.label')).toEqual({
    selection: { ids: ['prc_3', 'prc_4', 'prc_5'] },
    add: ['Urgente', 'Fin de mes'],
    remove: [],
  })
  await expect(toast(page)).toContainText('Etiquetas cambiadas en 3 expedientes')
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page)).toContainText('Deshecho')
  await expect(row(page, 3).locator('.case__label')).toHaveText(['Urgente'])
  await expect(row(page, 4).locator('.case__label')).toHaveCount(0)
})

test('labels go to those that the dialog was opened for, whatever the list shows by then', async ({
  page,
}) => {
  await openCases(page)
  await row(page, 2).focus()
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Etiquetar 1 expediente' })
  await dialog.getByRole('combobox').fill('Nueva')
  await page.keyboard.press('Enter')
  const gone = await page.evaluate(() => {
    const { scene } = window.bridge
    const shown = (scene.resources ?? []).filter(({ kind }) => kind === 'procedure').toReversed()[2]!
    scene.resources = scene.resources!.filter(({ id }) => id !== shown.id)
    window.bridge.emit('changed', { kind: 'resource', ids: [], version: 1 })
    return shown.id
  })
  await expect(page.locator(`[data-row="2"]`)).not.toContainText(gone)
  await expect.poll(async () => (await called(page, 'cases.list')).length).toBeGreaterThan(1)
  await dialog.getByRole('button', { name: 'Guardar etiquetas' }).click()
  expect(await last(page, 'cases.label')).toEqual({ selection: { ids: [gone] }, add: ['Nueva'], remove: [] })
})

test('with nothing picked, L and C are about the row with the keyboard', async ({ page }) => {
  await openCases(page)
  await row(page, 3).focus()
  await page.keyboard.press('c')
  await expect(toast(page)).toContainText('Resumen copiado')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '3308 KDR · Transferencia · Con incidencia (desde el 17/11/2026 · 14:05) · Documento ilegible y 2 más: Repite el escaneo (300 ppp, sin reflejos) · Plazo en 4 días (24/11/2026) · Nuria Ferrer Castell · Talleres Peñalver, S.L. → Nuria Ferrer Castell · F-2026/0859',
  )
  await page.keyboard.press('l')
  await expect(page.getByRole('dialog', { name: 'Etiquetar 1 expediente' })).toBeVisible()
})

test('a letter pressed in the same breath as an arrow is about the row that the arrow went to', async ({
  page,
}) => {
  await openCases(page)
  await expect(row(page, 0)).toBeFocused()
  // Two keys in one turn of the event loop, as a busy PC delivers them.
  await row(page, 3).evaluate(async (element) => {
    element.focus()
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true, cancelable: true }))
  })
  await expect(toast(page)).toContainText('Resumen copiado')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^3308 KDR/)
})

test('with the capitals key everything between two rows is picked, also what was never in sight', async ({
  page,
}) => {
  await openCases(page, 'cases-many')
  const box = (index: number) => row(page, index).getByRole('checkbox')
  await box(2).click()
  await row(page, 2).focus()
  await page.keyboard.press('End')
  await expect(row(page, 99_999)).toBeFocused()
  await box(99_999).click({ modifiers: ['Shift'] })
  await expect(toast(page)).toContainText('más de 10.000 entre los dos')
  await expect(bar(page)).toContainText('1 elegido')
  await page.getByRole('button', { name: 'Dejar de elegir' }).click()
  // Both ends: every row.
  await box(99_999).click()
  await row(page, 99_999).focus()
  await page.keyboard.press('Home')
  await expect(row(page, 0)).toBeFocused()
  await box(0).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('100.000 elegidos')
  await page.getByRole('button', { name: 'Dejar de elegir' }).click()
  await box(1).click()
  await row(page, 1).focus()
  const at = async () => Number(await page.locator('[role="row"]:focus').getAttribute('data-row'))
  for (let pages = 0; pages < 8; pages += 1) {
    const before = await at()
    await page.keyboard.press('PageDown')
    // The focus moves once the row has rendered: read earlier, it is on a row that is leaving.
    await expect.poll(at).toBeGreaterThan(before)
  }
  const far = await at()
  await box(far).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText(`${far} elegidos`)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Marcar', exact: true }).click()
  await expect
    .poll(
      async () =>
        ((await last(page, 'cases.mark')) as { selection: { ids: string[] } })?.selection.ids.length,
    )
    .toBe(far)
})

test('where a range begins is of the list it was picked in, and not of the one a filter brings', async ({
  page,
}) => {
  await openCases(page)
  await row(page, 4).getByRole('checkbox').click()
  await search(page).fill('lozano')
  await expect(foot(page)).toHaveText('1–6 de 6')
  await row(page, 1)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('1 elegido')
})

test('what fails is said, and nothing looks done', async ({ page }) => {
  await openCases(page, 'cases-refused')
  await pick(page, 1)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Marcar', exact: true }).click()
  await expect(toast(page)).not.toContainText('marcado')
  await expect(row(page, 1).getByText('Marcado')).toHaveCount(0)
  const since = page.getByRole('columnheader', { name: 'Desde' })
  await since.getByRole('button').click()
  await expect(since).toHaveAttribute('aria-sort', 'none')
})

test('papers and exports have their progress, go on elsewhere, and can be stopped', async ({ page }) => {
  await openCases(page, 'cases-saving')
  await pick(page, 0)
  await page.getByRole('button', { name: 'Descargar documentos' }).click()
  expect(await last(page, 'service-documents.zip')).toEqual({
    selection: { ids: ['prc_0'] },
    which: 'generated',
  })
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '40')
  await page.getByRole('link', { name: 'Firmas' }).click()
  await page.getByRole('link', { name: 'Expedientes' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: /^En espera/ }).click()
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect(await last(page, 'cases.csv')).toMatchObject({ selection: { filter: { statuses: ['ON_HOLD'] } } })
  await page.evaluate(() => window.bridge.release())
  await expect(toast(page)).toContainText('CSV guardado')
})

test('asked again, within the limits; with no network that is said', async ({ page }) => {
  await openCases(page, 'cases-offline')
  await expect(page.locator('.list-foot')).toContainText('Sin conexión: datos de hace 13 min')
  await pick(page, 0)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Actualizar' }).click()
  await expect(toast(page)).toContainText('Sin conexión: se preguntará por 1 expediente cuando vuelva')
})

test('Espacio shows the row in short, follows the keyboard, and Esc closes it', async ({ page }) => {
  await openCases(page)
  await row(page, 3).focus()
  await page.keyboard.press(' ')
  const panel = page.getByRole('complementary', { name: 'Vista previa' })
  await expect(panel).toContainText('Repite el escaneo (300 ppp, sin reflejos)')
  await expect(panel).toContainText('El comprador pasa el martes')
  await expect(panel).toContainText('En 4 días · 24/11/2026')
  await expect(row(page, 3)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(panel).toContainText('Ocasión Vega, S.L.')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('the preview of a registration names its owner', async ({ page }) => {
  await openCases(page)
  await row(page, 1).focus()
  await page.keyboard.press(' ')
  const panel = page.getByRole('complementary', { name: 'Vista previa' })
  await expect(panel.getByText('Titular', { exact: true })).toBeVisible()
  await expect(panel).toContainText('Carla Nieto Vidal')
  await expect(panel).not.toContainText('Adquirente')
})

test('printed: the whole list in black on white, with what narrows it down, and cut when it is a book', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await openCases(page)
  await page.getByRole('button', { name: /^En espera/ }).click()
  await expect(foot(page)).toHaveText('1–3 de 3')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Imprimir' }).click()
  const serviceDocument = page.locator('.print-sheet')
  await page.emulateMedia({ media: 'print' })
  await expect(serviceDocument.locator('tbody tr')).toHaveCount(3)
  await expect(serviceDocument).toContainText('3 expedientes · Filtro: En espera')
  await expect(serviceDocument.locator('thead')).toHaveCSS('display', 'table-header-group')
  await expect(page.locator('.frame')).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(serviceDocument).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  await openCases(page, 'cases-many')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Imprimir' }).click()
  await expect(serviceDocument.locator('tbody tr')).toHaveCount(2_000)
  await expect(serviceDocument).toContainText('Se imprimen los primeros 2.000 de 100.000')
})

test('single letters off: nothing is picked by a letter, and the arrows still move', async ({ page }) => {
  await openCases(page, 'cases-no-letters')
  await row(page, 0).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('l')
  await page.keyboard.press('j')
  await expect(row(page, 0)).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 1)).toBeFocused()
})

test('another account: neither filter nor picked ones come with it', async ({ page }) => {
  await openCases(page)
  await search(page).fill('lozano')
  await expect(foot(page)).toHaveText('1–6 de 6')
  await pick(page, 0)
  await page.evaluate(() => window.bridge.activate('demo'))
  await expect(page.getByRole('note')).toContainText('DEMOSTRACIÓN')
  await page.getByRole('link', { name: 'Expedientes' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(bar(page)).toHaveCount(0)
  await expect(foot(page)).toHaveText(/de 14$/)
})

test('a list that turns out to be empty does not take the search away from who has begun it', async ({
  page,
}) => {
  await page.goto('/consulta?state=cases-none-yet-slow')
  await search(page).waitFor()
  await page.keyboard.press('/')
  await page.evaluate(() => window.bridge.release())
  await page.getByText('Aún no hay expedientes').waitFor()
  await page.keyboard.type('6205JWD')
  await expect(search(page)).toHaveValue('6205JWD')
  await expect(search(page)).toBeFocused()
})

test('with rows picked, the head of the page exports and prints them, and says how many they are', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await openCases(page)
  await pick(page, 0)
  await pick(page, 2)
  await page.getByRole('button', { name: 'Exportar (2)' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect(await last(page, 'cases.csv')).toMatchObject({ selection: { ids: ['prc_0', 'prc_2'] } })
  await page.getByRole('button', { name: 'Exportar (2)' }).click()
  await page.getByRole('menuitem', { name: 'Imprimir' }).click()
  const sheet = page.locator('.print-sheet')
  await expect(sheet.locator('tbody tr')).toHaveCount(2)
  await expect(sheet).toContainText('2 expedientes · Filtro: los elegidos')
})
