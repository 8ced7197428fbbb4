import { expect } from '@playwright/test'
import { heading, KEY, look, openDraft, test } from './procedure-fixture.ts'

/** Procedures begun elsewhere and continued here; and those that begin where another one ended. */

const registration = {
  vin: 'WVWZZZ1KZXW000001',
  userEmail: 'otra@gestoriaribera.es',
  documents: [],
  confirmed: false,
}

test('a registration that is only a draft at the service: changed from here, and sent once', async ({
  page,
  office,
  operator,
}) => {
  const answer = await fetch(`${operator.url}/v1/procedures/registration`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(registration),
  })
  const { id } = (await answer.json()) as { id: string }
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Añadir por ID o enlace' }).press('Enter')
  await page.getByRole('textbox', { name: 'ID o enlace' }).fill(id)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Seguir con él' }).press('Enter')

  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: /^1\./ }).press('Enter')
  const chassis = page.getByRole('textbox', { name: 'Bastidor' })
  await expect(chassis).toBeFocused()
  await expect(chassis).toHaveValue(/WVW ?ZZZ1K ?ZXW ?000001/)
  await chassis.fill('VSSZZZ5FZHR000417')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Correo/ }).fill('marta@gestoriaribera.es')
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: /^5\./ }).press('Enter')
  await expect(page.getByText('VSS ZZZ5F ZHR 000417')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await look(page, 'adopted')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Matriculación enviada a Tráfico')).toBeVisible()
  await page.getByRole('button', { name: 'Ver expediente' }).press('Enter')
  await expect(page.getByText('Pendiente').first()).toBeVisible()
  expect(await office.served()).toEqual([
    expect.objectContaining({
      id,
      status: 'PENDING',
      vin: 'VSSZZZ5FZHR000417',
      user_email: 'marta@gestoriaribera.es',
    }),
  ])
})

test('another like one that was sent: the same people, and neither the vehicle nor the sale', async ({
  page,
  demo,
}) => {
  await demo.control.call('settings.update', { undoSeconds: 0 })
  await demo.control.call('procedures.draft-create', {
    kind: 'transfer',
    fields: {
      vrm: '1234BCD',
      taxableBase: '8.250',
      invoiceNumber: 'F-1',
      userEmail: 'ana@gestoria.es',
      client: 'Autos Lozano',
    },
  })
  await openDraft(page, 'drafts')
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: /^5\./ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Crear otro igual' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toHaveValue('')
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: /^2\./ }).press('Enter')
  await expect(page.getByLabel('Base imponible')).toHaveValue('')
  await expect(page.getByLabel(/^N\.º de factura/)).toHaveValue('')
  await expect(page.getByLabel(/^Correo/)).toHaveValue('ana@gestoria.es')
  await expect(page.getByLabel(/^Cliente/)).toHaveValue('Autos Lozano')
})
