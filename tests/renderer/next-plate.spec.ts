import { expect, type Page, test } from './seeded-test.ts'
import { called, open, settled, started, verdict } from './actions.ts'
import { field } from './states.ts'

/** Plates of every series, including awkward first letters. */
const PLATES = [
  '5519KZP',
  '0079BDP',
  'C4821BXN',
  'C1234BC',
  'CC12345',
  'CD10123',
  'E1234BBB',
  'R3308BDF',
  'H1234BCD',
  'H1234X',
  'T1234BCD',
  'T-1234-AB',
  'TF0896L',
  'P0079BDP',
  'PM123456',
  'PO4471BK',
  'GC3321AS',
  'GI8822BD',
  'IB4567CK',
  'M-1234-AB',
  'M1234BCD',
  'V1234HG',
  'S1234BCD',
  'B01234R',
  'A4471DK',
  'ET12345',
  'PGC1234B',
  'O1234AB',
  'Z9012BL',
  'J0456L',
  'NA1234AB',
  'VI123456',
]
/** Commands of the verdict's keys. */
const ACTS = ['procedures.draft-create', 'complete.request', 'complete.pdf', 'lookup.start', 'lookup.cancel']

/** Commands run that typing a plate must not run. */
const acted = async (page: Page) => {
  const calls = await Promise.all(ACTS.map((name) => called(page, name)))
  const done = ACTS.filter((_, index) => calls[index]!.length > 0)
  const dialogs = await page.locator('dialog[open]').count()
  const toasts = await page.locator('.toast').count()
  return [...done, ...(dialogs ? ['dialog'] : []), ...(toasts ? ['toast'] : [])]
}

test('after a verdict any plate is begun by typing it, whatever its first letter is', async ({ page }) => {
  await open(page, 'complete')
  for (const plate of PLATES) {
    await page.getByRole('button', { name: 'Copiar respuesta' }).focus()
    await page.keyboard.type(plate.toLowerCase())
    await expect(field(page)).toHaveValue(plate.toLowerCase())
    await expect(field(page)).toBeFocused()
    expect(await acted(page), plate).toEqual([])
    // The first closes the list under the field.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  // In capitals, and with the focus nowhere.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.type('C4821BXN')
  await expect(field(page)).toHaveValue('C4821BXN')
  await page.keyboard.press('Enter')
  await expect.poll(() => started(page)).toEqual([{ vrm: 'C4821BXN' }])
})

test('while another plate is typed the verdict on screen is soft, says whose it is, and nothing acts on it', async ({
  page,
}) => {
  await open(page, 'complete')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await page.keyboard.press('0')
  await expect(verdict(page)).toHaveClass(/verdict--soft/)
  await expect(verdict(page)).toContainText('De 0456 LTR: no transferible')
  await expect(verdict(page)).toContainText('No es la matrícula que estás escribiendo.')
  for (const key of ['c', 'r', 'i', 't', 'p', 'g']) await page.keyboard.press(`Alt+${key}`)
  expect(await acted(page)).toEqual([])
  // Nor by mouse: the buttons are there, in their place, and do nothing.
  for (const name of [
    'Copiar respuesta',
    'Transferencia',
    'Ver PDF oficial',
    'Guardar PDF',
    'Copiar mensaje',
  ]) {
    const button = page.locator('button', { hasText: name }).first()
    const box = await button.boundingBox()
    await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2)
  }
  expect(await acted(page)).toEqual([])
  // Typing goes on, also after such a click.
  await page.keyboard.type('000bbb')
  await expect(field(page)).toHaveValue('0000bbb')

  // The list under the field covers the verdict until Escape closes it.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Volver a 0456 LTR' }).click()
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await expect(field(page)).toHaveValue('0456 LTR')
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
})

test('Esc clears what was begun, and the verdict is the answer again', async ({ page }) => {
  await open(page, 'transferable')
  await field(page).fill('0000b')
  await expect(verdict(page)).toHaveClass(/verdict--soft/)
  await field(page).press('Escape')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  // The same plate written in another way is this plate.
  await field(page).fill('8097-mwk')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await field(page).fill('8097-mw')
  await expect(verdict(page)).toHaveClass(/verdict--soft/)
})

test('the answer for a plate that arrives while another is being typed stays aside, and takes no focus', async ({
  page,
}) => {
  await open(page, 'consulting')
  await field(page).fill('4106HPR')
  await field(page).press('Enter')
  await expect(verdict(page)).toBeFocused()
  await page.keyboard.type('c48')
  await page.evaluate(() => {
    window.bridge.setView({
      vrm: '4106HPR',
      latest: {
        reportId: 'r',
        vrm: '4106HPR',
        kind: 'reduced',
        outcome: 'transferable',
        checkedAt: new Date(2026, 10, 20, 14, 5).getTime(),
      },
      previous: null,
      pending: null,
      failed: null,
    })
  })
  await expect(verdict(page)).toContainText('De 4106 HPR: transferible')
  await expect(verdict(page)).toHaveClass(/verdict--soft/)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('21bxn')
  await expect(field(page)).toHaveValue('c4821bxn')
})

test('a core that answers late: what is typed at once after Enter is the next plate', async ({ page }) => {
  await open(page, 'transferable')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['lookup.start', 'complete.get']
  })
  await field(page).fill('5519KZP')
  // In one go: the focus has not moved to the verdict yet.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('.plate-field__input')!
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    input.select()
    document.execCommand('insertText', false, 'c48')
  })
  await expect(verdict(page).locator('.plate').first()).toHaveAccessibleName('Matrícula 5 5 1 9, K Z P')
  await expect(field(page)).toHaveValue('c48')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('21bxn')
  await page.evaluate(() => window.bridge.release())
  await expect(field(page)).toHaveValue('c4821bxn')
  await expect(verdict(page)).toContainText('De 5519 KZP')
})

test('Enter held asks once, takes no suggestion and copies nothing', async ({ page }) => {
  await open(page)
  await field(page).fill('12348CD')
  await page.keyboard.down('Enter')
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.getByRole('alert')).toContainText('número donde va una letra')
  expect(await started(page)).toEqual([])

  await page.evaluate(() => {
    window.bridge.scene.start = (vrm) => ({
      ok: true,
      value: {
        vrm,
        latest: {
          reportId: 'r',
          vrm,
          kind: 'reduced',
          outcome: 'transferable',
          checkedAt: new Date(2026, 10, 20, 14, 5).getTime(),
        },
        previous: null,
        pending: null,
        failed: null,
      },
    })
  })
  await field(page).fill('1234BCD')
  await page.keyboard.down('Enter')
  await expect(page.getByRole('button', { name: 'Copiar respuesta' })).toBeFocused()
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await started(page)).toEqual([{ vrm: '1234BCD' }])
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
})

test('the keys are said on the buttons and in the sheet as they are', async ({ page }) => {
  await open(page, 'complete')
  const copy = page.getByRole('button', { name: 'Copiar respuesta' })
  await expect(copy).toHaveAttribute('aria-keyshortcuts', 'Alt+C')
  await expect(copy.locator('kbd')).toHaveText(['Alt', 'C'])
  await expect(page.getByRole('button', { name: 'Pedir otro informe completo' })).toHaveAttribute(
    'aria-keyshortcuts',
    'Alt+I',
  )
  await page.keyboard.press('?')
  const row = page.getByRole('dialog', { name: 'Teclas' }).locator('dl > div')
  await expect(row.filter({ hasText: 'Copiar la respuesta' }).locator('kbd')).toHaveText(['Alt', 'C'])
  await expect(row.filter({ hasText: 'Empezar otra matrícula' }).locator('kbd')).toHaveText(['0…9 A…Z'])
  // The signs are drawings: who hears the sheet has their names.
  const said = await row.locator('.visually-hidden').allTextContents()
  expect(said).toContain('Mayús flecha abajo flecha arriba')
  expect(said.filter((keys) => /Arrow|Enter|[←→]/.test(keys))).toEqual([])
})

test('a series that the registry does not usually report on is said before it is asked', async ({ page }) => {
  await open(page)
  await field(page).fill('CD10123')
  await expect(page.getByRole('option', { selected: true })).toContainText('Tráfico no suele informar')
  expect(await started(page)).toEqual([])
})

test('a plate typed before the core has said whose account it is stays, and is looked up', async ({
  page,
}) => {
  for (const pressed of [false, true]) {
    await page.goto('/consulta?state=snapshot-late')
    await field(page).fill('0000BBB')
    if (pressed) await field(page).press('Enter')
    await page.evaluate(() => window.bridge.release())
    await page.waitForFunction(() => window.client.replica.getState().slices !== null)
    await settled(page)
    await expect(field(page)).toHaveValue('0000BBB')
    if (!pressed) continue
    await expect(verdict(page).getByRole('img', { name: '0 0 0 0, B B B' }).first()).toBeVisible()
    expect(await started(page)).toEqual([{ vrm: '0000BBB' }])
  }
})

test('a verdict that comes into sight again takes no focus from what is typed', async ({ page }) => {
  await open(page, 'transferable')
  await field(page).fill('8097MWK')
  await page.keyboard.press('Enter')
  await expect(verdict(page).locator(':focus')).toBeVisible()
  // After a refusal it is shown again with the first key.
  await page.keyboard.press('/')
  await page.keyboard.type('12348CD')
  await page.keyboard.press('Enter')
  await expect(page.getByText('¿Querías decir…?')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(verdict(page)).toBeVisible()
  await settled(page)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(field(page)).toHaveValue('123CD')

  // Back from another section, it is there while the same plate is typed again.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+2')
  await page.getByRole('heading', { level: 1, name: 'Expedientes' }).waitFor()
  await page.keyboard.press('Control+1')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('8097')
  await settled(page)
  await page.keyboard.type('MWK')
  await expect(field(page)).toBeFocused()
  const before = (await started(page)).length
  await page.keyboard.press('Enter')
  await expect.poll(() => started(page)).toHaveLength(before + 1)
})
