import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, open, verdict } from './actions.ts'
import { openPdf } from './states.ts'

const dialog = (page: Page) => page.locator('dialog[open]')
const VRM = '0456LTR'

test('Alt+I asks, the price is said first, and Enter by reflex pays nothing', async ({ page }) => {
  await open(page, 'complete-none')
  await verdict(page).waitFor()
  await page.keyboard.press('Alt+i')
  await expect(dialog(page)).toContainText('Cuesta 8,67 €')
  await expect(dialog(page)).toContainText('Gestoría Ribera · Producción')
  await expect(dialog(page)).toContainText('4 informes pedidos (34,68 € a este precio)')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  expect(await called(page, 'complete.request')).toEqual([])
  await page.keyboard.press('Alt+i')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pidiendo el informe completo…')).toBeVisible()
  expect(await called(page, 'complete.request')).toEqual([{ vrm: VRM, confirmed: true, again: false }])
  await expect(page.getByRole('button', { name: 'Pedir informe completo' })).toHaveCount(0)
  await page.keyboard.press('Alt+i')
  await expect(dialog(page)).toBeHidden()
})

test('a recent one is offered first, and another is asked for on purpose', async ({ page }) => {
  await open(page, 'complete-recent')
  await page.getByRole('button', { name: 'Pedir otro informe completo' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Usar el de hace 3 h' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  expect(await called(page, 'complete.request')).toEqual([])
  await page.getByRole('button', { name: 'Pedir otro informe completo' }).click()
  await dialog(page).getByRole('button', { name: 'Pedir otro por 8,67 €' }).click()
  expect(await called(page, 'complete.request')).toEqual([{ vrm: VRM, confirmed: true, again: true }])
})

test('a session that keeps nothing cannot pay, and says where to change that', async ({ page }) => {
  await open(page, 'complete-memory')
  await page.getByRole('button', { name: 'Pedir informe completo' }).click()
  await expect(dialog(page)).toContainText('podría hacerte pagar dos veces')
  await dialog(page).getByRole('button', { name: 'Proteger las claves' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  expect(await called(page, 'complete.request')).toEqual([])
})

test('the registry away: the countdown goes on in sight, and it can be stopped', async ({ page }) => {
  await open(page, 'complete-waiting')
  await expect(page.getByText('Lo pedimos otra vez en 1 min 35 s.')).toBeVisible()
  await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 14, 6, 5).getTime()))
  await expect(page.getByText('Lo pedimos otra vez en 30 s.')).toBeVisible()
  await page.getByRole('button', { name: 'Dejar de intentarlo' }).click()
  expect(await called(page, 'complete.stop')).toEqual([{ id: 'q1' }])
  await expect(page.getByText('Ya no se pedirá otra vez')).toBeVisible()
})

test('in doubt: the attention line leads to the plate, and each way out asks for its word', async ({
  page,
}) => {
  await open(page, 'uncertain-elsewhere')
  await page.getByRole('button', { name: 'Ver qué hacer' }).click()
  await expect(page.getByRole('heading', { name: 'No sabemos si se ha pedido' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver qué hacer' })).toBeHidden()
  expect(await called(page, 'lookup.start')).toEqual([])

  await page.getByRole('button', { name: 'Lo he encontrado…' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pega el identificador del informe.')).toBeVisible()
  const refused = { code: 'not-found', detail: 'Not Found', retryable: false } as const
  await page.evaluate((error) => (window.bridge.scene.refuses = { 'complete.resolve': error }), refused)
  await page.keyboard.type(' rep_8f2a ')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'El operador no tiene ningún informe con ese identificador. Compruébalo en su web y pégalo entero.',
  )
  await page.evaluate(() => (window.bridge.scene.refuses = {}))
  await page.keyboard.press('Enter')
  const asked = { id: 'q1', how: 'found', reportId: 'rep_8f2a' }
  expect(await called(page, 'complete.resolve')).toEqual([asked, asked])
  await expect(page.getByRole('heading', { name: 'No sabemos si se ha pedido' })).toBeHidden()

  await open(page, 'complete-uncertain')
  await page.getByRole('button', { name: 'Pedirlo otra vez…' }).click()
  await expect(dialog(page)).toContainText('pagarás dos')
  await expect(dialog(page).getByRole('button', { name: 'Volver' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await called(page, 'complete.resolve')).toEqual([])
  await page.getByRole('button', { name: 'Pedirlo otra vez…' }).click()
  await dialog(page)
    .getByRole('button', { name: /No está/ })
    .click()
  expect(await called(page, 'complete.resolve')).toEqual([{ id: 'q1', how: 'resend' }])

  await open(page, 'complete-uncertain')
  await page.getByRole('button', { name: 'Descartarlo…' }).click()
  await dialog(page).getByRole('button', { name: 'Descartarla' }).click()
  expect(await called(page, 'complete.resolve')).toEqual([{ id: 'q1', how: 'discard' }])
})

test('the report: what stops it first, the owner hidden, the message copied', async ({ page }) => {
  await open(page, 'complete-unknown')
  await expect(announcer(page)).toContainText('0456 LTR, no transferible, informe completo · hace 2 min')
  const titles = page.locator('.verdict-view h2')
  await expect(titles).toHaveText([
    'No transferible',
    'Impide la transferencia',
    'Sin clasificar',
    'Avisos',
    'Datos del registro',
    'Otros datos',
  ])
  await expect(page.getByText('Transportes Júcar')).toBeHidden()
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect(page.getByText('Transportes Júcar')).toBeVisible()
  await expect(page.getByText('Label: C, Co2: 118')).toBeVisible()
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Tiene un embargo (Agencia Tributaria · Delegación de Valencia)')
  expect(copied).not.toContain('Júcar')
})

test('histories of any shape open by keyboard and give the focus back', async ({ page }) => {
  await open(page, 'complete')
  const itv = page.getByRole('button', { name: 'Historial de ITV, 4 apuntes' })
  await itv.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('columnheader')).toHaveText([
    'Fecha',
    'Resultado',
    'Caduca',
    'Kilómetros',
    'Defectos',
    'Dato',
  ])
  await expect(dialog(page).getByRole('row')).toHaveCount(5)
  await page.keyboard.press('Escape')
  await expect(itv).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('El registro no tiene nada apuntado aquí.')
})

test('a report that comes while the plate is on screen and says something else is said', async ({ page }) => {
  await open(page, 'complete-processing')
  await expect(verdict(page)).toContainText('Hay algo que impide la transferencia.')
  await page.evaluate((vrm) => {
    const { bridge } = window
    const before = bridge.scene.complete[vrm]!
    const latest = {
      reportId: 'fresh',
      vrm,
      outcome: 'transferable' as const,
      checkedAt: new Date(2026, 10, 20, 14, 5).getTime(),
      registry: {},
      issues: [],
      pdf: 'available' as const,
    }
    bridge.setComplete({ ...before, latest, request: null })
  }, VRM)
  // The worse of the two, until they agree.
  await expect(verdict(page).getByRole('heading', { name: 'No transferible' })).toBeVisible()
  await expect(page.getByText('Los informes no dicen lo mismo.')).toBeVisible()
  await expect(announcer(page)).toContainText('El completo no dice lo mismo')
})

test('PDF: Alt+P opens it, pages and zoom by keyboard, printed, saved, and Esc gives the focus back', async ({
  page,
}) => {
  await open(page, 'complete')
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = String(document.querySelectorAll('.print-sheet img').length)
    }
  })
  await openPdf(page)
  await expect(page.getByRole('img', { name: 'Página 1 de 3' })).toBeVisible()
  await expect(dialog(page).getByText('Embargo. Reserva de dominio.')).toBeAttached()
  const reads = () =>
    page.evaluate(() => window.bridge.calls.filter((call) => call.name === 'complete.pdf').length)
  const opened = await reads()
  await page.keyboard.press('PageDown')
  await expect(dialog(page).getByRole('status', { name: 'Página 2 de 3' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta++')
  await expect(dialog(page).getByText('125 %')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('body')).toHaveAttribute('data-printed', '3')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('PDF guardado')).toBeAttached()
  // Turning pages, zooming and printing read nothing again.
  expect(await reads()).toBe(opened + 1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Ver PDF oficial' })).toBeFocused()
  await expect(page.locator('.print-sheet')).toHaveCount(0)
  await page.keyboard.press('Alt+p')
  await expect(dialog(page)).toBeVisible()
})

test('a PDF that does not come is retried in place, and closing stops it', async ({ page }) => {
  await open(page, 'pdf-offline')
  await page.keyboard.press('Alt+p')
  await expect(page.getByRole('heading', { name: 'No se ha podido conectar.' })).toBeVisible()
  await page.evaluate(() => delete window.bridge.scene.pdf)
  await dialog(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Lo que ha llegado no es un PDF.' })).toBeVisible()

  await open(page, 'pdf-hangs')
  await page.keyboard.press('Alt+g')
  await expect(page.getByText('Guardando el PDF…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Guardando el PDF…')).toBeHidden()
})

test('accepted and then not found: paying again says what is known, and only the person does it', async ({
  page,
}) => {
  await open(page, 'vanished-elsewhere')
  await page.getByRole('button', { name: 'Ver qué hacer' }).click()
  await expect(page.getByText('La aceptó a las 13:52, así que puede haberla cobrado.')).toBeVisible()
  await expect(page.getByText('La conexión se cortó')).toHaveCount(0)
  await page.getByRole('button', { name: 'Pedirlo otra vez…' }).click()
  await expect(dialog(page)).toContainText('El operador ya aceptó una: si la cobró, pagarás dos, 8,67 € más.')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  expect(await called(page, 'complete.resolve')).toEqual([])
})

test('one that takes long says so calmly, without a counter', async ({ page }) => {
  await open(page, 'complete-processing')
  await expect(page.getByText('Consultando…')).toBeVisible()
  await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 14, 25).getTime()))
  await expect(page.getByText('Tarda más de lo habitual.')).toBeVisible()
  await expect(page.getByText('desde las 14:04')).toBeVisible()
  await expect(page.locator('.request__progress')).toHaveCount(0)
})

test('a second complete report says what changed since the one before, and no owner’s name', async ({
  page,
}) => {
  await open(page, 'complete-since')
  const since = page.getByRole('heading', { name: 'Desde el 06/11/2026' }).locator('xpath=ancestor::section')
  await expect(since.getByRole('listitem')).toHaveText([
    'ITV caducada',
    'Embargo levantado',
    'Ha cambiado el titular',
  ])
  await expect(since).not.toContainText('Lucía')
  await open(page, 'complete-same-since')
  await expect(since).toContainText('Nada ha cambiado.')
  await open(page, 'complete')
  await expect(page.getByRole('heading', { name: /^Desde el/ })).toHaveCount(0)
})

test('a part whose file is gone says so, and the verdict stays', async ({ page }) => {
  await page.route(
    /(office-section|complete-report-body|complete-rail|recent-office|seen-reports)[^/]*\.js$/,
    (route) => route.abort(),
  )
  await open(page, 'complete')
  await expect(verdict(page).getByRole('heading', { name: 'No transferible' })).toBeVisible()
  await expect(page.getByText('Una parte de esta pantalla no se ha podido cargar.')).toHaveCount(3)
})
