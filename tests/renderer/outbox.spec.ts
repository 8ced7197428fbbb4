import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, hold, open, releaseAll, goBack } from './actions.ts'

const line = (page: Page, id: string) => page.locator(`[data-draft="${id}"]`)
const first = (page: Page, id: string) => line(page, id).locator('.row')
const route = (page: Page) => page.evaluate(() => (history.state as { id?: string } | null)?.id)
const later = (page: Page, ms: number) =>
  page.evaluate(([by]) => window.setNow(new Date(2026, 10, 20, 14, 5).getTime() + by!), [ms])

test('Borradores: the last edited first, by keyboard to the draft and back to the same row', async ({
  page,
}) => {
  await open(page, 'drafts')
  await expect(page.locator('[data-draft]')).toHaveCount(4)
  const order = await page
    .locator('[data-draft]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-draft')))
  expect(order).toEqual(['draft-kdr', 'b2', 'b4', 'b1'])
  await expect(first(page, 'draft-kdr')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  expect(await route(page)).toBe('b2')
  await page.getByRole('heading', { level: 1, name: 'Nueva matriculación' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/expedientes/borradores')
  await goBack(page)
  await expect(first(page, 'b2')).toBeFocused()
})

test('a draft thrown away with Supr is brought back with Enter or Z', async ({ page }) => {
  await open(page, 'drafts')
  await expect(first(page, 'draft-kdr')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(line(page, 'draft-kdr')).toHaveCount(0)
  await expect(announcer(page)).toContainText('Transferencia de 3308 KDR: descartado.')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line(page, 'draft-kdr')).toBeVisible()
  await page.getByRole('button', { name: 'Descartar Matriculación del bastidor …000417' }).click()
  await expect(line(page, 'b2')).toHaveCount(0)
  await expect(announcer(page)).toContainText('…000417: descartado.')
  await page.keyboard.press('z')
  await expect(line(page, 'b2')).toBeVisible()
  expect(await called(page, 'procedures.draft-restore')).toEqual([{ id: 'draft-kdr' }, { id: 'b2' }])
})

test('a draft thrown away by a double press is thrown away once, and can be brought back', async ({
  page,
}) => {
  await open(page, 'drafts')
  await hold(page, 'procedures.draft-discard')
  await page.getByRole('button', { name: 'Descartar Matriculación del bastidor …000417' }).dblclick()
  await releaseAll(page)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  expect(await called(page, 'procedures.draft-discard')).toEqual([{ id: 'b2' }])
})

test('the places under Expedientes say how many there are, and the list follows', async ({ page }) => {
  await open(page, 'drafts')
  const places = page.getByRole('navigation', { name: 'Vistas de Expedientes' })
  await expect(places.getByRole('link', { name: 'Borradores' })).toHaveAttribute('aria-current', 'page')
  await expect(places).toContainText('Borradores4')
  await page.evaluate(() => {
    const draft = window.bridge.scene.drafts?.find(({ id }) => id === 'b4')
    if (draft) window.bridge.setDraft({ ...draft, state: 'ready' })
  })
  await expect(places).toContainText('Borradores3')
  await expect(places).toContainText('Por enviar1')
  await expect(line(page, 'b4')).toHaveCount(0)
  await places.getByRole('link', { name: 'Por enviar' }).click()
  await expect(line(page, 'b4')).toContainText('Listo')
})

test('nothing leaves without being listed and confirmed; then all of it can be undone', async ({ page }) => {
  await open(page, 'outbox')
  await page.getByRole('button', { name: 'Enviar los 2 listos…' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Autos Lozano')
  await expect(dialog).toContainText('Motor Turia')
  await expect(dialog.getByRole('button', { name: 'No enviar todavía' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await called(page, 'procedures.send')).toEqual([])
  await page.getByRole('button', { name: 'Enviar los 2 listos…' }).click()
  await dialog.getByRole('button', { name: 'Enviar los 2 a Tráfico' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await called(page, 'procedures.send')).toEqual([
    { id: 'o1', version: 7 },
    { id: 'o2', version: 7 },
  ])
  await expect(line(page, 'o1')).toContainText('Sale en 5 s')
  await later(page, 2_000)
  await expect(line(page, 'o1')).toContainText('Sale en 3 s')
  await page.keyboard.press('z')
  await expect(line(page, 'o1')).toHaveCount(0)
  await expect(line(page, 'o2')).toHaveCount(0)
  await expect(announcer(page)).toContainText('No han salido: vuelven a ser borradores.')
})

test('one that changed since it was listed does not leave, nor one that is not complete', async ({
  page,
}) => {
  await open(page, 'outbox-held')
  await page.getByRole('button', { name: 'Enviar los 2 listos…' }).click()
  await page.evaluate(() => {
    const draft = window.bridge.scene.drafts?.find(({ id }) => id === 'o1')
    if (draft) window.bridge.setDraft({ ...draft, state: 'editing' })
  })
  await page.getByRole('button', { name: 'Enviar los 2 a Tráfico' }).click()
  const dialog = page.getByRole('dialog', { name: '2 no han salido:' })
  await expect(dialog).toContainText('Ha cambiado desde que lo viste')
  await expect(dialog).toContainText('Todavía no se puede enviar.')
  expect(await called(page, 'procedures.send')).toEqual([{ id: 'o2', version: 7 }])
  await dialog.getByRole('button', { name: 'Abrir Matriculación' }).click()
  expect(await route(page)).toBe('o2')
})

test('one that another window changed and finished again does not leave with what was never shown', async ({
  page,
}) => {
  await open(page, 'outbox-held')
  await page.getByRole('button', { name: 'Enviar los 2 listos…' }).click()
  const listed = await page.evaluate(() => {
    const draft = window.bridge.scene.drafts!.find(({ id }) => id === 'o1')!
    // Behind the dialog, which shows the version listed when it was opened.
    window.bridge.setDraft({ ...draft, version: draft.version + 1 })
    return draft.version
  })
  await page.getByRole('button', { name: 'Enviar los 2 a Tráfico' }).click()
  await expect(page.getByRole('dialog')).toContainText('Ha cambiado desde que lo viste')
  expect(await called(page, 'procedures.send')).toContainEqual({ id: 'o1', version: listed })
  const state = () => page.evaluate(() => window.bridge.scene.drafts!.find(({ id }) => id === 'o1')!.state)
  expect(await state()).toBe('ready')
})

test('what another press has sent meanwhile is not said to have stayed here', async ({ page }) => {
  await open(page, 'outbox')
  await page.getByRole('button', { name: 'Enviar los 2 listos…' }).click()
  await page.evaluate(() => {
    const draft = window.bridge.scene.drafts?.find(({ id }) => id === 'o1')
    if (draft) window.bridge.setDraft({ ...draft, state: 'leaving', sendAt: Date.now() + 60_000 })
  })
  await page.getByRole('button', { name: 'Enviar los 2 a Tráfico' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await called(page, 'procedures.send')).toMatchObject([{ id: 'o2' }])
})

test('offline nothing can be sent, and being back sends nothing by itself', async ({ page }) => {
  await open(page, 'outbox-offline')
  await expect(line(page, 'o1')).toContainText('Listo, sin conexión')
  await expect(page.getByRole('button', { name: /^Enviar/ })).toHaveCount(0)
  await page.evaluate(() =>
    window.bridge.setSlice('connection', { state: 'online', since: Date.now(), attempts: 0 }),
  )
  await expect(page.getByText('Hay 2 listos para enviar.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar los 2 listos…' })).toBeVisible()
  expect(await called(page, 'procedures.send')).toEqual([])
})

test('each that stopped says why and has its ways on; a second one is only made at a word', async ({
  page,
}) => {
  await open(page, 'outbox-troubled')
  await expect(line(page, 't1')).toContainText('Puede que ya esté confirmado')
  await expect(line(page, 't1').getByRole('button', { name: /Parar|Enviar|Descartar/ })).toHaveCount(0)
  await line(page, 't1').getByRole('button', { name: 'Comprobar ahora' }).click()
  await expect(line(page, 't2')).toContainText('taxableBase: debe ser mayor que 0')
  await line(page, 't4').getByRole('button', { name: 'Dar por enviado' }).click()
  await expect(line(page, 't4')).toContainText('Enviando')
  await line(page, 't5').getByRole('button', { name: 'Enviar como nuevo…' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('habría dos expedientes iguales')
  await page.keyboard.press('Enter')
  expect(await called(page, 'procedures.resolve')).toEqual([
    { id: 't1', how: 'check' },
    { id: 't4', how: 'accept' },
  ])
  await line(page, 't5').getByRole('button', { name: 'Enviar como nuevo…' }).click()
  await page.getByRole('button', { name: 'Dejarlo allí y prepararlo como nuevo' }).click()
  await expect(line(page, 't5')).toContainText('Listo')
  await line(page, 't7').getByRole('button', { name: 'Parar el envío' }).click()
  await expect(line(page, 't7')).toContainText('Listo')
  expect(await called(page, 'procedures.send')).toEqual([])
})

test('undone too late is said in its row, and it goes on', async ({ page }) => {
  await open(page, 'outbox-leaving')
  await page.evaluate(() => {
    window.bridge.scene.refuses = {
      'procedures.undo': { code: 'too-late', retryable: false },
    }
  })
  await line(page, 'o1').getByRole('button', { name: 'Deshacer' }).click()
  await expect(line(page, 'o1').getByRole('alert')).toContainText('Ya no se puede deshacer.')
})
