import { expect, type Page, test } from './seeded-test.ts'
import { called, hold, release } from './actions.ts'
import { foot, last, openCases, plateRow, row, search } from './cases-page.ts'

test('Enter in the search opens the only hit, also before its answer is there', async ({ page }) => {
  await openCases(page, 'cases')
  await hold(page, 'cases.list')
  await search(page).fill('ioana')
  await search(page).press('Enter')
  await release(page)
  await expect.poll(async () => await last(page, 'changes.look')).toEqual({ kind: 'procedure', id: 'prc_7' })
})

test('Enter for an answer that is still to come opens nothing once something else is typed', async ({
  page,
}) => {
  await openCases(page, 'cases')
  await hold(page, 'cases.list')
  await search(page).fill('ioana')
  await search(page).press('Enter')
  await search(page).fill('ioana x')
  await search(page).fill('ioana')
  await release(page)
  await expect(foot(page)).toHaveText('1–1 de 1')
  expect(await called(page, 'changes.look')).toEqual([])
})

test('Enter with several hits, or held, goes to the list and opens none', async ({ page }) => {
  await openCases(page, 'cases')
  await search(page).fill('lozano')
  await expect(foot(page)).toHaveText('1–6 de 6')
  await search(page).press('Enter')
  await expect(row(page, 0)).toBeFocused()
  expect(await called(page, 'changes.look')).toEqual([])
  await search(page).fill('ioana')
  await expect(foot(page)).toHaveText('1–1 de 1')
  await search(page).evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true })),
  )
  expect(await called(page, 'changes.look')).toEqual([])
})

/** What the rows mark, row by row. */
const marks = (page: Page) =>
  page
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((one) => [...one.querySelectorAll('mark')].map((mark) => mark.textContent).join('|')),
    )

test('by keyboard: a client says what they have, and its row says where that was found', async ({ page }) => {
  await openCases(page, 'cases')
  await page.keyboard.press('/')
  await page.keyboard.type('kangoo')
  await expect(foot(page)).toHaveText('1–1 de 1')
  await expect.poll(() => marks(page)).toEqual(['Kangoo'])
  for (const [typed, where] of [
    ['612 98 76 54', 'teléfono: +34612987654'],
    ['nuria.ferrer@co', 'correo: nuria.ferrer@correo.example'],
    ['ferrer firmado', 'documento: contrato ferrer firmado.pdf'],
    ['antes de las diez', 'nota: …con el DNI nuevo. Llamar antes de las diez.'],
    ['44444444', 'NIF del adquirente: …44A'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(typed)
    await expect(row(page, 0).locator('.case__line')).toContainText(where)
    await expect(foot(page)).toHaveText('1–1 de 1')
  }
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('urgente')
  await expect.poll(() => marks(page)).toEqual(['Urgente'])
  await page.keyboard.press('Enter')
  await expect.poll(async () => await last(page, 'changes.look')).toEqual({ kind: 'procedure', id: 'prc_3' })
})

test('two people of one name are told apart in the list, and a search takes its line away with it', async ({
  page,
}) => {
  await openCases(page, 'cases')
  const height = () => row(page, 0).evaluate((one) => one.getBoundingClientRect().height)
  const before = await height()
  await search(page).fill('ana garcia')
  await expect(foot(page)).toHaveText('1–2 de 2')
  const lines = page.locator('.case__line')
  await expect(lines.nth(0)).toContainText('Ana García Ruiz …78Z → Hugo Sanz Vidal …11K')
  await expect(lines.nth(1)).toContainText('Lucía Prieto …90D → Ana García Ruiz …21X')
  expect(await height()).toBeGreaterThan(before)
  await search(page).fill('')
  await expect(lines).toHaveCount(0)
  await expect.poll(height).toBe(before)
})

test('by mouse: the help of the search opens and closes, and leaves what is typed', async ({ page }) => {
  await openCases(page, 'cases')
  const help = page.getByRole('note', { name: 'Qué se puede buscar' })
  const button = page.getByRole('button', { name: 'Qué se puede buscar' })
  await search(page).click()
  await search(page).pressSequentially('loz')
  await button.click()
  await expect(help).toContainText('kangoo')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await button.click()
  await expect(help).toHaveCount(0)
  await button.click()
  await page.locator('.list-foot').click()
  await expect(help).toHaveCount(0)
  await expect(search(page)).toHaveValue('loz')
})

test('by keyboard: ? in the search opens its help and types nothing; Esc closes it alone; a letter goes on', async ({
  page,
}) => {
  await openCases(page, 'cases')
  const help = page.getByRole('note', { name: 'Qué se puede buscar' })
  await page.keyboard.press('/')
  await page.keyboard.type('lozano?')
  await expect(help).toBeVisible()
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('lozano')
  const id = await search(page).getAttribute('aria-describedby')
  await expect(help).toHaveAttribute('id', id ?? 'none')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(search(page)).toHaveValue('lozano')
  await page.keyboard.type('? s')
  await expect(search(page)).toHaveValue('lozano s')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  // By its button, which Tab reaches.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(help).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(help).toHaveCount(0)
})

test('hidden names stay hidden in the rows of a search, where it was found, and in the preview', async ({
  page,
}) => {
  await openCases(page, 'cases-private')
  await search(page).fill('nuria.ferrer@')
  await expect(foot(page)).toHaveText('1–1 de 1')
  await expect(row(page, 0)).toContainText('correo: oculto')
  await search(page).press('ArrowDown')
  await page.keyboard.press(' ')
  await expect(page.getByText('Ocultas, como los nombres')).toBeVisible()
  const shown = await page.locator('main').innerText()
  for (const name of ['Nuria', 'Peñalver', 'correo.example', 'Llamar']) expect(shown).not.toContain(name)
})

test('what the user ticked is in the row at each width, in a column or in its second line', async ({
  page,
}) => {
  await openCases(page, 'cases')
  await page.getByRole('button', { name: 'Columnas y orden' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('en ventanas más anchas')
  await dialog.getByRole('checkbox', { name: 'Creado' }).check()
  await expect(dialog).toContainText('en la segunda línea')
  await page.keyboard.press('Escape')
  for (const width of [1024, 1280, 1920, 700]) {
    await page.setViewportSize({ width, height: 800 })
    const ferrer = plateRow(page, 'Matrícula 3 3 0 8, K D R')
    await expect(ferrer).toContainText('F-2026/0859')
    await expect(ferrer).toContainText('Talleres Peñalver, S.L. → Nuria Ferrer Castell')
    await expect(ferrer).toContainText('Urgente')
    const overflow = await page
      .locator('.data-table')
      .evaluate((table) => table.scrollWidth - table.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('at 1280 a row says whose it is without a press: vehicle, client or parties, state, and what is missing', async ({
  page,
}) => {
  await openCases(page, 'cases')
  const cells = (plate: string) => plateRow(page, plate).getByRole('gridcell').allInnerTexts()
  expect(await cells('Matrícula 9 4 2 6, J H V')).toEqual([
    '',
    expect.any(String),
    'En espera',
    '1 d',
    'RENAULT Clio',
    'Pendiente de validación del Colegio de Gestores',
    'Ocasión Vega, S.L.',
  ])
  expect(await row(page, 7).getByRole('gridcell').last().innerText()).toBe('Iñaki Núñez → Ioana Petrescu')
})

test('in a narrow window the second line says what the case is and whose, with a search and without', async ({
  page,
}) => {
  await page.setViewportSize({ width: 700, height: 800 })
  await openCases(page, 'cases')
  const ferrer = plateRow(page, 'Matrícula 3 3 0 8, K D R')
  const isInSight = (words: string) => expect(ferrer.getByText(words)).toBeVisible()
  await isInSight('Transferencia')
  await search(page).fill('antes de las diez')
  await expect(foot(page)).toHaveText('1–1 de 1')
  await isInSight('Llamar antes de las diez')
  await isInSight('Transferencia')
  await isInSight('Nuria Ferrer Castell')
})

test('hidden names are hidden where a search finds none, and in the lists that lead to it', async ({
  page,
}) => {
  await openCases(page, 'cases-private')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('ana garcia')
  await page
    .getByRole('option', { name: /Cliente$/ })
    .first()
    .click()
  await expect(foot(page)).toHaveText('1–1 de 1')
  await search(page).fill('zzz')
  await expect(page.getByRole('button', { name: /^Quitar el filtro De oculto …78Z/ })).toBeVisible()
  const names = await page.locator('main').evaluate((main) => main.innerHTML)
  expect(names).not.toContain('García')
})

for (const height of [800, 620])
  test(`a search reads as many rows as are in sight, also after one that found few, in a window ${height} high`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height })
    await openCases(page, 'cases')
    const limit = async () => ((await last(page, 'cases.list')) as { limit: number }).limit
    const inSight = await page
      .locator('[data-row]')
      .evaluateAll((rows) => rows.filter((one) => one.getBoundingClientRect().top < innerHeight).length)
    await search(page).fill('ioana')
    await expect(foot(page)).toHaveText('1–1 de 1')
    const read = await limit()
    // The last of them may be under the foot of the list.
    expect([inSight - 1, inSight]).toContain(read)
    await search(page).fill('lozano')
    await expect(foot(page)).toHaveText('1–6 de 6')
    expect(await limit()).toBe(read)
  })
