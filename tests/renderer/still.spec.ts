import { expect, type Page, test } from './seeded-test.ts'
import { hold, open, releaseAll, settled } from './actions.ts'
import config from './playwright.config.ts'

declare global {
  interface Window {
    /** Shifts of the layout so far: what moved, from where to where. */
    shifts: () => string[]
  }
}

// Scrollbars take room, as on Windows: one that comes or goes must move nothing.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } })

/** Nothing moves when an answer arrives. Chromium's own measure leaves out shifts soon after a key: these count too. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.slower = 8
    // A window of an account without a strip, as it was left.
    localStorage.setItem('ventanilla.no-strip', '')
    const told: string[] = []
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return `${element?.localName}.${element?.className} «${node?.textContent?.slice(0, 30)}»`
    }
    const tell = (entries: PerformanceEntryList) => {
      for (const { sources } of entries as (PerformanceEntry & { sources: LayoutShiftAttribution[] })[])
        for (const { node, previousRect, currentRect } of sources) {
          const [from, to] = [place(previousRect), place(currentRect)]
          // A text replaced in its place counts as a shift of its letters. A title may be another, and longer.
          const isTitle = node instanceof Element && node.matches('h1')
          if (from !== to && !isTitle) told.push(`${nameOf(node)}: ${from} → ${to}`)
        }
    }
    const observer = new PerformanceObserver((list) => tell(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    window.shifts = () => {
      tell(observer.takeRecords())
      return told.splice(0)
    }
  })
})

interface LayoutShiftAttribution {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}

/** Shifts since the last call. A frame's shifts are known in the frame after it. */
async function shifts(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(() => window.shifts())
}

/** Opens a page whose core answers nothing but the window's first question, until `releaseAll`. */
async function openWithoutAnswers(page: Page, scene: string): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const holds: Pick<string[], 'includes'> = { includes: (name) => name !== 'app.snapshot' }
      window.bridge.scene.holds = holds as never
    }),
  )
  await page.goto(`/consulta?state=${scene}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((font) => font.load()))
  })
  await shifts(page)
}

/** Lets the held answers go one by one, in the order asked. @returns the shifts of each */
async function releaseOneByOne(page: Page): Promise<string[]> {
  const told: string[] = []
  while (await page.evaluate(() => window.bridge.held > 0)) {
    await page.evaluate(() => window.bridge.release(1))
    told.push(...(await shifts(page)))
  }
  return told
}

const PAGES = [
  ['Consulta', 'empty-with-history'],
  ['a cached verdict', 'cached'],
  ['a verdict with a complete report', 'complete'],
  ['a plate of the office', 'in-office'],
  ['Expedientes', 'procedures'],
  ['an open file', 'file-page'],
  ['a registered file', 'file-page-registered'],
  ['the first step of the wizard', 'wizard-new'],
  ['a step of the wizard', 'wizard-operation'],
  ['the documents of the wizard', 'documents'],
  ['the review of the wizard', 'wizard-review'],
  ['Borradores', 'drafts'],
  ['Borradores with hand-overs', 'drafts-handed'],
  ['a draft that is handed over', 'draft-handed'],
  ['a draft that a colleague has', 'draft-collected'],
  ['Por enviar', 'outbox'],
  ['Plazos', 'deadlines'],
  ['Firmas', 'signatures'],
  ['a signature', 'signature'],
  ['the form of a signature', 'signing-blank'],
  ['Firmantes', 'contacts'],
  ['Novedades', 'inbox'],
  ['the lists of plates', 'plate-lists'],
  ['a list of plates', 'plate-list-done'],
  ['Vigiladas', 'watches'],
  ['Compraventas', 'dealers'],
  ['a dealer', 'dealer'],
  ['the clients to remind', 'requests'],
  ['a file with requests', 'requests-section'],
  ['Cobros', 'ledger'],
  ['the month of a client', 'ledger-client'],
  ['a file with entries', 'ledger-section'],
  ['Ajustes', 'settings'],
] as const

for (const [name, scene] of PAGES) {
  test(`the answers of ${name} come and nothing moves`, async ({ page }) => {
    await openWithoutAnswers(page, scene)
    await releaseAll(page)
    expect(await shifts(page)).toEqual([])
  })

  test(`the answers of ${name} come one by one and nothing moves`, async ({ page }) => {
    await page.addInitScript(() => void (window.slower = 1))
    await openWithoutAnswers(page, scene)
    expect(await releaseOneByOne(page)).toEqual([])
  })
}

test('a step of the wizard that needs a scrollbar is as wide as one that does not', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await open(page, 'wizard-operation')
  const scroll = page.locator('.wizard__scroll')
  const widthOf = () => scroll.evaluate(({ clientWidth }) => clientWidth)
  const needsBar = () => scroll.evaluate((it) => it.scrollHeight > it.clientHeight)
  expect(await needsBar()).toBe(true)
  const width = await widthOf()
  await page.setViewportSize({ width: 1280, height: 1400 })
  expect(await needsBar()).toBe(false)
  expect(await widthOf()).toBe(width)
})

test('the button of a locked window stays where it is while the PIN is checked', async ({ page }) => {
  await open(page, 'lockable')
  await page.keyboard.press('Control+F8')
  const unlock = page.getByRole('button', { name: 'Desbloquear' })
  await unlock.waitFor()
  await page.getByLabel('PIN', { exact: true }).fill('0000')
  await hold(page, 'lock.open')
  const before = await unlock.boundingBox()
  await unlock.click()
  await expect(page.getByText('Abriendo…')).toBeVisible()
  expect(await unlock.boundingBox()).toEqual(before)
  await releaseAll(page)
  await expect(page.getByText('El PIN no es correcto.')).toBeVisible()
  expect(await unlock.boundingBox()).toEqual(before)
})

/** Changes hand-overs and drafts of the core, as a colleague's PC does. */
const changeHandovers = (
  page: Page,
  change: { ended?: string[]; states?: Record<string, object>; drafts?: Record<string, object> },
) =>
  page.evaluate(({ ended, states, drafts }) => {
    const { scene } = window.bridge
    scene.handovers = (scene.handovers ?? [])
      .filter(({ id }) => !ended?.includes(id))
      .map((one) => ({ ...one, ...states?.[one.id] }))
    scene.drafts = (scene.drafts ?? []).map((one) => ({ ...one, ...drafts?.[one.id] }))
    window.bridge.changed('draft', [])
  }, change)

test('hand-overs that change or end while Borradores is open move nothing', async ({ page }) => {
  await open(page, 'drafts-handed')
  const row = (id: string) => page.locator(`[data-handover="${id}"]`)
  const draft = page.locator('[data-draft="b2"]')
  await shifts(page)
  const places = () =>
    page
      .locator('[data-draft] .row, [data-handover] button')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await places()

  const fetching = { state: 'fetching', parts: { done: 1_000, of: 1_024 } }
  await changeHandovers(page, { states: { 'h-incoming': fetching, 'h-given': { isConnected: false } } })
  await expect(row('h-incoming')).toContainText('Recogiendo: 1.000 de 1.024 partes')
  expect(await shifts(page)).toEqual([])
  await changeHandovers(page, { states: { 'h-incoming': { state: 'incoming' } } })
  await changeHandovers(page, { ended: ['h-incoming'] })
  await expect(row('h-incoming')).toContainText('Ya no está por recoger')
  await expect(row('h-incoming').getByRole('button')).toBeDisabled()

  await changeHandovers(page, { ended: ['h-given'], drafts: { b2: { state: 'editing' } } })
  await expect(draft.getByRole('button')).toHaveCount(3)
  await changeHandovers(page, { drafts: { b2: { state: 'handed' } } })
  await expect(draft.getByRole('button')).toHaveCount(1)
  await changeHandovers(page, { drafts: { b2: { state: 'discarded' } } })
  await expect(draft).toContainText('Ya no está en este equipo')
  expect(await shifts(page)).toEqual([])
  expect(await places()).toEqual(before)
})

test('a draft that is collected opens from the place of its offer, and moves nothing', async ({ page }) => {
  await open(page, 'drafts-handed')
  await shifts(page)
  const incoming = page.locator('[data-handover="h-incoming"]')
  const button = incoming.getByRole('button')
  const before = await button.boundingBox()
  await button.click()
  await expect(incoming).toContainText('Recogiendo')
  await page.evaluate(() => {
    const { scene } = window.bridge
    const first = scene.drafts?.find(({ state }) => state === 'editing')
    const id = scene.handovers?.find((one) => one.id === 'h-incoming')?.draftId
    if (first && id) scene.drafts = [...(scene.drafts ?? []), { ...first, id, updatedAt: Date.now() }]
  })
  await changeHandovers(page, { ended: ['h-incoming'] })
  await expect(incoming).toContainText('Recogido')
  expect(await button.boundingBox()).toEqual(before)
  expect(await shifts(page)).toEqual([])
  await button.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nueva transferencia' })).toBeVisible()
})

test('the panel of a handed draft keeps its button in its place in every state', async ({ page }) => {
  await open(page, 'draft-handed')
  await shifts(page)
  const button = page.getByRole('button', { name: 'Recuperar' })
  const before = await button.boundingBox()
  await changeHandovers(page, { states: { 'h-given': { state: 'withdrawing', isConnected: false } } })
  await expect(page.getByText('Se recupera cuando vuelva el relé')).toBeVisible()
  await changeHandovers(page, {
    states: { 'h-given': { state: 'taken' } },
    drafts: { 'draft-kdr': { state: 'discarded' } },
  })
  await expect(page.getByText('Se guarda 30 días')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  await changeHandovers(page, { ended: ['h-given'] })
  await expect(page.getByText('Esta entrega ya ha terminado.')).toBeVisible()
  await expect(button).toBeDisabled()
  expect(await button.boundingBox()).toEqual(before)
  expect(await shifts(page)).toEqual([])
})
