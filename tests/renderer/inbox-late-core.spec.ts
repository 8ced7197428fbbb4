import { expect, test } from './seeded-test.ts'
import { called, open, settled } from './actions.ts'
import { finishAll, changes, FINISHED, ILLEGIBLE, joins, line, list, SEQS, statesOf } from './inbox-page.ts'

/** Novedades: what is done before the core has answered, and what the core then refuses. */

test('keys pressed before the core has answered: each acts on what the ones before it left', async ({
  page,
}) => {
  await open(page, 'inbox-grouped')
  await line(page, FINISHED).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(changes(page).first()).toBeFocused()
  await page.evaluate(() => void (window.bridge.scene.holds = ['inbox.mark', 'inbox.snooze']))
  await page.keyboard.press('e')
  await expect(changes(page)).toHaveCount(10)
  for (const key of ['ArrowLeft', ' ', ' ', 's']) await page.keyboard.press(key)
  await page.getByRole('menuitem', { name: /En 1 hora/ }).press('Enter')
  await expect(line(page, '1273 NHC')).toHaveCount(0)
  const rest = SEQS.slice(1)
  expect(await called(page, 'inbox.mark')).toEqual([
    { seqs: [31], state: 'done' },
    { seqs: rest, state: 'read' },
    { seqs: rest, state: 'unread' },
  ])
  expect(await called(page, 'inbox.snooze')).toEqual([{ seqs: rest, until: expect.any(Number) }])
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(page.getByRole('radio', { name: 'Por leer 8' })).toBeVisible()
  // The window shows what was done before the core has it.
  await expect.poll(() => statesOf(page, SEQS)).toEqual(['done', ...rest.map(() => 'snoozed')])
  await page.keyboard.press('z')
  await expect(line(page, 'En trámite · matrícula 1273 NHC')).toHaveCount(1)
  await expect.poll(() => statesOf(page, SEQS)).toEqual(['done', ...rest.map(() => 'unread')])
})

test('what the core refuses is as it was, and what was done of it since stays', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await line(page, FINISHED).focus()
  await page.evaluate(() => {
    window.bridge.scene.holds = ['inbox.mark']
    window.bridge.scene.refuses = { 'inbox.mark': { code: 'store-failed', retryable: true } }
  })
  await page.keyboard.press('e')
  await expect(line(page, FINISHED)).toHaveCount(0)
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(line(page, FINISHED)).toHaveCount(1)
  await expect(line(page, FINISHED).getByText('Sin leer')).toHaveCount(1)
  expect(new Set(await statesOf(page, SEQS))).toEqual(new Set(['unread']))
})

test('a line that was read and is left unread again keeps the keyboard meanwhile', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await line(page, FINISHED).focus()
  await page.keyboard.press(' ')
  await expect(page.getByRole('radio', { name: 'Por leer 8' })).toBeVisible()
  await settled(page)
  await expect(line(page, FINISHED).getByText('Sin leer')).toHaveCount(0)
  await page.evaluate(() => void (window.bridge.scene.holds = ['inbox.mark']))
  await page.keyboard.press(' ')
  await expect(line(page, FINISHED).getByText('Sin leer')).toHaveCount(1)
  await expect(line(page, FINISHED)).toBeFocused()
})

test('the row that takes the place of another has the keyboard as soon as it is drawn', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await expect(line(page, ILLEGIBLE)).toBeFocused()
  const focus = await list(page).evaluate((grid) => {
    const row = document.activeElement
    const found = new Promise<string | null | undefined>((resolve) => {
      const looks = () => !row?.isConnected && resolve(document.activeElement?.role)
      new MutationObserver(looks).observe(grid, { childList: true, subtree: true })
    })
    row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', code: 'KeyE', bubbles: true }))
    return found
  })
  expect(focus).toBe('row')
})

test('everything done leaves what was read for a line that changed again before it was drawn', async ({
  page,
}) => {
  await open(page, 'inbox-grouped')
  await expect(line(page, FINISHED)).toHaveCount(1)
  await page.evaluate(() => void (window.bridge.scene.holds = ['inbox.groups-of']))
  await joins(page, 90)
  await joins(page, 91)
  await page.evaluate(() => window.bridge.release(1))
  await expect.poll(async () => (await called(page, 'inbox.groups-of')).length).toBe(2)
  await finishAll(page)
  await expect(page.getByText('9 novedades hechas')).toBeVisible()
  expect(await statesOf(page, [91, 90, 31])).toEqual(['unread', 'unread', 'done'])
})
