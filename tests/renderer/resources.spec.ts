import { expect, type Page, test } from './seeded-test.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { called, open } from './actions.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page) => page.getByRole('textbox', { name: 'ID o enlace' })
const resource = { kind: 'procedure', id: 'prc_7f3a0b52c21' }

/** Changes the first resource that the core tracks. */
const inbox = (page: Page, change: Partial<ResourceView>) =>
  page.evaluate((fields) => {
    const [known] = window.bridge.scene.resources ?? []
    if (known) window.bridge.setResource({ ...known, ...fields })
  }, change)

test('the list by keyboard: the page opens, and Esc comes back to the same row', async ({ page }) => {
  await open(page, 'procedures')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(page.locator('[data-row="2"]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Matriculación')).toBeFocused()
  // The files of the rows before it were read ahead.
  expect((await called(page, 'changes.get')).at(-1)).toEqual({ kind: 'procedure', id: 'prc_247' })
  await expect(page).toHaveTitle('Expedientes · Ventanilla')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/expedientes')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-row="2"]')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Expedientes' })).toHaveAttribute('aria-current', 'page')
})

test('the list follows what changes', async ({ page }) => {
  await open(page, 'procedure')
  await page.getByRole('button', { name: 'Expedientes' }).click()
  await page.getByRole('link', { name: /^Todos/ }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Con incidencia')
  await inbox(page, { status: 'DONE', statusDescription: 'Finalizado' })
  await expect(page.getByRole('row').nth(1)).toContainText('Finalizado')
  await inbox(page, { gone: true })
  await expect(page.getByRole('row').nth(1)).toContainText('Ya no está en el servicio')
})

test('while it is in sight the core is told so every few seconds, and a hidden window looks at nothing', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, 'procedure')
  await expect(page.getByRole('heading', { name: 'Depende de ti' })).toBeVisible()
  await page.clock.runFor(11_000)
  expect(await called(page, 'changes.look')).toEqual([resource, resource, resource])
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  })
  await page.clock.runFor(30_000)
  expect(await called(page, 'changes.look')).toHaveLength(3)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(await called(page, 'changes.look')).toHaveLength(4)
  await page.keyboard.press('Escape')
  await expect(title(page, 'Expedientes')).toBeVisible()
  await page.clock.runFor(30_000)
  expect(await called(page, 'changes.look')).toHaveLength(4)
})

test('an answer that changed nothing is newer all the same', async ({ page }) => {
  await page.clock.install()
  await open(page, 'procedure')
  await expect(page.getByText('Visto hace 3 min')).toBeVisible()
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.resources = scene.resources?.map((one) => ({ ...one, checkedAt: one.checkedAt! + 150_000 })) ?? []
  })
  await page.clock.runFor(16_000)
  await expect(page.getByText('Visto hace 30 s')).toBeVisible()
})

test('nobody looks at what is gone, nor at what was never known', async ({ page }) => {
  for (const state of ['procedure-gone', 'procedure-nowhere']) {
    await page.clock.install()
    await open(page, state)
    await expect(page.getByText(/ya no está en el servicio|no está en este equipo/)).toBeVisible()
    await page.clock.runFor(11_000)
    expect(await called(page, 'changes.look')).toEqual([])
  }
})

test('R reads it again, and says so; what comes by itself is shown too', async ({ page }) => {
  await open(page, 'procedure')
  await expect(page.getByText('Visto hace 3 min · próxima revisión a las 14:17')).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByText('Visto hace un momento')).toBeVisible()
  expect(await called(page, 'changes.refresh')).toEqual([resource])
  await expect(page.getByTestId('announcer')).toHaveText('Actualizado')
  await inbox(page, { status: 'DONE', statusDescription: 'Finalizado', body: {} })
  await expect(page.getByText('Trámite completado; documentos disponibles.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Depende de ti' })).toBeHidden()
})

test('reading it again is said while it lasts, and its failure hides nothing', async ({ page }) => {
  await open(page, 'procedure-error')
  await expect(page.getByText('No se pudo leer; visto hace 1 h.')).toBeVisible()
  await page.evaluate(() => {
    window.bridge.scene.holds = ['changes.refresh']
  })
  await page.getByRole('button', { name: 'Actualizar ahora' }).click()
  await expect(page.getByText('Preguntando al servicio…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actualizar ahora' })).toBeDisabled()
  await page.keyboard.press('r')
  await page.evaluate(() => window.bridge.release())
  await expect(page.getByRole('alert')).toContainText('El servicio no ha contestado a tiempo.')
  await expect(page.getByText('Documento ilegible · DNI del comprador')).toBeVisible()
  expect(await called(page, 'changes.refresh')).toHaveLength(1)
})

test('its notifications are silenced and come back', async ({ page }) => {
  await open(page, 'procedure')
  const mute = async (name: string) => {
    await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }
  await mute('Silenciar avisos')
  await expect(page.getByText('Avisos silenciados')).toBeAttached()
  await mute('Volver a avisar')
  await expect(page.getByText('Avisos silenciados')).toHaveCount(0)
  expect(await called(page, 'changes.mute')).toEqual([
    { ...resource, muted: true },
    { ...resource, muted: false },
  ])
})

test('the plate and the id are copied as they are used; single keys can be off', async ({ page }) => {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await open(page, 'procedure')
  await page.keyboard.press('m')
  await expect(page.getByText('Matrícula copiada')).toBeVisible()
  expect(await clipboard()).toBe('3308KDR')
  await page.getByRole('button', { name: 'Copiar ID' }).click()
  await expect(page.getByText('ID copiado')).toBeVisible()
  expect(await clipboard()).toBe('prc_7f3a0b52c21')

  await page.evaluate(() => {
    const { settings } = window.bridge.scene.slices
    window.bridge.setSlice('settings', { ...settings, singleKeys: false })
  })
  await expect(page.locator('.page__head .kbd')).toHaveCount(0)
  await page.keyboard.press('r')
  expect(await called(page, 'changes.refresh')).toEqual([])
})

test('what was never known here is asked for and becomes known', async ({ page }) => {
  await open(page, 'procedure-nowhere')
  await page.getByRole('button', { name: 'Buscarlo en el servicio' }).click()
  await expect(page.getByRole('alert')).toContainText('El servicio no lo encuentra en esta cuenta.')
  await open(page, 'procedure-unknown')
  await page.getByRole('button', { name: 'Buscarlo en el servicio' }).click()
  await expect(page.getByRole('heading', { name: 'Depende de ti' })).toBeVisible()
  expect(await called(page, 'changes.add')).toEqual([{ text: 'procedures/prc_7f3a0b52c21' }])
})

test('of who signs there is the name, as in Firmas, and nothing else until asked for', async ({ page }) => {
  await open(page, 'signature')
  await expect(title(page, 'Mandato específico')).toBeVisible()
  const everything = () => page.evaluate(() => `${document.title} ${document.documentElement.outerHTML}`)
  await expect(page.getByText('Nuria Ferrer Castell')).toBeVisible()
  expect(await page.title()).not.toContain('Nuria')
  expect(await everything()).not.toMatch(/12345678Z|nuria\.ferrer|600000000/)
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect(page.getByText('12345678Z')).toBeVisible()
  await page.getByRole('button', { name: 'Ocultar' }).click()
  await expect(page.getByText('12345678Z')).toHaveCount(0)
  await page.getByText('Todo lo que dice el servicio').click()
  await expect(page.getByRole('group', { name: 'Todo lo que dice el servicio' })).toContainText('"12345678Z"')
})

test('five hundred changes: the last twenty, and the rest when asked for', async ({ page }) => {
  await open(page, 'procedure-500')
  const lines = page.locator('.timeline > li')
  await expect(lines).toHaveCount(20)
  await expect(lines.first()).toContainText(/En espera pasa a\s+Con incidencia|→/)
  await page.getByRole('button', { name: 'Ver 480 cambios anteriores' }).click()
  await expect(lines).toHaveCount(500)
})

test('an empty section says how to fill it', async ({ page }) => {
  await open(page, 'procedures-empty')
  await page.getByRole('button', { name: 'Añadir por ID o enlace' }).click()
  await field(page).fill('prc_7f3a0b52c21')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Transferencia')).toBeVisible()
})

test('a state never seen is said to be so on the grey ring, and its name is no word of the language', async ({
  page,
}) => {
  await open(page, 'procedure-unknown-state')
  const chip = page.locator('.state-chip')
  await expect(chip).toHaveText('Estado desconocido')
  await expect(chip).toHaveClass(/state--unknown/)
  await inbox(page, { status: 'constructor' })
  await expect(chip).toHaveText('Estado desconocido')
  await expect(chip).toHaveClass(/state--unknown/)
  await inbox(page, { status: 'ON_HOLD' })
  await expect(chip).toHaveText('En espera')
  await expect(chip).toHaveClass(/state--hold/)
})

test('a field that is missing or is something else takes its own card and no other', async ({ page }) => {
  await open(page, 'procedure-no-incidents')
  await expect(page.getByText('el servicio no dice cuál')).toBeVisible()
  await expect(page.getByText('El servicio no lo dice.')).toHaveCount(1)
  await expect(page.getByText('Ninguno todavía. Aparecen aquí según los emite el servicio.')).toBeVisible()
  await expect(page.getByText('F-2026/0859')).toBeVisible()
  await inbox(page, { body: { taxableBase: { odd: true }, vehicle: 7, incidents: [null, 3, {}] } })
  await expect(page.getByText('Incidencia sin nombre')).toBeVisible()
  await expect(page.getByText('Odd: Sí')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Actividad' })).toBeVisible()
})
