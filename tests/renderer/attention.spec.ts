import type { Settings } from '#shared/bridge/settings.ts'
import type { Locator } from '@playwright/test'
import { attention, called, hold, open, openPending, releaseAll, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { refuseKey, STATES } from './states.ts'

/** Time of the scenes. */
const NOW = Date.UTC(2026, 10, 20, 13, 5)
const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('button', { name: /cosas? pendientes?/ })
const later = (page: Page) => attention(page).getByRole('button', { name: 'Hasta mañana' })
const setNow = (page: Page, at: number) => page.evaluate((to) => window.setNow(to), at)

test('one thing at a time, the most urgent first, and the list has all of them', async ({ page }) => {
  await open(page, 'attention-many')
  await expect(attention(page)).toHaveCount(1)
  await expect(attention(page)).toContainText('El servicio no responde')
  await expect(later(page)).toHaveCount(0)
  await expect(entry(page)).toHaveText(/^5 cosas pendientes/)
  await entry(page).click()
  const rows = page.getByRole('dialog', { name: 'Lo pendiente' }).getByRole('listitem')
  await expect(rows).toHaveText([
    /no responde/,
    /0456 LTR/,
    /1234 BCD/,
    /copia de seguridad/,
    /versión nueva/,
  ])
  await rows.nth(2).getByRole('button', { name: 'Ver qué hacer' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toHaveValue('1234 BCD')
})

test('what is put off goes at once, is stored, stays in the list and returns the next day', async ({
  page,
}) => {
  await open(page, 'attention-risks')
  await expect(attention(page)).toContainText('0456 LTR')
  await hold(page, 'settings.update')
  await later(page).dblclick()
  // The second press of the double click was meant for the first thing.
  await expect(attention(page)).toContainText('1234 BCD')
  await later(page).click()
  await expect(attention(page)).toContainText('copia de seguridad')
  await releaseAll(page)
  const stored = (await called(page, 'settings.update')) as Pick<Settings, 'putOff'>[]
  expect(stored.map(({ putOff }) => putOff.length)).toEqual([1, 2])
  await expect(entry(page)).toHaveText(/^3 cosas pendientes/)
  const list = await openPending(page)
  await expect(list.getByText('Aplazado hasta mañana')).toHaveCount(2)
  await expect(list.getByRole('button', { name: 'Ver qué hacer' })).toHaveCount(2)
  await page.keyboard.press('Escape')

  // Another window or run has what the core stored.
  await open(page, 'attention-risks')
  await expect(attention(page)).toContainText('0456 LTR')
  await page.evaluate(
    (change) => window.bridge.setSlice('settings', { ...window.bridge.scene.slices.settings, ...change }),
    stored.at(-1),
  )
  await expect(attention(page)).toContainText('copia de seguridad')
  // Another uncertain report is another thing.
  await page.evaluate(() => {
    const [first] = window.bridge.scene.slices.uncertain
    if (first) window.bridge.setSlice('uncertain', [first, { ...first, id: 'q9', vrm: '8097MWK' }])
  })
  await expect(attention(page)).toContainText('8097 MWK')
  await setNow(page, NOW + 11 * 3_600_000)
  await expect(attention(page)).toContainText('0456 LTR')
})

test('what cannot be stored as put off returns, and says so', async ({ page }) => {
  await open(page, 'attention-risks')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'settings.update': { code: 'disk-full', retryable: true } }
  })
  await later(page).click()
  await expect(page.getByText('El disco está lleno.')).toBeVisible()
  await expect(attention(page)).toContainText('0456 LTR')
})

test('a thing that one page shows itself is announced once, however often it returns', async ({ page }) => {
  await open(page, 'uncertain-elsewhere')
  await expect(attention(page).getByRole('alert')).toContainText('No sabemos si se pidió')
  await attention(page).getByRole('button', { name: 'Ver qué hacer' }).click()
  await expect(attention(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Firmas', exact: true }).click()
  await expect(attention(page)).toContainText('No sabemos si se pidió')
  await expect(attention(page).getByRole('alert')).toHaveCount(0)
})

test('the sample office brings nothing into the line for a minute, and a failure comes at once', async ({
  page,
}) => {
  await open(page, 'sample-settling')
  await expect(entry(page)).toHaveText(/cosas pendientes/)
  await page.getByRole('link', { name: 'Firmas', exact: true }).click()
  await settled(page)
  await expect(attention(page)).toHaveCount(0)
  await page.evaluate(() => window.bridge.setLink('lost'))
  await setNow(page, NOW + 5_000)
  await expect(attention(page)).toContainText('ha perdido el contacto')
  await page.evaluate(() => window.bridge.setLink('connected'))
  await expect(attention(page)).toHaveCount(0)
  await setNow(page, NOW + 60_000)
  await expect(attention(page)).toContainText('No sabemos si se pidió')
  await open(page, 'sample-settling-down')
  await expect(attention(page)).toContainText('El servicio no responde')
})

const boxOf = async (locator: Locator) => (await locator.first().boundingBox())!
const bodyOf = (page: Page) => boxOf(page.locator('.page__body'))
/** Opens a section. @returns the box of its content */
async function goTo(page: Page, section: string) {
  await page.getByRole('link', { name: section }).first().click()
  await page.getByRole('heading', { level: 1, name: section }).waitFor()
  await settled(page)
  return bodyOf(page)
}
/** Sets the reports of which nobody knows whether the service charged them. */
const setUncertain = (page: Page, vrms: readonly string[]) =>
  page.evaluate(
    ([plates, requestedAt]) =>
      window.bridge.setSlice(
        'uncertain',
        plates.map((vrm) => ({ id: vrm, vrm, state: 'uncertain', requestedAt, attempts: 0 })),
      ),
    [vrms, NOW] as const,
  )

for (const width of [1280, 1024])
  test(`at ${width} px, what arrives lies over the page and moves nothing, and the next page has its line`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, 'procedures')
    const before = await bodyOf(page)
    const row = await boxOf(page.locator('[data-row]').last())
    for (const arrive of [() => setUncertain(page, ['0456LTR']), () => refuseKey(page)]) {
      await arrive()
      await expect(attention(page).getByRole('alert')).toBeInViewport({ ratio: 1 })
      expect(await bodyOf(page)).toEqual(before)
      expect(await boxOf(page.locator('[data-row]').last())).toEqual(row)
      // On the foot of the list, and not on its last row.
      const foot = await boxOf(page.locator('.list-foot'))
      expect((await boxOf(attention(page))).y).toBeGreaterThanOrEqual(foot.y - 1)
    }
    const next = await goTo(page, 'Firmas')
    expect(next.y).toBeGreaterThan(before.y)
    const line = await boxOf(attention(page))
    expect(line.y + line.height).toBeLessThanOrEqual(next.y)
  })

test('a page keeps the room of its line, whatever takes it', async ({ page }) => {
  await open(page, 'uncertain-elsewhere')
  const withLine = await goTo(page, 'Firmas')
  await setUncertain(page, ['1234BCD'])
  await expect(attention(page)).toContainText('1234 BCD')
  expect(await bodyOf(page)).toEqual(withLine)
  await refuseKey(page)
  await expect(attention(page)).toContainText('La clave de API')
  expect(await bodyOf(page)).toEqual(withLine)
  await page.evaluate(() =>
    window.bridge.setSlice('connection', { ...window.bridge.scene.slices.connection, state: 'online' }),
  )
  await setUncertain(page, [])
  await expect(attention(page)).toHaveCount(0)
  expect(await bodyOf(page)).toEqual(withLine)
  expect((await goTo(page, 'Novedades')).y).toBeLessThan(withLine.y)
})

test('the first page after the data are opened has the line of what was pending', async ({ page }) => {
  await open(page, 'store-locked')
  await setUncertain(page, ['0456LTR'])
  await expect(attention(page)).toBeVisible()
  await page.evaluate(() => window.bridge.setSlice('store', { state: 'open', directory: '/home/ana' }))
  await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
  const line = await boxOf(attention(page))
  expect(line.y + line.height).toBeLessThanOrEqual((await bodyOf(page)).y)
})

test('the sidebar leads to the list at every width, and without anything has no entry', async ({ page }) => {
  for (const width of [1280, 1024, 600, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, 'attention-risks')
    await entry(page).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Lo pendiente' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(entry(page)).toBeFocused()
  }
  await open(page, 'empty-with-history')
  await expect(entry(page)).toHaveCount(0)
  const list = await openPending(page)
  await expect(list).toContainText('No hay nada pendiente.')
})

/** States whose attention line is the longest of its kind. */
const WITH_LINE = [
  'unauthorized',
  'set-aside-notice',
  'health-passing',
  'health-over',
  'outage-down',
  'outage-failing',
  'uncertain-elsewhere',
  'vanished-elsewhere',
  'keychain-memory-lookup',
  'relay-gap-elsewhere',
  'relay-reset-elsewhere',
  'relay-claim-elsewhere',
  'updates-elsewhere-replaced',
  'updates-elsewhere-ready',
  'updates-elsewhere-waiting',
  'updates-elsewhere-undone',
  'backup-due',
  'tour-offer',
  'sample-settled',
  'updated',
]
/** Lowest place at which the content of a page may begin at 1280 px, also in the demonstration. */
const CONTENT_TOP = 110
/** Height of a line of text. */
const LINE = 20

for (const name of WITH_LINE)
  test(`with the line of «${name}», content begins near the top`, async ({ page }) => {
    await open(page, STATES.find((one) => one.name === name)?.scene ?? name)
    await expect(attention(page)).toBeVisible()
    const top = await page
      .locator('.page__body')
      .first()
      .evaluate((body) => body.getBoundingClientRect().top)
    expect(top).toBeLessThanOrEqual(CONTENT_TOP)
    const heightOf = () => page.locator('.attention__words').evaluate((it) => it.clientHeight)
    expect(await heightOf()).toBeLessThan(2 * LINE)
    await page.setViewportSize({ width: 1024, height: 700 })
    expect(await heightOf()).toBeLessThan(3 * LINE)
  })

test('on every page, content begins near the top with a line and the strip of the demonstration', async ({
  page,
}) => {
  await open(page, 'sample-settled')
  const sections = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
  for (let at = 0; at < (await sections.count()); at += 1) {
    await sections.nth(at).click()
    await settled(page)
    await expect(attention(page)).toBeVisible()
    const top = await page
      .locator('.page__body')
      .first()
      .evaluate((body) => body.getBoundingClientRect().top)
    expect(top, await page.title()).toBeLessThanOrEqual(CONTENT_TOP)
  }
})
