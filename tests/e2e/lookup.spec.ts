import { expect } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { childrenOf, isAlive, startApplication } from '#tests/fakes/application.ts'
import { expectAccessible } from './accessible.ts'
import { field, lookUp, test, verdict } from './lookup-fixture.ts'
import { goBack } from '../renderer/actions.ts'

test('first run: the demonstration offers the four plates, and each gives its verdict', async ({
  page,
  open,
}) => {
  await open(page)
  await expect(page.getByText(/Datos inventados\. Nada/)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /0000|0 0 0 0, C C C/ })
    .first()
    .click()
  await expect(verdict(page).getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
})

const sentinels: [string, string][] = [
  ['0000BBB', 'No transferible'],
  ['0000CCC', 'Transferible con avisos'],
  ['0000DDD', 'No registrada o fallo técnico'],
  ['0000FFF', 'No registrada o fallo técnico'],
  ['1234BCD', 'Transferible'],
]

test('every sentinel plate, through the real browser', async ({ page, open }) => {
  await open(page)
  for (const [vrm, title] of sentinels) {
    await lookUp(page, vrm, title)
    await expectAccessible(page)
  }
  await expect(page.getByRole('complementary', { name: 'Recientes' }).getByRole('button')).toHaveCount(5)
})

test('a new lookup, and again: the cached verdict is there at once, soft, then fresh', async ({
  page,
  open,
}) => {
  await open(page)
  await lookUp(page, '1234 bcd', 'Transferible')
  await field(page).fill('1234BCD')
  // Noted in the page: on a busy machine the fresh one may come before the test's next step.
  const looks = await verdict(page).evaluateHandle((region) => {
    const noted = new Set<string>()
    const note = () => noted.add(`${region.className} ${region.querySelector('h2')?.textContent}`)
    new MutationObserver(note).observe(region, { attributes: true, childList: true, subtree: true })
    return noted
  })
  await field(page).press('Enter')
  const softAndFresh = [
    /^verdict verdict--ok verdict--soft.* Transferible$/,
    /verdict--solid.* Transferible$/,
  ]
  await expect
    .poll(() => looks.evaluate((noted) => [...noted]))
    .toEqual(expect.arrayContaining(softAndFresh.map((look) => expect.stringMatching(look))))
})

test('a plate typed badly: nothing is asked, the repair is offered and taken', async ({ page, open }) => {
  await open(page)
  await field(page).fill('12348CD')
  await field(page).press('Enter')
  await expect(page.getByText('¿Querías decir…?')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Aquí quedan tus últimas consultas')).toBeVisible()
  await field(page).press('ArrowDown')
  await page.getByRole('button', { name: 'Consultar esta' }).press('Enter')
  await expect(verdict(page).getByRole('heading', { name: 'Transferible' })).toBeVisible()
})

test('a dirty line pasted from a spreadsheet, and several rows at once', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  const paste = async (text: string) => {
    await page.evaluate((value) => navigator.clipboard.writeText(value), text)
    await field(page).fill('')
    await field(page).press('ControlOrMeta+v')
  }
  await paste('P0079BDP 1XGK79 VOLVO XC60')
  await field(page).press('Enter')
  await expect(verdict(page).getByRole('img', { name: 'Matrícula P, 0 0 7 9, B D P' })).toBeVisible()
  await paste('1234BCD\tSEAT\r\n5678 FGH\tRENAULT\r\nM-1234-AB')
  await field(page).press('Enter')
  await expect(page.getByText('Elige una matrícula')).toBeVisible()
  await page.getByRole('button', { name: /5 6 7 8, F G H/ }).click()
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 5 6 7 8, F G H' })).toBeVisible()
})

test('the answer is copied, with its date, and says that it is invented', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await lookUp(page, '0000CCC', 'Transferible con avisos')
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
  // This page may not read the clipboard: paste it, as the user would.
  await field(page).fill('')
  await field(page).press('ControlOrMeta+v')
  await expect(field(page)).toHaveValue(
    /^0000 CCC \(.+\): se puede transferir, con avisos.* Consultado en Tráfico el \d{2}\/\d{2}\/\d{4} a las \d{2}:\d{2}\./,
  )
})

test('keyboard only: plate, verdict, next plate by a digit, palette, history, sections', async ({
  page,
  open,
}) => {
  await open(page)
  await page.keyboard.type('0000BBB')
  await page.keyboard.press('Enter')
  await expect(verdict(page).getByRole('heading', { name: 'No transferible' })).toBeVisible()
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await page.keyboard.press('5')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('5')
  await page.keyboard.type('678FGH')
  await page.keyboard.press('Enter')
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 5 6 7 8, F G H' })).toBeVisible()
  await expect(verdict(page)).toHaveClass(/verdict--solid/)

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('0000ccc')
  await page.keyboard.press('Enter')
  await expect(verdict(page).getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+5')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  expect(await page.title()).toBe('Ajustes · Ventanilla')
  await expectAccessible(page)
  await goBack(page)
  await expect(verdict(page).getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
  // Without the host: its random name may have any letters.
  const { pathname, search, hash } = new URL(page.url())
  expect(pathname + search + hash).not.toMatch(/CCC/i)
  expect(await page.title()).not.toMatch(/CCC/i)
})

test('the history is searched, opened and saved', async ({ page, open }) => {
  await open(page)
  for (const [vrm, title] of sentinels.slice(0, 3)) await lookUp(page, vrm, title)
  await page.getByRole('button', { name: 'Historial' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Historial')
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('0000 cc')
  await expect(page.getByRole('row').filter({ has: page.getByRole('img') })).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  const saved = await readFile(await (await download).path(), 'utf8')
  expect(saved.split('\r\n')[1]).toMatch(/;0000 CCC;Transferible con avisos;/)
})

test('a file dropped on the page: its plates, to pick one', async ({ page, open }) => {
  await open(page)
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(
      new File(['cliente;coche\r\nLozano;1234BCD SEAT\r\nRuiz;m-1234-ab'], 'lista.csv', { type: 'text/csv' }),
    )
    return data
  })
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer })
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  await expect(page.getByText('Elige una matrícula')).toBeVisible()
  await page.getByRole('button', { name: /M, 1 2 3 4, A B/ }).click()
  await expect(verdict(page).getByRole('heading', { name: 'Transferible' })).toBeVisible()
})

test('a reload, a second tab and a lost connection keep the place', async ({
  page,
  open,
  context,
  application,
}) => {
  await open(page)
  await lookUp(page, '1234BCD', 'Transferible')
  await page.reload()
  await expect(verdict(page).getByRole('img', { name: 'Matrícula 1 2 3 4, B C D' })).toBeVisible()

  const second = await context.newPage()
  await second.goto(`${application.origin}/consulta`)
  await expect(second.getByRole('button', { name: /1 2 3 4, B C D transferible/ })).toBeVisible()
  await lookUp(second, '5678FGH', 'Transferible')
  await expect(page.getByRole('button', { name: /5 6 7 8, F G H/ })).toBeVisible()

  await context.setOffline(true)
  await context.setOffline(false)
  await lookUp(page, '0000BBB', 'No transferible')
})

test('the service is killed: what was asked meanwhile is answered when it is back, by itself', async ({
  page,
  open,
  application,
}) => {
  await open(page)
  await lookUp(page, '1234BCD', 'Transferible')
  const [service] = await childrenOf(application.pid)
  process.kill(service!, 'SIGKILL')
  await lookUp(page, '5678FGH', 'Transferible')
  const [next] = await childrenOf(application.pid)
  expect(next).not.toBe(service)
})

test('restart with the cache intact, readable with the service off', async ({ page, dataDir, context }) => {
  const first = await startApplication(dataDir, ['--port=0'])
  await page.goto(first.entry)
  await lookUp(page, '1234BCD', 'Transferible')
  expect(await first.stop()).toBe(0)

  // A database file in place of the service's directory: it cannot start at all.
  await writeFile(join(dataDir, 'demo', 'service-blocked'), '')
  const { rename } = await import('node:fs/promises')
  await rename(join(dataDir, 'demo', 'service'), join(dataDir, 'demo', 'service-away'))
  await rename(join(dataDir, 'demo', 'service-blocked'), join(dataDir, 'demo', 'service'))
  const second = await startApplication(dataDir, ['--port=0'])
  const tab = await context.newPage()
  await tab.goto(second.entry)
  await tab
    .getByRole('complementary', { name: 'Recientes' })
    .getByRole('button', { name: /1 2 3 4, B C D/ })
    .click()
  await expect(verdict(tab).getByRole('heading', { name: 'Transferible' })).toBeVisible()
  await field(tab).fill('5678FGH')
  await field(tab).press('Enter')
  await expect(verdict(tab).getByRole('heading', { name: 'Sin veredicto todavía' })).toBeVisible()
  await expect(tab.getByText('Sin conexión con el servicio')).toBeVisible()
  await expectAccessible(tab)
  await second.stop()
})

test('the window says when Ventanilla has ended, and nothing of ours is left running', async ({
  page,
  open,
  application,
}) => {
  await open(page)
  const children = await childrenOf(application.pid)
  expect(children.length).toBeGreaterThan(0)
  await application.kill()
  await expect(page.getByText('Esta pantalla ha perdido el contacto con Ventanilla.').first()).toBeVisible()
  await expect.poll(() => children.filter(isAlive)).toEqual([])
})

test('closed from the palette, it ends well and says so', async ({ page, open, application }) => {
  await open(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('cerrar ventanilla')
  await page.keyboard.press('Enter')
  expect(await application.exited).toBe(0)
})

test('a second start hands over to the first and ends', async ({ page, open, application }) => {
  await open(page)
  const { spawn } = await import('node:child_process')
  const second = spawn(
    process.execPath,
    ['out/main/web.js', '--no-open', `--data-dir=${application.dataDir}`],
    { stdio: 'pipe' },
  )
  let said = ''
  second.stderr.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise((resolve) => second.on('exit', resolve))
  expect(code).toBe(0)
  expect(said).toMatch(/ya est/i)
})
