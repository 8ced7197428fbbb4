import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, open, settled } from './actions.ts'
import { arrive, finishAll, ILLEGIBLE, list, NOW, openAtSecond, PLATE, row } from './inbox-page.ts'

/** Novedades: actions on rows, undo, and concurrent changes. */
const rows = (page: Page) => list(page).getByRole('row')
const undo = (page: Page) => page.getByRole('button', { name: 'Deshacer', exact: true })

const onlyUnread = (page: Page, seq: number) =>
  page.evaluate((wanted) => {
    const inbox = window.bridge.scene.inbox ?? []
    window.bridge.setInbox(inbox.map((one) => ({ ...one, state: one.seq === wanted ? 'unread' : 'done' })))
  }, seq)
const stateOf = (page: Page, seq: number) =>
  page.evaluate((wanted) => window.bridge.scene.inbox?.find((one) => one.seq === wanted)?.state, seq)
const held = (page: Page, key: string, times: number) =>
  page.evaluate(
    ([letter, many]) => {
      for (let press = 0; press < many; press += 1)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: letter, bubbles: true, cancelable: true, repeat: press > 0 }),
        )
    },
    [key, times] as const,
  )

test('the last one, read under the hand, leaves when it is done', async ({ page }) => {
  await page.clock.install({ time: NOW })
  await open(page, 'inbox')
  await onlyUnread(page, 20)
  await expect(list(page).locator('[data-seq]')).toHaveCount(1)
  await row(page, PLATE).click()
  await page.clock.runFor(1_100)
  expect(await called(page, 'inbox.mark')).toEqual([{ seqs: [20], state: 'read' }])
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { name: /Nada por leer/ })).toBeVisible()
})

test('what was just read leaves with everything else, from the button and from the palette', async ({
  page,
}) => {
  await page.clock.install({ time: NOW })
  await open(page, 'inbox')
  for (const finish of [
    finishAll,
    async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('dar por hechas todas')
      await page.keyboard.press('Enter')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Dar por hechas/ })
        .click()
    },
  ]) {
    await row(page, ILLEGIBLE).click()
    await page.clock.runFor(1_100)
    await expect(row(page, ILLEGIBLE).getByText('Sin leer')).toHaveCount(0)
    await finish(page)
    await expect(page.getByRole('heading', { name: /Nada por leer/ })).toBeVisible()
    await arrive(page, { seq: 19, state: 'unread' })
    await expect(row(page, ILLEGIBLE)).toHaveCount(1)
  }
})

test('what is put off is what the menu was opened on, although it left meanwhile', async ({ page }) => {
  await openAtSecond(page)
  await page.keyboard.press('s')
  await page.getByRole('menu').waitFor()
  await arrive(page, { seq: 19, state: 'done' })
  await expect(row(page, ILLEGIBLE)).toHaveCount(0)
  await page.getByRole('menuitem', { name: /En 1 hora/ }).click()
  await expect.poll(() => called(page, 'inbox.snooze')).toEqual([{ seqs: [19], until: expect.any(Number) }])
})

test('ten thousand brought back with Z: the keyboard is on the newest', async ({ page }) => {
  await open(page, 'inbox-many')
  // None of them depends on the office, so nothing is asked.
  await page.getByRole('button', { name: /^Dar por hechas/ }).click()
  await expect(page.getByRole('heading', { name: /Nada por leer/ })).toBeVisible()
  await page.keyboard.press('z')
  const first = list(page).locator('[role="row"][tabindex="0"]')
  await expect(first).toHaveCount(1)
  await expect(first).toBeInViewport()
  const before = await first.textContent()
  await first.focus()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  expect(await first.textContent()).not.toBe(before)
})

test('the toast undoes what it tells of, and not what was done after it', async ({ page }) => {
  await open(page, 'inbox')
  await page.getByRole('radio', { name: /Depende de mí/ }).check()
  await finishAll(page)
  await expect(undo(page)).toBeVisible()
  const [finished] = await page.evaluate(
    () =>
      window.bridge.scene.inbox
        ?.filter(({ actionable, state }) => actionable && state === 'done')
        .map(({ seq }) => seq) ?? [],
  )
  await page.getByRole('radio', { name: /Por leer/ }).check()
  await row(page, PLATE).focus()
  await page.keyboard.press('e')
  await expect.poll(() => stateOf(page, 20)).toBe('done')
  await undo(page).click()
  await expect.poll(() => stateOf(page, finished ?? 0)).not.toBe('done')
  expect(await stateOf(page, 20)).toBe('done')
})

test('what cannot be silenced is said where it can be seen', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('j')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'changes.mute': { code: 'store-failed', retryable: true } }
  })
  await page.keyboard.press('m')
  await expect(page.locator('.toast')).toBeVisible()
})

test('a key held down finishes one, while the one that moves goes on', async ({ page }) => {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await held(page, 'e', 5)
  await expect(row(page, ILLEGIBLE)).toBeFocused()
  expect(await called(page, 'inbox.mark')).toEqual([{ seqs: [20], state: 'done' }])
  await held(page, 'j', 1)
  await expect(row(page, ILLEGIBLE)).not.toBeFocused()
})

test('rows passed over with the key held are not asked about: the first one at once, and where it stops', async ({
  page,
}) => {
  await page.clock.install({ time: NOW })
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.clock.pauseAt(NOW + 60_000)
  const asked = async () =>
    ((await called(page, 'changes.get')) as { id: string }[]).map(({ id }) => id).slice(before)
  const before = (await called(page, 'changes.get')).length
  const selected = rows(page).and(page.locator('[aria-selected="true"]'))
  const seqs = []
  for (let times = 0; times < 5; times += 1) {
    await page.keyboard.down('j')
    seqs.push(await selected.getAttribute('data-seq'))
    // A key does not repeat before what it did is drawn. The clock stands still: only the first is asked at once.
    if (times === 0) await expect.poll(asked).toHaveLength(1)
  }
  await page.keyboard.up('j')
  expect(new Set(seqs).size).toBe(5)
  const idOf = (seq: string | null | undefined) =>
    page.evaluate((wanted) => window.bridge.scene.inbox?.find((one) => one.seq === wanted)?.id, Number(seq))
  const [one, last] = [await idOf(seqs[0]), await idOf(seqs.at(-1))]
  expect(await asked()).toEqual([one])
  await page.clock.runFor(200)
  await expect.poll(asked).toEqual([one, last])
})

test('what was done in one account is not undone in another', async ({ page }) => {
  await open(page, 'inbox')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['inbox.mark']
  })
  await page.keyboard.press('e')
  await page.evaluate(() => {
    const { profile } = window.bridge.scene.slices
    window.bridge.setSlice('profile', { ...profile, id: 'another', name: 'Autos Levante' })
    window.bridge.release()
  })
  await expect.poll(async () => (await called(page, 'inbox.mark')).length).toBe(1)
  // The rows of the other account: a key that comes before them is about those that were there.
  await settled(page)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('z')
  await expect(announcer(page)).toHaveText('No hay nada que deshacer')
  expect(await called(page, 'inbox.mark')).toHaveLength(1)
})

test('the filter that is pressed is the one that looks pressed, also while its rows are asked for', async ({
  page,
}) => {
  await open(page, 'inbox')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['inbox.groups']
  })
  const all = page.getByRole('radio', { name: 'Todo' })
  await all.check({ force: true })
  await expect(all).toBeChecked()
})

test('with single keys off J and K move in no list, and the arrows do', async ({ page }) => {
  for (const state of ['history', 'procedures', 'inbox']) {
    await open(page, state)
    const grid = page.getByRole(state === 'inbox' ? 'treegrid' : 'grid').first()
    await grid
      .getByRole('row')
      .nth(state === 'inbox' ? 0 : 1)
      .waitFor()
    const off = () =>
      page.evaluate(() => {
        const { settings } = window.bridge.scene.slices
        window.bridge.setSlice('settings', { ...settings, singleKeys: false })
      })
    await off()
    await grid.locator('[role="row"][tabindex="0"]').focus()
    const here = () => page.evaluate(() => document.activeElement?.textContent)
    const first = await here()
    await page.keyboard.press('j')
    await page.keyboard.press('J')
    expect(await here(), state).toBe(first)
    await page.keyboard.press('ArrowDown')
    await expect.poll(here, state).not.toBe(first)
  }
})

test('the row that has the keyboard is one Tab away however far the wheel has gone', async ({ page }) => {
  for (const [state, before] of [
    ['inbox-many', 'Dar por hechas'],
    ['history', 'Exportar CSV'],
  ] as const) {
    await open(page, state)
    const grid = page.getByRole(state === 'inbox-many' ? 'treegrid' : 'grid').first()
    const active = grid.locator('[role="row"][tabindex="0"]')
    await expect(active, state).toHaveCount(1)
    const words = await active.textContent()
    await grid.hover()
    for (let turns = 0; turns < 3; turns += 1) {
      await page.mouse.wheel(0, 1_200)
      await expect(active, state).not.toBeInViewport()
    }
    await expect(active, state).toHaveCount(1)
    await page.getByRole('button', { name: before }).focus()
    await page.keyboard.press('Tab')
    await expect(active, state).toBeFocused()
    await expect(active, state).toBeInViewport()
    expect(await active.textContent(), state).toBe(words)
  }
})
