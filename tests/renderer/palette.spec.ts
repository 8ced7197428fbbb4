import { expect, type Page, test } from './seeded-test.ts'
import { called, hold, release } from './actions.ts'
import { foot, last, openCases, row } from './cases-page.ts'

const field = (page: Page) => page.getByRole('combobox')
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const selected = (page: Page) => page.getByRole('option', { selected: true })

async function openPalette(page: Page, state = 'cases') {
  await openCases(page, state)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}

test('by keyboard: a client of two of one name, and their cases alone', async ({ page }) => {
  await openPalette(page)
  await page.keyboard.type('ana garcia')
  // Without its last letter it finds the same, and none of those rows is followed.
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(options(page)).toHaveText([
    /^Ana García Ruiz …78Z1 expedienteCliente$/,
    /^Ana García Ruiz …21X1 expedienteCliente$/,
    /Ana García Ruiz …78Z.*Expediente$/,
    /Ana García Ruiz …21X.*Expediente$/,
  ])
  // The row that was answered first stays active, also when others come before it.
  const wanted = options(page).nth(1)
  for (let times = 0; times < 4 && (await wanted.getAttribute('aria-selected')) !== 'true'; times += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => await last(page, 'cases.list'))
    .toMatchObject({
      filter: { person: { name: 'Ana García Ruiz', taxId: '87654321X' } },
    })
  await expect(foot(page)).toHaveText('1–1 de 1')
  await expect(row(page, 0)).toContainText('Ana García Ruiz …21X')
  await expect(page.getByRole('button', { name: /^De Ana García Ruiz …21X/, pressed: true })).toBeVisible()
})

test('by mouse: a client, and the filter of them goes with a press', async ({ page }) => {
  await openCases(page, 'cases')
  await page.getByRole('button', { name: /^Buscar o ir a/ }).click()
  await field(page).fill('lozano')
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('option', { name: /6 expedientes\s*Cliente$/ }).click()
  await expect(foot(page)).toHaveText('1–6 de 6')
  await page.getByRole('button', { name: /^De Autos Lozano/ }).click()
  await expect(foot(page)).toHaveText(/de 18$/)
})

test('every kind is in one list, each with what it is, and what is meant comes first', async ({ page }) => {
  await openPalette(page)
  const kinds = () => options(page).evaluateAll((all) => all.map((one) => one.lastElementChild?.textContent))
  await page.keyboard.type('lozano')
  await expect.poll(kinds).toEqual(['Etiqueta', 'Cliente', ...Array<string>(5).fill('Expediente')])
  await field(page).fill('conserv')
  await expect(selected(page)).toHaveText(/^Conservación\s*Ajuste$/)
  await field(page).fill('tema osc')
  await expect(selected(page)).toHaveText(/^Tema oscuro\s*Orden$/)
  await field(page).fill('0456 ltr')
  await expect(selected(page)).toHaveText(/Consultar.*Matrícula$/)
  await field(page).fill('golf')
  await expect(selected(page)).toContainText('VOLKSWAGEN Golf')
  await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(0)
})

test('a case found by what it does not show says where', async ({ page }) => {
  await openPalette(page)
  await page.keyboard.type('612 987 654')
  await expect(options(page)).toHaveCount(1)
  await expect(selected(page)).toContainText('teléfono: +34612987654')
  await page.keyboard.press('Enter')
  await expect.poll(async () => await last(page, 'changes.get')).toEqual({ kind: 'procedure', id: 'prc_3' })
})

test('Enter before the answers opens the best match of what is typed, and not that of before', async ({
  page,
}) => {
  await openPalette(page)
  await page.keyboard.type('tema oscuro')
  await expect(selected(page)).toContainText('Tema oscuro')
  await hold(page, 'cases.find')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ioana')
  await page.keyboard.press('Enter')
  await release(page)
  await expect(foot(page)).toHaveText('1–1 de 1')
  await expect(row(page, 0)).toContainText('Ioana Petrescu')
  expect(await called(page, 'settings.update')).toEqual([])
})

test('a list does not move twice: until every answer is there, it is the one of before', async ({ page }) => {
  await openPalette(page)
  await page.keyboard.type('lozan')
  await expect(options(page).first()).toContainText('Lozano')
  const before = await options(page).allInnerTexts()
  await hold(page, 'cases.people')
  await page.keyboard.type('o')
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  expect(await options(page).allInnerTexts()).toEqual(before)
  await release(page)
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
})

test('a plate that is typed whole is looked up whatever is still to come', async ({ page }) => {
  await openPalette(page)
  await hold(page, 'cases.find')
  await page.keyboard.type('7777jkl')
  await page.keyboard.press('Enter')
  await expect.poll(async () => await last(page, 'lookup.start')).toMatchObject({ vrm: '7777JKL' })
  await release(page)
})

test('a core that does not answer is not waited for: commands are found all the same', async ({ page }) => {
  await openPalette(page)
  await hold(page, 'cases.find')
  await page.keyboard.type('densid compact')
  await expect(selected(page)).toContainText('Listas compactas')
  await page.keyboard.press('Enter')
  await expect.poll(() => called(page, 'settings.update')).toEqual([{ density: 'compact' }])
  await release(page)
})

test('hidden names stay hidden in the palette, where the end of an identifier tells two apart', async ({
  page,
}) => {
  await openPalette(page, 'cases-private')
  await page.keyboard.type('ana garcia')
  await expect(options(page)).toHaveText([
    /^oculto …78Z1 expedienteCliente$/,
    /^oculto …21X1 expedienteCliente$/,
    /oculto …78Z/,
    /oculto …21X/,
  ])
  expect(await page.getByRole('listbox').innerText()).not.toContain('Ana')
})

test('Enter before the answers waits for them, however late they are, and Esc lets go of it', async ({
  page,
}) => {
  await openPalette(page)
  await hold(page, 'cases.find', 'cases.people')
  await page.keyboard.type('ioana')
  await page.keyboard.press('Enter')
  // What needs no answer is shown by now, and nothing is said of what is still to come.
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('Nada coincide')).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await release(page)
  await expect(foot(page)).toHaveText('1–1 de 1')
  await expect(row(page, 0)).toContainText('Ioana Petrescu')

  await page.keyboard.press('ControlOrMeta+k')
  await hold(page, 'cases.find', 'cases.people')
  await page.keyboard.type('lozano')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await release(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('lozano')
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(foot(page)).toHaveText('1–1 de 1')
})

test('another row chosen while Enter waits is what counts, and the answers open nothing', async ({
  page,
}) => {
  await openPalette(page)
  await page.keyboard.type('lozan')
  await expect(options(page).first()).toContainText('Lozano')
  await hold(page, 'cases.find', 'cases.people')
  await page.keyboard.type('o')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await release(page)
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(selected(page)).toBeVisible()
})

test('once something else is typed the row is the best match again, and not one that led before', async ({
  page,
}) => {
  await openPalette(page)
  await page.keyboard.type('expediente crear')
  await expect(selected(page)).toHaveText(/^Nueva transferencia/)
  await page.keyboard.press('ArrowUp')
  await field(page).fill('expediente')
  await expect(options(page).first()).toHaveText(/^Expedientes/)
  await expect(selected(page)).toHaveText(/^Expedientes/)
})

test('a pointer at rest over the list takes no row as results come', async ({ page }) => {
  await openPalette(page)
  await page.keyboard.type('lozano')
  await expect(options(page)).toHaveCount(7)
  const box = await options(page).nth(3).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 10)
  await expect(options(page).nth(3)).toHaveAttribute('aria-selected', 'true')
  await field(page).fill('golf')
  await expect(selected(page)).toContainText('VOLKSWAGEN Golf')
  await field(page).fill('lozano')
  await expect(options(page)).toHaveCount(7)
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
})

test('what was typed is selected with the mouse and let go outside: the palette stays, and a press outside closes it', async ({
  page,
}) => {
  await openPalette(page)
  await field(page).fill('lozano')
  const box = (await field(page).boundingBox())!
  await page.mouse.move(box.x + 30, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(20, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(field(page)).toHaveValue('lozano')
  await page.mouse.click(20, box.y + box.height / 2)
  await expect(field(page)).toHaveCount(0)
})
