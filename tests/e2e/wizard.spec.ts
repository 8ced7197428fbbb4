import { expect, test as base, type Page } from '@playwright/test'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'

interface Fixtures {
  dataDir: string
  start: () => Promise<Application>
}

/** Every test has its own data directory; what it starts is on its demonstration, with its own service. */
const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  dataDir: async ({}, use) => {
    const directory = await temporaryDataDir()
    await use(directory.path)
    await directory.remove()
  },
  start: async ({ dataDir }, use) => {
    const started: Application[] = []
    await use(async () => {
      const application = await startApplication(dataDir, ['--port=0'])
      started.push(application)
      return application
    })
    for (const application of started) await application.stop()
  },
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

async function begin(page: Page, application: Application, kind: 'm' | 't' | 'n' = 't') {
  await page.goto(application.entry)
  await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Nuevo' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press(kind)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Vehículo')).toBeVisible()
  await expect(page.locator('.wizard__content input').first()).toBeFocused()
}

async function fillIn(page: Page, plate: string) {
  await page.keyboard.type(plate)
  await expect(page.getByRole('region', { name: 'Veredicto' }).getByText('Transferible')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  await page.keyboard.type('8.250')
  await page.keyboard.press('Tab')
  await page.keyboard.type('F-2026/0859')
  await page.getByLabel('Correo del usuario').fill('marta@gestoriaribera.es')
}

test('a transfer with a document, from nothing to its receipt and its page', async ({ page, start }) => {
  await begin(page, await start())
  await fillIn(page, '1234BCD')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Documentos').first()).toBeFocused()
  await page.locator('input[type=file]').setInputFiles({
    name: 'contrato.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  })
  await expect(page.getByText('contrato.pdf').first()).toBeVisible()
  await page.getByRole('button', { name: 'Siguiente: revisa y envía' }).click()
  await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Deshacer' }).waitFor()
  await page.keyboard.press('z')
  await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Ver expediente' }).click()
  await expect(page.getByRole('img', { name: /1 2 3 4/ }).first()).toBeVisible()
  await expect(page.getByText('F-2026/0859').first()).toBeVisible()
})

for (const [kind, vehicle, sent] of [
  ['m', 'WVWZZZ1KZXW000001', 'Matriculación enviada a Tráfico'],
  ['n', '1234BCD', 'Notificación enviada a Tráfico'],
] as const) {
  test(`${sent}: the same steps, without documents`, async ({ page, start }) => {
    await begin(page, await start(), kind)
    await page.keyboard.type(vehicle)
    await page.keyboard.press('Enter')
    await page.getByLabel('Correo del usuario').fill('marta@gestoriaribera.es')
    await page.getByRole('button', { name: '5. Revisa y envía' }).click()
    await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(heading(page, sent)).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Crear otro igual' }).click()
    await expect(heading(page, 'Vehículo')).toBeVisible()
  })
}

test('a draft is found again as it was after the application is killed', async ({ page, start }) => {
  const first = await start()
  await begin(page, first)
  await fillIn(page, '1234BCD')
  await expect(page.getByText('Guardado en este equipo')).toBeVisible()
  await page.getByLabel('Cliente o compraventa').fill('Autos Lozano')
  // Another window sees it: it is kept.
  const other = await page.context().newPage()
  await other.goto(`${first.origin}/expedientes/borradores`)
  await expect(other.getByText('Autos Lozano')).toBeVisible()
  await first.kill()

  const again = await start()
  await page.goto(again.entry)
  await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
  await page.keyboard.press('Control+2')
  await page
    .getByRole('link', { name: /Borradores/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Matrícula.*Autos Lozano/ }).click()
  await expect(heading(page, 'Nueva transferencia')).toBeVisible()
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: '2. Operación' }).click()
  await expect(page.getByLabel('Cliente o compraventa')).toHaveValue('Autos Lozano')
  await expect(page.getByLabel('Base imponible')).toHaveValue('8.250')
})
