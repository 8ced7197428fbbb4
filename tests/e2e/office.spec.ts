import { expect, test as base, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import { asksForFile } from '#tests/fakes/file-dialog.ts'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { controlOf, type Control } from '#tests/fakes/window-control.ts'
import { expectAccessible } from './accessible.ts'

const KEY = 'clave-de-la-oficina-0123456789'
const KEYCHAIN = 'tres palabras largas'
const PASSPHRASE = 'caballo batería grapa correcto'
const PIN = '97531'

interface Pc {
  application: Application
  control: Control
}

interface Fixtures {
  directory: string
  service: ServiceProcess
  /** Starts a PC with the office's account only, or with its earlier data. */
  start: (name: string) => Promise<Pc>
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  directory: async ({}, use) => {
    const directory = await temporaryDataDir()
    await use(directory.path)
    await directory.remove()
  },
  // oxlint-disable-next-line no-empty-pattern
  service: async ({}, use) => {
    const service = await startServiceProcess(KEY)
    await use(service)
    await service.stop()
  },
  start: async ({ directory, page, service }, use) => {
    const started: Pc[] = []
    await use(async (name) => {
      const application = await startApplication(join(directory, name), ['--port=0'])
      await page.goto(application.entry)
      await page.locator('h1').first().waitFor()
      const control = await controlOf(application, page.context())
      started.push({ application, control })
      const { lock } = (await control.call('app.snapshot', {})).slices
      if (!lock.locked) await openAccount(control, service)
      return { application, control }
    })
    for (const { application, control } of started) {
      control.close()
      await application.stop()
    }
  },
})

async function openAccount(control: Control, service: ServiceProcess) {
  await control.call('keychain.unlock', { passphrase: KEYCHAIN })
  const { accounts } = (await control.call('app.snapshot', {})).slices
  if (accounts.some(({ environment }) => environment === 'development')) return
  const { id } = await control.call('accounts.add', {
    environment: 'development',
    name: 'Gestoría Ribera',
    baseUrl: `${service.url}/v1`,
    key: KEY,
  })
  await control.call('accounts.activate', { id })
}

async function atService(service: ServiceProcess, method: string, path: string, body?: object) {
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as { id: string }
}

const toSection = async (page: Page, name: string) => {
  await page.keyboard.press('Control+5')
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await index.getByRole('link', { name, exact: true }).click()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const locked = (page: Page) => page.getByRole('heading', { name: 'Ventanilla está bloqueada' })

async function choose(page: Page, path: string, passphrase: string) {
  const dialog = page.getByRole('dialog')
  await asksForFile(page, () => dialog.getByRole('button', { name: 'Elegir archivo…' }).press('Enter'))
  await dialog.locator('input[type=file]').setInputFiles(path)
  await dialog.getByLabel('Frase de paso de la copia', { exact: true }).fill(passphrase)
  await dialog.getByRole('button', { name: 'Ver lo que trae' }).click()
}

test('a copy, a PC that is lost, another one, and everything that was known is back', async ({
  page,
  start,
  service,
  directory,
}) => {
  const before = await start('lost')
  const { id } = await atService(service, 'POST', '/v1/procedures/transfer', {
    vrm: '3308KDR',
    taxableBase: 8250,
    invoiceNumber: 'F-2026/0859',
    userEmail: 'marta@gestoriaribera.example',
    documents: [],
  })
  await before.control.call('changes.add', { text: id })
  await before.control.call('annotations.save', {
    id,
    version: 0,
    fields: { client: 'Autos Levante', buyerTaxId: '12345678Z' },
  })
  await before.control.call('case-notes.add', { id, text: 'Llamar por la tarde' })
  await before.control.call('procedures.draft-create', { kind: 'transfer' })

  await toSection(page, 'Copia de seguridad')
  await button(page, 'Guardar una copia…').click()
  await page.getByLabel('Frase de paso', { exact: true }).fill(PASSPHRASE)
  await page.getByLabel('Repítela', { exact: true }).fill(PASSPHRASE)
  const downloading = page.waitForEvent('download')
  await button(page, 'Guardar copia').click()
  const download = await downloading
  const copy = join(directory, download.suggestedFilename())
  await download.saveAs(copy)
  const bytes = await readFile(copy)
  for (const secret of ['3308KDR', 'Levante', '12345678Z']) expect(bytes.includes(secret), secret).toBe(false)
  await expect(page.getByText(/^La última, a las/)).toBeVisible()
  before.control.close()
  await before.application.stop()

  // Nothing of the previous PC is left.
  const after = await start('new')
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('heading', { name: /Aún no hay expedientes/ })).toBeVisible()
  await toSection(page, 'Copia de seguridad')
  await button(page, 'Elegir copia…').click()
  await choose(page, copy, 'esta no es la frase')
  await expect(page.getByText('Esa no es la frase de paso.')).toBeVisible()
  await page.getByLabel('Frase de paso de la copia', { exact: true }).fill(PASSPHRASE)
  await button(page, 'Ver lo que trae').click()
  await expect(page.getByRole('row', { name: 'Expedientes 1 1' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Borradores y envíos 1 1' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Juntar con lo que hay').click()
  await expect(page.getByText('Han vuelto 1 expediente, 0 firmas y 1 borrador o envío.')).toBeVisible()
  await button(page, 'Cerrar').click()

  await page.keyboard.press('Control+2')
  await expect(page.getByRole('img', { name: 'Matrícula 3 3 0 8, K D R' }).first()).toBeVisible()
  expect(await after.control.call('annotations.get', { id })).toMatchObject({
    fields: { client: 'Autos Levante', buyerTaxId: '12345678Z', notes: 'Llamar por la tarde' },
  })

  // The same backup again brings nothing new, and a file that is no backup says so.
  await toSection(page, 'Copia de seguridad')
  await button(page, 'Elegir copia…').click()
  await choose(page, copy, PASSPHRASE)
  await expect(page.getByRole('row', { name: 'Expedientes 1 0' })).toBeVisible()
  await button(page, 'Elegir otra').click()
  await choose(page, 'package.json', PASSPHRASE)
  await expect(page.getByText('Ese archivo no es una copia de Ventanilla, o está dañado.')).toBeVisible()
  await button(page, 'Cancelar').click()

  // Everything is recorded, and the chain is intact.
  await toSection(page, 'Auditoría')
  await button(page, 'Comprobar la cadena').click()
  await expect(page.getByText(/La cadena está entera: \d+ línea/)).toBeVisible()
  await button(page, 'Ver el registro').click()
  await expect(page.getByRole('row').filter({ hasText: 'Copia restaurada' }).first()).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Cerrar').click()
  const exporting = page.waitForEvent('download')
  await button(page, 'Exportar').click()
  const record = await readFile(await (await exporting).path(), 'utf8')
  expect(record).not.toContain('12345678Z')
  expect(record).not.toContain('3308KDR')
})

test('a person asks what there is of them, takes it, and has it erased; the chain stays whole', async ({
  page,
  start,
  service,
}) => {
  const { control } = await start('pc')
  const { id } = await atService(service, 'POST', '/v1/procedures/transfer', {
    vrm: '3308KDR',
    taxableBase: 8250,
    invoiceNumber: 'F-2026/0859',
    userEmail: 'marta@gestoriaribera.example',
    documents: [],
  })
  await control.call('changes.add', { text: id })
  await control.call('annotations.save', {
    id,
    version: 0,
    fields: { buyerName: 'Inés Peña', buyerTaxId: '12345678Z' },
  })
  await toSection(page, 'Datos de una persona')
  const field = page.getByRole('textbox', { name: 'NIF, NIE o CIF' })
  await field.fill('12.345.678-z')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Lo que hay de 12345678Z' })).toBeFocused()
  const exporting = page.waitForEvent('download')
  await button(page, 'Exportar todo').click()
  const files = Object.values(unzipSync(await readFile(await (await exporting).path())))
  expect(files.map((bytes) => strFromU8(bytes)).join('\n')).toContain('Inés Peña')

  await button(page, 'Borrar todo…').click()
  await expect(button(page, 'No borrar')).toBeFocused()
  await button(page, 'Borrar').click()
  await expect(page.getByText('Sus datos se han borrado de este equipo')).toBeVisible()
  const { fields } = await control
    .call('annotations.get', { id })
    .catch(() => ({ fields: { buyerName: '' } }))
  expect(fields.buyerName).toBe('')
  await field.press('Enter')
  await expect(page.getByText('En este equipo no hay nada con ese número.')).toBeVisible()
  await toSection(page, 'Auditoría')
  await button(page, 'Comprobar la cadena').click()
  await expect(page.getByText(/La cadena está entera/)).toBeVisible()
})

test('the lock: every window at once, nothing told behind it, and still there after the power goes', async ({
  page,
  context,
  start,
}) => {
  const pc = await start('pc')
  await toSection(page, 'Bloqueo')
  await button(page, 'Poner un PIN').click()
  await page.getByLabel('PIN nuevo', { exact: true }).fill(PIN)
  await page.getByLabel('Repítelo', { exact: true }).fill(PIN)
  await button(page, 'Poner PIN').click()
  await expect(page.getByText('Hay uno puesto.')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${pc.application.origin}/consulta`)
  await expect(other.getByText('Gestoría Ribera')).toBeVisible()

  await page.keyboard.press('Control+F8')
  for (const window of [page, other]) {
    await expect(locked(window)).toBeVisible()
    await expect(window).toHaveTitle('Ventanilla')
    expect(await window.content()).not.toContain('Gestoría Ribera')
  }
  // Direct calls to the core are refused too.
  await expect(pc.control.call('lookup.recent', { limit: 5 })).rejects.toThrow('locked')
  const told = JSON.stringify(await pc.control.call('app.snapshot', {}))
  expect(told).not.toContain('Gestoría Ribera')
  await expectAccessible(page)

  await other.getByLabel('PIN', { exact: true }).fill('0000')
  await other.keyboard.press('Enter')
  await expect(other.getByText('El PIN no es correcto.')).toBeVisible()
  await other.getByLabel('PIN', { exact: true }).fill(PIN)
  await other.keyboard.press('Enter')
  await expect(other.getByText('Gestoría Ribera')).toBeVisible()
  // Still in place: the other window requested no route.
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  await other.close()

  await page.keyboard.press('Control+F8')
  await expect(locked(page)).toBeVisible()
  pc.control.close()
  await pc.application.kill()
  await start('pc')
  await expect(locked(page)).toBeVisible()
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.keyboard.press('Enter')
  await expect(locked(page)).toBeHidden()
})
