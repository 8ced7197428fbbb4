import { expect, type Page, test } from './seeded-test.ts'
import { called, open, tabTo } from './actions.ts'
import {
  arrive,
  fact,
  ILLEGIBLE,
  list,
  navigation,
  NOW,
  PLATE,
  row,
  SIGNED,
  openAtSecond,
} from './inbox-page.ts'

/** Novedades: changes that arrive while its list is open. */

const arrivals = async (page: Page, from: number, many: number) => {
  for (let seq = from; seq < from + many; seq += 1) {
    await arrive(page, { seq, at: NOW, seenAt: NOW, status: 'DONE', id: `prc_new_${seq}` })
  }
}
const focusedTop = (page: Page) =>
  page.evaluate(() => Math.round(document.activeElement?.getBoundingClientRect().top ?? -1))

test('what comes above moves neither the row under the hand nor what it is', async ({ page }) => {
  await openAtSecond(page)
  const top = await focusedTop(page)
  await arrivals(page, 100, 30)
  await expect(page.getByRole('radio', { name: 'Por leer 37' })).toBeVisible()
  await expect(page.getByRole('button', { name: '30 nuevas arriba' })).toBeVisible()
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  expect(await focusedTop(page)).toBe(top)
  await page.keyboard.press('e')
  await expect(row(page, SIGNED)).toBeFocused()
  expect(await called(page, 'inbox.mark')).toEqual([{ seqs: [19], state: 'done' }])
  await page.getByRole('button', { name: '30 nuevas arriba' }).click()
  await expect(row(page, 'Finalizado').first()).toBeInViewport()
  await expect(page.getByRole('button', { name: /nuevas arriba/ })).toHaveCount(0)
})

test('with nobody at the list, what comes is simply seen at its top', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await tabTo(page, 'Dar por hechas')
  await arrivals(page, 100, 3)
  await expect(row(page, 'Finalizado').first()).toBeInViewport()
  await expect(page.getByRole('button', { name: /arriba/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Dar por hechas' })).toBeFocused()
})

test('the row under the hand is finished in another window: the one after it has the keyboard', async ({
  page,
}) => {
  await openAtSecond(page)
  await arrive(page, { seq: 19, state: 'done' })
  await expect(row(page, SIGNED)).toBeFocused()
  await expect(fact(page, SIGNED)).toBeVisible()
})

test('the list waits for the settings, and is not drawn in another order before', async ({ page }) => {
  await open(page, 'inbox-starting')
  expect(await called(page, 'inbox.groups')).toEqual([])
  await expect(list(page).getByRole('row')).toHaveCount(0)
  await page.evaluate(() => window.bridge.release())
  await expect(row(page, PLATE)).toBeFocused()
  const orders = (await called(page, 'inbox.groups')).map((args) => (args as { order: string }).order)
  expect(new Set(orders)).toEqual(new Set(['time']))
})

test('ten thousand: only what is in sight exists, the rest comes as it is reached, one change is asked alone', async ({
  page,
}) => {
  await open(page, 'inbox-many')
  await expect(row(page, 'En espera').first()).toBeFocused()
  expect(await list(page).getByRole('row').count()).toBeLessThan(60)
  await expect(list(page)).toHaveAttribute('aria-rowcount', '-1')
  for (let times = 0; times < 5; times += 1) {
    const asked = (await called(page, 'inbox.groups')).length
    // Again where the page before is still on its way: the end of what is there asks for nothing new.
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return (await called(page, 'inbox.groups')).length
      })
      .toBeGreaterThan(asked)
  }
  await expect(navigation(page).getByText('99+')).toBeVisible()
  await expect(navigation(page).getByRole('link', { name: '10.000 novedades por leer' })).toBeVisible()
  const before = (await called(page, 'inbox.groups')).length
  await page.keyboard.press('e')
  await expect(page.getByText('9999 sin leer').or(page.getByText('9.999 sin leer'))).toBeVisible()
  const since = (await called(page, 'inbox.groups')).slice(before) as { limit: number }[]
  expect(since.filter(({ limit }) => limit === 200)).toEqual([])
})
