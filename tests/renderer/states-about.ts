import type { Page } from '@playwright/test'
import type { State } from './states.ts'

/** Another width changes these most. */
const NARROW: ReadonlySet<string> = new Set(['about', 'licences-text'])

type Act = (page: Page) => Promise<unknown>

export const aboutSection = (page: Page) => page.locator('[data-section="about"]')
export const licences = (page: Page) => page.getByRole('dialog', { name: 'Licencias de terceros' })

/** Ajustes, at Acerca de. */
export async function toAbout(page: Page) {
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await index.getByRole('link', { name: 'Acerca de', exact: true }).click()
  await aboutSection(page).getByText('Node.js').waitFor()
}
export async function openLicences(page: Page) {
  await toAbout(page)
  await aboutSection(page).getByRole('button', { name: 'Ver las licencias' }).click()
  await licences(page).waitFor()
}
const listed: Act = (page) => licences(page).getByRole('button', { name: /^zod/ }).waitFor()
const search = (text: string) => (page: Page) => licences(page).getByRole('searchbox').fill(text)
/** A file that is not what it should be. */
const cut: Act = (page) =>
  page.route('**/licences/notices.json', (route) => route.fulfill({ json: { notices: 7 } }), { times: 1 })

const state = (name: string, scene: string, ...acts: readonly Act[]): State => ({
  name,
  scene,
  ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  narrow: NARROW.has(name),
  async does(page) {
    for (const act of acts) await act(page)
  },
})

/** States of Ajustes › Acerca de, and of the licences. */
export const ABOUT_STATES: readonly State[] = [
  state('about', 'settings', toAbout),
  state('about-desktop', 'about-desktop', toAbout),
  state('about-sources', 'about-sources', toAbout),
  state('licences', 'settings', openLicences, listed),
  state('licences-text', 'settings', openLicences, listed, (page) =>
    licences(page)
      .getByRole('button', { name: /^SQLite3 Multiple/ })
      .click(),
  ),
  state('licences-found', 'settings', openLicences, listed, search('ofl')),
  state('licences-none', 'settings', openLicences, listed, search('xyzzy')),
  state('licences-failed', 'settings', cut, openLicences, (page) =>
    licences(page).getByText('No se han podido leer las licencias.').waitFor(),
  ),
]
