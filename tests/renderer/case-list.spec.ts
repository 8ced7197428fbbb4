import { expect, test } from './seeded-test.ts'
import { called, hold as holdAnswers, open, settled, goBack } from './actions.ts'
import { foot, last, openCases, plateRow, row, search } from './cases-page.ts'

test('the search asks at every key, shows what the last one finds, and drops nothing while that comes', async ({
  page,
}) => {
  await openCases(page)
  await page.evaluate(() => void (window.bridge.scene.holds = ['cases.list']))
  // The whole word before the clock moves.
  await search(page).evaluate((input) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (let end = 1; end <= 'lozano'.length; end += 1) {
      set?.call(input, 'lozano'.slice(0, end))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await expect.poll(async () => await last(page, 'cases.list')).toMatchObject({ filter: { text: 'lozano' } })
  await expect(plateRow(page, 'Matrícula 0 4 5 6, L T R')).toBeVisible()
  await page.evaluate(() => window.bridge.release())
  await expect(plateRow(page, 'Matrícula 0 4 5 6, L T R')).toHaveCount(0)
  const asked = (await called(page, 'cases.list')).map(
    (args) => (args as { filter: { text?: string } }).filter.text,
  )
  // Requested by the key press, and not again by the render.
  expect(asked.filter((text) => text !== undefined)).toEqual(['l', 'lo', 'loz', 'loza', 'lozan', 'lozano'])
  await expect(foot(page)).toHaveText('1–6 de 6')
})

test('a hundred thousand rows: only the pages in sight are asked, and what has not come has its place', async ({
  page,
}) => {
  await openCases(page, 'cases-many')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '100001')
  await page.evaluate(() => void (window.bridge.scene.holds = ['cases.list']))
  await page.keyboard.press('End')
  await expect(row(page, 99_999)).toBeFocused()
  await expect(row(page, 99_999)).toHaveText('Leyendo…')
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(row(page, 99_999).getByRole('gridcell').nth(1)).toBeVisible()
  // The row is rendered anew with the focus, which stays.
  await expect(row(page, 99_999)).toBeFocused()
  const offsets = (await called(page, 'cases.list')).map((args) => (args as { offset: number }).offset)
  expect(offsets.length).toBeLessThan(8)
  expect(offsets).toContain(99_984)
})

test('a list scrolled by the pointer stays there when the row that has the focus comes', async ({ page }) => {
  await openCases(page, 'cases-many')
  await page.evaluate(() => void (window.bridge.scene.holds = ['cases.list']))
  await page.keyboard.press('End')
  await expect(row(page, 99_999)).toHaveText('Leyendo…')
  await page.locator('.data-table').evaluate((list) => void (list.scrollTop = list.scrollHeight / 2))
  await expect(row(page, 50_000)).toBeInViewport()
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(row(page, 50_000).getByRole('gridcell').nth(1)).toBeVisible()
  await expect(row(page, 99_999)).toBeFocused()
  await settled(page)
  await expect(row(page, 50_000)).toBeInViewport()
})

test('of a million rows, more than a browser draws, the last is reached, and every one on the way', async ({
  page,
}) => {
  await openCases(page, 'cases-million')
  await page.keyboard.press('End')
  await expect(row(page, 999_999)).toBeFocused()
  await expect(row(page, 999_999)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 999_998)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(row(page, 999_998)).not.toBeFocused()
  await expect(page.locator('[data-row]:focus')).toBeInViewport({ ratio: 1 })
  // To the middle, by the pointer: the rows are where the list is.
  const table = page.locator('.data-table')
  await table.evaluate((list) => {
    list.scrollTop = (list.scrollHeight - list.clientHeight) / 2
  })
  await expect(page.locator('[data-row="500000"]')).toBeInViewport()
  const before = await table.evaluate((list) => list.scrollTop)
  await table.hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => table.evaluate((list) => list.scrollTop)).toBe(before + 300)
  const shown = await table.evaluate((list) => {
    const top = list.querySelector('[role="columnheader"]')!.getBoundingClientRect().bottom
    const bottom = list.getBoundingClientRect().bottom
    const middle = list.getBoundingClientRect().left + 200
    return [top + 2, (top + bottom) / 2, bottom - 20].map((y) =>
      document.elementsFromPoint(middle, y).some((element) => element.matches('[data-row]')),
    )
  })
  expect(shown).toEqual([true, true, true])
  await page.locator('[data-row]').nth(3).focus()
  await page.keyboard.press('Home')
  await expect(row(page, 0)).toBeFocused()
  await expect(row(page, 0)).toBeInViewport({ ratio: 1 })
})

test('the foot counts the rows of which half or more is in sight, wherever the list is', async ({ page }) => {
  await openCases(page)
  const table = page.locator('.data-table')
  /** As the foot says it. */
  const inSight = () =>
    table.evaluate((element) => {
      const top = element.querySelector('[role="columnheader"]')!.getBoundingClientRect().bottom
      const bottom = element.getBoundingClientRect().top + element.clientTop + element.clientHeight
      const seen = [...element.querySelectorAll<HTMLElement>('[data-row]')].filter((one) => {
        const box = one.getBoundingClientRect()
        return Math.min(box.bottom, bottom) - Math.max(box.top, top) >= box.height / 2
      })
      const places = seen.map((one) => Number(one.dataset['row']) + 1)
      return `${Math.min(...places)}–${Math.max(...places)} de 18`
    })
  for (const height of [560, 600, 610, 620, 630, 640])
    for (const scrolled of [0, 15, 25, 100, 2_000]) {
      await page.setViewportSize({ width: 1280, height })
      await table.evaluate((element, top) => element.scrollTo(0, top), scrolled)
      await expect(foot(page)).toHaveText(await inSight())
    }
})

test('some rows out of sight are there too, once those in sight are', async ({ page }) => {
  await openCases(page, 'cases-many')
  const outOfSight = () =>
    page.locator('.data-table').evaluate((table) => {
      const { bottom } = table.getBoundingClientRect()
      const rows = [...table.querySelectorAll('[data-row]')]
      return rows.filter((one) => one.getBoundingClientRect().top >= bottom).length
    })
  await expect.poll(outOfSight).toBeGreaterThanOrEqual(6)
})

test('the row under the hand is a row and not a place: one that comes before it moves it down', async ({
  page,
}) => {
  await openCases(page)
  await row(page, 2).focus()
  await page.evaluate(() => {
    const [known] = window.bridge.scene.resources ?? []
    if (known) window.bridge.setResource({ ...known, id: 'prc_new', subject: { vrm: '9999ZZZ' } })
  })
  await expect(foot(page)).toHaveText(/de 19$/)
  await expect(row(page, 3)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => await last(page, 'changes.look')).toEqual({ kind: 'procedure', id: 'prc_2' })
})

test('dragged through, the rows passed by are not asked; where it stops they are', async ({ page }) => {
  await openCases(page, 'cases-many')
  const before = (await called(page, 'cases.list')).length
  // Held: a frame from one step of the drag to the next, however slow the machine.
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  for (let step = 1; step <= 30; step += 1) {
    await page.locator('.data-table').evaluate(
      (table, part) =>
        new Promise<void>((resolve) => {
          table.addEventListener('scroll', () => resolve(), { once: true })
          table.scrollTop = table.scrollHeight * part
        }),
      step / 31,
    )
    await page.clock.runFor(16)
  }
  await page.clock.resume()
  await expect(foot(page)).toHaveText(/^96\.7\d\d–/)
  await expect(row(page, 96_775).getByRole('gridcell').nth(1)).toBeVisible()
  expect((await called(page, 'cases.list')).length - before).toBeLessThan(8)
})

test('whoever comes back finds the list that was there, while it is asked again', async ({ page }) => {
  await openCases(page, 'cases-open')
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toBeVisible()
  await page.evaluate(() => {
    window.bridge.scene.holds = ['cases.list']
    const { resources } = window.bridge.scene
    window.bridge.scene.resources = resources?.filter(({ id }) => id !== 'prc_2') ?? []
  })
  await page.keyboard.press('Control+2')
  await expect(foot(page)).toHaveText(/de 14$/)
  await expect(row(page, 0)).toBeFocused()
  await page.evaluate(() => window.bridge.release())
  await expect(foot(page)).toHaveText(/de 13$/)
})

test('whoever comes back before the page that they opened had come is in the list, where they were', async ({
  page,
}) => {
  const hold = Promise.withResolvers<void>()
  await page.route(/\/resource-page[^/]*\.js$/, async (route) => {
    await hold.promise
    await route.continue()
  })
  await openCases(page)
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 1)).toBeHidden()
  await goBack(page)
  await expect(row(page, 1)).toBeFocused()
  hold.resolve()
})

test('what is typed is asked for before anything of it is drawn', async ({ page }) => {
  await openCases(page)
  const drawn = await search(page).evaluate(async (box: HTMLInputElement) => {
    const { bridge } = window
    const call = bridge.call.bind(bridge)
    // The `value` attribute is the value that React has rendered.
    const asked = new Promise<string | null>((resolve) => {
      bridge.call = (name, args) => {
        if (name === 'cases.list') resolve(box.getAttribute('value'))
        return call(name, args)
      }
    })
    box.focus()
    document.execCommand('insertText', false, 'l')
    return asked
  })
  expect(drawn).toBe('')
  await expect(search(page)).toHaveAttribute('value', 'l')
})

test('whoever comes back far down and searches then is shown the top of what is found', async ({ page }) => {
  await openCases(page, 'cases-many')
  await page.keyboard.press('End')
  await expect(row(page, 99_999)).toBeFocused()
  await expect(row(page, 99_999).getByRole('gridcell').nth(1)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await goBack(page)
  await expect(row(page, 99_999)).toBeFocused()
  await search(page).fill('12')
  await expect.poll(async () => await last(page, 'cases.list')).toMatchObject({ filter: { text: '12' } })
  const found = (await called(page, 'cases.list')).filter(
    (args) => (args as { filter: { text?: string } }).filter.text === '12',
  )
  expect(found[0]).toMatchObject({ offset: 0 })
})

test('another account does not find the list of the one before', async ({ page }) => {
  await openCases(page, 'cases-open')
  await page.keyboard.press('Control+1')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['cases.list']
    window.bridge.activate('demo')
  })
  await expect(page.getByRole('note')).toContainText('DEMOSTRACIÓN')
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('heading', { name: 'Expedientes' })).toBeVisible()
  await expect(row(page, 0)).toHaveCount(0)
  await page.evaluate(() => window.bridge.release())
  await expect(foot(page)).toHaveText(/de 14$/)
})

test('rows are as high as the setting says, in Expedientes and in Novedades, as it changes', async ({
  page,
}) => {
  await openCases(page)
  const height = (within: string) =>
    page
      .locator(within)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().height))
  const command = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page
      .getByRole('combobox', { name: 'Matrícula, cliente, firmante, etiqueta, ajuste u orden' })
      .fill(words)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const desk = '.case__table [data-row="0"]'
  expect(await height(desk)).toBe(40)
  await command('listas compactas')
  await expect.poll(() => height(desk)).toBe(32)
  await command('listas cómodas')
  await expect.poll(() => height(desk)).toBe(40)

  await open(page, 'inbox')
  await expect.poll(() => height('.inbox-row')).toBe(40)
  await command('listas compactas')
  await expect.poll(() => height('.inbox-row')).toBe(32)
})

test('the page of the row that the keyboard is on has been read before it is opened', async ({ page }) => {
  await openCases(page)
  const read = async () => (await called(page, 'changes.get')).length
  await expect.poll(read).toBe(1)
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 1)).toBeFocused()
  await expect.poll(read).toBe(2)
  await settled(page)
  await holdAnswers(page, 'changes.get')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Recorrido' })).toBeVisible()
})

test('the rows that the keyboard only passes are not read', async ({ page }) => {
  await openCases(page)
  const read = () => called(page, 'changes.get')
  await expect.poll(async () => (await read()).length).toBe(1)
  // Held: a frame from one press to the next, however slow the machine.
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  const before = (await read()).length
  for (let pressed = 0; pressed < 5; pressed += 1) {
    await page.keyboard.press('ArrowDown')
    await page.clock.runFor(16)
  }
  await expect(row(page, 5)).toBeFocused()
  expect(await read()).toHaveLength(before)
  await page.clock.runFor(1_000)
  await expect.poll(async () => (await read()).length).toBe(before + 1)
})
