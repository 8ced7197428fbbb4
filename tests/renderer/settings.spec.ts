import { expect, type Page, test } from './seeded-test.ts'
import { called, open, openPending, release, settled } from './actions.ts'
import { toSection } from './states.ts'

test('the search leaves what matches, by keyboard, and Esc brings the rest back', async ({ page }) => {
  await open(page, 'settings')
  await page.getByRole('heading', { name: 'Apariencia' }).waitFor()
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await expect(index.getByRole('link').last()).toHaveText('Acerca de')
  const all = await index.getByRole('link').allTextContents()
  expect(all.length).toBeGreaterThan(15)
  await page.keyboard.press('/')
  await page.keyboard.type('densidad')
  await expect(page.getByRole('radio', { name: 'Compacta' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Oscuro' })).toBeHidden()
  await expect(index.getByRole('link')).toHaveText(['Apariencia'])
  await page.keyboard.press('Escape')
  await expect(index.getByRole('link')).toHaveText(all)
  await index.getByRole('link', { name: 'Avanzado' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Avanzado' })).toBeFocused()
  await expect(index.getByRole('link', { name: 'Avanzado' })).toHaveAttribute('aria-current', 'true')
  expect(page.url()).not.toContain('#')
})

test('the index lists the sections in groups, each with its name', async ({ page }) => {
  await open(page, 'settings')
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  const first = index.getByRole('group', { name: 'Tu puesto' }).getByRole('link')
  await expect(first.first()).toHaveText('Cuenta y entornos')
  await expect(first).toContainText(['Tu nombre'])
  await expect(index.getByRole('group')).toHaveCount(4)
  // A group without a section that matches leaves with its name.
  await page.getByRole('searchbox').fill('quién trabaja')
  await expect(index.getByRole('link')).toHaveText(['Tu nombre'])
  await expect(index.getByRole('group')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Quién trabaja en este equipo' })).toBeVisible()
})

test('technical values show when they are unfolded, found or asked for', async ({ page }) => {
  await open(page, 'settings')
  const levels = page.getByRole('textbox', { name: 'Niveles máximos de una respuesta' })
  const fold = page.getByRole('button', { name: 'Avanzado' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(levels).toHaveCount(0)
  await fold.press('Enter')
  await expect(levels).toBeVisible()
  await fold.press('Enter')
  await expect(levels).toHaveCount(0)
  // The search shows the row it finds, and leaves the section as it was.
  await page.getByRole('searchbox').fill('niveles')
  await expect(levels).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Precio de un informe completo' })).toHaveCount(0)
  await page.getByRole('searchbox').fill('límites')
  await expect(page.getByRole('textbox', { name: 'En segundo plano' })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(levels).toHaveCount(0)
  // The quick search leads to the section, unfolded.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('avanzado')
  await page.getByRole('option', { name: /Avanzado/ }).click()
  await expect(page.getByRole('heading', { name: 'Avanzado' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Avanzado' })).toBeInViewport()
  await expect(levels).toBeVisible()
})

test('in a low window the index scrolls by itself, and shows the section in view', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  await open(page, 'settings')
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await page.getByRole('heading', { name: 'Apariencia' }).waitFor()
  await expect(index.getByRole('link', { name: 'Acerca de' })).not.toBeInViewport()
  await page.locator('.page__body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await expect(index.getByRole('link', { name: 'Acerca de' })).toBeInViewport({ ratio: 1 })
  await expect(index.getByRole('link', { name: 'Acerca de' })).toHaveAttribute('aria-current', 'true')
})

test('the index follows the sections that are there', async ({ page }) => {
  await open(page, 'office')
  const link = page.getByRole('navigation', { name: 'Secciones de Ajustes' }).getByRole('link', {
    name: 'Bloqueo',
  })
  await expect(link).toBeVisible()
  // Before the section's data have come, and as they come.
  const slices = await page.evaluateHandle(() => window.client.replica.getState().slices)
  await page.evaluate(
    (all) => window.client.replica.setState({ slices: { ...all!, office: undefined! } }),
    slices,
  )
  await expect(link).toHaveCount(0)
  await page.evaluate((all) => window.client.replica.setState({ slices: all }), slices)
  await expect(link).toBeVisible()
})

test('a limit is kept with Enter, tells the real sweep, and refuses what is out of its range', async ({
  page,
}) => {
  await open(page, 'settings')
  await toSection('Avanzado')(page)
  const rate = page.getByRole('textbox', { name: 'En segundo plano' })
  await expect(page.getByText('con 2.000 abiertos, cerca de 17 minutos como poco')).toBeVisible()
  await rate.fill('0,5')
  await rate.press('Enter')
  await expect(page.getByText('con 2.000 abiertos, cerca de 67 minutos como poco')).toBeVisible()
  await rate.fill('900')
  await rate.press('Tab')
  await expect(page.getByText('Tiene que estar entre 0,1 y 20 por segundo.')).toBeVisible()
  await expect(rate).toHaveAttribute('aria-invalid', 'true')
  await rate.press('Escape')
  await expect(rate).toHaveValue('0,5')
  await page.getByRole('button', { name: 'Volver al valor por defecto: En segundo plano' }).click()
  await expect(rate).toHaveValue('2')
  expect(await called(page, 'accounts.change')).toEqual([
    { id: 'p', assumptions: { backgroundRequestsPerSecond: 0.5 }, resetAssumptions: [] },
    { id: 'p', assumptions: {}, resetAssumptions: ['backgroundRequestsPerSecond'] },
  ])
})

test('advanced: units that people use, and only what differs is kept', async ({ page }) => {
  await open(page, 'settings')
  await toSection('Avanzado')(page)
  const price = page.getByRole('textbox', { name: 'Precio de un informe completo' })
  await expect(price).toHaveValue('8,67')
  await price.fill('9.4')
  await price.press('Enter')
  await page.getByRole('radio', { name: 'M-1234-AB' }).check()
  await page.getByRole('switch', { name: /Se cobra aunque/ }).check()
  await page.getByRole('switch', { name: /Se cobra aunque/ }).uncheck()
  await expect.poll(() => assumptionsNow(page)).toEqual({ completeReportCents: 940, plateForm: 'hyphens' })
})

test('advanced: two changed before the first is answered both hold', async ({ page }) => {
  await open(page, 'settings')
  await toSection('Avanzado')(page)
  await page.evaluate(() => (window.bridge.scene.holds = ['accounts.change']))
  const price = page.getByRole('textbox', { name: 'Precio de un informe completo' })
  await price.fill('9,4')
  await price.press('Enter')
  await page.getByRole('radio', { name: 'M-1234-AB' }).click()
  await expect.poll(async () => (await called(page, 'accounts.change')).length).toBe(2)
  await page.evaluate(() => window.bridge.release())
  await expect.poll(() => assumptionsNow(page)).toEqual({ completeReportCents: 940, plateForm: 'hyphens' })
})

test('a number that could not be kept leaves the one that holds on screen', async ({ page }) => {
  await open(page, 'settings')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'accounts.change': { code: 'disk-full', retryable: true } }
  })
  await toSection('Avanzado')(page)
  const price = page.getByRole('textbox', { name: 'Precio de un informe completo' })
  await price.fill('9,4')
  await price.press('Enter')
  await expect(page.locator('.toast')).toBeVisible()
  await expect(price).toHaveValue('8,67')
  await price.press('Tab')
  expect(await called(page, 'accounts.change')).toHaveLength(1)
})

const assumptionsNow = (page: Page) =>
  page.evaluate(() => window.bridge.scene.slices.accounts.find(({ id }) => id === 'p')?.assumptions)

test('diagnosis: runs, can be cancelled, and is copied with nothing secret in it', async ({ page }) => {
  await open(page, 'settings-diagnosing')
  await page.getByRole('button', { name: 'Comprobar todo' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.evaluate(() => window.bridge.release())
  await expect(page.getByRole('button', { name: 'Comprobar todo' })).toBeVisible()
  await expect(page.getByText('Bien')).toHaveCount(0)

  await open(page, 'settings')
  await page.getByRole('button', { name: 'Comprobar todo' }).click()
  await expect(page.getByText('2 cosas que mirar')).toBeVisible()
  await expect(page.getByText('Pega una clave nueva en Cuenta y entornos.')).toBeVisible()
  await page.getByRole('button', { name: 'Copiar diagnóstico' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('6. Clave de API: No funciona (unauthorized)')
})

test('diagnosis: says where the log is and copies its latest lines', async ({ page }) => {
  await open(page, 'settings')
  await expect(page.getByText('ventanilla.log')).toBeVisible()
  await page.getByRole('button', { name: 'Copiar registro' }).click()
  await expect(page.getByText('Registro copiado. No lleva claves, matrículas ni nombres.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('store restarted')
})

test('diagnosis: the report goes without the crash dumps unless they are ticked, each time', async ({
  page,
}) => {
  await open(page, 'settings-crashed')
  const save = page.getByRole('button', { name: 'Guardar informe' })
  const saved = () => called(page, 'diagnosis.report')
  await expect(page.getByText('puede llevar matrículas, nombres y claves')).toBeVisible()
  await save.click()
  await expect.poll(saved).toEqual([{ dumps: false }])
  await expect(save).toBeEnabled()
  await page.getByRole('switch', { name: 'Incluir 2 volcados de fallos (3,1 MB)' }).check()
  await save.click()
  await expect.poll(saved).toEqual([{ dumps: false }, { dumps: true }])
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByText('Informe guardado en tus descargas.').first()).toBeVisible()
  await expect.poll(saved).toEqual([{ dumps: false }, { dumps: true }, { dumps: false }])
})

test('a part that stopped is said with what to do; what is over goes when it was read', async ({ page }) => {
  await open(page, 'health-over')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Se ha parado: el servicio de la demostración.' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Arrancar otra vez' }).click()
  await expect.poll(() => called(page, 'health.restart')).toEqual([{ part: 'service' }])
  const list = await openPending(page)
  await expect(list.getByText('se pararon y se han vuelto a abrir')).toBeVisible()
  await list.getByRole('button', { name: 'Entendido' }).first().click()
  await expect(list.getByText('se pararon y se han vuelto a abrir')).toHaveCount(0)
  await expect(list.getByText('ha fallado algo por dentro')).toBeVisible()
  await expect.poll(() => called(page, 'health.dismiss')).toEqual([{ part: 'store' }])
})

test('parts in the same trouble are one thing', async ({ page }) => {
  await open(page, 'health-passing')
  await expect(
    page.getByText('No funciona ahora: la revisión de expedientes y firmas y los avisos.'),
  ).toBeVisible()
  const list = await openPending(page)
  await expect(list.getByText('Lleva un rato sin contestar: los datos de este equipo.')).toBeVisible()
})

test('the demonstration begins anew after it is confirmed, once however often it is pressed', async ({
  page,
}) => {
  await open(page, 'settings-demo')
  await page.getByRole('button', { name: 'Empezar de cero' }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Empezar de cero?' })
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  // By reflex, nothing is erased.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await called(page, 'accounts.renew-demo')).toEqual([])
  await page.getByRole('button', { name: 'Volver a la oficina de ejemplo' }).click()
  const erase = page.getByRole('button', { name: 'Borrar y volver a la oficina' })
  await erase.focus()
  await erase.dblclick()
  await expect(page.getByText('La oficina de ejemplo está como al principio')).toBeVisible()
  expect(await called(page, 'accounts.renew-demo')).toEqual([{ sample: true }])
})

test('a real account has no demonstration to begin anew', async ({ page }) => {
  await open(page, 'settings')
  await page.getByRole('heading', { name: 'Apariencia' }).waitFor()
  await expect(page.getByRole('heading', { name: 'Demostración' })).toHaveCount(0)
})

test('the demonstration is paused, hurried and stepped', async ({ page }) => {
  await open(page, 'settings-demo')
  await expect(page.getByText('33 cosas avanzan por sí solas')).toBeVisible()
  await page.getByRole('button', { name: 'Pausar', exact: true }).click()
  await expect(page.getByText('En pausa: nada avanza por sí solo.')).toBeVisible()
  await page.getByRole('button', { name: 'Seguir' }).click()
  await expect(page.getByText('33 cosas avanzan por sí solas')).toBeVisible()
  await page.getByRole('radio', { name: 'Muy rápido' }).check()
  await expect(page.getByRole('radio', { name: 'Muy rápido' })).toBeChecked()
  await page.getByRole('button', { name: 'Que pase algo ahora' }).click()
  await expect(page.locator('.toast')).toContainText('Ha pasado algo: está en Novedades')
  expect(await called(page, 'simulator.set-pace')).toEqual([
    { paused: true },
    { paused: false },
    { speed: 20 },
  ])
  expect(await called(page, 'simulator.step')).toHaveLength(1)
})

test('the second PC is asked for once, however often it is pressed, and its window opens', async ({
  page,
}) => {
  await open(page, 'settings-demo-held')
  const add = page.getByRole('button', { name: 'Añadir otro puesto' })
  await add.dblclick()
  await expect(add).toBeDisabled()
  await expect(page.getByText('Emparejando el puesto de Luis.')).toBeVisible()
  const row = await add.boundingBox()
  const opened = page.context().waitForEvent('page')
  await release(page)
  await (await opened).close()
  await expect(page.locator('.toast')).toContainText('El puesto de Luis está en otra ventana')
  expect(await called(page, 'simulator.open-pc')).toHaveLength(1)
  expect(await add.boundingBox()).toEqual(row)
})

test('a browser that blocks the window of the second PC is told apart from a failure', async ({ page }) => {
  await open(page, 'settings-demo')
  await page.evaluate(() => void (window.open = () => null))
  await page.getByRole('button', { name: 'Añadir otro puesto' }).click()
  await expect(page.locator('.toast')).toContainText('El navegador no ha dejado abrir la ventana')
})

test('a second PC that does not start says so, and is asked for again by keyboard', async ({ page }) => {
  await open(page, 'settings-demo-slow')
  const add = page.getByRole('button', { name: 'Añadir otro puesto' })
  await add.press('Enter')
  await expect(page.getByRole('alert')).toContainText('El otro puesto no ha llegado a abrirse.')
  await add.press('Enter')
  await expect.poll(() => called(page, 'simulator.open-pc')).toHaveLength(2)
})

test('the second PC has no second PC, no training and no other account', async ({ page }) => {
  await open(page, 'settings-second-pc')
  await page.getByRole('heading', { name: 'Demostración' }).waitFor()
  await expect(page.getByText('Este es el puesto de Luis')).toBeVisible()
  for (const name of ['Añadir otro puesto', 'Empezar de cero', 'Empezar el paseo', 'Añadir una cuenta'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: /^Cuenta en uso: Puesto de Luis/ }).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(1)
  await expect(page.getByRole('menuitem')).toHaveCount(0)
})

test.describe('the desktop window', () => {
  const toggle = (page: Page) => page.getByRole('switch', { name: /^Abrir al iniciar sesión/ })

  test('in a browser there is nothing about it', async ({ page }) => {
    await open(page, 'settings')
    await page.getByRole('heading', { name: 'Apariencia' }).waitFor()
    await expect(page.getByRole('heading', { name: 'Ventana' })).toHaveCount(0)
  })

  test('of an installed one in a browser, only its start with the session is chosen', async ({ page }) => {
    await open(page, 'settings-window-browser')
    await toggle(page).press('Space')
    await expect(toggle(page)).toBeChecked()
    expect(await called(page, 'desktop.start-with-session')).toEqual([{ on: true }])
    await expect(page.getByText('Al cerrar la ventana')).toHaveCount(0)
  })

  test('what closing does and opening with the session are chosen by keyboard', async ({ page }) => {
    await open(page, 'settings-window')
    await page.getByRole('radio', { name: 'Seguir en la bandeja' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Salir' })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(toggle(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(toggle(page)).toBeChecked()
    await settled(page)
    await expect(toggle(page)).toBeChecked()
    expect(await called(page, 'settings.update')).toEqual([{ window: { onClose: 'quit' } }])
    expect(await called(page, 'desktop.start-with-session')).toEqual([{ on: true }])
  })

  test('what the system has turned off is said, and so is that it stays off', async ({ page }) => {
    await open(page, 'settings-window-dock')
    await expect(page.getByRole('radio', { name: 'Seguir en el Dock' })).toBeChecked()
    await expect(page.getByText('Desactivada en los ajustes de inicio')).toBeVisible()
    await toggle(page).press('Space')
    await expect(page.getByText('Tu sistema no deja activarla')).toBeVisible()
    await expect(toggle(page)).not.toBeChecked()
    // Turned on there: coming back shows it.
    await page.evaluate(() => {
      window.bridge.scene.desktop = { wayBack: 'dock', sessionStart: 'on' }
      dispatchEvent(new Event('focus'))
    })
    await expect(toggle(page)).toBeChecked()
    await expect(page.getByText('Tu sistema no deja activarla')).toHaveCount(0)
  })

  test('where it can neither hide nor open by itself, it says why and offers nothing', async ({ page }) => {
    await open(page, 'settings-window-bare')
    await expect(page.getByText('Este escritorio no tiene bandeja')).toBeVisible()
    await expect(page.getByText('Solo se puede con Ventanilla instalada')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Salir' })).toHaveCount(0)
    await expect(toggle(page)).toHaveCount(0)
  })
})
