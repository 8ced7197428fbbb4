import type { Page } from '@playwright/test'
import { FIREFOX_ID } from '#shared/host-protocol/protocol.ts'
import { findFirefox } from '#tests/system.ts'
import { expect, test as base, unpacked } from './fixture.ts'
import { openFirefox, type FirefoxTab, type FirefoxWithExtension } from './firefox.ts'

const ENTER = '\uE007'
const program = findFirefox()

const test = base.extend<{ firefox: FirefoxWithExtension }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
  browsers: ({}, use) => use(['firefox']),
  firefox: async ({ desk }, use) => {
    const firefox = await openFirefox(program ?? '', desk.home, unpacked('firefox'), FIREFOX_ID)
    await use(firefox)
    await firefox.close()
  },
})
test.skip(program === null, 'Firefox is not here (Debian: firefox-esr)')

const press = (tab: FirefoxTab, name: string) =>
  tab.until(
    `(() => { const one = [...document.querySelectorAll('button')].find((button) => button.textContent.includes(${JSON.stringify(name)})); one?.click(); return one })()`,
  )
const says = (tab: FirefoxTab, words: string) =>
  tab.until(`document.body.innerText.includes(${JSON.stringify(words)})`)

async function approve(tab: FirefoxTab, window: Page): Promise<void> {
  await press(tab, 'Pedir permiso')
  await tab.until(`document.querySelector('.gate__code')`)
  const words = await tab.evaluate<string>(`document.querySelector('.gate__code').textContent`)
  const dialog = window.getByRole('dialog', { name: /extensión de Firefox/ })
  for (const word of words.split('·')) await expect(dialog).toContainText(word.trim())
  await dialog.getByRole('button', { name: 'Permitir' }).click()
}

/** Fonts and values with which a page would read what is drawn in it: each would be asked of its own server. */
const FAMILIES =
  'leak,IBM Plex Sans,Segoe UI,Noto Sans,system-ui,sans-serif,serif,-apple-system,Arial,Helvetica,DejaVu Sans,Liberation Sans'.split(
    ',',
  )
const VALUES = [
  'font-ui',
  'word',
  'text',
  'sign-shape',
  'sign-drawing',
  'verdict-ok-mark',
  'verdict-none-mark',
]
const SPYING = `<style>
  ${FAMILIES.map((name) => `@font-face { font-family: "${name}"; src: url("/font/${name}") }`).join('')}
  ${VALUES.map((name) => `@property --${name} { syntax: "*"; inherits: false; initial-value: leak }`).join('')}
  html > div, html > div * { font-family: leak !important;
    ${VALUES.map((name) => `--${name}: ${name === 'font-ui' ? 'leak' : `url("/value/${name}#x")`}`).join(';')} }
  </style>`

test('let in by the same words; a plate and its verdict; the application killed, and back', async ({
  firefox,
  desk,
}) => {
  const window = await desk.window()
  const tab = await firefox.open(firefox.page('popup.html'))
  await approve(tab, window)
  await tab.until(`document.querySelector('input')`)
  await tab.evaluate(`document.querySelector('input').focus()`)
  await tab.press('1234bcd')
  await tab.press(ENTER)
  await says(tab, 'Transferible')
  await desk.application.kill()
  await says(tab, 'Ventanilla no está abierta')
  await desk.restart()
  await says(tab, 'Transferible')
})

test('a page is read once its button was pressed there: listed, marked without a word to it, and left as it was', async ({
  firefox,
  desk,
}) => {
  const window = await desk.window()
  const popup = await firefox.open(firefox.page('popup.html'))
  await approve(popup, window)
  await popup.until(`document.querySelector('input')`)
  const page = await firefox.open(
    desk.serve(`${SPYING}<p>Vendo 1234 BCD y 0000 BBB, o el <b>5519</b> <i>KZP</i>.</p><p>1234 BCD</p>`),
  )
  const before = await page.evaluate<string>('document.documentElement.outerHTML')
  await firefox.press()
  const [tab] = await popup.evaluate<{ id: number }[]>(
    `browser.tabs.query({ active: true, currentWindow: true })`,
  )
  await popup.evaluate(
    `browser.storage.session.set({ 'request-panel': { to: 'panel', tabId: ${tab?.id}, at: Date.now() } })`,
  )
  const panel = await firefox.open(firefox.page('panel.html'))
  await says(panel, '3 matrículas en esta página')
  await press(panel, 'Consultar las 3 que faltan')
  await says(panel, '3 de 3')
  await page.until(`document.documentElement.outerHTML !== ${JSON.stringify(before)}`)
  await page.picture('test-results/extension-e2e/firefox-marks.png')
  expect(
    await page.evaluate(`[
      [...document.fonts].filter(({ status }) => status !== 'unloaded').map(({ family }) => family),
      performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.endsWith('/favicon.ico')),
    ]`),
  ).toEqual([[], []])
  await press(panel, 'Quitar marcas')
  await page.until(`document.documentElement.outerHTML === ${JSON.stringify(before)}`)
})
