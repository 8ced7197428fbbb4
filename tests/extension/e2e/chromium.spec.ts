import type { Page } from '@playwright/test'
import { CHROME_ID } from '#shared/host-protocol/protocol.ts'
import { controlOf } from '#tests/fakes/window-control.ts'
import { openChromium, type ChromiumWithExtension } from './chromium.ts'
import { approve } from './approve.ts'
import { expect, test as base, unpacked, type Desk } from './fixture.ts'

const test = base.extend<{ chromium: ChromiumWithExtension }>({
  chromium: async ({ desk }, use) => {
    const chromium = await openChromium(`${desk.home}/.config/chromium`, unpacked('chrome'), CHROME_ID)
    await use(chromium)
    await chromium.close()
  },
})

/** A page with text, the first words of it selected. */
async function read(chromium: ChromiumWithExtension, desk: Desk, html: string): Promise<Page> {
  const page = await chromium.context.newPage()
  await page.goto(desk.serve(html))
  return page
}
const select = (page: Page, selector: string) =>
  page.evaluate((chosen) => {
    const element = document.querySelector(chosen)
    if (element) getSelection()?.selectAllChildren(element)
  }, selector)

const approved = async (chromium: ChromiumWithExtension, page: Page, window: Page) => {
  const popup = await chromium.press(page)
  await approve(popup, window)
  await popup.until(`document.querySelector('input')`)
  return popup
}

test('selected, one press and one key: the verdict; its transfer begun in the window; taken back, nothing more', async ({
  chromium,
  desk,
}) => {
  const window = await desk.window()
  const page = await read(chromium, desk, '<p>Hola, ¿está libre el <b id="it">1234 bcd</b>? Gracias</p>')
  await select(page, '#it')
  const popup = await approved(chromium, page, window)
  await popup.until(`document.querySelector('input').value === '1234 BCD'`)
  await popup.press('Enter')
  await popup.until(`document.body.innerText.includes('Transferible')`)
  await popup.click('Iniciar transferencia')
  await expect(window.getByRole('heading', { name: /transferencia/i }).first()).toBeVisible()
  await expect(window.locator('main')).toContainText('1234 BCD')

  await window.getByRole('link', { name: 'Ajustes', exact: true }).click()
  const section = window.getByRole('region', { name: 'Extensión' })
  await section
    .getByRole('button', { name: /^Quitar.*Chromium/ })
    .first()
    .click()
  await window
    .getByRole('alertdialog')
    .getByRole('button', { name: /Quitar/ })
    .click()
  const again = await chromium.press(page)
  await again.until(`document.body.innerText.includes('Pedir permiso')`)
  expect(await again.text()).not.toContain('Transferible')
})

test('the application killed under an open popup: said at once; started again, it goes on by itself', async ({
  chromium,
  desk,
}) => {
  const window = await desk.window()
  const page = await read(chromium, desk, '<p id="it">0000BBB</p>')
  await select(page, '#it')
  const popup = await approved(chromium, page, window)
  await popup.press('Enter')
  await popup.until(`document.body.innerText.includes('No transferible')`)
  await desk.application.kill()
  await popup.until(`document.body.innerText.includes('Ventanilla no está abierta')`)
  await desk.restart()
  await popup.until(`document.body.innerText.includes('No transferible')`)
})

test('the application closed: opened from the popup, which goes on by itself', async ({ chromium, desk }) => {
  const window = await desk.window()
  const page = await read(chromium, desk, '<p id="it">1234BCD</p>')
  await select(page, '#it')
  const popup = await approved(chromium, page, window)
  await popup.press('Enter')
  await popup.until(`document.body.innerText.includes('Transferible')`)
  await desk.application.stop()
  await popup.until(`document.body.innerText.includes('Ventanilla no está abierta')`)
  await popup.click('Abrir Ventanilla')
  await popup.until(`document.body.innerText.includes('Transferible')`)
})

test('a page of 300 plates: marked in the page, listed in its order, looked up by one press, and unmarked', async ({
  chromium,
  desk,
}) => {
  const LETTERS = [...'BCDFGHJKLMNPRSTVWXYZ']
  const plates = Array.from({ length: 300 }, (_, index) => {
    const letter = (place: number) => LETTERS[Math.floor(index / 20 ** place) % 20]
    return `${String(1000 + index * 7).padStart(4, '0')} ${letter(1)}${letter(0)}B`
  })
  const rows = plates.map((plate) => `<tr><td>${plate}</td><td>12.500 €</td><td>612 345 678</td></tr>`)
  const window = await desk.window()
  const control = await controlOf(desk.application, window.context())
  // It is still running when this machine gets round to looking at it.
  await control.call('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 3 } })
  control.close()
  const page = await read(
    chromium,
    desk,
    `<table><tr><th>Matrícula</th><th>Precio</th><th>Teléfono</th></tr>${rows.join('')}</table>`,
  )
  const html = () => page.evaluate(() => document.documentElement.outerHTML)
  const before = await html()
  const popup = await approved(chromium, page, window)
  await popup.click('Buscar matrículas en esta página')
  const panel = await chromium.panel()
  await panel.until(`document.body.innerText.includes('300 matrículas en esta página')`)
  const listed = await panel.evaluate<string[]>(
    `[...document.querySelectorAll('.panel__list .plate')].map((plate) => plate.getAttribute('aria-label'))`,
  )
  expect(listed).toHaveLength(300)
  await panel.click('Consultar las 300 que faltan')
  const settled = `Number(/(\\d+) de 300/.exec(document.body.innerText)?.[1] ?? 0)`
  await panel.until(`${settled} > 0`)
  // The browser stops the extension's worker meanwhile: the batch is the application's, and goes on.
  await chromium.stopWorker()
  const soFar = await panel.evaluate<number>(settled)
  await panel.until(`${settled} > ${soFar + 10}`)
  expect(await html()).not.toBe(before)
  await panel.click('Parar')
  await panel.until(`document.body.innerText.includes('Consulta parada')`)
  await panel.click('Quitar marcas')
  await expect.poll(html).toBe(before)
})
