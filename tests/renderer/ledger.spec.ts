import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { called, hold, open, release, releaseAll, settled } from './actions.ts'
import { clipboard, ID } from './procedure-actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

const LOZANO = clientDealerId('Lozano Ocasión, S.L.')
const owner = { procedureId: ID }
const account = (page: Page) => page.locator('[data-help="ledger:account"]')
const amount = (page: Page) => account(page).getByLabel(/^Importe/)
const rows = (page: Page) => account(page).locator('[data-entry]')
const balance = (page: Page) => account(page).locator('.ledger__balance')
const added = (page: Page) => called(page, 'ledger.add')

async function openAccount(page: Page, state: string) {
  await open(page, state)
  await expect(account(page).getByRole('form', { name: 'Apunte nuevo' })).toBeVisible()
}

test('the money of one case, from the provision to the settlement, with few keys', async ({ page }) => {
  await openAccount(page, 'ledger-section-empty')
  let presses = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses += 1
      await page.keyboard.press(key)
      await settled(page)
    }
  }
  // Ask for the fee of the registry and the fees with VAT, and copy the text.
  await press('d', '0', 'Enter', 'p')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Provisión pedida')
  await expect(rows(page)).toContainText('128,30 €')
  await expect.poll(() => clipboard(page)).toContain('128,30')
  // The client pays it.
  await press('0', 'Enter')
  await expect(rows(page)).toHaveCount(2)
  // What the office paid, and its fee.
  await press('1', 'Enter', '2', 'Enter')
  await expect(rows(page)).toHaveCount(4)
  await expect(balance(page)).toContainText('En paz')
  await press('l')
  await expect.poll(() => clipboard(page)).toContain('Liquidación')
  expect(presses).toBe(11)
  expect(await added(page)).toMatchObject([
    { owner, kind: 'request', cents: 12_830 },
    { owner, kind: 'payment', cents: 12_830 },
    { owner, kind: 'disbursement', concept: 'dgt-fee', cents: 5_570, vatRate: 0 },
    { owner, kind: 'fee', cents: 6_000, vatRate: 2_100 },
  ])
})

test('two presses of Enter, a held Enter and a double click write one entry', async ({ page }) => {
  await openAccount(page, 'ledger-section-empty')
  await hold(page, 'ledger.add')
  await amount(page).fill('20')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(amount(page)).toHaveValue('')

  await amount(page).fill('30')
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(rows(page)).toHaveCount(2)

  await amount(page).fill('40')
  await account(page).getByRole('button', { name: 'Apuntar' }).dblclick()
  await expect(rows(page)).toHaveCount(3)
  await releaseAll(page)
  await expect(account(page).getByText('Apuntando…')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(3)
  expect(await added(page)).toMatchObject([{ cents: 2_000 }, { cents: 3_000 }, { cents: 4_000 }])
})

test('an amount with two readings is asked, and nothing is written meanwhile', async ({ page }) => {
  await openAccount(page, 'ledger-section-empty')
  await amount(page).fill('12,500')
  await page.keyboard.press('Enter')
  await expect(account(page).getByText('¿Qué importe es?')).toBeVisible()
  expect(await added(page)).toEqual([])
  const form = account(page).getByRole('form')
  await form.evaluate((element) => element.scrollIntoView())
  const place = await form.boundingBox()
  await account(page).getByRole('button', { name: '12,50 €', exact: true }).click()
  await expect(amount(page)).toBeFocused()
  expect(await form.boundingBox()).toEqual(place)
  await page.keyboard.press('Enter')
  await expect.poll(() => added(page)).toMatchObject([{ cents: 1_250 }])
})

test('what cannot be an entry says why, and keeps what is typed', async ({ page }) => {
  await openAccount(page, 'ledger-section-empty')
  for (const [typed, problem] of [
    ['doce', 'No es un importe'],
    ['-20', 'Sin signo'],
    ['0', 'no puede ser de 0 €'],
  ] as const) {
    await amount(page).fill(typed)
    await page.keyboard.press('Enter')
    await expect(account(page).getByText(problem)).toBeVisible()
    await expect(amount(page)).toHaveValue(typed)
    await expect(amount(page)).toBeFocused()
  }
  await amount(page).fill('20')
  await account(page).getByLabel('Día').fill('31/02/2026')
  await page.keyboard.press('Enter')
  await expect(account(page).getByText('Ese día no existe')).toBeVisible()
  await expect(account(page).getByLabel('Día')).toBeFocused()
  expect(await added(page)).toEqual([])
})

test('an entry that could not be written says so, and its retry has the same id', async ({ page }) => {
  await openAccount(page, 'ledger-section-refused')
  await amount(page).fill('20')
  await page.keyboard.press('Enter')
  const row = rows(page).filter({ hasText: 'No se ha apuntado.' })
  await expect(row).toBeVisible()
  await page.evaluate(() => void (window.bridge.scene.refuses = {}))
  await row.getByRole('button', { name: /^Reintentar/ }).click()
  await expect(account(page).getByText('No se ha apuntado.')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(6)
  const [first, again] = (await added(page)) as { id: string }[]
  expect(again).toEqual(first)
})

test('an answer that is lost with the connection is not known, and the entry is written once', async ({
  page,
}) => {
  await openAccount(page, 'ledger-section-empty')
  await hold(page, 'ledger.add')
  await amount(page).fill('20')
  await page.keyboard.press('Enter')
  await expect(account(page).getByText('Apuntando…')).toBeVisible()
  await page.evaluate(() => {
    window.bridge.setLink('lost')
    window.bridge.release()
  })
  await expect(account(page).getByText('No sabemos si se ha apuntado.')).toBeVisible()
  await hold(page)
  await page.evaluate(() => window.bridge.setLink('connected'))
  await account(page)
    .getByRole('button', { name: /^Reintentar/ })
    .click()
  await expect(account(page).getByText('No sabemos')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(1)
  await expect(balance(page)).toContainText('Pedido 20,00 €')
})

test('a failed entry and typed text outlive the page', async ({ page }) => {
  await openAccount(page, 'ledger-section-refused')
  await amount(page).fill('20')
  await page.keyboard.press('Enter')
  await expect(account(page).getByText('No se ha apuntado.')).toBeVisible()
  await amount(page).fill('77')
  await account(page)
    .getByRole('button', { name: /^Ver el mes de/ })
    .click()
  await expect(page.getByText('Saldo final')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(account(page).getByText('No se ha apuntado.')).toBeVisible()
  await expect(amount(page)).toHaveValue('77')
})

test('a correction asks the reason, writes a counter-entry, and is corrected in its turn', async ({
  page,
}) => {
  await openAccount(page, 'ledger-section')
  await expect(balance(page)).toContainText('A favor del cliente 60,17 €')
  await account(page)
    .getByRole('button', { name: /^Anular ITP/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Anular ITP/ })
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Falta el motivo.')).toBeVisible()
  expect(await called(page, 'ledger.correct')).toEqual([])
  await page.keyboard.type('Lo paga el cliente')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const wrong = rows(page).filter({ hasText: 'Modelo 620' })
  await expect(wrong.getByText('Anulado')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Anulación: ITP' })).toContainText('Lo paga el cliente')
  await expect(balance(page)).toContainText('A favor del cliente 240,17 €')

  const counter = rows(page).filter({ hasText: 'Anulación: ITP' })
  await counter.getByRole('button', { name: /^Anular/ }).click()
  await page.keyboard.type('Al final lo pagamos nosotros')
  await page.keyboard.press('Enter')
  await expect(counter.first().getByText('Anulado')).toBeVisible()
  await expect(balance(page)).toContainText('A favor del cliente 60,17 €')
})

test('a correction that fails says so, and can be tried again', async ({ page }) => {
  await openAccount(page, 'ledger-section-refused')
  await account(page)
    .getByRole('button', { name: /^Anular ITP/ })
    .click()
  await page.keyboard.type('Error')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.evaluate(() => void (window.bridge.scene.refuses = {}))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rows(page).getByText('Anulado', { exact: true })).toHaveCount(1)
})

test('two alike entries: the later one asks, and both answers end the question', async ({ page }) => {
  await openAccount(page, 'ledger-section-alike')
  const question = account(page).getByText('Parece el mismo apunte que el de Ana Ruiz.')
  await expect(question).toHaveCount(1)
  await expect(rows(page).nth(2)).toContainText('Parece el mismo')
  await account(page)
    .getByRole('button', { name: /^Son dos/ })
    .click()
  await expect(question).toHaveCount(0)
  await expect(balance(page)).toContainText('Recibido 600,00 €')

  await openAccount(page, 'ledger-section-alike')
  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^Anular/ })
    .click()
  await expect(page.getByLabel('Motivo')).toHaveValue('Repetido')
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(balance(page)).toContainText('Recibido 300,00 €')
})

test('another window changes the account: it is on screen, and nothing moves under the hand', async ({
  page,
}) => {
  await openAccount(page, 'ledger-section-empty')
  await page.keyboard.press('d')
  await amount(page).fill('15')
  const form = account(page).getByRole('form')
  const place = await form.boundingBox()
  const tariff = account(page).getByRole('button', { name: /^Tasa de Tráfico/ })
  await page.evaluate(
    (procedureId) =>
      window.bridge.call('ledger.add', {
        id: crypto.randomUUID(),
        owner: { procedureId },
        kind: 'disbursement',
        concept: 'dgt-fee',
        text: '',
        cents: 5_570,
        vatRate: 0,
        day: '2026-11-20',
      }),
    ID,
  )
  await expect(rows(page)).toHaveCount(1)
  await expect(balance(page)).toContainText('Falta cobrar 55,70 €')
  // The proposal keeps its place and number, and can no longer be pressed.
  await expect(tariff).toBeDisabled()
  await expect(amount(page)).toHaveValue('15')
  await expect(account(page).getByRole('radio', { name: 'Provisión pedida' })).toBeChecked()
  expect(await form.boundingBox()).toEqual(place)
})

test('all proposals with an amount are added by one press, and only once', async ({ page }) => {
  await openAccount(page, 'ledger-section-empty')
  await hold(page, 'ledger.add')
  const all = account(page).getByRole('button', { name: 'Añadir todas: 128,30 €' })
  await all.dblclick()
  await expect(rows(page)).toHaveCount(2)
  await releaseAll(page)
  await expect(balance(page)).toContainText('Falta cobrar 128,30 €')
  expect(await added(page)).toHaveLength(2)
})

test('a tariff with a line without amount adds no line by itself', async ({ page }) => {
  await openAccount(page, 'ledger-section-open')
  await expect(account(page).getByRole('button', { name: /^Añadir todas/ })).toHaveCount(0)
  await page.keyboard.press('d')
  await page.keyboard.press('2')
  await expect(amount(page)).toBeFocused()
  await expect(account(page).getByLabel('Concepto')).toHaveValue('itp')
  await page.keyboard.type('180,5')
  await page.keyboard.press('Enter')
  await expect.poll(() => added(page)).toMatchObject([{ concept: 'itp', cents: 18_050 }])
})

test('an automatic entry says that nobody wrote it', async ({ page }) => {
  await openAccount(page, 'ledger-section')
  await expect(rows(page).filter({ hasText: 'Informe completo' })).toContainText(
    'Apunte automático: informe completo pagado',
  )
})

test('the statements are saved as PDF from the menu', async ({ page }) => {
  await openAccount(page, 'ledger-section')
  await account(page).getByRole('button', { name: 'Para el cliente' }).click()
  await page.getByRole('menuitem', { name: 'Liquidación en PDF' }).click()
  await expect.poll(() => called(page, 'ledger.pdf')).toEqual([{ owner, what: 'settlement' }])
  await expect(account(page)).toContainText('No es una factura')
})

test('Cobros is searched, filtered and opened by keyboard alone', async ({ page }) => {
  await open(page, 'ledger')
  await expect(page.locator('[data-row="0"]')).toContainText('Guadalquivir')
  await expect(page.locator('[data-row="0"]')).toContainText('Falta cobrar 1.349,50 €')
  await page.locator('[data-row="0"]').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('LOZANO')
  await expect(page.getByRole('status').filter({ hasText: '1 cliente' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Lozano Ocasión, S.L.', level: 1 })).toBeVisible()
  expect(page.url()).not.toContain('ozano')
  expect(await page.title()).not.toContain('Lozano')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue('LOZANO')
  await page.keyboard.press('Escape')
  await page.getByText('A su favor').click()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page.locator('[data-row="0"]')).toContainText('Nuria Ferrer Castell')
})

test('the month of a client adds up, and what is given is of the month on screen', async ({ page }) => {
  await open(page, 'ledger-client')
  const sums = page.locator('.ledger-client__sums')
  await expect(sums).toContainText('Falta cobrar 145,20 €')
  await expect(sums).toContainText('Falta cobrar 107,63 €')
  await page.keyboard.press('e')
  await expect
    .poll(() => called(page, 'ledger.export'))
    .toEqual([{ month: '2026-11', client: LOZANO, format: 'xlsx' }])
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Octubre de 2026')).toBeVisible()
  await expect(sums).toContainText('En paz')
  await page.keyboard.press('l')
  await expect
    .poll(() => called(page, 'ledger.statement'))
    .toEqual([{ owner: { client: LOZANO }, what: 'settlement', month: '2026-10' }])
  await page.keyboard.press('t')
  await expect(page.getByText('Noviembre de 2026')).toBeVisible()
})

test('an entry without a case is written on the page of the client', async ({ page }) => {
  await open(page, 'ledger-client')
  await page.keyboard.press('d')
  await page.keyboard.press('0')
  await page.keyboard.press('Enter')
  await expect.poll(() => added(page)).toMatchObject([{ owner: { client: LOZANO }, cents: 10_763 }])
  await expect(page.locator('.ledger-client__sums')).toContainText('En paz')
})

test('what is printed is the month, procedure by procedure', async ({ page }) => {
  await open(page, 'ledger-client')
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.keyboard.press('Control+p')
  const sheet = page.locator('.print-sheet')
  await expect(sheet).toContainText('Cuenta de Lozano Ocasión, S.L.')
  await expect(sheet).toContainText('No es una factura')
  await expect(sheet.locator('th[scope="rowgroup"]')).toHaveCount(2)
})

test('hidden names are on no part of Cobros', async ({ page }) => {
  await open(page, 'ledger-hidden')
  await expect(page.locator('main')).toContainText('renting')
  await expect(page.locator('main')).not.toContainText('Lozano')
  await open(page, 'ledger-client-hidden')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cliente')
  await expect(page.locator('main')).not.toContainText('Lozano')
})

test('a tariff that another PC changed is not overwritten unless the user says so', async ({ page }) => {
  await open(page, 'ledger')
  await page.getByRole('button', { name: 'Tarifas…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tarifas de la oficina' })
  const fee = dialog.getByLabel('Importe sin IVA')
  await fee.fill('75')
  await page.evaluate(() =>
    window.bridge.call('ledger.save-tariff', { client: null, kind: 'transfer', lines: [], version: 0 }),
  )
  await expect(dialog.getByText(/^Alguien ha cambiado esta tarifa/)).toBeVisible()
  await expect(fee).toHaveValue('75')
  await expect(dialog.getByRole('button', { name: 'Guardar', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Guardar la mía' }).click()
  await expect(dialog.getByText(/^Alguien ha cambiado/)).toHaveCount(0)
  const saved = await called(page, 'ledger.save-tariff')
  expect(saved.at(-1)).toMatchObject({ version: 1, lines: [{ cents: 5_570 }, { cents: 7_500 }] })
})

test('a client gets its own tariff from the lines of the office', async ({ page }) => {
  await open(page, 'ledger-client')
  await page.getByRole('button', { name: 'Ver la tarifa…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tarifa de Lozano Ocasión, S.L.' })
  await expect(dialog.getByText(/^Este cliente no tiene tarifa propia/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Añadir línea' }).click()
  const last = dialog.getByRole('group', { name: 'Línea 3' })
  await last.getByLabel('Apunte').selectOption('ivtm')
  await last.getByLabel('Año').fill('26')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('El año tiene cuatro cifras.')).toBeVisible()
  await last.getByLabel('Año').fill('2026')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await called(page, 'ledger.save-tariff')).toMatchObject([
    {
      client: LOZANO,
      kind: 'transfer',
      version: 0,
      lines: [{}, {}, { concept: 'ivtm', cents: null, year: 2026 }],
    },
  ])
})

test('one key copies, and a held key copies once', async ({ page }) => {
  await openAccount(page, 'ledger-section')
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('p')
  await page.keyboard.up('p')
  await release(page)
  await expect.poll(() => clipboard(page)).toContain('Provisión de fondos: 300,00')
  expect(await called(page, 'ledger.statement')).toHaveLength(1)
})
