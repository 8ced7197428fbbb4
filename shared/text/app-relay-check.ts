import type { RelayCheck } from '../bridge/relay.ts'
import type { RelayCheckStep } from '../domain/relay-check.ts'
import { byNumber, count } from './grammar.ts'

/** «Comprobar el camino»: from this PC to the relay, and a test notice from the relay's public address to here. */
export const checkText = {
  title: 'Comprobar el camino',
  help: 'Manda un aviso de prueba a la dirección pública del relé y mira cada paso hasta este equipo. No llega al operador ni cambia nada.',
  run: 'Comprobar el camino',
  again: 'Comprobar otra vez',
  stop: 'Dejar de esperar',
  running: 'Comprobando el camino…',
  long: 'Sigue comprobando: el aviso de prueba puede tardar hasta un minuto.',
  list: 'Pasos del camino',
  search: 'prueba canal lento no llegan avisos relé',
} as const

/** Time after which a check says that it may take long. */
export const LONG_CHECK_MS = 10_000

export const stepLabels: Readonly<Record<RelayCheckStep, string>> = {
  name: 'Nombre del relé',
  connection: 'Conexión segura',
  token: 'Permiso de este equipo',
  clock: 'Reloj de este equipo',
  stream: 'Canal de avisos',
  'inbox-name': 'Nombre público',
  'inbox-tls': 'Certificado público',
  'inbox-address': 'Dirección para el operador',
  'inbox-header': 'Cabecera del operador',
  'inbox-stored': 'Aviso de prueba guardado',
  canary: 'Aviso de prueba aquí',
}

const STEP_MEANINGS: Readonly<Record<RelayCheckStep, string>> = {
  name: 'La red sabe dónde está',
  connection: 'Se llega, y es quien dice ser',
  token: 'El relé lo admite',
  clock: 'Va con el del relé',
  stream: 'La red lo deja pasar al momento',
  'inbox-name': 'Desde fuera se encuentra el relé',
  'inbox-tls': 'Desde fuera se confía en él',
  'inbox-address': 'El aviso entra por ella',
  'inbox-header': 'El relé la reconoce',
  'inbox-stored': 'El relé lo ha escrito en su disco',
  canary: 'Ha llegado de vuelta a este equipo',
}

const ASK_RELAY = 'Avisa a quien lleva el relé'
/** What to do about a step that fails, or that is not as it should. */
const STEP_ADVICE: Readonly<Record<RelayCheckStep, string>> = {
  name: 'Comprueba la red de este equipo. Si hay red, la dirección del relé ha cambiado: pide la nueva.',
  connection:
    'Comprueba que el relé está encendido. Si la red de la oficina usa un proxy, pide que deje pasar su dirección.',
  token: 'Pide otro código y empareja este equipo de nuevo.',
  clock: 'Pon en hora este equipo: con el reloj cambiado fallan las conexiones seguras.',
  stream:
    'La red acumula los avisos y los suelta juntos. Llegan igual, por turnos; pide a quien lleva la red que no retenga la dirección del relé.',
  'inbox-name': `${ASK_RELAY}: su nombre público no lleva a ningún sitio, y el operador tampoco lo encuentra.`,
  'inbox-tls': `${ASK_RELAY}: su certificado no vale o ha caducado, y el operador no se fiará.`,
  'inbox-address': `${ASK_RELAY}: la dirección que tiene el operador no llega a él. Puede haber algo delante que no la deja pasar.`,
  'inbox-header': `${ASK_RELAY}: la cabecera no llega como se mandó. Puede que el operador tenga una anterior: vuelve a dársela.`,
  'inbox-stored': `${ASK_RELAY}: no puede guardar avisos. Puede tener el disco lleno.`,
  canary: 'El relé lo tiene, pero no ha llegado aquí. Se pedirá por turnos; prueba otra vez en un minuto.',
}

const SKIPPED = 'Necesita que se arregle antes lo de arriba.'

/** What to do about a step; '' when there is nothing to do, as about a certificate where none is used. */
export function stepAdvice(
  { step, outcome }: RelayCheck['steps'][number],
  broken: RelayCheck['broken'],
): string {
  if (outcome === 'ok') return ''
  if (outcome === 'skipped') return broken === null ? '' : SKIPPED
  return STEP_ADVICE[step]
}

const seconds = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })
/** «8 ms», «1,2 s». */
const tookWords = (ms: number): string =>
  ms < 1000 ? `${count(Math.max(1, Math.round(ms)))} ms` : `${seconds.format(ms / 1000)} s`

/** «La red sabe dónde está · 2 ms» */
export const stepMeaning = (step: RelayCheckStep, ms: number | undefined): string =>
  ms === undefined ? STEP_MEANINGS[step] : `${STEP_MEANINGS[step]} · ${tookWords(ms)}`

/** Outcome of the whole check, in one sentence. */
export function checkSummary({ steps, broken }: RelayCheck, when: string): string {
  if (broken !== null) return `El camino se corta en «${stepLabels[broken]}», ${when}.`
  const total = tookWords(steps.reduce((sum, { ms = 0 }) => sum + ms, 0))
  const warnings = steps.filter(({ outcome }) => outcome === 'warning').length
  const look = byNumber(warnings, ' Hay 1 cosa que mirar.', ` Hay ${count(warnings)} cosas que mirar.`)
  return `El camino está entero: ${total} en total, ${when}.${warnings === 0 ? '' : look}`
}
