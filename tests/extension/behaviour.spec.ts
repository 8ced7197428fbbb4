import { asked, expect, open, type Page, test } from './extension-test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' })
const verdict = (page: Page) => page.locator('.popup-verdict')
const stopBackground = (page: Page) => page.evaluate(() => window.fake.stopBackground())

test.describe('the popup', () => {
  test('shows the verdict of the plate in the field, and of no other', async ({ page }) => {
    await open(page, 'popup', 'verdict-stop')
    await expect(verdict(page)).toContainText('No transferible')
    await field(page).press('End')
    await field(page).press('Backspace')
    await expect(verdict(page)).toHaveCount(0)
    await field(page).fill('8097 MWK')
    await expect(verdict(page)).toContainText('Sin consultar')
    await expect(page.getByText('No transferible')).toHaveCount(0)
  })

  test('an answer that comes late is not of the plate typed meanwhile', async ({ page }) => {
    await open(page, 'popup', 'never-asked')
    await expect(verdict(page)).toContainText('Sin consultar')
    await field(page).press('Enter')
    await field(page).fill('1234 BCD')
    await page.evaluate(() => window.fake.application.learn('5519KZP', { failed: 'LATE' }))
    await expect(verdict(page)).toContainText('Sin consultar')
    await expect(page.getByText('LATE')).toHaveCount(0)
    await field(page).fill('5519 KZP')
    await expect(verdict(page)).toContainText('LATE')
  })

  test('a page is not looked through before the popup knows which', async ({ page }) => {
    await page.addInitScript(() => {
      const { query } = chrome.tabs
      const known = new Promise((tell) => Object.assign(window, { tell }))
      chrome.tabs.query = async (wanted: object) => {
        await known
        return query(wanted)
      }
    })
    await open(page, 'popup', 'never-asked')
    const scan = page.getByRole('button', { name: 'Buscar matrículas en esta página' })
    await expect(scan).toBeDisabled()
    await page.evaluate(() => (window as unknown as { tell: (nothing: null) => void }).tell(null))
    await scan.click()
    await expect.poll(() => page.evaluate(() => window.fake.opened)).toContain('panel')
  })

  test('a key held asks once', async ({ page }) => {
    await open(page, 'popup', 'verdict-old')
    await expect(verdict(page)).toContainText('Transferible')
    for (let times = 0; times < 12; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(verdict(page)).toContainText('Confirmando con Tráfico')
    expect(await asked(page, 'lookup.start')).toEqual([{ vrm: '5519KZP' }])
  })

  test('Enter takes no correction of a mistyped plate', async ({ page }) => {
    await open(page, 'popup', 'to-repair')
    await expect(page.getByRole('option').first()).toBeVisible()
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Hay un número donde va una letra.')
    expect(await asked(page, 'lookup.start')).toEqual([])
    await expect(field(page)).toHaveValue('1234 8CD')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('1234 BCD')
    expect(await asked(page, 'lookup.start')).toEqual([])
  })

  test('a plate picked with a key held is not looked up', async ({ page }) => {
    await open(page, 'popup', 'several')
    await expect(page.getByRole('option').first()).toBeVisible()
    for (let times = 0; times < 12; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(field(page)).toHaveValue('5519 KZP')
    await expect(verdict(page)).toContainText('Transferible')
    expect(await asked(page, 'lookup.start')).toEqual([])
  })

  test('arrows reach what was looked up before, and Escape clears and then closes', async ({ page }) => {
    await open(page, 'popup', 'verdict-stop')
    await expect(page.getByRole('option')).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('8097 MWK')
    await page.evaluate(() => {
      window.close = () => void window.fake.opened.push('closed')
    })
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveValue('')
    expect(await page.evaluate(() => window.fake.opened)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => window.fake.opened)).toEqual(['closed'])
  })

  test('the answer is copied, and the plate opened once however often it is pressed', async ({ page }) => {
    await open(page, 'popup', 'verdict-ok')
    await page.evaluate(() => {
      window.close = () => {}
    })
    await page.getByRole('button', { name: 'Copiar respuesta' }).click()
    await expect(page.getByRole('button', { name: 'Copiada' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '5519KZP: respuesta para el cliente.',
    )
    await page.getByRole('button', { name: 'Iniciar transferencia' }).dblclick()
    await expect.poll(() => asked(page, 'open')).toEqual([{ vrm: '5519KZP', transfer: true }])
  })

  test('goes on when the browser stops the background, and writes nothing twice', async ({ page }) => {
    await open(page, 'popup', 'never-asked')
    await expect(verdict(page)).toContainText('Sin consultar')
    await page.evaluate(() => {
      // In the middle of the request.
      document.querySelector<HTMLElement>('.popup-verdict__actions button')?.click()
      window.fake.stopBackground()
    })
    await expect(page.getByRole('alert')).toContainText('no sabemos si llegó')
    expect((await asked(page, 'lookup.start')).length).toBeLessThanOrEqual(1)
    await expect(page.getByText('conectada', { exact: true })).toBeVisible()
    await stopBackground(page)
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    await expect(verdict(page)).toContainText('Se puede transferir')
  })

  test('what is typed before the connection is made stays', async ({ page }) => {
    await open(page, 'popup', 'not-running')
    await expect(page.getByText('Ventanilla no está abierta')).toBeVisible()
    await page.evaluate(() => window.fake.application.run(true))
    await expect(field(page)).toBeFocused()
    await field(page).fill('1234 BC')
    await page.evaluate(() => window.fake.application.run(false))
    await expect(page.getByText('Ventanilla no está abierta')).toBeVisible()
    await page.evaluate(() => window.fake.application.run(true))
    await expect(field(page)).toHaveValue('1234 BC')
  })

  test('locked, it shows nothing of what it knew', async ({ page }) => {
    await open(page, 'popup', 'verdict-stop')
    await expect(verdict(page)).toContainText('No transferible')
    await page.evaluate(() => window.fake.application.change({ locked: true, online: null, unread: null }))
    await expect(page.getByText('Ventanilla está bloqueada')).toBeVisible()
    await expect(page.getByText('No transferible')).toHaveCount(0)
    await expect(page.getByRole('option')).toHaveCount(0)
    await page.evaluate(() => window.fake.application.change({ locked: false, online: true, unread: 0 }))
    await expect(verdict(page)).toContainText('No transferible')
  })
})

test.describe('the icon', () => {
  test('has the number of unread changes, while it may be known', async ({ page }) => {
    await open(page, 'popup', 'unread-demo')
    const badge = () => page.evaluate(() => window.fake.badge.text)
    await expect.poll(badge).toBe('3')
    await page.evaluate(() => window.fake.application.change({ unread: 120 }))
    await expect.poll(badge).toBe('99+')
    await page.evaluate(() => window.fake.application.change({ locked: true }))
    await expect.poll(badge).toBe('')
    await page.evaluate(() => window.fake.application.change({ locked: false, unread: 2 }))
    await expect.poll(badge).toBe('2')
    await page.evaluate(() => window.fake.application.change({ approved: false }))
    await expect.poll(badge).toBe('')
  })
})

test.describe('the panel', () => {
  const rows = (page: Page) => page.locator('.panel__item .row')
  const marks = (page: Page) => page.evaluate(() => window.fake.page.marks.size)

  test('is one stop of Tab, moved through with arrows, and shows a plate in its page', async ({ page }) => {
    await open(page, 'panel', 'panel-known')
    await expect(rows(page)).toHaveCount(11)
    expect(await rows(page).evaluateAll((all) => all.filter((row) => row.tabIndex === 0).length)).toBe(1)
    await rows(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect(rows(page).nth(9)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => window.fake.page.revealed)).toEqual(['0:4471MHK'])
  })

  test('looks up once what is missing, in the order of the page, and marks it', async ({ page }) => {
    await open(page, 'panel', 'panel-missing')
    const button = page.getByRole('button', { name: 'Consultar las 7 que faltan' })
    await button.dblclick()
    await expect(page.getByText('10 de 11')).toBeVisible()
    const batches = (await asked(page, 'batch.start')) as { vrms: string[] }[]
    expect(batches).toHaveLength(1)
    expect(batches[0]?.vrms.slice(0, 2)).toEqual(['1234BCD', '6128KBN'])
    expect(await page.evaluate(() => window.fake.page.marks.get('8842DTP')?.word)).toBe('transferible')
    await page.getByRole('button', { name: 'Quitar marcas' }).click()
    await expect.poll(() => marks(page)).toBe(0)
  })

  test('goes on with its batch when the background was stopped', async ({ page }) => {
    await open(page, 'panel', 'panel-slow-batch')
    await page.getByRole('button', { name: 'Consultar las 8 que faltan' }).click()
    await expect(page.getByText('0 de 8')).toBeVisible()
    await stopBackground(page)
    await expect.poll(async () => (await asked(page, 'batch.start')).length).toBe(2)
    const [first, second] = (await asked(page, 'batch.start')) as { id: string }[]
    expect(second?.id).toBe(first?.id)
    await expect(page.getByText('0 de 8')).toBeVisible()
  })

  test('finds its batch again when it was closed', async ({ page }) => {
    await open(page, 'panel', 'panel-running')
    await expect(page.getByText('7 de 11')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Parar' })).toBeVisible()
    expect(await asked(page, 'batch.start')).toEqual([])
  })

  test('takes verdicts and marks away when it is locked, and brings them back', async ({ page }) => {
    await open(page, 'panel', 'panel-known')
    await expect(page.getByText('11 de 11')).toBeVisible()
    await expect.poll(() => marks(page)).toBe(11)
    await page.evaluate(() => window.fake.application.change({ locked: true }))
    await expect(page.getByText('Ventanilla está bloqueada')).toBeVisible()
    await expect.poll(() => marks(page)).toBe(0)
    await page.evaluate(() => window.fake.application.change({ locked: false }))
    await expect(page.getByText('11 de 11')).toBeVisible()
    await expect.poll(() => marks(page)).toBe(11)
  })

  test('shows the row of the mark that was pressed', async ({ page }) => {
    await open(page, 'panel', 'panel-thousand')
    await expect(page.getByText('1.000 de 1.000')).toBeVisible()
    await page.evaluate(() => window.fake.page.press('1900BMB'))
    await expect(page.locator('.row[aria-current]')).toBeInViewport()
  })

  test('without marks, the list is all there is', async ({ page }) => {
    await open(page, 'panel', 'panel-unmarked')
    await expect(page.getByText('11 de 11')).toBeVisible()
    expect(await marks(page)).toBe(0)
    await page.evaluate(() => chrome.storage.local.set({ marks: true }))
    await expect.poll(() => marks(page)).toBe(11)
  })

  test('copies the result as a table', async ({ page }) => {
    await open(page, 'panel', 'panel-known')
    await expect(page.getByText('11 de 11')).toBeVisible()
    await page.getByRole('button', { name: 'Copiar resultado' }).click()
    await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible()
    const table = await page.evaluate(() => navigator.clipboard.readText())
    expect(table.split('\n')).toHaveLength(12)
    expect(table).toContain('0456 LTR\tNo transferible\t')
  })
})

test('a mark opens its plate in the popup where there is no panel', async ({ page }) => {
  await open(page, 'options', 'empty')
  await expect(page.getByText('Conectada con Ventanilla')).toBeVisible()
  await page.evaluate(() => window.fake.page.press('1234BCD'))
  await expect.poll(() => page.evaluate(() => window.fake.opened)).toEqual(['popup'])
  const kept = await page.evaluate(() => chrome.storage.session.get('request-popup'))
  expect(kept).toMatchObject({ 'request-popup': { text: '1234BCD' } })
})
