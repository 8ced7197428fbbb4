import { APPROVAL_TIMEOUT_MS } from '#shared/host-protocol/protocol.ts'
import { announcer, attention, called, hold, open, release, settled, tabTo } from './actions.ts'
import {
  approval,
  approve,
  ask,
  dialog,
  extensionSays,
  refuse,
  sendBehind,
  taken,
  words,
} from './extension-page.ts'
import { request } from './harness/scenes-extension.ts'
import { expect, type Page, test } from './seeded-test.ts'

/** Time of the scenes: 14:05 in Madrid, where the pages are. */
const NOW = Date.UTC(2026, 10, 20, 13, 5)
const CHROME = { ...request('e1', 'chrome'), askedAt: NOW - 8_000 }
const FIREFOX = { ...request('e2', 'firefox'), askedAt: NOW - 3_000 }

const plate = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' })
const waits = (page: Page, text = 'La extensión de Chrome espera tu permiso.') =>
  attention(page).getByText(text)
const see = (page: Page) => page.getByRole('button', { name: 'Comparar las palabras' })
const answers = async (page: Page) => [
  ...(await called(page, 'extension.approve')),
  ...(await called(page, 'extension.refuse')),
]
const later = (page: Page, ms: number) => page.evaluate((at) => window.setNow(at), NOW + ms)
/** Presses the mouse, and does not release it. */
async function pressOn(page: Page, button: ReturnType<typeof approve>) {
  const box = (await button.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
}

test('a browser is let in with the keyboard alone, and no key by reflex does it', async ({ page }) => {
  // The field of Consulta has the focus, and is not being typed in.
  await open(page, 'extension-quiet')
  await expect(plate(page)).toBeFocused()
  await ask(page, CHROME)
  await taken(page)
  await expect(approval(page)).toHaveAccessibleName('¿Das permiso a la extensión de Chrome?')
  await expect(words(page)).toBeFocused()
  await expect(words(page)).toHaveText(CHROME.words.join(''))
  for (const key of ['Enter', 'Space', 'p', 'Enter']) await page.keyboard.press(key)
  await settled(page)
  expect(await answers(page)).toEqual([])
  await tabTo(page, 'Permitir')
  await page.keyboard.press('Enter')
  await expect(page.getByText('La extensión de Chrome ya tiene permiso')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(plate(page)).toBeFocused()
  expect(await called(page, 'extension.approve')).toEqual([{ id: 'e1' }])
})

test('it is turned away by a whole press, and says so', async ({ page }) => {
  await open(page, 'extension-asks')
  await taken(page)
  await refuse(page).click()
  await expect(page.getByText('La extensión de Chrome se queda sin permiso')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await answers(page)).toEqual([{ id: 'e1' }])
  expect(await called(page, 'extension.refuse')).toHaveLength(1)
})

test('what is being typed keeps the focus: the attention line says that it waits', async ({ page }) => {
  await open(page, 'extension-quiet')
  await page.keyboard.type('80')
  await ask(page, CHROME)
  await expect(waits(page)).toBeVisible()
  await page.keyboard.type('97')
  await expect(plate(page)).toHaveValue('8097')
  await expect(plate(page)).toBeFocused()
  await expect(dialog(page)).toHaveCount(0)
  await tabTo(page, 'Comparar las palabras')
  await page.keyboard.press('Enter')
  await taken(page)
  await expect(words(page)).toBeFocused()
  // Esc decides nothing, and it still waits.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(waits(page)).toBeVisible()
  await expect(see(page)).toBeFocused()
  await expect(plate(page)).toHaveValue('8097')
  expect(await answers(page)).toEqual([])
})

test('a field left half typed in a window that is behind another is not being typed in', async ({ page }) => {
  await open(page, 'extension-quiet')
  await page.keyboard.type('8097')
  await sendBehind(page)
  await ask(page, CHROME)
  await taken(page)
  await refuse(page).click()
  await expect(plate(page)).toBeFocused()
  await expect(plate(page)).toHaveValue('8097')
})

test('over an open dialog it is a notice, from which it is let in without losing the dialog', async ({
  page,
}) => {
  await open(page, 'extension-quiet')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('tema')
  await ask(page, CHROME)
  const notice = dialog(page).getByText('La extensión de Chrome espera tu permiso.').first()
  await expect(notice).toBeVisible()
  await expect(announcer(page)).toHaveText('La extensión de Chrome espera tu permiso.')
  await page.keyboard.type(' osc')
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('tema osc')
  await expect(approval(page)).toHaveCount(0)
  const compare = dialog(page).getByRole('button', { name: 'Comparar las palabras' })
  await compare.click()
  await taken(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await compare.click()
  await taken(page)
  // The keys of what is behind do nothing.
  await page.keyboard.press('Control+k')
  await expect(approval(page)).toBeVisible()
  await approve(page).click()
  await expect(approval(page)).toHaveCount(0)
  await expect(page.getByText('La extensión de Chrome ya tiene permiso')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('tema osc')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

test('a question that is open lies under it, and each Esc closes one of them', async ({ page }) => {
  await open(page, 'extension-none')
  await page.getByRole('button', { name: 'Quitar la conexión con Chrome' }).click()
  const confirm = page.getByRole('alertdialog')
  await ask(page, FIREFOX)
  await dialog(page).getByRole('button', { name: 'Comparar las palabras' }).click()
  await taken(page)
  await page.keyboard.press('Escape')
  await expect(approval(page)).toHaveCount(0)
  await expect(confirm).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirm).toHaveCount(0)
  await expect(waits(page, 'La extensión de Firefox espera tu permiso.')).toBeVisible()
  expect(await answers(page)).toEqual([])
  expect(await called(page, 'extension.uninstall')).toEqual([])
})

test('an open menu is not covered', async ({ page }) => {
  await open(page, 'extension-quiet')
  await page.getByRole('button', { name: /Gestoría Ribera/ }).click()
  await page.getByRole('menu').waitFor()
  await ask(page, CHROME)
  await expect(waits(page)).toBeVisible()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(approval(page)).toHaveCount(0)
})

test('a submission that may still be undone keeps its keys', async ({ page }) => {
  await open(page, 'wizard-leaving')
  const leaves = page.getByRole('heading', { name: 'Sale en 5 s' })
  await leaves.waitFor()
  await ask(page, CHROME)
  await expect(waits(page)).toBeVisible()
  await page.keyboard.press('z')
  await expect(leaves).toHaveCount(0)
  expect(await called(page, 'procedures.undo')).toHaveLength(1)
  await expect(approval(page)).toHaveCount(0)
})

test('a press that was meant for what was there before lets nobody in', async ({ page }) => {
  await open(page, 'extension-asks')
  await taken(page)
  const place = (await approve(page).boundingBox())!
  await page.keyboard.press('Escape')
  await ask(page)
  await expect(waits(page)).toHaveCount(0)
  // Begun before it came up.
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down()
  await ask(page, { ...CHROME, id: 'e3' })
  await taken(page)
  await page.mouse.up()
  await settled(page)
  expect(await answers(page)).toEqual([])
  await page.keyboard.press('Escape')
  // Begun as it came up: its buttons take none yet, from the first moment that they are there.
  await page.evaluate(() => {
    window.early = []
    new MutationObserver(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog [data-commit]')]
      if (buttons.length > 0) window.early?.push(buttons.every(({ disabled }) => disabled))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await ask(page, { ...CHROME, id: 'e4' })
  await taken(page)
  expect((await page.evaluate(() => window.early))?.[0]).toBe(true)
})

test('a key held down and a double press answer once', async ({ page }) => {
  await open(page, 'extension-asks-two')
  await taken(page)
  await expect(approval(page).getByText('También en espera: Firefox.')).toBeVisible()
  await approve(page).dblclick()
  await expect(page.getByText('La extensión de Chrome ya tiene permiso')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  // The second does not come up under the hand that answered the first.
  await expect(waits(page, 'La extensión de Firefox espera tu permiso.')).toBeVisible()
  await see(page).click()
  await taken(page)
  await expect(words(page)).toHaveText(FIREFOX.words.join(''))
  await refuse(page).focus()
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'extension.approve')).toEqual([{ id: 'e1' }])
  expect(await called(page, 'extension.refuse')).toEqual([{ id: 'e2' }])
})

test('two profiles of one browser are told apart by their words', async ({ page }) => {
  const other = { ...FIREFOX, id: 'e5', browser: 'chrome' as const }
  await open(page, 'extension-quiet')
  await ask(page, CHROME, other)
  await taken(page)
  await expect(words(page)).toHaveText(CHROME.words.join(''))
  await refuse(page).click()
  await expect(waits(page)).toBeVisible()
  await see(page).click()
  await taken(page)
  await expect(words(page)).toHaveText(other.words.join(''))
  await approve(page).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'extension.refuse')).toEqual([{ id: 'e1' }])
  expect(await called(page, 'extension.approve')).toEqual([{ id: 'e5' }])
})

test('answered in another window, it goes from this one and says what became of it', async ({ page }) => {
  await open(page, 'extension-asks')
  await taken(page)
  const approved = { id: 'e1', browser: 'chrome' as const, lastSeenAt: null, connected: true }
  await extensionSays(page, { waiting: [], approved: [{ ...approved, approvedAt: NOW }] })
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('ya tiene permiso, dado en otra ventana')).toBeVisible()
  await expect(plate(page)).toBeFocused()
  await ask(page, FIREFOX)
  await taken(page)
  await ask(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('La extensión de Firefox ya no espera tu permiso')).toBeVisible()
  expect(await answers(page)).toEqual([])
})

test('a request that runs out under the hand is answered by nobody, and says so', async ({ page }) => {
  await open(page, 'extension-asks')
  await taken(page)
  await pressOn(page, approve(page))
  await later(page, APPROVAL_TIMEOUT_MS)
  await expect(dialog(page)).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByText(/La extensión de Chrome ha esperado demasiado/)).toBeVisible()
  await settled(page)
  expect(await answers(page)).toEqual([])
  // It asks again, with other words, and nothing of the first is left.
  await ask(page, { ...CHROME, words: FIREFOX.words, askedAt: NOW + APPROVAL_TIMEOUT_MS })
  await taken(page)
  await expect(words(page)).toHaveText(FIREFOX.words.join(''))
})

test('an answer that comes too late says that it was not let in', async ({ page }) => {
  await open(page, 'extension-asks-gone')
  await hold(page, 'extension.approve')
  await taken(page)
  await approve(page).click()
  await expect(approval(page).getByText('Guardando tu respuesta…')).toBeVisible()
  await later(page, APPROVAL_TIMEOUT_MS)
  await expect(page.getByText(/ha esperado demasiado/)).toBeVisible()
  await release(page)
  await settled(page)
  await expect(page.getByText('ya tiene permiso')).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
})

test('a slow core is asked once, and its failure is said with the dialog closed too', async ({ page }) => {
  await open(page, 'extension-asks-failed')
  await hold(page, 'extension.approve')
  await taken(page)
  await approve(page).click()
  await expect(approve(page)).toBeDisabled()
  await expect(refuse(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  await release(page)
  await expect(approval(page).getByText('El disco está lleno')).toBeVisible()
  await expect(approve(page)).toBeEnabled()
  await expect(approve(page)).not.toBeFocused()
  expect(await answers(page)).toHaveLength(1)
  await approve(page).click()
  await expect(approve(page)).toBeDisabled()
  await approval(page).getByRole('button', { name: 'Ahora no' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await release(page)
  await expect(page.locator('.toast').getByText('El disco está lleno')).toBeVisible()
  await expect(waits(page)).toBeVisible()
})

test('a locked window shows nothing of it, and shows it once it is open', async ({ page }) => {
  await open(page, 'extension-quiet-pin')
  await ask(page, CHROME)
  await taken(page)
  await page.keyboard.press('Control+F8')
  await expect(page.getByRole('heading', { name: 'Ventanilla está bloqueada' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await ask(page, CHROME, FIREFOX)
  const text = await page.evaluate(() => document.documentElement.outerHTML)
  expect(['naranja', 'Firefox', 'permiso'].filter((word) => text.includes(word))).toEqual([])
  await page.getByLabel('PIN', { exact: true }).fill('2468')
  await page.keyboard.press('Enter')
  await taken(page)
  await expect(words(page)).toHaveText(CHROME.words.join(''))
  await expect(approval(page).getByText('También en espera: Firefox.')).toBeVisible()
})

test('a chunk that cannot be read leaves the attention line, and not a broken window', async ({ page }) => {
  await page.route(/approval-dialog/, (route) => route.abort())
  await open(page, 'extension-quiet')
  await ask(page, CHROME)
  await expect(page.getByText('No se ha podido abrir el permiso de la extensión.')).toBeVisible()
  await expect(waits(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(plate(page)).toBeVisible()
})
