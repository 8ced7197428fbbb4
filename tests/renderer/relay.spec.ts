import { called, open, settled, tabTo } from './actions.ts'
import { CODE, WORDS } from './harness/fake-relay.ts'
import { fillPairing, press, relaySays, section, toRelay } from './relay-page.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { command } from './training-page.ts'

const at = async (page: Page, scene: string) => {
  await open(page, scene)
  await toRelay(page)
}
const dialog = (page: Page) => page.locator('dialog[open]')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
/** Time of the scenes: 14:05 in Madrid, where the pages are. */
const NOW = Date.UTC(2026, 10, 20, 13, 5)
const claimed = (page: Page, state: 'claimed' | 'expired' = 'claimed') =>
  relaySays(page, {
    invitation: {
      id: 'i1',
      code: CODE,
      expiresAt: NOW + 552_000,
      state,
      name: 'Despacho 2',
      words: WORDS,
    },
  })

test('this PC is paired with the keyboard alone, and what is typed goes as it is', async ({ page }) => {
  await at(page, 'relay-none')
  await tabTo(page, 'Emparejar este equipo')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Dirección del relé')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Falta la dirección del relé.')).toBeVisible()
  expect(await called(page, 'relay.pair')).toEqual([])
  await page.keyboard.type('rele.gestoriaribera.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('k7qf 9m2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mostrador')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Son ocho letras y cifras, como K7QF-9M2T.')).toBeVisible()
  await expect(page.getByLabel('Código')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('t')
  await page.keyboard.press('Enter')
  // The words are read out, and a second Enter answers nothing.
  const words = page.getByRole('list', { name: 'Las tres palabras' })
  await expect(words).toBeFocused()
  await expect(words).toHaveText(WORDS.join(''))
  await page.keyboard.press('Enter')
  await expect(words).toBeVisible()
  expect(await called(page, 'relay.pair')).toEqual([
    { address: 'https://rele.gestoriaribera.example', code: 'k7qf 9m2t', name: 'Mostrador' },
  ])
  await relaySays(page, { pairing: null, state: 'connecting', office: 'Gestoría Ribera' })
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Este equipo ya recibe los avisos de Gestoría Ribera')).toBeVisible()
})

test('a slow PC takes the focus from nothing that is typed after a refusal', async ({ page }) => {
  // Frames come late, and keys do not.
  await page.addInitScript(() => {
    const frame = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => window.setTimeout(() => frame(callback), 250)
  })
  await at(page, 'relay-none')
  await press(page, 'Emparejar este equipo')
  const address = page.getByLabel('Dirección del relé')
  await expect(address).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('rele.gestoriaribera.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('k7qf 9m2t')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mostrador')
  await expect(address).toHaveValue('rele.gestoriaribera.example')
  await expect(page.getByLabel('Código')).toHaveValue('k7qf 9m2t')
  await expect(page.getByLabel('Nombre de este equipo')).toHaveValue('Mostrador')
})

test('Esc leaves it waiting, and it says that it was admitted with the dialog closed', async ({ page }) => {
  await at(page, 'relay-pairing')
  await press(page, 'Ver las palabras')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(section(page).getByText('Falta comparar las tres palabras')).toBeVisible()
  await press(page, 'Ver las palabras')
  // A double click confirms once.
  await dialog(page).getByRole('button', { name: 'Son las mismas' }).dblclick()
  await expect(dialog(page).getByText('Esperando a que lo confirmen')).toBeVisible()
  expect(await called(page, 'relay.confirm-words')).toEqual([{}])
  await page.keyboard.press('Escape')
  await expect(section(page).getByText('espera a que lo confirmen')).toBeVisible()
  expect(await called(page, 'relay.cancel-pairing')).toEqual([])
  await relaySays(page, { pairing: null, state: 'live', office: null })
  await expect(page.getByText('Este equipo ya recibe los avisos del relé')).toBeVisible()
})

test('it stops waiting when told, and says nothing of having been admitted', async ({ page }) => {
  await at(page, 'relay-pairing')
  await press(page, 'Ver las palabras')
  await dialog(page).getByRole('button', { name: 'Dejar de esperar' }).dblclick()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('El código no sirve')).toBeVisible()
  await expect(page.getByText('ya recibe los avisos')).toHaveCount(0)
  expect(await called(page, 'relay.cancel-pairing')).toEqual([{}])
})

test('an answer that comes after its dialog was closed opens nothing', async ({ page }) => {
  await at(page, 'relay-pair-slow')
  await press(page, 'Emparejar este equipo')
  await fillPairing(page)
  await page.getByLabel('Nombre de este equipo').press('Enter')
  await page.getByText('Preguntando al relé…').waitFor()
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.bridge.release())
  await expect(section(page).getByRole('button', { name: 'Ver las palabras' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'relay.pair')).toHaveLength(1)
})

test('a refusal is read once: closing the form puts it away, and so does typing', async ({ page }) => {
  await at(page, 'relay-pair-refused')
  await expect(section(page).getByText('No se ha confirmado el emparejamiento.')).toBeVisible()
  await press(page, 'Probar otra vez')
  await page.getByLabel('Código').fill('k')
  await expect(page.getByText('No se ha confirmado el emparejamiento.')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(section(page).getByRole('button', { name: 'Emparejar este equipo' })).toBeVisible()
})

test('a PC is removed only by a whole press on its own button', async ({ page }) => {
  await at(page, 'relay-live')
  await expect(section(page).getByRole('button', { name: /^Quitar «/ })).toHaveCount(2)
  // The key that opened the question, still held, does not answer it.
  await section(page).getByRole('button', { name: 'Quitar «Mostrador»' }).focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const ask = page.getByRole('alertdialog', { name: '¿Quitar «Mostrador» del relé?' })
  await expect(ask.getByRole('button', { name: 'Dejarlo como está' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(ask).toHaveCount(0)
  expect(await called(page, 'relay.revoke')).toEqual([])
  await press(page, 'Quitar «Mostrador»')
  await ask.getByRole('button', { name: 'Quitar del relé' }).click()
  await expect(page.getByText('«Mostrador» ya no está en el relé')).toBeVisible()
  expect(await called(page, 'relay.revoke')).toEqual([{ id: 'd2' }])
  // Its row stays where it was, without a button.
  await expect(section(page).locator('.setting-item').nth(1)).toContainText('Quitado')
  await expect(section(page).getByRole('button', { name: /^Quitar «/ })).toHaveCount(1)
})

test('the list never moves under the pointer, and a dialog keeps its PC', async ({ page }) => {
  await at(page, 'relay-live')
  const rows = section(page).locator('.setting-item')
  await expect(rows).toHaveCount(3)
  await press(page, 'Quitar «Portátil de Luis»')
  await page.evaluate(() => {
    const known = window.bridge.scene.relay!
    const [counter, own] = known.devices!
    known.devices = [
      { ...counter!, id: 'd0', name: 'Almacén', pairedAt: '2020-01-01T00:00:00Z' },
      { ...own!, name: 'Despacho de Ana' },
      known.devices![2]!,
    ]
  })
  await relaySays(page, { state: 'longpoll' })
  await settled(page)
  await expect(rows.locator('b')).toHaveText(['Despacho de Ana', 'Mostrador', 'Portátil de Luis', 'Almacén'])
  await expect(rows.nth(1)).toContainText('Quitado')
  await dialog(page).getByRole('button', { name: 'Quitar del relé' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'relay.revoke')).toEqual([{ id: 'd3' }])
})

test('a code is made once, copied, and given up only when told', async ({ page }) => {
  await at(page, 'relay-live')
  await section(page).getByRole('button', { name: 'Añadir un equipo' }).dblclick()
  await expect(dialog(page).getByText(CODE)).toBeVisible()
  expect(await called(page, 'relay.invite')).toHaveLength(1)
  await expect(dialog(page).getByText('Caduca en 10 min 0 s.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Copiar el código' }).click()
  await expect(page.getByText('Código copiado')).toBeVisible()
  expect(await clipboard(page)).toBe(CODE)
  await page.keyboard.press('Escape')
  await expect(section(page).getByText('Hay un código sin usar.')).toBeVisible()
  await press(page, 'Ver el código')
  expect(await called(page, 'relay.invite')).toHaveLength(1)
  await dialog(page).getByRole('button', { name: 'Descartar el código' }).click()
  await expect(section(page).getByRole('button', { name: 'Añadir un equipo' })).toBeVisible()
  expect(await called(page, 'relay.dismiss-invitation')).toEqual([{}])
})

test('a press that began on the code admits nobody, and the words have the focus', async ({ page }) => {
  await at(page, 'relay-invited')
  await press(page, 'Ver el código')
  await dialog(page).getByRole('button', { name: 'Cerrar' }).focus()
  await page.keyboard.down(' ')
  await claimed(page)
  await expect(dialog(page).getByText('¿Son las mismas')).toBeVisible()
  await page.keyboard.up(' ')
  await expect(page.getByRole('list', { name: 'Las tres palabras' })).toBeFocused()
  await page.keyboard.press('Enter')
  await settled(page)
  expect(await called(page, 'relay.confirm')).toEqual([])
  expect(await called(page, 'relay.refuse')).toEqual([])
  await dialog(page).getByRole('button', { name: 'Son las mismas: admitir' }).click()
  await expect(dialog(page).getByText('«Despacho 2» ya está en el relé.')).toBeVisible()
  expect(await called(page, 'relay.confirm')).toEqual([{ id: 'i1' }])
  await page.keyboard.press('Escape')
  await expect(section(page).getByRole('button', { name: 'Añadir un equipo' })).toBeVisible()
})

test('an invitation that runs out while it is being confirmed says so, and makes another', async ({
  page,
}) => {
  await at(page, 'relay-claimed')
  await page.evaluate(() => (window.bridge.scene.holds = ['relay.confirm']))
  await press(page, 'Comparar las palabras')
  await dialog(page).getByRole('button', { name: 'Son las mismas: admitir' }).click()
  await claimed(page, 'expired')
  await page.evaluate(() => window.bridge.release())
  await expect(dialog(page).getByText('El código ha caducado.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Crear otro código' }).click()
  await expect(dialog(page).getByText(CODE)).toBeVisible()
})

test('a code that runs out by the clock of this PC is not shown any more', async ({ page }) => {
  await at(page, 'relay-invited')
  await press(page, 'Ver el código')
  await expect(dialog(page).getByText('Caduca en 9 min 12 s.')).toBeVisible()
  await page.evaluate((now) => window.setNow(now + 552_000), NOW)
  await expect(dialog(page).getByText('El código ha caducado.')).toBeVisible()
  await expect(dialog(page).getByText(CODE)).toHaveCount(0)
})

test('the value of the header is hidden until asked, and is copied without being shown', async ({ page }) => {
  await at(page, 'relay-by-hand')
  await section(page).getByText('X-Relay-Secret').waitFor()
  await expect(page.getByText('valor-secreto')).toHaveCount(0)
  await press(page, 'Copiar: Valor')
  await expect(page.getByText('Valor copiado')).toBeVisible()
  expect(await clipboard(page)).toBe('valor-secreto-de-la-cabecera')
  await expect(page.getByText('valor-secreto')).toHaveCount(0)
  await press(page, 'Mostrar: Valor')
  await expect(page.getByText('valor-secreto')).toBeVisible()
  await press(page, 'Ocultar: Valor')
  await expect(page.getByText('valor-secreto')).toHaveCount(0)
  await press(page, 'Copiar: Dirección')
  await expect(page.getByText('Dirección copiada')).toBeVisible()
  expect(await clipboard(page)).toContain('/in/')
  await expect(section(page).getByText('Todavía no ha llegado ningún aviso.')).toBeVisible()
  await relaySays(page, { firstReceivedAt: NOW, lastReceivedAt: NOW, received: 1 })
  const status = section(page).getByRole('status').filter({ hasText: 'Ha llegado el primer aviso' })
  await expect(status).toContainText('hoy 14:05')
})

test('the palette checks the way, once, and the broken step says what to do', async ({ page }) => {
  await open(page, 'relay-check-broken')
  await command(page, 'Comprobar el camino del relé')
  await expect(section(page).getByText('El camino se corta en «Cabecera del operador»')).toBeVisible()
  await expect(section(page).getByText('vuelve a dársela')).toBeVisible()
  await press(page, 'Comprobar otra vez')
  await settled(page)
  expect(await called(page, 'relay.check')).toHaveLength(2)
})

test('a long check says that it goes on, and may be left', async ({ page }) => {
  await at(page, 'relay-check-slow')
  await press(page, 'Comprobar el camino')
  await expect(section(page).getByText('Comprobando el camino…')).toBeVisible()
  await page.evaluate((now) => window.setNow(now + 11_000), NOW)
  await expect(section(page).getByText('puede tardar hasta un minuto')).toBeVisible()
  await press(page, 'Dejar de esperar')
  await page.evaluate(() => window.bridge.release())
  await settled(page)
  await expect(section(page).getByText('El camino está entero')).toHaveCount(0)
})

test('ages tick, and only the state is announced', async ({ page }) => {
  await at(page, 'relay-retrying')
  await expect(section(page).getByText('se reintenta en 12 s.')).toBeVisible()
  await page.evaluate((now) => window.setNow(now + 5_000), NOW)
  await expect(section(page).getByText('se reintenta en 7 s.')).toBeVisible()
  const status = section(page).getByRole('status').first()
  await expect(status).toHaveText('Sin relé: se pregunta al servicio como antes')
  await press(page, 'Reintentar ahora')
  expect(await called(page, 'relay.retry')).toEqual([{}])
  await relaySays(page, { state: 'live', missing: 0, head: 1045 })
  await expect(status).toHaveText('Relé conectado')
})

test('forgetting is deliberate, and leaves the section as before any relay', async ({ page }) => {
  await at(page, 'relay-live')
  await section(page).getByRole('button', { name: 'Olvidar…' }).dblclick()
  const ask = page.getByRole('alertdialog')
  await expect(ask).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await called(page, 'relay.forget')).toEqual([])
  await press(page, 'Olvidar…')
  await ask.getByRole('button', { name: 'Olvidar el relé' }).click()
  await expect(section(page).getByRole('button', { name: 'Emparejar este equipo' })).toBeVisible()
  await expect(page.getByText('Este equipo ya no tiene relé')).toBeVisible()
})

test('a gap is told over every page until it is read, and the foot says the lane', async ({ page }) => {
  await open(page, 'relay-gap-elsewhere')
  await expect(page.getByText('El relé ya no guardaba 20 avisos, del 1.001 al 1.020.')).toBeVisible()
  await expect(page.getByText('Al día, por relé')).toBeVisible()
  await page.getByRole('button', { name: 'Ver el relé' }).click()
  await expect(page.getByRole('heading', { name: 'Relé', exact: true })).toBeFocused()
  await expect(section(page).getByText('se ha mirado lo que había abierto (37)')).toBeVisible()
  await press(page, 'Entendido')
  await expect(page.getByText('El relé ya no guardaba')).toHaveCount(0)
  expect(await called(page, 'relay.dismiss-gap')).toEqual([{}])
  await relaySays(page, { state: 'retrying' })
  await expect(page.getByText('Al día, sin relé')).toBeVisible()
})

test('whom the relay tells is set with the keyboard, and what is wrong is said in its field', async ({
  page,
}) => {
  await at(page, 'relay-live')
  await tabTo(page, 'Cambiar…')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Correos' })).toBeFocused()
  await page.keyboard.type('jefa@example.com; otra')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Alguno no es un correo.', { exact: false })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Correos' })).toBeFocused()
  expect(await called(page, 'relay.set-alarm')).toEqual([])
  await page.keyboard.press('End')
  await page.keyboard.type('@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(' https://ntfy.example.com/ribera ')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'relay.set-alarm')).toEqual([
    {
      afterHours: 6,
      hours: 'working',
      mail: ['jefa@example.com', 'otra@example.com'],
      webhook: 'https://ntfy.example.com/ribera',
    },
  ])
  await expect(section(page)).toContainText(
    'Avisa a jefa@example.com, otra@example.com y la dirección web ntfy.example.com tras 6 horas de lunes a viernes, de 8 a 20.',
  )
  // Its path is often a secret.
  await expect(page.getByText('ntfy.example.com/ribera')).toHaveCount(0)
})

test('a test message goes once for each press, and says what arrived', async ({ page }) => {
  await open(page, 'relay-alarm-told')
  await toRelay(page)
  await expect(section(page)).toContainText('Esperan 12 avisos')
  await section(page).getByRole('button', { name: 'Enviar una prueba' }).dblclick()
  await expect(page.getByText('La dirección web lo ha recibido.')).toBeVisible()
  await expect(page.getByText('El correo no ha salido.', { exact: false })).toBeVisible()
  await settled(page)
  expect(await called(page, 'relay.test-alarm')).toHaveLength(1)
})

test('a PC that does not administer sees nothing of it', async ({ page }) => {
  await at(page, 'relay-plain')
  await expect(page.getByText('Equipos de la oficina', { exact: true })).toBeVisible()
  await expect(page.getByText('Si nadie escucha')).toHaveCount(0)
  await expect(page.getByText('Acuses', { exact: true })).toHaveCount(0)
  expect(await called(page, 'relay.alarm')).toEqual([])
})

test('a PC that waits to be admitted is told over every page, and leads to its words', async ({ page }) => {
  await open(page, 'relay-claim-elsewhere')
  await expect(page.getByText('«Despacho 2» espera a que lo admitas.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver el relé' }).click()
  await expect(section(page).getByRole('button', { name: 'Comparar las palabras' })).toBeVisible()
  await expect(page.getByText('«Despacho 2» espera a que lo admitas.')).toHaveCount(1)
})
