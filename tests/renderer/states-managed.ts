import type { Page } from '@playwright/test'
import type { State } from './states.ts'

type Act = (page: Page) => Promise<unknown>

const heading: State['ready'] = (page) => page.getByRole('heading', { level: 1 }).waitFor()
const section =
  (name: string): Act =>
  async (page) => {
    const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
    await index.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, exact: true }).waitFor()
  }
const press =
  (name: string): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click()
const words =
  (text: string): Act =>
  (page) =>
    page.getByText(text).first().waitFor()

/** Sections of Ajustes, and pages whose layout another width changes most. */
const NARROW: ReadonlySet<string> = new Set(['managed-broken', 'managed-offers', 'managed-first-pin'])
const state = (name: string, scene: string, ...acts: readonly Act[]): State => ({
  name,
  scene,
  ready: heading,
  narrow: NARROW.has(name),
  async does(page) {
    for (const act of acts) await act(page)
  },
})

/** States of what an administrator set on this PC. */
export const MANAGED_STATES: readonly State[] = [
  state('managed', 'managed', section('Administración del equipo')),
  state('managed-lock', 'managed', section('Bloqueo'), words('Lo fija tu administrador')),
  state('managed-retention', 'managed', section('Conservación'), words('Lo fija tu administrador')),
  state('managed-quick-lookup', 'managed', section('Consulta rápida'), words('Lo fija tu administrador')),
  state('managed-relay', 'managed', section('Relé'), press('Emparejar este equipo')),
  state('managed-broken', 'managed-broken', section('Administración del equipo')),
  state('managed-extension', 'managed-broken', section('Extensión'), words('no permite la extensión')),
  state('managed-problems', 'managed-problems', words('errores en lo que fija')),
  state('managed-offers', 'managed-offers', words('Falta la clave')),
  state('managed-offer', 'managed-offers', press('Poner la clave de Gestoría Ribera')),
  state('managed-first', 'managed-first', words('Tu administrador ha preparado')),
  state('managed-no-account', 'managed-no-account', words('Este equipo no tiene ninguna cuenta')),
  state('managed-addresses', 'managed-addresses', press('Añadir cuenta')),
  state('managed-first-pin', 'managed-first-pin', press('Poner PIN'), words('Al menos 4 cifras')),
]
