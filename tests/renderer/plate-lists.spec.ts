import { readFileSync } from 'node:fs'
import { called, open, goBack } from './actions.ts'
import { outlookMessage } from '#tests/fixtures/plate-lists/outlook.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { twoPlates } from './states-plate-lists.ts'

const area = (page: Page) => page.getByRole('textbox', { name: 'Lista de matrículas' })
const row = (page: Page, plate: string | RegExp) => page.getByRole('row').filter({ hasText: plate })
const plates = (page: Page) =>
  page.evaluate(() => window.bridge.scene.plateLists!.at(0)!.rows.map(({ vrm }) => vrm))

test('a pasted list is looked up by keyboard alone: what was put right is seen before, and can be left out', async ({
  page,
}) => {
  await open(page, 'plate-lists')
  await page.keyboard.press('n')
  await expect(area(page)).toBeFocused()
  await page.keyboard.insertText('1234 BCD nave 2\n5678-FGH\n5678 FGH\n9012 BCO\nTotal: 4 coches')
  await expect(page.getByRole('button', { name: 'Consultar 3 matrículas' })).toBeEnabled()
  await expect(page.getByText('Línea 4: «9012 BCO» se consulta como')).toBeVisible()
  await expect(page.getByText('Una línea repetida se consulta una vez.')).toBeVisible()
  await expect(page.getByText('1 línea sin matrícula')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar 9012 BCD de la lista' }).press('Enter')
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Autos Vega')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.getByRole('heading', { name: 'Autos Vega', level: 1 })).toBeVisible()
  expect(await plates(page)).toEqual(['1234BCD', '5678FGH'])
  expect(await called(page, 'plate-lists.create')).toHaveLength(1)
  await expect(row(page, '1234')).toContainText('nave 2')
})

test('a text typed on is not sent as it was read before, and one without plates is not sent', async ({
  page,
}) => {
  await open(page, 'plate-lists-none')
  await area(page).fill('hola, ¿me miras los coches?')
  await expect(page.getByText('No se ha encontrado ninguna matrícula.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Consultar', exact: true })).toBeDisabled()
  await area(page).fill('1234 BCD')
  await expect(page.getByRole('button', { name: 'Consultar 1 matrícula' })).toBeEnabled()
  await area(page).pressSequentially('\n5678 FGH')
  await page.getByRole('textbox', { name: 'Nombre' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lista del')
  expect(await plates(page)).toEqual(['1234BCD', '5678FGH'])
})

test('a refused list stays as it was pasted, and so does one that was left half way', async ({ page }) => {
  await open(page, 'plate-lists')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'plate-lists.create': { code: 'store-failed', retryable: true } }
  })
  await page.keyboard.press('n')
  await area(page).fill('1234 BCD')
  await page.getByRole('button', { name: 'Consultar 1 matrícula' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(area(page)).toHaveValue('1234 BCD')
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await goBack(page)
  await expect(area(page)).toHaveValue('1234 BCD')
})

test('the worst comes first; filters, search and the order of the list show what there is', async ({
  page,
}) => {
  await open(page, 'plate-list')
  const first = page.locator('[data-row="0"]')
  await expect(first).toContainText('no transferible')
  await page.getByRole('radio', { name: 'Como vino' }).check()
  await expect(first).toContainText('1000')
  await page.getByRole('radio', { name: 'Pendientes 14' }).check()
  await expect(page.getByRole('status').filter({ hasText: '14 matrículas' })).toBeVisible()
  await page.getByRole('radio', { name: 'Todas 40' }).check()
  await page.getByRole('searchbox').fill('EMBARGO')
  await expect(page.getByRole('row').filter({ hasText: 'Preguntar por el embargo' })).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: '1 matrícula' })).toBeVisible()
})

test('a row is marked and noted by its keys, and the keys are about the row that has the focus', async ({
  page,
}) => {
  await open(page, 'plate-list-done')
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('m')
  await expect
    .poll(() => called(page, 'plate-lists.annotate'))
    .toEqual([{ id: 'list-1', ord: 10, marked: true }])
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Nota' }).fill('Llamar el lunes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Llamar el lunes' })).toHaveCount(1)
  await expect(page.locator('[data-row="1"]')).toBeFocused()
})

test('what is copied is what is shown, and says it in groups', async ({ page }) => {
  await open(page, 'plate-list-done')
  await page.getByRole('radio', { name: /^No transferibles/ }).check()
  await expect(page.getByRole('status').filter({ hasText: /^6 matrículas/ })).toBeVisible()
  await page.getByRole('button', { name: 'Copiar respuesta' }).click()
  await expect(page.getByText('Copiada la respuesta de 6 matrículas')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/^Consulta de 6 matrículas, /)
  expect(text).toContain('Ahora no se pueden transferir (6):\n- 1148 BCD, SEAT IBIZA\n')
})

test('it is paused and goes on; what is left is given up only after a question, and Enter by reflex gives up nothing', async ({
  page,
}) => {
  await open(page, 'plate-list')
  await page.getByRole('button', { name: 'Pausar' }).click()
  await expect(page.getByText('En pausa')).toBeVisible()
  await page.getByRole('button', { name: 'Seguir' }).click()
  await page.getByRole('button', { name: 'Más' }).click()
  await page.getByRole('menuitem', { name: 'No consultar las que faltan' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await called(page, 'plate-lists.cancel')).toEqual([])
  await page.getByRole('button', { name: 'Más' }).click()
  await page.getByRole('menuitem', { name: 'No consultar las que faltan' }).click()
  await page.getByRole('button', { name: 'No consultarlas' }).click()
  await expect(page.getByText('Terminada')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Volver a consultar las que faltan' })).toBeVisible()
})

test('the form of the first list stays when a list appears before it is sent', async ({ page }) => {
  await open(page, 'plate-lists-none')
  await area(page).fill('1234 BCD')
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.plateLists = [
      { id: 'other', name: 'De otra ventana', createdAt: Date.now(), state: 'done', rows: [] } as never,
    ]
    window.bridge.changed('plate-list', ['other'])
  })
  await expect(page.getByRole('button', { name: 'Abrir la lista De otra ventana' })).toBeVisible()
  await expect(area(page)).toHaveValue('1234 BCD')
  await page.getByRole('button', { name: 'Consultar 1 matrícula' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lista del')
})

test('a list that is removed in another window says so, and leads back', async ({ page }) => {
  await open(page, 'plate-list')
  await page.evaluate(() => {
    window.bridge.scene.plateLists = []
    window.bridge.changed('plate-list', ['list-1'])
  })
  await expect(page.getByRole('heading', { name: 'Esa lista ya no está' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Consulta masiva' })).toBeVisible()
})

test('several plates in the field of Consulta become a list with one key', async ({ page }) => {
  await open(page)
  await page.getByRole('combobox', { name: 'Matrícula' }).fill('1234BCD, 5678FGH y 9012JKL')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Elige una matrícula' })).toBeVisible()
  await page.keyboard.press('l')
  await expect(area(page)).toHaveValue('1234BCD, 5678FGH y 9012JKL')
  await expect(page.getByText('3 matrículas', { exact: true })).toBeVisible()
})

const file = (name: string) => `tests/fixtures/plate-lists/files/${name}`
const choose = (page: Page, name: string) => page.locator('form input[type="file"]').setInputFiles(file(name))

test('a workbook is read: its column of plates is recognised, and its hidden row is looked up only if wanted', async ({
  page,
}) => {
  await open(page, 'plate-lists-none')
  await choose(page, 'noviembre.xlsx')
  await expect(page.getByRole('group', { name: 'noviembre.xlsx' })).toBeVisible()
  await expect(page.getByLabel('Columna de las matrículas')).toHaveValue('3')
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('noviembre')
  await expect(page.getByRole('button', { name: 'Consultar 5 matrículas' })).toBeEnabled()
  await page.getByRole('checkbox', { name: 'Consultar también la fila oculta' }).check()
  await expect(page.getByRole('button', { name: 'Consultar 6 matrículas' })).toBeEnabled()
  await page.getByLabel('Columna de las matrículas').selectOption('1')
  await expect(page.getByText('No se ha encontrado ninguna matrícula.')).toBeVisible()
  await page.getByLabel('Columna de las matrículas').selectOption('3')
  await page.getByRole('button', { name: 'Consultar 6 matrículas' }).click()
  await expect(page.getByRole('heading', { name: 'noviembre', level: 1 })).toBeVisible()
  expect(await plates(page)).toContain('9012JKL')
  await expect(row(page, '5678')).toContainText('Ana Núñez · VW Golf 2016 GTD')
})

test('a file that cannot be read says what to do, and what was pasted stays', async ({ page }) => {
  await open(page, 'plate-lists-none')
  await area(page).fill('1234 BCD')
  await choose(page, 'cifrado.xlsx')
  await expect(page.getByRole('alert')).toContainText('cifrado.xlsx. Está protegido con contraseña.')
  await expect(page.getByRole('alert')).toContainText('guárdalo sin ella')
  await expect(area(page)).toHaveValue('1234 BCD')
  await choose(page, 'noviembre.xlsx')
  await page.getByRole('button', { name: 'Quitar el archivo' }).click()
  await expect(area(page)).toHaveValue('1234 BCD')
})

test('a mail gives the list attached to it, and says what else has plates and what was not read', async ({
  page,
}) => {
  await open(page, 'plate-lists-none')
  const message = outlookMessage('Hola, y además el 4321 BCD', [
    { name: 'lista.csv', content: readFileSync(file('lista-1252.csv')) },
    { name: 'permiso.jpg', content: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]) },
  ])
  const buffer = Buffer.from(await message.arrayBuffer())
  await page.locator('form input[type="file"]').setInputFiles({ name: 'correo.msg', mimeType: '', buffer })
  await expect(page.getByRole('group', { name: 'correo.msg' })).toBeVisible()
  await expect(page.getByText('También hay matrículas en «Texto del correo» (1).')).toBeVisible()
  await expect(page.getByText('Una parte no se ha leído.')).toBeVisible()
  await expect(page.getByText('«permiso.jpg»: es una imagen.')).toBeVisible()
  await page.getByLabel('Hoja').selectOption({ label: 'Texto del correo' })
  await expect(page.getByRole('button', { name: 'Consultar 1 matrícula' })).toBeEnabled()
  await expect(page.getByText('También hay matrículas en «lista.csv» (3).')).toBeVisible()
})

test('a text of a mail without a list is shown with what was not read', async ({ page }) => {
  await open(page, 'plate-lists-none')
  const message = outlookMessage('Añade el 4321 BCD', [
    { name: 'permiso.pdf', content: Buffer.from('%PDF-1.7') },
  ])
  const buffer = Buffer.from(await message.arrayBuffer())
  await page.locator('form input[type="file"]').setInputFiles({ name: 'correo.msg', mimeType: '', buffer })
  await expect(area(page)).toHaveValue('Añade el 4321 BCD')
  await expect(page.getByText('«permiso.pdf»: es un PDF.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el archivo' }).click()
  await expect(page.getByText('«permiso.pdf»: es un PDF.')).toBeHidden()
})

test('a list that was changed after it failed is another; the same one sent again is the same', async ({
  page,
}) => {
  await open(page, 'plate-lists-none')
  const refuse = (on: boolean) =>
    page.evaluate((refuses) => {
      window.bridge.scene.refuses = refuses
        ? { 'plate-lists.create': { code: 'bridge-lost', retryable: true } }
        : {}
    }, on)
  const ids = async () =>
    (await called(page, 'plate-lists.create')).map((args) => (args as { id: string }).id)
  const submit = page.getByRole('button', { name: /^Consultar \d/ })
  await refuse(true)
  await area(page).fill('1234 BCD')
  await submit.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await submit.click()
  await expect.poll(async () => (await ids()).length).toBe(2)
  await expect(page.getByRole('alert')).toBeVisible()
  await area(page).fill('1234 BCD\n5678 FGH')
  await refuse(false)
  await page.getByRole('button', { name: 'Consultar 2 matrículas' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lista del')
  const [first, again, other] = await ids()
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a name of the user stays when a file is read; several files at once are none', async ({ page }) => {
  await open(page, 'plate-lists-none')
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Autos Vega')
  await choose(page, 'noviembre.xlsx')
  await expect(page.getByRole('group', { name: 'noviembre.xlsx' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Autos Vega')
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    for (const name of ['una.csv', 'otra.csv']) data.items.add(new File(['1234BCD'], name))
    return data
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer })
  await expect(page.getByRole('alert')).toContainText('Son varios archivos.')
})

const column = (page: Page) => page.getByLabel('Columna de las matrículas')
const chooseTwo = (page: Page, last = 'Matrícula nueva') =>
  page.locator('form input[type="file"]').setInputFiles(twoPlates(last))

test('the columns of the last time are proposed and said, can be changed, and what is accepted is sent', async ({
  page,
}) => {
  await open(page, 'plate-lists-known')
  await chooseTwo(page)
  await expect(page.getByText('Columnas como la última vez: «Autos Vega», del ')).toBeVisible()
  await expect(column(page)).toHaveValue('4')
  expect(await called(page, 'plate-lists.columns')).toEqual([
    { headings: ['Cliente', 'Modelo', 'Matrícula', 'Precio', 'Matrícula nueva'], name: 'vega' },
  ])
  await column(page).selectOption('2')
  await expect(page.getByText('Columnas como la última vez')).toHaveCount(0)
  await page.getByRole('button', { name: 'Consultar 2 matrículas' }).click()
  await expect(page.getByRole('heading', { name: 'vega', level: 1 })).toBeVisible()
  expect(await plates(page)).toEqual(['1234BCD', '2345BCD'])
  expect(await page.evaluate(() => window.bridge.scene.plateLists![0]!.table)).toEqual({
    headings: ['Cliente', 'Modelo', 'Matrícula', 'Precio', 'Matrícula nueva'],
    plate: 2,
    alsoPlates: [],
    note: [1],
  })
})

test('columns of the last time that have no plates in this file are not used', async ({ page }) => {
  await open(page, 'plate-lists-known')
  await page.evaluate(() => {
    window.bridge.scene.knownColumns!.columns.plate = 3
  })
  await chooseTwo(page)
  await expect(page.getByRole('button', { name: 'Consultar 2 matrículas' })).toBeEnabled()
  await expect(column(page)).toHaveValue('2')
  await expect(page.getByText('Columnas como la última vez')).toHaveCount(0)
})

test('without an answer about the last time, a file is read all the same', async ({ page }) => {
  await open(page, 'plate-lists-known')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'plate-lists.columns': { code: 'store-failed', retryable: true } }
  })
  await chooseTwo(page)
  await expect(page.getByRole('button', { name: 'Consultar 2 matrículas' })).toBeEnabled()
  await expect(column(page)).toHaveValue('2')
})

test('the same list given twice is said, with the way to the first, and can be looked up all the same', async ({
  page,
}) => {
  await open(page, 'plate-list-twin')
  await page.keyboard.press('n')
  await area(page).fill('1037KRT\n1000BCD')
  const notice = page.getByRole('note').filter({ hasText: 'Son las mismas matrículas que las de «Lozano' })
  await expect(notice).toBeVisible()
  await area(page).fill('1037KRT\n1000BCD\n1234BCD')
  await expect(notice).toHaveCount(0)
  await area(page).fill('1037KRT\n1000BCD')
  await notice.getByRole('button', { name: 'Ver esa lista' }).click()
  await expect(page.getByRole('heading', { name: 'Lozano Ocasión, S.L.', level: 1 })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Consultar 2 matrículas' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lista del')
})
