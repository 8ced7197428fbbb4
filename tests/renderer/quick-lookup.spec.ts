import { called, open as openScene, settled, verdict } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { field } from './states-quick-lookup.ts'

const open = async (page: Page, scene: string) => {
  await page.goto(`/consulta?state=${scene}`)
  await settled(page)
}
const started = (page: Page) => called(page, 'lookup.start')
const opened = (page: Page) => called(page, 'app.open-route')
const closed = async (page: Page) => (await called(page, 'panel.close')).length
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
/** Asks about a plate, in a panel that has just begun. */
async function ask(page: Page, vrm: string) {
  await expect(field(page)).toHaveValue('')
  await field(page).focus()
  await page.keyboard.type(vrm)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Transferencia/ })).toBeVisible()
}
const option = (page: Page) => page.getByRole('option', { selected: true })

test('typed, answered, copied: the answer is in the clipboard and the panel has gone', async ({ page }) => {
  await open(page, 'quick-recents')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('8097mwk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Transferible' })).toBeVisible()
  await expect(verdict(page)).toBeFocused()
  expect(await started(page)).toEqual([{ vrm: '8097MWK' }])
  await page.keyboard.press('Alt+c')
  await expect.poll(() => closed(page)).toBe(1)
  expect(await copied(page)).toContain('8097 MWK')
  expect(await called(page, 'client-messages.copied')).toEqual([{ vrm: '8097MWK' }])
  // Hidden and shown again, it begins anew.
  await expect(field(page)).toHaveValue('')
  await expect(verdict(page)).toHaveCount(0)
})

test('the copied plate is one key away; a recent one is never asked about by Enter alone', async ({
  page,
}) => {
  await open(page, 'quick')
  await expect(option(page)).toContainText('Consultar')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeFocused()
  expect(await started(page)).toEqual([{ vrm: '1234BCD' }])
  await expect(field(page)).toHaveValue('1234 BCD')

  await open(page, 'quick-recents')
  await page.keyboard.press('Enter')
  await settled(page)
  await expect(verdict(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeFocused()
  expect(await started(page)).toEqual([])
})

test('Esc clears, then closes', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.keyboard.type('8097MWK')
  await page.keyboard.press('Enter')
  await verdict(page).waitFor()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  expect(await closed(page)).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => closed(page)).toBe(1)
})

test('the key that opened it closes it, from the field and from a verdict', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.keyboard.press('Control+Shift+Space')
  await expect.poll(() => closed(page)).toBe(1)
  await page.keyboard.type('8097MWK')
  await page.keyboard.press('Enter')
  await verdict(page).waitFor()
  await page.keyboard.press('Control+Shift+Space')
  await expect.poll(() => closed(page)).toBe(2)
})

test('another plate typed over a verdict takes it away with its first character', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.keyboard.type('8097MWK')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Transferible' })).toBeVisible()
  await page.keyboard.press('0')
  await expect(verdict(page)).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('456LTR')
  await expect(field(page)).toHaveValue('0456LTR')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No transferible' })).toBeVisible()
  expect(await started(page)).toEqual([{ vrm: '8097MWK' }, { vrm: '0456LTR' }])
})

test('what is begun goes on in the application: nothing is created or paid for here', async ({ page }) => {
  await open(page, 'quick-recents')
  const places = [
    ['Alt+t', { route: { view: 'lookup', vrm: '8097MWK' }, action: 'transfer' }],
    ['Alt+i', { route: { view: 'lookup', vrm: '8097MWK' }, action: 'complete' }],
    ['Alt+a', { route: { view: 'lookup', vrm: '8097MWK' } }],
  ] as const
  for (const [time, [key, place]] of places.entries()) {
    await ask(page, '8097MWK')
    await expect(page.getByRole('button', { name: /Informe completo/ })).toBeVisible()
    await page.keyboard.press(key)
    await expect.poll(async () => (await opened(page)).at(-1)).toEqual(place)
    await expect.poll(() => closed(page)).toBe(time + 1)
  }
  const names = await page.evaluate(() => [...new Set(window.bridge.calls.map(({ name }) => name))])
  expect(names.filter((name) => /create|request|update/.test(name))).toEqual([])
})

test('several plates, pasted or copied, are opened in the application', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.evaluate(() => navigator.clipboard.writeText('1234BCD\n5519KZP\n1234BCD'))
  await page.keyboard.press('Control+v')
  await expect(option(page)).toHaveText(/Abrir las 2 matrículas/)
  await page.keyboard.press('Enter')
  await expect.poll(() => opened(page)).toEqual([{ route: { view: 'lookup' }, text: '1234BCD; 5519KZP' }])
})

test('a correction of a mistyped plate is taken only after an arrow has gone to it', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.keyboard.type('12348CD')
  await expect(page.getByRole('option')).toContainText('¿Querías decir esta?')
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Hay un número donde va una letra.')
  await settled(page)
  await expect(field(page)).toHaveValue('12348CD')
  expect(await started(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('1234 BCD')
  expect(await started(page)).toEqual([{ vrm: '1234BCD' }])
  await page.keyboard.press('Escape')
  await page.keyboard.type('hola')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Eso no tiene la forma de ninguna matrícula.')
  expect(await started(page)).toHaveLength(1)
})

test('Enter held down asks once, and presses nothing of the verdict', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.keyboard.type('8097MWK')
  for (let times = 0; times < 8; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await verdict(page).waitFor()
  await settled(page)
  expect(await started(page)).toHaveLength(1)
  expect(await opened(page)).toEqual([])
  expect(await closed(page)).toBe(0)
})

test('a place that could not be opened is said, and the plate stays', async ({ page }) => {
  await open(page, 'quick-refused')
  await page.keyboard.type('8097MWK')
  await page.keyboard.press('Enter')
  await verdict(page).waitFor()
  await page.keyboard.press('Alt+a')
  await expect(page.getByRole('alert')).toHaveText('No se ha podido abrir en Ventanilla.')
  await expect(verdict(page)).toBeVisible()
  expect(await closed(page)).toBe(0)
})

test('locked, it asks for the PIN and has nothing of what was copied or consulted', async ({ page }) => {
  await open(page, 'quick-locked')
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(/1234|8097|Ribera/)
  await open(page, 'quick-lockable')
  await page.keyboard.press('Enter')
  await verdict(page).waitFor()
  await page.evaluate(() => window.bridge.setSlice('lock', { locked: true, hasPin: true }))
  await expect(page.getByRole('heading', { name: 'Ventanilla está bloqueada' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(/1234|8097|Ribera/)
})

test('shown again while its answer is on the way, it shows nothing of the one before', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.keyboard.type('8097MWK')
  await page.keyboard.press('Enter')
  await page.evaluate(() => {
    dispatchEvent(new Event('blur'))
    window.bridge.emit('panel', { clipboard: { vrms: ['0456LTR'], excerpt: '' } })
  })
  await expect(option(page)).toContainText('Consultar')
  await settled(page)
  await expect(verdict(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
})

test('a layer of the main window: from any page, over nothing that is open, and back where one was', async ({
  page,
}) => {
  await openScene(page, 'cases')
  const row = page.getByRole('row').nth(1)
  await row.focus()
  await page.keyboard.press('Control+Shift+Space')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  // Over the palette it does nothing.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Shift+Space')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(field(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+Space')
  await page.keyboard.type('8097MWK')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toBeFocused()
  await page.keyboard.press('Alt+a')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveTitle('Consulta · Ventanilla')
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toHaveValue('8097 MWK')
})

test('the layer waits unseen: it asks for nothing and takes no key, opens with the core away, and begins anew', async ({
  page,
}) => {
  await openScene(page, 'inbox')
  const layer = page.locator('dialog .quick')
  await expect(layer).toBeAttached()
  await expect(layer).toBeHidden()
  const recents = async () =>
    ((await called(page, 'lookup.recent')) as { limit: number }[]).filter(({ limit }) => limit === 4)
  expect(await recents()).toEqual([])
  await page.evaluate(() => void (window.bridge.scene.holds = ['lookup.recent', 'lookup.suggest']))
  await page.keyboard.press('Control+Shift+Space')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('12')
  expect(await recents()).toHaveLength(1)
  await page.keyboard.press('Control+Shift+Space')
  await expect(layer).toBeHidden()
  await page.keyboard.press('Control+Shift+Space')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
})

test('its window is given the height of its content, however low it is, and that of the PIN', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 72 })
  const height = async () => (await called(page, 'panel.resize')).at(-1) as { height: number } | undefined
  const between = (low: number, high: number) =>
    expect.poll(async () => {
      const at = (await height())?.height ?? 0
      return at > low && at < high
    })
  await open(page, 'quick-recents')
  await between(250, 420).toBe(true)
  await page.keyboard.type('hola')
  await page.keyboard.press('Enter')
  await between(100, 240).toBe(true)
  await open(page, 'quick-locked')
  await between(250, 560).toBe(true)
})

test('what is typed before the clipboard is known stays', async ({ page }) => {
  await open(page, 'quick-recents')
  await page.keyboard.type('80')
  await page.evaluate(() => window.bridge.emit('panel', { clipboard: { vrms: ['0456LTR'], excerpt: '' } }))
  await page.keyboard.type('97MWK')
  await expect(field(page)).toHaveValue('8097MWK')
  await expect(field(page)).toBeFocused()
})
