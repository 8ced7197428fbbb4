import { open } from './actions.ts'
import { expect, test, type Page } from './seeded-test.ts'

// In series, so that both use the page of the same worker.
test.describe.configure({ mode: 'serial' })

const seen = (page: Page) =>
  page.evaluate(() => ({
    kept: localStorage.getItem('left behind'),
    session: sessionStorage.getItem('left behind'),
    script: 'leftBehind' in window,
    width: innerWidth,
    print: matchMedia('print').matches,
  }))

const AS_NEW = { kept: null, session: null, script: false, width: 1280, print: false }
let before: Page

async function litter(page: Page) {
  await page.addInitScript(() => void Object.assign(window, { leftBehind: true }))
  await page.setViewportSize({ width: 1024, height: 700 })
  await open(page)
  await page.evaluate(() => {
    localStorage.setItem('left behind', 'x')
    // Includes data written while the page unloads.
    addEventListener('pagehide', () => sessionStorage.setItem('left behind', 'x'))
  })
}

test('a test leaves things in its page and its context', async ({ page, context }) => {
  before = page
  await litter(page)
  await context.newPage()
  expect(await seen(page)).toMatchObject({ kept: 'x', script: true, width: 1024 })
})

test('the next one has the same page, as new', async ({ page, context }) => {
  expect(page).toBe(before)
  expect(context.pages()).toHaveLength(1)
  await open(page)
  expect(await seen(page)).toEqual(AS_NEW)
  await page.emulateMedia({ media: 'print' })
})

test('what cannot be taken back goes with its page', async ({ page }) => {
  expect(page).not.toBe(before)
  await open(page)
  expect(await seen(page)).toEqual(AS_NEW)
})
