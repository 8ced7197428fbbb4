import { expect, test } from './seeded-test.ts'
import { announcer, called, hold, open, releaseAll, settled, tabTo, goBack } from './actions.ts'
import {
  arrive,
  detail,
  fact,
  ILLEGIBLE,
  list,
  navigation,
  NOW,
  PLATE,
  row,
  show,
  SIGNED,
  openAtSecond,
} from './inbox-page.ts'

/** Novedades by keyboard and pointer: reading, finishing, silencing and opening. */

const MARKED = { seqs: [20], state: 'done' }

test('by keyboard: down and up, done, and the next one is under the hand; Z brings each back', async ({
  page,
}) => {
  await openAtSecond(page)
  await expect(fact(page, ILLEGIBLE)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('e')
  await expect(row(page, PLATE)).toHaveCount(0)
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await page.keyboard.press('e')
  await expect(row(page, SIGNED)).toBeFocused()
  expect(await called(page, 'inbox.mark')).toEqual([MARKED, { seqs: [19], state: 'done' }])
  await expect(navigation(page).getByRole('link', { name: '5 novedades por leer' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await page.keyboard.press('z')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('z')
  await expect(announcer(page)).toHaveText('No hay nada que deshacer')
  await expect(page.getByRole('radio', { name: 'Por leer 7' })).toBeChecked()
})

test('until a line brought back is in the list, the keyboard stays where it is', async ({ page }) => {
  await openAtSecond(page)
  await expect(fact(page, ILLEGIBLE)).toBeVisible()
  await page.keyboard.press('e')
  await expect(row(page, SIGNED)).toBeFocused()
  // The list without it has come.
  await settled(page)
  await hold(page, 'inbox.groups', 'inbox.groups-of')
  await page.keyboard.press('z')
  await expect.poll(async () => (await called(page, 'inbox.mark')).length).toBe(2)
  await settled(page)
  await expect(row(page, SIGNED)).toBeFocused()
  await releaseAll(page)
  await expect(row(page, ILLEGIBLE)).toBeFocused()
})

test('a legal term names its party, its last day and the contract it is counted from', async ({ page }) => {
  await open(page, 'inbox-strange')
  await row(page, 'último día, el 20/11/2026').click()
  await page.keyboard.press('ArrowRight')
  await list(page).getByRole('row', { level: 2 }).filter({ hasText: 'último día, el 20/11/2026' }).click()
  await expect(fact(page, 'Plazo del transmitente: último día, el 20/11/2026')).toBeVisible()
  await expect(detail(page)).toContainText('Contrato del 10/11/2026: mira qué falta para presentarlo.')
  const changes = list(page).getByRole('row', { level: 2 })
  await expect(changes.filter({ hasText: 'Plazo del adquirente: hasta el 23/11/2026' })).toBeVisible()
  await expect(changes.filter({ hasText: 'Plazo del transmitente: vencido el 18/11/2026' })).toBeVisible()
})

test('a registration without a plate is named by the end of its chassis number', async ({ page }) => {
  await open(page, 'inbox')
  await page.evaluate(() => {
    const one = window.bridge.scene.inbox?.find(({ seq }) => seq === 19)
    if (one) window.bridge.setInbox([{ ...one, subject: { vin: 'YV1UZ8A41N1736290' } }])
  })
  await expect(row(page, ILLEGIBLE)).toContainText('bastidor …736290')
})

test('a row says whose it is before what changed, and with hidden names only the vehicle', async ({
  page,
}) => {
  await open(page, 'inbox')
  await expect(row(page, ILLEGIBLE)).toContainText(
    /Mercedes-Benz Clase A 180 d · Nuria Ferrer Castell → Marc Vidal.*Incidencia: documento ilegible/s,
  )
  await expect(row(page, SIGNED)).toContainText(/Dacia Sandero Stepway · Elena Ortuño Rico.*firmada/s)
  await row(page, ILLEGIBLE).click()
  await expect(detail(page)).toContainText('Nuria Ferrer Castell → Marc Vidal')
  await page.evaluate(() => {
    const { settings } = window.bridge.scene.slices
    window.bridge.setSlice('settings', { ...settings, hideNames: true })
  })
  await expect(page.getByText(/Ferrer|Vidal|Ortuño|Levante|Lozano/)).toHaveCount(0)
  await expect(row(page, ILLEGIBLE)).toContainText('Mercedes-Benz Clase A 180 d')
})

test('two quick presses finish two rows, and not one twice', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.evaluate(() => {
    window.bridge.scene.holds = ['inbox.mark']
  })
  await page.keyboard.press('e')
  await page.keyboard.press('e')
  await page.evaluate(() => window.bridge.release())
  await expect(row(page, SIGNED)).toBeFocused()
  expect(await called(page, 'inbox.mark')).toEqual([MARKED, { seqs: [19], state: 'done' }])
})

test('passing over a row never reads it; pressing it and staying does, and it stays while it is held', async ({
  page,
}) => {
  await page.clock.install({ time: NOW })
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  // Independent of the time it takes to run.
  await page.clock.pauseAt(NOW + 60_000)
  await page.keyboard.press('j')
  await page.clock.runFor(60_000)
  expect(await called(page, 'inbox.mark')).toEqual([])
  await row(page, SIGNED).click()
  await page.clock.runFor(500)
  await row(page, ILLEGIBLE).click()
  await page.clock.runFor(1_100)
  expect(await called(page, 'inbox.mark')).toEqual([{ seqs: [19], state: 'read' }])
  await page.clock.resume()
  await expect(page.getByRole('radio', { name: 'Por leer 6' })).toBeVisible()
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await expect(row(page, ILLEGIBLE).getByText('Sin leer')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(row(page, ILLEGIBLE)).toHaveCount(0)
  await expect(row(page, SIGNED)).toBeFocused()
})

test('Space reads it and leaves it unread again, and a moment later it still is', async ({ page }) => {
  await page.clock.install({ time: NOW })
  await open(page, 'inbox')
  await row(page, PLATE).click()
  await page.keyboard.press('Space')
  await expect(announcer(page)).toHaveText('Leída')
  await expect(row(page, PLATE).getByText('Sin leer')).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(row(page, PLATE).getByText('Sin leer')).toHaveCount(1)
  await page.clock.runFor(5_000)
  await expect(row(page, PLATE).getByText('Sin leer')).toHaveCount(1)
  expect(await called(page, 'inbox.mark')).toEqual([
    { seqs: [20], state: 'read' },
    { seqs: [20], state: 'unread' },
  ])
})

test('reports that finished together are one row, done and undone as one', async ({ page }) => {
  await open(page, 'inbox')
  const reports = row(page, '5 informes listos')
  await expect(reports).toContainText('3 transferibles, 1 con avisos, 1 no transferible')
  await reports.click()
  await expect(detail(page).getByRole('list', { name: 'Informes' }).getByRole('listitem')).toHaveCount(5)
  await page.keyboard.press('e')
  await expect(reports).toHaveCount(0)
  expect((await called(page, 'inbox.mark')).at(-1)).toEqual({ seqs: [17, 16, 15, 14, 13], state: 'done' })
  await page.keyboard.press('z')
  await expect(reports).toBeFocused()
  await detail(page).getByRole('button', { name: 'No transferible' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta' })).toBeVisible()
})

test('opening goes to its place and reads it; coming back is where one was', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Transferencia' })).toBeVisible()
  expect(await called(page, 'inbox.mark')).toEqual([{ seqs: [19], state: 'read' }])
  expect(new URL(page.url()).pathname).toBe('/expedientes')
  await goBack(page)
  await expect(row(page, SIGNED)).toBeFocused()
  await show(page, 'Todo')
  await row(page, ILLEGIBLE).click()
  await detail(page).getByRole('button', { name: 'Abrir expediente' }).click()
  await goBack(page)
  await expect(page.getByRole('radio', { name: 'Todo' })).toBeChecked()
  await expect(row(page, ILLEGIBLE)).toBeFocused()
})

test('silencing is said, undone with Z, and refused for what is not followed here', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('m')
  await expect(page.locator('.toast')).toContainText('De esto no hay más avisos que silenciar')
  await page.keyboard.press('j')
  const mute = detail(page).getByRole('button', { name: 'Silenciar' })
  await expect(mute).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('m')
  await expect(mute).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('z')
  await expect(mute).toHaveAttribute('aria-pressed', 'false')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
})

test('silenced before it is known whether it is: it is asked, and heard again', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.resources = scene.resources?.map((one) => ({ ...one, muted: true })) ?? []
    scene.holds = ['changes.get']
  })
  await page.keyboard.press('j')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await page.keyboard.press('m')
  await page.evaluate(() => window.bridge.release())
  await expect.poll(async () => (await called(page, 'changes.mute')).at(-1)).toMatchObject({ muted: false })
})

test('a notification leads to its row, also when it is done and far away; one that is gone is said', async ({
  page,
}) => {
  await open(page, 'inbox-noticed')
  await expect(list(page).getByText('Del aviso')).toBeVisible()
  await expect(row(page, 'Documentación entregada').first()).toBeFocused()
  await expect(detail(page).getByRole('button', { name: 'Devolver' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, PLATE)).toBeFocused()
  await show(page, 'Todo')
  await expect(list(page).getByText('Del aviso')).toHaveCount(0)

  await open(page, 'inbox-noticed-here')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await expect(list(page).getByText('Del aviso')).toHaveCount(0)

  await open(page, 'inbox-missing')
  await expect(page.getByText('Esa novedad ya no está en este equipo.')).toBeVisible()
  await expect(row(page, PLATE)).toBeFocused()
})

test('another account has none of it: neither rows, nor the place, nor what could be undone', async ({
  page,
}) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('e')
  await expect(row(page, PLATE)).toHaveCount(0)
  await page.evaluate(() => {
    window.bridge.scene.inbox = []
    window.bridge.setSlice('inboxCounts', { unread: 0, actionable: 0 })
    window.bridge.activate('demo')
  })
  await page.getByRole('link', { name: 'Novedades' }).click()
  await expect(page.getByRole('heading', { name: 'Aún no hay novedades.' })).toBeVisible()
  await expect(page.getByText('Mandato')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(announcer(page)).toHaveText('No hay nada que deshacer')
})

test('a mark that could not be kept is said, and the row stays', async ({ page }) => {
  await open(page, 'inbox-refused')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByText('No se han podido guardar').or(page.locator('.toast'))).toBeVisible()
  await expect(row(page, PLATE)).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(announcer(page)).toHaveText('No hay nada que deshacer')
})

test('with single keys off the letters do nothing, and everything is still by keyboard', async ({ page }) => {
  await open(page, 'inbox-silent')
  await expect(row(page, PLATE)).toBeFocused()
  for (const key of ['j', 'e', 's', 'm', 'z']) await page.keyboard.press(key)
  await expect(row(page, PLATE)).toBeFocused()
  expect(await called(page, 'inbox.mark')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Avisos apagados' })).toBeVisible()
  await tabTo(page, 'Hecho')
  await page.keyboard.press('Enter')
  await expect(row(page, ILLEGIBLE)).toHaveCount(0)
})

test('the header says whether one is told, and leads to Ajustes › Avisos', async ({ page }) => {
  await open(page, 'inbox-silent')
  await page.getByRole('button', { name: 'Avisos apagados' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Avisos', exact: true })).toBeInViewport()
})

test('the badge follows the rows, and there is none when nothing is unread', async ({ page }) => {
  await open(page, 'inbox-all-read')
  await expect(page.locator('.side__badge')).toHaveCount(0)
  await arrive(page, { seq: 300, state: 'unread' })
  await expect(navigation(page).getByRole('link', { name: 'Novedades 1 novedad por leer' })).toBeVisible()
  await expect(page).toHaveTitle('Novedades · Ventanilla')
})

test('what the system did not show is said, and leads to where it can be tried', async ({ page }) => {
  await open(page, 'inbox-unshown')
  await page.getByRole('button', { name: 'Probar los avisos' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Probar', exact: true })).toBeVisible()
})
