import { announcer, called, hold, open, release, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Matrículas elegidas' })
const dialog = (page: Page) => page.getByRole('alertdialog')
const intoList = (page: Page) => page.getByRole('searchbox').press('ArrowDown')
/** Rows that the first of these commands was about. */
const ordsOf = async (page: Page, name: 'plate-lists.complete-offer' | 'plate-lists.mark') => {
  const [first] = (await called(page, name)) as { ords: number[] }[]
  return first?.ords
}
const requests = (page: Page) => called(page, 'plate-lists.complete-request')

test('rows are picked by their keys, one by one, in a row and all, and stay picked whatever is shown', async ({
  page,
}) => {
  await open(page, 'plate-list-done')
  await intoList(page)
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 elegida')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('3 elegidas')
  await expect(announcer(page)).toHaveText('3 elegidas')
  await expect(page.locator('[data-row="2"]')).toBeFocused()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 elegidas')
  // From the last one picked to the one pressed.
  await page.locator('[data-row="8"] input').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('9 elegidas')
  await page.getByRole('radio', { name: /^Transferibles/ }).check()
  await expect(bar(page)).toContainText('9 elegidas')
  await page.getByRole('radio', { name: /^Todas/ }).check()
  await intoList(page)
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toContainText('40 elegidas')
  await expect(page.getByRole('checkbox', { name: 'Elegir todas las que se ven' })).toBeChecked()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Autos Llobregat')
})

test('a row names both vehicles if the list and the registry differ, and a filter shows such rows', async ({
  page,
}) => {
  await open(page, 'plate-list-done')
  await page.getByRole('radio', { name: 'Otro vehículo 2' }).check()
  const words = 'En la lista: Audi A3. En Tráfico: RENAULT CLIO.'
  await expect(page.getByRole('gridcell', { name: words })).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: /^2 matrículas/ })).toBeVisible()
})

test('what is pressed right after Ctrl+A is of all rows, though the core has not yet said which they are', async ({
  page,
}) => {
  await open(page, 'plate-list-paid')
  await intoList(page)
  await hold(page, 'plate-lists.ords')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('m')
  await page.keyboard.press('i')
  await expect.poll(() => called(page, 'plate-lists.ords')).toHaveLength(1)
  await release(page)
  await expect(dialog(page)).toContainText('informes completos')
  await expect.poll(() => ordsOf(page, 'plate-lists.complete-offer')).toHaveLength(40)
  expect(await ordsOf(page, 'plate-lists.mark')).toHaveLength(40)
  expect(await called(page, 'plate-lists.annotate')).toEqual([])
})

test('a key between two picks that the core has not answered acts on what the second one picks', async ({
  page,
}) => {
  await open(page, 'plate-list-paid')
  await intoList(page)
  await hold(page, 'plate-lists.ords')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('i')
  await page.keyboard.press('ControlOrMeta+a')
  await expect.poll(() => called(page, 'plate-lists.ords')).toHaveLength(2)
  await page.evaluate(() => window.bridge.release(1))
  await release(page)
  await expect.poll(() => ordsOf(page, 'plate-lists.complete-offer')).toHaveLength(40)
})

test('where all rows could not be told, what was pressed after Ctrl+A does nothing', async ({ page }) => {
  await open(page, 'plate-list-paid')
  await intoList(page)
  await hold(page, 'plate-lists.ords')
  await page.evaluate(
    () => (window.bridge.scene.refuses = { 'plate-lists.ords': { code: 'store-failed', retryable: true } }),
  )
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('i')
  await expect.poll(() => called(page, 'plate-lists.ords')).toHaveLength(1)
  await release(page)
  await settled(page)
  expect(await called(page, 'plate-lists.complete-offer')).toEqual([])
  // Pressed again, it is of the row with the keyboard.
  await page.keyboard.press('i')
  await expect(dialog(page)).toBeVisible()
  await expect.poll(() => ordsOf(page, 'plate-lists.complete-offer')).toHaveLength(1)
})

test('picked rows are marked together, and the mark is taken from them', async ({ page }) => {
  await open(page, 'plate-list-done')
  await intoList(page)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('m')
  await expect
    .poll(() => called(page, 'plate-lists.mark'))
    .toEqual([{ id: 'list-1', ords: [4, 10], marked: true }])
  await bar(page).getByRole('button', { name: 'Quitar la marca' }).click()
  await expect.poll(async () => (await called(page, 'plate-lists.mark')).length).toBe(2)
  await expect(page.getByRole('radio', { name: 'Marcadas 1' })).toBeVisible()
})

test('several complete reports are paid for with one deliberate act, which says what it costs', async ({
  page,
}) => {
  await open(page, 'plate-list-paid')
  await intoList(page)
  for (let at = 1; at < 12; at++) await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('12 elegidas')
  await page.keyboard.press('i')
  await expect(dialog(page)).toContainText('Pedir 4 informes completos')
  await expect(dialog(page)).toContainText('Cuestan 34,68 €')
  // Which plates, before they are paid for.
  const named = (await called(page, 'plate-lists.complete-offer')).at(-1) as { ords: number[] }
  expect(named.ords).toHaveLength(12)
  await expect(dialog(page).getByText(/^\d{4} [A-Z]{3}, .* y \d{4} [A-Z]{3}$/)).toBeVisible()
  await expect(dialog(page)).toContainText('4 informes a 8,67 € cada uno. Se cobra al pedirlo')
  await expect(dialog(page)).toContainText('3 con un informe de las últimas 24 horas')
  await expect(dialog(page)).toContainText('3 que ya se están pidiendo')
  await expect(dialog(page)).toContainText('2 que no sabemos si se pidieron')
  await expect(dialog(page)).toContainText('Gestoría Ribera')
  await expect(dialog(page)).toContainText('7 informes (60,69 €)')
  // Enter by reflex, held or pressed twice, pays for nothing.
  await expect(dialog(page).getByRole('button', { name: 'No pedir' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(await requests(page)).toEqual([])
  await page.keyboard.press('i')
  const submit = dialog(page).getByRole('button', { name: 'Pedirlos por 34,68 €' })
  await submit.dblclick()
  await expect(page.getByText('4 informes completos pedidos')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  expect(await requests(page)).toEqual([
    expect.objectContaining({
      id: 'list-1',
      price: 867,
      confirmed: true,
      ords: expect.any(Array),
    }),
  ])
  const [{ ords }] = (await requests(page)) as [{ ords: number[] }]
  expect(ords).toHaveLength(4)
  await expect(page.getByRole('row').filter({ hasText: 'pidiéndose' }).first()).toBeVisible()
})

test('what was chosen is what is asked: a list that changes under the dialog changes nothing in it', async ({
  page,
}) => {
  await open(page, 'plate-list-paid')
  await intoList(page)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('i')
  await expect(dialog(page)).toContainText('Pedir un informe completo')
  await page.evaluate(() => {
    const [list] = window.bridge.scene.plateLists!
    list!.rows = list!.rows.toReversed()
    window.bridge.changed('plate-list', ['list-1'])
  })
  await settled(page)
  await expect(dialog(page)).toContainText('Cuesta 8,67 €')
  await dialog(page).getByRole('button', { name: 'Pedirlo por 8,67 €' }).click()
  await expect.poll(() => requests(page)).toEqual([expect.objectContaining({ ords: [10] })])
})

test('pressed again after a failure it is the same batch; opened again it is another', async ({ page }) => {
  await open(page, 'plate-list-paid')
  const refuse = (on: boolean) =>
    page.evaluate((refuses) => {
      window.bridge.scene.refuses = refuses
        ? { 'plate-lists.complete-request': { code: 'bridge-lost', retryable: true } }
        : {}
    }, on)
  const batches = async () => (await requests(page)).map((args) => (args as { batch: string }).batch)
  await refuse(true)
  await intoList(page)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('i')
  const submit = dialog(page).getByRole('button', { name: /por 8,67/ })
  await submit.click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await submit.click()
  await expect.poll(async () => (await batches()).length).toBe(2)
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await refuse(false)
  await page.keyboard.press('i')
  await submit.click()
  await expect(dialog(page)).toHaveCount(0)
  const [first, again, other] = await batches()
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('with more than may be asked at once, the dialog says how many are left for later', async ({ page }) => {
  await open(page, 'plate-list-400')
  await page.getByRole('button', { name: 'Más' }).click()
  await page.getByRole('menuitem', { name: 'Pedir completos de las que se ven…' }).click()
  await expect(dialog(page)).toContainText('Pedir 200 informes completos')
  await expect(dialog(page)).toContainText('De una vez se piden 200 como mucho: quedan 80 para después.')
})

test('a session that keeps nothing asks for nothing, and the demonstration says that it is free', async ({
  page,
}) => {
  await open(page, 'plate-list-memory')
  await intoList(page)
  await page.keyboard.press('i')
  await expect(page.locator('dialog[open]')).toContainText('En esta sesión no se puede pedir')
  await open(page, 'plate-list-done')
  await intoList(page)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('i')
  await expect(dialog(page)).toContainText('En la demostración no se cobra nada')
  await dialog(page).getByRole('button', { name: 'Pedirlo', exact: true }).click()
  await expect(page.getByText('Un informe completo pedido')).toBeVisible()
})

test('a row that waits is put before the others by its key, and with others from the bar', async ({
  page,
}) => {
  await open(page, 'plate-list')
  await page.getByRole('radio', { name: /^Pendientes/ }).check()
  await expect(page.getByRole('status').filter({ hasText: /^14 matrículas/ })).toBeVisible()
  await intoList(page)
  await page.keyboard.press('End')
  await expect(page.locator('[data-row="13"]')).toBeFocused()
  const last = await page.locator('[role="row"]:focus [role="img"]').getAttribute('aria-label')
  await page.keyboard.press('a')
  await expect(page.getByText('Se consulta antes que las demás')).toBeVisible()
  await expect(page.locator('[data-row="0"] [role="img"]')).toHaveAttribute('aria-label', last!)
  await page.keyboard.press('ControlOrMeta+a')
  await bar(page).getByRole('button', { name: 'Consultar antes' }).click()
  // One of them is being asked already.
  await expect(page.getByText('13 se consultan antes que las demás')).toBeVisible()
})

/** Picks the first rows of a list of 40. */
async function pickRows(page: Page, amount: number): Promise<number[]> {
  await open(page, 'plate-list-done')
  await intoList(page)
  await page.keyboard.press('x')
  for (let at = 1; at < amount; at++) await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText(`${amount} elegidas`)
  await page.keyboard.press('m')
  await expect.poll(async () => (await ordsOf(page, 'plate-lists.mark'))?.length).toBe(amount)
  return (await ordsOf(page, 'plate-lists.mark')) ?? []
}
const onlyView = async (page: Page, name: string) => {
  await expect.poll(async () => (await called(page, name)).length).toBe(1)
  return ((await called(page, name)) as { ords?: number[] }[])[0]?.ords
}
const fromMenu = async (page: Page, menu: string | RegExp, item: string | RegExp) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('with rows chosen, every action is about them, whatever is shown, and says how many they are', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const ords = await pickRows(page, 3)
  // What is shown since has none of them.
  await page.getByRole('searchbox').fill('no hay ninguna así')
  await expect(page.getByText('Ninguna con ese filtro')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('radio', { name: /^Transferibles/ }).check()

  await page.getByRole('button', { name: 'Copiar respuesta (3)' }).click()
  expect(await onlyView(page, 'plate-lists.text')).toEqual(ords)
  await expect(page.getByText('Copiada la respuesta de 3 matrículas')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Consulta de 3 matrículas')

  await fromMenu(page, 'Exportar (3)', 'Excel')
  expect(await onlyView(page, 'plate-lists.xlsx')).toEqual(ords)
  await fromMenu(page, 'Exportar (3)', 'CSV')
  expect(await onlyView(page, 'plate-lists.csv')).toEqual(ords)
  await fromMenu(page, 'Exportar (3)', 'Imprimir…')
  await expect(page.locator('.print-sheet')).toContainText('3 matrículas · Elegidas')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))

  await fromMenu(page, 'Más', 'Pedir completos de las 3 elegidas…')
  await expect.poll(() => ordsOf(page, 'plate-lists.complete-offer')).toEqual(ords)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await fromMenu(page, 'Más', 'Vigilar las 3 elegidas…')
  await expect(page.getByRole('heading', { name: 'Vigilar 3 matrículas' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('transfers are begun of the rows chosen, and of no others', async ({ page }) => {
  await open(page, 'plate-list-done')
  await page.getByRole('radio', { name: /^Transferibles/ }).check()
  // The rows before stay on screen, and may be chosen, until those of the filter come.
  await expect(page.getByRole('row').filter({ hasText: 'No transferible' })).toHaveCount(0)
  await intoList(page)
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('radio', { name: /^Todas/ }).check()
  await page.getByRole('button', { name: 'Empezar transferencias… (2)' }).click()
  await expect(page.getByText('De las 2 elegidas.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Las marcadas|^Las que se ven/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Empezar 2 transferencias' }).click()
  await expect(page.getByRole('heading', { name: /^Lote de/ })).toBeVisible()
  const [created] = (await called(page, 'transfer-batches.create')) as {
    view: { ords: number[] }
    of: string
  }[]
  expect(created).toMatchObject({ of: 'shown' })
  expect(created?.view.ords).toHaveLength(2)
})

test('a note is of all the rows chosen, and says how many notes it replaces', async ({ page }) => {
  const ords = await pickRows(page, 3)
  await page.keyboard.press('n')
  const note = page.getByRole('dialog', { name: 'Nota de 3 matrículas' })
  await note.getByRole('textbox', { name: 'Nota' }).fill('Llamar el lunes')
  await page.keyboard.press('Enter')
  await expect.poll(() => called(page, 'plate-lists.note')).toMatchObject([{ ords, note: 'Llamar el lunes' }])
  await expect(page.getByRole('row').filter({ hasText: 'Llamar el lunes' })).toHaveCount(3)
  await page.keyboard.press('n')
  await expect(note.getByRole('textbox', { name: 'Nota' })).toHaveValue('Llamar el lunes')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Nota de 4 matrículas' })).toContainText(
    'Sustituye las notas de 3.',
  )
})

/** 38 plates with two lines that are none, as they are copied from a sheet. */
const PASTED = [
  ...Array.from({ length: 19 }, (_, at) => `${1000 + at} BCD`),
  '1234 AEI',
  ...Array.from({ length: 19 }, (_, at) => `${2000 + at} FGH`),
  '12345 BCD',
]

test('lines that are no plate go along from Consulta to a list, and to its answer', async ({ page }) => {
  await open(page)
  const field = page.getByRole('combobox', { name: 'Matrícula' })
  await field.focus()
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASTED.join('\n'))
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('Enter')
  const asList = page.getByRole('button', { name: /^Consultar las 38 como lista/ })
  await expect(asList).toBeVisible()
  // Above the rows: it needs no scrolling.
  const firstRow = page.getByRole('list', { name: 'Elige una matrícula' }).getByRole('button').first()
  expect((await asList.boundingBox())!.y).toBeLessThan((await firstRow.boundingBox())!.y)
  await expect(page.getByText(/2 filas no se han entendido: «1234 AEI», «12345 BCD»/)).toBeVisible()
  await page.keyboard.press('l')
  await expect(page.getByText('2 líneas sin matrícula')).toBeVisible()
  await page.getByRole('button', { name: 'Consultar 38 matrículas' }).click()
  await expect(page.getByRole('button', { name: 'Verlas' })).toBeVisible()
  await page.getByRole('button', { name: 'Copiar respuesta' }).click()
  await expect(page.getByText('Copiada la respuesta de 38 matrículas')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Líneas en las que no hemos podido leer una matrícula (2):\n- Línea 20: 1234 AEI\n- Línea 40: 12345 BCD',
  )
})

test('a file dropped on Consulta becomes a list as a whole, with the plates beyond those shown', async ({
  page,
}) => {
  await open(page)
  const lines = Array.from({ length: 260 }, (_, at) => `${1000 + at} BCD`)
  const data = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'autos vega.txt', { type: 'text/plain' }))
      return transfer
    },
    [...lines, 'XX99999ZZ'].join('\n'),
  )
  await page.locator('.file-drop').dispatchEvent('drop', { dataTransfer: data })
  await page.getByRole('button', { name: 'Consultar como lista' }).click()
  await expect(page.getByText('260 matrículas', { exact: true })).toBeVisible()
  await expect(page.getByText('1 línea sin matrícula')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('autos vega')
})

/** 400 KB of lines, of which the last has the only plate. */
const LONG_TEXT = `${'Nada que leer en esta fila\n'.repeat(15_000)}1234 BCD`

test('a long text file is read in a worker, is not shown, and its plates are', async ({ page }) => {
  await open(page, 'plate-lists')
  await page.keyboard.press('n')
  const worker = page.waitForEvent('worker')
  await page.locator('form input[type="file"]').setInputFiles({
    name: 'largo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(LONG_TEXT),
  })
  await worker
  await expect(page.getByText('1 matrícula', { exact: true })).toBeVisible()
  await expect(page.getByText('largo.txt')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Lista de matrículas' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Consultar 1 matrícula' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'largo' })).toBeVisible()
})

test('a long pasted text is read in a worker, which cancelling ends, and what was typed stays', async ({
  page,
}) => {
  await open(page, 'plate-lists')
  await page.keyboard.press('n')
  const area = page.getByRole('textbox', { name: 'Lista de matrículas' })
  await area.fill('1234 BCD')
  const started = page.waitForEvent('worker')
  await area.evaluate((element) => {
    const clipboardData = new DataTransfer()
    // Long enough to be cancelled on any machine.
    clipboardData.setData('text/plain', 'Golf a12b4, b34c5, c56d7, d78e9\n'.repeat(150_000))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const worker = await started
  const ended = new Promise((resolve) => worker.on('close', resolve))
  await page.locator('.new-list__reading').getByRole('button', { name: 'Cancelar' }).click()
  await ended
  await expect(area).toHaveValue('1234 BCD')
  await expect(page.getByText('1 matrícula', { exact: true })).toBeVisible()
})
