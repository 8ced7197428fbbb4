import { expect, type Page, test } from './seeded-test.ts'
import { called, open, settled } from './actions.ts'

/** What is seen on its own page does not come back as unread in Novedades. */
const FILE = { kind: 'procedure', id: 'prc_7f3a0b52c21' }
let last = 5_000

/** A change of the file that is on screen, as the core tells of it. @returns its number */
const comes = async (page: Page): Promise<number> => {
  const seq = ++last
  await page.evaluate(
    ({ next, file }) => {
      const known = window.bridge.scene.resources?.find(({ id }) => id === file.id)
      if (!known) return
      window.setNow(window.client.now() + 1_000)
      const at = window.client.now()
      const row = {
        seq: next,
        event: 'procedure.document.added',
        detail: {},
        at,
        seenAt: at,
        source: 'poll' as const,
      }
      window.bridge.setResource({ ...known, timeline: [row, ...known.timeline] })
    },
    { next: seq, file: FILE },
  )
  await settled(page)
  return seq
}
const lose = (page: Page, of: 'focus' | 'sight') =>
  page.evaluate((what) => {
    if (what === 'focus')
      Object.defineProperty(document, 'hasFocus', { value: () => false, configurable: true })
    else Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    dispatchEvent(new Event('blur'))
    document.dispatchEvent(new Event('visibilitychange'))
  }, of)
const comeBack = (page: Page) =>
  page.evaluate(() => {
    window.setNow(window.client.now() + 1_000)
    Object.defineProperty(document, 'hasFocus', { value: () => true, configurable: true })
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('focus'))
  })
const seen = async (page: Page) =>
  ((await called(page, 'inbox.seen')) as { seqs: number[] }[]).flatMap(({ seqs }) => seqs)

test('a change that comes while its page is in front is read, once; those of before the page are not', async ({
  page,
}) => {
  await open(page, 'procedure')
  await settled(page)
  expect(await seen(page)).toEqual([])
  const first = await comes(page)
  await expect.poll(() => seen(page)).toEqual([first])
  const second = await comes(page)
  await expect.poll(() => seen(page)).toEqual([first, second])
})

test('behind another window, hidden or locked it is not read, neither then nor when it is looked at again', async ({
  page,
}) => {
  await open(page, 'procedure')
  await lose(page, 'focus')
  await comes(page)
  await comeBack(page)
  await settled(page)
  const read = await comes(page)
  await expect.poll(() => seen(page)).toEqual([read])
  await lose(page, 'sight')
  await comes(page)
  await comeBack(page)
  const again = await comes(page)
  await expect.poll(() => seen(page)).toEqual([read, again])
  const lock = (locked: boolean) =>
    page.evaluate((is) => {
      window.setNow(window.client.now() + 1_000)
      window.bridge.setSlice('lock', { ...window.bridge.scene.slices.lock, locked: is })
    }, locked)
  await lock(true)
  await comes(page)
  await lock(false)
  await settled(page)
  expect(await seen(page)).toEqual([read, again])
})

test('of another page nothing is read', async ({ page }) => {
  await open(page, 'inbox')
  await comes(page)
  expect(await seen(page)).toEqual([])
})

test('a report that comes while its plate is in front is read; behind another window it is not', async ({
  page,
}) => {
  await open(page, 'in-office')
  await page.getByRole('region', { name: 'Veredicto' }).waitFor()
  const reportComes = async (seq: number) => {
    await page.evaluate((next) => {
      const { scene } = window.bridge
      const view = scene.views['3308KDR']
      if (!view?.latest) return
      const latest = { ...view.latest, reportId: `rep_${next}` }
      const row = {
        seq: next,
        kind: 'report' as const,
        id: latest.reportId,
        event: 'report.completed',
        detail: {},
        at: 1,
        seenAt: 1,
        source: 'poll' as const,
        subject: { vrm: '3308KDR' },
        state: 'unread' as const,
        actionable: false,
      }
      window.bridge.setInbox([row])
      window.bridge.setView({ ...view, latest })
    }, seq)
    await settled(page)
  }
  await reportComes(901)
  await expect.poll(() => seen(page)).toEqual([901])
  await lose(page, 'focus')
  await reportComes(902)
  await comeBack(page)
  await settled(page)
  expect(await seen(page)).toEqual([901])
})
