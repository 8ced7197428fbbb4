import { expect, type Page } from '@playwright/test'
import { startMeddlingProxy, type MeddlingProxy } from '#tests/fakes/meddling-proxy.ts'
import {
  begin,
  heading,
  KEY,
  look,
  openDraft,
  pdf,
  ready,
  test as base,
  typeIn,
} from './procedure-fixture.ts'

/** Failures while a procedure is sent: no network, kills, two windows. Nothing is lost, nothing is sent twice. */

const test = base.extend<{ network: MeddlingProxy }>({
  network: async ({ operator }, use) => {
    const network = await startMeddlingProxy(operator.url, KEY)
    await use(network)
    await network.close()
  },
})
const throughNetwork = test.extend({ address: async ({ network }, use) => use(network.url) })

const FIELDS = {
  vrm: '1234BCD',
  taxableBase: '8.250',
  invoiceNumber: 'F-2026/0859',
  userEmail: 'marta@gestoriaribera.es',
}
const confirmedOnce = [
  expect.objectContaining({
    status: 'PENDING',
    vrm: '1234BCD',
    taxable_base: 8250,
    invoice_number: 'F-2026/0859',
    documents: [expect.objectContaining({ type: 'sales_agreement', name: 'contrato.pdf' })],
  }),
]
const step = (page: Page, n: number) =>
  page
    .getByRole('navigation', { name: 'Pasos' })
    .getByRole('button', { name: new RegExp(`^${n}\\.`) })
    .press('Enter')
const attach = async (page: Page) => {
  await expect(heading(page, 'Documentos').first()).toBeFocused()
  await page.locator('input[type=file]').setInputFiles(pdf('contrato.pdf'))
  await expect(page.getByRole('list', { name: 'Documentos de este borrador' })).toContainText('contrato.pdf')
}
const outboxLine = (page: Page) => page.locator('.outbox-line')

test('with the service killed it waits in Por enviar, and is not sent by its coming back but by the person', async ({
  page,
  office,
  operator,
}) => {
  await operator.kill()
  await begin(page, 'transfer')
  await page.keyboard.type('1234BCD')
  await expect(page.getByText(/Sin veredicto todavía|No se ha podido consultar/)).toBeVisible()
  await look(page, 'offline-1-vehicle')
  await page.keyboard.press('Enter')
  await typeIn(page, ['8.250', 'F-2026/0859', '', 'marta@gestoriaribera.es'])
  await step(page, 4)
  await attach(page)
  await step(page, 5)
  await expect(page.getByText('Sin conexión: queda por enviar hasta que pulses Enviar.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeDisabled()
  await look(page, 'offline-2-review')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Está terminado y espera en Por enviar')).toBeVisible()
  await page.getByRole('button', { name: 'Ver Por enviar' }).press('Enter')
  await expect(outboxLine(page)).toContainText('Listo, sin conexión')
  await look(page, 'offline-3-outbox')

  await operator.start()
  await office.control.call('connection.retry', {})
  await expect(outboxLine(page)).toContainText('Espera a que pulses Enviar', { timeout: 60_000 })
  await page.waitForTimeout(7_000)
  await expect(outboxLine(page)).toContainText('Espera a que pulses Enviar')
  const [waiting] = (await office.control.call('procedures.outbox', {})).rows
  expect(waiting).toMatchObject({ state: 'ready' })
  expect(waiting).not.toHaveProperty('procedureId')
  await page.getByRole('button', { name: 'Enviar… Transferencia de 1234 BCD' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: '¿Enviar este expediente?' })
  await look(page, 'offline-4-send')
  await dialog.getByRole('button', { name: 'Enviar a Tráfico' }).press('Enter')
  await expect(heading(page, 'Nada por enviar.')).toBeVisible()
  expect(await office.served()).toEqual(confirmedOnce)
})

test('killed while somebody types: what was typed is found again', async ({ page, office }) => {
  await begin(page, 'transfer')
  await page.keyboard.type('1234BCD')
  await page.keyboard.press('Enter')
  await typeIn(page, ['8.250', 'F-2026/0859', '', 'marta@gestoriaribera.es', 'Autos Lozano'])
  await expect
    .poll(
      async () =>
        (await office.control.call('procedures.draft-list', { filter: 'drafts', limit: 9 })).rows[0],
    )
    .toMatchObject({ client: 'Autos Lozano' })
  const more = page.keyboard.type(' y Compañía, Sociedad Limitada', { delay: 40 })
  await expect(page.getByLabel(/^Cliente/)).toHaveValue(/^Autos Lozano y Compañía, Soc/)
  await office.application.kill()
  await more
  await expect(page.getByLabel(/^Cliente/)).toHaveValue('Autos Lozano y Compañía, Sociedad Limitada')
  await look(page, 'killed-typing')
  await office.startAgain()
  await openDraft(page, 'drafts')
  await step(page, 2)
  await expect(page.getByLabel('Base imponible')).toHaveValue('8.250')
  await expect(page.getByLabel('N.º de factura')).toHaveValue('F-2026/0859')
  await expect(page.getByLabel('Correo del usuario')).toHaveValue('marta@gestoriaribera.es')
  // Further typing does not postpone the save: at most the last moment is lost.
  await expect(page.getByLabel(/^Cliente/)).toHaveValue(/^Autos Lozano y Com/)
  expect(await office.served()).toEqual([])
})

test('killed within the time to undo: it has not left, and waits to be sent', async ({ page, office }) => {
  await office.control.call('procedures.draft-create', { kind: 'transfer', fields: FIELDS })
  await openDraft(page, 'drafts')
  await attach(page)
  await step(page, 5)
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, /^Sale en/)).toBeVisible()
  await office.application.kill()
  await office.startAgain()
  await openDraft(page, 'outbox')
  await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
  await page.waitForTimeout(6_000)
  await look(page, 'killed-leaving')
  await expect(page.getByText('Está terminado y espera en Por enviar')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeVisible()
  expect(await office.served()).toEqual(confirmedOnce)
})

for (const [point, request] of [
  ['creating it', /^POST \/v1\/procedures\/transfer$/],
  ['uploading its document', /\/documents$/],
  ['confirming it', /\/confirm$/],
] as const) {
  throughNetwork(
    `killed while ${point}: once started again, one is confirmed`,
    async ({ page, office, network }) => {
      await office.control.call('settings.update', { undoSeconds: 0 })
      await office.control.call('procedures.draft-create', { kind: 'transfer', fields: FIELDS })
      await openDraft(page, 'drafts')
      await attach(page)
      await step(page, 5)
      await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
      const reached = Promise.withResolvers<void>()
      // The service carries it out, and the client is killed before the answer.
      network.meddle(async (what) => {
        if (!request.test(what)) return 'pass'
        network.meddle(() => 'pass')
        await office.application.kill()
        reached.resolve()
        return 'after'
      })
      await page.keyboard.press('Control+Enter')
      await reached.promise
      await office.startAgain()
      await expect
        .poll(
          async () => (await office.control.call('procedures.draft-list', { filter: 'sent', limit: 9 })).rows,
        )
        .toHaveLength(1)
      await page.keyboard.press('Control+2')
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('img', { name: 'Matrícula 1 2 3 4, B C D' }) })
      await expect(row).toHaveCount(1)
      await expect(row).toContainText('Pendiente')
      const served = await office.served()
      // A draft left behind has no effect.
      expect(served.filter(({ status }) => status !== 'DRAFT')).toEqual(confirmedOnce)
    },
  )
}

throughNetwork(
  'on its way, and in doubt: said, and never sent again by itself',
  async ({ page, office, network }) => {
    await office.control.call('settings.update', { undoSeconds: 0 })
    // While the screen is checked, the confirmation must not time out.
    await office.control.call('accounts.change', { id: office.account, assumptions: { answerMs: 60_000 } })
    await ready(page)
    await office.control.call('procedures.draft-create', { kind: 'transfer', fields: FIELDS })
    await openDraft(page, 'drafts')
    await attach(page)
    await step(page, 5)
    await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
    const confirming = Promise.withResolvers<'after'>()
    let isDown = false
    network.meddle((what) => {
      if (what.endsWith('/confirm')) return confirming.promise
      return isDown ? 'before' : 'pass'
    })
    await page.keyboard.press('Control+Enter')
    await expect(heading(page, 'Enviando')).toBeVisible()
    await expect(page.getByText('Confirmando.')).toBeVisible()
    await look(page, 'sending')
    // Not reported as unanswered while the answer may still come.
    await expect(heading(page, 'Enviando')).toBeVisible()
    isDown = true
    confirming.resolve('after')
    await expect(heading(page, 'Puede que ya esté confirmado')).toBeVisible()
    // Without an answer there are no words of the service.
    await expect(page.getByText('No se ha podido conectar.')).toBeVisible()
    await expect(page.getByText('El servicio dice:')).toBeHidden()
    await look(page, 'doubt')
    // Checked by the person, or by itself if that comes first.
    await page.getByRole('button', { name: 'Comprobar ahora' }).focus()
    isDown = false
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeVisible()
    expect(network.seen.filter((what) => what.endsWith('/confirm'))).toHaveLength(1)
    expect(await office.served()).toEqual(confirmedOnce)
  },
)
