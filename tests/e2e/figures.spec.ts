import { expect } from '@playwright/test'
import { test } from './cases-fixture.ts'
import { goBack } from '../renderer/actions.ts'

test.use({ serviceWorkers: 'block' })

test('from a bar of Cifras to the procedures that it counts, and to as many', async ({
  desk,
  first: page,
}) => {
  const lozano = await desk.follow('3308KDR')
  await desk.follow('0456LTR')
  await desk.follow('4106HPR')
  await desk.change(lozano, 'IN_PROGRESS')
  await desk.change(lozano, 'DONE')
  await page.getByRole('link', { name: 'Expedientes' }).click()
  await page.getByRole('link', { name: 'Cifras' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cifras' })).toBeVisible()
  const bar = (chart: RegExp, name: RegExp) =>
    page.getByRole('group', { name: chart }).getByRole('button', { name })
  await expect(bar(/Empezados/, /Transferencia: 3\. Abre 3 expedientes$/)).toBeVisible()
  await bar(/Terminados/, /Transferencia: 1\. Abre 1 expediente$/).press('Enter')
  const foot = page.locator('.list-foot [role="status"]')
  await expect(foot).toHaveText('1–1 de 1')
  await expect(page.getByLabel('Matrícula 3 3 0 8, K D R')).toBeVisible()
  await goBack(page)
  await bar(/Empezados/, /Transferencia: 3/).click()
  await expect(foot).toHaveText('1–3 de 3')
  await goBack(page)
  // How long it was in each state that it left: by what this PC was told.
  await bar(/Tiempo en cada estado/, /^En trámite, la mitad en .*, 1 vez, pocas\. Abre 1 expediente$/).click()
  await expect(foot).toHaveText('1–1 de 1')
  await goBack(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar «Expedientes por mes» a CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Expedientes por mes .*\.csv$/)
})
