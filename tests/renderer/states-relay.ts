import type { Page } from '@playwright/test'
import { fillPairing, press, section, toRelay } from './relay-page.ts'
import type { State } from './states.ts'

const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const click = (name: string | RegExp) => (page: Page) => press(page, name)
const inDialog = (name: string) => (page: Page) =>
  page.locator('dialog[open]').getByRole('button', { name }).click()
const steps =
  (...all: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page)
  }

/** Sections, dialogs and attention lines whose layout another width changes most. */
const NARROW: ReadonlySet<string> = new Set([
  'relay-none',
  'relay-pairing-words',
  'relay-live',
  'relay-retrying',
  'relay-code',
  'relay-claimed',
  'relay-by-hand-shown',
  'relay-check-broken',
  'relay-alarm',
  'relay-alarm-told',
  'relay-gap-elsewhere',
  'relay-sealing-turn-on',
  'relay-sealing-stale',
  'relay-diagnosis',
])

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const state = (name: string, scene = name, ...does: ((page: Page) => Promise<unknown>)[]): State => ({
  name,
  scene,
  ready: heading,
  does: steps(toRelay, ...does),
  narrow: NARROW.has(name),
})
const elsewhere = (name: string, ready: State['ready'] = heading): State => ({
  name,
  ready,
  narrow: NARROW.has(name),
})

const pair = [click('Emparejar este equipo'), fillPairing] as const
const pairWith = (name: string, failed: string) =>
  state(name, name, ...pair, inDialog('Emparejar'), words(failed))
const runCheck = click('Comprobar el camino')

/** States of the relay: Ajustes › Relé, and what is said of it elsewhere. */
export const RELAY_STATES: readonly State[] = [
  state('relay-none'),
  state('relay-pair', 'relay-none', ...pair),
  state('relay-pair-wrong', 'relay-none', click('Emparejar este equipo'), inDialog('Emparejar')),
  state(
    'relay-pair-asking',
    'relay-pair-slow',
    ...pair,
    inDialog('Emparejar'),
    words('Preguntando al relé…'),
  ),
  pairWith('relay-pair-code', 'Ese código no vale.'),
  pairWith('relay-pair-unreachable', 'No se llega a ese relé.'),
  pairWith('relay-pair-other', 'En esa dirección no hay un relé.'),
  state('relay-pair-refused', 'relay-pair-refused', click('Probar otra vez')),
  state('relay-pair-refused-closed', 'relay-pair-refused'),
  state('relay-pairing'),
  state('relay-pairing-words', 'relay-pairing', click('Ver las palabras')),
  state(
    'relay-pairing-failed',
    'relay-pairing-failed',
    click('Ver las palabras'),
    inDialog('Son las mismas'),
    words('Algo ha fallado'),
  ),
  ...['live', 'first', 'longpoll', 'connecting', 'catching-up', 'retrying', 'revoked', 'asleep', 'clock'].map(
    (which) => state(`relay-${which}`),
  ),
  state('relay-plain'),
  state('relay-devices-none'),
  state('relay-devices-slow'),
  state('relay-devices-failed'),
  state('relay-revoke', 'relay-live', click('Quitar «Mostrador»')),
  state(
    'relay-revoke-failed',
    'relay-revoke-failed',
    click('Quitar «Mostrador»'),
    inDialog('Quitar del relé'),
    words('El relé ya no tiene eso.'),
  ),
  state('relay-sealing-off'),
  state('relay-sealing-turn-on', 'relay-sealing-off', click('Activar…'), words('Compara antes')),
  state('relay-sealing-old'),
  state('relay-sealing-on'),
  state('relay-sealing-change', 'relay-sealing-on', click('Cambiar la clave…')),
  state('relay-sealing-turn-off', 'relay-sealing-on', click('Desactivar…')),
  state('relay-sharing-on'),
  state('relay-sharing-full', 'relay-sharing-full', words('no tiene sitio para más')),
  state('relay-sharing-turn-on', 'relay-sealing-on', click('Compartir…')),
  state('relay-sharing-turn-off', 'relay-sharing-on', click('Dejar de compartir…')),
  state('relay-sealing-stale'),
  state('relay-sealing-blind'),
  state('relay-sealing-plain'),
  state('relay-sealing-slow'),
  state('relay-sealing-failed'),
  state('relay-sealing-too-old', 'relay-sealing-too-old', words('una versión que no cifra')),
  state(
    'relay-sealing-changed',
    'relay-sealing-changed',
    click('Cambiar la clave…'),
    inDialog('Cambiar la clave'),
    words('Otro equipo lo ha cambiado'),
  ),
  state('relay-invited'),
  state('relay-code', 'relay-invited', click('Ver el código')),
  state('relay-code-asking', 'relay-invite-slow', click('Añadir un equipo')),
  state('relay-code-failed', 'relay-invite-failed', click('Añadir un equipo'), words('No se llega al relé.')),
  state('relay-claimed-closed', 'relay-claimed'),
  state('relay-claimed', 'relay-claimed', click('Comparar las palabras')),
  ...(['admitir', 'rechazar'] as const).map((answer) =>
    state(
      `relay-${answer === 'admitir' ? 'admitted' : 'refused'}`,
      'relay-claimed',
      click('Comparar las palabras'),
      inDialog(answer),
      words(answer === 'admitir' ? 'ya está en el relé.' : 'No se ha admitido ningún equipo.'),
    ),
  ),
  state('relay-expired', 'relay-invited', click('Ver el código'), (page) =>
    page.evaluate(() => {
      const { bridge } = window
      const { relay } = bridge.scene.slices
      bridge.setSlice('relay', { ...relay, invitation: { ...relay.invitation!, state: 'expired' } })
    }),
  ),
  state('relay-by-hand'),
  state('relay-by-hand-shown', 'relay-by-hand', click('Mostrar: Valor'), words('valor-secreto')),
  state('relay-by-hand-open'),
  state('relay-inbox-failed'),
  state('relay-subscription-failed'),
  state('relay-subscribing', 'relay-subscription-failed', (page) =>
    section(page).getByRole('button', { name: 'Probar otra vez' }).click(),
  ),
  state('relay-subscription-unknown'),
  state('relay-subscription-present'),
  state('relay-check', 'relay-live', runCheck, words('El camino está entero')),
  state('relay-checking', 'relay-check-slow', runCheck),
  state('relay-check-broken', 'relay-check-broken', runCheck, words('El camino se corta')),
  state('relay-check-warned', 'relay-check-warned', runCheck, words('1 cosa que mirar')),
  state('relay-check-failed', 'relay-check-failed', runCheck, words('El relé tarda demasiado.')),
  state('relay-alarm', 'relay-live', click('Cambiar…')),
  state('relay-alarm-set'),
  state('relay-alarm-slow'),
  state('relay-alarm-failed'),
  state('relay-alarm-no-mail', 'relay-alarm-no-mail', click('Cambiar…')),
  state('relay-alarm-wrong', 'relay-alarm-set', click('Cambiar…'), async (page) => {
    await page.getByRole('textbox', { name: 'Correos' }).fill('jefatura')
    await page.getByLabel('Dirección web').fill('http://ntfy.example.com')
    await page.getByLabel('Horas sin que nadie los reciba').fill('0')
    await inDialog('Guardar')(page)
    await words('De 1 a 72.')(page)
  }),
  state(
    'relay-alarm-save-failed',
    'relay-alarm-save-failed',
    click('Cambiar…'),
    inDialog('Guardar'),
    words('No se llega al relé.'),
  ),
  state('relay-alarm-told'),
  state(
    'relay-alarm-tested',
    'relay-alarm-told',
    click('Enviar una prueba'),
    words('El correo no ha salido.'),
  ),
  state('relay-forget', 'relay-live', click('Olvidar…')),
  state(
    'relay-forget-failed',
    'relay-forget-failed',
    click('Olvidar…'),
    inDialog('Olvidar el relé'),
    words('El disco está lleno'),
  ),
  state('relay-gap'),
  elsewhere('relay-claim-elsewhere', words('espera a que lo admitas')),
  elsewhere('relay-gap-elsewhere', words('El relé ya no guardaba')),
  elsewhere('relay-reset-elsewhere', words('El relé ha empezado otra lista')),
  elsewhere('relay-foot-demo'),
  elsewhere('relay-foot-cut'),
  {
    name: 'relay-diagnosis',
    scene: 'relay-longpoll',
    ready: heading,
    narrow: true,
    does: async (page) => {
      const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
      await index.getByRole('link', { name: 'Diagnóstico' }).click()
      await words('Por dónde llegan los cambios')(page)
    },
  },
]
