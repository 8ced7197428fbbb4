import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'

/** The service's own pages, for whoever develops against it: the reference, the deliveries, a procedure's page. */
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
    // Nobody listens there: a delivery with its attempt and its error.
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
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary}`)).toEqual([])
      expect(problems).toEqual([])
      await page.screenshot({
        path: `test-results/service/${heading}-${colorScheme}.png`,
      })
    }
    await page.goto(new URL('/_dev/log', service.url).href)
    await expect(page.getByRole('row').filter({ hasText: 'procedure.status_changed' }).first()).toBeVisible()
  })
}
