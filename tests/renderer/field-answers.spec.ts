import { announcer, called, hold, open, release, releaseAll, settled, started, verdict } from './actions.ts'
import { foot, row } from './cases-page.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { field } from './states.ts'

/** The list under the field of Consulta: what fits the typed text, and what Enter picks. */
const list = (page: Page) => page.getByRole('listbox', { name: 'Resultados' })
const options = (page: Page) => list(page).getByRole('option')
const active = (page: Page) => page.getByRole('option', { selected: true })
const casePage = (page: Page) => page.getByRole('button', { name: 'Actualizar ahora' })
const openedId = (page: Page) => page.evaluate(() => (history.state as { id?: string }).id)
const SEARCHES = ['cases.find', 'cases.people', 'dealers.list', 'contacts.find', 'lookup.suggest'] as const

async function consulta(page: Page, scene = 'cases') {
  await open(page, scene)
  await page.keyboard.press('Control+1')
  await expect(field(page)).toBeFocused()
}

/** Types a text, and waits for the answers of its searches. */
async function type(page: Page, text: string) {
  await field(page).fill(text)
  await expect(list(page)).toHaveAttribute('aria-busy', 'false')
}

test('a typed plate is the active option at once, and Enter looks it up without any answer', async ({
  page,
}) => {
  await consulta(page)
  await hold(page, ...SEARCHES)
  await page.keyboard.type('7777jkl')
  await expect(active(page)).toContainText('Consultar')
  await expect(active(page)).toContainText('Ordinaria')
  await expect(options(page)).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect.poll(() => started(page)).toEqual([{ vrm: '7777JKL' }])
  await expect(list(page)).toHaveCount(0)
  await releaseAll(page)
  await expect(verdict(page)).toContainText('7777')
  await expect(list(page)).toHaveCount(0)
})

for (const [typed, id, shown] of [
  ['ioana', 'prc_7', 'Ioana Petrescu'],
  ['F-2026/0859', 'prc_3', 'FORD Focus'],
  ['418830', 'prc_1', 'Matriculación'],
  ['VSSZZZ5FZHR418830', 'prc_1', 'Matriculación'],
  ['kangoo', 'prc_16', 'RENAULT Kangoo'],
  ['MWK', 'prc_8', 'VOLKSWAGEN Golf'],
] as const)
  test(`«${typed}» has its file as the active option, and Enter opens it`, async ({ page }) => {
    await consulta(page)
    await type(page, typed)
    await expect(active(page)).toContainText(shown)
    await expect(active(page)).toContainText('Expediente')
    await page.keyboard.press('Enter')
    await expect(casePage(page)).toBeVisible()
    expect(await openedId(page)).toBe(id)
    expect(await started(page)).toEqual([])
    await page.keyboard.press('Control+1')
    await expect(field(page)).toHaveValue('')
  })

test('a NIF leads to the files of its person', async ({ page }) => {
  await consulta(page)
  await type(page, '87654321-X')
  await expect(active(page)).toContainText('Ana García Ruiz …21X')
  await page.keyboard.press('Enter')
  await expect(foot(page)).toHaveText('1–1 de 1')
  await expect(row(page, 0)).toContainText('Ana García Ruiz …21X')
})

test('by arrows and by mouse: any option, and the search in Expedientes at the end', async ({ page }) => {
  await consulta(page)
  await type(page, 'lozano')
  await expect(active(page)).toHaveText(/Autos Lozano.*6 expedientes.*Cliente/)
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toHaveText('Buscar «lozano» en Expedientes')
  await page.keyboard.press('Enter')
  await expect(foot(page)).toHaveText('1–6 de 6')
  await page.keyboard.press('Control+1')
  await type(page, 'lozano')
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveText(/Expediente$/)
  await page.keyboard.press('ArrowUp')
  await options(page)
    .filter({ hasText: /Expediente$/ })
    .first()
    .click()
  await expect(casePage(page)).toBeVisible()
})

test('a recent lookup is another plate: Enter alone never shows it, and a press asks nothing of the service', async ({
  page,
}) => {
  await open(page, 'empty-with-history')
  const known = options(page).filter({ hasText: 'Consultada' })
  await field(page).fill('8097mw')
  await expect(known).toHaveCount(1)
  await expect(active(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Faltan caracteres')
  await expect(verdict(page)).toHaveCount(0)
  await field(page).fill('8097')
  await known.click()
  await expect(verdict(page)).toContainText('8097')
  expect(await started(page)).toEqual([])
})

test('Enter before the answers waits for those of the typed text, and opens nothing of the text before', async ({
  page,
}) => {
  await consulta(page)
  await type(page, 'kangoo')
  await hold(page, 'cases.find')
  await field(page).fill('ioana')
  await expect(list(page)).toHaveAttribute('aria-busy', 'true')
  await expect(active(page)).toContainText('Kangoo')
  await page.keyboard.press('Enter')
  await settled(page)
  await expect(field(page)).toBeFocused()
  await releaseAll(page)
  await expect(casePage(page)).toBeVisible()
  expect(await openedId(page)).toBe('prc_7')
})

test('an Enter that waits is forgotten with Escape, another key or another place', async ({ page }) => {
  await consulta(page)
  for (const [typed, leave] of [
    ['kangoo', () => page.keyboard.press('Escape')],
    ['ioan', () => page.keyboard.type('a')],
    ['golf', () => page.keyboard.press('Control+k')],
  ] as const) {
    await hold(page, 'cases.find')
    await field(page).fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Buscando…')).toBeVisible()
    await leave()
    await releaseAll(page)
    await settled(page)
    await expect(casePage(page)).toHaveCount(0)
  }
})

test('Enter held opens once, and nothing of the page that it opens', async ({ page }) => {
  await consulta(page)
  await type(page, 'kangoo')
  for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(casePage(page)).toBeVisible()
  await settled(page)
  expect(await openedId(page)).toBe('prc_16')
  expect(await started(page)).toEqual([])
})

test('Escape closes the list and keeps the text, then clears it; an arrow or Enter opens the list again', async ({
  page,
}) => {
  await consulta(page)
  await type(page, 'ioana')
  for (const key of ['ArrowDown', 'Enter']) {
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue('ioana')
    await page.keyboard.press(key)
    await expect(active(page)).toContainText('Ioana Petrescu')
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
})

test('a correction is never taken by Enter: the user has to move to it', async ({ page }) => {
  await consulta(page)
  await type(page, '12348CD')
  await expect(options(page).first()).toContainText('¿Querías decir esta?')
  await expect(active(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('número donde va una letra')
  await expect(list(page)).toHaveCount(0)
  expect(await started(page)).toEqual([])
  await field(page).fill('')
  await type(page, '12348CD')
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toContainText('¿Querías decir esta?')
  await page.keyboard.press('Enter')
  await expect.poll(() => started(page)).toEqual([{ vrm: '1234BCD' }])
})

test('several plates: Enter shows them, and another option makes a list of them', async ({ page }) => {
  await open(page)
  await field(page).fill('1234BCD, 5678FGH y 9012JKL')
  await expect(active(page)).toHaveText('Ver 3 matrículas encontradas')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Elige una matrícula' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Consultar 3 matrículas como lista' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta masiva' })).toBeVisible()
  await expect(page.locator('textarea')).toHaveValue('1234BCD, 5678FGH y 9012JKL')
})

test('the answer is copied by the option as by its keys', async ({ page }) => {
  await open(page)
  await field(page).fill('4106HPR')
  await page.getByRole('option', { name: 'Consultar y copiar la respuesta' }).click()
  await expect.poll(() => started(page)).toEqual([{ vrm: '4106HPR' }])
  // The answer of the start would otherwise take the place of the report.
  await expect(page.getByRole('progressbar', { name: 'Consultando' })).toBeVisible()
  await page.evaluate(() => {
    const report = {
      reportId: 'fresh',
      vrm: '4106HPR',
      kind: 'reduced' as const,
      outcome: 'transferable' as const,
      checkedAt: new Date(2026, 10, 20, 14, 5).getTime(),
    }
    window.bridge.setView({ vrm: '4106HPR', latest: report, previous: null, pending: null, failed: null })
  })
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
})

test('while a text is being composed, Enter and the arrows are of the composition', async ({ page }) => {
  await consulta(page)
  await type(page, 'lozano')
  const before = await active(page).textContent()
  await field(page).evaluate((input) => {
    for (const key of ['ArrowDown', 'Escape', 'Enter'])
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
      )
  })
  await settled(page)
  await expect(active(page)).toHaveText(before ?? '')
  await expect(field(page)).toBeFocused()
})

test('the list is over the page, which stays as it is, and within it', async ({ page }) => {
  for (const height of [800, 420]) {
    await page.setViewportSize({ width: 1280, height })
    await consulta(page)
    const places = () =>
      page.evaluate(() =>
        ['.lookup__entry', '.lookup__empty', '.recent', '.page__body'].map((selector) => {
          const element = document.querySelector(selector)
          const { top, height: size, width } = element!.getBoundingClientRect()
          return [selector, top, size, width, selector === '.page__body' && element!.scrollHeight]
        }),
      )
    // Its rows are complete once the office has answered.
    await expect(page.locator('.recent__office').first()).toBeVisible()
    await settled(page)
    const before = await places()
    await type(page, 'lozano')
    await expect(options(page)).toHaveCount(7)
    expect(await places()).toEqual(before)
  }
})

test('it is closed without the focus, with a problem, and while the verdict of that plate is shown', async ({
  page,
}) => {
  await open(page, 'transferable')
  await field(page).fill('8097-mwk')
  await settled(page)
  await expect(list(page)).toHaveCount(0)
  await field(page).fill('8097')
  await expect(options(page).first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(list(page)).toHaveCount(0)
  await field(page).focus()
  await expect(options(page).first()).toBeVisible()
})

test('what fits nothing says so, and Enter says why', async ({ page }) => {
  await consulta(page)
  await field(page).fill('zzzzz')
  await expect(page.getByText('Nada de tu oficina coincide con ese texto.')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(announcer(page)).toHaveText('Nada de tu oficina coincide con ese texto.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Tampoco aparece en tus expedientes.')
  await expect(page.locator('.field-answers')).toHaveCount(0)
  // A plate that is still being typed is no error.
  await field(page).fill('999')
  await settled(page)
  await expect(page.locator('.field-answers')).toHaveCount(0)
})

test('a search that failed does not say that nothing was found', async ({ page }) => {
  await consulta(page)
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'cases.find': { code: 'store-failed', retryable: true } }
  })
  await field(page).fill('zzzzz')
  await expect(page.getByText('No se ha podido buscar en tu oficina.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Eso no tiene la forma')
  await expect(page.getByText('Tampoco aparece')).toHaveCount(0)
})

test('screen readers hear how many there are, and which one is active', async ({ page }) => {
  await consulta(page)
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await type(page, 'ana garcia')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(announcer(page)).toHaveText('5 resultados')
  const activeId = await field(page).getAttribute('aria-activedescendant')
  await expect(active(page)).toHaveId(activeId ?? '')
  expect(await field(page).getAttribute('aria-controls')).toBe(await list(page).getAttribute('id'))
})

test('hidden names are hidden', async ({ page }) => {
  await consulta(page, 'cases-private')
  await type(page, 'ana garcia')
  await expect(options(page).first()).toContainText('oculto …78Z')
  const shown = await options(page).filter({ hasNotText: 'Buscar' }).allInnerTexts()
  expect(shown.join(' ')).not.toContain('Ana')
})

test('before its file has come, the field looks up a plate, and Enter on a name waits for the list', async ({
  page,
}) => {
  const late = Promise.withResolvers<void>()
  await page.route('**/field-answers*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  await consulta(page)
  await page.keyboard.type('7777JKL')
  await page.keyboard.press('Enter')
  await expect.poll(() => started(page)).toEqual([{ vrm: '7777JKL' }])
  await field(page).fill('kangoo')
  await page.keyboard.press('Enter')
  await settled(page)
  await expect(casePage(page)).toHaveCount(0)
  late.resolve()
  await expect(casePage(page)).toBeVisible()
})

test('without its file, the field works as far as it can', async ({ page }) => {
  await page.route('**/field-answers*.js', (route) => route.abort())
  await consulta(page)
  await page.keyboard.type('kangoo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Eso no tiene la forma')
  await field(page).fill('7777JKL')
  await page.keyboard.press('Enter')
  await expect.poll(() => started(page)).toEqual([{ vrm: '7777JKL' }])
  expect(await called(page, 'cases.find')).toEqual([])
  await release(page)
})
