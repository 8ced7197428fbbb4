import type { Page } from '@playwright/test'
import { request } from './harness/scenes-extension.ts'
import { approve, approval, ask, dialog, section, taken, toExtension } from './extension-page.ts'
import { openPdf } from './states-pdf.ts'
import type { State } from './states.ts'

type Act = (page: Page) => Promise<unknown>

/** Sections, dialogs and notices whose layout another width changes most. */
const NARROW: ReadonlySet<string> = new Set([
  'extension-asks',
  'extension-waits',
  'extension-over-dialog',
  'extension-approved',
  'extension-waiting',
  'extension-install-failed',
])
const heading: State['ready'] = (page) => page.getByRole('heading', { level: 1 }).waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string) => (page: Page) => section(page).getByRole('button', { name }).click()
const confirm = (name: string) => (page: Page) => dialog(page).getByRole('button', { name }).click()

const state = (name: string, scene: string, ...acts: readonly Act[]): State => ({
  name,
  scene,
  ready: heading,
  narrow: NARROW.has(name),
  async does(page) {
    for (const act of acts) await act(page)
  },
})
const asked = (name: string, ...acts: readonly Act[]) => state(name, name, taken, ...acts)
const settings = (name: string, scene: string, ...acts: readonly Act[]) =>
  state(name, scene, toExtension, ...acts)

const later = confirm('Ahora no')
const permit: Act = (page) => approve(page).click()

/** States of the approval of a browser, and of Ajustes › Extensión. */
export const EXTENSION_STATES: readonly State[] = [
  asked('extension-asks'),
  asked('extension-asks-two'),
  asked('extension-asks-slow', permit, words('Guardando tu respuesta…')),
  asked('extension-asks-failed', permit, words('El disco está lleno')),
  asked('extension-asks-gone', permit, words('La extensión ya no espera.')),
  state('extension-waits', 'extension-asks', taken, later),
  state('extension-waits-two', 'extension-asks-two', taken, later),
  state('extension-over-dialog', 'extension-asks', taken, later, (page) => page.keyboard.press('Control+k')),
  state(
    'extension-over-all',
    'extension-asks',
    taken,
    later,
    (page) => page.keyboard.press('Control+k'),
    confirm('Comparar las palabras'),
    (page) => approval(page).waitFor(),
    taken,
  ),
  {
    name: 'extension-over-pdf',
    scene: 'complete',
    ready: heading,
    narrow: true,
    async does(page) {
      await openPdf(page)
      await ask(page, request('e1', 'chrome'))
      await words('espera tu permiso')(page)
    },
  },
  state('extension-allowed', 'extension-asks', taken, permit, words(/ya tiene permiso/)),
  {
    name: 'extension-asks-locked',
    ready: words('Ventanilla está bloqueada'),
  },
  settings('extension-none', 'extension-none', words('Conexión instalada')),
  settings('extension-approved', 'extension-approved', words('Conexión instalada')),
  state('extension-waiting', 'extension-waiting', taken, later, toExtension, words('Conexión instalada')),
  settings('extension-revoke', 'extension-approved', press('Quitar el permiso a Firefox')),
  settings(
    'extension-revoke-failed',
    'extension-revoke-failed',
    press('Quitar el permiso a Firefox'),
    confirm('Quitar el permiso'),
    words('Esa extensión ya no tiene permiso.'),
  ),
  settings(
    'extension-revoked',
    'extension-approved',
    press('Quitar el permiso a Firefox'),
    confirm('Quitar el permiso'),
    words('Sin permiso'),
  ),
  settings(
    'extension-no-browsers',
    'extension-no-browsers',
    words('No has abierto ninguno de estos navegadores en este equipo'),
  ),
  settings('extension-left', 'extension-left', words('no has abierto este navegador aquí')),
  settings('extension-reading', 'extension-reading', words('Buscando navegadores…')),
  settings('extension-unread', 'extension-unread', words('No se han podido buscar')),
  settings(
    'extension-installing',
    'extension-installing',
    press('Instalar la conexión con Firefox'),
    words('Instalando…'),
  ),
  settings(
    'extension-install-failed',
    'extension-install-failed',
    press('Usar esta Ventanilla en Edge'),
    words('No se ha podido cambiar la conexión.'),
  ),
  settings(
    'extension-installed',
    'extension-none',
    press('Instalar la conexión con Firefox'),
    words('Firefox ya se conecta con esta Ventanilla'),
  ),
  settings('extension-uninstall', 'extension-none', press('Quitar la conexión con Chrome')),
  settings(
    'extension-uninstall-failed',
    'extension-uninstall-failed',
    press('Quitar la conexión con Chrome'),
    confirm('Quitar la conexión'),
    words('El disco está lleno'),
  ),
]
