import { expect, type Locator, type Page, test } from './seeded-test.ts'
import { open, settled } from './actions.ts'
import { openCases, row } from './cases-page.ts'
import { refuseKey } from './states.ts'

/** Elements are whole, in place, and overlap nothing. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('it is not on screen')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}
type Box = Awaited<ReturnType<typeof boxOf>>
const expectApart = async (one: Locator, other: Locator) =>
  expectBoxesApart(await boxOf(one), await boxOf(other))
function expectBoxesApart(a: Box, b: Box) {
  const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
  expect(apart, JSON.stringify([a, b])).toBe(true)
}
/** True if no text is clipped. */
const isWhole = (place: Locator) =>
  place.evaluate((it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight)

test('the window itself never scrolls', async ({ page }) => {
  for (const state of ['alerts', 'file-page', 'cases', 'inbox', 'settings']) {
    await open(page, state)
    const over = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement
      return scrollHeight - clientHeight
    })
    expect(over, state).toBe(0)
  }
})

for (const size of SIZES)
  test(`a procedure at ${size.width}: its title is whole, and its id beside its button`, async ({ page }) => {
    await page.setViewportSize(size)
    await open(page, 'file-page')
    await page.getByRole('heading', { level: 1 }).evaluate((title) => {
      title.textContent = 'Cambio de titularidad'
    })
    expect(await isWhole(page.getByRole('heading', { level: 1 }))).toBe(true)
    const id = page.locator('.resource-id')
    await id.evaluate((words) => (words.textContent = '7f3a0b52-c21d-4f5e-9a7b-3308a1d2e4f6'))
    await expectApart(id, page.getByRole('button', { name: 'Copiar ID' }))
    const { right } = await boxOf(page.getByRole('button', { name: 'Copiar ID' }))
    expect(right).toBeLessThanOrEqual(size.width)
    expect(await isWhole(id)).toBe(true)
  })

for (const environment of ['demo', 'production'] as const)
  test(`the navigation stays under a press as the account becomes known: ${environment}`, async ({
    page,
  }) => {
    const link = page.getByRole('link', { name: 'Ajustes' })
    // What this PC showed last tells where things will be; a new one opens on the demonstration.
    if (environment === 'production') {
      await open(page, 'empty-with-history')
      await link.waitFor()
    }
    await page.goto('/consulta?state=snapshot-late')
    const early = await boxOf(link)
    await page.evaluate((name) => {
      window.bridge.scene.slices.profile = { id: 'x', environment: name, name: 'Oficina' }
      window.bridge.release()
    }, environment)
    await page.getByRole('button', { name: /Cuenta en uso: Oficina/ }).waitFor()
    expect(await boxOf(link)).toEqual(early)
  })

test('in the review of a draft, what is known of the vehicle is whole at every width', async ({ page }) => {
  await open(page, 'wizard-review')
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isWhole(page.locator('.answers .vehicle-words')), String(width)).toBe(true)
  }
})

test('an age that grows moves nothing', async ({ page }) => {
  for (const [state, name] of [
    ['file-page', 'Actualizar ahora'],
    ['signature', 'Actualizar ahora'],
  ] as const) {
    await open(page, state)
    const button = page.getByRole('button', { name })
    const before = await boxOf(button)
    const age = page.getByText(/^Visto /)
    const words = await age.textContent()
    await page.evaluate(() => window.setNow(new Date(2026, 10, 20, 15, 59).getTime()))
    await expect(age).not.toHaveText(words ?? '')
    expect(await boxOf(button), state).toEqual(before)
  }
})

for (const size of SIZES)
  test(`a date that is typed leaves its step as high as it was, at ${size.width}`, async ({ page }) => {
    await page.setViewportSize(size)
    await open(page, 'wizard-operation')
    const date = page.getByLabel('Fecha del contrato')
    const fields = page.locator('.step-grid')
    await date.fill('')
    const before = await boxOf(fields)
    // Empty, incomplete, within the term, past both terms, and impossible.
    for (const typed of ['12/1', '12/11/2026', '01/09/2026', '31/02/2026']) {
      await date.fill(typed)
      await date.blur()
      await settled(page)
      expect(await boxOf(fields), typed).toEqual(before)
    }
  })

test('the entries under a section are in the sidebar, or on the page where it is its icons, and never twice', async ({
  page,
}) => {
  await openCases(page)
  for (const section of ['Expedientes', 'Firmas']) {
    await page.getByRole('link', { name: section, exact: true }).click()
    for (const [width, place] of [
      [1280, 'places--side'],
      [1024, 'places--page'],
      [1280, 'places--side'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.locator('.places')).toHaveCount(1)
      await expect(page.locator('.places')).toHaveClass(`places ${place}`)
      await expect(page.locator('.places')).toBeVisible()
    }
  }
})

test('in the line of entries of a narrow window the current one is in sight', async ({ page }) => {
  await openCases(page)
  await page.getByRole('link', { name: /^Urgentes/ }).click()
  await expect(page.getByRole('heading', { name: 'Urgentes' })).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 768 })
  const current = page.locator('.places--page [aria-current]')
  await expect(current).toHaveText(/^Urgentes/)
  await expect(current).toBeInViewport({ ratio: 1 })
})

test('at 1024 no word of the way it has come is broken', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page, 'file-page')
  await page
    .locator('.track__name')
    .last()
    .evaluate((name) => (name.textContent = 'Documentación entregada'))
  const broken = await page.locator('.track__name').evaluateAll((names) =>
    names.flatMap((name) =>
      (name.textContent ?? '').split(/\s+/).filter((word) => {
        const probe = document.createElement('span')
        probe.style.cssText = 'position: absolute; white-space: nowrap'
        probe.textContent = word
        name.append(probe)
        const width = probe.getBoundingClientRect().width
        probe.remove()
        return width > name.clientWidth
      }),
    ),
  )
  expect(broken).toEqual([])
})

test('a toast and what needs attention are over neither the next step nor what is done with those picked', async ({
  page,
}) => {
  /** Shows both over the page. The boxes are of the frame that shows the toast, which goes soon. */
  const expectAllApart = async (controls: string) => {
    await refuseKey(page)
    const [toast, line, ...others] = await page.evaluate(async (selector) => {
      window.say('Guardado')
      while (!document.querySelector('.toast')) await new Promise(requestAnimationFrame)
      const found = ['.toast', '.attention', selector].flatMap((one) => [...document.querySelectorAll(one)])
      return found.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return { left, right, top, bottom }
      })
    }, controls)
    expect(others.length).toBeGreaterThan(0)
    expectBoxesApart(toast!, line!)
    for (const other of others) for (const over of [toast!, line!]) expectBoxesApart(over, other)
  }
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await open(page, 'wizard-operation')
    await expectAllApart('.wizard__foot button')
    await openCases(page)
    await row(page, 1).getByRole('checkbox').click()
    await expectAllApart('.selection-bar')
  }
})

test('the list at 1280 says the whole state, also the longest', async ({ page }) => {
  await openCases(page)
  const word = page.locator('.case__cell--status .state-word .clip').first()
  await word.evaluate((shown) => (shown.textContent = 'Documentación entregada'))
  expect(await isWhole(word)).toBe(true)
})

test('in high contrast the number of Novedades can be read', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const state of ['inbox', 'alerts']) {
    await open(page, state === 'inbox' ? state : 'inbox')
    if (state === 'alerts') await page.getByRole('link', { name: 'Consulta', exact: true }).click()
    const style = await page
      .locator('.side__badge')
      .first()
      .evaluate((badge) => {
        const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(badge)
        return { color, backgroundColor, forcedColorAdjust }
      })
    expect(style.color).not.toBe(style.backgroundColor)
    // Otherwise the browser paints the page's colour behind its text, which is that of the text.
    expect(style.forcedColorAdjust, state).toBe('none')
  }
})

test('names in any Latin alphabet have the same letters', async ({ page }) => {
  await open(page)
  const viewModels = await page.evaluate(async () =>
    (await document.fonts.load('14px "IBM Plex Sans Variable"', 'Škoda Łódź')).map(
      ({ unicodeRange }) => unicodeRange,
    ),
  )
  expect(viewModels.some((range) => /U\+0?100-/i.test(range))).toBe(true)
})

test('stopped by others alone, nothing says that it needs something of the desk', async ({ page }) => {
  await open(page, 'file-page')
  await expect(page.getByText('Necesita algo de ti')).toBeVisible()
  await page.evaluate(() => {
    const view = window.bridge.scene.resources?.[0]
    if (!view) return
    const { incidents } = view.body as { incidents: { level: string }[] }
    const others = incidents.filter(({ level }) => level === 'hold')
    window.bridge.setResource({ ...view, body: { ...view.body, incidents: others } })
  })
  await expect(page.getByText('No tienes que hacer nada')).toBeVisible()
  await expect(page.getByText('Necesita algo de ti')).toHaveCount(0)
  await expect(page.getByText('no depende de ti')).toBeVisible()
})

test('in high contrast every plate can be read, of whatever colours it is', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page)
  // White on black, and white on green.
  for (const [vrm, look] of [
    ['B123456', 'pre-1971'],
    ['P1234BCD', 'temporary'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Matrícula' }).fill(vrm)
    await page.keyboard.press('Enter')
    const plate = page.locator(`.verdict .plate--${look}`)
    await expect(plate).toBeVisible()
    const { color, backgroundColor } = await plate.evaluate((drawn) => {
      const style = getComputedStyle(drawn)
      return { color: style.color, backgroundColor: style.backgroundColor }
    })
    expect(color, vrm).not.toBe(backgroundColor)
  }
})

test('a heading that a script focused has no ring, and what Tab reaches has one', async ({ page }) => {
  const outline = () =>
    page.evaluate(() => {
      const { tagName } = document.activeElement!
      return [tagName, getComputedStyle(document.activeElement!).outlineStyle]
    })
  await openCases(page)
  // By keyboard, so that the browser draws the focus.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await outline()).toEqual(['H1', 'none'])
  await page.keyboard.press('Tab')
  expect(await outline()).toEqual(['BUTTON', 'solid'])
  await open(page, 'wizard-review')
  await expect(page.getByRole('heading', { name: 'Revisa antes de enviar' })).toBeFocused()
  expect(await outline()).toEqual(['H2', 'none'])
})

test('from a case, the way back is in sight and works at every width', async ({ page }) => {
  for (const state of ['file-page', 'signature', 'plate-list', 'dealer', 'ledger-client'])
    for (const width of [320, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, state)
      const back = page.locator('.crumb')
      await expect(back, `${state} at ${width}`).toBeInViewport({ ratio: 1 })
      await expect(back).toHaveAccessibleName(/./)
      const title = await page.getByRole('heading', { level: 1 }).textContent()
      await back.click()
      await expect(page.getByRole('heading', { level: 1 }), `${state} at ${width}`).not.toHaveText(title!)
    }
})

/** States that show the parts of a page: head, content, foot, and an empty list. */
const PAGES =
  'file-page signature dealer ledger ledger-client plate-list cases cases-none procedures-empty deadlines requests figures outbox drafts templates dealers signatures signatures-empty contacts inbox history watches plate-lists wizard-operation'.split(
    ' ',
  )
/** Left and right edge of the head's content, and the outermost edges of the other parts of the page. */
const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const contentOf = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      return {
        left: Math.round(left + Number.parseFloat(style.paddingLeft)),
        right: Math.round(right - Number.parseFloat(style.paddingRight)),
      }
    }
    const parts = [
      '.page__head',
      '.page__body:not(.page__body--flush)',
      '.page__aside',
      '.data-table__head',
      '.list-foot:not(.list-foot--bare)',
      '.wizard__scroll',
      '.wizard__foot',
      '.places--page',
    ]
    return parts.flatMap((selector) =>
      [...document.querySelectorAll(`main ${selector}`)].map((element) => ({
        selector,
        ...contentOf(element),
      })),
    )
  })

for (const state of PAGES)
  test(`${state}: head, content and foot begin and end at the same edges`, async ({ page }) => {
    await open(page, state)
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const [head, ...others] = await edgesOf(page)
      expect(others.length).toBeGreaterThan(0)
      for (const { selector, left, right } of others)
        expect({ left, right }, `${selector} at ${width}`).toEqual({ left: head!.left, right: head!.right })
      // Nothing in a page to read is narrower than the page by a limit of its own.
      const inner = page.locator('.page__body:not(.page__body--flush) > :is(.columns, .outbox, .deadlines)')
      for (const part of await inner.all()) expect((await boxOf(part)).right).toBeCloseTo(head!.right, 0)
    }
  })

test('an empty list says so where its rows begin', async ({ page }) => {
  await open(page, 'procedures-empty')
  const { left } = await boxOf(page.getByRole('heading', { level: 1 }))
  expect((await boxOf(page.getByRole('heading', { level: 2 }).first())).left).toBe(left)
})

test('at 800 pixels of height every entry of the sidebar is reached, and the help and the state stay', async ({
  page,
}) => {
  await openCases(page, 'cases-demo')
  const side = page.locator('.side')
  for (const link of await side.getByRole('link').all()) {
    await link.focus()
    await expect(link).toBeInViewport({ ratio: 1 })
  }
  const saved = side.getByRole('group', { name: 'Vistas guardadas' }).getByRole('link').last()
  await saved.press('Enter')
  await side.getByRole('link', { name: 'Ajustes' }).click()
  await page.goBack()
  await expect(saved).toHaveAttribute('aria-current', 'page')
  await expect(saved).toBeInViewport({ ratio: 1 })
  // The sections stay, wherever the views under one are scrolled to.
  for (const name of ['Consulta', 'Expedientes', 'Firmas', /^Novedades/, 'Ajustes'])
    await expect(side.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  for (const group of ['Trabajo', 'Agenda y clientes', 'Informes', 'Vistas guardadas'])
    await expect(side.getByRole('group', { name: group }).getByRole('link').first()).toBeVisible()
  await expect(side.getByRole('button', { name: 'Ayuda' })).toBeInViewport({ ratio: 1 })
  await expect(side.locator('.side__foot')).toBeInViewport({ ratio: 1 })
})

test('an open menu stays at its button when the window changes its size', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await open(page, 'cases')
  await page.keyboard.press('n')
  await page.getByRole('menu').waitFor()
  await page.setViewportSize({ width: 1920, height: 1080 })
  const edges = async () => {
    const button = await page.getByRole('button', { name: 'Nuevo' }).boundingBox()
    const menu = await page.getByRole('menu').boundingBox()
    return button && menu && Math.round(menu.x + menu.width - button.x - button.width)
  }
  await expect.poll(edges).toBe(0)
})
