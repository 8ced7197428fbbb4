import { expect, test } from './seeded-test.ts'
import { called, open } from './actions.ts'
import { finishAll, ILLEGIBLE, list, PLATE, row, show } from './inbox-page.ts'

/** Novedades: all of a list done at once. */

test('while the rows of another filter are still on screen, nothing is done with all of them', async ({
  page,
}) => {
  await open(page, 'inbox')
  const finish = page.getByRole('button', { name: 'Dar por hechas' })
  await expect(finish).toBeEnabled()
  await page.evaluate(() => void (window.bridge.scene.holds = ['inbox.groups']))
  await show(page, /Depende de mí/)
  await expect(finish).toBeDisabled()
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(finish).toBeEnabled()
})

test('everything of the list is done at once, and comes back as it was from the toast', async ({ page }) => {
  await open(page, 'inbox')
  await show(page, /Depende de mí/)
  await expect(list(page).getByText(ILLEGIBLE)).toBeVisible()
  await finishAll(page)
  await expect(page.getByText('4 novedades hechas')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nada depende de ti' })).toBeVisible()
  expect(await called(page, 'inbox.done-all')).toEqual([
    { filter: 'actionable', upTo: 20, dry: true },
    { filter: 'actionable', upTo: 20 },
  ])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(
    list(page)
      .getByRole('row')
      .filter({ has: page.locator('time') }),
  ).toHaveCount(4)
  expect(await called(page, 'inbox.mark')).toEqual([
    { seqs: [8, 9, 19], state: 'unread' },
    { seqs: [6], state: 'read' },
  ])
  await finishAll(page)
  await expect(page.getByRole('heading', { name: 'Nada depende de ti' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(list(page).getByText(ILLEGIBLE)).toBeVisible()
})

test('the last row done with the keyboard leaves it in what is said instead', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  for (let rows = 0; rows < 7; rows += 1) await page.keyboard.press('e')
  await expect(page.getByRole('heading', { name: 'Nada por leer' })).toBeVisible()
  await expect(page.getByText('La última llegó hoy a las 13:58.')).toBeVisible()
  await expect(page.locator('.inbox__empty')).toBeFocused()
  await page.keyboard.press('z')
  await expect(list(page).getByRole('row', { selected: true })).toBeFocused()
  await page.keyboard.press('z')
  await expect(
    list(page)
      .getByRole('row')
      .filter({ has: page.locator('time') }),
  ).toHaveCount(2)
})

test('the palette finishes them all', async ({ page }) => {
  await open(page, 'inbox')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('dar por hechas todas')
  await page.getByRole('option', { selected: true, name: /todas las novedades/ }).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Dar por hechas/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Nada por leer' })).toBeVisible()
  expect(await called(page, 'inbox.done-all')).toEqual([
    { filter: 'all', upTo: 20, dry: true },
    { filter: 'all', upTo: 20 },
  ])
})

test('under «Todo» the button has the number too, and it follows each line that is done', async ({
  page,
}) => {
  await open(page, 'inbox')
  await show(page, /Todo/)
  const finish = page.getByRole('button', { name: /^Dar por hechas \d+$/ })
  const before = Number((await finish.textContent())?.replace(/\D/g, ''))
  await page.evaluate(() => {
    const nineteenth = window.bridge.scene.inbox?.find(({ seq }) => seq === 19)
    if (nineteenth) window.bridge.setInbox([{ ...nineteenth, state: 'done' }])
  })
  await expect(finish).toHaveText(`Dar por hechas ${before - 1}`)
  await finish.click()
  await expect(
    page.getByRole('alertdialog', { name: `¿Dar por hechas ${before - 1} novedades?` }),
  ).toContainText('hasta que cierres o recargues esta ventana')
})

test('what still depends on the office is asked about, with its number, and Enter by reflex keeps it', async ({
  page,
}) => {
  await open(page, 'inbox')
  await show(page, /Depende de mí/)
  await page.getByRole('button', { name: 'Dar por hechas 4', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: '¿Dar por hechas 4 novedades?' })
  await expect(question.getByText('Todavía dependen de ti.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(list(page).getByText(ILLEGIBLE)).toBeVisible()
  expect(await called(page, 'inbox.done-all')).toEqual([{ filter: 'actionable', upTo: 20, dry: true }])
})

test('a row that a colleague has done says who, in the list and beside it', async ({ page }) => {
  await open(page, 'inbox')
  await show(page, 'Todo')
  const done = row(page, '6210MHB')
  await expect(done).toContainText('Hecha por Marta Soler')
  await done.click()
  await expect(page.getByRole('complementary', { name: 'Detalle' })).toContainText('Hecha por Marta Soler')
})
