import { expect, test } from './seeded-test.ts'
import { announcer, called, open } from './actions.ts'
import { ILLEGIBLE, NOW, PLATE, row, show } from './inbox-page.ts'

/** Novedades: changes that are put off. */

const MONDAY = new Date('2026-11-23T09:00:00+01:00').getTime()

test('putting off: a moment of the menu, a date, and back with Z', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.getByRole('menuitem', { name: 'En 1 hora' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'El lunes' }).press('Enter')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await expect(announcer(page)).toContainText('Pospuesta hasta el 23/11 a las 09:00')
  expect(await called(page, 'inbox.snooze')).toEqual([{ seqs: [20], until: MONDAY }])
  await page.keyboard.press('z')
  await expect(row(page, PLATE)).toBeFocused()

  await page.keyboard.press('s')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByLabel('Día').fill('2026-11-20')
  await page.getByLabel('Hora').fill('14:05')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Elige un momento que no haya pasado.')).toBeVisible()
  await expect(page.getByLabel('Día')).toBeFocused()
  await page.getByLabel('Hora').fill('14:06')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  expect((await called(page, 'inbox.snooze')).at(-1)).toEqual({ seqs: [20], until: NOW + 60_000 })
})

test('a menu that opens before the next frame keeps the keyboard', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  // Frames come late on a slow machine.
  await page.evaluate(() => {
    const { requestAnimationFrame } = window
    const late: FrameRequestCallback[] = []
    window.requestAnimationFrame = (callback) => late.push(callback)
    Object.assign(window, {
      drawFrames() {
        window.requestAnimationFrame = requestAnimationFrame
        for (const callback of late) callback(performance.now())
      },
    })
  })
  await page.keyboard.press('j')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.getByRole('menuitem', { name: 'En 1 hora' })).toBeFocused()
  await page.evaluate(() => (window as unknown as { drawFrames: () => void }).drawFrames())
  await expect(page.getByRole('menuitem', { name: 'En 1 hora' })).toBeFocused()
})

test('put off until a date: the next row has the keyboard at once, not when the core has answered', async ({
  page,
}) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('s')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.evaluate(() => void (window.bridge.scene.holds = ['inbox.snooze']))
  await page.keyboard.press('Enter')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  await expect(row(page, PLATE)).toHaveCount(0)
  await page.evaluate(() => window.bridge.release())
  await expect(page.getByRole('radio', { name: 'Por leer 6' })).toBeVisible()
  await expect(row(page, PLATE)).toHaveCount(0)
  await expect(row(page, ILLEGIBLE)).toBeFocused()
})

test('a row put off among all says until when, and Z leaves it as it was', async ({ page }) => {
  await open(page, 'inbox')
  await show(page, 'Todo')
  const put = row(page, 'Pospuesta hasta el 23/11 a las 09:00')
  await put.click()
  await page.keyboard.press('e')
  await expect(put).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(put).toBeFocused()
  expect(await called(page, 'inbox.snooze')).toEqual([{ seqs: [11], until: MONDAY }])
})
