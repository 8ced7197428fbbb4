import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { outlookMessage } from '#tests/fixtures/plate-lists/outlook.ts'
import { xlsxBomb } from '#tests/fixtures/plate-lists/zips.ts'

/** Reading of lists in its worker: its files are those of `tests/unit/renderer/list-files.test.ts`. */

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/plate-lists/files/${name}`, import.meta.url))

/** Sheets with how many rows they have, or what is wrong. It is cancelled when the page hears `cancel`. */
const read = (page: Page, name: string, bytes: Uint8Array) =>
  page.evaluate(
    ([fileName, base64]) => {
      const file = new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], fileName)
      const abort = new AbortController()
      addEventListener('cancel', () => abort.abort(), { once: true })
      return window.readList(file, abort.signal).then(
        ({ sheets }) => sheets.map((sheet) => [sheet.name, String(sheet.rows.length)]),
        (error: { problem?: string }) => error.problem,
      )
    },
    [name, base64Of(bytes)] as const,
  )

test.beforeEach(async ({ page }) => {
  await page.goto('/?state=first-run')
})

test('a list is read in a worker under the content security policy of the windows', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text()) && /worker|script/.test(message.text()))
      refused.push(message.text())
  })
  for (const name of ['noviembre.xlsx', 'noviembre.ods'])
    expect(await read(page, name, fixture(name))).toEqual([
      ['Marzo', '15'],
      ['Instrucciones', '1'],
      ['Antiguos', '3'],
    ])
  expect(await read(page, 'lista-1252.csv', fixture('lista-1252.csv'))).toEqual([['', '5']])
  expect(await read(page, 'cifrado.xlsx', fixture('cifrado.xlsx'))).toBe('encrypted')
  expect(await read(page, 'antiguo.xls', fixture('antiguo.xls'))).toEqual([
    ['Marzo', '15'],
    ['Instrucciones', '1'],
    ['Antiguos', '3'],
  ])
  const message = outlookMessage('Hola', [{ name: 'lista.csv', content: fixture('lista-1252.csv') }])
  expect(await read(page, 'correo.msg', new Uint8Array(await message.arrayBuffer()))).toEqual([
    ['lista.csv', '5'],
  ])
  const ofExcel = Buffer.from(
    '<style>td{}</style><table><tr><td>1234BCD</td><td>Ana &laquo;B&raquo;</td></tr><tr><td>5678FGH</td><td>c</td></tr></table>',
  )
  expect(await read(page, 'pagina.xls', ofExcel)).toEqual([['', '2']])
  expect(refused).toEqual([])
  await expect.poll(() => page.workers().length).toBe(0)
})

test('a reading that is cancelled ends its worker at once', async ({ page }) => {
  const bytes = new Uint8Array(await xlsxBomb('<row/>').arrayBuffer())
  const started = page.waitForEvent('worker')
  const reading = read(page, 'bomba.xlsx', bytes)
  await started
  await page.evaluate(() => dispatchEvent(new Event('cancel')))
  expect(await reading).toBe('cancelled')
  await expect.poll(() => page.workers().length).toBe(0)
})

test('a bomb is refused, and the page goes on', async ({ page }) => {
  const bytes = new Uint8Array(await xlsxBomb(' ').arrayBuffer())
  expect(await read(page, 'bomba.xlsx', bytes)).toBe('damaged')
})
