import type { Diagnosis, DiagnosisCheck } from '../bridge/diagnosis.ts'
import { clock, fullDate } from './dates.ts'
import { settingsText } from './settings.ts'
import { globalShortcutText } from './app-global-shortcut.ts'
import { laneText } from './app-relay.ts'
import { keychainStates, keychainText } from './app-keychain.ts'
import { errorTexts } from './errors.ts'
import { entryOf } from './labels-reports.ts'
import { byNumber } from './grammar.ts'

type Name = DiagnosisCheck['check']
type State = DiagnosisCheck['state']

/** In order, the same as the core's. */
export const DIAGNOSIS_ORDER = [
  'store',
  'keychain',
  'proxy',
  'network',
  'address',
  'key',
  'clock',
] as const satisfies readonly Name[]

/** Ajustes › Diagnóstico. */
export const diagnosisText = {
  intro: 'Siete comprobaciones, en orden. Ninguna cuesta dinero ni cambia nada.',
  run: 'Comprobar todo',
  again: 'Comprobar otra vez',
  running: 'Comprobando…',
  cancel: 'Cancelar',
  copy: 'Copiar diagnóstico',
  copied: 'Diagnóstico copiado. No lleva claves ni matrículas.',
  notCopied: 'No se ha podido copiar. Selecciona el texto y cópialo tú.',
  done: (when: string, problems: number) =>
    problems === 0
      ? `Todo en orden, ${when}`
      : `${byNumber(problems, '1 cosa que mirar', `${problems} cosas que mirar`)}, ${when}`,
  whatToDo: 'Qué hacer:',
  waiting: 'Esperando',
} as const

export const checkLabels: Record<Name, string> = {
  store: 'Datos de este equipo',
  keychain: 'Llavero',
  proxy: 'Proxy',
  network: 'Red',
  address: 'Dirección del servicio',
  key: 'Clave de API',
  clock: 'Reloj de este equipo',
}

export const checkMeaning: Record<Name, string> = {
  store: 'Se abren y se puede escribir en ellos',
  keychain: 'Guarda y devuelve las claves',
  proxy: 'Por dónde se sale a la red',
  network: 'Se llega al servidor del operador',
  address: 'Quien contesta es el servicio',
  key: 'El operador la acepta',
  clock: 'Va con la hora del servidor',
}

export const checkStates: Record<State, string> = {
  ok: 'Bien',
  warning: 'Atención',
  failed: 'No funciona',
  skipped: 'Sin comprobar',
}

/** Advice for a failed check; an error with its own code has a better one. */
const ADVICE: Record<Name, string> = {
  store: 'Comprueba el disco y los permisos de la carpeta de datos.',
  keychain: 'Desbloquea el llavero del sistema, o usa una frase de paso en Cuenta y entornos.',
  proxy: 'Pide a quien lleva la red que permita la dirección del servicio.',
  network: 'Comprueba la conexión de este equipo. Lo guardado aquí sigue disponible.',
  address: 'Revisa la dirección en Cuenta y entornos: tiene que ser la que te dio el operador.',
  key: 'Pega una clave nueva en Cuenta y entornos.',
  clock: 'Pon en hora este equipo: con el reloj cambiado fallan las conexiones seguras.',
}

const OWN_ADVICE: ReadonlySet<Name> = new Set(['network', 'address', 'key', 'clock'])

const SKIPPED = 'Necesita que se arregle antes lo de arriba.'
const NOT_NEEDED = 'nada: la demostración no lo necesita.'

/** Advice for a check, or '' without any. */
export function checkAdvice({ check, state, error, facts }: DiagnosisCheck): string {
  if (state === 'ok') return ''
  if (facts['needed'] === false) return NOT_NEEDED
  if (state === 'skipped') return SKIPPED
  if (!error) return ADVICE[check]
  const { title, advice } = errorTexts[error.code]
  // The general advice for network errors promises retries, which a check does not make.
  return `${title} ${OWN_ADVICE.has(check) ? ADVICE[check] : advice}`
}

const FACTS: Readonly<Record<string, string>> = {
  host: 'servidor',
  ms: 'ms',
  bytes: 'ocupan',
  reports: 'veredictos',
  directory: 'carpeta',
  kind: 'tipo',
  proxy: 'proxy',
  status: 'respuesta',
  free: 'libres',
  needed: 'hace falta',
  state: 'estado',
  detail: 'detalle',
  address: 'dirección',
  seconds: 'segundos de diferencia',
}

const SIZES: ReadonlySet<string> = new Set(['bytes', 'free'])

/** Texts for enumerated facts of the core. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: keychainText.kinds,
  state: keychainStates,
  proxy: { none: 'ninguno' },
}

function wordsOf(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'number' && SIZES.has(name)) return settingsText.bytes(value)
  return entryOf(entryOf(VALUES, name) ?? {}, String(value)) ?? String(value)
}

/** Raw message of a library or the system, in its own language: for support alone. */
const RAW = 'detail'

/** «servidor: api.operador.example · ms: 84» */
export const factLine = (facts: DiagnosisCheck['facts']): string =>
  factLines(Object.entries(facts).filter(([name]) => name !== RAW))

function factLines(facts: readonly (readonly [string, string | number | boolean])[]): string {
  return facts
    .map(([name, value]) => {
      const words = wordsOf(name, value)
      return `${Object.hasOwn(FACTS, name) ? FACTS[name] : name}: ${withoutSecrets(words)}`
    })
    .join(' · ')
}

/** No secret should reach this point; anything that looks like one is removed. */
const withoutSecrets = (text: string) =>
  text
    .replace(/(bearer\s+)\S+/gi, '$1[oculto]')
    .replace(/\/\/[^/\s@]+@/g, '//[oculto]@')
    .replace(/([?&](?:token|key|signature)=)[^&\s]+/gi, '$1[oculto]')

/**
 * The whole diagnosis as plain text, to paste in a message to support.
 * @param lane where the changes come from (`laneLine`)
 * @param shortcut state of the shortcut of quick lookup (`shortcutLine`)
 */
export function diagnosisAsText(diagnosis: Diagnosis, lane: string, shortcut: string): string {
  const lines = diagnosis.checks.flatMap((check, index) => {
    const facts = factLines(Object.entries(check.facts))
    const detail = check.error?.detail ? withoutSecrets(check.error.detail) : ''
    return [
      `${index + 1}. ${checkLabels[check.check]}: ${checkStates[check.state]}${check.error ? ` (${check.error.code})` : ''}`,
      ...(facts ? [`   ${facts}`] : []),
      ...(detail ? [`   ${detail}`] : []),
    ]
  })
  return [
    `Diagnóstico de Ventanilla ${diagnosis.version}, ${fullDate(diagnosis.at)} ${clock(diagnosis.at)}`,
    withoutSecrets(diagnosis.system),
    '',
    ...lines,
    `${laneText.title}: ${withoutSecrets(lane)}`,
    `${globalShortcutText.diagnosis}: ${shortcut}`,
    '',
  ].join('\n')
}
