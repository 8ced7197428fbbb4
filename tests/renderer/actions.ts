import type { CommandName } from '#shared/bridge/contract.ts'
import type { Page } from '@playwright/test'
import { CONFIRM_AFTER_MS } from '#renderer/app/shortcut-table.ts'

/** Locators and actions of the screens' specs. */
export const verdict = (page: Page) => page.getByRole('region', { name: 'Veredicto' })
export const announcer = (page: Page) => page.getByTestId('announcer')
/** The attention line. */
export const attention = (page: Page) => page.getByRole('region', { name: 'Lo que necesita tu atención' })
/** Opens the list of everything that needs attention. */
export async function openPending(page: Page) {
  await page.keyboard.press('F8')
  return page.getByRole('dialog', { name: 'Lo pendiente' })
}

/** Everything announced from now on: one text may replace another before a test looks. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const said = await announcer(page).evaluateHandle((element) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    return texts
  })
  return () => said.jsonValue()
}

/** Arguments of a command's or a transfer's calls to the core, in order. */
export const called = (page: Page, name: string) =>
  page.evaluate(
    (wanted) => window.bridge.calls.filter((call) => call.name === wanted).map((call) => call.args),
    name,
  )
export const started = (page: Page) => called(page, 'lookup.start')

/** Waits until a review on screen takes the keys that confirm it. */
export const untilItConfirms = (page: Page) => page.waitForTimeout(CONFIRM_AFTER_MS + 100)

export async function confirmByKeyboard(page: Page): Promise<void> {
  await untilItConfirms(page)
  await page.keyboard.press('Control+Enter')
}

/** Opens a screen in a state, and waits until its answers have been rendered. */
export async function open(page: Page, state = 'empty-with-history') {
  await page.goto(`/consulta?state=${state}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
}

/**
 * Waits until no answer is pending and all have been rendered: a few frames, because rendering one may request another.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let quiet = 0; quiet < 3; quiet = window.bridge.busy ? 0 : quiet + 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })

/** Presses Tab until the named element has the focus. */
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

/** Holds back the answers to these commands, also to those asked after a `release`. */
export const hold = (page: Page, ...names: CommandName[]) =>
  page.evaluate((held) => void (window.bridge.scene.holds = held), names)
/** Lets go the answers that are held back. */
export const release = (page: Page) => page.evaluate(() => window.bridge.release())
/** The same, and holds back no more. */
export async function releaseAll(page: Page): Promise<void> {
  await hold(page)
  await release(page)
}

/**
 * Goes back in the history. `page.goBack()` asks the browser process, which may not know yet of an entry that the page
 * has just added.
 */
export const goBack = (page: Page) => page.evaluate(() => history.back())
