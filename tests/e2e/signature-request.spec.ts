import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { startMeddlingProxy, type MeddlingProxy } from '#tests/fakes/meddling-proxy.ts'
import { confirmByKeyboard } from '#tests/renderer/actions.ts'
import { heading, KEY, look, type Operator, test } from './procedure-fixture.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const identifier = (page: Page) => page.getByRole('combobox', { name: 'DNI, NIE o NIF' })
const chip = (page: Page) => page.locator('.state-chip')

interface Signer {
  idNumber: string
  name: string
  representative?: string
}

async function toSignatures(page: Page) {
  await page.keyboard.press('Control+3')
  await page.getByRole('heading', { level: 1, name: 'Firmas' }).waitFor()
  await button(page, 'Enviar a firmar').waitFor()
}

/** Opens a new request by its keys, from any page, and fills in the form. */
async function fillIn(page: Page, document: string, { idNumber, name, representative }: Signer) {
  await toSignatures(page)
  await page.keyboard.press('n')
  await identifier(page).waitFor()
  await page.getByRole('radio', { name: new RegExp(document) }).check()
  await identifier(page).fill(idNumber)
  await page.getByRole('combobox', { name: /Nombre|Razón social/ }).fill(name)
  if (representative !== undefined) await page.getByLabel('DNI o NIE del representante').fill(representative)
  await page.getByLabel('Correo electrónico').fill('firmante@correo.example')
}

/** Reviews and sends it. Ends on the receipt. */
async function send(page: Page, document: string, signer: Signer) {
  await fillIn(page, document, signer)
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
  await confirmByKeyboard(page)
  await expect(button(page, 'Deshacer')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Enviado a firmar', level: 2 })).toBeVisible()
}

const NURIA = { idNumber: '12345678Z', name: 'Nuria Ferrer Castell' }
const VEGA = { idNumber: 'B12345674', name: 'Ocasión Vega, S.L.' }

/** Data that the service really received. */
async function signed(operator: Operator, id: string) {
  const answer = await fetch(`${operator.url}/v1/signatures/${id}`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  return (await answer.json()) as { status: string; signer: { idNumber: string } }
}

test('each of the five documents is sent by keyboard, and followed', async ({ page, operator, office }) => {
  void office
  const documents = [
    'Mandato específico',
    'Mandato genérico',
    'Contrato de compraventa',
    'Representación de entidad',
    'Declaración de extravío',
  ]
  for (const document of documents) {
    const signer =
      document === 'Representación de entidad' ? { ...VEGA, representative: NURIA.idNumber } : NURIA
    await send(page, document, signer)
    const id = (await page.locator('.resource-id').textContent()) ?? ''
    expect(await signed(operator, id)).toMatchObject({ signer: { idNumber: signer.idNumber } })
  }
  await page.keyboard.press('Control+3')
  for (const document of documents)
    await expect(page.getByRole('row').filter({ hasText: document })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(documents.length + 1)
  await expect(page.getByRole('link', { name: /Pendientes/ })).toContainText('5')
  await look(page, 'firmas-five')
})

for (const [who, signer] of [
  ['person', (id: string) => ({ idNumber: id, name: 'Persona de Prueba' })],
  ['company', (id: string) => ({ ...VEGA, representative: id })],
] as const) {
  test(`the three ends of a request of a ${who}: signed and seen, rejected and expired and sent again`, async ({
    page,
    operator,
    office,
  }) => {
    await send(page, 'Mandato genérico', signer('00000000T'))
    await button(page, 'Ver la firma').click()
    await expect(chip(page)).toHaveText('Firmada', { timeout: 60_000 })
    await button(page, /^Ver Documento|^Ver Mandato|^Ver .*[Ff]irmad|^Ver /)
      .first()
      .click()
    await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
    const saved = page.waitForEvent('download')
    await page.keyboard.press('Control+s')
    const bytes = await readFile(await (await saved).path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await page.keyboard.press('Escape')
    await expect(page.getByText(/SHA-256/)).toBeVisible()
    await look(page, `firma-signed-${who}`)

    await send(page, 'Mandato genérico', signer('00000001R'))
    await button(page, 'Ver la firma').click()
    await expect(chip(page)).toHaveText('Rechazada', { timeout: 60_000 })
    await button(page, 'Enviar de nuevo').click()
    await expect(page.getByText('Es una petición nueva')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('firmante@correo.example')
    await expect(page.getByRole('radio', { name: /Mandato genérico/ })).toBeChecked()

    await send(page, 'Declaración de extravío', signer('00000002W'))
    await button(page, 'Ver la firma').click()
    await expect(chip(page)).toHaveText('Caducada', { timeout: 60_000 })
    await expect(button(page, 'Enviar de nuevo')).toBeVisible()

    // All stopped and restarted: everything seen before is readable, the signed PDF too.
    office.control.close()
    await operator.kill()
    await office.application.stop()
    await office.startAgain()
    await page.keyboard.press('Control+3')
    // Not «Firmadas hoy»: midnight may have passed since.
    await page.getByRole('row').filter({ hasText: 'Firmada' }).first().press('Enter')
    await expect(chip(page)).toHaveText('Firmada')
    await button(page, /^Ver .*/)
      .first()
      .click()
    await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
  })
}

const throughNetwork = test.extend<{ network: MeddlingProxy }>({
  network: async ({ operator }, use) => {
    const network = await startMeddlingProxy(operator.url, KEY)
    await use(network)
    await network.close()
  },
  address: async ({ network }, use) => use(network.url),
})
const posts = ({ seen }: MeddlingProxy) => seen.filter((what) => what.startsWith('POST /v1/signatures/'))

throughNetwork(
  'cut and killed while it is sent: it is in doubt, said so after starting again, and only the person sends it again',
  async ({ page, office, network }) => {
    await office.control.call('settings.update', { undoSeconds: 0 })
    await fillIn(page, 'Mandato específico', NURIA)
    await page.keyboard.press('Control+Enter')
    await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
    const reached = Promise.withResolvers<void>()
    // The service carries it out, and the client is killed before the answer.
    network.meddle(async (what) => {
      if (!what.startsWith('POST /v1/signatures/')) return 'pass'
      network.meddle(() => 'pass')
      await office.application.kill()
      reached.resolve()
      return 'after'
    })
    await confirmByKeyboard(page)
    await reached.promise
    await office.startAgain()
    await toSignatures(page)
    await expect(page.getByRole('note').filter({ hasText: '1 envío espera tu decisión' })).toBeVisible()
    await look(page, 'firma-in-doubt')
    await page.getByRole('button', { name: 'Ver', exact: true }).click()
    await page.locator('[data-signature-request] .row').first().press('Enter')
    await expect(heading(page, 'Puede que ya esté enviado')).toBeFocused()
    expect(posts(network)).toHaveLength(1)

    await button(page, 'Enviar otra vez').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar otra vez' }).click()
    await expect(page.getByRole('heading', { name: 'Enviado a firmar', level: 2 })).toBeVisible()
    expect(posts(network)).toHaveLength(2)
  },
)

throughNetwork(
  'with no network it is left to be sent, and leaves at the word of the person',
  async ({ page, office, network }) => {
    await fillIn(page, 'Mandato genérico', NURIA)
    network.meddle(() => 'before')
    // A failed request makes the window show that it is offline.
    await office.control.call('lookup.start', { vrm: '1234BCD' })
    await expect(page.getByText('Sin conexión').first()).toBeVisible({ timeout: 60_000 })
    await page.keyboard.press('Control+Enter')
    await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
    await confirmByKeyboard(page)
    await expect(page.getByText('Está terminado y espera a que pulses Enviar.')).toBeVisible()
    expect(posts(network)).toEqual([])
    network.meddle(() => 'pass')
    await office.control.call('connection.retry', {})
    await expect(button(page, 'Enviar a firmar')).toBeEnabled({ timeout: 60_000 })
    await confirmByKeyboard(page)
    await expect(page.getByRole('heading', { name: 'Enviado a firmar', level: 2 })).toBeVisible({
      timeout: 60_000,
    })
    expect(posts(network)).toHaveLength(1)
  },
)
