import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, type Page } from '@playwright/test'
import {
  heading,
  KEY,
  look,
  type Office,
  openAllCases,
  type Operator,
  pdf,
  ready,
  test,
} from './procedure-fixture.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const simulate = async (page: Page, label: string, option: string, name: string) => {
  await page.getByLabel(label).selectOption(option)
  await page.locator('.simulator__go').filter({ hasText: name }).click()
  await expect(page.locator('.simulator__done')).toContainText('Hecho')
}

/** Transfer created by another client of the service, with one document, tracked here. @returns its id */
async function followed(operator: Operator, { control }: Office): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}` }
  const created = await fetch(`${operator.url}/v1/procedures/transfer`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      vrm: '3308KDR',
      taxableBase: 8250,
      invoiceNumber: 'F-2026/0859',
      userEmail: 'marta@gestoriaribera.example',
      documents: [],
    }),
  })
  const { id } = (await created.json()) as { id: string }
  const form = new FormData()
  form.set('type', 'national_id')
  form.set('file', new Blob([pdf('dni.pdf').buffer], { type: 'application/pdf' }), 'dni.pdf')
  const given = await fetch(`${operator.url}/v1/procedures/${id}/documents`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(given.ok, await given.text()).toBe(true)
  await control.call('changes.add', { text: id })
  return id
}

async function openPage(page: Page) {
  await page.getByRole('row').nth(1).press('Enter')
  await expect(heading(page, 'Actividad')).toBeVisible()
}

test('an incident is solved with a replacement, and the whole of it is seen on the page', async ({
  page,
  operator,
  office,
}) => {
  await followed(operator, office)
  await page.keyboard.press('Control+2')
  await openPage(page)
  await page.getByLabel('Crear una incidencia').selectOption('unreadable-document')
  await page.getByLabel('Del documento').selectOption({ index: 1 })
  await page.locator('.simulator__go').filter({ hasText: 'Crear' }).click()
  await expect(page.locator('.state-chip')).toHaveText('Con incidencia')
  await look(page, 'file-page-blocked')

  await button(page, /Subir y resolver: Documento ilegible/).click()
  await page.locator('input[type=file]').setInputFiles(pdf('dni-nuevo.pdf'))
  await button(page, 'Subir y marcar como resuelta').click()
  await expect(page.locator('.state-chip')).toHaveText('Pendiente')
  await expect(heading(page, 'Resueltas')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Documentos enviados' }).getByRole('listitem')).toHaveCount(2)
  await look(page, 'file-page-solved')
})

test('done: papers are seen, saved, zipped and printed, and read again with everything else off', async ({
  page,
  operator,
  office,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      const drawn = document.querySelectorAll('.print-sheet img').length
      document.documentElement.dataset['printed'] = String(drawn)
      dispatchEvent(new Event('afterprint'))
    }
  })
  await followed(operator, office)
  await page.reload()
  await ready(page)
  await page.keyboard.press('Control+2')
  await openPage(page)
  await page.getByRole('button', { name: 'Apuntar', exact: true }).click()
  await page.getByLabel('Cliente o compraventa').fill('Lozano Ocasión')
  await expect(page.getByText('Guardado en este equipo')).toBeVisible()
  await button(page, 'Listo').click()
  await simulate(page, 'Emitir un documento', 'submission_proof', 'Emitir')
  await simulate(page, 'Emitir un documento', 'es_itp_doc', 'Emitir')
  await simulate(page, 'Llevar a este estado', 'DONE', 'Aplicar')
  await expect(page.locator('.state-chip')).toHaveText('Finalizado')
  const listed = page.getByRole('list', { name: 'Documentos listos' }).getByRole('listitem')
  // Documents issued by hand, and those that the service makes for a finished transfer.
  await expect(listed).toHaveCount(5)

  await button(page, 'Ver Justificante de presentación').click()
  await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
  const one = page.waitForEvent('download')
  await page.keyboard.press('Control+s')
  expect((await one).suggestedFilename()).toMatch(/^3308KDR_.*presentaci.*\.pdf$/)
  await page.keyboard.press('Escape')

  const all = page.waitForEvent('download')
  await button(page, 'Guardar todos (ZIP)').click()
  const zip = unzipSync(await readFile(await (await all).path()))
  const serviceDocuments = Object.entries(zip).filter(([name]) => name.endsWith('.pdf'))
  expect(serviceDocuments).toHaveLength(5)
  for (const [name, bytes] of serviceDocuments) {
    expect(name).toContain('3308KDR')
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  }
  await button(page, 'Imprimir').click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', /[1-9]/)

  await button(page, 'Más sobre los documentos').click()
  await page.getByRole('menuitem', { name: 'Traer a este equipo' }).click()
  await expect(page.locator('.service-document__kept').first()).toBeVisible()

  office.control.close()
  await operator.kill()
  await office.application.stop()
  await office.startAgain()
  await openAllCases(page)
  await openPage(page)
  await expect(page.locator('.state-chip')).toHaveText('Finalizado')
  await expect(page.getByText('Lozano Ocasión')).toBeVisible()
  await expect(page.locator('.timeline')).toContainText('Finalizado')
  await button(page, 'Ver ITP (modelo 620)').click()
  await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
  await look(page, 'file-page-offline')
})
