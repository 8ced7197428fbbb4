import { called, open } from './actions.ts'
import { press, section, toRelay } from './relay-page.ts'
import { expect, type Page, test } from './seeded-test.ts'

const at = async (page: Page, scene: string) => {
  await open(page, scene)
  await toRelay(page)
}
const dialog = (page: Page) => page.locator('dialog[open]')

test('the encryption is turned on with the words of the PCs that nobody has compared', async ({ page }) => {
  await at(page, 'relay-sealing-off')
  await press(page, 'Activar…')
  await expect(dialog(page)).toContainText('Mostrador')
  await expect(dialog(page)).toContainText('trigo barca zorro nube pinar sello')
  // Compared before.
  await expect(dialog(page)).not.toContainText('Portátil de Luis')
  expect(await called(page, 'relay.change-key')).toEqual([])
  await dialog(page).getByRole('button', { name: 'Activar el cifrado' }).click()
  await expect(page.getByText('Los avisos ya se cifran')).toBeVisible()
  expect(await called(page, 'relay.change-key')).toEqual([{ compared: ['d2'.padEnd(43, 'x')] }])
  await expect(section(page)).toContainText('Activado. Clave hecha hoy')
  await press(page, 'Desactivar…')
  await dialog(page).getByRole('button', { name: 'Desactivar el cifrado' }).click()
  await expect(section(page)).toContainText('Sin activar')
  expect(await called(page, 'relay.stop-sealing')).toHaveLength(1)
})

test('it waits for a PC of a version before, and a PC that does not administer only sees it', async ({
  page,
}) => {
  await at(page, 'relay-sealing-old')
  await expect(section(page)).toContainText('Sin clave: «Recepción»')
  await expect(section(page).getByRole('button', { name: 'Activar…' })).toBeDisabled()
  await at(page, 'relay-sealing-plain')
  await expect(section(page)).toContainText('Activado. Clave hecha')
  await expect(section(page)).toContainText('Palabras de este equipo: faro noria lince cobre senda remo.')
  await expect(section(page).getByRole('button', { name: 'Cambiar la clave…' })).toHaveCount(0)
})

test('sharing needs the encryption, says what is shared, and is turned on and off by one act each', async ({
  page,
}) => {
  await at(page, 'relay-sealing-off')
  await expect(section(page).getByRole('button', { name: 'Compartir…' })).toBeDisabled()
  await expect(section(page)).toContainText('Antes, activa el cifrado')
  await at(page, 'relay-sealing-on')
  await press(page, 'Compartir…')
  await expect(dialog(page)).toContainText('No se comparte: los borradores')
  expect(await called(page, 'sharing.turn-on')).toEqual([])
  await dialog(page).getByRole('button', { name: 'Compartir', exact: true }).click()
  await expect(section(page)).toContainText('Todo está compartido: 128 fichas.')
  await press(page, 'Dejar de compartir…')
  await dialog(page).getByRole('button', { name: 'Dejar de compartir', exact: true }).click()
  await expect(section(page).getByRole('button', { name: 'Compartir…' })).toBeVisible()
  expect(await called(page, 'sharing.turn-off')).toHaveLength(1)
})

test('says how much is left to send', async ({ page }) => {
  await at(page, 'relay-sharing-on')
  await expect(section(page)).toContainText('Faltan por enviar 120 de 4.312.')
})

test('the settings that the office shares say so, while it shares', async ({ page }) => {
  const named = page.locator('[data-section="retention"]')
  await at(page, 'relay-sealing-on')
  await expect(named).toContainText('Lo que va entre llaves')
  await expect(named).not.toContainText('Común a la oficina.')
  await at(page, 'relay-sharing-on')
  await expect(named).toContainText('Común a la oficina.')
})
