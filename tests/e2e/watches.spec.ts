import { expect, test, type Page } from '@playwright/test'
import { startApplication, temporaryDataDir } from '#tests/fakes/application.ts'
import { reducedReports, startFaultService } from '#tests/fakes/fault-service.ts'
import { controlOf } from '#tests/fakes/window-control.ts'
import { expectAccessible } from './accessible.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('a plate that is watched from its verdict and changes is in Novedades, once', async ({
  page,
  context,
}) => {
  let outcome = 'transferable'
  const service = await startFaultService(
    reducedReports((vrm, id) => ({
      id,
      vrm,
      type: 'reduced',
      status: 'completed',
      transferabilityStatus: outcome,
    })),
  )
  const directory = await temporaryDataDir()
  const application = await startApplication(directory.path, ['--port=0'])
  await page.goto(application.entry)
  await field(page).waitFor()
  const control = await controlOf(application, context)
  await control.call('keychain.use-memory', {})
  const { id } = await control.call('accounts.add', {
    environment: 'development',
    name: 'Gestoría Ribera',
    baseUrl: service.url,
    key: 'clave-de-la-oficina-0123456789',
  })
  await control.call('accounts.activate', { id })
  await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()

  await field(page).fill('1234 BCD')
  await field(page).press('Enter')
  await expect(heading(page, 'Transferible')).toBeVisible()
  await page.keyboard.press('Alt+v')
  await expect(heading(page, 'Vigilar 1234 BCD')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nota' }).fill('Autos Vega')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Vigilada hasta el')).toBeVisible()

  outcome = 'not_transferable'
  // Elsewhere, where its page does not show the change as it comes: in a list, as its days are.
  await page.getByRole('button', { name: 'Vigiladas' }).click()
  await expect(page.getByRole('radio', { name: 'Vigiladas 1' })).toBeVisible()
  await control.call('lookup.start', { vrm: '1234BCD' })
  await expect(page.getByRole('radio', { name: 'Con cambios 1' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Autos Vega' })).toContainText('Ahora no transferible')
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Novedades/ }).click()
  await expect(page.getByText('Ahora no transferible').first()).toBeVisible()
  const { rows } = await control.call('inbox.list', { filter: 'all', limit: 10 })
  expect(rows).toMatchObject([{ event: 'report.changed', actionable: true, subject: { vrm: '1234BCD' } }])
  await page.getByRole('button', { name: 'Abrir informe' }).click()
  await expect(heading(page, 'No transferible')).toBeVisible()

  control.close()
  await application.stop()
  await directory.remove()
  await service.close()
})
