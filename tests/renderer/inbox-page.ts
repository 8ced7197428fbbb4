import { expect, type Page } from '@playwright/test'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import { open } from './actions.ts'

/** Locators of Novedades, and what its scene has. */

export const list = (page: Page) => page.getByRole('treegrid', { name: 'Novedades' })
export const row = (page: Page, words: string) => list(page).getByRole('row').filter({ hasText: words })
/** Line of one change or of several. */
export const line = (page: Page, words: string) =>
  list(page).getByRole('row', { level: 1 }).filter({ hasText: words })
/** Changes of the lines that are unfolded. */
export const changes = (page: Page) => list(page).getByRole('row', { level: 2 })
export const detail = (page: Page) => page.getByRole('complementary', { name: 'Detalle' })
export const fact = (page: Page, name: string) => detail(page).getByRole('heading', { name, exact: true })
export const show = (page: Page, name: RegExp | string) => page.getByRole('radio', { name }).check()
export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Principal' })

/** In Madrid, the browser's time zone. */
export const NOW = new Date('2026-11-20T14:05:00+01:00').getTime()
export const PLATE = 'Matrícula asignada'
export const ILLEGIBLE = 'Incidencia: documento ilegible'
export const SIGNED = 'Mandato específico · firmada'

/** Opens Novedades and goes down to its second line. */
export async function openAtSecond(page: Page): Promise<void> {
  await open(page, 'inbox')
  await expect(row(page, PLATE)).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(page, ILLEGIBLE)).toBeFocused()
}

/** Pushes a new change from the core. */
export const arrive = (page: Page, change: Partial<InboxRow> & { seq: number }) =>
  page.evaluate(
    (fields) => {
      const known = window.bridge.scene.inbox?.find(({ seq }) => seq === fields.seq)
      const [model] = window.bridge.scene.inbox ?? []
      if (model) window.bridge.setInbox([{ ...model, state: 'unread', ...known, ...fields }])
    },
    { ...change },
  )

/** Line of the scene `inbox-grouped`, of a registration that is finished. */
export const FINISHED = 'Finalizado · matrícula 1273 NHC · 8 documentos'
/** Numbers of the changes of the finished registration, newest first. */
export const SEQS = Array.from({ length: 11 }, (_, index) => 31 - index)

/** Another change of the finished registration, in its moment. */
export const joins = (page: Page, seq: number) =>
  page.evaluate((next) => {
    const model = window.bridge.scene.inbox?.find((one) => one.subject.vrm === '1273NHC')
    if (!model) return
    const document = { event: 'procedure.document.added', detail: { documentType: 'other' } }
    window.bridge.setInbox([{ ...model, ...document, seq: next, state: 'unread' }])
  }, seq)

/** States of changes, by their numbers. */
export const statesOf = (page: Page, seqs: readonly number[]) =>
  page.evaluate(
    (wanted) => wanted.map((seq) => window.bridge.scene.inbox?.find((one) => one.seq === seq)?.state),
    seqs,
  )

/** Does all of the list, of which something depends on the office. */
export async function finishAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Dar por hechas/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Dar por hechas/ })
    .click()
}
