import { expect, test } from './seeded-test.ts'
import { called, hold, open, release, settled } from './actions.ts'
import { button, ID } from './procedure-actions.ts'
import type { Page } from '@playwright/test'

const notes = (page: Page) =>
  page.getByRole('list', { name: 'Notas, la última primero' }).getByRole('listitem')
const field = (page: Page) => page.getByLabel('Nota', { exact: true })
const toast = (page: Page) => page.locator('.toast')
/** Changes a note of the scene as another window does. */
const changeElsewhere = (page: Page, noteId: string, text: string | null) =>
  page.evaluate(
    ([id, changed, words]) => {
      const desk = window.bridge.scene.annotations![id]!
      const others = desk.notes.filter((note) => note.id !== changed)
      const after = desk.notes.map((note) =>
        note.id === changed ? { ...note, text: words!, editedAt: note.at + 1 } : note,
      )
      window.bridge.setAnnotations(id, { ...desk, notes: words === null ? others : after })
    },
    [ID, noteId, text] as const,
  )

test('N goes to the field, Enter is a line, Ctrl+Enter adds the note on top, and a held key adds one', async ({
  page,
}) => {
  await open(page, 'file-page-notes')
  await expect(notes(page)).toHaveCount(3)
  await expect(notes(page).first()).toContainText('Marta Soler · hoy 13:20')
  await expect(notes(page).nth(1)).toContainText('cambiada')
  await page.keyboard.press('n')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Llamado.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Vuelve a las cinco.')
  await hold(page, 'case-notes.add')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('Otra')
  await release(page)
  await settled(page)
  expect(await called(page, 'case-notes.add')).toEqual([{ id: ID, text: 'Llamado.\nVuelve a las cinco.' }])
  await expect(notes(page)).toHaveCount(4)
  await expect(notes(page).first()).toContainText('Ana Ruiz')
  await expect(notes(page).first()).toContainText('Vuelve a las cinco.')
  // What was typed meanwhile is still there, and focused.
  await expect(field(page)).toHaveValue('Otra')
  await expect(field(page)).toBeFocused()
})

test('a note that is not saved is back in its field, and leaving the page loses none', async ({ page }) => {
  await open(page, 'file-page-notes')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'case-notes.add': { code: 'disk-full', retryable: false } }
  })
  await field(page).fill('Sin sitio')
  await button(page, 'Añadir nota').click()
  await expect(page.getByRole('alert')).toContainText('No se ha guardado. Lo escrito sigue aquí.')
  await expect(field(page)).toHaveValue('Sin sitio')
  await page.keyboard.press('Control+2')
  await expect(page.locator('.case__table')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(field(page)).toHaveValue('Sin sitio')
})

test('edited in its place; Escape leaves it as it was', async ({ page }) => {
  await open(page, 'file-page-notes')
  await button(page, /^Cambiar la nota: Ana Ruiz/).click()
  const edited = notes(page).nth(1).getByRole('textbox')
  await expect(edited).toBeFocused()
  await edited.fill('Da igual')
  await page.keyboard.press('Escape')
  await expect(notes(page).nth(1)).toContainText('He pedido otra copia del DNI.')
  await expect(button(page, /^Cambiar la nota: Ana Ruiz/)).toBeFocused()
  await page.keyboard.press('Enter')
  await edited.fill('La copia llega mañana.')
  await page.keyboard.press('Control+Enter')
  await expect(notes(page).nth(1)).toContainText('La copia llega mañana.')
  await expect(edited).toHaveCount(0)
})

test('two windows: the text of neither is lost, and the keys of a moment ago replace nothing', async ({
  page,
}) => {
  await open(page, 'file-page-notes')
  await button(page, /^Cambiar la nota: Ana Ruiz/).click()
  const edited = notes(page).nth(1).getByRole('textbox')
  await edited.fill('La copia llega mañana.')
  await changeElsewhere(page, 'n2', 'Ya ha llegado.')
  await expect(notes(page).nth(1).getByRole('alert')).toContainText('Ya ha llegado.')
  await page.keyboard.press('Control+Enter')
  await settled(page)
  expect(await called(page, 'case-notes.edit')).toEqual([])
  await expect(edited).toHaveValue('La copia llega mañana.')
  await button(page, 'Guardar lo mío').click()
  await expect(notes(page).nth(1)).toContainText('La copia llega mañana.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a change that the core knows first refuses the save, and the text stays', async ({ page }) => {
  await open(page, 'file-page-notes')
  await button(page, /^Cambiar la nota: Ana Ruiz/).click()
  await notes(page).nth(1).getByRole('textbox').fill('Lo mío')
  await hold(page, 'annotations.get')
  await changeElsewhere(page, 'n2', 'Lo suyo')
  await page.keyboard.press('Control+Enter')
  await settled(page)
  await release(page)
  await expect(notes(page).nth(1).getByRole('alert')).toContainText('Lo suyo')
  await expect(notes(page).nth(1).getByRole('textbox')).toHaveValue('Lo mío')
})

test('a note removed while it is edited can be added as a new one', async ({ page }) => {
  await open(page, 'file-page-notes')
  await button(page, /^Cambiar la nota: Ana Ruiz/).click()
  await notes(page).nth(1).getByRole('textbox').fill('Lo mío')
  await changeElsewhere(page, 'n2', null)
  await expect(page.getByRole('alert')).toContainText('Alguien ha quitado esta nota.')
  await button(page, 'Añadirla como nota nueva').click()
  await expect(notes(page).first()).toContainText('Lo mío')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('removed, and back with Deshacer', async ({ page }) => {
  await open(page, 'file-page-notes')
  await button(page, /^Quitar la nota: Marta Soler/).click()
  await expect(notes(page)).toHaveCount(2)
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(notes(page)).toHaveCount(3)
  await expect(notes(page).first()).toContainText('Marta Soler')
})

test('after an @ the names of colleagues are completed, by keys alone', async ({ page }) => {
  await open(page, 'file-page-notes')
  await field(page).focus()
  await page.keyboard.type('Lo mira @')
  const options = page.getByRole('listbox', { name: 'Compañeros' }).getByRole('option')
  await expect(options).toHaveText([/Iñaki Peña/, /Marta Soler/])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await page.keyboard.type(' y @pe')
  await expect(options).toHaveText([/Iñaki Peña/])
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /.+/)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Lo mira @ y @Iñaki Peña ')
  await page.keyboard.type('hoy')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(notes(page).first().locator('b')).toHaveText('@Iñaki Peña')
})

test('A asks who has it: oneself with Enter, a colleague with a word, nobody; each with a way back', async ({
  page,
}) => {
  await open(page, 'file-page-notes')
  const detail = page.locator('.page__detail')
  await expect(detail).toContainText('Lo lleva Marta Soler')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: '¿Quién lo lleva?' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await expect(dialog.getByRole('option')).toHaveText([
    /Ana Ruiz.*yo/,
    /Iñaki Peña/,
    /Marta Soler.*lo lleva ahora/,
    /Nadie/,
  ])
  await page.keyboard.press('Enter')
  await expect(detail).toContainText('Lo lleva Ana Ruiz')
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(detail).toContainText('Lo lleva Marta Soler')

  await page.keyboard.press('a')
  await page.keyboard.type('iña')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Llama al comprador')
  await page.keyboard.press('Enter')
  await expect(detail).toContainText('Lo lleva Iñaki Peña')
  await expect(notes(page).first()).toContainText('@Iñaki Peña Llama al comprador')
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(detail).toContainText('Lo lleva Marta Soler')
  await expect(notes(page)).toHaveCount(3)

  await page.keyboard.press('a')
  await page.keyboard.type('Lucía Gil')
  await expect(dialog.getByRole('option')).toHaveText([/Otra persona: Lucía Gil/])
  await dialog.getByRole('combobox').fill('')
  await dialog.getByRole('option', { name: 'Nadie' }).click()
  await dialog.getByRole('button', { name: 'Asignar' }).click()
  await expect(detail).not.toContainText('Lo lleva')
})

test('in the list A is about the picked rows, Enter before the names have come does nothing, and all can be undone', async ({
  page,
}) => {
  await open(page, 'cases-assigned')
  const row = (index: number) => page.locator(`[data-row="${index}"]`)
  const carriers = () => page.locator('.case__cell--assigned').allTextContents()
  const before = await carriers()
  await row(1).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await hold(page, 'cases.colleagues')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: '¿Quién lleva 2 expedientes?' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await release(page)
  await expect(dialog.getByRole('option').first()).toContainText('Ana Ruiz')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('2 expedientes: lo lleva')
  const [{ person }] = (await called(page, 'cases.assign')) as [{ person: string }]
  // The toast may come before the rows.
  await expect.poll(async () => (await carriers()).slice(1, 3)).toEqual([person, person])
  await toast(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(carriers).toEqual(before)
})

test('«Lo mío» has what the user has, and says how to begin without a name', async ({ page }) => {
  await open(page, 'cases-mine')
  const total = await page.locator('[data-row]').count()
  expect(total).toBeGreaterThan(0)
  // The name of the view says its conditions, so the filters fit in one line.
  const filters = page.getByRole('group', { name: 'Filtros' }).getByRole('button')
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const tops = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  }
  await button(page, 'Más filtros').click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Abiertos' })).toBeChecked()
  await page.getByRole('menuitemcheckbox', { name: 'Lo mío' }).click()
  await expect(page.locator('.page__head')).toContainText('14 abiertos')
  await open(page, 'cases-mine-unnamed')
  await button(page, 'Escribir mi nombre').click()
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
})

test('what was replaced on any PC is listed with its author, and is put back by one act', async ({
  page,
}) => {
  await open(page, 'file-page-notes')
  await expect(button(page, 'Valores anteriores…')).toHaveCount(0)
  await open(page, 'file-page-shared')
  await button(page, 'Valores anteriores…').click()
  const dialog = page.getByRole('dialog', { name: 'Valores anteriores' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText('Cliente o compraventa: Autos Lozano')
  await expect(dialog.getByRole('listitem').first()).toContainText('Marta Soler · ')
  await dialog.getByRole('button', { name: 'Recuperar Cliente o compraventa: Autos Lozano' }).click()
  await expect(toast(page)).toContainText('valor recuperado')
  await dialog.getByRole('button', { name: 'Recuperar Etiqueta: falta cobrar' }).click()
  await expect
    .poll(() => called(page, 'cases.label'))
    .toEqual([{ selection: { ids: [ID] }, add: ['falta cobrar'], remove: [] }])
  expect(await called(page, 'annotations.save')).toMatchObject([
    { id: ID, fields: { client: 'Autos Lozano' } },
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
