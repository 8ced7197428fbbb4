import { called, hold, open, releaseAll, settled, started, verdict, goBack } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { field } from './states.ts'

test('a plate that is rarely meant says so in its option, and is not cut', async ({ page }) => {
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page)
    for (const [typed, about] of [
      ['CD 10 123', 'Tráfico no suele informar · diplomática o consular'],
      ['m1234ab', 'Provincial, 1971 a 2000'],
      ['PM-1', 'Matrícula antigua de Illes Balears: revísala'],
      ['SH-1234', 'Matrícula antigua de Sáhara: revísala'],
      ['VH-M-0123', 'Matrícula antigua de Madrid: revísala'],
    ] as const) {
      await field(page).fill(typed)
      const said = page.getByRole('option', { selected: true }).getByText(about)
      await expect(said).toBeVisible()
      // The browser rounds both widths.
      expect(await said.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
    }
  }
})

test('the key that leads to the field is no part of a text in it', async ({ page }) => {
  await open(page)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('/5210 KVN')
  await expect(field(page)).toHaveValue('5210 KVN')
})

/** What is known of a plate is read while it is typed. */

/** On a page with no plate, types one of which the last answer is known. */
async function typeKnown(page: Page): Promise<void> {
  await open(page, 'transferable')
  await page.evaluate(() => {
    const { views } = window.bridge.scene
    const { latest, ...view } = views['8097MWK']!
    window.bridge.setView({ ...view, vrm: '3308KDR', latest: { ...latest!, vrm: '3308KDR' } })
  })
  await page.keyboard.press('Control+1')
  await field(page).fill('')
  await field(page).pressSequentially('3308KDR')
  await expect.poll(() => called(page, 'lookup.get')).toContainEqual({ vrm: '3308KDR' })
  await settled(page)
}

test('what is known of the plate that was typed is there with Enter, as what is being asked', async ({
  page,
}) => {
  await typeKnown(page)
  expect(await started(page)).toEqual([])
  await hold(page, 'lookup.start')
  await page.keyboard.press('Enter')
  expect(await verdict(page).getAttribute('aria-busy')).toBe('true')
  await expect(verdict(page).getByRole('heading', { name: 'Transferible', exact: true })).toBeVisible()
  await expect(verdict(page)).toContainText('Confirmando')
  await releaseAll(page)
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'true')
  expect(await started(page)).toEqual([{ vrm: '3308KDR' }])
})

test('a question that is refused is not shown as asked', async ({ page }) => {
  await typeKnown(page)
  await page.evaluate(() => {
    window.bridge.scene.start = () => ({ ok: false, error: { code: 'store-failed', retryable: true } })
  })
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'false')
  // The refusal is forgotten with the next question; what was shown of this one may still be kept.
  await page.evaluate(() => void delete window.bridge.scene.start)
  await field(page).fill('5519KZP')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toContainText('5519')
  await hold(page, 'lookup.get')
  await goBack(page)
  await expect(verdict(page)).toContainText('3308')
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'false')
})

test('what has changed since it was read is shown as what is being asked too', async ({ page }) => {
  await typeKnown(page)
  await hold(page, 'lookup.start', 'lookup.get')
  await page.evaluate(() => window.bridge.setView(window.bridge.scene.views['3308KDR']!))
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toContainText('3308')
  await expect(verdict(page)).toContainText('Confirmando')
})

test('the wide letters of a plate keep to their cells, with even margins', async ({ page }) => {
  await open(page)
  await field(page).fill('9999WMW')
  await page.keyboard.press('Enter')
  const plate = page.getByRole('main').getByTitle('9999 WMW').first()
  const { letters, left, right, cell } = await plate.evaluate((whole) => {
    const glyphs = [...whole.querySelectorAll('b')]
    const drawn = glyphs.map((glyph) => {
      const range = document.createRange()
      range.selectNodeContents(glyph)
      return range.getBoundingClientRect()
    })
    const band = whole.firstElementChild!.getBoundingClientRect()
    return {
      letters: drawn.slice(1).map(({ left: from, right: to, width }) => ({ centre: (from + to) / 2, width })),
      left: drawn[0]!.left - band.right,
      right: whole.getBoundingClientRect().right - drawn.at(-1)!.right,
      cell: Number.parseFloat(getComputedStyle(whole).fontSize) * 0.545,
    }
  })
  expect(letters).toHaveLength(3)
  const [first, second, third] = letters
  for (const { width } of letters) expect(width).toBeLessThanOrEqual(cell)
  expect(second!.centre - first!.centre).toBeCloseTo(cell, 0)
  expect(third!.centre - second!.centre).toBeCloseTo(cell, 0)
  expect(Math.abs(left - right)).toBeLessThan(cell / 6)
})
