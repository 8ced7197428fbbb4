import { expect, test } from './seeded-test.ts'
import { announcer, called, hold, open, releaseAll, settled } from './actions.ts'
import { button, clipboard, ID, incident } from './procedure-actions.ts'
import { relaySays } from './relay-page.ts'

test('the way it has come, with how long it was in each state, and what follows', async ({ page }) => {
  await open(page, 'file-page')
  const steps = page.getByRole('list', { name: 'Recorrido' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.nth(0)).toContainText('17/11 09:12')
  await expect(steps.nth(0)).toContainText('8 min')
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  await expect(steps.nth(2)).toContainText('3 días 2 h')
  await expect(steps.nth(4)).toContainText('Finalizado')
  await expect(steps.nth(4)).toContainText('por llegar')
  await open(page, 'procedure-500')
  await expect(page.getByText(/^\d+ pasos antes$/)).toBeVisible()
  await open(page, 'procedure-cancelled')
  await expect(page.getByText('Motivo: Desistió el comprador')).toBeVisible()
})

test('what waits for others has nothing to press', async ({ page }) => {
  await open(page, 'file-page')
  await expect(incident(page, 'Pendiente de validación del 620').getByRole('button')).toHaveCount(0)
  await expect(incident(page, 'Documento caducado').getByRole('button')).toHaveCount(0)
  await expect(page.locator('.button--primary')).toHaveCount(1)
})

test('the client is asked with a message that is ready, and so is whoever asks how it goes', async ({
  page,
}) => {
  await open(page, 'file-page')
  await button(page, 'Pedir al cliente: Documento ilegible · DNI del comprador').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
  expect(await clipboard(page)).toMatch(/3308 KDR.*otra copia que se lea bien.*«DNI del comprador»/)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('c')
  await expect(page.getByText('Resumen copiado')).toBeVisible()
  expect(await clipboard(page)).toMatch(/^3308 KDR · Transferencia: Con incidencia, .*IVTM/)
})

test('notes are kept as they are typed, and identifiers are nowhere until asked for', async ({ page }) => {
  await open(page, 'file-page')
  const everything = () => page.evaluate(() => document.querySelector('main')!.outerHTML)
  expect(await everything()).not.toMatch(/12345678Z|E12345674/)
  await button(page, 'Mostrar NIF').click()
  await expect(page.getByText('12345678Z')).toBeVisible()
  await button(page, 'Ocultar NIF').click()
  await expect(page.getByText('12345678Z')).toHaveCount(0)

  await button(page, 'Editar').click()
  const client = page.getByLabel('Cliente o compraventa')
  await expect(client).toBeFocused()
  await client.fill('Autos Levante')
  await page.getByLabel('Fecha del contrato').fill('20/11/2026')
  await expect(page.getByText('Guardado en este equipo')).toBeVisible()
  await expect(page.getByText('Contrato del 20/11/2026.')).toBeVisible()
  await button(page, 'Listo').click()
  await expect(page.getByRole('button', { name: 'Autos Levante', exact: true })).toBeVisible()
  const saved = (await called(page, 'annotations.save')) as { fields: Record<string, string> }[]
  expect(Object.assign({}, ...saved.map(({ fields }) => fields))).toEqual({
    client: 'Autos Levante',
    contractDate: '20/11/2026',
  })
})

test('what two windows changed is chosen, and a save that failed says so and is tried again', async ({
  page,
}) => {
  await open(page, 'file-page')
  await button(page, 'Editar').click()
  await page.evaluate((id) => {
    const desk = window.bridge.scene.annotations![id]!
    window.bridge.scene.annotations![id] = {
      ...desk,
      version: desk.version + 1,
      fields: { ...desk.fields, client: 'Otra, S.A.' },
    }
  }, ID)
  await page.getByLabel('Cliente o compraventa').fill('Lozano')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Otra, S.A.')
  await notice.getByRole('button').last().click()
  await expect(page.getByLabel('Cliente o compraventa')).toHaveValue('Otra, S.A.')
  await expect(notice).toHaveCount(0)

  await open(page, 'file-page-refused')
  await button(page, 'Editar').click()
  await page.getByLabel('Cliente o compraventa').fill('Lozano')
  await expect(page.getByRole('alert')).toContainText('No se ha guardado.')
  await page.evaluate(() => delete window.bridge.scene.refuses)
  await button(page, 'Reintentar').click()
  await expect(page.getByText('Guardado en este equipo')).toBeVisible()
})

test('a contract date is taken as people write it, and one that has not come is refused with words', async ({
  page,
}) => {
  await open(page, 'file-page')
  await button(page, 'Editar').click()
  const date = page.getByLabel('Fecha del contrato')
  await date.fill('5-11-26')
  await date.press('Tab')
  await expect(date).toHaveValue('05/11/2026')
  await expect(page.getByText('Contrato del 05/11/2026.')).toBeVisible()
  await date.fill('01/01/2030')
  await expect(date).not.toHaveAttribute('aria-invalid', 'true')
  await date.press('Tab')
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Ese día todavía no ha llegado.')).toBeVisible()
  await expect(page.getByText('«01/01/2030» todavía no ha llegado. Corrígela en Apuntes.')).toBeVisible()
})

test('the legal days are said in words and drawn; late is late', async ({ page }) => {
  await open(page, 'file-page')
  await expect(page.getByText('quedan 2 días')).toBeVisible()
  await expect(
    page.getByRole('img', {
      name: 'Día 8 de 30. Límite del transmitente, día 10. Límite del adquirente, día 30.',
    }),
  ).toBeVisible()
  await open(page, 'file-page-late')
  await expect(page.getByText('pasado hace 20 días')).toBeVisible()
  await expect(
    page.getByText('El plazo del transmitente para comunicar la venta venció el 11/10.'),
  ).toBeVisible()
  await open(page, 'file-page-wrong-date')
  await expect(page.getByText('«31/02/2026» no es una fecha.')).toBeVisible()
  await button(page, 'Apuntar la fecha').click()
  await expect(page.getByLabel('Fecha del contrato')).toHaveValue('31/02/2026')
  await open(page, 'file-page-registered')
  await expect(page.getByRole('heading', { name: 'Plazo legal' })).toHaveCount(0)
})

test('labels, a mark and a reason to keep it', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Añadir etiqueta').click()
  await page.getByLabel('Etiqueta nueva').fill('Torrent')
  await page.keyboard.press('Enter')
  await expect(page.locator('.label-chip').last()).toHaveText('Torrent')
  await button(page, 'Quitar la etiqueta Urgente').click()
  await expect(page.locator('.label-chip')).toHaveText(['Fin de mes', 'Torrent'])
  await button(page, 'Añadir etiqueta').click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Transferencia' })).toBeVisible()

  await button(page, 'Más acciones').click()
  await expect(page.getByRole('menuitem', { name: 'Asignar…' }).locator('kbd')).toHaveText('A')
  await page.getByRole('menuitem', { name: 'Conservar en este equipo' }).click()
  await page.getByLabel('Por qué').fill('reclamación')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se conserva: reclamación')).toBeVisible()
  await button(page, 'Más acciones').click()
  await page.getByRole('menuitem', { name: 'Quitar la marca' }).click()
  await expect(page.locator('.procedure__flag')).toHaveCount(0)
  expect(await called(page, 'cases.pin')).toEqual([{ id: ID, pinned: true, why: 'reclamación' }])
})

test('its web page opens in another tab with nothing of this one, and a strange link does not', async ({
  page,
  context,
}) => {
  const referrers: (string | undefined)[] = []
  await context.route('https://api.operador.example/**', async (route) => {
    referrers.push(route.request().headers()['referer'])
    await route.fulfill({ contentType: 'text/html', body: '<title>Operador</title>' })
  })
  await open(page, 'file-page')
  const [tab] = await Promise.all([page.waitForEvent('popup'), button(page, 'Abrir en la web').click()])
  await tab.waitForURL(`https://api.operador.example/web/procedures/${ID}?token=secreto`)
  await expect(announcer(page)).toHaveText('Abierto en el navegador')
  expect(await tab.evaluate(() => window.opener as unknown)).toBe(null)
  expect(referrers).toEqual([undefined])
  await tab.close()

  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'changes.web-page': { code: 'bad-address', retryable: false } }
  })
  await button(page, 'Abrir en la web').click()
  await expect(page.getByText('El enlace del servicio no lleva a su propia web.')).toBeVisible()
  expect(context.pages()).toHaveLength(1)
})

test('a tab that the browser blocks is not said to be open, and one press opens it', async ({
  page,
  context,
}) => {
  await context.route('https://api.operador.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Operador</title>' }),
  )
  await open(page, 'file-page')
  await page.evaluate(() => {
    const real = window.open.bind(window)
    window.open = () => ((window.open = real), null)
  })
  await button(page, 'Abrir en la web').click()
  await expect(page.getByText('El navegador no ha dejado abrir la pestaña.')).toBeVisible()
  await expect(announcer(page)).not.toHaveText('Abierto en el navegador')
  const [tab] = await Promise.all([page.waitForEvent('popup'), button(page, 'Abrir ahora').click()])
  await tab.waitForURL(/token=secreto/)
})

test('the assigned plate is copied with M and told to the client', async ({ page }) => {
  await open(page, 'file-page-registered')
  await page.keyboard.press('m')
  await expect.poll(() => clipboard(page)).toBe('1657NFG')
  await button(page, 'Avisar al cliente').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
  expect(await clipboard(page)).toMatch(/1657 NFG.*Datos inventados/)
})

test('the Simulador does as the operator would, answers in its place, and is in no production', async ({
  page,
}) => {
  await open(page, 'file-page')
  await expect(page.getByText('Simulador')).toHaveCount(0)
  await open(page, 'file-page-simulator')
  // What the office works with is above it.
  const titles = page.locator('.resource__rail').getByRole('heading')
  expect((await titles.allTextContents()).map((title) => title.split(' ')[0])).toEqual(
    expect.arrayContaining(['Notas', 'Simulador']),
  )
  await expect(titles.last()).toContainText('Simulador')
  await page.getByLabel('Llevar a este estado').selectOption({ label: 'En espera' })
  // Letters choose an option of a native select.
  await page.getByLabel('Llevar a este estado').press('r')
  await button(page, 'Aplicar').click()
  await expect(page.getByText(/Hecho: ahora está en/)).toBeVisible()
  // The button is disabled: the focus returns to the select.
  await expect(page.getByLabel('Llevar a este estado')).toBeFocused()
  await page.getByLabel('Crear una incidencia').selectOption('expired-document')
  await expect(button(page, 'Crear')).toBeDisabled()
  await page.getByLabel('Del documento').selectOption('d2')
  await button(page, 'Crear').click()
  await expect(page.getByText('Hecho: incidencia «Documento caducado» creada.')).toBeVisible()
  await page.getByLabel('Emitir un documento').selectOption('es_576_doc')
  await button(page, 'Emitir').click()
  await page.getByText('Hecho: emitido «Modelo 576 (IEDMT)».').waitFor()
  await page.getByLabel('Resolver una incidencia').selectOption('i3')
  await button(page, 'Resolver').and(page.locator('.simulator__go')).click()
  await page.getByText(/Hecho: «Pendiente de validación/).waitFor()
  const acts = (await called(page, 'simulator.act')) as { simulation: unknown }[]
  expect(acts.slice(1).map(({ simulation }) => simulation)).toEqual([
    { act: 'incident', type: 'expired-document', documentId: 'd2' },
    { act: 'document', type: 'es_576_doc' },
    { act: 'solve', incidentId: 'i3' },
  ])
  expect(await called(page, 'changes.refresh')).toHaveLength(4)
  await open(page, 'file-page-simulator-refused')
  await page.getByLabel('Llevar a este estado').selectOption('DONE')
  await button(page, 'Aplicar').click()
  await expect(page.getByRole('alert')).toContainText('status no permitido')
})

test('one card that fails takes no other with it', async ({ page }) => {
  await open(page, 'file-page-odd')
  await expect(page.getByText('No se ha podido leer la lista de documentos.')).toBeVisible()
  await expect(button(page, 'Ver DNI del comprador')).toBeVisible()
  await expect(page.getByText('No se han podido leer los apuntes.')).toBeVisible()
  await expect(page.getByText('La luna no acompaña')).toBeVisible()
  await expect(incident(page, 'La luna').getByRole('button', { name: /Subir/ })).toHaveCount(0)
  await expect(page.getByText('Mayor, 3, 46900')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Actividad' })).toBeVisible()
})

test('a draft at the service is gone on with, and nothing is given for it meanwhile', async ({ page }) => {
  await open(page, 'file-page-draft')
  await expect(page.getByRole('button', { name: /Seguir/ })).toBeVisible()
  await expect(button(page, 'Añadir un documento')).toHaveCount(0)
})

test('of many solved incidents the latest are shown, and the others once they are asked for', async ({
  page,
}) => {
  await open(page, 'file-page-solved')
  const solved = page.locator('.incidents--solved .incident__title')
  await expect(solved).toHaveText([/ITVM|IVTM/, /Falta documentación/])
  const more = page.getByRole('button', { name: 'Ver las 3 anteriores' })
  await more.press('Enter')
  await expect(solved).toHaveCount(5)
  const fewer = page.getByRole('button', { name: 'Ver solo las últimas' })
  await expect(fewer).toBeFocused()
  await fewer.click()
  await expect(solved).toHaveCount(2)
})

test('the head names the vehicle and the client, whose answers move nothing', async ({ page }) => {
  await open(page, 'procedures')
  await hold(page, 'annotations.get', 'lookup.get')
  await page.keyboard.press('Enter')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeFocused()
  const before = await title.boundingBox()
  await releaseAll(page)
  await settled(page)
  expect(await title.boundingBox()).toEqual(before)

  await open(page, 'file-page')
  await expect(page.locator('.page__detail')).toHaveText(/^\S+ .+ · Lozano Ocasión, S\.L\.$/)
  const known = await title.boundingBox()
  expect(known!.y).toBe(before!.y)
  await page.evaluate(() =>
    window.bridge.setSlice('settings', { ...window.bridge.scene.slices.settings, hideNames: true }),
  )
  await expect(page.locator('.page__detail')).not.toContainText('Lozano')
})

test('colleagues who have the file open are named once, and nothing moves when they come and go', async ({
  page,
}) => {
  await open(page, 'file-page')
  const view = (people: string[], procedureId = ID) =>
    relaySays(page, { state: 'live', viewers: [{ procedureId, people }] })
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, .page__detail, .page__actions')].map((element) => {
        const { x, y } = element.getBoundingClientRect()
        return [element.textContent, x, y]
      }),
    )
  const before = await places()
  const words = page.getByRole('status').filter({ hasText: /^Lo est/ })
  await view(['Ana'], 'another file')
  await settled(page)
  await expect(words).toHaveCount(0)
  await view(['Ana'])
  await expect(words).toHaveText('Lo está viendo Ana')
  expect(await places()).toEqual(before)

  // The same people again, as after each message of their PCs, are not announced again.
  const changes = await words.evaluateHandle((element) => {
    const seen: string[] = []
    const note = () => seen.push(element.textContent)
    new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true })
    return seen
  })
  await view(['Ana'])
  await settled(page)
  await view(['Ana', 'Inés', ''])
  await expect(words).toHaveText('Lo están viendo Ana, Inés y otro puesto')
  expect(new Set(await changes.jsonValue())).toEqual(new Set(['Lo están viendo Ana, Inés y otro puesto']))
  expect(await places()).toEqual(before)
  await relaySays(page, { viewers: [] })
  await expect(words).toHaveCount(0)
  expect(await places()).toEqual(before)
})
