import type { Page } from '@playwright/test'
import { pressAdd } from './cases-page.ts'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const grid = (page: Page) => page.getByRole('grid').waitFor()

const openAdd = async (page: Page) => {
  await pressAdd(page)
  await page.locator('dialog[open]').waitFor()
}
const type = (text: string) => async (page: Page) => {
  await openAdd(page)
  await page.getByRole('textbox', { name: 'ID o enlace' }).fill(text)
}
const send = (text: string, ready: string) => async (page: Page) => {
  await type(text)(page)
  await page.keyboard.press('Enter')
  await words(ready)(page)
}
/** Waits until the added resource's page replaces the dialog. */
const added = async (page: Page) => {
  await send('prc_0', 'Expediente')(page)
  await page.locator('dialog[open]').waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const rawBody = async (page: Page) => {
  await page.getByText('Todo lo que dice el servicio').click()
  await page.getByRole('group', { name: 'Todo lo que dice el servicio' }).waitFor()
}

const all = (state: Omit<State, 'ready'> & { ready?: State['ready'] }): State => ({
  ready: heading(/./),
  ...state,
})

/** States of Expedientes, Firmas, their pages, and adding a resource. */
export const RESOURCE_STATES: readonly State[] = [
  all({ name: 'procedures', ready: grid, narrow: true }),
  all({ name: 'procedures-empty', ready: heading('Aún no hay expedientes'), narrow: true }),
  all({ name: 'procedures-loading', ready: words('Leyendo…') }),
  all({ name: 'procedures-failed', ready: heading('No se ha podido leer la lista') }),
  all({ name: 'procedures-locked', ready: heading(/no la clave que los abre/) }),
  all({ name: 'add-resource', scene: 'procedures-empty', does: openAdd, narrow: true }),
  all({ name: 'add-resource-id', scene: 'procedures', does: type('prc_7f3a0b52c21'), narrow: true }),
  all({
    name: 'add-resource-link',
    scene: 'procedures',
    does: type('https://dev.operador.example/web/procedures/prc_7f3a0b52c21?token=secreto'),
  }),
  all({ name: 'add-resource-plate', scene: 'signatures', does: type('1234 BCD') }),
  all({ name: 'add-resource-not-one', scene: 'procedures', does: send('hola, ¿qué tal?', 'no es un ID') }),
  all({ name: 'add-resource-added', scene: 'procedures', does: added, narrow: true }),
  all({
    name: 'add-resource-not-found',
    scene: 'procedures',
    does: send('signatures/prc_no', 'no lo encuentra'),
    narrow: true,
  }),
  all({ name: 'add-resource-refused', scene: 'procedures-refused', does: send('prc_9', 'no es válida') }),
  all({
    name: 'add-resource-offline',
    scene: 'procedures-offline',
    does: send('prc_9', 'pulsa Añadir otra vez'),
  }),
  all({ name: 'procedure', ready: heading('Depende de ti'), narrow: true }),
  all({ name: 'procedure-done', ready: heading('Matriculación'), narrow: true }),
  all({ name: 'procedure-muted', ready: heading('Transferencia') }),
  all({ name: 'procedure-gone', ready: words('ya no está en el servicio'), narrow: true }),
  all({ name: 'procedure-error', ready: words('No se pudo leer'), narrow: true }),
  all({
    name: 'procedure-refresh-failed',
    scene: 'procedure-offline',
    ready: heading('Transferencia'),
    does: press('Actualizar ahora'),
    narrow: true,
  }),
  all({ name: 'procedure-unauthorized', ready: words('la clave no vale') }),
  all({ name: 'procedure-cancelled', ready: words('Desistió el comprador') }),
  all({ name: 'procedure-unknown-state', ready: words('Estado desconocido') }),
  all({ name: 'procedure-empty-body', ready: words('Sin estado todavía'), narrow: true }),
  all({ name: 'procedure-no-incidents', ready: words('no dice cuál') }),
  all({ name: 'procedure-long', ready: words('treinta días hábiles'), narrow: true }),
  all({ name: 'procedure-future', ready: heading('Transferencia') }),
  all({ name: 'procedure-500', ready: words('Ver 480 cambios anteriores') }),
  all({ name: 'procedure-loading', ready: words('Leyendo…') }),
  all({ name: 'procedure-unreadable', ready: heading('No se ha podido leer lo guardado') }),
  all({ name: 'procedure-unknown', ready: heading('no está en este equipo'), narrow: true }),
  all({
    name: 'procedure-nowhere',
    ready: heading('no está en este equipo'),
    does: press('Buscarlo en el servicio'),
  }),
  all({ name: 'procedure-locked', ready: heading(/no la clave que los abre/) }),
  all({
    name: 'procedure-raw',
    scene: 'procedure',
    ready: heading('Depende de ti'),
    does: rawBody,
    narrow: true,
  }),
]
