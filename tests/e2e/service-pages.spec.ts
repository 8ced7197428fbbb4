import { expect, test } from '@playwright/test'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { expectAccessible, picture } from './accessible.ts'

/** The service's own pages, for developers: the reference, the deliveries, a procedure's page. */
const KEY = 'key-of-the-pages'
let service: ServiceProcess

test.beforeAll(async () => {
  service = await startServiceProcess(KEY)
})
test.afterAll(() => service.stop())
test.use({ httpCredentials: { username: 'key', password: KEY } })

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`reference, deliveries and a procedure's page are accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    // A closed port: a delivery with its attempt and its error.
    await post('/_dev/webhooks', { url: `http://127.0.0.1:9/${colorScheme}`, account: 'B12345674' })
    const { webUrl } = await post('/v1/procedures/transfer', {
      vrm: '1234LCD',
      taxableBase: 8250,
      invoiceNumber: `F-${colorScheme}`,
      userEmail: 'ana@example.es',
      documents: [],
      confirmed: true,
    })
    const shown = {
      '/docs': 'Referencia de la API',
      '/_dev/log': 'Entregas de avisos',
      [String(webUrl)]: 'Cambio de titularidad',
    }
    for (const [address, heading] of Object.entries(shown)) {
      const problems: string[] = []
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      await page.goto(new URL(address, service.url).href)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectAccessible(page)
      expect(problems).toEqual([])
      await picture(page, `service/${heading}-${colorScheme}`)
    }
    await page.goto(new URL('/_dev/log', service.url).href)
    await expect(page.getByRole('row').filter({ hasText: 'procedure.status_changed' }).first()).toBeVisible()
  })
}

test('a call is tried on the page with its example, and its answer is shown; without a key, its refusal', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto(`${service.url}/docs`)
  const call = page
    .locator('details')
    .filter({ has: page.getByText('POST /v1/reports/reduced', { exact: true }) })
  await call.locator('summary').first().press('Enter')
  const send = call.getByRole('button', { name: 'Probar' })
  await send.press('Enter')
  await expect(call.getByRole('status')).toContainText('401')
  await page.getByLabel('Clave para probar').fill(KEY)
  await send.press('Enter')
  await expect(call.getByRole('status')).toContainText('"status": "processing"')
  await expectAccessible(page)
  await picture(page, 'service/prueba')
  // Nothing from elsewhere: the page works on a PC with no network.
  expect(new Set(asked)).toEqual(new Set([service.url]))
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`a file is chosen and sent on the page by keyboard, its curl beside it: ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    const asked: string[] = []
    const problems: string[] = []
    // Listened to from the start: the browser opens its own chooser until it has heard of it.
    const choosing = page.waitForEvent('filechooser')
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    const { id } = await post('/v1/procedures/registration', {
      vin: colorScheme === 'light' ? 'VSSZZZ5FZHR000412' : 'VSSZZZ5FZHR000413',
      userEmail: 'ana@example.es',
      documents: [],
      confirmed: false,
    })

    await page.goto(`${service.url}/docs`)
    await page.getByLabel('Clave para probar').fill(KEY)
    const call = page.locator('#postProceduresIdDocuments')
    await call.locator('summary').first().press('Enter')
    const { keyboard } = page
    await call.getByLabel('id', { exact: true }).focus()
    await keyboard.type(String(id))
    const curl = call.locator('form pre').first()
    await expect(curl).toContainText(`"$SERVICE/v1/procedures/${String(id)}/documents"`)
    await expect(curl).toContainText(`-d '{`)

    // A name that a shell and curl would both read as something else.
    const name = `l'acte "final"; type=x.pdf`
    const buffer = Buffer.from('%PDF-1.4\n%%EOF')
    await keyboard.press('Tab')
    await expect(call.getByLabel('Fichero', { exact: true })).toBeFocused()
    await keyboard.press('Enter')
    await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer })
    await keyboard.press('Tab')
    const clear = call.getByRole('button', { name: 'Quitar el fichero' })
    await expect(clear).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.type('invoice')
    await expect(curl).toHaveText(
      [
        `curl -X POST "$SERVICE/v1/procedures/${String(id)}/documents"`,
        `-H "Authorization: Bearer $KEY"`,
        String.raw`-F 'file=@"l'\''acte \"final\"; type=x.pdf"'`,
        `--form-string 'type=invoice'`,
      ].join(' \\\n  '),
    )
    await keyboard.press('Tab')
    await expect(call.getByLabel('Cuerpo')).toBeFocused()
    await keyboard.press('Tab')
    const send = call.getByRole('button', { name: 'Probar' })
    await expect(send).toBeFocused()
    await keyboard.press('Enter')
    const answer = call.getByRole('status')
    await expect(answer).toContainText('201')
    await expect(answer).toContainText('"type": "invoice"')
    // A form writes the quotes of a name like this, from a browser and from curl alike.
    await expect(answer).toContainText(`"fileName": "${name.replaceAll('"', '%22')}"`)
    await expect(answer).toContainText(`"size": ${buffer.length}`)
    await expect(send).toBeFocused()
    await expectAccessible(page)
    await call.locator('form').scrollIntoViewIfNeeded()
    await picture(page, `service/file-${colorScheme}`)

    // Without a file the body is sent, as before one was chosen.
    await clear.press('Enter')
    await expect(call.getByLabel('Fichero', { exact: true })).toBeFocused()
    await expect(clear).toBeHidden()
    await expect(curl).toContainText(`-d '{`)
    await send.press('Enter')
    await expect(answer).toContainText('"type": "national_id"')
    expect(problems).toEqual([])
    expect(new Set(asked)).toEqual(new Set([service.url]))
  })

for (const colorScheme of ['light', 'dark'] as const)
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const)
    test(`the reference, unfolded, is accessible and asks nothing elsewhere: ${colorScheme}, ${width}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      const asked: string[] = []
      const problems: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).origin))
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(`${service.url}/docs`)
      await picture(page, `service/reference-${colorScheme}-${width}`)

      // A link of the index leads to its section, and a call shows its command, its answer and its refusals.
      await page.getByRole('navigation').getByRole('link', { name: 'Procedures' }).press('Enter')
      const call = page.locator('#postProceduresTransfer')
      await call.locator('summary').first().press('Enter')
      await expect(call).toContainText('curl -X POST "$SERVICE/v1/procedures/transfer"')
      await expect(call).toContainText('"typeDescription": "Cambio de titularidad"')
      await expect(call.getByRole('rowheader', { name: '415' })).toBeVisible()
      await call.scrollIntoViewIfNeeded()
      await picture(page, `service/reference-call-${colorScheme}-${width}`)

      const event = page.locator('#event-procedure-document-added')
      await event.locator('summary').first().press('Enter')
      await expect(event.getByRole('rowheader', { name: 'X-Dev-Event' })).toBeVisible()
      await expect(event).toContainText('"documentType": "es_itp_doc"')
      await event.scrollIntoViewIfNeeded()
      await picture(page, `service/reference-event-${colorScheme}-${width}`)

      await expectAccessible(page)
      expect(problems).toEqual([])
      expect(new Set(asked)).toEqual(new Set([service.url]))
    })
