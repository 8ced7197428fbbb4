import type { Page } from '@playwright/test'
import { PASSPHRASE } from './harness/fake-office.ts'
import type { State } from './states.ts'

const section = (name: string) => async (page: Page) => {
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await index.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const steps =
  (...all: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page)
  }

/** Chooses a backup and types its passphrase. */
export async function chooseCopy(page: Page, passphrase = PASSPHRASE) {
  const dialog = page.getByRole('dialog')
  const copy = { name: 'ventanilla-2026-11-11.copia', mimeType: '', buffer: Buffer.from('copy') }
  await dialog.locator('input[type=file]').setInputFiles(copy)
  await dialog.getByLabel('Frase de paso de la copia', { exact: true }).fill(passphrase)
  await dialog.getByRole('button', { name: 'Ver lo que trae' }).click()
}
export const lookFor = (taxId: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'NIF, NIE o CIF' }).fill(taxId)
  await page.getByRole('button', { name: 'Ver lo que hay' }).click()
}
const restore = steps(section('Copia de seguridad'), (page) => press(page, 'Elegir copia…'))

const seeDay = (page: Page) => press(page, 'Ver el día')
/** Opens *Trabajo del día* from *Cifras*. */
export const openDay = async (page: Page) => {
  await press(page, 'Trabajo del día')
  await page.getByRole('dialog').getByText('Envío de expediente').first().waitFor()
}

/** Ajustes is one long page: its sections are not all needed at every width. */
const NARROW: ReadonlySet<string> = new Set([
  'office-pin',
  'office-retention-full',
  'office-backup-save',
  'office-restore-other',
  'office-audit-list',
  'office-person',
  'backup-due',
  'locked',
  'locked-waiting',
])
const state = (name: string, scene: string, does: NonNullable<State['does']>): State => ({
  name,
  scene,
  does,
  ready: heading,
  narrow: NARROW.has(name),
})

/** States of the office's data, and the lock. */
export const OFFICE_STATES: readonly State[] = [
  state('office-lock', 'office', section('Bloqueo')),
  state('office-lock-none', 'office-fresh', section('Bloqueo')),
  state(
    'office-pin',
    'office',
    steps(
      section('Bloqueo'),
      (page) => press(page, 'Cambiar'),
      async (page) => {
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('PIN de ahora', { exact: true }).fill('1111')
        await dialog.getByLabel('PIN nuevo', { exact: true }).fill('97531')
        await dialog.getByLabel('Repítelo', { exact: true }).fill('97531')
        await dialog.getByRole('button', { name: 'Cambiar PIN' }).click()
        await words('El PIN no es correcto')(page)
      },
    ),
  ),
  state('office-retention', 'office', steps(section('Conservación'), words(/^Así queda/))),
  state(
    'office-retention-full',
    'office-troubled',
    steps(section('Conservación'), words('No caben más'), async (page) => {
      const ended = page.getByRole('textbox', { name: 'Expedientes terminados, a la vista' })
      await ended.fill('120')
      await ended.press('Enter')
      await words('El disco está lleno')(page)
      await page.getByRole('textbox', { name: 'Plantilla de los archivos' }).fill('{matricula}_{tasa}')
      await words('No sabemos qué poner en {tasa}')(page)
    }),
  ),
  state('office-backup', 'office', section('Copia de seguridad')),
  state('office-backup-none', 'office-fresh', section('Copia de seguridad')),
  state('office-backup-failed', 'office-troubled', section('Copia de seguridad')),
  state(
    'office-backup-save',
    'office-saving',
    steps(
      section('Copia de seguridad'),
      (page) => press(page, 'Guardar una copia…'),
      async (page) => {
        await page.getByLabel('Frase de paso', { exact: true }).fill(PASSPHRASE)
        await page.getByLabel('Repítela', { exact: true }).fill(PASSPHRASE)
        await page.getByRole('button', { name: 'Guardar copia' }).click()
        await words('Haciendo la copia…')(page)
      },
    ),
  ),
  state('office-restore', 'office', restore),
  state(
    'office-restore-wrong',
    'office',
    steps(restore, (page) => chooseCopy(page, 'otra cosa'), words('Esa no es')),
  ),
  state('office-restore-newer', 'office-copy-newer', steps(restore, chooseCopy, words('versión más nueva'))),
  state('office-restore-contents', 'office', steps(restore, chooseCopy, words('Nuevo aquí'))),
  state('office-restore-other', 'office-troubled', steps(restore, chooseCopy, words('Es de otra cuenta'))),
  state(
    'office-restored',
    'office',
    steps(restore, chooseCopy, (page) => press(page, 'Juntar con lo que hay'), words('Han vuelto')),
  ),
  state(
    'office-audit',
    'office',
    steps(section('Auditoría'), (page) => press(page, 'Comprobar la cadena'), words('La cadena está entera')),
  ),
  state(
    'office-audit-broken',
    'office-troubled',
    steps(
      section('Auditoría'),
      (page) => press(page, 'Comprobar la cadena'),
      words('no es la que se escribió'),
    ),
  ),
  state(
    'office-audit-list',
    'office',
    steps(
      section('Auditoría'),
      (page) => press(page, 'Ver el registro'),
      words('de 2.318 líneas'),
      async (page) => {
        // The erasure of a person.
        await page.getByRole('row').nth(9).click()
        await words('Despacho de Luis')(page)
      },
    ),
  ),
  { ...state('day-work', 'day-work', openDay), narrow: true },
  state('day-work-none', 'office-fresh', steps(section('Auditoría'), seeDay, words('Nada ese día'))),
  state('day-work-loading', 'day-work-loading', steps(section('Auditoría'), seeDay)),
  state(
    'day-work-failed',
    'day-work-failed',
    steps(section('Auditoría'), seeDay, words('No se ha podido contar')),
  ),
  state(
    'office-audit-empty',
    'office-fresh',
    steps(section('Auditoría'), (page) => press(page, 'Ver el registro'), words('Todavía no hay líneas')),
  ),
  state(
    'office-person',
    'office',
    steps(section('Datos de una persona'), lookFor('12345678z'), words('Lo que hay de')),
  ),
  state(
    'office-person-wrong',
    'office',
    steps(section('Datos de una persona'), lookFor('12345678A'), words('no hay nada')),
  ),
  state(
    'office-person-erased',
    'office',
    steps(
      section('Datos de una persona'),
      lookFor('12345678Z'),
      (page) => press(page, 'Borrar todo…'),
      (page) => press(page, /^Borrar$/),
      words('Aplicado en 2 de 3 equipos'),
    ),
  ),
  state(
    'office-person-erase',
    'office-troubled',
    steps(
      section('Datos de una persona'),
      lookFor('12345678Z'),
      (page) => press(page, 'Borrar todo…'),
      (page) => press(page, /^Borrar$/),
      words('se está enviando'),
    ),
  ),
  state('backup-due', 'backup-due', words('Todavía no hay ninguna copia')),
  state('locked', 'locked', words('Ventanilla está bloqueada')),
  state('locked-wrong', 'locked', async (page) => {
    await page.getByLabel('PIN').fill('1111')
    await page.keyboard.press('Enter')
    await words('El PIN no es correcto')(page)
  }),
  state('locked-waiting', 'locked-waiting', async (page) => {
    await words('Demasiados intentos')(page)
    await page.getByText('¿No lo recuerdas?').click()
  }),
]
