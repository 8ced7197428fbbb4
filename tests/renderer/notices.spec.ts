import { expect, type Page, test } from './seeded-test.ts'
import { announcer, attention, called, open, tabTo } from './actions.ts'
import { permit, toNotices, toSection } from './states.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Avisos', exact: true })
const updates = (page: Page) => called(page, 'notification-settings.update')
const setSlice = (page: Page, name: 'outage' | 'connection' | 'sweep', value: object) =>
  page.evaluate(([slice, to]) => window.bridge.setSlice(slice as 'outage', to as never), [
    name,
    value,
  ] as const)

test('each setting is kept at once, by keyboard, and going back is the same gesture', async ({ page }) => {
  await open(page, 'settings')
  await toNotices('granted')(page)
  await tabTo(page, /^Probar$/)
  await page.keyboard.press('Tab')
  const states = section(page).getByRole('switch', { name: /Cambios de estado/ })
  await expect(states).toBeFocused()
  await page.keyboard.press('Space')
  await expect(states).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(states).toBeChecked()
  await section(page).getByRole('switch', { name: 'Solo lo que depende de mí' }).press('Space')
  await section(page).getByRole('switch', { name: 'Un resumen cada hora de lo demás' }).press('Space')
  await section(page).getByRole('switch', { name: 'Sonido' }).press('Space')
  expect(await updates(page)).toEqual([
    { events: { status: false } },
    { events: { status: true } },
    { onlyMine: true },
    { digest: true },
    { sound: true },
  ])
})

test('a switch that cannot be saved stays as it was, and says why and what to do until it is saved', async ({
  page,
}) => {
  await open(page, 'settings')
  await toNotices('granted')(page)
  const problem = page.getByRole('alert').filter({ hasText: 'No se ha podido guardar el ajuste.' })
  for (const [command, place, name] of [
    ['notification-settings.update', 'Avisos', 'Solo lo que depende de mí'],
    ['settings.update', 'Teclado y ayuda', /^Teclas de una letra/],
  ] as const) {
    await toSection(place)(page)
    const one = page.getByRole('switch', { name })
    const isOn = await one.isChecked()
    await page.evaluate((refused) => {
      window.bridge.scene.refuses = { [refused]: { code: 'disk-full', retryable: true } }
    }, command)
    await one.click()
    await expect(problem).toContainText('El disco está lleno.')
    await expect(problem).toContainText('Libera espacio y vuelve a intentarlo.')
    await expect(one).toBeChecked({ checked: isOn })
    await page.evaluate(() => delete window.bridge.scene.refuses)
    await one.click()
    await expect(problem).toHaveCount(0)
    await expect(one).toBeChecked({ checked: !isOn })
  }
})

test('quiet hours are typed as people say them, and said back', async ({ page }) => {
  await open(page, 'settings')
  await toNotices('granted')(page)
  const here = section(page)
  await expect(here.getByRole('textbox', { name: 'Desde las' })).toHaveCount(0)
  await here.getByRole('switch', { name: 'Horas sin avisos' }).click()
  await expect(here.getByText('Sin avisos de 20:00 a 08:00 y los fines de semana.')).toBeVisible()
  await expect(here.getByText('Avisos hasta las 20:00.')).toBeVisible()
  const from = here.getByRole('textbox', { name: 'Desde las' })
  await from.fill('14')
  await from.press('Enter')
  await expect(from).toHaveValue('14:00')
  await expect(here.getByText('En silencio hasta el lunes a las 08:00.')).toBeVisible()
  await from.fill('ocho')
  await from.press('Tab')
  await expect(here.getByText('Escribe una hora, como 20:00.')).toBeVisible()
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await from.press('Escape')
  await expect(from).toHaveValue('14:00')
  await expect(here.getByText('Escribe una hora, como 20:00.')).toHaveCount(0)
  await here.getByRole('switch', { name: 'Tampoco los fines de semana' }).click()
  await expect(here.getByText('Sin avisos de 14:00 a 08:00, todos los días.')).toBeVisible()
  expect(await updates(page)).toEqual([
    { quiet: { enabled: true } },
    { quiet: { from: '14:00' } },
    { quiet: { weekends: false } },
  ])
})

test('days and bursts: whole numbers within what is possible, and 0 days is no notice', async ({ page }) => {
  await open(page, 'settings')
  await toNotices('granted')(page)
  const days = section(page).getByRole('textbox', { name: 'Con permiso provisional' })
  await days.fill('0')
  await days.press('Enter')
  await expect(section(page).getByText('sin aviso', { exact: true })).toBeVisible()
  const seconds = section(page).getByRole('textbox', { name: 'Segundos en los que llegan' })
  await seconds.fill('3')
  await seconds.press('Enter')
  await expect(section(page).getByText('Escribe un número entero entre 5 y 600.')).toBeVisible()
  await seconds.fill('60')
  await seconds.press('Enter')
  await expect(section(page).getByText('Más de 4 avisos en 60 s llegan como uno solo.')).toBeVisible()
  expect(await updates(page)).toEqual([{ days: { provisional: 0 } }, { burst: { seconds: 60 } }])
})

test('what cannot be kept says so where it is, and does not move', async ({ page }) => {
  await open(page, 'settings-notices-unkept')
  await toNotices('granted')(page)
  const sound = section(page).getByRole('switch', { name: 'Sonido' })
  await sound.click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('switch', { name: 'Sonido' }) })
  await expect(row.getByRole('alert')).toContainText('No se ha podido guardar el ajuste.')
  await expect(sound).not.toBeChecked()
})

test('permission is asked for only when the button is pressed, and then it can be tried', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = () => {
      document.documentElement.dataset['asked'] = 'yes'
      permission = 'granted'
      // As when the browser's prompt closes.
      dispatchEvent(new Event('focus'))
      return Promise.resolve(permission)
    }
  })
  await open(page, 'settings')
  const ask = section(page).getByRole('button', { name: 'Activar avisos' })
  await expect(ask).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-asked', 'yes')
  await ask.press('Enter')
  const trial = section(page).getByRole('button', { name: 'Probar' })
  await expect(trial).toBeFocused()
  await expect(section(page).getByText('Los avisos se pueden mostrar')).toBeVisible()
  await trial.press('Enter')
  await expect(section(page).getByText('Enviado. Si no lo ves')).toBeVisible()
  expect(await called(page, 'notifications.test')).toHaveLength(1)
})

test('blocked by the browser: how to allow them, and what a trial finds', async ({ page }) => {
  await open(page, 'settings-notices-off')
  await toNotices('denied')(page)
  await expect(section(page).getByText('elige Permitir')).toBeVisible()
  await section(page).getByRole('button', { name: 'Probar' }).click()
  await expect(
    section(page).getByText('Ninguna ventana abierta de Ventanilla puede mostrarlo.'),
  ).toBeVisible()
})

test('while a trial is on its way a second one is not begun', async ({ page }) => {
  await open(page, 'settings-notices-unkept')
  await toNotices('granted')(page)
  const trial = section(page).getByRole('button', { name: 'Probar' })
  await trial.click()
  await expect(section(page).getByText('Probando…')).toBeVisible()
  await trial.press('Enter')
  expect(await called(page, 'notifications.test')).toHaveLength(1)
  await page.evaluate(() => window.bridge.release())
  await expect(section(page).getByText('Enviado. Si no lo ves')).toBeVisible()
})

test('a notice is shown both ways before it is chosen', async ({ page }) => {
  await open(page, 'settings')
  const chosen = section(page).getByRole('figure').filter({ hasText: 'así se ven ahora' })
  await expect(chosen).toContainText('1234 BCD · SEAT Ibiza · Autos Levante')
  await expect(chosen).toContainText('Incidencia: falta documentación')
  await section(page).getByRole('switch', { name: 'Sin matrícula ni nombres' }).click()
  await expect(chosen).toContainText('Hay novedades en un expediente')
  await expect(chosen).not.toContainText('1234 BCD')
})

test('the search of Ajustes finds a kind of notice and leaves its row alone', async ({ page }) => {
  await open(page, 'settings')
  await page.getByRole('searchbox').fill('rechazadas')
  await expect(section(page).getByText('De qué te avisamos')).toBeVisible()
  await expect(section(page).getByRole('switch', { name: 'Sonido' })).toHaveCount(0)
  await page.getByRole('searchbox').fill('avisos')
  await expect(section(page).getByRole('switch', { name: 'Sonido' })).toBeVisible()
})

test('the real sweep follows what the core says', async ({ page }) => {
  await open(page, 'settings-notices')
  await toSection('Avanzado')(page)
  await expect(
    page.getByText('Los 214 abiertos se revisan cada 2 minutos de media. El último, hace 12 s.'),
  ).toBeVisible()
  await setSlice(page, 'sweep', { open: 3, roundMs: 30_000, state: 'paused', lastAt: null })
  await expect(
    page.getByText('Revisión en pausa: los 3 abiertos se revisarán en cuanto se pueda.'),
  ).toBeVisible()
})

test('an outage is one thing with its record, which can be put away and ends calmly', async ({ page }) => {
  await open(page, 'outage-down')
  await expect(attention(page)).toHaveCount(1)
  await expect(attention(page)).toContainText('El servicio no responde desde las 12:04.')
  // It cannot be dismissed while the service is down: only notifications can.
  await expect(page.getByRole('button', { name: 'Entendido' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Guardar justificante' }).click()
  expect(await called(page, 'outage.record')).toEqual([{}])
  await expect(page.getByText('Justificante guardado')).toBeVisible()

  await setSlice(page, 'connection', { state: 'online', since: Date.now(), attempts: 0 })
  await expect(attention(page)).toHaveCount(1)
  await expect(attention(page)).toContainText('El servicio falla desde las 12:04. 6 intentos fallidos.')
  await page.getByRole('button', { name: 'Entendido' }).click()
  await expect(attention(page)).toHaveCount(0)
  expect(await called(page, 'outage.dismiss')).toEqual([{}])
  await expect(page.getByText('El servicio vuelve a responder.')).toHaveCount(0)
  await setSlice(page, 'outage', { state: 'none', failures: 0 })
  await expect(page.getByText('El servicio vuelve a responder.')).toBeVisible()
  await expect(announcer(page)).toBeEmpty()
})

test('another account without an outage has not recovered from one', async ({ page }) => {
  await open(page, 'outage-failing')
  await expect(attention(page)).toHaveCount(1)
  // As the core switches account: other slices first, the profile last.
  await page.evaluate(() => {
    window.bridge.setSlice('connection', { state: 'idle', since: Date.now(), attempts: 0 })
    window.bridge.setSlice('outage', { state: 'none', failures: 0 })
  })
  await expect(attention(page)).toHaveCount(0)
  await expect(page.getByText('El servicio vuelve a responder.')).toHaveCount(0)
  await page.evaluate(() => window.bridge.activate('demo'))
  await page.getByText('DEMOSTRACIÓN').first().waitFor()
  await expect(page.getByText('El servicio vuelve a responder.')).toHaveCount(0)
})

test('the record is in Diagnóstico where there is one, also when the outage is over', async ({ page }) => {
  await open(page, 'settings')
  await page.getByRole('button', { name: 'Comprobar todo' }).waitFor()
  expect(await called(page, 'outage.attempts')).toContainEqual({})
  await expect(page.getByText('Justificante de intentos')).toHaveCount(0)
  // The first failures while the window is open.
  await page.evaluate(() => {
    window.bridge.scene.attempts = { failures: 6, from: Date.now(), to: Date.now() }
    window.bridge.setSlice('outage', { state: 'suspected', since: Date.now(), failures: 6 })
  })
  await expect(page.getByText('Justificante de intentos', { exact: true })).toBeVisible()

  await open(page, 'settings-notices')
  await expect(page.getByText('37 intentos fallidos, del 12/11/2026 al 20/11/2026.')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar justificante' }).click()
  expect(await called(page, 'outage.record')).toEqual([{}])
})

test('a keychain that nobody had needed is asked as soon as the accounts are seen', async ({ page }) => {
  await open(page, 'keychain-unasked')
  await expect(page.getByRole('status').filter({ hasText: 'Comprobando el llavero…' })).toBeVisible()
  expect(await called(page, 'keychain.retry')).toHaveLength(1)
  await page.evaluate(() => window.bridge.setSlice('keychain', { kind: 'system', state: 'ready' }))
  await expect(page.getByText('Comprobando el llavero…')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Añadir cuenta' })).toBeEnabled()
})

test('a keychain that could not be asked can be asked again, and nothing goes on turning', async ({
  page,
}) => {
  await open(page, 'keychain-unasked-failed')
  await expect(page.getByRole('alert').filter({ hasText: 'Algo ha fallado' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comprobando el llavero…' })).toHaveCount(0)
  await page.evaluate(() => delete window.bridge.scene.refuses?.['keychain.retry'])
  await page.getByRole('button', { name: 'Reintentar' }).click()
  expect(await called(page, 'keychain.retry')).toHaveLength(2)
})

test('a pause is begun by hand and ended by hand, and the focus stays where it can go on', async ({
  page,
}) => {
  await open(page, 'settings')
  await toNotices('granted')(page)
  const here = section(page)
  const hour = here.getByRole('button', { name: 'Pausar los avisos 1 hora' })
  const resume = here.getByRole('button', { name: 'Reanudar los avisos' })
  await expect(resume).toHaveCount(0)
  await hour.press('Enter')
  await expect(
    here.getByRole('status').filter({ hasText: /^Avisos en pausa hasta las \d\d:\d\d\.$/ }),
  ).toBeVisible()
  await expect(hour).toBeFocused()
  await here.getByRole('button', { name: 'Pausar los avisos hasta mañana' }).click()
  await expect(here.getByText('Avisos en pausa hasta mañana a las 08:00.')).toBeVisible()
  await resume.press('Enter')
  await expect(resume).toHaveCount(0)
  await expect(hour).toBeFocused()
  expect((await updates(page)).at(-1)).toEqual({ pausedUntil: null })
  // There is nothing to pause.
  await here.getByRole('switch', { name: 'Avisarme de lo que cambia' }).click()
  await expect(hour).toHaveCount(0)
})

test('a pause that cannot be kept says so, and pauses nothing', async ({ page }) => {
  await open(page, 'settings-notices-unkept')
  await toNotices('granted')(page)
  await section(page).getByRole('button', { name: 'Pausar los avisos 1 hora' }).click()
  await expect(section(page).getByText('No se ha podido guardar el ajuste.')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Reanudar los avisos' })).toHaveCount(0)
})

test('Novedades says that the notifications are paused, and ends it there', async ({ page }) => {
  await open(page, 'inbox-paused')
  await permit('granted')(page)
  const state = page.getByRole('button', { name: /^Avisos en pausa hasta las/ })
  await expect(state).toBeVisible()
  await page.getByRole('button', { name: 'Reanudar los avisos' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Avisos activados' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Reanudar los avisos' })).toHaveCount(0)
  expect(await updates(page)).toEqual([{ pausedUntil: null }])
})
