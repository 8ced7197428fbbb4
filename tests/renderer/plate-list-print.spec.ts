import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { open } from './actions.ts'
import { expect, test } from './seeded-test.ts'

test('printed: the worst first under their counts, and nothing that names anybody', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await open(page, 'plate-list-done')
  await page.keyboard.press('ControlOrMeta+p')
  const sheet = page.locator('.print-sheet')
  await expect(sheet).toContainText('Autos Llobregat, noviembre')
  await expect(sheet).toContainText('Demostración · ')
  await expect(sheet).toContainText('40 matrículas')
  await expect(sheet.locator('tbody').first()).toContainText('Ahora no se pueden transferir (6)')
  await expect(sheet.locator('tbody')).toHaveCount(4)
  await expect(sheet.locator('tr')).toHaveCount(40 + 4 + 1)
  await expect(sheet).not.toContainText(/embargo|Nave 2|A-204/)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('.frame')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

for (const [state, rows] of [
  ['plate-list-done', 40],
  ['plate-list-400', 400],
] as const)
  test(`printed on A4, ${rows} rows have their columns named on every sheet, and none is lost`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      window.print = () => undefined
    })
    await open(page, state)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menuitem', { name: 'Imprimir…' }).click()
    await expect(page.locator('.print-sheet tbody td:first-child')).toHaveCount(rows)
    const sheets = await textsOf(
      await page.pdf({ preferCSSPageSize: true, path: `test-results/${state}.pdf` }),
    )
    expect(sheets.length).toBeLessThan(rows / 15)
    for (const [at, sheet] of sheets.entries()) {
      expect(sheet).toMatch(/Matrícula\s+Vehículo\s+Resultado\s+Consultada\s+Completo/)
      // A row is on one sheet, from its plate to when it was looked up. The first one has its own time, too.
      const times = sheet.match(/\d\d\/\d\d\/\d{4} \d\d:\d\d/g)?.length ?? 0
      expect(sheet.match(PLATE)?.length).toBe(times - (at === 0 ? 1 : 0))
    }
    expect(sheets.join('\n').match(PLATE)).toHaveLength(rows)
  })

const PLATE = /\b\d{4} [A-Z]{3}\b/g

/** Text of each sheet of a PDF. */
async function textsOf(data: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(data), verbosity: 0 })
  const pdf = await task.promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? `${item.str} ` : '')).join(''))
  }
  await task.destroy()
  return texts
}
