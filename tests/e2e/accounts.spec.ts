import { expect, test as base, type Page } from '@playwright/test'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import {
  startCuttingProxy,
  startServiceProcess,
  type CuttingProxy,
  type ServiceProcess,
} from '#tests/fakes/service-process.ts'
import { expectAccessible } from './accessible.ts'
import { addAccount, KEY, PASSPHRASE, useAccount } from './account-fixture.ts'

interface Fixtures {
  dataDir: string
  service: ServiceProcess
  network: CuttingProxy
  start: () => Promise<Application>
}

/** The operator's environment behind a network that can be cut, and an office on a PC without a keychain. */
const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  dataDir: async ({}, use) => {
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
  network: async ({ service }, use) => {
    const network = await startCuttingProxy(service.url)
    await use(network)
    await network.close()
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

const field = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' })
const verdict = (page: Page) => page.getByRole('region', { name: 'Veredicto' })

async function open(page: Page, application: Application) {
  await page.goto(application.entry)
  await field(page).waitFor()
}

async function startNow(page: Page) {
  await useAccount(page)
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
}

async function askComplete(page: Page, plate: string) {
  await field(page).fill(plate)
  await field(page).press('Enter')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await expect(page.getByRole('button', { name: 'Pedir informe completo' })).toBeVisible()
  await page.keyboard.press('Alt+i')
  await page.getByRole('button', { name: /Pedirlo por 8,67/ }).click()
}

const accountFolder = async (dataDir: string) =>
  (await readdir(dataDir)).find((name) => name.startsWith('account-')) ?? ''

const setAsideFiles = async (folder: string) =>
  (await readdir(folder))
    .filter((name) => /\.apartada-[\dTZ-]+$/.test(name))
    .map((name) => join(folder, name))

test('an account is added with a wrong key, then with the right one, and its key is nowhere to be seen', async ({
  page,
  dataDir,
  network,
  start,
}) => {
  const application = await start()
  await open(page, application)
  const dialog = await addAccount(page, network.url, 'una-clave-que-no-vale')
  await expect(dialog.getByText('El operador no acepta esa clave.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Clave de API').fill(`  Bearer ${KEY}\n`)
  await dialog.getByRole('button', { name: 'Añadir cuenta' }).click()
  await startNow(page)

  await page.getByRole('link', { name: 'Ajustes' }).click()
  await expect(page.getByText(`Clave •••• ${KEY.slice(-4)}`)).toBeVisible()
  await expectAccessible(page)
  expect(await page.content()).not.toContain(KEY)
  expect(application.errors.join('\n')).not.toContain(KEY)
  expect(await readFile(join(dataDir, 'accounts.json'), 'utf8')).not.toContain(KEY)
})

test('a complete report, asked for knowing its price, to its official PDF, also with the service off', async ({
  page,
  network,
  service,
  start,
}) => {
  await open(page, await start())
  await addAccount(page, network.url)
  await startNow(page)
  await askComplete(page, '8888BBB')
  await expect(verdict(page).getByRole('heading', { name: 'No transferible' })).toBeVisible()
  await expect(page.getByText('Impide la transferencia')).toBeVisible()
  await expect(page.getByText('Embargo').first()).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Alt+p')
  const preview = page.getByRole('dialog', { name: /PDF/ })
  await expect(preview.locator('canvas').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await service.stop()
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Alt+g')
  const file = await (await saved).path()
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
  expect(network.seen.filter((what) => what === 'POST /v1/reports/complete')).toHaveLength(1)
})

test('the answer is cut: it is uncertain, never asked again by itself, and each way out works', async ({
  page,
  network,
  start,
}) => {
  let application = await start()
  await open(page, application)
  await addAccount(page, network.url)
  await startNow(page)
  network.cut({ match: 'POST /v1/reports/complete', where: 'answer' })
  await askComplete(page, '1234BCD')
  await expect(page.getByText('No sabemos si se ha pedido').first()).toBeVisible()
  await expectAccessible(page)
  network.cut(null)

  // Killed and started again, it is still uncertain and nothing was sent.
  await application.kill()
  application = await start()
  await page.goto(application.entry)
  await page.getByLabel('Frase de paso', { exact: true }).fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Abrir' }).click()
  await page.getByRole('button', { name: 'Ver qué hacer' }).click()
  await expect(page.getByText('No sabemos si se ha pedido').first()).toBeVisible()
  const posts = () => network.seen.filter((what) => what === 'POST /v1/reports/complete').length
  expect(posts()).toBe(1)

  await page.getByRole('button', { name: 'Lo he encontrado…' }).click()
  await page.getByLabel('Identificador del informe').fill('no-existe')
  await page.getByRole('button', { name: 'Traerlo' }).click()
  await expect(page.locator('dialog[open]').getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Pedirlo otra vez…' }).click()
  await page.getByRole('button', { name: /No está: pedirlo/ }).click()
  await expect(page.getByText('Mensaje para el cliente')).toBeVisible()
  expect(posts()).toBe(2)

  network.cut({ match: 'POST /v1/reports/complete', where: 'request' })
  await page.keyboard.press('/')
  await askComplete(page, '5519KZP')
  await expect(page.getByText('No sabemos si se ha pedido').first()).toBeVisible()
  await page.getByRole('button', { name: 'Descartarlo…' }).click()
  await page.getByRole('button', { name: 'Descartarla' }).click()
  await expect(page.getByText('No sabemos si se ha pedido')).toHaveCount(0)
})

test('accounts are changed from the side bar, and each keeps its own lookups and its own place', async ({
  page,
  network,
  start,
}) => {
  await open(page, await start())
  await field(page).fill('0000CCC')
  await field(page).press('Enter')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await addAccount(page, network.url)
  await startNow(page)
  await expect(page.getByRole('button', { name: /0 0 0 0, C C C con avisos/ })).toHaveCount(0)
  await field(page).fill('8097MWK')
  await field(page).press('Enter')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)

  await page.getByRole('button', { name: /Cambiar de cuenta/ }).click()
  await page.getByRole('menuitemradio', { name: /Demostración/ }).click()
  await expect(page.getByText('DEMOSTRACIÓN', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
  await expect(page.getByText('con avisos').first()).toBeVisible()
  await expect(page.getByText('8097 MWK')).toHaveCount(0)
})

test('the keys are lost: nothing is touched, it is said, and the key can be pasted again', async ({
  page,
  dataDir,
  network,
  start,
}) => {
  let application = await start()
  await open(page, application)
  await addAccount(page, network.url)
  await startNow(page)
  await field(page).fill('5519KZP')
  await field(page).press('Enter')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await application.stop()
  await rm(join(dataDir, 'keys.sealed'))

  application = await start()
  await page.goto(application.entry)
  await expect(page.getByText('Este equipo no tiene llavero').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear una frase' }).click()
  await page.getByLabel('Frase de paso nueva').fill(PASSPHRASE)
  await page.getByLabel('Repítela').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Crear el archivo protegido' }).click()
  // Creating the file takes as long as the key derivation, which is slow on purpose.
  await expect(page.getByText('Hay datos guardados, pero no la clave que los abre.')).toBeVisible()
  await expectAccessible(page)
  const kept = await readFile(join(dataDir, await accountFolder(dataDir), 'ventanilla.db'))

  await page.getByRole('button', { name: 'Guardar aparte y empezar de cero' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Guardar aparte' }).click()
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await page
    .getByRole('button', { name: /Cambiar clave|Pegar/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /Sí: el operador/ }).check()
  await page.getByLabel('Clave de API').fill(KEY)
  await page.getByRole('button', { name: 'Cambiar la clave' }).click()
  await expect(page.getByText('Clave cambiada')).toBeVisible()
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
  await field(page).fill('5519KZP')
  await field(page).press('Enter')
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  const aside = await setAsideFiles(join(dataDir, await accountFolder(dataDir)))
  expect(aside).toHaveLength(1)
  expect((await readFile(aside[0] ?? '')).equals(kept)).toBe(true)
})
