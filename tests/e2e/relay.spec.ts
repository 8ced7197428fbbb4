import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import {
  comparePairing,
  newPairing,
  startRelayProcess,
  type RelayProcess,
} from '#tests/fakes/relay-process.ts'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { enterAccount, KEY, transfer } from './account-fixture.ts'
import { expectAccessible, picture } from './accessible.ts'

interface Fixtures {
  service: ServiceProcess
  relay: RelayProcess
  /** A PC of the office: its own application, data and browser profile. */
  pc: () => Promise<{ page: Page; context: BrowserContext; application: Application }>
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  service: async ({}, use) => {
    const service = await startServiceProcess(KEY)
    await use(service)
    await service.stop()
  },
  // oxlint-disable-next-line no-empty-pattern
  relay: async ({}, use) => {
    const relay = await startRelayProcess()
    await use(relay)
    await relay.stop()
  },
  pc: async ({ browser }, use) => {
    const ends: (() => Promise<unknown>)[] = []
    await use(async () => {
      const directory = await temporaryDataDir()
      const application = await startApplication(directory.path, ['--port=0'])
      const context = await browser.newContext()
      ends.push(async () => {
        await context.close()
        await application.stop()
        await directory.remove()
      })
      return { page: await context.newPage(), context, application }
    })
    await Promise.all(ends.map((end) => end()))
  },
})

const section = (page: Page) => page.locator('[data-section="relay"]')
const words = (page: Page) => page.getByRole('list', { name: 'Las tres palabras' }).getByRole('listitem')

async function toSection(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Ajustes' }).click()
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await index.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}
const toRelay = (page: Page) => toSection(page, 'Relé')

async function giveCode(page: Page, { url }: RelayProcess, code: string, name: string): Promise<string[]> {
  await section(page).getByRole('button', { name: 'Emparejar este equipo' }).click()
  await page.getByLabel('Dirección del relé').fill(url)
  await page.getByLabel('Código').fill(code.toLowerCase())
  await page.getByLabel('Nombre de este equipo').fill(name)
  await page.keyboard.press('Enter')
  await expect(words(page)).toHaveCount(3)
  return words(page).allTextContents()
}

/** What this PC knows without having been told of it by anybody. */
async function hears(page: Page, plate: string): Promise<void> {
  await page.getByRole('link', { name: 'Expedientes' }).click()
  const spelled = (part: string) => [...part].join(' ')
  const name = `Matrícula ${spelled(plate.slice(0, 4))}, ${spelled(plate.slice(4))}`
  await expect(page.getByRole('row').filter({ has: page.getByRole('img', { name }) })).toHaveCount(1)
}

test('two PCs are paired by code, hear of everything at once, and one is removed', async ({
  service,
  relay,
  pc,
}) => {
  const desk = await pc()
  await enterAccount(desk.page, desk.application, service)
  await toSection(desk.page, 'Avanzado')
  const path = desk.page.getByLabel('Dirección para suscribirse a los avisos')
  await path.fill(serviceAssumptions.subscriptionsPath)
  await path.press('Enter')
  await expect(desk.page.getByRole('button', { name: /^Volver.*Dirección para suscribirse/ })).toBeVisible()

  // The first PC: the administrator has the code from the relay's own command.
  await toRelay(desk.page)
  const first = await newPairing(relay.ask)
  const compared = comparePairing(relay.ask, first)
  const shown = await giveCode(desk.page, relay, first.code, 'Mostrador')
  expect(await compared).toEqual(shown)
  await picture(desk.page, 'relay/words')
  await desk.page.getByRole('button', { name: 'Son las mismas', exact: true }).click()
  await relay.ask('POST', `/v1/pairings/${first.id}/confirm`)
  await expect(section(desk.page)).toContainText('Conectado. Todavía no ha llegado ningún aviso')
  await expect(section(desk.page)).toContainText('Pedidos al operador por este equipo')
  await expectAccessible(desk.page)
  await picture(desk.page, 'relay/paired')

  // The second one, admitted from the first.
  const office = await pc()
  await enterAccount(office.page, office.application, service)
  await toRelay(office.page)
  await section(desk.page).getByRole('button', { name: 'Añadir un equipo' }).click()
  const dialog = desk.page.getByRole('dialog')
  await expect(dialog).toContainText(relay.url)
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  const given = await giveCode(office.page, relay, code, 'Despacho de Ana')
  await expect(words(desk.page)).toHaveText(given)
  await picture(desk.page, 'relay/admit')
  await desk.page.getByRole('button', { name: 'Son las mismas: admitir' }).click()
  await office.page.getByRole('button', { name: 'Son las mismas', exact: true }).click()
  await expect(section(office.page)).toContainText('Todavía no ha llegado ningún aviso')
  await desk.page.keyboard.press('Escape')

  // Neither of them has ever seen it.
  await transfer(service, '3308KDR')
  await Promise.all([hears(desk.page, '3308KDR'), hears(office.page, '3308KDR')])

  // Its words were compared when it was paired: nothing else is asked for before events are encrypted.
  await toRelay(desk.page)
  await section(desk.page).getByRole('button', { name: 'Activar…' }).click()
  await picture(desk.page, 'relay/encrypt')
  await desk.page.getByRole('button', { name: 'Activar el cifrado' }).click()
  await expect(section(desk.page)).toContainText('Activado. Clave hecha hoy')
  await expectAccessible(desk.page)
  await transfer(service, '3309KDR')
  await Promise.all([hears(desk.page, '3309KDR'), hears(office.page, '3309KDR')])
  expect(JSON.stringify(await relay.ask('GET', '/v1/events'))).toContain('relay.sealed')

  await relay.kill()
  await expect(desk.page.getByText(/sin relé/).first()).toBeVisible()
  await relay.again()
  await expect(desk.page.getByText(/por relé/).first()).toBeVisible()
  await transfer(service, '4821LMV')
  await Promise.all([hears(desk.page, '4821LMV'), hears(office.page, '4821LMV')])

  await toRelay(desk.page)
  await section(desk.page).getByRole('button', { name: 'Comprobar el camino' }).click()
  await expect(section(desk.page).getByRole('button', { name: 'Comprobar otra vez' }).first()).toBeVisible()
  await picture(desk.page, 'relay/checked')

  await section(desk.page).getByRole('button', { name: 'Quitar «Despacho de Ana»' }).click()
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Quitar del relé' }).click()
  await toRelay(office.page)
  await expect(section(office.page)).toContainText('El relé no admite este equipo')
  await expectAccessible(office.page)
  await picture(office.page, 'relay/removed')
})
