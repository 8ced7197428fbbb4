import type { Page } from '@playwright/test'
import { UPDATE_FAILURES } from '#shared/bridge/updates.ts'
import { updateFailures } from '#shared/text/about.ts'
import type { State } from './states.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Actualizaciones' })
const toUpdates = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Secciones de Ajustes' })
    .getByRole('link', { name: 'Actualizaciones' })
    .click()
const NARROW: ReadonlySet<string> = new Set([
  'updates-downloading',
  'updates-ready',
  'updates-managed',
  'updates-undone',
])

const settings = (name: string, words: string): State => ({
  name,
  ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  narrow: NARROW.has(name),
  async does(page) {
    await toUpdates(page)
    await section(page).getByText(words).first().waitFor()
  },
})
const inLine = (name: string, words: string): State => ({
  name,
  ready: (page) => page.getByText(words).first().waitFor(),
  narrow: true,
})

/** States of Ajustes › Actualizaciones and of the attention line, and of data of a newer version. */
export const UPDATE_STATES: readonly State[] = [
  settings('updates-current', 'No hay ninguna versión más nueva.'),
  settings('updates-never-looked', 'Todavía no se ha buscado'),
  settings('updates-looking', 'Buscando una versión nueva…'),
  settings('updates-found', 'Versión 0.2.0'),
  settings('updates-downloading', 'Descargando: 12,3 MB de 39,4 MB'),
  settings('updates-unpacking', 'Comprobando y desempaquetando…'),
  settings('updates-ready', 'Reiniciar ahora'),
  settings('updates-waiting', 'Se está enviando algo.'),
  settings('updates-restarting', 'Reiniciando…'),
  settings('updates-off', 'La búsqueda está desactivada.'),
  settings('updates-managed', 'servidor.gestoria-ribera.example'),
  settings('updates-managed-off', 'desactivada por tu administrador'),
  settings('updates-of-package', 'gestor de paquetes'),
  settings('updates-of-administrator', 'Tu usuario no puede cambiar'),
  settings('updates-of-sources', 'Se ejecuta desde su código'),
  settings('updates-undone', 'La versión 0.2.0 no arrancó.'),
  ...UPDATE_FAILURES.map((code) => settings(`updates-failed-${code}`, updateFailures[code].title)),
  settings('updates-replaced', 'puede fallar lo que todavía no hayas abierto'),
  inLine('updates-elsewhere-replaced', 'Ventanilla 0.2.0 ya está instalada en este equipo.'),
  inLine('updates-elsewhere-ready', 'Ventanilla 0.2.0 está lista.'),
  inLine('updates-elsewhere-waiting', 'Se está enviando algo.'),
  inLine('updates-elsewhere-undone', 'La versión 0.2.0 no arrancó.'),
  inLine('store-newer', 'Estos datos son de una versión más nueva de Ventanilla.'),
]
