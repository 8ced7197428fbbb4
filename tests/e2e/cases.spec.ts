import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { AnnotationFields } from '#shared/bridge/cases.ts'
import { type CasesFixture, test } from './cases-fixture.ts'
import { place } from './notification-windows.ts'

test.use({ serviceWorkers: 'block' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar en Expedientes' })
const rows = (page: Page) =>
  page.locator('.data-table__row').filter({ has: page.locator('.case__cell--plate') })
const foot = (page: Page) => page.locator('.list-foot [role="status"]')
const toast = (page: Page) => page.locator('.toast')

/** Saves annotations of a procedure. */
async function write({ control }: CasesFixture, id: string, { notes, ...fields }: Partial<AnnotationFields>) {
  const { version } = await control.call('annotations.get', { id })
  await control.call('annotations.save', { id, version, fields })
  if (notes !== undefined) await control.call('case-notes.add', { id, text: notes })
}

/** Three procedures, annotated by the office. */
async function office(desk: CasesFixture) {
  const lozano = await desk.follow('3308KDR')
  const ferrer = await desk.follow('0456LTR')
  const other = await desk.follow('M1234AB')
  await write(desk, lozano, {
    client: 'Autos Lozano',
    sellerName: 'Iñaki Núñez Peñalver',
    buyerName: 'Nuria Ferrer Castell',
    buyerTaxId: '12345678Z',
    contractDate: '02/11/2026',
  })
  await write(desk, ferrer, { client: 'Ocasión Vega, S.L.', notes: 'Trae el DNI nuevo el martes' })
  return { lozano, ferrer, other }
}

async function list(page: Page, n: number) {
  await page.getByRole('link', { name: 'Expedientes' }).click()
  await expect(foot(page)).toHaveText(`1–${n} de ${n}`)
}

test('found by every kind of fragment, without accents, and by all the words at once', async ({
  desk,
  first,
}) => {
  const { lozano, ferrer, other } = await office(desk)
  await list(first, 3)
  const finds = async (text: string, ...plates: string[]) => {
    await search(first).fill(text)
    await expect(rows(first)).toHaveCount(plates.length)
    for (const plate of plates) await expect(first.getByLabel(`Matrícula ${plate}`)).toBeVisible()
  }
  const [one, two, three] = ['3 3 0 8, K D R', '0 4 5 6, L T R', 'M, 1 2 3 4, A B']
  await finds('3308', one)
  await finds('0456 ltr', two)
  await finds('m-1234-ab', three)
  await finds('kd', one)
  await finds('nunez', one)
  await finds('FERRER', one)
  await finds('12345678z', one)
  await finds('ocasion vega', two)
  await finds('dni martes', two)
  await finds('F-1', one, two, three)
  await finds('lozano martes')
  await expect(first.getByRole('heading', { name: 'Nada coincide con «lozano martes».' })).toBeVisible()
  await finds(other, three)

  await first.keyboard.press('ControlOrMeta+k')
  await expect(first.getByRole('combobox')).toBeFocused()
  await first.keyboard.type('penalver')
  await expect(first.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await first.getByRole('option', { name: /Expediente$/ }).click()
  await expect.poll(() => place(first)).toMatchObject({ id: lozano })
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible()
  expect(lozano).not.toBe(ferrer)
})

test('states and counts follow the service; several are labelled, undone, and kept in a view of their own', async ({
  desk,
  first,
}) => {
  const { ferrer } = await office(desk)
  await list(first, 3)
  const blocked = first.getByRole('button', { name: /^Con incidencia/ })
  await expect(blocked).toHaveText('Con incidencia0')
  await desk.block(ferrer)
  await expect(blocked).toHaveText('Con incidencia1')
  await expect(first.locator('.places--side').getByRole('link', { name: /^Con incidencia/ })).toHaveText(
    'Con incidencia1',
  )

  await rows(first).first().focus()
  await first.keyboard.press('ControlOrMeta+a')
  await first.keyboard.press('l')
  await first.getByRole('combobox').fill('Fin de mes')
  await first.keyboard.press('Enter')
  await first.getByRole('button', { name: 'Guardar etiquetas' }).click()
  await expect(toast(first)).toContainText('Etiquetas cambiadas en 3 expedientes')
  await toast(first).getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(first)).toContainText('Deshecho')
  await expect(first.locator('.case__label')).toHaveCount(0)

  await blocked.click()
  await expect(foot(first)).toHaveText('1–1 de 1')
  await first.getByRole('button', { name: 'Opciones de la vista' }).click()
  await first.getByRole('menuitem', { name: 'Guardar vista' }).click()
  await first.keyboard.type('Para llamar')
  await first.keyboard.press('Enter')
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('Para llamar')
  await first.reload()
  await expect(first.locator('.places--side').getByRole('link', { name: /^Para llamar/ })).toHaveText(
    'Para llamar1',
  )
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('Para llamar')
})

test('what is exported is what is seen, safe for a Spanish spreadsheet', async ({ desk, first }) => {
  const { lozano } = await office(desk)
  await write(desk, lozano, { client: '=HYPERLINK("http://x")' })
  await list(first, 3)
  await search(first).fill('3308')
  await expect(foot(first)).toHaveText('1–1 de 1')
  const save = async (name: string) => {
    const download = first.waitForEvent('download')
    await first.getByRole('button', { name: 'Exportar' }).click()
    await first.getByRole('menuitem', { name }).click()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const csv = await save('CSV')
  expect(csv.name).toMatch(/^expedientes-.*\.csv$/)
  const text = csv.bytes.toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain('3308')
  expect(text).not.toMatch(/(^|;)"?=HYPERLINK/m)
  const book = await save('Excel')
  expect(book.name).toMatch(/\.xlsx$/)
  expect(book.bytes.subarray(0, 2).toString('latin1')).toBe('PK')
})
