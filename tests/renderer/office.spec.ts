import { expect, type Page, test } from './seeded-test.ts'
import { asksForFile } from '#tests/fakes/file-dialog.ts'
import { called, open } from './actions.ts'
import { PASSPHRASE } from './harness/fake-office.ts'
import { chooseCopy, lookFor, openDay } from './states-office.ts'

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('days and sizes are kept one by one, and what is out of range is refused where it is', async ({
  page,
}) => {
  await open(page, 'office')
  const ended = textbox(page, 'Expedientes terminados, a la vista')
  await ended.fill('120')
  await ended.press('Enter')
  const blocked = textbox(page, 'Bloqueados, hasta borrarse')
  // As displayed, with its separator.
  await expect(blocked).toHaveValue('1.095')
  await blocked.fill('2.000')
  await blocked.press('Tab')
  await ended.fill('4000')
  await ended.press('Enter')
  await expect(page.getByText('Escribe un número entero entre 0 y 3.650.')).toBeVisible()
  await expect(ended).toHaveAttribute('aria-invalid', 'true')
  await ended.fill('0')
  await ended.press('Enter')
  await expect(page.getByText('para siempre')).toBeVisible()
  await expect(blocked).toBeHidden()
  await page.getByRole('radio', { name: 'Solo los que guarde yo' }).check()
  expect(await called(page, 'office.update')).toEqual([
    { retentionDays: 120 },
    { blockedDays: 2000 },
    { retentionDays: 0 },
    { serviceDocuments: 'none' },
  ])
})

test('what cannot be kept says so beside its setting', async ({ page }) => {
  await open(page, 'office-troubled')
  await page.getByRole('switch', { name: /Bloquear con el equipo/ }).click()
  await expect(page.getByRole('switch', { name: /Bloquear con el equipo/ })).toBeChecked()
  await expect(page.getByText('El disco está lleno.')).toHaveCount(1)
})

test('the name of the papers is seen as it is typed, and only one that works is kept', async ({ page }) => {
  await open(page, 'office')
  const name = textbox(page, 'Plantilla de los archivos')
  await expect(
    page.getByText('Así queda: 1234BCD_permiso-de-circulacion-provisional_2026-11-20.pdf'),
  ).toBeVisible()
  await name.fill('{documento} ')
  await button(page, 'Añadir {factura}').click()
  await expect(name).toHaveValue('{documento} {factura}')
  await expect(page.getByText('Así queda: permiso-de-circulacion-provisional F-2026-0859.pdf')).toBeVisible()
  // Still in editing: not saved until it loses the focus.
  expect(await called(page, 'office.update')).toEqual([])
  await textbox(page, 'Carpeta de las copias').focus()
  await expect
    .poll(() => called(page, 'office.update'))
    .toEqual([{ serviceDocumentName: '{documento} {factura}' }])
  await name.fill('{tasa}')
  await expect(page.getByText('No sabemos qué poner en {tasa}.')).toBeVisible()
  await name.press('Enter')
  expect(await called(page, 'office.update')).toHaveLength(1)
  await name.press('Escape')
  await expect(name).toHaveValue('{documento} {factura}')
})

test('a copy: the passphrase is long, said twice, and in no address and no store', async ({ page }) => {
  await open(page, 'office')
  await button(page, 'Guardar una copia…').click()
  const first = dialog(page).getByLabel('Frase de paso', { exact: true })
  const second = dialog(page).getByLabel('Repítela', { exact: true })
  await first.fill('corta')
  await first.press('Enter')
  await expect(dialog(page).getByText('Al menos 10 caracteres')).toHaveCount(1)
  await expect(first).toHaveAttribute('aria-invalid', 'true')
  await first.fill(PASSPHRASE)
  await second.fill(`${PASSPHRASE} no`)
  await second.press('Enter')
  await expect(dialog(page).getByText('Las dos no son iguales.')).toBeVisible()
  await second.fill(PASSPHRASE)
  await second.press('Enter')
  await expect(page.getByText('Copia guardada en tus descargas')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(await called(page, 'backup.save')).toEqual([{ passphrase: PASSPHRASE }])
  expect(page.url()).not.toContain('caballo')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('caballo')
})

test('a copy on its way can be stopped, and closing stops it too', async ({ page }) => {
  await open(page, 'office-saving')
  await button(page, 'Guardar una copia…').click()
  await dialog(page).getByLabel('Frase de paso', { exact: true }).fill(PASSPHRASE)
  await dialog(page).getByLabel('Repítela', { exact: true }).fill(PASSPHRASE)
  await button(page, 'Guardar copia').click()
  await dialog(page).locator('.transfer').getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog(page).getByText('Haciendo la copia…')).toBeHidden()
  await expect(button(page, 'Guardar copia')).toBeEnabled()
  await page.evaluate(() => window.bridge.release())
  await expect(page.getByText('Copia guardada')).toHaveCount(0)
})

test('copies every so often: what they need is asked for, and one can be made now', async ({ page }) => {
  await open(page, 'office-fresh')
  await expect(page.getByText('Todavía no hay ninguna copia', { exact: true })).toBeVisible()
  await expect(button(page, 'Hacer copia')).toBeDisabled()
  const every = textbox(page, 'Copias automáticas')
  await every.fill('1')
  await every.press('Enter')
  await expect(page.getByText('Falta para las automáticas.')).toBeVisible()
  await expect(page.getByText('Falta: sin ella no se hace ninguna.')).toBeVisible()
  const folder = textbox(page, 'Carpeta de las copias')
  // With the system's own dialog there is no path to type.
  await button(page, 'Elegir carpeta…: Carpeta de las copias').click()
  await expect(folder).toHaveValue('E:\\Copias de la oficina')
  await button(page, 'Elegir carpeta…: Carpeta de las copias').click()
  expect((await called(page, 'app.choose-folder')).at(-1)).toEqual({ from: 'E:\\Copias de la oficina' })
  await expect(button(page, 'Elegir carpeta…: Carpeta de las copias')).toBeEnabled()
  await folder.fill('copias')
  await folder.press('Enter')
  await expect(page.getByText('Escribe la ruta completa de una carpeta.')).toBeVisible()
  // As Windows copies it, with its quotes.
  await folder.fill('"D:\\Copias\\Ventanilla"')
  await folder.press('Enter')
  await expect(folder).toHaveValue('D:\\Copias\\Ventanilla')
  await button(page, 'Poner…').click()
  await dialog(page).getByLabel('Frase de paso', { exact: true }).fill(PASSPHRASE)
  await dialog(page).getByLabel('Repítela', { exact: true }).fill(PASSPHRASE)
  await button(page, 'Guardar la frase').click()
  await expect(page.getByText('Guardada en el llavero.')).toBeVisible()
  await button(page, 'Hacer copia').click()
  await expect(page.getByText(/^Copia hecha: D:/)).toBeVisible()
  await button(page, 'Quitar').click()
  await expect(page.getByText('Falta: sin ella no se hace ninguna.')).toBeVisible()
  expect(await called(page, 'backup.set-passphrase')).toEqual([
    { passphrase: PASSPHRASE },
    { passphrase: null },
  ])
})

test('restoring: nothing is merged before it is seen, and a wrong passphrase keeps the file', async ({
  page,
}) => {
  await open(page, 'office')
  await button(page, 'Elegir copia…').click()
  await button(page, 'Ver lo que trae').click()
  await expect(page.getByText('Elige el archivo de la copia.')).toBeVisible()
  await expect(button(page, 'Elegir archivo…')).toBeFocused()
  await asksForFile(page, () => page.keyboard.press('Enter'))
  await chooseCopy(page, 'no es esta')
  await expect(page.getByText('Esa no es la frase de paso.')).toBeVisible()
  await expect(dialog(page).getByText('ventanilla-2026-11-11.copia')).toBeVisible()
  const passphrase = dialog(page).getByLabel('Frase de paso de la copia', { exact: true })
  await passphrase.fill(PASSPHRASE)
  await passphrase.press('Enter')
  await expect(page.getByRole('row', { name: 'Expedientes 1.284 1.284' })).toBeVisible()
  expect(await called(page, 'backup.merge')).toEqual([])
  await button(page, 'Juntar con lo que hay').click()
  await expect(
    page.getByText('Han vuelto 1.284 expedientes, 96 firmas y 5 borradores y envíos.'),
  ).toBeVisible()
  await expect(page.getByText('2 eran más recientes aquí')).toBeVisible()
  await expect(button(page, 'Cerrar')).toBeFocused()
  expect(await called(page, 'backup.merge')).toEqual([{ token: 'c1', otherAccount: false }])
})

test('a copy of another account is only merged at the word of the person', async ({ page }) => {
  await open(page, 'office-troubled')
  await button(page, 'Elegir copia…').click()
  await chooseCopy(page)
  await expect(button(page, 'Juntar con lo que hay')).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Traerlos a esta cuenta de todos modos' }).check()
  await button(page, 'Juntar con lo que hay').click()
  expect(await called(page, 'backup.merge')).toEqual([{ token: 'c1', otherAccount: true }])
})

test('a copy that is no longer held has to be chosen again, and one of a newer version says so', async ({
  page,
}) => {
  await open(page, 'office-copy-gone')
  await button(page, 'Elegir copia…').click()
  await chooseCopy(page)
  await button(page, 'Juntar con lo que hay').click()
  await expect(page.getByText('Hay que volver a elegir la copia.')).toBeVisible()
  await expect(button(page, 'Elegir archivo…')).toBeVisible()

  await open(page, 'office-copy-newer')
  await button(page, 'Elegir copia…').click()
  await chooseCopy(page)
  await expect(page.getByText('La copia es de una versión más nueva de Ventanilla.')).toBeVisible()
})

test('the reminder is in sight until tomorrow, and leads to where a copy is made', async ({ page }) => {
  await open(page, 'backup-due')
  await button(page, 'Hacer una copia').click()
  await expect(page.getByRole('heading', { name: 'Copia de seguridad' })).toBeFocused()
  await expect(page.getByText('Si se pierde este equipo, se pierde saber qué expedientes hay.')).toBeHidden()
  await page.keyboard.press('Control+1')
  await button(page, 'Hasta mañana').click()
  await expect(button(page, 'Hacer una copia')).toBeHidden()
})

test('the audit record: any length, by kind, by whom it is about, each line whole, all by keyboard', async ({
  page,
}) => {
  await open(page, 'office')
  await button(page, 'Ver el registro').click()
  await expect(page.getByText('100 de 2.318 líneas')).toBeVisible()
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Línea 2.317' })).toContainText('PIN equivocado')
  await page.keyboard.press('End')
  await expect(page.getByText('200 de 2.318 líneas')).toBeVisible()
  await page.getByRole('combobox', { name: 'Qué' }).selectOption('Informe pedido')
  await expect(page.getByText('100 de 331 líneas')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Matrícula, NIF o identificador' }).fill('9999ZZZ')
  await expect(page.getByRole('heading', { name: 'No hay líneas de esto' })).toBeVisible()
  expect((await called(page, 'audit.list')).at(-1)).toMatchObject({
    what: 'report.request',
    identifier: '9999ZZZ',
  })
})

test('the work of a day: by person, the days by keys and the date, in the words of this PC, and as a file', async ({
  page,
}) => {
  await open(page, 'day-work')
  await openDay(page)
  const work = page.getByRole('dialog')
  await expect(work.getByText(/^Lo que se ha hecho en este equipo/)).toContainText(
    'Lo que hacen los compañeros en otros equipos se ve en el suyo.',
  )
  await expect(work.getByRole('rowheader', { name: 'ana (Mostrador 1)' })).toContainText(/· \d+ acciones/)
  // A failed action is no work.
  await expect(work).not.toContainText('PIN equivocado')
  await expect(button(page, 'Día siguiente')).toBeDisabled()
  const asked = async () => ((await called(page, 'audit.day')) as { day: string }[]).map((args) => args.day)
  const [today] = await asked()
  const day = work.getByLabel('Día', { exact: true })
  await expect(day).toHaveValue(today!)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  const yesterday = await day.inputValue()
  expect(yesterday < today!).toBe(true)
  await expect.poll(asked).toContain(yesterday)
  await button(page, 'Exportar el día a CSV').click()
  await expect(page.getByText('Trabajo del día guardado en tus descargas')).toBeVisible()
  await page.keyboard.press('t')
  await expect(day).toHaveValue(today!)
  // No day is later than today.
  await page.keyboard.press('ArrowRight')
  await expect(day).toHaveValue(today!)
  await day.fill('2026-11-02')
  await expect(work.getByText('lunes 2 de noviembre de 2026')).toBeVisible()
})

test('the chain is checked and said, whole or broken', async ({ page }) => {
  await open(page, 'office')
  await button(page, 'Comprobar la cadena').click()
  await expect(page.getByText(/La cadena está entera: 2.318 líneas desde el \d/)).toBeVisible()
  await button(page, 'Exportar').click()
  await expect(page.getByText('Registro guardado en tus descargas')).toBeVisible()
  await open(page, 'office-troubled')
  await button(page, 'Comprobar la cadena').click()
  await expect(page.getByRole('alert').filter({ hasText: 'La línea 1.207' })).toBeVisible()
})

test('a person: the number is judged as it is typed, what there is is told, taken out and erased', async ({
  page,
}) => {
  await open(page, 'office')
  const field = textbox(page, 'NIF, NIE o CIF')
  await field.fill('12345678A')
  await expect(page.getByText('La letra no corresponde: debería ser Z.')).toBeVisible()
  await lookFor('12.345.678-z')(page)
  await expect(page.getByRole('heading', { name: 'Lo que hay de 12345678Z' })).toBeFocused()
  await expect(page.getByText('DNI 12345678Z')).toBeVisible()
  await button(page, 'Exportar todo').click()
  await expect(page.getByText('Datos guardados en tus descargas')).toBeVisible()

  await button(page, 'Borrar todo…').click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm.getByRole('button', { name: 'No borrar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(confirm).toBeHidden()
  expect(await called(page, 'data-subjects.erase')).toEqual([])
  await button(page, 'Borrar todo…').click()
  await confirm.getByRole('button', { name: 'Borrar', exact: true }).click()
  await expect(page.getByText('Sus datos se han borrado de este equipo')).toBeVisible()
  await expect(button(page, 'Exportar todo')).toBeHidden()
  await expect(
    page.getByText(
      /^Borrado hoy .*\. Aplicado en 2 de 3 equipos\. Falta: Despacho de Luis \(visto por última vez ayer .*\)\.$/,
    ),
  ).toBeVisible()
  expect(await called(page, 'data-subjects.export')).toEqual([{ taxId: '12345678Z' }])
  expect(await called(page, 'data-subjects.erase')).toEqual([{ taxId: '12345678Z', confirmed: true }])

  // Another number: the previous result disappears.
  await field.fill('B')
  await expect(page.getByRole('heading', { name: /Lo que hay de/ })).toBeHidden()
})

test('an erasure is looked up days later: by its number, and in the audit record', async ({ page }) => {
  await open(page, 'office')
  await lookFor('00000014Z')(page)
  await expect(page.getByText('En este equipo no hay nada con ese número.')).toBeVisible()
  await expect(
    page.getByText(
      /^Borrado el .*\. Aplicado en 2 de 3 equipos\. Falta: Archivo \(ya no está en la lista del relé, no se ha visto nunca\)\. Quitado sin aplicarlo: Portátil \(ayer \d.*\)\.$/,
    ),
  ).toBeVisible()

  await button(page, 'Ver el registro').click()
  await page.getByLabel('Qué', { exact: true }).selectOption('person.erase')
  await page.getByRole('row').nth(1).click()
  const line = page.getByRole('group', { name: /^Línea/ })
  await expect(line.getByText('Despacho de Luis')).toBeVisible()
  await expect(line.getByText(/^Falta \(visto por última vez ayer/)).toBeVisible()
})

test('what is being sent is not erased, and what went wrong is said before anything closes', async ({
  page,
}) => {
  await open(page, 'office-troubled')
  await lookFor('12345678Z')(page)
  await button(page, 'Borrar todo…').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar', exact: true }).click()
  await expect(
    page.getByRole('alertdialog').getByText('Hay algo de esa persona que se está enviando.'),
  ).toBeVisible()
})

test('a number that could not be kept gives way to the one that holds', async ({ page }) => {
  await open(page, 'office')
  const days = textbox(page, 'Expedientes terminados, a la vista')
  const before = await days.inputValue()
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'office.update': { code: 'internal', retryable: true } }
  })
  await days.fill('77')
  await days.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'No se ha podido guardar' })).toBeVisible()
  await expect(days).toHaveValue(before)
  await page.evaluate(() => delete window.bridge.scene.refuses)
  await days.fill('78')
  await days.press('Enter')
  await expect.poll(() => called(page, 'office.update')).toContainEqual({ retentionDays: 78 })
  await expect(days).toHaveValue('78')
})

test('a change from another window does not replace what is being typed', async ({ page }) => {
  await open(page, 'office')
  const days = textbox(page, 'Expedientes terminados, a la vista')
  await days.fill('7')
  await page.evaluate(() => {
    const { office } = window.bridge.scene.slices
    window.bridge.setSlice('office', { ...office, retentionDays: 500, blockedDays: 900 })
  })
  // The rest of the page has taken the change.
  await expect(textbox(page, 'Bloqueados, hasta borrarse')).toHaveValue('900')
  await expect(days).toHaveValue('7')
  await days.press('Escape')
  await expect(days).toHaveValue('500')
})

test('a late answer does not set the total of the search that is on screen by then', async ({ page }) => {
  await open(page, 'office')
  const late = Promise.withResolvers<void>()
  await page.exposeFunction('untilLate', () => late.promise)
  await page.evaluate(() => {
    const { bridge } = window
    const call = bridge.call.bind(bridge) as (name: string, args: unknown) => Promise<unknown>
    Object.assign(bridge, {
      async call(name: string, args: { what?: string }) {
        const answer = await call(name, args)
        if (name === 'audit.list' && args.what === undefined)
          await (window as unknown as { untilLate: () => Promise<void> }).untilLate()
        return answer
      },
    })
  })
  await button(page, 'Ver el registro').click()
  await page.getByRole('combobox', { name: 'Qué' }).selectOption('Informe pedido')
  await expect(page.getByText('100 de 331 líneas')).toBeVisible()
  late.resolve()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(page.getByText('100 de 331 líneas')).toBeVisible()
})
