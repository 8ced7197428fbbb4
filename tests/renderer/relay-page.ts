import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { Page } from './seeded-test.ts'

export const section = (page: Page) => page.locator('[data-section="relay"]')
export const toRelay = async (page: Page) => {
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await index.getByRole('link', { name: 'Relé' }).click()
  await page.getByRole('heading', { name: 'Relé', exact: true }).waitFor()
}
export const press = (page: Page, name: string | RegExp) =>
  section(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click()

/** Fills the form of pairing; the code in another spelling than the one on the other screen. */
export async function fillPairing(page: Page, { code = 'k7qf9m2t', name = 'Mostrador' } = {}) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Dirección del relé').fill('rele.gestoriaribera.example')
  await dialog.getByLabel('Código').fill(code)
  await dialog.getByLabel('Nombre de este equipo').fill(name)
}

/** Pushes what the core has learnt from the relay. */
export const relaySays = (page: Page, change: Partial<RelaySlice>) =>
  page.evaluate((next) => {
    const { bridge } = window
    bridge.setSlice('relay', { ...bridge.scene.slices.relay, ...next })
  }, change)
