import { expect, type Locator, type Page } from '@playwright/test'
import { untilItConfirms } from '#tests/renderer/actions.ts'
import type { Hand, HandFile } from './counted-hand.ts'
import { type JobName, LISTED } from './job-costs.ts'
import { type Desk, toConsulta } from './jobs-fixture.ts'
import { heading } from './procedure-fixture.ts'

/** One of the jobs of every day at the desk. */
export interface Job {
  title: string
  /** What the office has, and the screen that the job begins on. Nothing of it is counted. */
  prepare(desk: Desk): Promise<void>
  /** By the hand alone, until its result is on screen. */
  run(hand: Hand, page: Page): Promise<void>
  /** What the service has in the end. */
  check(desk: Desk): Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const verdict = (page: Page) => page.getByRole('region', { name: 'Veredicto' })

/** One thing to do: by its key, or by its place on screen. */
const act = (hand: Hand, key: string, target: Locator) =>
  hand.device === 'keyboard' ? hand.press(key) : hand.click(target)

const NURIA = {
  idNumber: '12345678Z',
  fullname: 'Nuria Ferrer Castell',
  email: 'nuria.ferrer@correo.example',
}
const DEALER = { sellerName: 'Autos Lozano SL', sellerTaxId: 'B12345674', client: 'Autos Lozano' }

const MESSAGE = [
  'Buenos días, Marta. Te paso la venta del 1234 BCD.',
  'Base imponible: 8.250,50 €. Factura n.º F-2026/0859. Contrato de 12/11/2026.',
  'Vendedor: Autos Lozano SL, CIF B12345674.',
  'Comprador: Nuria Ferrer Castell, DNI 12345678Z.',
].join('\n')

const PAPERS: readonly HandFile[] = [
  'contrato.pdf',
  'dni comprador.pdf',
  'cif vendedor.pdf',
  'permiso de circulacion.pdf',
  'ficha tecnica.pdf',
  'factura.pdf',
].map((name) => ({ name, content: `%PDF-1.4\n1 0 obj\n<<>>\nendobj\n% ${name}\ntrailer\n<<>>\n%%EOF\n` }))

const consult: Job = {
  title: 'a plate is consulted, and its answer copied',
  async prepare() {},
  async run(hand, page) {
    await hand.type('1234BCD')
    await act(hand, 'Shift+Enter', page.getByRole('option', { name: 'Consultar y copiar la respuesta' }))
    await expect(page.locator('.toast')).toContainText('Respuesta copiada')
    await expect(verdict(page)).toHaveClass(/verdict--solid/)
  },
  async check({ office, served, clipboard }) {
    expect(await clipboard()).toContain('1234 BCD')
    const { latest } = await office.control.call('lookup.get', { vrm: '1234BCD' })
    expect(await served(`/v1/reports/${latest?.reportId}`)).toMatchObject({
      vrm: '1234BCD',
      status: 'completed',
      transferabilityStatus: 'transferable',
    })
  },
}

const transfer: Job = {
  title: 'a transfer of a known dealer with six papers, from the verdict to its receipt',
  async prepare({ page, sent, copy }) {
    // Two that it had before: what both say of it is known.
    for (const vrm of ['3308KDR', '2245MBC'])
      await sent({
        ...DEALER,
        vrm,
        taxableBase: '4.200',
        invoiceNumber: `F-2026/${vrm}`,
        userEmail: 'marta@gestoriaribera.es',
      })
    await page.keyboard.type('1234BCD')
    await page.keyboard.press('Enter')
    await expect(verdict(page)).toHaveClass(/verdict--solid/)
    await expect(button(page, 'Transferencia')).toBeVisible()
    await copy(MESSAGE)
  },
  async run(hand, page) {
    await act(hand, 'Alt+t', button(page, 'Transferencia'))
    await expect(page.getByLabel('Base imponible')).toBeFocused()
    if (hand.device === 'keyboard') await hand.press('Control+V')
    else await hand.dropText(MESSAGE)
    const take = button(page, 'Tomar los 7 marcados')
    await expect(take).toBeEnabled()
    await expect(page.locator('[data-offer] input:enabled').first()).toBeFocused()
    await act(hand, 'Enter', take)
    await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
    if (hand.device === 'keyboard') await hand.pasteFiles(PAPERS)
    else await hand.dropFiles(PAPERS)
    await expect(page.locator('.review__documents li')).toHaveCount(PAPERS.length)
    await expect(button(page, 'Enviar a Tráfico')).toBeEnabled()
    await act(hand, 'Control+Enter', button(page, 'Enviar a Tráfico'))
    await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeFocused()
  },
  async check({ office }) {
    const { rows } = await office.control.call('procedures.draft-list', { filter: 'sent', limit: 9 })
    const id = rows.find(({ vrm }) => vrm === '1234BCD')?.procedureId ?? ''
    const { fields } = await office.control.call('annotations.get', { id })
    expect(fields).toMatchObject({
      ...DEALER,
      contractDate: '12/11/2026',
      buyerName: NURIA.fullname,
      buyerTaxId: NURIA.idNumber,
    })
    const served = await office.served()
    expect(served.find((one) => one.vrm === '1234BCD')).toMatchObject({
      status: 'PENDING',
      taxable_base: 8250.5,
      invoice_number: 'F-2026/0859',
      user_email: 'marta@gestoriaribera.es',
      documents: [
        { type: 'sales_agreement' },
        { type: 'national_id' },
        { type: 'tax_id' },
        { type: 'veh_registration_cert' },
        { type: 'technical_sheet' },
        { type: 'invoice' },
      ],
    })
  },
}

let caseId = ''

const advanced: Job = {
  title: 'whether the case of a plate has advanced',
  async prepare({ page, transfer: begin, move }) {
    const [first] = await Promise.all([
      begin({ vrm: '0456LTR', client: 'Ocasión Vega' }),
      begin({ vrm: '3308KDR', client: 'Autos Lozano' }),
      begin({ vrm: '2245MBC', client: 'Autos Lozano' }),
    ])
    caseId = first
    await move(caseId, 'IN_PROGRESS')
    await toConsulta(page)
  },
  async run(hand, page) {
    await hand.type('ltr')
    await act(hand, 'Enter', page.getByRole('option', { name: /Expediente$/ }))
    await expect(page.locator('.state-chip')).toHaveText('En trámite')
  },
  async check({ page, served }) {
    expect(await openedId(page)).toBe(caseId)
    expect(await served(`/v1/procedures/${caseId}`)).toMatchObject({ vrm: '0456LTR', status: 'IN_PROGRESS' })
  },
}

const mandate: Job = {
  title: 'the mandate of the buyer, from its case to its receipt',
  async prepare({ page, transfer: begin, signed }) {
    caseId = await begin({
      vrm: '0456LTR',
      ...DEALER,
      buyerName: NURIA.fullname,
      buyerTaxId: NURIA.idNumber,
    })
    await signed(NURIA)
    await toConsulta(page)
    await page.keyboard.type('ltr')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Enviar a firmar')).toBeVisible()
    await expect(button(page, /^Mandato del adquirente/)).toBeVisible()
  },
  async run(hand, page) {
    const way = button(page, /^Mandato del adquirente/)
    if (hand.device === 'keyboard') {
      await hand.press('f')
      await expect(button(page, /^Mandato del transmitente/)).toBeFocused()
      await hand.press('Tab')
      await hand.press('Enter')
    } else await hand.click(way)
    await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
    await untilItConfirms(page)
    await act(hand, 'Control+Enter', button(page, 'Enviar a firmar'))
    await expect(page.getByRole('heading', { name: 'Enviado a firmar', level: 2 })).toBeVisible()
  },
  async check({ page, served }) {
    const id = (await page.locator('.resource-id').textContent()) ?? ''
    expect(await served(`/v1/signatures/${id}`)).toMatchObject({
      signer: { idNumber: NURIA.idNumber, email: NURIA.email },
    })
  },
}

const phone: Job = {
  title: 'a dealer on the telephone asks for one of its cars',
  async prepare({ page, transfer: begin }) {
    for (const vrm of ['3308KDR', '1234BCD', '2245MBC']) {
      const id = await begin({ vrm, client: 'Autos Lozano' })
      if (vrm === '1234BCD') caseId = id
    }
    await begin({ vrm: '0456LTR', client: 'Ocasión Vega' })
    await toConsulta(page)
  },
  async run(hand, page) {
    await hand.type('kang')
    await act(hand, 'Enter', page.getByRole('option', { name: /Expediente$/ }))
    await expect(page.getByRole('img', { name: 'Matrícula 1 2 3 4, B C D' }).first()).toBeVisible()
    await expect(page.locator('.state-chip')).toHaveText('Pendiente')
  },
  async check({ page, served }) {
    expect(await openedId(page)).toBe(caseId)
    expect(await served(`/v1/procedures/${caseId}`)).toMatchObject({ vrm: '1234BCD', status: 'PENDING' })
  },
}

const openedId = (page: Page) => page.evaluate(() => (history.state as { id: string }).id)

const FORTY = Array.from({ length: LISTED }, (_, at) => `${String(1_000 + at * 37)} BCD`)

/** By keyboard: nothing on Consulta takes a text that is dropped. */
export const LIST_JOB: Job = {
  title: 'forty plates of a dealer are looked up, and answered in one message',
  prepare: ({ copy }) => copy(FORTY.join('\n')),
  async run(hand, page) {
    await hand.press('Control+V')
    await hand.press('Enter')
    await expect(button(page, 'Consultar las 40 como lista')).toBeVisible()
    await hand.press('l')
    await expect(button(page, 'Consultar 40 matrículas')).toBeEnabled()
    await hand.press('Tab')
    await hand.press('Enter')
    await expect(page.getByText('Terminada')).toBeVisible({ timeout: 120_000 })
    await hand.press('c')
    await expect(page.getByText('Copiada la respuesta de 40 matrículas')).toBeVisible()
  },
  async check({ clipboard }) {
    const text = await clipboard()
    for (const plate of FORTY) expect(text).toContain(plate)
  },
}

export const JOBS: Readonly<Record<JobName, Job>> = { consult, transfer, advanced, mandate, phone }
