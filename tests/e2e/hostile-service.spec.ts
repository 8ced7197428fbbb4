import { expect, test as base, type Page } from '@playwright/test'
import { displayPlate, spellPlate } from '#shared/domain/plates/classify.ts'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import { startHostileService, type HostileService, type Hostility } from '#tests/fakes/hostile-service.ts'
import { controlOf } from '#tests/fakes/window-control.ts'

const KEY = 'clave-de-la-oficina-0123456789'
/** Short deadline, so that a hanging answer is detected. */
const ANSWER_MS = 2_000

/** The built application on an account of a service that answers badly about some plates. */
const test = base.extend<{ hostile: HostileService; application: Application }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  hostile: async ({}, use) => {
    const hostile = await startHostileService()
    await use(hostile)
    await hostile.service.close()
  },
  application: async ({ hostile, page, context }, use) => {
    const directory = await temporaryDataDir()
    const application = await startApplication(directory.path, ['--port=0'])
    await page.goto(application.entry)
    await field(page).waitFor()
    const control = await controlOf(application, context)
    await control.call('keychain.use-memory', {})
    const { id } = await control.call('accounts.add', {
      environment: 'development',
      name: 'Gestoría Ribera',
      baseUrl: hostile.service.url,
      key: KEY,
    })
    await control.call('accounts.change', { id, assumptions: { answerMs: ANSWER_MS } })
    await control.call('accounts.activate', { id })
    await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()
    await use(application)
    await application.stop()
    await directory.remove()
  },
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' })
const verdict = (page: Page) => page.getByRole('region', { name: 'Veredicto' })

async function ask(page: Page, vrm: string): Promise<void> {
  await field(page).fill(displayPlate(vrm))
  await field(page).press('Enter')
  await expect(
    verdict(page)
      .getByRole('img', { name: spellPlate(vrm) })
      .first(),
  ).toBeVisible()
}

async function answered(page: Page, vrm: string): Promise<void> {
  await ask(page, vrm)
  await expect(verdict(page).getByRole('heading', { name: 'Transferible', exact: true })).toBeVisible()
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
}

/** Expected words of each plate's page: problem and advice. */
const BAD: readonly [vrm: string, how: Hostility, wrong: RegExp, advice: RegExp][] = [
  ['1000BBD', 'html', /contestado algo que no se entiende/, /Volvemos a intentarlo/],
  ['1001BBD', 'half-json', /contestado algo que no se entiende/, /Volvemos a intentarlo/],
  ['1002BBD', 'redirect', /redirige a otra dirección/, /revisa la dirección en Ajustes/],
  ['1003BBD', 'hang', /no ha contestado a tiempo/, /Volvemos a intentarlo/],
  ['1004BBD', 'fails-for-ever', /El servicio ha fallado/, /Volvemos a intentarlo/],
  ['1005BBD', 'huge', /demasiado grande/, /avisa al operador/],
  ['1006BBD', 'deep', /formato no válido/, /avisa al operador/],
  ['1007BBD', 'other-plate', /el informe de otra matrícula/, /avisa al operador/],
]

test('with bad plates open, each says what is wrong and the good ones are answered as ever', async ({
  page,
  hostile,
  application,
}) => {
  for (const [vrm, how] of BAD) hostile.set(vrm, how)
  await answered(page, '2000BCD')
  for (const [at, [vrm, , wrong, advice]] of BAD.entries()) {
    // With nothing but failures for a while, the service would be down: a slow machine tries again many times.
    await answered(page, `30${at}0BCD`)
    await ask(page, vrm)
    await expect(page.getByText(wrong).first()).toBeVisible()
    await expect(page.getByText(advice).first()).toBeVisible()
    await expect(verdict(page).getByRole('heading', { name: /^Sin veredicto/ })).toBeVisible()
    await expect(
      page.getByRole('button', { name: /^(Probar ahora|Consultar de nuevo)/ }).first(),
    ).toBeVisible()
  }
  for (const vrm of ['2001BCD', '2002BCD', '2003BCD', '2004BCD']) await answered(page, vrm)
  // One plate that fails is no outage.
  await expect(page.getByText('El servicio no responde desde')).toBeHidden()
  await expect(page.getByText('Al día')).toBeVisible()
  expect(hostile.hugeBytes).toBeLessThan(40 * 1024 * 1024)

  // Once the service recovers, the next lookup of the plate succeeds.
  hostile.set('1003BBD', null)
  await ask(page, '1003BBD')
  await expect(verdict(page).getByRole('heading', { name: 'Transferible', exact: true })).toBeVisible()
  // Open requests do not prevent its exit.
  expect(await application.stop()).toBe(0)
})

test('the report of another plate never shows as the verdict of this one, nor takes the place of what was known', async ({
  page,
  hostile,
  application: _application,
}) => {
  hostile.set('1007BBD', 'other-plate', 'read')
  await ask(page, '1007BBD')
  await expect(page.getByText(/el informe de otra matrícula/)).toBeVisible()
  await expect(verdict(page).getByRole('heading', { name: 'Transferible', exact: true })).toBeHidden()
  hostile.set('1007BBD', null)
  await answered(page, '1007BBD')
  hostile.set('1007BBD', 'other-plate')
  await ask(page, '1007BBD')
  await expect(page.getByText(/el informe de otra matrícula/)).toBeVisible()
  await expect(verdict(page)).toHaveClass(/verdict--soft/)
})

test('a limit and an unknown state are said, and the other plates are answered', async ({
  page,
  hostile,
  application: _application,
}) => {
  hostile.set('1008BBD', 'limits')
  hostile.set('1009BBD', 'unknown-state')
  await ask(page, '1008BBD')
  await expect(page.getByText('El servicio pide que esperemos.').first()).toBeVisible()
  await ask(page, '1009BBD')
  await expect(verdict(page).getByRole('heading', { name: 'Respuesta desconocida' })).toBeVisible()
  await expect(page.getByText('Pregunta al operador qué significa', { exact: false })).toBeVisible()
  await answered(page, '2000BCD')
  await ask(page, '1008BBD')
  await expect(page.getByText('El servicio pide que esperemos.').first()).toBeVisible()
})
