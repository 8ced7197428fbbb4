import { expect, type Locator, type Page } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { begin, heading, look, openDraft, pdf, ready, test, typeIn } from './procedure-fixture.ts'

/** Wrong input, files of another type than they claim, and the same draft in two windows. */

const FIELDS = {
  vrm: '1234BCD',
  taxableBase: '8.250',
  invoiceNumber: 'F-2026/0859',
  userEmail: 'marta@gestoriaribera.es',
}
const summary = (page: Page) => page.getByRole('group', { name: /que mirar en este paso$/ })
const field = (page: Page, label: RegExp) => page.getByRole('textbox', { name: label })
const step = (page: Page, n: number) =>
  page
    .getByRole('navigation', { name: 'Pasos' })
    .getByRole('button', { name: new RegExp(`^${n}\\.`) })
    .press('Enter')
const documents = (page: Page) => page.getByRole('list', { name: 'Documentos de este borrador' })
const incoming = (page: Page) => page.getByRole('list', { name: 'Añadiendo' }).getByRole('listitem')

/** Checks a problem under the field and in the summary, whose link leads back to the field. */
async function saidOf(page: Page, label: RegExp, link: string, problem: string) {
  await expect(summary(page)).toContainText(`${link}: ${problem}`)
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, label)).toHaveAccessibleDescription(problem)
}

test('wrong plate, amount, e-mail and NIF: said beside the field and above, and none of it is sent', async ({
  page,
  demo,
}) => {
  await begin(page, 'transfer')
  await page.keyboard.type('ABC')
  await page.keyboard.press('Enter')
  await expect(summary(page)).toBeFocused()
  await saidOf(page, /^Matrícula$/, 'Matrícula', 'Eso no es una matrícula. Repasa los números y las letras.')
  await look(page, 'wrong-1-plate')
  await summary(page).getByRole('button', { name: 'Matrícula' }).press('Enter')
  await expect(field(page, /^Matrícula$/)).toBeFocused()
  await page.keyboard.type('0000BBB')
  await expect(page.getByRole('region', { name: 'Veredicto' })).toContainText(
    'Hay algo que impide transferirlo',
  )
  await look(page, 'wrong-2-not-transferable')
  await page.keyboard.press('Enter')

  await typeIn(page, ['12,500', '', '31/02/2026', 'marta@gestoriaribera'])
  await page.keyboard.press('Enter')
  await expect(summary(page)).toBeFocused()
  await saidOf(page, /^Base imponible/, 'Base imponible', 'Puede leerse de dos maneras. Elige cuál es.')
  await saidOf(page, /^N\.º de factura/, 'N.º de factura', 'Falta este dato.')
  await saidOf(page, /^Fecha/, 'Fecha del contrato', 'Esa fecha no existe. Escríbela como 12/11/2026.')
  await saidOf(page, /^Correo/, 'Correo del usuario', 'Falta el final: .es, .com…')
  await look(page, 'wrong-3-operation')
  await page.getByRole('button', { name: 'Poner 12.500,00 €' }).press('Enter')
  await expect(page.getByText('Son 12.500,00 €')).toBeVisible()
  await field(page, /^N\.º de factura/).fill('F-1')
  await field(page, /^Fecha/).fill('12/11/2026')
  // The address stays wrong: it may be left for later.
  await page.getByRole('button', { name: 'Seguir de todos modos' }).press('Enter')

  await expect(field(page, /^NIF del transmitente/)).toBeFocused()
  await typeIn(page, ['B12345670', 'Autos Lozano SL', '12345678A', 'Nuria Ferrer'])
  await page.keyboard.press('Enter')
  await saidOf(page, /^NIF del adquirente/, 'NIF del adquirente', 'La letra no corresponde al número.')
  await expect(summary(page)).toContainText('NIF del transmitente: El carácter de control no cuadra')
  await look(page, 'wrong-4-parties')
  await page.getByRole('button', { name: 'Poner 12345678Z' }).press('Enter')
  await expect(field(page, /^NIF del adquirente/)).toHaveValue('12345678Z')
  await page.getByRole('button', { name: 'Es así' }).press('Enter')
  await expect(page.getByText('Confirmado por ti.')).toBeVisible()

  await step(page, 5)
  const blocked = page.getByRole('note').filter({ hasText: 'Todavía no se puede enviar' })
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeDisabled()
  const rail = page.getByRole('complementary', { name: 'Comprobaciones y envío' })
  await expect(rail).toContainText('No transferible')
  // An accepted value blocks nothing.
  await expect(blocked).not.toContainText('NIF del transmitente')
  await expect(rail.getByRole('button', { name: 'NIF del transmitente' })).toHaveCount(0)
  await look(page, 'wrong-5-review')
  await page.keyboard.press('Control+Enter')
  await blocked.getByRole('button', { name: 'Correo del usuario' }).press('Enter')
  await expect(field(page, /^Correo/)).toBeFocused()
  await page.keyboard.type('marta@gestoriaribera.es')
  await step(page, 5)
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await expect(blocked).toBeHidden()
  expect(await demo.served()).toEqual([])
})

test('a wrong chassis: what may have been meant is put by a key, and a short one is confirmed', async ({
  page,
  demo,
}) => {
  await begin(page, 'registration')
  await page.keyboard.type('WVWZZZ1KZXWOOOOO1')
  await page.keyboard.press('Enter')
  await saidOf(page, /^Bastidor/, 'Bastidor', 'Un bastidor no lleva I, O ni Q. Quizá es un 1 o un 0.')
  await look(page, 'wrong-6-chassis')
  await page.getByRole('button', { name: /^Poner / }).press('Enter')
  await expect(field(page, /^Bastidor/)).toHaveValue('WVW ZZZ1K ZXW 000001')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('SE1234567')
  await page.keyboard.press('Enter')
  await saidOf(
    page,
    /^Bastidor/,
    'Bastidor',
    'Tiene menos de 17 caracteres. Si el vehículo es antiguo o especial, confírmalo.',
  )
  await page.getByRole('button', { name: 'Es así' }).press('Enter')
  await page.getByRole('button', { name: 'Siguiente: operación' }).press('Enter')
  await expect(field(page, /^Correo/)).toBeFocused()
  expect(await demo.served()).toEqual([])
})

test('one of the same plate and invoice: it does not leave until the other was looked at', async ({
  page,
  demo,
}) => {
  await demo.control.call('procedures.draft-create', { kind: 'transfer', fields: FIELDS })
  await demo.control.call('procedures.draft-create', {
    kind: 'transfer',
    fields: { ...FIELDS, client: 'Otro' },
  })
  await openDraft(page, 'drafts')
  await step(page, 5)
  await expect(page.getByRole('note').filter({ hasText: 'Puede estar repetido' })).toContainText(
    'Transferencia, con la misma matrícula',
  )
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  const seen = page.getByRole('checkbox', { name: 'He mirado los otros y este es distinto' })
  await expect(seen).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Mira los expedientes repetidos')
  await look(page, 'duplicate')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeVisible()
  expect(await demo.served()).toHaveLength(1)
})

test('files dropped and pasted; what is empty, disguised or a folder does not come in', async ({
  page,
  context,
  directory,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await demo.control.call('settings.update', { undoSeconds: 0 })
  await demo.control.call('procedures.draft-create', { kind: 'transfer', fields: FIELDS })
  await openDraft(page, 'drafts')
  await expect(heading(page, 'Documentos').first()).toBeFocused()

  const drop = await dropper(page)
  const [contract, disguised, empty, folder] = ['contrato.pdf', 'dni.pdf', 'vacio.pdf', 'papeles'].map(
    (name) => join(directory, name),
  ) as [string, string, string, string]
  await writeFile(contract, pdf('contrato.pdf').buffer)
  await writeFile(disguised, 'MZ\u0090 a program by another name')
  await writeFile(empty, '')
  await mkdir(folder)
  await writeFile(join(folder, 'dentro.pdf'), pdf('dentro.pdf').buffer)
  await drop([contract, disguised, empty])
  await expect(documents(page)).toContainText('contrato.pdf')
  await expect(incoming(page).filter({ hasText: 'dni.pdf' })).toContainText(
    'Ese archivo no es un PDF, JPEG, PNG ni HEIC.',
  )
  await expect(incoming(page).filter({ hasText: 'vacio.pdf' })).toContainText('El archivo está vacío.')
  await drop([folder])
  await expect(page.getByRole('alert').filter({ hasText: '«papeles» es una carpeta.' })).toBeVisible()
  await look(page, 'wrong-7-files')

  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8, 8)
    canvas.getContext('2d')
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  })
  await page.keyboard.press('Control+v')
  await expect(documents(page).getByRole('listitem')).toHaveCount(2)
  await expect(documents(page)).toContainText(/pegado .+\.png/)

  await step(page, 5)
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeVisible()
  const [procedure, ...others] = await demo.served()
  expect(others).toEqual([])
  expect(procedure?.documents).toEqual([
    expect.objectContaining({ type: 'sales_agreement', name: 'contrato.pdf' }),
    expect.objectContaining({ type: 'other', name: expect.stringMatching(/^pegado .+\.png$/) }),
  ])
})

/**
 * Drags like the system: real files and folders, by their paths. The system says that they are over the page many times
 * a second, until they are let go: a browser that is busy misses some.
 */
async function dropper(page: Page) {
  const session = await page.context().newCDPSession(page)
  return async (files: string[]) => {
    const data = { items: [], files, dragOperationsMask: 1 }
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data })
    await drag('dragEnter')
    await expect(async () => {
      await drag('dragOver')
      await expect(page.getByText('Suelta los documentos')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await drag('drop')
  }
}

test('two windows on one draft: nothing is overwritten without being asked, and it is sent once', async ({
  page,
  context,
  demo,
}) => {
  const { id } = await demo.control.call('procedures.draft-create', { kind: 'transfer', fields: FIELDS })
  const kept = async () => (await demo.control.call('procedures.draft-get', { id })).fields
  // Network of the second window, which may be delayed.
  const other = await context.newPage()
  const late: (() => void)[] = []
  let isLate = false
  await other.routeWebSocket(/\/bridge$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (isLate) late.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  await other.goto(`${demo.application.origin}/consulta`)
  await ready(other)
  for (const window of [page, other]) {
    await window.bringToFront()
    await openDraft(window, 'drafts')
    await step(window, 2)
  }

  await field(page, /^Cliente/).fill('Autos Lozano')
  await expect(field(other, /^Cliente/)).toHaveValue('Autos Lozano')
  isLate = true
  await field(page, /^Cliente/).fill('Autos Lozano SL')
  await field(page, /^Nota/).fill('De la primera')
  await expect.poll(kept).toMatchObject({ client: 'Autos Lozano SL', notes: 'De la primera' })
  await field(other, /^Cliente/).fill('Talleres Ruiz')
  await field(other, /^N\.º de factura/).fill('F-2')
  isLate = false
  for (const hear of late) hear()
  const conflict = other.getByRole('alert').filter({ hasText: 'Otra ventana ha cambiado lo mismo que tú' })
  await expect(conflict).toContainText('Talleres Ruiz')
  await expect(conflict).toContainText('Autos Lozano SL')
  // A field changed in one window only is no conflict.
  await expect(field(other, /^Nota/)).toHaveValue('De la primera')
  await expect.poll(kept).toMatchObject({ client: 'Autos Lozano SL', invoiceNumber: 'F-2' })
  await look(other, 'two-windows')
  await conflict.getByRole('button', { name: 'Lo tuyo en Cliente o compraventa' }).press('Enter')
  await expect(conflict).toBeHidden()
  await expect(field(page, /^Cliente/)).toHaveValue('Talleres Ruiz')
  await expect(field(page, /^N\.º de factura/)).toHaveValue('F-2')
  expect(await kept()).toMatchObject({ client: 'Talleres Ruiz', notes: 'De la primera' })

  for (const window of [page, other]) {
    await step(window, 5)
    await expect(window.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  }
  await Promise.all([page.keyboard.press('Control+Enter'), other.keyboard.press('Control+Enter')])
  for (const window of [page, other])
    await expect(heading(window, 'Transferencia enviada a Tráfico')).toBeVisible()
  expect(await demo.served()).toEqual([
    expect.objectContaining({ status: 'PENDING', vrm: '1234BCD', invoice_number: 'F-2' }),
  ])
})

test('scans are seen with their words, and lists are read, under the policy of the web host', async ({
  page,
  demo,
}) => {
  const refused: string[] = []
  page.on('console', ({ text }) => /Content Security Policy/.test(text()) && refused.push(text()))
  const scan = (name: string) => `tests/fixtures/scans/${name}.pdf`
  await begin(page, 'transfer')
  await step(page, 4)
  await page
    .locator('input[type=file]')
    .setInputFiles([...['jbig2', 'fax-g4', 'jpx'].map(scan), 'tests/fixtures/protected/aes-256.pdf'])
  await expect(documents(page).getByRole('listitem')).toHaveCount(4)
  for (const name of ['jbig2', 'fax-g4', 'jpx', 'aes-256']) {
    await page.getByRole('button', { name: `Ver ${name}.pdf` }).click()
    const shown = page.locator('.preview', { hasText: `${name}.pdf` })
    const drawing = shown.locator('canvas[data-drawn="true"]').first()
    await expect(drawing).toBeVisible()
    await expect(shown.getByText('no se ha podido dibujar')).toHaveCount(0)
    expect(await inkOf(drawing), name).toBeGreaterThan(0.002)
  }
  await expect(page.locator('.preview').getByText('Permiso de prueba 1234 BCD')).toBeVisible()
  for (const [name, said] of [
    ['noviembre.xlsx', 'Consultar 5 matrículas'],
    ['antiguo.xls', 'Consultar 5 matrículas'],
    ['lista-1252.csv', 'Consultar 3 matrículas'],
  ] as const) {
    await page.goto(`${demo.application.origin}/consulta/listas`)
    await page.locator('form input[type="file"]').setInputFiles(`tests/fixtures/plate-lists/files/${name}`)
    await expect(page.getByRole('button', { name: said })).toBeEnabled()
  }
  expect(refused).toEqual([])
})

/** Share of a drawing that is ink. */
const inkOf = (drawing: Locator) =>
  drawing.evaluate((canvas: HTMLCanvasElement) => {
    const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!
    pen.drawImage(canvas, 0, 0)
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
    return (
      data.reduce((ink, value, at) => (at % 4 === 0 ? ink + 1 - value / 255 : ink), 0) / (data.length / 4)
    )
  })
