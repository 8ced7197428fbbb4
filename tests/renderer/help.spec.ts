import { expect, test } from './seeded-test.ts'
import { called, open, verdict } from './actions.ts'
import { documents } from './states-documents.ts'

const NAME = 'Ayuda'

test('F1 in an incident explains it, and Esc gives the focus back', async ({ page }) => {
  await open(page, 'file-page')
  const incident = page.locator('[data-incident]').first()
  const button = incident.getByRole('button').first()
  await button.focus()
  const topic = await incident.getAttribute('data-help')
  expect(topic).toMatch(/^incident:/)
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: NAME })).toBeVisible()
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', topic ?? '')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('F1 in a row of Expedientes explains its state, and on its page too', async ({ page }) => {
  await open(page, 'cases')
  await page.locator('[role="row"][tabindex="0"]').first().focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', /^state:/)
  await open(page, 'file-page')
  await page.getByRole('heading', { name: 'Depende de ti' }).waitFor()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', /^state:/)
})

test('F1 on a verdict explains it, and on its charges the charge', async ({ page }) => {
  await open(page, 'alerts')
  await verdict(page).focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', /^verdict:/)
  await open(page, 'complete')
  // Each has its own, and not only the first.
  const charge = page.locator('.issue[data-help]').nth(1)
  const topic = await charge.getAttribute('data-help')
  expect(topic).toMatch(/^issue:/)
  await charge.getByRole('button', { name: /significa/ }).focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', topic ?? '')
})

test('F1 in a document explains its kind', async ({ page }) => {
  await open(page, 'file-page')
  const document = page.locator('[data-document][data-help]').first()
  const topic = await document.getAttribute('data-help')
  expect(topic).toMatch(/^(input|generated):/)
  await document.getByRole('button').first().focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', topic ?? '')
})

test('F1 in the documents step of a draft explains the document that has the focus', async ({ page }) => {
  await open(page, 'documents')
  await documents(page)
  const slots = page.locator('.draft-document')
  for (const at of [0, 1]) {
    const slot = slots.nth(at)
    const topic = await slot.getAttribute('data-help')
    for (const button of await slot.getByRole('button').all()) {
      await button.focus()
      await page.keyboard.press('F1')
      await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', topic ?? '')
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
      // The focus is back before the panel has gone, and its key closes it until then.
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
})

test('F1 on a signature explains its state, and in its signed document what was signed', async ({ page }) => {
  await open(page, 'signature')
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', 'signature:sent')
  await open(page, 'signature-signed')
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', 'signature:signed')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Ver Mandato' }).first().focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', 'signable:mandate-specific')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const procedure = page.locator('.file-card')
  const topic = await procedure.getAttribute('data-help')
  expect(topic).toMatch(/^state:/)
  await procedure.getByRole('button').first().focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', topic ?? '')
})

test('F1 in a signature of a procedure explains the signature, and not the procedure', async ({ page }) => {
  await open(page, 'signature-signed')
  await page.locator('.file-card').getByRole('button').first().press('Enter')
  await page.locator('.procedure-signature').first().focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', 'signature:signed')
})

test('a held F1 opens once, a second press closes, and behind a dialog it does nothing', async ({ page }) => {
  await open(page, 'alerts')
  await verdict(page).focus()
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('F1')
  await page.keyboard.up('F1')
  await expect(page.getByRole('dialog', { name: NAME })).toBeVisible()
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(verdict(page)).toBeFocused()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Teclas' }).waitFor()
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: NAME })).toHaveCount(0)
})

test('the search and the palette find a topic', async ({ page }) => {
  await open(page, 'alerts')
  await verdict(page).focus()
  await page.keyboard.press('F1')
  await page.getByRole('searchbox').fill('modelo 576')
  await page.getByRole('button', { name: /^Modelo 576/ }).click()
  await expect(page.getByRole('heading', { name: 'Modelo 576 (IEDMT)' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('embargo')
  await page.getByRole('option', { name: /^Embargo/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', 'incident:seizure')
})

test('what is new is offered once after an update, and not at the first start', async ({ page }) => {
  await open(page, 'alerts')
  const notice = page.getByText('Ventanilla se ha actualizado.')
  await expect(notice).toHaveCount(0)
  await open(page, 'updated')
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect(notice).toBeHidden()
  expect(await called(page, 'settings.update')).toEqual([{ seenVersion: '0.1.0' }])
})

test('the first start notes its version and says nothing', async ({ page }) => {
  await open(page, 'first-start')
  await expect.poll(() => called(page, 'settings.update')).toEqual([{ seenVersion: '0.1.0' }])
  await expect(page.getByText('Ventanilla se ha actualizado.')).toHaveCount(0)
})

test('the sidebar opens the help at every width, and from it the keys, those of the page first', async ({
  page,
}) => {
  for (const width of [1280, 1024, 600]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, 'deadlines')
    await page.getByRole('navigation').getByRole('button', { name: NAME }).click()
    const help = page.getByRole('dialog', { name: NAME })
    await expect(help.getByRole('searchbox')).toBeFocused()
    await help.getByRole('button', { name: 'Teclas' }).click()
    const groups = page.getByRole('dialog', { name: 'Teclas' }).getByRole('heading', { level: 3 })
    await expect(groups.first()).toHaveText('En las listas')
    await expect(groups.nth(1)).toHaveText('En Plazos')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await open(page)
  await page.keyboard.press('F1')
  await page.getByRole('button', { name: 'Teclas' }).click()
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('En la matrícula')
})
