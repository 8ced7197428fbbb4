import { expect, type Page } from '@playwright/test'
import { expectAccessible, picture } from './accessible.ts'
import { test } from './demonstration-test.ts'
import {
  addSamples,
  askComplete,
  bar,
  lookUp,
  openCase,
  reviewAndSend,
  sendToSign,
  solveWith,
  step,
  toDocuments,
  until,
} from './training-fixture.ts'

const pending = (page: Page) => page.getByRole('button', { name: /cosas? pendientes?/ })

test('from the first start to the end of the tour, by keyboard alone', async ({ page, start }) => {
  await page.goto((await start()).entry)
  await expect(pending(page)).toBeVisible()
  // The sample office opens without anything in the attention line.
  await expect(page.getByText('¿Te enseñamos Ventanilla?')).toHaveCount(0)
  await page.keyboard.press('F8')
  await expect(page.getByText('No sabemos si se pidió el informe completo')).toBeVisible()
  await picture(page, 'training/offer')
  await until(page, 'Tab', 'Empezar el paseo')
  await page.keyboard.press('Enter')
  await step(page, '¿Se puede transferir?')
  await expectAccessible(page)
  await picture(page, 'training/tour-1')

  await lookUp(page, '5210KVN')
  await step(page, 'El informe completo')
  await picture(page, 'training/tour-2')

  await askComplete(page)
  await step(page, 'Una transferencia con sus documentos')
  await picture(page, 'training/tour-3')

  await page.keyboard.press('Alt+t')
  await toDocuments(page)
  await picture(page, 'training/tour-3-documents')
  await addSamples(page)
  await expect(bar(page).getByText('Le pones sus documentos')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'training/tour-3-added')
  await reviewAndSend(page)
  await step(page, 'Una incidencia')
  await picture(page, 'training/tour-4')

  await openCase(page, '7744')
  await expect(page.locator('.state-chip')).toHaveText('Con incidencia')
  await picture(page, 'training/tour-4-page')
  await solveWith(page, /^Añadir Contrato/)
  await step(page, 'Que firme el cliente')
  await picture(page, 'training/tour-5')

  await page.keyboard.press('Control+3')
  await page.getByRole('button', { name: 'Enviar a firmar' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: 'DNI, NIE o NIF' }).waitFor()
  await until(page, 'Tab', /00000000T/)
  await page.keyboard.press('Enter')
  await picture(page, 'training/tour-5-form')
  await sendToSign(page)
  await step(page, 'Encontrarlo todo')
  await picture(page, 'training/tour-6')

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('7744')
  await expect(page.getByRole('option', { selected: true })).toContainText('7744')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('Has terminado el paseo')
  await expectAccessible(page)
  await picture(page, 'training/tour-end')
})

test('two windows show the same tour, which a kill does not lose and either can leave and take up', async ({
  page,
  context,
  start,
}) => {
  const first = await start()
  await page.goto(first.entry)
  await pending(page).press('Enter')
  await page.getByRole('button', { name: 'Empezar el paseo' }).press('Enter')
  await step(page, '¿Se puede transferir?')
  const other = await context.newPage()
  await other.goto(`${first.origin}/novedades`)
  await step(other, '¿Se puede transferir?')
  await bar(other).getByRole('button', { name: 'Desplegar' }).press('Enter')
  await expect(bar(other).getByText('Consultas una matrícula')).toBeVisible()
  await bar(other).getByRole('button', { name: 'Saltar este paso' }).press('Enter')
  await step(other, 'El informe completo')
  await step(page, 'El informe completo')
  await expect(bar(page).getByRole('img')).toHaveAccessibleName(/1 saltado/)
  await other.close()

  await first.kill()
  const second = await start()
  await page.goto(second.entry)
  await step(page, 'El informe completo')
  // Offered once: the tour that was taken is not offered again, nor when it was left.
  await bar(page).getByRole('button', { name: 'Dejarlo para luego' }).press('Enter')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('¿Te enseñamos Ventanilla?')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('seguir con el paseo')
  await expect(page.getByRole('option', { selected: true })).toContainText('Seguir con el paseo')
  await page.keyboard.press('Enter')
  await step(page, 'El informe completo')
})
