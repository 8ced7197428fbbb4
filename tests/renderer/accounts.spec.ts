import { expect, type Page, test } from './seeded-test.ts'
import { called, open, tabTo, verdict, goBack } from './actions.ts'
import { field } from './states.ts'

const KEY = 'sk_live_0123456789abcdef'
const dialog = (page: Page) => page.locator('dialog[open]')
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })

/** True if a text is in any storage that outlives its field. */
const remembers = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      document.documentElement.outerHTML.includes(wanted) ||
      [...document.querySelectorAll('input')].some((input) => input.value.includes(wanted)) ||
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]).includes(wanted),
    text,
  )

test('an account is added by keyboard alone: address and key cleaned, then it is the one in use', async ({
  page,
}) => {
  await open(page, 'settings')
  await tabTo(page, 'Añadir cuenta')
  await page.keyboard.press('Enter')
  await expect(radio(page, /^Producción/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Autos Levante')
  await page.keyboard.press('Tab')
  await page.keyboard.type('dev.operador.example/v1/')
  await expect(page.getByText('Se usará https://dev.operador.example.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.evaluate((key) => navigator.clipboard.writeText(` "Bearer ${key}"\n`), KEY)
  await page.keyboard.press('ControlOrMeta+v')
  const key = page.getByLabel('Clave de API', { exact: true })
  await expect(key).toHaveValue(KEY)
  await expect(key).toHaveAttribute('type', 'password')
  await expect(page.getByText(/Hemos quitado/).last()).toContainText('comillas')
  await tabTo(page, 'Comprobar')
  await page.keyboard.press('Enter')
  await expect(page.getByText('La dirección y la clave se corresponden.')).toBeVisible()
  await key.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Autos Levante está en este equipo' })).toBeVisible()
  const account = { baseUrl: 'https://dev.operador.example', key: KEY }
  expect(await called(page, 'accounts.check')).toEqual([account])
  expect(await called(page, 'accounts.add')).toEqual([
    { ...account, environment: 'development', name: 'Autos Levante' },
  ])
  expect(await remembers(page, KEY)).toBe(false)

  await tabTo(page, 'Trabajar con ella ahora')
  await page.keyboard.press('Enter')
  await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()
  await expect(radio(page, /Autos Levante/)).toBeChecked()
})

test('what is missing is said in its field, and nothing is asked', async ({ page }) => {
  await open(page, 'settings')
  await page.getByRole('button', { name: 'Añadir cuenta' }).click()
  await dialog(page).getByRole('button', { name: 'Añadir cuenta' }).click()
  await expect(page.getByText('Ponle un nombre')).toBeVisible()
  await expect(page.getByText('Falta la dirección del servicio.')).toBeVisible()
  await expect(page.getByText('Falta la clave.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
  const address = page.getByLabel('Dirección del servicio')
  for (const [typed, words] of [
    ['http://api.operador.example', 'la clave viajaría a la vista'],
    ['https://ana:1@api.operador.example', 'Quita el usuario'],
    ['https://api.operador.example?x=1', 'signo de interrogación'],
  ] as const) {
    await address.fill(typed)
    await expect(page.getByText(words)).toBeVisible()
  }
  await page.getByLabel('Clave de API', { exact: true }).fill('Tu clave: abcdef')
  await expect(page.getByText('Hay un espacio en medio')).toBeVisible()
  expect(await called(page, 'accounts.add')).toEqual([])
})

test('a wrong key says so, the right one enters, and a late answer of a closed form does nothing', async ({
  page,
}) => {
  await open(page, 'account-refused')
  await page.getByRole('button', { name: 'Añadir cuenta' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Autos Levante')
  await page.getByLabel('Dirección del servicio').fill('https://api.operador.example')
  await page.getByLabel('Clave de API', { exact: true }).fill('clave-equivocada')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('El operador no acepta esa clave.')
  await page.evaluate(() => (window.bridge.scene.refuses = {}))
  await page.getByLabel('Clave de API', { exact: true }).fill(KEY)
  await expect(page.getByRole('alert')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('está en este equipo')

  await open(page, 'account-slow')
  await page.getByRole('button', { name: 'Añadir cuenta' }).click()
  await page.getByLabel('Dirección del servicio').fill('https://api.operador.example')
  await page.getByLabel('Clave de API', { exact: true }).fill(KEY)
  await dialog(page).getByRole('button', { name: 'Comprobar' }).click()
  await expect(page.getByText('Preguntando al operador…')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.evaluate(() => window.bridge.release())
  await expect(page.getByText('se corresponden')).toBeHidden()
  expect(await remembers(page, KEY)).toBe(false)
})

test('an account whose address has changed says so, and asks for its key again', async ({ page }) => {
  await open(page, 'settings-moved')
  const row = page.locator('.account', { hasText: 'La dirección ha cambiado' })
  await expect(row).toContainText('vuelve a introducir la clave')
  await row.getByRole('button', { name: 'Pegar clave nueva' }).click()
  await radio(page, /renovado la clave/).check()
  await page.getByLabel('Clave de API', { exact: true }).fill(KEY)
  await page.keyboard.press('Enter')
  await expect(row).toBeHidden()
  expect(await called(page, 'accounts.replace-key')).toEqual([{ id: 'p', key: KEY, sameAccount: true }])
})

test('a new key of the same account replaces it; of another account, it is another account', async ({
  page,
}) => {
  await open(page, 'settings')
  await page.getByRole('button', { name: 'Pegar clave nueva' }).click()
  await radio(page, /renovado la clave/).check()
  await page.getByLabel('Clave de API', { exact: true }).fill(KEY)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Clave •••• cdef')).toBeVisible()
  expect(await called(page, 'accounts.replace-key')).toEqual([{ id: 'd', key: KEY, sameAccount: true }])

  await page.getByRole('button', { name: 'Cambiar clave' }).first().click()
  await radio(page, /es de otra empresa/).check()
  await page.getByRole('button', { name: 'Añadir como cuenta nueva' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Añadir una cuenta' })).toBeVisible()
  await expect(page.getByLabel('Dirección del servicio')).toHaveValue('https://api.operador.example')
  await expect(page.getByLabel('Clave de API', { exact: true })).toHaveValue('')
})

test('the row menu: check now, rename and remove, with the keyboard', async ({ page }) => {
  await open(page, 'settings')
  const more = page.getByRole('button', { name: 'Más acciones de Gestoría Ribera, pruebas' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Comprobar ahora' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('El operador acepta la clave')).toBeVisible()
  await expect(more).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Ensayos')
  await page.keyboard.press('Enter')
  expect(await called(page, 'accounts.change')).toEqual([{ id: 'd', name: 'Ensayos' }])
  await expect(radio(page, /Ensayos/)).toBeVisible()

  await page.getByRole('button', { name: 'Más acciones de Ensayos' }).click()
  await page.keyboard.press('q')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Dejarla' })).toBeFocused()
  await radio(page, /Borrarlos también/).check()
  await dialog(page).getByRole('button', { name: 'Quitar y borrar sus datos' }).click()
  expect(await called(page, 'accounts.remove')).toEqual([{ id: 'd', eraseData: true }])
  await expect(radio(page, /Ensayos/)).toBeHidden()
  await expect(page.getByRole('button', { name: /Más acciones de Demo/ })).toHaveCount(0)
})

test('removing the account in use says what is in doubt', async ({ page }) => {
  await open(page, 'uncertain-elsewhere')
  await page.keyboard.press('ControlOrMeta+5')
  await page.getByRole('button', { name: 'Más acciones de Gestoría Ribera', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Quitar…' }).click()
  await expect(dialog(page)).toContainText('1 informe completo en duda')
  await expect(dialog(page)).toContainText('pasarás a Demostración')
})

test('changing account leaves nothing of the old one and each keeps its place', async ({ page }) => {
  await open(page, 'alerts')
  await field(page).fill('5519kzp a medias')
  await page.getByRole('button', { name: /Cambiar de cuenta/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Gestoría Ribera', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()
  await expect(verdict(page)).toBeHidden()
  await expect(field(page)).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('1234BCD')
  await page.keyboard.press('ControlOrMeta+4')

  // Back reaches an entry of the other account: its section, never its plate.
  await goBack(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta' })).toBeVisible()
  await expect(verdict(page)).toBeHidden()
  await page.goForward()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('cambiar gest')
  await page.keyboard.press('Enter')
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 1 2 3 4, B C D' })).toBeVisible()
  await expect(page.getByText('PRUEBAS', { exact: true })).toBeHidden()
  await page.evaluate(() => window.bridge.activate('d'))
  await expect(page.getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible()
})

test('what stays on screen from one account to the next says what there is in the new one', async ({
  page,
}) => {
  await open(page, 'cases')
  const places = page.getByRole('navigation', { name: 'Principal' })
  const all = places.getByRole('link', { name: /^Todos/ })
  await expect(all).toContainText(/[1-9]/)
  await page.evaluate(() => {
    window.bridge.scene.resources = []
    window.bridge.scene.deskViews = []
    window.bridge.activate('d')
  })
  await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()
  await expect(all).not.toContainText(/[1-9]/)
})

test('changing account in Ajustes stays there, with the focus on the account', async ({ page }) => {
  await open(page, 'settings')
  await radio(page, /Gestoría Ribera · Producción/).focus()
  // Moving over the others switches to none of them.
  await page.keyboard.press('ArrowDown')
  await expect(radio(page, /pruebas/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(radio(page, /pruebas/)).not.toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(radio(page, /Gestoría Ribera · Producción/)).toBeChecked()
  expect(await called(page, 'accounts.activate')).toEqual([])
  await page.keyboard.press('Space')
  await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()
  await expect(radio(page, /pruebas/)).toBeFocused()
  expect(await called(page, 'accounts.activate')).toEqual([{ id: 'd' }])
})

test('no keychain: a passphrase said twice, or a session that keeps nothing', async ({ page }) => {
  await open(page, 'keychain-absent')
  await expect(page.getByRole('button', { name: 'Añadir cuenta' })).toBeDisabled()
  await page.getByRole('button', { name: 'Crear una frase' }).click()
  await page.getByLabel('Frase de paso nueva').fill('tres palabras y media')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Las dos no son iguales.')).toBeVisible()
  expect(await called(page, 'keychain.unlock')).toEqual([])
  await page.getByLabel('Repítela').fill('tres palabras y media')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Claves protegidas')).toBeVisible()
  expect(await called(page, 'keychain.unlock')).toEqual([{ passphrase: 'tres palabras y media' }])
  await expect(page.getByRole('button', { name: 'Añadir cuenta' })).toBeEnabled()
  expect(await remembers(page, 'tres palabras y media')).toBe(false)

  await open(page, 'keychain-absent')
  await page.getByRole('button', { name: 'Seguir así' }).click()
  await page.keyboard.press('ControlOrMeta+1')
  await expect(page.getByText('En esta sesión no se guarda nada.')).toBeVisible()
})

test('a locked keychain: retry, or the demonstration meanwhile; a lost key can be pasted', async ({
  page,
}) => {
  await open(page, 'keychain-locked')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  expect(await called(page, 'keychain.retry')).toEqual([{}])
  await page.getByRole('button', { name: 'Usar la demostración' }).click()
  expect(await called(page, 'accounts.activate')).toEqual([{ id: 'demo' }])

  await open(page, 'key-missing')
  await page.getByRole('button', { name: 'Pegar la clave' }).click()
  await radio(page, /renovado la clave/).check()
  await page.getByLabel('Clave de API', { exact: true }).fill(KEY)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  expect(await called(page, 'accounts.replace-key')).toEqual([{ id: 'p', key: KEY, sameAccount: true }])
})
