import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

/** Ajustes, at Consulta rápida. */
export async function toQuickLookup(page: Page) {
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await index.getByRole('link', { name: 'Consulta rápida', exact: true }).click()
  await page.getByRole('heading', { name: 'Consulta rápida', exact: true }).waitFor()
}
export const quickLookup = (page: Page) => page.getByRole('region', { name: 'Consulta rápida' })
export const capture = (page: Page) => page.getByRole('textbox', { name: 'Combinación nueva' })
const button = (page: Page, name: string) => quickLookup(page).getByRole('button', { name, exact: true })

type Act = (page: Page) => Promise<unknown>
const state = (name: string, scene: string, acts: readonly Act[] = [], narrow = false): State => ({
  name,
  scene,
  ready: heading,
  narrow,
  async does(page) {
    await toQuickLookup(page)
    for (const act of acts) await act(page)
  },
})

const change: Act = (page) => button(page, 'Cambiar el atajo').click()
const test: Act = (page) => button(page, 'Probar el atajo').click()
const press =
  (keys: string): Act =>
  (page) =>
    page.keyboard.press(keys)
/** What becomes of the test. */
const arrive =
  (arrived: boolean): Act =>
  async (page) => {
    await page.waitForFunction((does) => window.bridge.press(does) > 0, arrived)
  }

/** States of Ajustes › Consulta rápida. */
export const GLOBAL_SHORTCUT_STATES: readonly State[] = [
  state('quick-lookup', 'quick-lookup', [], true),
  state('quick-lookup-off', 'quick-lookup-off'),
  state('quick-lookup-capture', 'quick-lookup', [change], true),
  state(
    'quick-lookup-capture-refused',
    'quick-lookup',
    [change, press('Control+C'), words(/Casi todos/)],
    true,
  ),
  state('quick-lookup-capture-busy', 'quick-lookup-busy', [
    change,
    press('Control+Shift+K'),
    words('Registrando'),
  ]),
  state('quick-lookup-capture-taken', 'quick-lookup-next-taken', [
    change,
    press('Control+Shift+K'),
    words(/Sigue el de antes/),
  ]),
  state('quick-lookup-full', 'quick-lookup-full', [
    change,
    press('Control+Shift+K'),
    words('El disco está lleno'),
  ]),
  state('quick-lookup-changed', 'quick-lookup', [
    change,
    press('Control+Shift+K'),
    words('El atajo es ahora'),
  ]),
  state('quick-lookup-testing', 'quick-lookup', [test, words(/Pulsa ahora/)], true),
  state('quick-lookup-works', 'quick-lookup', [test, arrive(true), words('Funciona')]),
  state('quick-lookup-missed', 'quick-lookup', [test, arrive(false), words('No ha llegado')], true),
  state('quick-lookup-only-here', 'quick-lookup', [
    test,
    words(/Pulsa ahora/),
    press('Control+Shift+Space'),
    words(/Solo llega a esta ventana/),
  ]),
  state('quick-lookup-wayland', 'quick-lookup-wayland', [], true),
  state('quick-lookup-wayland-missed', 'quick-lookup-wayland', [test, arrive(false), words('No ha llegado')]),
  state('quick-lookup-taken', 'quick-lookup-taken'),
  state('quick-lookup-refused', 'quick-lookup-refused'),
  state('quick-lookup-browser', 'quick-lookup-browser', [], true),
]
