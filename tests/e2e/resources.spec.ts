import { expect, test as base, type Page } from '@playwright/test'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { elsewhere, enterAccount, KEY, transfer } from './account-fixture.ts'
import { expectAccessible } from './accessible.ts'

interface Fixtures {
  service: ServiceProcess
  application: Application
}

/** An office on a PC without a keychain, and the operator's environment, where another client creates things. */
const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  service: async ({}, use) => {
    const service = await startServiceProcess(KEY)
    await use(service)
    await service.stop()
  },
  // oxlint-disable-next-line no-empty-pattern
  application: async ({}, use) => {
    const directory = await temporaryDataDir()
    const application = await startApplication(directory.path, ['--port=0'])
    await use(application)
    await application.stop()
    await directory.remove()
  },
})

async function addResource(page: Page, text: string) {
  await page.getByRole('button', { name: 'Añadir por ID o enlace' }).click()
  await addId(page, text)
}

async function addId(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'ID o enlace' }).fill(text)
  await page.keyboard.press('Enter')
}

test('what was created elsewhere is added by its link, followed as it changes, and read with the service off', async ({
  page,
  application,
  service,
}) => {
  const { id, webUrl } = await transfer(service)
  await enterAccount(page, application, service)
  await page.getByRole('link', { name: 'Expedientes' }).click()
  await expect(page.getByRole('heading', { name: 'Aún no hay expedientes.' })).toBeVisible()
  await addResource(page, webUrl)
  await expect(page.getByRole('img', { name: 'Matrícula 3 3 0 8, K D R' })).toBeVisible()
  await expect(page.locator('.state-chip')).toHaveText('Pendiente')
  await expect(page.getByText('8.250,00 €')).toBeVisible()
  expect(page.url()).not.toContain(id)

  // Without a press: the page is live-polled while visible.
  await elsewhere(service, 'POST', `/v1/test/procedures/${id}/incidents`, { type: 'unpaid-ivtm-tax' })
  await expect(page.locator('.state-chip')).toHaveText('Con incidencia')
  await expect(page.getByRole('heading', { name: 'Depende de ti' })).toBeVisible()
  await expect(page.getByText('Paga el recibo y sube el justificante')).toBeVisible()
  await expect(page.locator('.timeline')).toContainText('Con incidencia')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Silenciar avisos' }).click()
  await expect(page.getByText('Avisos silenciados')).toBeAttached()

  await service.stop()
  await page.reload()
  await expect(page.getByText('Paga el recibo y sube el justificante')).toBeVisible()
  await expect(page.getByText('Avisos silenciados')).toBeAttached()
  await page.keyboard.press('r')
  await expect(page.getByRole('main').getByRole('alert').last()).toContainText('No se ha podido conectar.')
  await expect(page.getByText('Paga el recibo y sube el justificante')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').nth(1)).toContainText('Con incidencia')
  await page.getByRole('button', { name: 'Opciones de la vista' }).click()
  await page.getByRole('menuitem', { name: 'Añadir por ID o enlace' }).click()
  await addId(page, 'otro-id')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('No se ha añadido nada.')
})

test('a signature by its bare id; and an id of nobody', async ({ page, application, service }) => {
  const { id } = await elsewhere(service, 'POST', '/v1/signatures/mandate-generic', {
    signer: {
      type: 'person',
      idNumber: '12345678Z',
      fullname: 'Nuria Ferrer Castell',
      email: 'nuria@correo.example',
      deliveryMethod: 'email',
    },
  })
  await enterAccount(page, application, service)
  await page.getByRole('link', { name: 'Firmas' }).click()
  await addResource(page, 'sig_no_existe')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('no lo encuentra en esta cuenta')
  await page.getByRole('textbox', { name: 'ID o enlace' }).fill(id)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Mandato genérico' })).toBeVisible()
  await expect(page.locator('.state-chip')).toHaveText(/Pendiente de firma|Registrada/)
  await expect(page.getByText('Nuria Ferrer Castell').first()).toBeVisible()
  expect(await page.content()).not.toContain('12345678Z')
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect(page.getByText('12345678Z')).toBeVisible()
})
