import { expect, type Page, test } from './seeded-test.ts'
import { SHORTCUTS } from '#renderer/app/shortcut-table.ts'
import { called, confirmByKeyboard, open, settled, untilItConfirms, verdict } from './actions.ts'
import { hold, noteKeys, pressesOf, pressOnLayer } from './key-actions.ts'
import { documents } from './states-documents.ts'

test('the window can be locked also from a dialog', async ({ page }) => {
  await noteKeys(page)
  await open(page, 'alerts')
  await verdict(page).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Teclas' }).waitFor()
  expect(await pressOnLayer(page, pressesOf(SHORTCUTS.lock))).toEqual(['F8'])
})

test('what moves goes on for as long as it is held', async ({ page }) => {
  await noteKeys(page)
  await open(page, 'inbox')
  await page.locator('[role="row"][tabindex="0"]').first().focus()
  expect(await hold(page, SHORTCUTS['inbox.move'])).toBe(5)
})

test('Ctrl+Enter sends nothing that is behind the sheet', async ({ page }) => {
  await open(page, 'wizard-review')
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Teclas' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await called(page, 'procedures.send')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await called(page, 'procedures.send')).length).toBe(1)
})

test('Ctrl+Enter held reviews a request to sign, and a new press sends it', async ({ page }) => {
  await open(page, 'signing-person')
  await page.getByText('Es una de las partes').waitFor()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await page.getByRole('heading', { name: 'Revisa antes de enviar' }).waitFor()
  await expect(page.getByRole('button', { name: 'Enviar a firmar' })).toBeEnabled()
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  expect(await called(page, 'signature-requests.send')).toEqual([])
  await confirmByKeyboard(page)
  await expect.poll(async () => (await called(page, 'signature-requests.send')).length).toBe(1)
})

test('Ctrl+Enter twice by reflex reviews a request to sign, and does not send it', async ({ page }) => {
  await open(page, 'signing-person')
  await page.getByText('Es una de las partes').waitFor()
  // The second press comes in the task that draws the review, so a slow machine does not delay it. The handle waits for
  // the observer, not for the press.
  const second = await page.evaluateHandle(() => ({
    pressed: new Promise<void>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('[data-request-review]')) return
        observer.disconnect()
        const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
        document.body.dispatchEvent(new KeyboardEvent('keydown', key))
        resolve()
      }).observe(document.body, { childList: true, subtree: true })
    }),
  }))
  await page.keyboard.press('Control+Enter')
  await second.evaluate(({ pressed }) => pressed)
  await untilItConfirms(page)
  expect(await called(page, 'signature-requests.send')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await called(page, 'signature-requests.send')).length).toBe(1)
})

test('a double click on the button that reviews does not send', async ({ page }) => {
  await open(page, 'signing-person')
  await page.getByText('Es una de las partes').waitFor()
  const box = await page.getByRole('button', { name: 'Revisar' }).boundingBox()
  if (!box) throw new Error('there is no such button')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  const send = page.getByRole('button', { name: 'Enviar a firmar' })
  await expect(send).toBeEnabled()
  // The second click of the two, on the element that replaced the first.
  await send.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await called(page, 'signature-requests.send')).toEqual([])
  await send.click()
  await expect.poll(async () => (await called(page, 'signature-requests.send')).length).toBe(1)
})

test('Delete held takes one signer off, and not those that take its place', async ({ page }) => {
  await open(page, 'contacts')
  await page.locator('[role="row"][tabindex="0"]').first().focus()
  const before = await page.locator('.contacts [data-row]').count()
  await page.keyboard.down('Delete')
  await expect(page.locator('.contacts [data-row]')).toHaveCount(before - 1)
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  expect((await called(page, 'contacts.remove')).length).toBe(1)
})

test('what is asked before paying stays as it was opened, however long it stays open', async ({ page }) => {
  await open(page, 'complete-recent')
  await page.getByRole('button', { name: 'Pedir otro informe completo' }).click()
  const use = page.getByRole('button', { name: 'Usar el de hace 3 h' })
  await expect(use).toBeFocused()
  const age = page.locator('.verdict__age')
  const before = (await age.textContent()) ?? ''
  // The report stops being a recent one.
  await page.evaluate(() => window.setNow(new Date(2026, 10, 23, 14, 5).getTime()))
  await expect(age).not.toHaveText(before)
  await expect(use).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect(await called(page, 'complete.request')).toEqual([])
})

test('labels go to what the dialog was opened for, whatever the list shows since', async ({ page }) => {
  await open(page, 'cases')
  const fourth = page.locator('.case__table [data-row="3"]')
  await fourth.focus()
  const before = (await fourth.textContent()) ?? ''
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Etiquetar 1 expediente' })
  await dialog.getByRole('option').first().waitFor()
  await dialog.getByRole('combobox').fill('Fin de mes')
  await page.keyboard.press('Enter')
  // It leaves the view, and the next one takes its place under the dialog.
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.resources = (scene.resources ?? []).filter(({ id }) => id !== 'prc_3')
    window.bridge.emit('changed', { kind: 'resource', ids: ['prc_3'], version: 1 })
  })
  await expect(fourth).not.toHaveText(before)
  await dialog.getByRole('button', { name: 'Guardar etiquetas' }).click()
  await expect
    .poll(() => called(page, 'cases.label'))
    .toEqual([{ selection: { ids: ['prc_3'] }, add: ['Fin de mes'], remove: [] }])
})

test('Enter in the palette runs what was marked, also when answers come before it', async ({ page }) => {
  await open(page, 'cases')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['cases.find', 'lookup.suggest']
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('nov')
  const marked = page.getByRole('option', { selected: true })
  await expect(marked).toContainText('Novedades')
  const seen = (await marked.textContent()) ?? ''
  await page.evaluate(() => {
    window.bridge.scene.recent = window.bridge.scene.recent.map((one) => ({ ...one, vrm: `NOV${one.vrm}` }))
    window.bridge.release()
  })
  await expect(page.getByRole('option').first()).not.toHaveText(seen)
  await expect(marked).toHaveText(seen)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible()
})

test('«No enviar todavía» while they are being sent stops the rest and takes back those that had begun', async ({
  page,
}) => {
  await open(page, 'outbox')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['procedures.send']
  })
  await page.getByRole('button', { name: 'Enviar los 2 listos…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Enviar los 2 a Tráfico' }).click()
  await expect.poll(async () => (await called(page, 'procedures.send')).length).toBe(1)
  await dialog.getByRole('button', { name: 'No enviar todavía' }).click()
  await expect(dialog).toBeHidden()
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect.poll(async () => (await called(page, 'procedures.undo')).length).toBe(1)
  expect((await called(page, 'procedures.send')).length).toBe(1)
})

test('a second Delete on a document that is going does not lose its way back', async ({ page }) => {
  await open(page, 'documents')
  await documents(page)
  await page.evaluate(() => {
    window.bridge.scene.holds = ['procedures.document-remove']
  })
  const first = page.locator('[data-document] .row').first()
  const id = await page.locator('[data-document]').first().getAttribute('data-document')
  await first.focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await called(page, 'procedures.document-remove')).length).toBe(1)
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(page.locator(`[data-document="${id}"]`)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the connection coming back does not put sending under a finger', async ({ page }) => {
  await open(page, 'wizard-offline')
  const send = page.getByRole('button', { name: 'Enviar a Tráfico' })
  const finish = page.getByRole('button', { name: 'Dejar por enviar' })
  await expect(finish).toBeEnabled()
  const place = await finish.boundingBox()
  await page.evaluate(() => window.bridge.setSlice('connection', { state: 'online', since: 0, attempts: 0 }))
  await expect(send).toBeEnabled()
  expect(await finish.boundingBox()).toEqual(place)
})

/** Lists of the window, by scene. */
const LISTS = [
  'cases',
  'drafts',
  'outbox',
  'templates',
  'requests',
  'dealers',
  'ledger',
  'history',
  'watches',
  'plate-lists',
  'plate-list-done',
  'signatures',
  'signings',
  'contacts',
  'inbox',
]
const ROWS = 'main .rows--boxed .row, main [role="row"]:is([data-row], [data-seq])'
const focusedRow = (page: Page) => page.locator(`:is(${ROWS}):focus`)

for (const scene of LISTS)
  test(`J and the arrows move in the list while a link beside it has the focus: ${scene}`, async ({
    page,
  }) => {
    await open(page, scene)
    await page.locator(ROWS).first().waitFor()
    const link = page.locator('nav.side .side__links a').first()
    for (const key of ['j', 'ArrowDown']) {
      await link.focus()
      await page.keyboard.press(key)
      await expect(focusedRow(page)).toHaveCount(1)
    }
    // The next keys are of the row.
    const before = await focusedRow(page).textContent()
    await page.keyboard.press('k')
    await expect(focusedRow(page)).not.toHaveText(before ?? '')
  })

for (const [scene, place] of [
  ['cases', 'Todos'],
  ['cases', 'Con incidencia'],
  ['drafts', 'Borradores'],
  ['requests', 'Reclamar'],
  ['dealers', 'Compraventas'],
  ['ledger', 'Cobros'],
  ['signings', 'Sin enviar'],
  ['outbox', 'Por enviar'],
  ['contacts', 'Firmantes'],
  ['inbox', 'Novedades'],
] as const)
  test(`after a click on «${place}» of the sidebar the list has the keyboard: ${scene}`, async ({ page }) => {
    await open(page, scene)
    await page.locator(ROWS).first().waitFor()
    const link = page.locator('nav.side').getByRole('link', { name: place }).first()
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await settled(page)
    await page.keyboard.press('j')
    await expect(focusedRow(page)).toHaveCount(1)
    await expect(link).not.toBeFocused()
  })

test('after a menu of a list is closed, the list has its keys, and Esc does not leave it', async ({
  page,
}) => {
  await open(page, 'plate-list-done')
  await page.locator(ROWS).first().waitFor()
  const closeMenu = async () => {
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menu', { name: 'Exportar' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await closeMenu()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Autos Llobregat')
  await expect(focusedRow(page)).toHaveCount(1)
  await closeMenu()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Matrículas elegidas' })).toContainText('1 elegida')
  await closeMenu()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: /^Nota de/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(focusedRow(page)).toHaveCount(1)
})

for (const [scene, entry] of [
  ['deadlines', '[data-deadline]'],
  ['dealer', '[data-dealer-row] > .row'],
] as const)
  test(`J moves in a page of several lists while a link beside it has the focus: ${scene}`, async ({
    page,
  }) => {
    await open(page, scene)
    await page.locator(entry).first().waitFor()
    await page.locator('nav.side .side__links a').first().focus()
    await page.keyboard.press('j')
    await expect(page.locator(`${entry}:focus`)).toHaveCount(1)
  })

test('after an export the arrows move in the list', async ({ page }) => {
  await open(page, 'plate-list-done')
  await page.locator(ROWS).first().waitFor()
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await page.keyboard.press('ArrowDown')
  await expect(focusedRow(page)).toHaveCount(1)
})

test('after a menu of a dealer is closed, Esc stays on the board, and its letters act on the row', async ({
  page,
}) => {
  await open(page, 'dealer')
  const last = page.locator('[data-dealer-row="dealer-21"] > .row')
  await last.focus()
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(last).toBeFocused()
  await page.getByRole('button', { name: 'Exportar' }).focus()
  await page.keyboard.press('w')
  await expect(page.getByRole('dialog', { name: 'Mensaje para el cliente' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(last).toBeFocused()
})

test('the arrows enter the grid of a batch from beside it, and so does Esc after its menu', async ({
  page,
}) => {
  await open(page, 'transfer-batch')
  const cell = page.locator('input[data-cell]')
  await cell.focus()
  const menu = page.locator('.page__actions [aria-haspopup="menu"]')
  await menu.click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()
  await page.locator('nav.side .side__links a').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell).toBeFocused()
})

test('every list names its keys in the same words', async ({ page }) => {
  test.slow()
  const keys = page.locator('.list-foot .keys')
  // Por enviar has no foot.
  for (const scene of LISTS.filter((one) => one !== 'outbox')) {
    await open(page, scene)
    await keys.first().waitFor()
    const words = await keys.allInnerTexts()
    expect(words[0], scene).toMatch(/^J\s*K\s*moverse$/)
    expect(
      words.filter((one) => one.endsWith('elegir')).every((one) => one.startsWith('X')),
      scene,
    ).toBe(true)
  }
})

test('from the empty field of Consulta the key of the sheet opens it, and in a text it is typed', async ({
  page,
}) => {
  await open(page)
  const field = page.getByRole('combobox', { name: 'Matrícula' })
  await expect(field).toBeFocused()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Teclas' })
  await expect(sheet.getByRole('heading', { level: 3 }).first()).toHaveText('En la matrícula')
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await page.keyboard.type('1?')
  await expect(field).toHaveValue('1?')
})

test('a key that removes acts only on a row with the focus', async ({ page }) => {
  await open(page, 'contacts')
  await page.locator(ROWS).first().waitFor()
  await page.locator('nav.side .side__links a').first().focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('j')
  await expect(focusedRow(page)).toHaveCount(1)
  expect(await called(page, 'contacts.remove')).toEqual([])
})

test('once Escape clears a search, a key acts on the row that has the focus, and on no other', async ({
  page,
}) => {
  await open(page, 'contacts')
  await page.locator(ROWS).first().waitFor()
  const all = await page.locator(ROWS).count()
  await page.keyboard.press('/')
  await page.keyboard.type('ioana')
  await expect(page.locator(ROWS)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(focusedRow(page)).toContainText('Ioana')
  await page.keyboard.press('Escape')
  await expect(page.locator(ROWS)).toHaveCount(all)
  const [name = ''] = (await focusedRow(page).innerText()).split('\n')
  await page.keyboard.press('Delete')
  await expect(page.locator(ROWS)).toHaveCount(all - 1)
  await expect(page.locator(ROWS).filter({ hasText: name })).toHaveCount(0)
})
