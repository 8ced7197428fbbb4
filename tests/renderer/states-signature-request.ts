import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
// The same words are beside its section, before the page is there.
const notice = (text: string) => (page: Page) => page.getByRole('note').getByText(text).first().waitFor()
const grid = (page: Page) => page.getByRole('grid').waitFor()
const form = words('Comprobaciones')

const review = async (page: Page) => {
  await words('petición abierta')(page)
  await page.keyboard.press('Control+Enter')
  await heading('Revisa antes de enviar')(page)
}
const complete = (label: string, typed: string) => async (page: Page) => {
  await page.getByLabel(label).first().pressSequentially(typed)
  await page.getByRole('listbox').waitFor()
}

const all = (state: Omit<State, 'ready'> & { ready?: State['ready'] }): State => ({
  ready: heading(/./),
  ...state,
})

/** States of Firmas: list, sending, tracking, and address book. */
export const SIGNATURE_REQUEST_STATES: readonly State[] = [
  all({ name: 'signatures', ready: grid, narrow: true }),
  all({ name: 'signatures-open', ready: notice('espera tu decisión'), narrow: true }),
  all({ name: 'signatures-empty', ready: heading('Aún no hay firmas'), narrow: true }),
  all({ name: 'signatures-none', ready: heading('Nada en «Rechazadas»') }),
  all({
    name: 'signatures-not-found',
    scene: 'signatures',
    ready: grid,
    does: async (page) => {
      await page.getByLabel('Buscar en Firmas').fill('zzz')
      await heading('Ninguna firma con «zzz»')(page)
    },
  }),
  all({ name: 'signatures-loading', ready: words('Leyendo…') }),
  all({ name: 'signatures-failed', ready: heading('No se ha podido leer la lista') }),
  all({ name: 'signatures-offline', ready: grid }),
  all({ name: 'signing-new', ready: words('Firma el adquirente'), narrow: true }),
  all({
    name: 'signing-completed',
    scene: 'signing-blank',
    ready: form,
    does: complete('DNI, NIE o NIF', 'B123'),
    narrow: true,
  }),
  all({ name: 'signing-trial', ready: form, narrow: true }),
  all({
    name: 'signing-file',
    scene: 'signing-blank',
    ready: form,
    does: complete('Buscar expediente', '3308'),
  }),
  all({ name: 'signing-person', ready: words('Es una de las partes'), narrow: true }),
  all({
    name: 'signing-company',
    ready: words('sería Z'),
    narrow: true,
  }),
  all({ name: 'signing-mismatch', ready: words('no es ninguna de las partes') }),
  all({
    name: 'signing-problems',
    scene: 'signing-blank',
    ready: form,
    does: async (page) => {
      await page.keyboard.press('Control+Enter')
      await words('Falta este dato')(page)
    },
  }),
  all({ name: 'signing-again', ready: words('Es una petición nueva') }),
  all({ name: 'signing-odd', ready: words('quítalo de aquí'), narrow: true }),
  all({
    name: 'signing-unsaved',
    ready: form,
    does: async (page) => {
      await page.getByLabel('Domicilio').fill('Otra calle')
      await words('Sin guardar')(page)
    },
  }),
  all({ name: 'signing-review', scene: 'signing-person', ready: form, does: review, narrow: true }),
  all({ name: 'signing-offline', ready: form, does: review }),
  all({ name: 'signing-ready', ready: heading('Revisa antes de enviar') }),
  all({ name: 'signing-leaving', ready: words('Sale en 5 s'), narrow: true }),
  all({ name: 'signing-sending', ready: words('Enviando al servicio') }),
  all({ name: 'signing-uncertain', ready: heading('Puede que ya esté enviado'), narrow: true }),
  all({
    name: 'signing-resend',
    scene: 'signing-uncertain',
    does: async (page) => {
      await press('Enviar otra vez')(page)
      await page.getByRole('alertdialog').waitFor()
    },
  }),
  all({ name: 'signing-failed', ready: words('formato no válido'), narrow: true }),
  all({ name: 'signing-sent', ready: heading('Enviado a firmar'), narrow: true }),
  all({ name: 'signing-discarded', ready: heading('Esta petición está descartada') }),
  all({ name: 'signing-lost', ready: heading('No se ha podido abrir') }),
  all({ name: 'signings', ready: words('Puede que ya esté enviada'), narrow: true }),
  all({ name: 'signings-empty', ready: heading('Nada sin enviar') }),
  all({ name: 'contacts', ready: grid, narrow: true }),
  all({
    name: 'contacts-several',
    scene: 'contacts',
    ready: grid,
    does: async (page) => {
      await press('Preparar para varios…')(page)
      await page.getByLabel(/Nuria Ferrer/).check()
      await page.getByLabel(/Talleres del Segura/).check()
    },
    narrow: true,
  }),
  all({
    name: 'contacts-alike',
    ready: grid,
    does: async (page) => {
      await press('Revisar')(page)
      await page.getByRole('dialog').waitFor()
      await page.getByLabel('Son distintas').first().check()
    },
    narrow: true,
  }),
  all({
    name: 'contacts-alike-line',
    scene: 'contacts-alike',
    ready: words('Posibles repetidos: 2 parejas de firmantes.'),
    narrow: true,
  }),
  all({ name: 'contacts-empty', ready: heading('Aún no hay firmantes') }),
  all({
    name: 'contacts-edit',
    scene: 'contacts',
    ready: grid,
    does: async (page) => {
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
    narrow: true,
  }),
  all({
    name: 'contacts-proposed',
    ready: grid,
    does: async (page) => {
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
    narrow: true,
  }),
  all({
    name: 'contacts-imported',
    scene: 'contacts',
    ready: grid,
    does: async (page) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'firmantes.csv', mimeType: 'text/csv', buffer: Buffer.from('NIF;Nombre') })
      await words('1 línea sin importar')(page)
    },
  }),
  all({ name: 'signature', ready: words('Lleva más de'), narrow: true }),
  all({
    name: 'signature-signer',
    scene: 'signature',
    ready: words('Lleva más de'),
    does: press('Mostrar'),
  }),
  all({ name: 'signature-signed', ready: words('SHA-256'), narrow: true }),
  all({
    name: 'signature-pdf',
    scene: 'signature-signed',
    ready: words('SHA-256'),
    does: async (page) => {
      await press('Ver Mandato')(page)
      await page.locator('[data-drawn="true"]').first().waitFor()
    },
  }),
  all({
    name: 'signature-not-kept',
    ready: words('Se trae al verlo'),
    does: async (page) => {
      await press('Ver Documento firmado')(page)
      await words('La clave de la cuenta ya no vale')(page)
    },
  }),
  all({
    name: 'signature-not-a-pdf',
    ready: words('Se trae al verlo'),
    does: async (page) => {
      await press('Ver Mandato')(page)
      await words('Lo que ha llegado no es un PDF')(page)
    },
  }),
  all({ name: 'signature-no-pdf', ready: words('no trae el documento') }),
  all({ name: 'signature-rejected', ready: words('no es ninguna de las partes'), narrow: true }),
  all({
    name: 'signature-link',
    scene: 'signature-expired',
    ready: words('No está enlazada'),
    does: async (page) => {
      await press('Enlazar')(page)
      await complete('Enlazar con un expediente', '3308')(page)
    },
  }),
  all({ name: 'signature-odd', ready: heading('Otro documento') }),
]
