import { expect, type Page, test } from './seeded-test.ts'
import { open, verdict } from './actions.ts'

const heading = (page: Page, name: string) => verdict(page).getByRole('heading', { name, exact: true })
const note = (page: Page) => page.getByRole('note').filter({ hasText: 'Los informes no dicen lo mismo.' })

async function copied(page: Page): Promise<string> {
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('the complete report is the worse: red, both dates, and asking again for free is not offered as the way out', async ({
  page,
}) => {
  await open(page, 'complete-worse')
  await expect(heading(page, 'No transferible')).toBeVisible()
  await expect(verdict(page)).toHaveClass(/verdict--stop.*verdict--solid/)
  await expect(verdict(page)).toContainText('El reducido no dice lo mismo.')
  await expect(note(page)).toContainText('El completo del 20/11/2026')
  await expect(note(page)).toContainText('El reducido del 20/11/2026')
  await expect(note(page)).toContainText('consultar otra vez no lo cambia')
  const answer = await copied(page)
  expect(answer).toContain('ahora no se puede transferir')
  expect(answer).toContain('Los informes de Tráfico no coinciden: el reducido')
  // The rail tells the same.
  await expect(page.locator('.complete-rail .quote')).toHaveText(answer)
})

test('the reduced report is the worse: red, and asking again is free', async ({ page }) => {
  await open(page, 'complete-disagrees')
  await expect(heading(page, 'No transferible')).toBeVisible()
  await expect(note(page)).toContainText('Consulta de nuevo, que no cuesta nada')
  const answer = await copied(page)
  expect(answer).toContain('ahora no se puede transferir')
  await expect(page.locator('.complete-rail .quote')).toHaveText(answer)
})

test('a plate that the complete report does not find is grey, and what to look at is said', async ({
  page,
}) => {
  await open(page, 'complete-missing')
  await expect(heading(page, 'Matrícula no registrada')).toBeVisible()
  await expect(note(page)).toContainText('Comprueba la matrícula con el permiso de circulación.')
  await expect(page.getByRole('button', { name: /Ped/ })).toHaveCount(0)
  expect(await copied(page)).toContain('no hemos podido saberlo')
})

test('alerts of a complete report are one sign everywhere', async ({ page }) => {
  await open(page, 'complete-alerts')
  await expect(verdict(page)).toHaveClass(/verdict--warn/)
  const newest = page.locator('.plate-lookups > li').first()
  await expect(newest).toContainText('Completo, con avisos')
  await expect(newest.locator('.sign--warn')).toHaveCount(1)
})

test('a first red verdict says that the complete report explains it, and what it costs', async ({ page }) => {
  await open(page, 'not-transferable')
  await expect(page.getByRole('note').filter({ hasText: 'El completo lo dice y tiene coste.' })).toBeVisible()
})

for (const [state, says] of [
  ['complete-stale', 'Qué lo impide lo dice el informe completo de hace 1 día, más abajo.'],
  ['complete-processing', 'El completo ya está pedido: lo dirá.'],
  ['complete-uncertain', 'No sabemos si el completo llegó a pedirse: acláralo antes de pedir otro.'],
] as const) {
  test(`nothing invites paying for what is there or may be: ${state}`, async ({ page }) => {
    await open(page, state)
    await expect(verdict(page)).toBeVisible()
    if (state === 'complete-stale') await page.evaluate(renew)
    await expect(page.getByRole('note').filter({ hasText: says })).toBeVisible()
    await expect(page.getByText('tiene coste')).toHaveCount(0)
  })
}

/** The reduced report is asked again, and says the same. */
function renew() {
  const { bridge } = window
  const view = bridge.scene.views['0456LTR']!
  bridge.setView({
    ...view,
    latest: { ...view.latest!, reportId: 'again', checkedAt: new Date(2026, 10, 20, 14, 5).getTime() },
  })
}
