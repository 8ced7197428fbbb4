import { expect, test, type Page } from '@playwright/test'
import { open, settled, started, verdict } from './actions.ts'

const isHere = (page: Page, file: RegExp) =>
  page.evaluate(
    (wanted) => performance.getEntriesByType('resource').some(({ name }) => new RegExp(wanted).test(name)),
    file.source,
  )

// The browser lists 250 files unless it is told to list more, and the pages and their parts are about as many.
test.beforeEach(({ page }) => page.addInitScript(() => performance.setResourceTimingBufferSize(2_000)))

/** Waits until every page and panel has loaded by itself: the last ones of each list, and their imports. */
async function allHere(page: Page) {
  await expect.poll(() => isHere(page, /settings-page.*\.js/)).toBe(true)
  await expect.poll(() => isHere(page, /add-resource-dialog.*\.js/)).toBe(true)
  await page.waitForLoadState('networkidle')
}

const broken = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Esta pantalla no se puede mostrar.' })

test('once the first screen is up every section and panel opens without the host', async ({ page }) => {
  await open(page)
  await allHere(page)
  await page.context().setOffline(true)
  const main = page.getByRole('main')
  for (const section of ['Expedientes', 'Firmas', 'Novedades', 'Ajustes']) {
    await page.getByRole('link', { name: new RegExp(`^${section}`) }).click()
    await expect(main.getByRole('heading', { level: 1, name: section })).toBeVisible()
  }
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog', { name: 'Buscar' })).toBeVisible()
})

test('what Enter shows is loaded at once, and not with the other pages', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/consulta?state=empty-with-history')
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toBeVisible()
  // Less than what the other pages wait for.
  await page.clock.runFor(500)
  for (const file of [/verdict-view.*\.js/, /plate-rail.*\.js/, /plate-answers.*\.js/])
    await expect.poll(() => asked.some((url) => file.test(url))).toBe(true)
  expect(asked.some((url) => /settings-page.*\.js/.test(url))).toBe(false)
})

test('a verdict comes with what it says of itself, so that nothing moves after it', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.verdict__car')) return
      observer.disconnect()
      Reflect.set(globalThis, 'hadNote', document.querySelector('.notice') !== null)
    })
    observer.observe(document, { subtree: true, childList: true })
  })
  await open(page, 'cached')
  const hadNote = () => page.evaluate<boolean | undefined>(() => Reflect.get(globalThis, 'hadNote'))
  await expect.poll(hadNote).not.toBeUndefined()
  expect(await hadNote()).toBe(true)
})

test('a verdict whose file is late comes by itself, to the plate that was asked', async ({ page }) => {
  const late = Promise.withResolvers<void>()
  await page.route('**/verdict-view*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  await open(page)
  await page.getByRole('combobox', { name: 'Matrícula' }).fill('1234BCD')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await started(page)).length).toBe(1)
  await expect(verdict(page)).toBeHidden()
  late.resolve()
  await expect(verdict(page)).toContainText('1234')
})

test('in the quick lookup too, and what is typed meanwhile begins another plate', async ({ page }) => {
  const late = Promise.withResolvers<void>()
  await page.route('**/quick-verdict*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  await open(page)
  await page.keyboard.press('Control+Shift+Space')
  const layer = page.getByRole('dialog')
  const field = layer.getByRole('combobox', { name: 'Matrícula' })
  await expect(field).toBeFocused()
  await page.keyboard.type('1234BCD')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await started(page)).length).toBe(1)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('8097MWK')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await started(page)).length).toBe(2)
  late.resolve()
  await expect(verdict(page)).toContainText('8097')
  await expect(verdict(page)).not.toContainText('1234')
})

for (const [name, file, keys] of [
  ['the search', 'palette', 'Control+k'],
  ['the quick lookup', 'quick-lookup-dialog', 'Control+Shift+Space'],
] as const) {
  test(`letters typed before ${name} has loaded are its own, and a shortcut is not the page's`, async ({
    page,
  }) => {
    const late = Promise.withResolvers<void>()
    await page.route(`**/${file}-*.js`, async (route) => {
      await late.promise
      await route.continue()
    })
    await open(page, 'procedures')
    await page.keyboard.press(keys)
    await page.keyboard.type('1234xb')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+1')
    late.resolve()
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('1234x')
    await page.keyboard.type('b')
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('1234xb')
    await expect(page).toHaveURL(/\/expedientes/)
  })

  test(`Escape closes ${name} before it has loaded`, async ({ page }) => {
    const late = Promise.withResolvers<void>()
    await page.route(`**/${file}-*.js`, async (route) => {
      await late.promise
      await route.continue()
    })
    await open(page, 'procedures')
    await page.keyboard.press(keys)
    await page.keyboard.press('Escape')
    late.resolve()
    await allHere(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('a verdict whose file cannot be read says so, and the window goes on', async ({ page }) => {
  await page.route('**/verdict-view*.js', (route) => route.abort())
  await open(page)
  await page.getByRole('combobox', { name: 'Matrícula' }).fill('1234BCD')
  await page.keyboard.press('Enter')
  await expect(broken(page)).toBeVisible()
  await page.getByRole('link', { name: /^Expedientes/ }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Expedientes' })).toBeVisible()
})

test('an attention line whose file cannot be read leaves the page as it is, and comes once the link is back', async ({
  page,
}) => {
  const failed = page.waitForEvent('requestfailed', (request) => /\/attention-.*\.js/.test(request.url()))
  await page.route('**/attention-*.js', (route) => route.abort())
  await open(page, 'unauthorized')
  await failed
  await settled(page)
  const action = page.getByRole('button', { name: 'Ir a Ajustes' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(action).toBeHidden()
  await page.unroute('**/attention-*.js')
  await page.evaluate(() => window.bridge.setLink('lost'))
  await page.evaluate(() => window.bridge.setLink('connected'))
  await expect(action).toBeVisible()
})

test('what is there already is painted with the press that opens it', async ({ page }) => {
  await open(page)
  await allHere(page)
  // Both in one task of the page: nothing runs in between.
  const headings = await page.evaluate(async () => {
    document.querySelector<HTMLElement>('a[href="/novedades"]')?.click()
    await Promise.resolve()
    return [...document.querySelectorAll('main h1')].map((heading) => heading.textContent)
  })
  expect(headings).toEqual(['Novedades'])
})

test('a page whose file cannot be read says so, the others go on, and reloading brings it', async ({
  page,
}) => {
  await page.route('**/inbox-page*.js', (route) => route.abort())
  await open(page)
  await page.getByRole('link', { name: /^Novedades/ }).click()
  await expect(broken(page)).toBeVisible()
  await page.getByRole('link', { name: /^Expedientes/ }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Expedientes' })).toBeVisible()
  await expect(broken(page)).toBeHidden()
  await page.getByRole('link', { name: /^Novedades/ }).click()
  await expect(broken(page)).toBeVisible()
  await page.unroute('**/inbox-page*.js')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible()
})

test('a page whose file cannot be read for want of the host says that, and comes once the link is back', async ({
  page,
}) => {
  await page.route('**/inbox-page*.js', (route) => route.abort())
  await open(page)
  await page.evaluate(() => window.bridge.setLink('lost'))
  await page.getByRole('link', { name: /^Novedades/ }).click()
  const lost = page.getByRole('heading', { name: 'Esta pantalla ha perdido el contacto con Ventanilla.' })
  await expect(lost).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recargar' })).toBeHidden()
  await page.unroute('**/inbox-page*.js')
  await page.evaluate(() => window.bridge.setLink('connected'))
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible()
})

test('a panel whose file cannot be read says so and leaves the window as it was', async ({ page }) => {
  await page.route('**/palette*.js', (route) => route.abort())
  await open(page)
  await page.keyboard.press('Control+K')
  await expect(page.getByText('No se ha podido abrir. Recarga la ventana y prueba otra vez.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toBeVisible()
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a PDF whose viewer cannot be read leaves the verdict where it was', async ({ page }) => {
  await page.route('**/pdf-preview*.js', (route) => route.abort())
  await open(page, 'complete')
  await page.getByRole('button', { name: 'Ver PDF oficial' }).click()
  await expect(page.getByText('No se ha podido abrir. Recarga la ventana y prueba otra vez.')).toBeVisible()
  await expect(verdict(page)).toBeVisible()
})

test('a window that cannot be drawn at all says so and offers to reload', async ({ page }) => {
  await open(page)
  await page.evaluate(() => {
    const { profile } = window.bridge.scene.slices
    window.bridge.setSlice('profile', { ...profile, environment: 'none' as never })
  })
  await expect(broken(page)).toBeVisible()
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toBeVisible()
})
