import { expect, type Page, test } from './seeded-test.ts'
import { open, settled, verdict } from './actions.ts'

declare global {
  interface Window {
    /** Times that something was drawn. */
    drawn: number
  }
}

const MINUTE_MS = 60_000
const heading = (page: Page, name: string) => verdict(page).getByRole('heading', { name, exact: true })
const note = (page: Page) => page.getByRole('note').filter({ hasText: 'Los informes no dicen lo mismo.' })

async function copied(page: Page): Promise<string> {
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

for (const isRefused of [false, true])
  test(`the buttons of a verdict come together, once its complete report is ${isRefused ? 'refused' : 'read'}`, async ({
    page,
  }) => {
    await page.addInitScript((refused) => {
      addEventListener('DOMContentLoaded', () => {
        window.bridge.scene.holds = ['complete.get']
        if (refused)
          window.bridge.scene.refuses = { 'complete.get': { code: 'store-failed', retryable: true } }
      })
    }, isRefused)
    await page.goto('/consulta?state=transferable')
    await expect(heading(page, 'Transferible')).toBeVisible()
    const named = verdict(page).getByRole('button', { name: /^(Copiar respuesta|Transferencia)/ })
    await expect(named).toHaveCount(0)
    await page.evaluate(() => {
      window.bridge.scene.holds = []
      window.bridge.release(100)
    })
    await expect(named).toHaveCount(2)
  })

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
  // The rail shows the same.
  await expect(page.locator('.complete-rail .quote')).toHaveText(answer)
})

for (const state of ['complete', 'transferable'])
  test(`the actions of a verdict are in one line in ${state}`, async ({ page }) => {
    for (const width of [1920, 1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, state)
      await verdict(page).getByRole('button', { name: 'Consultar de nuevo' }).waitFor()
      await verdict(page)
        .getByRole('button', { name: state === 'transferable' ? 'Transferencia' : /PDF/ })
        .first()
        .waitFor()
      await settled(page)
      const tops = await page
        .locator('.verdict__foot button')
        .evaluateAll((buttons) => buttons.map((one) => Math.round(one.getBoundingClientRect().top)))
      expect(tops.length).toBeGreaterThan(3)
      expect(new Set(tops).size).toBe(1)
    }
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

/** Renews the reduced report, with the same result. */
function renew() {
  const { bridge } = window
  const view = bridge.scene.views['0456LTR']!
  bridge.setView({
    ...view,
    latest: { ...view.latest!, reportId: 'again', checkedAt: new Date(2026, 10, 20, 14, 5).getTime() },
  })
}

for (const scene of ['alerts', 'complete', 'complete-worse'])
  test(`${scene}: drawn again when an age says something else, and not each time that the clock ticks`, async ({
    page,
  }) => {
    // React tells it whenever it has drawn something.
    await page.addInitScript(() => {
      window.drawn = 0
      const onCommitFiberRoot = () => (window.drawn += 1)
      Object.assign(window, {
        __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject: () => 1, onCommitFiberRoot },
      })
    })
    await open(page, scene)
    /** @returns how often something was drawn */
    const tick = (at: number) =>
      page.evaluate(async (now) => {
        const before = window.drawn
        window.setNow(now)
        window.client.clock.store.setState(now, true)
        for (let frames = 0; frames < 2; frames += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        return window.drawn - before
      }, at)
    const now = await page.evaluate(() => window.client.now())
    // A whole minute, so that the slower steps of what else is on screen are not between these seconds.
    const later = Math.ceil(now / MINUTE_MS) * MINUTE_MS + 180 * MINUTE_MS
    const age = page.locator('.verdict__age')
    const first = (await age.textContent()) ?? ''
    expect(await tick(later)).toBeGreaterThan(0)
    await expect(age).not.toHaveText(first)
    // What else the hours have changed is drawn as it comes; then the clock ticks four times and nothing is.
    let at = later
    const fourTicks = async () => {
      let drawn = 0
      for (let ticks = 0; ticks < 4; ticks++) drawn += await tick((at += 100))
      return drawn
    }
    await expect.poll(fourTicks).toBe(0)
  })

test('opening another plate renders neither the sidebar nor the recent lookups again', async ({ page }) => {
  await open(page)
  // React keeps the props of the last render on the element.
  const renderedOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluateHandle((element) => {
        const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
        return (element as unknown as Record<string, unknown>)[key ?? '']
      })
  const openRecent = async (nth: number) => {
    await page.locator('.recent .row').nth(nth).click()
    await expect(verdict(page)).toBeVisible()
    await settled(page)
  }
  const parts = ['nav.side', '.side__search', '.recent li:nth-child(3) .row']
  await openRecent(0)
  const before = await Promise.all(parts.map(renderedOf))
  await openRecent(1)
  for (const [index, part] of parts.entries()) {
    const now = await renderedOf(part)
    expect(await page.evaluate(([a, b]) => a !== undefined && a === b, [before[index], now]), part).toBe(true)
  }
})
