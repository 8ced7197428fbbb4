import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, open, openPending, settled, started, verdict, goBack } from './actions.ts'
import { field } from './states.ts'

/** Sends the verdict of a requested plate from the core. */
async function answer(page: Page, vrm: string, outcome: string) {
  await page.evaluate(
    ([plate, word]) => {
      const { bridge } = window
      const before = bridge.scene.views[plate!]
      bridge.setView({
        vrm: plate!,
        previous:
          before?.latest && before.latest.outcome !== word ? before.latest : (before?.previous ?? null),
        pending: null,
        failed: null,
        latest: {
          reportId: `fresh-${Date.now()}`,
          vrm: plate!,
          kind: 'reduced',
          outcome: word as never,
          checkedAt: new Date(2026, 10, 20, 14, 5).getTime(),
          vehicle: { brand: 'SEAT', model: 'León' },
        },
      })
    },
    [vrm, outcome],
  )
}

test('Enter on a plate asks once, the focus passes to the verdict, and it is said once', async ({ page }) => {
  await open(page)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('bastidor aparte, 1234 bcd seat')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeFocused()
  // The window does not wait for the core: what was asked may still be on its way to it.
  await settled(page)
  await answer(page, '1234BCD', 'with_alerts')
  await expect(announcer(page)).toHaveText('1234 BCD, transferible con avisos, recién consultado')
  await expect(page.getByRole('button', { name: 'Copiar respuesta' })).toBeFocused()
  expect(await started(page)).toEqual([{ vrm: '1234BCD' }])
  await expect(field(page)).toHaveValue('bastidor aparte, 1234 bcd seat')
})

test('cached becomes fresh and nothing moves', async ({ page }) => {
  await open(page, 'cached')
  const places = () =>
    page.evaluate(() =>
      ['.verdict', '.verdict__vehicle', '.verdict__foot', '[data-copy]', '.notice', '.quote'].map(
        (selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect()
          return [selector, box?.top, box?.height]
        },
      ),
    )
  await expect(verdict(page)).toHaveClass(/verdict--soft/)
  const before = await places()
  await answer(page, '8097MWK', 'transferable')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await expect(page.getByText('Sigue igual.')).toBeVisible()
  expect(await places()).toEqual(before)
})

test('opening a plate leaves the rows of the recent ones as they are', async ({ page }) => {
  await open(page, 'empty-with-history')
  const row = await page.locator('.recent li').first().elementHandle()
  await page.keyboard.type('1234BCD')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toContainText('1234')
  expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
})

test('a digit on the verdict starts the next plate, and Esc goes back to the field', async ({ page }) => {
  await open(page, 'alerts')
  await verdict(page).focus()
  await page.keyboard.press('5')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('5')
  await page.keyboard.type('519kzp')
  await expect(field(page)).toHaveValue('5519kzp')
  await page.keyboard.press('Enter')
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 5 5 1 9, K Z P' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeFocused()
})

test('Alt+C copies the answer with the date of the verdict; Alt+R asks again', async ({ page }) => {
  await open(page, 'alerts')
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(
    '1234 BCD (SEAT León 1.5 TSI FR): se puede transferir, con avisos que no lo impiden. Consultado en Tráfico el 20/11/2026 a las 14:04.',
  )
  await page.keyboard.press('Alt+r')
  expect(await started(page)).toEqual([{ vrm: '1234BCD' }])
})

test('single keys do nothing in a text field, nor when they are turned off', async ({ page }) => {
  await open(page, 'alerts')
  await field(page).fill('')
  await field(page).pressSequentially('cr5?')
  await expect(field(page)).toHaveValue('cr5?')
  expect(await started(page)).toEqual([])
  await page.evaluate(() =>
    window.bridge.setSlice('settings', { ...window.bridge.scene.slices.settings, singleKeys: false }),
  )
  await verdict(page).focus()
  await page.keyboard.press('r')
  await page.keyboard.press('5')
  expect(await started(page)).toEqual([])
  await expect(verdict(page)).toBeFocused()
})

test('a mistyped plate is never another plate with Enter, pressed or held; an arrow goes to the correction', async ({
  page,
}) => {
  await open(page)
  await field(page).fill('12348CD')
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('número donde va una letra')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('main').locator('.plate-field__marks u')).toHaveText('8')
  expect(await started(page)).toEqual([])
  const selected = () =>
    field(page).evaluate((input: HTMLInputElement) =>
      input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
    )
  expect(await selected()).toBe('8')
  for (let times = 0; times < 3; times += 1) await field(page).press('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await settled(page)
  await expect(field(page)).toBeFocused()
  await expect(page.getByText('¿Querías decir…?')).toBeVisible()
  expect(await started(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Consultar esta' })).toBeFocused()
  expect(await started(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeVisible()
  expect(await started(page)).toEqual([{ vrm: '1234BCD' }])
})

test('of several plates, Enter takes none that was corrected', async ({ page }) => {
  await open(page)
  await field(page).fill('12348CD; 5519KZP')
  await field(page).press('Enter')
  await expect(page.locator('.row:focus')).toContainText('Ordinaria')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeVisible()
  expect(await started(page)).toEqual([{ vrm: '5519KZP' }])
  await page.keyboard.press('/')
  await field(page).fill('12348CD; 55192KZP')
  await field(page).press('Enter')
  await expect(page.getByText('1 matrícula encontrada')).toBeVisible()
  await page.keyboard.press('Enter')
  await settled(page)
  expect(await started(page)).toEqual([{ vrm: '5519KZP' }])
})

test('in quick search, Enter takes no correction of a mistyped plate', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog').getByRole('combobox')
  for (const isHurried of [true, false]) {
    await search.fill('')
    await search.pressSequentially('12348CD')
    if (isHurried) await page.keyboard.press('Enter')
    await expect(page.getByRole('option').filter({ hasText: '¿Querías decir esta?' })).toBeVisible()
    await settled(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await settled(page)
    await expect(search).toBeFocused()
  }
  expect(await started(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeVisible()
  expect(await started(page)).toEqual([{ vrm: '1234BCD' }])
})

test('Esc corrects, then clears, then goes up; unfinished plates are not an error', async ({ page }) => {
  await open(page, 'alerts')
  await field(page).fill('hola qué tal')
  await field(page).press('Enter')
  await expect(page.getByText('No se ha consultado')).toBeVisible()
  await field(page).press('Escape')
  await expect(page.getByText('No se ha consultado')).toBeHidden()
  await expect(field(page)).toHaveValue('hola qué tal')
  await field(page).press('Escape')
  await expect(field(page)).toHaveValue('')
  await field(page).press('Escape')
  await expect(page.getByText('Así se reconoce una matrícula')).toBeVisible()
  await field(page).fill('999')
  await settled(page)
  await expect(page.locator('.field-answers')).toHaveCount(0)
})

test('the plate is never in the address nor in the title, and a reload keeps it', async ({ page }) => {
  await open(page)
  await field(page).fill('4106HPR')
  await field(page).press('Enter')
  await expect(verdict(page)).toBeVisible()
  expect(page.url()).toMatch(/\/consulta$/)
  expect(await page.title()).toBe('Consulta · Ventanilla')
  await page.reload()
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 4 1 0 6, H P R' })).toBeVisible()
  await expect(field(page)).toHaveValue('4106 HPR')
  await goBack(page)
  await expect(verdict(page)).toBeHidden()
  await page.goForward()
  await expect(verdict(page)).toBeVisible()
})

test('palette: plates first, commands, focus comes back, and the section keeps its plate', async ({
  page,
}) => {
  await open(page, 'alerts')
  await page.getByRole('button', { name: 'Historial' }).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Historial' })).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('ajus')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  expect(page.url()).toMatch(/\/ajustes$/)
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
  await expect(verdict(page)).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('5519kzp')
  await expect(page.getByRole('option').first()).toContainText('Consultar')
  await page.keyboard.press('Enter')
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 5 5 1 9, K Z P' })).toBeVisible()
  await expect(verdict(page)).toBeFocused()
  expect(await started(page)).toEqual([{ vrm: '5519KZP' }])

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('cerrar vent')
  await page.keyboard.press('Enter')
  await expect.poll(() => called(page, 'app.quit')).toEqual([{}])
})

test('sections by key, cheat sheet, regions with F6, skip link', async ({ page }) => {
  await open(page, 'alerts')
  await page.keyboard.press('ControlOrMeta+2')
  await expect(page.getByRole('heading', { level: 1, name: 'Expedientes' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Teclas' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+1')
  await expect(verdict(page)).toBeVisible()

  const region = () =>
    page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'))
  // After a reload nothing has the focus.
  await page.reload()
  await expect(verdict(page)).toBeVisible()
  await page.locator('body').press('Shift+F6')
  expect(await region()).toBe('rail')
  await page.reload()
  await expect(verdict(page)).toBeVisible()
  await page.locator('body').press('F6')
  const seen = [await region()]
  for (let i = 0; i < 2; i += 1) {
    await page.keyboard.press('F6')
    seen.push(await region())
  }
  expect(new Set(seen)).toEqual(new Set(['navigation', 'main', 'rail']))

  await page.reload()
  await expect(verdict(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  expect(page.url()).not.toContain('#')
})

test('settings change the window at once', async ({ page }) => {
  await open(page, 'settings')
  await page.getByRole('radio', { name: 'Oscuro' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'Compacta' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  const search = page.getByRole('searchbox')
  await expect(search).toHaveAttribute('aria-keyshortcuts', '/')
  await page.getByRole('switch', { name: /Teclas de una letra/ }).uncheck()
  // A key that does nothing is not drawn.
  await expect(search).not.toHaveAttribute('aria-keyshortcuts')
  await expect(page.locator('.search-field kbd')).toHaveCount(0)
  expect(await called(page, 'settings.update')).toEqual([
    { theme: 'dark' },
    { density: 'compact' },
    { singleKeys: false },
  ])
})

test('history: search, pages, keyboard, and back where it was', async ({ page }) => {
  await open(page, 'history')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1')
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('j')
  await expect(page.locator('[data-row="1"]')).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.locator('[data-row="99"]')).toBeFocused()
  await page.keyboard.press('End')
  await expect.poll(async () => (await called(page, 'lookup.history')).length).toBeGreaterThan(1)

  await page.keyboard.press('/')
  await page.keyboard.type('0037')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeVisible()
  expect(await started(page)).toEqual([])
  await goBack(page)
  await expect(page.getByRole('searchbox')).toHaveValue('0037')
})

test('the store is set aside only after saying so', async ({ page }) => {
  await open(page, 'store-locked')
  await page.getByRole('button', { name: 'Guardar aparte y empezar de cero' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Dejarlo como está' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await called(page, 'store.set-aside')).toEqual([])
  await page.getByRole('button', { name: 'Guardar aparte y empezar de cero' }).click()
  await dialog.getByRole('button', { name: 'Guardar aparte y empezar de cero' }).click()
  await expect.poll(() => called(page, 'store.set-aside')).toEqual([{}])
})

test('a question that fails by itself says why and when it is tried next, and can be tried now', async ({
  page,
}) => {
  await open(page, 'retrying')
  await expect(page.getByText('El servicio ha contestado algo que no se entiende.')).toBeVisible()
  await expect(page.getByText('Probamos de nuevo en 12 s.')).toBeVisible()
  // A technical word of ours is not quoted as the service's.
  await expect(page.getByText('text/html')).toBeHidden()
  await page.getByRole('button', { name: 'Probar ahora' }).click()
  expect(await called(page, 'lookup.start')).toEqual([{ vrm: '4106HPR' }])
  await open(page, 'cached-retrying')
  await expect(page.getByText('con el informe de otra matrícula')).toBeVisible()
  await expect(page.getByText('Probando ahora…')).toBeVisible()
})

test('the attention line: try now, data set aside, link lost and closed', async ({ page }) => {
  await open(page, 'queued')
  await expect(page.getByText('Probamos de nuevo en 40 s')).toBeVisible()
  await page.getByRole('button', { name: 'Probar ahora' }).click()
  expect(await called(page, 'connection.retry')).toEqual([{}])
  await page.getByRole('button', { name: 'Quitar de la cola' }).click()
  expect(await called(page, 'lookup.cancel')).toEqual([{ vrm: '4106HPR' }])

  await open(page, 'set-aside-notice')
  const list = await openPending(page)
  await expect(list.getByText('store-2026-11-20T140500.db')).toBeVisible()
  await list.getByRole('button', { name: 'Entendido' }).click()
  await expect(list.getByText('No hay nada pendiente.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('guardados aparte')).toBeHidden()

  await page.evaluate(() => window.bridge.setLink('closed'))
  await expect(page.getByText('Ábrela otra vez', { exact: false })).toBeVisible()
})

test('what the whole application says is said once, and not at each page', async ({ page }) => {
  await open(page, 'queued')
  const alert = page.getByRole('main').getByRole('alert').first()
  await expect(alert).toBeVisible()
  await alert.evaluate((element) => void (element.dataset['seen'] = 'yes'))
  const tops = await Promise.all(
    ['h1', '[data-seen]', '.page__body'].map((part) =>
      page
        .locator(part)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top),
    ),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  for (const name of ['Firmas', 'Novedades', 'Ajustes'])
    await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  await expect(page.locator('[data-seen]')).toBeVisible()
})

/**
 * Drags a file over the window, or drops it: returns whether the page kept the browser from opening it, and the drop
 * effect.
 */
const drag = (page: Page, type: 'dragover' | 'drop', over: string) =>
  page.evaluate(
    ([event, selector]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['%PDF-1.4'], 'ficha.pdf', { type: 'application/pdf' }))
      const told = new DragEvent(event!, { dataTransfer, bubbles: true, cancelable: true })
      document.querySelector(selector!)?.dispatchEvent(told)
      return told.defaultPrevented
    },
    [type, over],
  )

test('a file that nothing takes never leaves Ventanilla for it, nor is it invited', async ({ page }) => {
  for (const state of ['settings', 'file-page-registered', 'history']) {
    await open(page, state)
    expect(await drag(page, 'dragover', 'main'), state).toBe(true)
    await expect(page.locator('.file-drop__veil'), state).toHaveCount(0)
    expect(await drag(page, 'drop', 'main'), state).toBe(true)
    await settled(page)
    expect(await called(page, 'attachments.add'), state).toEqual([])
  }
  await open(page, 'alerts')
  await drag(page, 'dragover', 'main')
  await expect(page.locator('.file-drop__veil')).toBeVisible()
  // Nor behind a dialog.
  await open(page, 'alerts')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await drag(page, 'dragover', 'main')).toBe(true)
  await expect(page.locator('.file-drop__veil')).toHaveCount(0)
})

test('over a dialog a toast can be heard and pressed, and closing it leaves the focus where it was', async ({
  page,
}) => {
  await open(page, 'alerts')
  await page.getByRole('button', { name: 'Copiar respuesta' }).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Teclas' })
  const close = dialog.getByRole('button').first()
  await close.focus()
  await page.evaluate(() => window.say('Guardado mientras tanto'))
  await expect(
    dialog.getByRole('status').filter({ hasText: 'Guardado mientras tanto' }).first(),
  ).toBeVisible()
  await expect(announcer(page)).toHaveText('Guardado mientras tanto')
  await dialog.locator('.toast').getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(close).toBeFocused()
})

test('a toast that is closed gives the focus back', async ({ page }) => {
  await open(page, 'alerts')
  const copy = page.getByRole('button', { name: 'Copiar respuesta' })
  await copy.focus()
  await page.keyboard.press('Enter')
  const toast = page.locator('.toast')
  await toast.getByRole('button').last().focus()
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(copy).toBeFocused()
})
