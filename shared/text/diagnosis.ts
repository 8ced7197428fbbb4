import type { Diagnosis, DiagnosisCheck } from '../bridge/diagnosis.ts'
import type { Sweep } from '../bridge/inbox.ts'
import { relativeAge, clock, fullDate } from './dates.ts'
import type { AssumptionName, NumberAssumption } from '../domain/assumption-fields.ts'
import { keychainStates, keychainText } from './accounts.ts'
import { errorTexts } from './errors.ts'
import { byNumber, count, lowerFirst, plural } from './grammar.ts'
import { entryOf } from './labels-reports.ts'
import { laneText, SKIPPED_CHECK, SET_CLOCK } from './relay.ts'
import { settingsText } from './settings.ts'
import { globalShortcutText } from './shortcuts.ts'

/** Texts of Ajustes › Diagnóstico and Avanzado, and of the report for support. */

type Name = DiagnosisCheck['check']
type State = DiagnosisCheck['state']

/** Checks in the order of the core. */
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

/** Advice for a failed check. An error with a code of its own has better advice. */
const ADVICE: Record<Name, string> = {
  store: 'Comprueba el disco y los permisos de la carpeta de datos.',
  keychain: 'Desbloquea el llavero del sistema, o usa una frase de paso en Cuenta y entornos.',
  proxy: 'Pide a quien lleva la red que permita la dirección del servicio.',
  network: 'Comprueba la conexión de este equipo. Lo guardado aquí sigue disponible.',
  address: 'Revisa la dirección en Cuenta y entornos: tiene que ser la que te dio el operador.',
  key: 'Pega una clave nueva en Cuenta y entornos.',
  clock: SET_CLOCK,
}

const OWN_ADVICE: ReadonlySet<Name> = new Set(['network', 'address', 'key', 'clock'])

const NOT_NEEDED = 'nada: la demostración no lo necesita.'

/** Advice for a check, or '' without any. */
export function checkAdvice({ check, state, error, facts }: DiagnosisCheck): string {
  if (state === 'ok') return ''
  if (facts['needed'] === false) return NOT_NEEDED
  if (state === 'skipped') return SKIPPED_CHECK
  if (!error) return ADVICE[check]
  const { title, advice } = errorTexts[error.code]
  // The general advice for network errors promises retries, and a check makes none.
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

/** Raw message of a library or the system in its own language, for support only. */
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

/** Removes anything that resembles a secret. None should reach this point. */
const withoutSecrets = (text: string) =>
  text
    .replace(/(bearer\s+)\S+/gi, '$1[oculto]')
    .replace(/\/\/[^/\s@]+@/g, '//[oculto]@')
    .replace(/([?&](?:token|key|signature)=)[^&\s]+/gi, '$1[oculto]')

/**
 * Diagnosis as plain text for a message to support.
 * @param lane source of the changes (`laneLine`)
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

/**
 * Texts of Ajustes › Avanzado: each assumption about the service, with the gap of the specification that it fills.
 */
export const assumptionText: Record<AssumptionName, { label: string; gap: string }> = {
  interactiveRequestsPerSecond: {
    label: 'Mientras alguien mira',
    gap: 'Peticiones por segundo de lo que tienes en pantalla. El operador no dice cuántas admite.',
  },
  backgroundRequestsPerSecond: {
    label: 'En segundo plano',
    gap: 'Peticiones por segundo para revisar por turnos lo que nadie mira.',
  },
  failingResourcesForDown: {
    label: 'Fallos distintos para darlo por caído',
    gap: 'Cuántas consultas distintas tienen que fallar seguidas. Con menos, cada una espera por su cuenta.',
  },
  answerMs: {
    label: 'Espera máxima de una respuesta',
    gap: 'El operador no dice cuánto puede tardar. Pasado este tiempo lo damos por no contestado.',
  },
  maxAnswerBytes: {
    label: 'Tamaño máximo de una respuesta',
    gap: 'El operador no dice lo grandes que pueden ser. Una mayor se corta, para proteger este equipo.',
  },
  maxAnswerDepth: {
    label: 'Niveles máximos de una respuesta',
    gap: 'Niveles de datos dentro de otros que se aceptan. Una respuesta con más se descarta, para proteger este equipo.',
  },
  plateForm: {
    label: 'Cómo se envían las matrículas provinciales',
    gap: 'El operador solo enseña las actuales (0000BBB). Cambia a guiones si no reconoce las antiguas.',
  },
  completeReportCents: {
    label: 'Precio de un informe completo',
    gap: 'El operador no dice cuánto cobra: es la tasa de Tráfico. Es lo que verás antes de pedir uno.',
  },
  reducedReportCents: {
    label: 'Precio de un informe reducido',
    gap: 'El operador no dice que cobre. Si lo hace, es lo que verás antes de vigilar una matrícula.',
  },
  completeReportRecentHours: {
    label: 'Reutilizar un informe completo durante',
    gap: 'Antes de pagar otro, Ventanilla ofrece el que ya hay si es más nuevo que esto.',
  },
  failedCompleteReportIsCharged: {
    label: 'Se cobra aunque la DGT no responda',
    gap: 'El operador no lo dice. Si se cobra, un informe que falla no se vuelve a pedir solo: se te pregunta.',
  },
  notificationPath: {
    label: 'Dirección para crear notificaciones de venta',
    gap: 'El operador no la publica. Hasta que la pongas, se pueden preparar pero no enviar.',
  },
  subscriptionsPath: {
    label: 'Dirección para suscribirse a los avisos',
    gap: 'El operador no la publica. Sin ella, la dirección y la cabecera del relé se le dan a mano.',
  },
  maxDocumentBytes: {
    label: 'Tamaño máximo de un documento',
    gap: 'El operador no lo dice. Uno mayor se avisa al añadirlo, antes de subir nada.',
  },
  maxDocuments: {
    label: 'Documentos por expediente',
    gap: 'El operador no dice cuántos admite.',
  },
  sendDocumentType: {
    label: 'Decir el tipo al subir un documento',
    gap: 'El operador no dice si lo acepta. Desactívalo si rechaza las subidas por ello.',
  },
}

export const assumptionUnits: Record<NumberAssumption, string> = {
  interactiveRequestsPerSecond: 'por segundo',
  backgroundRequestsPerSecond: 'por segundo',
  failingResourcesForDown: 'consultas',
  answerMs: 'segundos',
  maxAnswerBytes: 'MB',
  maxAnswerDepth: 'niveles',
  completeReportCents: '€',
  reducedReportCents: '€',
  completeReportRecentHours: 'horas',
  maxDocumentBytes: 'MB',
  maxDocuments: 'documentos',
}

export const plateFormLabels: Record<string, string> = {
  compact: 'M1234AB',
  hyphens: 'M-1234-AB',
}

export const advancedText = {
  advancedIntro:
    'Precios, direcciones y límites que la documentación del operador no dice y Ventanilla ha tenido que suponer. Valen para la cuenta en uso. Cámbialos solo si el operador te lo confirma.',
  limits: 'límites velocidad',
  of: (account: string) => `de ${account}`,
  sweep: (open: number, minutes: number) =>
    `Cada cuánto se mira uno depende de su estado y de la hora. Este límite solo alarga la vuelta si hay muchos: con ${count(open)} abiertos, cerca de ${plural(minutes, 'minuto', 'minutos')} como poco.`,
  fallback: (value: string) => `Por defecto: ${value}`,
  reset: 'Volver al valor por defecto',
  resetOf: (label: string) => `Volver al valor por defecto: ${label}`,
  changed: 'cambiado',
  saved: 'Guardado',
  notNumber: 'Escribe un número, con coma si lleva decimales.',
  outside: (min: string, max: string, unit: string) => `Tiene que estar entre ${min} y ${max} ${unit}.`,
  notPath: 'Escribe la dirección que te dio el operador, desde la barra: /v1/…',
  noPath: 'ninguna',
  on: 'Sí',
  off: 'No',
} as const

/**
 * Measured progress of background polling: «Los 214 abiertos se revisan cada 2 minutos de media. El último, hace 12
 * s.»
 */
export function sweepSentence({ open, roundMs, state, lastAt }: Sweep, now: number): string {
  if (open === 0) return 'Ahora no hay nada abierto que revisar.'
  const all = byNumber(open, 'El único abierto', `Los ${count(open)} abiertos`)
  const last =
    lastAt === null ? '' : ` ${byNumber(open, 'La última vez', 'El último')}, ${relativeAge(lastAt, now)}.`
  if (state === 'paused') {
    const later = byNumber(open, 'se revisará', 'se revisarán')
    return `Revisión en pausa: ${lowerFirst(all)} ${later} en cuanto se pueda.${last}`
  }
  const round = roundMs > 0 ? ` cada ${roundWords(roundMs)}` : ''
  const checked = byNumber(open, `se revisa${round}`, `se revisan${round}${round && ' de media'}`)
  return `${all} ${checked}.${last}`
}

const MINUTE_MS = 60_000

/** Rounded duration: «40 segundos», «2 minutos», «3 horas». */
function roundWords(ms: number): string {
  if (ms < 1.5 * MINUTE_MS) {
    const seconds = Math.max(1, Math.round(ms / 1000))
    return seconds === 60 ? 'minuto' : byNumber(seconds, 'segundo', `${seconds} segundos`)
  }
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 120) return `${minutes} minutos`
  return `${count(Math.round(minutes / 60))} horas`
}

interface ReportSummary {
  at: number
  version: string
  system: string
  versions: readonly string[]
  isDesktop: boolean
  troubles: readonly string[]
  events: readonly string[]
  dumps: readonly { name: string; at: number; bytes: number }[]
  withDumps: boolean
}

const section = (title: string, lines: readonly string[]) => [
  '',
  title,
  ...(lines.length === 0 ? ['  Nada'] : lines.map((line) => `  ${line}`)),
]

/** Texts of the support report: its row in Diagnóstico, and the file in it that lists its contents. */
export const supportReportText = {
  title: 'Informe para quien te da soporte',
  help: 'Un ZIP con el registro, las versiones y los procesos que han fallado. No lleva claves, matrículas ni nombres. Ventanilla no lo envía: lo guardas tú.',
  save: 'Guardar informe',
  saving: 'Guardando…',
  saved: 'Informe guardado en tus descargas.',
  dumps: (n: number, bytes: number) =>
    `Incluir ${plural(n, 'volcado de fallo', 'volcados de fallos')} (${settingsText.bytes(bytes)})`,
  dumpsHelp:
    'Es memoria de Ventanilla en el momento del fallo: puede llevar matrículas, nombres y claves, y no se le puede quitar. Inclúyelo solo si te lo piden y sabes quién lo recibe.',
  filename: 'informe-ventanilla.zip',
  summaryFile: 'informe.txt',
  summary: (of: ReportSummary) =>
    [
      `Informe de Ventanilla ${of.version}, ${fullDate(of.at)} ${clock(of.at)}`,
      `Sistema: ${of.system}`,
      `Versiones: ${of.versions.join(', ')}`,
      `Abierta en: ${of.isDesktop ? 'ventana de escritorio' : 'navegador'}`,
      ...section('Partes con problemas ahora', of.troubles),
      ...section('Procesos y partes que han fallado, según el registro', of.events),
      ...section(
        `Volcados de fallos, ${of.withDumps ? 'incluidos' : 'no incluidos'}`,
        of.dumps.map(
          ({ name, at, bytes }) => `${name} · ${fullDate(at)} ${clock(at)} · ${settingsText.bytes(bytes)}`,
        ),
      ),
      '',
    ].join('\n'),
} as const
