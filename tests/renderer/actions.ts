import type { Page } from '@playwright/test'

/** What the specs of the screens look at and do. */
export const verdict = (page: Page) => page.getByRole('region', { name: 'Veredicto' })
export const announcer = (page: Page) => page.getByTestId('announcer')

/** What the core was asked by a command or a transfer, in order. */
export const called = (page: Page, name: string) =>
  page.evaluate(
    (wanted) => window.bridge.calls.filter((call) => call.name === wanted).map((call) => call.args),
    name,
  )
export const started = (page: Page) => called(page, 'lookup.start')

/** A screen as a person has it before doing anything: what was asked to draw it has come. */
export async function open(page: Page, state = 'empty-with-history') {
  await page.goto(`/consulta?state=${state}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
}

/**
 * Nothing is on its way from the core, and what has come is drawn: a few frames, because drawing one answer may ask for
 * another.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let quiet = 0; quiet < 3; quiet = window.bridge.busy ? 0 : quiet + 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })

/** The keyboard alone: Tab until what is wanted has the focus. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'radio' | 'textbox' | 'link' = 'button',
) {
  const wanted = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${String(name)}`)
}
