import { expect, test } from './seeded-test.ts'
import { open, started, verdict } from './actions.ts'
import { dropFile, field } from './states.ts'
import { pasteOutside } from './states-wizard.ts'

test('several lines pasted do not merge, and one is picked with the keyboard', async ({ page }) => {
  await open(page)
  await page.evaluate(() => navigator.clipboard.writeText('1234BCD\tSEAT\r\n5519KZP\tRENAULT\nM-1234-AB'))
  await field(page).press('ControlOrMeta+v')
  await expect(field(page)).toHaveValue('1234BCD SEAT; 5519KZP RENAULT; M-1234-AB')
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Elige una matrícula' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 5 5 1 9, K Z P' })).toBeVisible()
  expect(await started(page)).toEqual([{ vrm: '5519KZP' }])
})

test('a text pasted or dropped anywhere in Consulta waits in the field, and is looked up by Enter', async ({
  page,
}) => {
  await open(page, 'cached')
  await verdict(page).getByRole('button').first().focus()
  await pasteOutside(page, 'Buenos días:\n¿se puede transferir el 5519 KZP?')
  await expect(field(page)).toHaveValue('Buenos días:; ¿se puede transferir el 5519 KZP?')
  await expect(field(page)).toBeFocused()
  expect(await started(page)).toEqual([])
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', ' 1234 BCD ')
    const dropped = { dataTransfer, bubbles: true, cancelable: true }
    const isOver = !document.body.dispatchEvent(new DragEvent('dragover', dropped))
    if (isOver) document.body.dispatchEvent(new DragEvent('drop', dropped))
  })
  await expect(field(page)).toHaveValue('1234 BCD')
  await field(page).press('Enter')
  await expect.poll(() => started(page)).toEqual([{ vrm: '1234BCD' }])
  // Behind a dialog nothing is taken.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
  await pasteOutside(page, '5519KZP')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('1234 BCD')
})

test('a dropped file is read, offers its plates, and can be cancelled', async ({ page }) => {
  await open(page)
  await dropFile(page)
  await expect(
    page.getByRole('list', { name: 'Elige una matrícula' }).getByRole('button').first(),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeFocused()

  await open(page, 'drop-hangs')
  await dropFile(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Buscando matrículas')).toBeHidden()
})
