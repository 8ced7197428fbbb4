import { expect, type Page, test } from './seeded-test.ts'
import { called, open, verdict } from './actions.ts'
import { bar, openCases, row } from './cases-page.ts'
import { field as plateField } from './states.ts'

/** Actions of the page in the palette. */

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const group = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox').getByRole('group', { name, exact: true })
const selected = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })

async function openPalette(page: Page) {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}

/** Runs the action that the palette finds first for some words. */
async function choose(page: Page, words: string, name: string | RegExp) {
  await openPalette(page)
  await field(page).fill(words)
  await expect(selected(page)).toHaveText(name)
  await page.keyboard.press('Enter')
}

test('on a file it begins with what the page does, under its name, each with its key', async ({ page }) => {
  await open(page, 'file-page')
  await page.getByRole('heading', { name: 'Depende de ti' }).waitFor()
  await openPalette(page)
  await expect(page.getByRole('listbox').getByRole('group').first()).toHaveAccessibleName(
    'Expediente 3308 KDR',
  )
  const actions = group(page, 'Expediente 3308 KDR').getByRole('option')
  for (const name of [/^Al clienteW/, /^Enviar a firmar · .*F/, /^Añadir un documento/, /^Añadir etiqueta/])
    await expect(actions.filter({ hasText: name })).toHaveCount(1)
  // The shortcut and the item of the menu are one action.
  await expect(actions.filter({ hasText: /Copiar (el )?resumen/ })).toHaveText(/^Copiar resumenC/)
  // Neither keys that move or leave, nor the same twice.
  await expect(actions.filter({ hasText: 'Volver' })).toHaveCount(0)
  const all = await actions.allInnerTexts()
  expect(new Set(all).size).toBe(all.length)
})

test('an action opens its dialog over the page, and the focus comes back to where it was', async ({
  page,
}) => {
  await open(page, 'file-page')
  const refresh = page.getByRole('button', { name: 'Actualizar' })
  await refresh.focus()
  await choose(page, 'al cliente', /^Al cliente/)
  await expect(page.getByRole('dialog', { name: 'Mensaje para el cliente' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(refresh).toBeFocused()
})

for (const [scene, list] of [
  ['dealer', 'Ocasión Vega'],
  ['deadlines', 'Plazos'],
  ['plate-list-done', 'Autos Llobregat'],
  ['cases', 'Todos'],
] as const)
  test(`«imprimir» prints the page: ${scene}`, async ({ page }) => {
    await open(page, scene)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(list)
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await choose(page, 'imprimir', /^Imprimir/)
    await expect(page.locator('.print-sheet')).toBeAttached()
  })

test('with rows chosen it acts on them, and names them', async ({ page }) => {
  await openCases(page)
  await row(page, 0).focus()
  for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(bar(page)).toContainText('3 elegidos')
  await openPalette(page)
  await expect(page.getByRole('listbox').getByRole('group').first()).toHaveAccessibleName('3 elegidos')
  await expect(
    group(page, '3 elegidos')
      .getByRole('option')
      .filter({ hasText: /^Etiquetar/ }),
  ).toHaveCount(1)
  await page.keyboard.press('Escape')
  await choose(page, 'etiquetar', /^Etiquetar · 3 elegidosL/)
  await expect(page.getByRole('dialog', { name: 'Etiquetar 3 expedientes' })).toBeVisible()
})

test('an action is of the row that was there when it opened, whatever the list shows since', async ({
  page,
}) => {
  await openCases(page)
  const fourth = row(page, 3)
  await fourth.focus()
  const before = (await fourth.textContent()) ?? ''
  await openPalette(page)
  await field(page).fill('etiquetar')
  await expect(selected(page)).toHaveText(/^Etiquetar/)
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.resources = (scene.resources ?? []).filter(({ id }) => id !== 'prc_3')
    window.bridge.emit('changed', { kind: 'resource', ids: ['prc_3'], version: 1 })
  })
  await expect(fourth).not.toHaveText(before)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Etiquetar 1 expediente' })
  await dialog.getByRole('option').first().waitFor()
  await dialog.getByRole('combobox').fill('Fin de mes')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Guardar etiquetas' }).click()
  await expect
    .poll(() => called(page, 'cases.label'))
    .toEqual([{ selection: { ids: ['prc_3'] }, add: ['Fin de mes'], remove: [] }])
})

test('once the page is another, an action of the page before does nothing, and says so', async ({ page }) => {
  await openCases(page)
  await row(page, 0).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Actividad' }).waitFor()
  await openPalette(page)
  await field(page).fill('copiar matrícula')
  await expect(selected(page)).toHaveText(/^Copiar matrícula/)
  await page.evaluate(() => history.back())
  await expect(page.locator('.case__table')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast')).toContainText('La pantalla ha cambiado')
})

test('on a verdict it offers what it can do now, and only the way back once another plate is typed', async ({
  page,
}) => {
  await open(page, 'complete-none')
  await verdict(page).focus()
  await openPalette(page)
  const first = page.getByRole('listbox').getByRole('group').first()
  await expect(first).toHaveAccessibleName(/^Matrícula /)
  await expect(first.getByRole('option').first()).toHaveText(/^Copiar respuestaAltC/)
  await expect(first.getByRole('option').filter({ hasText: /^Vigilar.*AltV/ })).toHaveCount(1)
  await expect(first.getByRole('option').filter({ hasText: 'PDF' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await plateField(page).fill('9999')
  await openPalette(page)
  await expect(group(page, /^Matrícula /).getByRole('option')).toHaveText(/^Volver a/)
})

test('what sends is not sent: its button gets the focus', async ({ page }) => {
  await open(page, 'wizard-review')
  const send = page.getByRole('button', { name: 'Enviar a Tráfico' })
  await expect(send).toBeEnabled()
  await choose(page, 'enviar a trafico', /^Enviar a Tráfico/)
  await expect(send).toBeFocused()
  expect(await called(page, 'procedures.send')).toEqual([])
})

test('a row of Novedades is put off from the palette, by its menu', async ({ page }) => {
  await open(page, 'inbox')
  await page.locator('[role="row"][tabindex="0"]').first().focus()
  await choose(page, 'posponer', /^Posponer/)
  await expect(page.getByRole('menu')).toBeVisible()
})

for (const [scene, name] of [
  ['signature-rejected', /^Firma/],
  ['contacts', /./],
  ['watches', /^\d{4}/],
  ['templates', 'Plantillas'],
  ['wizard-review', 'Nueva transferencia'],
  ['signatures', /./],
] as const)
  test(`every page begins with its own actions: ${scene}`, async ({ page }) => {
    await open(page, scene)
    await openPalette(page)
    const first = page.getByRole('listbox').getByRole('group').first()
    await expect(first).toHaveAccessibleName(name)
    await expect(first).not.toHaveAccessibleName(/^(Últimas matrículas|Órdenes)$/)
    await expect(first.getByRole('option').first()).toBeVisible()
  })
