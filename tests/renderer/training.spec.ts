import type { Training } from '#shared/bridge/training.ts'
import {
  announcer,
  called,
  hold,
  open,
  recordAnnouncements,
  release,
  settled,
  tabTo,
  goBack,
} from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { documents } from './states-documents.ts'
import { bar, command, heading, unfold } from './training-page.ts'

const button = (page: Page, name: string | RegExp) => bar(page).getByRole('button', { name })
/** What the core tells the windows. */
const push = (page: Page, change: Partial<Training> | null) =>
  page.evaluate((next) => {
    const { training } = window.bridge.scene.slices
    window.bridge.setSlice('training', next && training && { ...training, ...next })
  }, change)
const pointing = (page: Page) => page.evaluate(() => document.documentElement.dataset['pointing'])
const ringOf = (page: Page, point: string) =>
  page
    .locator(`[data-point="${point}"]`)
    .first()
    .evaluate((it) => getComputedStyle(it).outlineStyle)

async function openTraining(page: Page, state: string) {
  await open(page, state)
  await unfold(page)
}

test('it points at parts of the screens, and covers nothing of them', async ({ page }) => {
  await openTraining(page, 'training-tour')
  expect(await pointing(page)).toBe('lookup nav-lookup')
  expect(await ringOf(page, 'lookup')).toBe('dashed')
  expect(await ringOf(page, 'nav-cases')).not.toBe('dashed')
  const main = await page.getByRole('main').boundingBox()
  const box = await bar(page).boundingBox()
  expect(main!.y + main!.height).toBeLessThanOrEqual(box!.y)
  expect(box!.y + box!.height).toBeLessThanOrEqual(800)
  expect(box!.height).toBeLessThanOrEqual(120)
  await push(page, { points: ['nav-cases'] })
  expect(await ringOf(page, 'nav-cases')).toBe('dashed')
  expect(await ringOf(page, 'lookup')).not.toBe('dashed')
  await button(page, 'Dejarlo para luego').click()
  await expect(bar(page)).toHaveCount(0)
  expect(await pointing(page)).toBeUndefined()
})

test('the ring moves nothing, and is there in forced colours', async ({ page }) => {
  await openTraining(page, 'training-verdict')
  const place = page.getByRole('button', { name: /Pedir informe completo|Informe completo/ }).first()
  const ringed = await place.boundingBox()
  await push(page, { points: [] })
  expect(await place.boundingBox()).toEqual(ringed)
  await page.emulateMedia({ forcedColors: 'active' })
  await push(page, { points: ['complete'] })
  expect(await ringOf(page, 'complete')).toBe('dashed')
})

test('there is none in a real account, nor once it is left for later', async ({ page }) => {
  await open(page, 'training-real')
  await expect(bar(page)).toHaveCount(0)
  expect(await pointing(page)).toBeUndefined()
})

test('a step is ended once, however it is pressed, and the bar waits for the core', async ({ page }) => {
  await openTraining(page, 'training-tour')
  await hold(page, 'training.next')
  await button(page, 'Saltar este paso').dblclick()
  await expect(button(page, 'Saltar este paso')).toBeDisabled()
  await expect(bar(page).getByText('Un momento…')).toBeVisible()
  await release(page)
  await expect(heading(page)).toHaveAccessibleName(/Paso 2 de 6/)
  await expect(button(page, 'Saltar este paso')).toBeEnabled()
  expect(await called(page, 'training.next')).toEqual([{ step: 0, skip: true }])
})

test('a double click and a held key skip one step with a quick core too', async ({ page }) => {
  await openTraining(page, 'training-tour')
  await button(page, 'Saltar este paso').dblclick()
  await expect(heading(page)).toHaveAccessibleName(/Paso 2 de 6/)
  await settled(page)
  expect(await called(page, 'training.next')).toEqual([{ step: 0, skip: true }])
  await button(page, 'Saltar este paso').focus()
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter')
  await expect(heading(page)).toHaveAccessibleName(/Paso 3 de 6/)
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await settled(page)
  expect(await called(page, 'training.next')).toHaveLength(2)
  // Its button is gone: the title of the bar has its focus, where a press does nothing.
  await expect(heading(page)).toBeFocused()
})

test('a refused step can be pressed again', async ({ page }) => {
  await openTraining(page, 'training-tour')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'training.next': { code: 'service-failed', retryable: true } }
  })
  await button(page, 'Saltar este paso').click()
  await expect(page.getByText('El servicio ha fallado.')).toBeVisible()
  await expect(button(page, 'Saltar este paso')).toBeEnabled()
})

test('its own button ends the step', async ({ page }) => {
  await openTraining(page, 'training-button')
  await button(page, 'Ya lo he visto').click()
  await expect(bar(page).getByRole('heading', { name: 'Has terminado el paseo' })).toBeVisible()
  expect(await called(page, 'training.next')).toEqual([{ step: 5, skip: false }])
  await button(page, 'Cerrar el paseo').click()
  await expect(bar(page)).toHaveCount(0)
})

test('ticks and steps are announced, and take no focus', async ({ page }) => {
  await openTraining(page, 'training-scenario')
  await button(page, 'Una pista').focus()
  await push(page, {
    expected: [
      { text: 'Abrir el expediente parado', met: true },
      { text: 'Solucionar la incidencia', met: true },
      { text: 'Anotar con quién has hablado', met: false },
    ],
  })
  await expect(announcer(page)).toHaveText('Hecho: Solucionar la incidencia.')
  await expect(button(page, 'Una pista')).toBeFocused()
  await expect(bar(page).getByRole('listitem').filter({ hasText: 'Solucionar' })).toContainText('Hecho:')
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Matrícula' })
  await field.pressSequentially('12')
  await push(page, { step: 3, text: 'Escribe en las anotaciones.', expected: [], hint: null })
  await expect(announcer(page)).toContainText('Paso 4 de 4: Déjalo por escrito. Escribe')
  await expect(field).toBeFocused()
})

test('what had the focus in the bar and is gone leaves it to its title', async ({ page }) => {
  await openTraining(page, 'training-scenario')
  await button(page, 'Una pista').focus()
  await push(page, { step: 3, hint: null })
  await expect(heading(page)).toBeFocused()
})

test('F6 reaches the bar, and its hint unfolds in place', async ({ page }) => {
  await openTraining(page, 'training-tour')
  await page.getByRole('combobox', { name: 'Matrícula' }).focus()
  for (let presses = 0; presses < 6; presses += 1) {
    if (await bar(page).evaluate((it) => it.contains(document.activeElement))) break
    await page.keyboard.press('F6')
  }
  await expect(bar(page)).toBeFocused()
  await tabTo(page, 'Una pista')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Una pista')).toHaveAttribute('aria-expanded', 'true')
  await expect(bar(page).getByText('La barra / lleva')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(bar(page).getByText('La barra / lleva')).toHaveCount(0)
})

test('it is one line that says what to do, in every section, until it is unfolded', async ({ page }) => {
  for (const state of ['training-tour', 'training-samples', 'training-scenario', 'training-button']) {
    await open(page, state)
    await expect(bar(page)).toBeVisible()
    const box = await bar(page).boundingBox()
    expect(box!.height, state).toBeLessThan(48)
    await expect(bar(page).locator('.training__brief'), state).toBeVisible()
  }
  await expect(button(page, 'Ya lo he visto')).toBeVisible()
  await open(page, 'training-scenario')
  await button(page, 'Desplegar').click()
  await expect(bar(page).getByText('Solucionar la incidencia')).toBeVisible()
  await push(page, { step: 3 })
  await expect(button(page, 'Plegar')).toBeFocused()
  await button(page, 'Plegar').press('Enter')
  await expect(button(page, 'Desplegar')).toBeFocused()
  await page.getByRole('link', { name: 'Novedades' }).click()
  await expect(bar(page).getByText('Déjalo por escrito')).toBeVisible()
})

test('what erases a scenario is confirmed, can take long and is done once', async ({ page }) => {
  await openTraining(page, 'training-scenario')
  await hold(page, 'training.end')
  await button(page, 'Terminar').click()
  const dialog = page.getByRole('alertdialog', { name: '¿Terminar el escenario?' })
  await expect(dialog.getByRole('button', { name: 'Seguir con él' })).toBeFocused()
  const submit = dialog.getByRole('button', { name: 'Borrar y terminar' })
  await submit.click()
  await expect(submit).toBeDisabled()
  await expect(dialog.getByText('Trayendo de vuelta')).toBeVisible()
  await release(page)
  await expect(dialog).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  expect(await called(page, 'training.end')).toHaveLength(1)
  await expect(page.getByText('La demostración está como la dejaste')).toBeVisible()
})

test('a scenario begins again', async ({ page }) => {
  await openTraining(page, 'training-scenario')
  await button(page, 'Otra vez').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar y empezar otra vez' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(heading(page)).toHaveAccessibleName(/Paso 1 de 4/)
})

test('what could not happen is tried again', async ({ page }) => {
  await openTraining(page, 'training-stuck')
  await button(page, 'Reintentar').click()
  // The bar folds again: nothing is wrong now.
  await button(page, 'Desplegar').click()
  await expect(bar(page).getByText('Solucionar la incidencia')).toBeVisible()
  expect(await called(page, 'training.retry')).toHaveLength(1)
})

const added = (page: Page) => called(page, 'procedures.document-add')

test('a sample is dragged onto the window like a file', async ({ page }) => {
  await openTraining(page, 'training-samples')
  await documents(page)
  const chip = bar(page).getByRole('listitem').filter({ hasText: 'DNI' })
  await expect(button(page, 'Añadir DNI')).toBeEnabled()
  const from = await chip.getByText('DNI').boundingBox()
  await page.mouse.move(from!.x + 5, from!.y + 5)
  await page.mouse.down()
  await page.mouse.move(700, 400, { steps: 5 })
  await expect(page.locator('.file-drop__veil')).toBeVisible()
  await page.mouse.up()
  await expect(page.locator('.file-drop__veil')).toHaveCount(0)
  await expect(page.locator('.draft-document')).toHaveCount(1)
  await expect(page.locator('.draft-document')).toContainText('DNI (muestra).pdf')
  expect(await added(page)).toHaveLength(1)
})

test('a drag that is left adds nothing', async ({ page }) => {
  await openTraining(page, 'training-samples')
  await documents(page)
  await expect(button(page, 'Añadir DNI')).toBeEnabled()
  const from = await bar(page).getByText('DNI', { exact: true }).boundingBox()
  await page.mouse.move(from!.x + 5, from!.y + 5)
  await page.mouse.down()
  await page.mouse.move(700, 400, { steps: 5 })
  await expect(page.locator('.file-drop__veil')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.file-drop__veil')).toHaveCount(0)
  await page.mouse.up()
  await settled(page)
  expect(await added(page)).toEqual([])
})

test('a sample is added by keyboard, once', async ({ page }) => {
  await openTraining(page, 'training-samples')
  await documents(page)
  const announced = await recordAnnouncements(page)
  await button(page, 'Añadir DNI').focus()
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect.poll(announced).toContainEqual(expect.stringContaining('DNI'))
  await expect(button(page, 'DNI: añadido')).toHaveText('Añadido')
  await expect(page.locator('.draft-document')).toHaveCount(1)
  await button(page, 'Añadir Permiso de circulación').dblclick()
  await expect(page.locator('.draft-document')).toHaveCount(2)
  await settled(page)
  expect(await added(page)).toHaveLength(2)
  await button(page, 'Guardar DNI en este equipo').click()
  await expect(page.getByText('Guardado en Descargas')).toBeVisible()
})

test('where nothing takes it, a sample says what does, and Consulta does not read it', async ({ page }) => {
  await openTraining(page, 'training-samples-elsewhere')
  await button(page, 'Añadir DNI').click()
  await expect(bar(page).getByText('Abre antes los documentos')).toBeVisible()
  const from = await bar(page).getByText('DNI', { exact: true }).boundingBox()
  await page.mouse.move(from!.x + 5, from!.y + 5)
  await page.mouse.down()
  await page.mouse.move(700, 300, { steps: 5 })
  await expect(page.locator('.file-drop__veil')).toHaveCount(0)
  await page.mouse.up()
  await settled(page)
  expect(await called(page, 'lookup.plates-in-file')).toEqual([])
})

test('a sample that did not come can be asked for again', async ({ page }) => {
  await openTraining(page, 'training-samples-failed')
  const retry = button(page, 'Volver a cargar DNI')
  await retry.waitFor()
  await page.evaluate(() => void (window.bridge.scene.refuses = {}))
  await retry.click()
  await expect(button(page, 'Añadir DNI')).toBeEnabled()
})

test('the palette begins, goes on and ends', async ({ page }) => {
  await openTraining(page, 'training-scenario')
  await command(page, 'Terminar el escenario')
  await page.getByRole('alertdialog', { name: '¿Terminar el escenario?' }).waitFor()
  await page.keyboard.press('Escape')
  await command(page, 'Escenarios de formación')
  await expect(page.getByRole('heading', { name: 'Formación', level: 2, exact: true })).toBeFocused()
  await openTraining(page, 'training-tour')
  await command(page, 'Seguir con el paseo')
  await expect(heading(page)).toBeFocused()
  await button(page, 'Dejarlo para luego').click()
  await expect(bar(page)).toHaveCount(0)
  await command(page, 'Seguir con el paseo')
  await expect(bar(page)).toBeVisible()
})

test('the core is told of a page once in each step, and of a search that led somewhere', async ({ page }) => {
  await openTraining(page, 'training-scenario')
  const saw = () => called(page, 'training.saw')
  await expect.poll(saw).toHaveLength(1)
  const [first] = await saw()
  expect(first).toMatchObject({ what: 'page' })
  await push(page, { expected: [] })
  await command(page, 'Tema claro')
  await page.getByRole('link', { name: 'Novedades' }).click()
  await goBack(page)
  await settled(page)
  expect(await saw()).toEqual([first])
  await command(page, 'Firmas sin enviar')
  await expect.poll(saw).toEqual([first, { what: 'search' }])
  await goBack(page)
  await push(page, { step: 3 })
  await expect.poll(saw).toEqual([first, { what: 'search' }, first])
})

test('nothing is told without a scenario, nor once it is over', async ({ page }) => {
  await open(page, 'training-finished')
  await command(page, 'Firmas sin enviar')
  await settled(page)
  await open(page, 'file-page-simulator')
  await settled(page)
  expect(await called(page, 'training.saw')).toEqual([])
})
