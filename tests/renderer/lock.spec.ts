import { expect, type Page, test } from './seeded-test.ts'
import { called, hold, open, goBack } from './actions.ts'

const locked = (page: Page) => page.getByRole('heading', { name: 'Ventanilla está bloqueada' })
const pin = (page: Page) => page.getByLabel('PIN', { exact: true })
const unlock = async (page: Page, typed = '2468') => {
  await pin(page).fill(typed)
  await pin(page).press('Enter')
}
/** Everything readable in this window: rendered, hidden, and in its stores. */
const held = (page: Page) =>
  page.evaluate(() => {
    const { replica, queries } = window.client
    const { slices } = replica.getState()
    return {
      page: document.documentElement.outerHTML,
      title: document.title,
      slices,
      answers: JSON.stringify(queries.store.getState()),
    }
  })

test('locked from the keyboard: nothing of what was on screen stays in the page nor in the stores', async ({
  page,
}) => {
  await open(page, 'lockable')
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
  const secrets = ['1234', 'ZZZ5F ZHR', 'León', 'Gestoría', '8097', 'Recientes']
  const before = await held(page)
  expect(secrets.filter((secret) => !before.page.includes(secret))).toEqual([])
  expect(before.answers).toContain('1234BCD')

  await page.keyboard.press('Control+F8')
  await expect(locked(page)).toBeVisible()
  await expect(page).toHaveTitle('Ventanilla')
  const after = await held(page)
  expect(after.slices).toBeNull()
  expect(after.answers).toBe('{}')
  expect(secrets.filter((secret) => after.page.includes(secret))).toEqual([])
  await expect(pin(page)).toBeFocused()
})

test('a locked window asks the core for nothing, and its keys open nothing', async ({ page }) => {
  await open(page, 'lockable')
  await page.keyboard.press('Control+F8')
  await expect(locked(page)).toBeVisible()
  const asked = await page.evaluate(() => window.bridge.calls.length)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+2')
  await page.keyboard.press('F6')
  // A change that the core pushes by mistake.
  await page.evaluate(() => window.bridge.emit('changed', { kind: 'lookup', ids: ['1234BCD'], version: 99 }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(locked(page)).toBeVisible()
  expect(await page.evaluate(() => window.bridge.calls.length)).toBe(asked)
})

test('what is told by mistake while it is locked is not kept', async ({ page }) => {
  await open(page, 'lockable')
  await page.keyboard.press('Control+F8')
  await expect(locked(page)).toBeVisible()
  await page.evaluate(() =>
    window.bridge.emit('slice', { name: 'profile', version: 3, value: window.bridge.scene.slices.profile }),
  )
  expect((await held(page)).slices).toBeNull()
})

test('the right PIN leaves the person where they were, in every part of it', async ({ page }) => {
  await open(page, 'lockable')
  await page.keyboard.press('Control+5')
  await page.getByRole('heading', { name: 'Apariencia' }).waitFor()
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
  await page.keyboard.press('Control+F8')
  await unlock(page)
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
  await expect(page).toHaveTitle('Consulta · Ventanilla')
  // Going back works too.
  await goBack(page)
  await expect(page.getByRole('heading', { name: 'Apariencia' })).toBeVisible()
  await page.keyboard.press('Control+F8')
  await unlock(page)
  await expect(page.getByRole('heading', { name: 'Apariencia' })).toBeVisible()
  await expect(page.locator('#main:focus, #main :focus')).toHaveCount(1)
  await expect(page.getByTestId('announcer')).toHaveText('Desbloqueada')
})

test('another window unlocks, or locks, this one', async ({ page }) => {
  await open(page, 'lockable')
  await page.evaluate(() => window.bridge.setSlice('lock', { locked: true, hasPin: true }))
  await expect(locked(page)).toBeVisible()
  await page.evaluate(() => window.bridge.setSlice('lock', { locked: false, hasPin: true }))
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
})

test('a file that was being saved goes on, and is there once it is opened', async ({ page }) => {
  await open(page, 'cases-saving')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Descargar documentos' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  const lock = (now: boolean) =>
    page.evaluate((is) => window.bridge.setSlice('lock', { locked: is, hasPin: true }), now)
  await lock(true)
  await expect(locked(page)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await lock(false)
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '40')
  await page.evaluate(() => window.bridge.release())
  await expect(page.locator('.toast')).toContainText('guardado')
})

test('dialogs, toasts and what was being typed go with the lock', async ({ page }) => {
  await open(page, 'lockable')
  await page.getByRole('heading', { name: 'Transferible con avisos' }).waitFor()
  await page.keyboard.press('Alt+c')
  await expect(page.locator('.toast')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('8097')
  await page.keyboard.press('Control+F8')
  await expect(locked(page)).toBeVisible()
  await expect(page.locator('dialog, .toast')).toHaveCount(0)
  await unlock(page)
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
  await expect(page.locator('dialog[open], .toast')).toHaveCount(0)
})

test('the button stays where it is while the window opens', async ({ page }) => {
  await open(page, 'locked')
  const button = page.getByRole('button', { name: 'Desbloquear' })
  const before = await button.boundingBox()
  await hold(page, 'lock.open')
  await unlock(page)
  await expect(page.getByText('Abriendo…')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('Tab goes from a new passphrase to its repetition, whose spaces show nothing', async ({ page }) => {
  const words = 'tres palabras y media'
  await open(page, 'keychain-absent')
  await page.getByRole('button', { name: 'Crear una frase' }).click()
  await page.getByLabel('Frase de paso nueva').fill(words)
  await page.keyboard.press('Tab')
  await page.keyboard.type(words)
  await expect(page.getByLabel('Repítela')).toHaveValue(words)
  await expect(page.getByLabel('Frase de paso nueva')).toHaveAttribute('type', 'password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Frase de paso nueva')).toHaveAttribute('type', 'text')
})

test('wrong ones are told and forgotten, and then it waits, counted down', async ({ page }) => {
  await open(page, 'locked')
  await unlock(page, '1111')
  await expect(page.getByText('El PIN no es correcto.')).toBeVisible()
  await expect(pin(page)).toHaveValue('')
  await expect(pin(page)).toBeFocused()
  await unlock(page, '2222')
  await unlock(page, '3333')
  await expect(page.locator('.lock__wait')).toContainText('dentro de 30 s')
  const wait = page.locator('.lock__wait').getByRole('status')
  await expect(wait).toHaveText('Demasiados intentos. Podrás probar otra vez dentro de 30 s.')
  await expect(page.getByRole('button', { name: 'Desbloquear' })).toBeDisabled()
  // Not even with Enter.
  const tries = (await called(page, 'lock.open')).length
  await unlock(page)
  expect(await called(page, 'lock.open')).toHaveLength(tries)

  await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 14, 5, 12).getTime()))
  await expect(page.locator('.lock__wait > [aria-hidden]')).toContainText('dentro de 18 s')
  // Announced once, and not every second.
  await expect(wait).toContainText('dentro de 30 s')
  await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 14, 5, 31).getTime()))
  await expect(page.getByText('Ya puedes probar otra vez.')).toBeVisible()
  await unlock(page)
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
})

test('loaded again while it is locked: not a glimpse of where it was', async ({ page }) => {
  await open(page, 'locked')
  await expect(locked(page)).toBeVisible()
  // The route is in the history entry; the core is slow.
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => seen.push(document.body?.innerHTML ?? '')).observe(document, {
      childList: true,
      subtree: true,
    })
  })
  await page.reload()
  await expect(locked(page)).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'))
  expect((await held(page)).slices).toBeNull()
  const glimpsed = ['lock', 'navigation', '1234'].filter((words) => seen.includes(words))
  expect(glimpsed).toEqual(['lock'])
})

test('somebody is there: told at most every twenty seconds, and only where something can lock', async ({
  page,
}) => {
  await open(page, 'lockable')
  await page.mouse.move(10, 10)
  for (let step = 0; step < 8; step += 1) await page.mouse.move(20 + step * 9, 40)
  await page.keyboard.press('Tab')
  expect(await called(page, 'lock.activity')).toHaveLength(1)
  await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 14, 5, 21).getTime()))
  await page.keyboard.press('Tab')
  expect(await called(page, 'lock.activity')).toHaveLength(2)
  // A clock set back does not silence it.
  await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 9, 0).getTime()))
  await page.mouse.move(300, 300)
  expect(await called(page, 'lock.activity')).toHaveLength(3)

  await open(page, 'alerts')
  await page.mouse.move(30, 30)
  await page.keyboard.press('Tab')
  expect(await called(page, 'lock.activity')).toHaveLength(0)
})

test('without the core, a window that nobody touches locks by itself', async ({ page }) => {
  await page.clock.install()
  await open(page, 'lockable')
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
  await page.evaluate(() => {
    window.bridge.setLink('lost')
    window.setNow(new Date(2026, 10, 20, 14, 19).getTime())
  })
  await page.clock.runFor(16_000)
  await expect(locked(page)).toBeHidden()
  await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 14, 21).getTime()))
  await page.clock.runFor(16_000)
  await expect(locked(page)).toBeVisible()
  expect((await held(page)).slices).toBeNull()
  // The core is back, and its state wins.
  await page.evaluate(() => window.bridge.setLink('connected'))
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
})

test('without a PIN nothing locks: it says where to set one', async ({ page }) => {
  await open(page, 'alerts')
  await page.keyboard.press('Control+F8')
  await expect(page.getByText('Pon antes un PIN')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bloqueo' })).toBeFocused()
  expect(await called(page, 'lock.now')).toHaveLength(0)
})

test('the PIN: set, changed and taken away, and never kept by the page', async ({ page }) => {
  await open(page, 'office-fresh')
  await page.getByRole('button', { name: 'Poner un PIN' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('PIN nuevo', { exact: true }).fill('123')
  await dialog.getByRole('button', { name: 'Poner PIN' }).click()
  await expect(dialog.getByLabel('PIN nuevo', { exact: true })).toBeFocused()
  await dialog.getByLabel('PIN nuevo', { exact: true }).fill('97531')
  await dialog.getByLabel('Repítelo', { exact: true }).fill('97530')
  await dialog.getByRole('button', { name: 'Poner PIN' }).click()
  await expect(dialog.getByText('Los dos no son iguales.')).toBeVisible()
  await dialog.getByLabel('Repítelo', { exact: true }).fill('97531')
  await dialog.getByRole('button', { name: 'Poner PIN' }).click()
  await expect(dialog).toBeHidden()
  expect(await called(page, 'lock.set-pin')).toEqual([{ pin: '97531' }])

  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await dialog.getByLabel('PIN de ahora', { exact: true }).fill('1')
  await dialog.getByRole('button', { name: 'Quitar PIN' }).click()
  await expect(dialog.getByText('El PIN no es correcto.')).toBeVisible()
  await dialog.getByLabel('PIN de ahora', { exact: true }).fill('97531')
  await dialog.getByRole('button', { name: 'Quitar PIN' }).click()
  await expect(page.getByText('Sin PIN, Ventanilla no se bloquea.')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('97531')
})
