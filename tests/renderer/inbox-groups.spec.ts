import { expect, type Page, test } from './seeded-test.ts'
import { called, open } from './actions.ts'
import { finishAll, changes, FINISHED, ILLEGIBLE, joins, line, list, SEQS, statesOf } from './inbox-page.ts'

/** Novedades: lines of several changes, their order, and what joins them meanwhile. */
const order = (page: Page) => page.getByRole('button', { name: 'Primero lo tuyo' })
const lines = (page: Page) =>
  list(page)
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim()))

test('a finished registration is one line, counted as one wherever it is counted', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await expect(line(page, FINISHED)).toHaveCount(1)
  await expect(line(page, FINISHED).getByText('1273 NHC')).not.toHaveCount(0)
  const unread = await line(page, '').filter({ hasText: 'Sin leer' }).count()
  expect(unread).toBe(9)
  await expect(page.getByRole('radio', { name: 'Por leer 9' })).toBeChecked()
  await expect(page.getByRole('link', { name: '9 novedades por leer' })).toBeVisible()
  await expect(page.getByText('9 sin leer')).toBeVisible()
})

test('by keyboard alone: unfolded, gone into, one change done, folded again, and the rest done', async ({
  page,
}) => {
  await open(page, 'inbox-grouped')
  await expect(line(page, ILLEGIBLE)).toBeFocused()
  for (let presses = 0; presses < 6; presses += 1) {
    if (await line(page, FINISHED).evaluate((row) => row === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(line(page, FINISHED)).toBeFocused()
  await expect(line(page, FINISHED)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(line(page, FINISHED)).toHaveAttribute('aria-expanded', 'true')
  await expect(line(page, FINISHED)).toBeFocused()
  await expect(changes(page)).toHaveCount(11)
  await page.keyboard.press('ArrowRight')
  await expect(changes(page).first()).toBeFocused()
  await page.keyboard.press('e')
  await expect(changes(page)).toHaveCount(10)
  await expect(changes(page).first()).toBeFocused()
  expect((await called(page, 'inbox.mark')).at(-1)).toEqual({ seqs: [31], state: 'done' })
  await page.keyboard.press('ArrowLeft')
  const rest = line(page, 'Matrícula asignada · 8 documentos')
  await expect(rest.or(line(page, 'En trámite · matrícula 1273 NHC'))).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(changes(page)).toHaveCount(0)
  await page.keyboard.press('e')
  expect((await called(page, 'inbox.mark')).at(-1)).toEqual({ seqs: SEQS.slice(1), state: 'done' })
  await expect(line(page, '1273 NHC')).toHaveCount(0)
  await page.keyboard.press('z')
  await page.keyboard.press('z')
  await expect(line(page, FINISHED)).toBeFocused()
  expect(new Set(await statesOf(page, SEQS))).toEqual(new Set(['unread']))
})

test('by mouse alone: the button of the line unfolds it and reads nothing; the page of its file opens from it', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, 'inbox-grouped')
  await line(page, FINISHED).getByRole('button', { name: 'Ver 11 cambios de uno en uno' }).click()
  await expect(changes(page)).toHaveCount(11)
  await page.clock.runFor(5_000)
  expect(await called(page, 'inbox.mark')).toEqual([])
  await line(page, FINISHED).getByRole('button', { name: 'Plegar los cambios' }).click()
  await expect(changes(page)).toHaveCount(0)
  await line(page, FINISHED).click()
  await page.clock.runFor(1_100)
  expect(await called(page, 'inbox.mark')).toEqual([{ seqs: SEQS, state: 'read' }])
  await page.getByRole('button', { name: 'Abrir expediente' }).click()
  expect(new URL(page.url()).pathname).toBe('/expedientes')
})

test('what joins a line after it was pressed is not read with it', async ({ page }) => {
  await page.clock.install()
  await open(page, 'inbox-grouped')
  await expect(line(page, ILLEGIBLE)).toBeFocused()
  // Independent of the time it takes to run.
  await page.clock.pauseAt(Date.now() + 60_000)
  await line(page, FINISHED).click()
  await page.clock.runFor(500)
  await joins(page, 90)
  // As long as an answer of the core takes at most.
  await page.clock.runFor(200)
  await expect(line(page, '9 documentos')).toHaveCount(1)
  await page.clock.runFor(2_000)
  expect(await called(page, 'inbox.mark')).toEqual([{ seqs: SEQS, state: 'read' }])
  expect(await statesOf(page, [90])).toEqual(['unread'])
  await expect(line(page, '9 documentos').getByText('Sin leer')).toHaveCount(1)
})

test('what comes after a line was done is a line of its own', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await line(page, FINISHED).focus()
  await page.keyboard.press('e')
  await expect(line(page, FINISHED)).toHaveCount(0)
  // The line is gone before the core has answered; what comes until then is still of the same line.
  await expect.poll(async () => new Set(await statesOf(page, SEQS))).toEqual(new Set(['done']))
  await joins(page, 90)
  await expect(line(page, 'Documento nuevo')).toHaveCount(1)
  expect(new Set(await statesOf(page, SEQS))).toEqual(new Set(['done']))
  await page.getByRole('radio', { name: 'Todo' }).check()
  await expect(line(page, FINISHED)).toHaveCount(1)
})

test('everything done is what was on screen: not what comes while the core answers', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await expect(line(page, FINISHED)).toHaveCount(1)
  await page.evaluate(() => {
    window.bridge.scene.holds = ['inbox.groups-of']
  })
  await joins(page, 90)
  await finishAll(page)
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(page.getByText('9 novedades hechas')).toBeVisible()
  expect(await statesOf(page, [90, 31])).toEqual(['unread', 'done'])
  await expect(line(page, 'Documento nuevo')).toHaveCount(1)
})

test('first what depends on the person, under its own head; a press goes back to the order by time, and it is kept', async ({
  page,
}) => {
  await open(page, 'inbox-grouped')
  await expect(order(page)).toHaveAttribute('aria-pressed', 'true')
  const asking = await lines(page)
  expect(asking[0]).toMatch(/^Depende de ti 3$/)
  expect(asking[1]).toContain(ILLEGIBLE)
  expect(asking[4]).toMatch(/^Lo demás · hoy, viernes 20 6$/)
  await order(page).click()
  await expect(order(page)).toHaveAttribute('aria-pressed', 'false')
  expect(await called(page, 'settings.update')).toEqual([{ inboxOrder: 'time' }])
  await expect.poll(async () => (await lines(page))[0]).toMatch(/^Hoy, viernes 20 9$/)
  await expect(list(page).getByText('Depende de ti')).toHaveCount(0)
})

test('what comes in the middle does not move the row under the pointer', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await page.setViewportSize({ width: 1280, height: 420 })
  const under = line(page, '7713MCS')
  await under.scrollIntoViewIfNeeded()
  await under.hover()
  const top = () => under.evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const before = await top()
  // The first of the rest: below what depends on the person, and above the pointer.
  await page.evaluate(() => {
    const [model] = window.bridge.scene.inbox ?? []
    if (!model) return
    for (let seq = 200; seq < 205; seq += 1)
      window.bridge.setInbox([{ ...model, seq, id: `new_${seq}`, seenAt: Date.now(), state: 'unread' }])
  })
  await expect(line(page, '6210MHB')).toHaveCount(5)
  expect(await top()).toBe(before)
})

test('a held Enter opens one thing, and a held → goes no further than the line', async ({ page }) => {
  await open(page, 'inbox-grouped')
  await line(page, FINISHED).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page).toHaveURL(/expedientes/)
  expect(await called(page, 'inbox.mark')).toHaveLength(1)
})

test('a signature says the plate and the parties of the procedure that it is linked to', async ({ page }) => {
  await open(page, 'inbox-grouped')
  const signed = line(page, 'Autos Lozano, S.L. → Marta Ruiz Peña')
  await expect(signed).toHaveCount(1)
  await expect(signed).toContainText('Sergio Blasco')
  await expect(signed).toContainText('2270JHV')
})

test('a line that is partly done is put off, or left unread, without what is done of it', async ({
  page,
}) => {
  await open(page, 'inbox-grouped')
  await line(page, FINISHED).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('e')
  await page.getByRole('radio', { name: 'Todo' }).check()
  await expect(line(page, FINISHED)).toHaveCount(1)
  await line(page, FINISHED).focus()
  await page.keyboard.press(' ')
  await page.keyboard.press(' ')
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: /En 1 hora/ }).press('Enter')
  const rest = SEQS.slice(1)
  expect(await called(page, 'inbox.mark')).toEqual([
    { seqs: [31], state: 'done' },
    { seqs: rest, state: 'read' },
    { seqs: rest, state: 'unread' },
  ])
  expect(await called(page, 'inbox.snooze')).toEqual([{ seqs: rest, until: expect.any(Number) }])
})
