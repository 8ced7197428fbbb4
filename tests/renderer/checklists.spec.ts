import { called, open, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { documents } from './states-documents.ts'
import { importChecklists } from './states-client.ts'

const list = (page: Page) => page.locator('.requirements')
const requirement = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page) => page.locator('[data-section="checklists"]')
const item = (page: Page, situation: string) =>
  section(page).getByRole('button', { name: `Cambiar la lista: ${situation}` })

async function openDocuments(page: Page) {
  await open(page, 'documents')
  await documents(page)
}

test('the type of a case is chosen by keyboard, and the list of the draft asks for its documents', async ({
  page,
}) => {
  await openDocuments(page)
  // The tax id of the seller tells that it is a company.
  await expect(page.locator('.checklist__case')).toContainText('Empresa: transmitente')
  await expect(requirement(page, 'DNI o NIF del transmitente')).toContainText('Falta')
  const choose = page.getByRole('button', { name: 'Tipo de caso…' })
  await choose.focus()
  await page.keyboard.press('Enter')
  const buyer = dialog(page).getByRole('group', { name: 'Adquirente' })
  await expect(
    dialog(page)
      .getByRole('group', { name: 'Transmitente' })
      .getByRole('checkbox', { name: /^Empresa/ }),
  ).toBeDisabled()
  const minor = buyer.getByRole('checkbox', { name: 'Menor de edad' })
  await minor.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(choose).toBeFocused()
  expect(await called(page, 'procedures.draft-situations')).toEqual([
    { id: 'draft-kdr', situations: ['minor:buyer'] },
  ])
  await expect(page.locator('.checklist__case')).toContainText('Menor de edad: adquirente')
  await expect(requirement(page, 'Libro de familia o documento de la tutela')).toContainText('Falta')
  await expect(requirement(page, 'Mandato firmado')).toContainText('Firma: el representante')
})

test('a document counts only for the party that the user chooses on its row', async ({ page }) => {
  await openDocuments(page)
  const party = page.getByRole('combobox', { name: 'De quién es DNI_vendedor_dos_caras.pdf' })
  // The name says whose it is: the seller is a company, so it is of its representative.
  await expect(party.locator('option:checked')).toHaveText('Representante (por el nombre)')
  await expect(requirement(page, 'DNI o NIF del adquirente')).toContainText('Falta')
  await party.focus()
  await page.keyboard.type('Adq')
  await expect(party.locator('option:checked')).toHaveText('Adquirente')
  await expect(requirement(page, 'DNI o NIF del adquirente')).toContainText('Está')
  await expect(requirement(page, 'DNI o NIE del representante')).toContainText('Falta')
  await party.selectOption('representative')
  await expect(requirement(page, 'DNI o NIF del adquirente')).toContainText('Falta')
  await expect(requirement(page, 'DNI o NIE del representante')).toContainText('Está')
  expect(await called(page, 'procedures.document-party')).toEqual([
    { documentId: 'd-dni', party: 'buyer' },
    { documentId: 'd-dni', party: 'representative' },
  ])
})

test('the page of a procedure has the same list, its type of case and the parties of its documents', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await open(page, 'file-page')
  await expect(requirement(page, 'DNI o NIF del adquirente')).toContainText('Está')
  await page.getByRole('button', { name: 'Tipo de caso…' }).click()
  await dialog(page)
    .getByRole('group', { name: 'La operación' })
    .getByRole('checkbox', { name: 'Fin de leasing o renting' })
    .check()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(requirement(page, 'Cancelación del leasing o renting')).toContainText('Falta')
  const party = page.getByRole('combobox', { name: /^De quién es DNI/ }).first()
  await party.selectOption('seller')
  await expect(requirement(page, 'DNI o NIF del adquirente')).not.toContainText('Está')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Imprimir carátula' }).click()
  const sheet = page.locator('.cover-sheet')
  await expect(sheet).toContainText('Cancelación del leasing o renting · Firma: el transmitente')
})

test('the office adds, renames, moves and removes documents of a list, and brings back the original', async ({
  page,
}) => {
  await open(page, 'checklists')
  await item(page, 'Herencia').click()
  await dialog(page).getByRole('button', { name: 'Añadir documento' }).click()
  // The focus is in the name of the new document.
  await page.keyboard.type('Últimas voluntades')
  await dialog(page).getByRole('button', { name: 'Subir Últimas voluntades' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Quitar Impuesto de sucesiones, pagado o exento' }).click()
  const first = dialog(page).getByRole('textbox', { name: 'Documento' }).first()
  await first.fill('Defunción')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  const [saved] = (await called(page, 'checklists.save')) as { items: { name: string; id: string }[] }[]
  expect(saved?.items.map(({ id, name }) => name || id)).toEqual([
    'Defunción',
    'inheritance-deed',
    'Últimas voluntades',
    'mandate',
  ])
  const line = section(page).locator('.setting-item').filter({ hasText: 'Últimas voluntades' })
  await expect(line).toContainText('De la oficina')
  await item(page, 'Herencia').click()
  await dialog(page).getByRole('button', { name: 'Volver a la de la aplicación' }).click()
  await expect(line).toHaveCount(0)
})

test('a list that another window changed meanwhile is not overwritten', async ({ page }) => {
  await open(page, 'checklists')
  await item(page, 'Caso corriente').click()
  await page.evaluate(() => {
    const { own, versions } = window.bridge.scene.checklists!
    window.bridge.scene.checklists = { own, versions: { ...versions, 'transfer person': 9 } }
  })
  await dialog(page).getByRole('button', { name: 'Quitar Hoja de encargo' }).click()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog(page)).toContainText('Otra ventana u otro equipo la ha cambiado.')
})

test('a file with an error is refused whole, and the place is named; a right one replaces its lists', async ({
  page,
}) => {
  await open(page, 'checklists')
  const right = { id: 'a', name: 'Permiso del juzgado', types: [], party: 'representative', signer: 'none' }
  await importChecklists(page, { transfer: { minor: [right], import: [{ ...right, signer: 'king' }] } })
  await expect(section(page)).toContainText('No se ha importado nada')
  await expect(section(page)).toContainText('Transferencia › Importación › documento 1 › quién firma')
  await expect(section(page)).not.toContainText('Permiso del juzgado')
  await importChecklists(page, { transfer: { minor: [right] } })
  await settled(page)
  await expect(
    section(page).locator('.setting-item').filter({ hasText: 'Permiso del juzgado' }),
  ).toContainText('De la oficina')
  await expect(section(page)).not.toContainText('No se ha importado nada')
})
