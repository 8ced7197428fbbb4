import type { Page } from '@playwright/test'

/** A state of a page of the extension: its scene, how it is reached, and what says that it was. */
export interface State {
  name: string
  page: 'popup' | 'panel' | 'options'
  scene?: string
  does?: (page: Page) => Promise<void>
  /** Words that are then on screen. */
  says: string | RegExp
}

const of = (page: State['page'], states: readonly Omit<State, 'page'>[]): State[] =>
  states.map((state) => ({ page, ...state }))

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
const type = (text: string) => async (page: Page) => {
  await page.getByRole('combobox').fill(text)
  await page.keyboard.press('Enter')
}

const popup = of('popup', [
  { name: 'verdict-stop', says: 'No transferible' },
  { name: 'verdict-ok', says: 'Se puede transferir. No constan cargas ni avisos.' },
  { name: 'verdict-warn', says: /informe completo/ },
  { name: 'verdict-error', says: 'Marca y modelo: no constan' },
  { name: 'verdict-old', says: /hace 9 días/ },
  { name: 'verdict-disagrees', says: /no dicen lo mismo/ },
  { name: 'verdict-confirming', says: /Confirmando con Tráfico/ },
  { name: 'verdict-asking', says: 'Preguntando a Tráfico por esta matrícula.' },
  { name: 'verdict-slow', says: /Tráfico tarda más de lo normal/ },
  { name: 'verdict-queued', says: 'Sin veredicto todavía' },
  { name: 'verdict-failed', says: 'El servicio ha rechazado la matrícula.' },
  { name: 'never-asked', says: 'Sin consultar' },
  { name: 'long-vehicle', says: /SPRINTER/ },
  { name: 'copied', scene: 'verdict-stop', does: press('Copiar respuesta'), says: 'Copiada' },
  { name: 'several', says: '5 matrículas en lo elegido' },
  { name: 'none-selected', says: 'En lo elegido no hay ninguna matrícula.' },
  { name: 'empty', says: 'Elige una matrícula en la página, o escríbela aquí.' },
  { name: 'invalid', scene: 'empty', does: type('hola'), says: /no |falta/i },
  { name: 'to-repair', says: '¿Querías decir…?' },
  { name: 'rate-limited', does: press('Consultar'), says: /dentro de 12 segundos/ },
  { name: 'unread-demo', says: 'DEMOSTRACIÓN' },
  { name: 'not-running', says: 'Ventanilla no está abierta' },
  { name: 'starting', scene: 'not-running', does: press('Abrir Ventanilla'), says: 'Abriendo Ventanilla…' },
  { name: 'start-fails', does: press('Abrir Ventanilla'), says: 'Ventanilla no se ha abierto' },
  { name: 'what-is-missing', scene: 'not-running', does: press('Ver qué falta'), says: 'Qué hace falta' },
  { name: 'not-installed', says: 'Falta un paso en Ventanilla' },
  { name: 'forbidden', says: /la conexión de otra extensión/ },
  { name: 'not-answering', says: 'Ventanilla no contesta' },
  { name: 'old-extension', says: 'Actualiza esta extensión' },
  { name: 'old-application', says: 'Actualiza Ventanilla' },
  { name: 'not-approved', says: 'Falta tu permiso' },
  { name: 'words', scene: 'not-approved', does: press('Pedir permiso'), says: 'abeto · faro · mimbre' },
  {
    name: 'approval-fails',
    does: press('Pedir permiso'),
    says: 'No se ha podido pedir. Inténtalo otra vez.',
  },
  {
    name: 'refused',
    scene: 'not-approved',
    does: async (page) => {
      await press('Pedir permiso')(page)
      await page.getByText('abeto').waitFor()
      await page.evaluate(() => window.fake.application.change({ words: null }))
    },
    says: 'No tiene permiso',
  },
  { name: 'locked', says: 'Ventanilla está bloqueada' },
  { name: 'silent', says: 'conectando…' },
])

const panel = of('panel', [
  { name: 'panel-running', says: '7 de 11' },
  { name: 'panel-known', says: '11 matrículas en esta página' },
  { name: 'panel-missing', says: 'Consultar las 7 que faltan' },
  {
    name: 'panel-done',
    scene: 'panel-missing',
    does: press('Consultar las 7 que faltan'),
    says: /sin respuesta\. Puedes consultarlas/,
  },
  {
    name: 'panel-stopped',
    scene: 'panel-slow-batch',
    does: async (page) => {
      await press('Consultar las 8 que faltan')(page)
      await press('Parar')(page)
    },
    says: 'Consulta parada: faltan 8.',
  },
  { name: 'panel-scanning', says: 'Buscando… 4 matrículas' },
  {
    name: 'panel-scan-stopped',
    scene: 'panel-scanning',
    does: press('Parar'),
    says: /Búsqueda parada/,
  },
  { name: 'panel-none', says: 'No hay matrículas en esta página' },
  { name: 'panel-pdf', says: /Aquí hay un PDF/ },
  { name: 'panel-frames', says: /de otro sitio/ },
  { name: 'panel-unreadable', says: 'Esta página no se puede leer' },
  { name: 'panel-start', says: 'Buscar matrículas en esta página' },
  {
    name: 'panel-other',
    scene: 'panel-known',
    does: async (page) => {
      await page.getByRole('heading', { name: '11 matrículas' }).waitFor()
      await page.evaluate(() => window.fake.activate(8))
    },
    says: 'Estás en otra página',
  },
  {
    name: 'panel-not-allowed',
    scene: 'panel-known',
    does: async (page) => {
      await page.getByRole('heading', { name: '11 matrículas' }).waitFor()
      await page.evaluate(() => window.fake.activate(8))
      await press('Buscar en esta')(page)
    },
    says: 'Falta que lo pidas en esta página',
  },
  {
    name: 'panel-left',
    scene: 'panel-known',
    does: async (page) => {
      await page.getByRole('heading', { name: '11 matrículas' }).waitFor()
      await page.evaluate(() => {
        window.fake.page.leave()
        window.fake.load()
      })
    },
    says: 'La página ha cambiado',
  },
  {
    name: 'panel-padded',
    does: press(/0456 LTR/),
    says: 'ya no está',
  },
  {
    name: 'panel-fails',
    does: press(/que faltan/),
    says: 'Ventanilla se está abriendo o cerrando. Prueba dentro de un momento.',
  },
  {
    name: 'panel-copied',
    scene: 'panel-known',
    does: press('Copiar resultado'),
    says: 'Copiado',
  },
  { name: 'panel-thousand', says: '1.000 matrículas en esta página' },
  { name: 'panel-locked', scene: 'locked', says: 'Ventanilla está bloqueada' },
  { name: 'panel-not-running', scene: 'not-running', says: 'Ventanilla no está abierta' },
])

const options = of('options', [
  { name: 'options', scene: 'empty', says: 'Conectada con Ventanilla en este equipo.' },
  { name: 'options-not-running', scene: 'not-running', says: 'Ventanilla no está abierta' },
  { name: 'options-not-installed', scene: 'not-installed', says: 'Falta un paso en Ventanilla' },
  { name: 'options-demo', scene: 'unread-demo', says: /veredictos son inventados/ },
])

export const STATES: readonly State[] = [...popup, ...panel, ...options]
