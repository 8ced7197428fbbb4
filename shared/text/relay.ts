import type { RelayDevice } from '../api/relay.ts'
import type { RelayCheck, RelaySlice } from '../bridge/relay.ts'
import type { SharingSlice } from '../bridge/sharing.ts'
import type { ErrorCode } from '../bridge/result.ts'
import { relativeAge, moment } from './dates.ts'
import type { RelayCheckStep } from '../domain/relay-check.ts'
import { type ErrorText, errorTexts } from './errors.ts'
import { byNumber, count, plural } from './grammar.ts'

/** Texts of the relay: its state in Ajustes › Relé, and its self-test. */

/** Ajustes › Relé. */
export const relayText = {
  intro:
    'Con un relé, cada cambio llega a todos los equipos de la oficina en cuanto ocurre. Sin él se pregunta al servicio cada cierto tiempo, y tarda más.',
  search: 'avisos tiempo real equipos oficina emparejar código operador suscripción',
  none: 'Este equipo no tiene relé',
  noneHelp: 'Pide la dirección y un código a quien lleva el relé de tu oficina.',
  pair: 'Emparejar este equipo',
  pairAgain: 'Emparejar de nuevo',
  retry: 'Reintentar ahora',
  cancel: 'Cancelar',
  close: 'Cerrar',
  forget: 'Olvidar el relé',
  forgetHelp: 'Este equipo deja de recibir los avisos y vuelve a preguntar al servicio.',
  forgetAction: 'Olvidar…',
  askForget: '¿Olvidar el relé en este equipo?',
  forgetBody:
    'No se pierde nada de los expedientes ni de las firmas. Los cambios se buscarán preguntando al servicio, como antes, y tardarán más en verse. Para volver hará falta otro código.',
  forgetLast:
    'Si es el último equipo de la oficina, se quita también lo que este relé tiene pedido al operador.',
  keep: 'Dejarlo como está',
  forgotten: 'Este equipo ya no tiene relé',
  forgetting: 'Olvidando el relé…',
} as const

const AS_BEFORE_AGAIN = 'Los cambios se siguen buscando como antes. Prueba otra vez dentro de un rato.'

/** Errors that read differently if the relay, and not the service, does not answer. */
export const relayErrors: Partial<Record<ErrorCode, ErrorText>> = {
  unreachable: {
    title: 'No se llega al relé.',
    advice: AS_BEFORE_AGAIN,
  },
  timeout: {
    title: 'El relé tarda demasiado.',
    advice: AS_BEFORE_AGAIN,
  },
  'not-found': {
    title: 'El relé ya no tiene eso.',
    advice: 'Puede haberse hecho desde otro equipo. No se ha cambiado nada.',
  },
  'rate-limited': { title: 'El relé pide que esperemos.', advice: 'Espera un minuto y vuelve a intentarlo.' },
}

const WEEK_MS = 7 * 24 * 60 * 60_000
/** «hace 14 s» up to one week, then «el 11/11 a las 13:52». */
const ago = (at: number, now: number) => (now - at < WEEK_MS ? relativeAge(at, now) : moment(at, now))

/** «9 min 12 s», «12 s»: remaining wait. */
export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/** State in a few words for screen readers, which announce every change. So nothing in it ages. */
export const relayStates: Readonly<Record<RelaySlice['state'], string>> = {
  none: relayText.none,
  connecting: 'Conectando con el relé',
  'catching-up': 'El relé está poniendo al día este equipo',
  live: 'Relé conectado',
  longpoll: 'Relé conectado, por turnos',
  retrying: 'Sin relé: se pregunta al servicio como antes',
  revoked: 'El relé ya no admite este equipo',
  asleep: 'El relé espera a que este equipo despierte',
}

/** State with its numbers: a title, and sentences under it. */
export function relayStatus(relay: RelaySlice, now: number): { title: string; lines: readonly string[] } {
  const { state, since } = relay
  switch (state) {
    case 'none':
      return { title: relayText.none, lines: [] }
    case 'connecting':
      return { title: 'Conectando con el relé…', lines: [AS_BEFORE] }
    case 'retrying':
      return {
        title: `Sin relé desde ${moment(since, now)}`,
        lines: [retryLine(relay, now), ...(relay.error ? [errorOf(relay.error.code).title] : [])],
      }
    case 'revoked':
      return {
        title: `El relé no admite este equipo desde ${moment(since, now)}`,
        lines: [errorTexts['relay-revoked'].advice],
      }
    case 'asleep':
      return {
        title: 'En pausa mientras este equipo duerme',
        lines: ['El relé guarda los avisos: llegan todos al despertar.'],
      }
    default:
      return {
        title: receivedTitle(relay, now),
        lines: [
          numbersLine(relay),
          state === 'longpoll' ? 'La red retiene el canal: se pide por turnos, llega igual.' : '',
          heardLine(relay, now),
        ].filter(Boolean),
      }
  }
}

const AS_BEFORE = 'Mientras tanto se pregunta al servicio como antes.'

function retryLine({ nextAttemptAt }: RelaySlice, now: number): string {
  const left = nextAttemptAt === undefined ? 0 : nextAttemptAt - now
  return left > 0
    ? `Se pregunta al servicio como antes; se reintenta en ${leftWords(left)}.`
    : 'Se pregunta al servicio como antes; se está reintentando ahora.'
}

function receivedTitle({ state, missing, head, received, lastReceivedAt }: RelaySlice, now: number): string {
  if (missing !== null && missing > 0) {
    const of = head === null ? '' : ` de ${count(head)}`
    return byNumber(missing, `Falta 1${of}: llega ahora`, `Faltan ${count(missing)}${of}: llegan ahora`)
  }
  if (state === 'catching-up' && missing === null) return 'Mirando qué avisos faltan…'
  if (received === 0 || lastReceivedAt === null) return 'Conectado. Todavía no ha llegado ningún aviso'
  return byNumber(
    received,
    `Un aviso recibido, ${ago(lastReceivedAt, now)}`,
    `Los ${count(received)} avisos recibidos, el último ${ago(lastReceivedAt, now)}`,
  )
}

const numbersLine = ({ head, cursor, missing }: RelaySlice) =>
  head === null || cursor === null || missing === null
    ? ''
    : `El relé va por el ${count(head)} y este equipo por el ${count(cursor)}: ${
        missing === 0 ? 'no falta ninguno.' : byNumber(missing, 'falta 1.', `faltan ${count(missing)}.`)
      }`

const heardLine = ({ heardAt }: RelaySlice, now: number) =>
  heardAt === null ? '' : `Se le ha oído ${ago(heardAt, now)}.`

const errorOf = (code: ErrorCode): ErrorText => relayErrors[code] ?? errorTexts[code]

/** Clock skew above which a line is shown. */
export const SKEW_SHOWN_MS = 60_000
/** @param skewMs relay's clock minus this PC's */
export function skewLine(skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / 60_000)
  const way = skewMs > 0 ? 'atrasado' : 'adelantado'
  return `El reloj de este equipo va ${plural(minutes, 'minuto', 'minutos')} ${way}. Ponlo en hora: las horas de los avisos salen mal.`
}

/** Events that the relay could not read. */
export const unreadableLine = (
  { count: bodies, lastAt }: NonNullable<RelaySlice['unreadable']>,
  now: number,
) =>
  `El relé no entiende ${byNumber(bodies, 'un aviso', `${count(bodies)} avisos`)} del servicio, ${byNumber(bodies, 'llegado', 'el último')} ${ago(lastAt, now)}. Díselo a quien lleva el relé: ${byNumber(bodies, 'ese cambio se ve', 'esos cambios se ven')} más tarde.`

export const misorderedLine = (times: number) =>
  byNumber(
    times,
    'Una vez no seguían los números y se ha vuelto a conectar; no se ha perdido nada.',
    `${count(times)} veces no seguían los números y se ha vuelto a conectar; no se ha perdido nada.`,
  )

/** Source of the changes, in Diagnóstico. */
export const laneText = {
  title: 'Por dónde llegan los cambios',
  see: 'Ver el relé',
  words: 'relé servicio avisos cambios',
} as const
export function laneLine({ state, address, since, sealing }: RelaySlice, now: number): string {
  if (sealing.state === 'blind' && (state === 'live' || state === 'longpoll'))
    return `Preguntando al servicio: los avisos del relé ${address ?? ''} están cifrados, y a este equipo le falta la clave.`
  switch (state) {
    case 'none':
      return 'Preguntando al servicio: este equipo no tiene relé.'
    case 'live':
      return `Por el relé ${address ?? ''}, en cuanto ocurren.`
    case 'longpoll':
      return `Por el relé ${address ?? ''}, por turnos: la red retiene el canal.`
    case 'catching-up':
      return `Por el relé ${address ?? ''}: están llegando los que faltan.`
    case 'connecting':
      return `Preguntando al servicio mientras se conecta con el relé ${address ?? ''}.`
    case 'asleep':
      return 'Preguntando al servicio: el relé espera a que este equipo despierte.'
    case 'revoked':
      return `Preguntando al servicio: el relé no admite este equipo desde ${moment(since, now)}.`
    case 'retrying':
      return `Preguntando al servicio: sin relé desde ${moment(since, now)}.`
  }
}

/** PCs of the office. */
export const devicesText = {
  title: 'Equipos de la oficina',
  help: 'Los que reciben los avisos de este relé.',
  reading: 'Preguntando al relé…',
  none: 'El relé no tiene ningún equipo.',
  later: 'La lista se ve en cuanto se oiga al relé.',
  retry: 'Probar otra vez',
  self: 'Este equipo',
  admin: 'Administra el relé',
  now: 'Conectado ahora',
  never: 'Todavía no se le ha oído',
  heard: (at: number, now: number) => `Se le oyó ${ago(at, now)}`,
  upToDate: 'al día',
  behind: (n: number) => byNumber(n, 'le falta 1 aviso', `le faltan ${count(n)} avisos`),
  gone: 'Quitado',
  revoke: 'Quitar…',
  revokeOf: (name: string) => `Quitar «${name}»`,
  askRevoke: (name: string) => `¿Quitar «${name}» del relé?`,
  revokeBody:
    'Deja de recibir los avisos en menos de un minuto y vuelve a preguntar al servicio. Lo que tiene guardado no se toca. Si los avisos van cifrados, se cambia la clave. Para volver hará falta otro código.',
  submit: 'Quitar del relé',
  revoking: 'Quitando…',
  revoked: (name: string) => `«${name}» ya no está en el relé`,
} as const

/** «Conectado ahora · al día», «Se le oyó hace 3 h · le faltan 12 avisos». */
export function deviceLine(device: RelayDevice, head: number | null, now: number): string {
  const { streaming, seenAt, acked } = device
  if (!streaming && seenAt === null) return devicesText.never
  const heard = streaming ? devicesText.now : devicesText.heard(Date.parse(seenAt ?? ''), now)
  const behind = head === null ? null : Math.max(0, head - acked)
  const far = behind === null ? '' : behind === 0 ? devicesText.upToDate : devicesText.behind(behind)
  return [heard, far].filter(Boolean).join(' · ')
}

/** Address and header for the operator. */
export const operatorText = {
  title: 'Avisos del operador',
  byHand: 'Da al operador esta dirección y esta cabecera: con ellas manda aquí sus avisos.',
  created: 'Pedidos al operador por este equipo',
  present: 'El operador ya los manda aquí',
  unknown: 'Sin comprobar todavía si el operador los manda aquí.',
  failed: 'No se ha podido comprobar si el operador los manda aquí.',
  checked: (when: string) => `, comprobado ${when}.`,
  check: 'Preguntar al operador',
  again: 'Preguntar otra vez',
  checking: 'Preguntando al operador…',
  reading: 'Preguntando al relé…',
  retry: 'Probar otra vez',
  address: 'Dirección',
  header: 'Cabecera',
  value: 'Valor',
  noValue: 'No hace falta ninguna cabecera.',
  hidden: 'Oculto',
  show: 'Mostrar',
  hide: 'Ocultar',
  copy: (what: string) => `Copiar: ${what}`,
  copied: { url: 'Dirección copiada', name: 'Nombre de la cabecera copiado', value: 'Valor copiado' },
  notCopied: 'No se ha podido copiar. Muéstralo y cópialo tú.',
  observe: 'De momento el relé acepta también avisos sin esta cabecera.',
  waiting: 'Todavía no ha llegado ningún aviso.',
  first: (when: string) => `Ha llegado el primer aviso, ${when}.`,
} as const

/** «Comprobar el camino»: from this PC to the relay, and a canary from the relay's public address to this PC. */
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

/** Time after which the text says that a check may take long. */
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

/** Advice for a check that another check blocks, here and in Diagnóstico. */
export const SKIPPED_CHECK = 'Necesita que se arregle antes lo de arriba.'
/** Advice for a wrong clock, here and in Diagnóstico. */
export const SET_CLOCK = 'Pon en hora este equipo: con el reloj cambiado fallan las conexiones seguras.'

const ASK_RELAY = 'Avisa a quien lleva el relé'
/** Advice for each step that fails or has a warning. */
const STEP_ADVICE: Readonly<Record<RelayCheckStep, string>> = {
  name: 'Comprueba la red de este equipo. Si hay red, la dirección del relé ha cambiado: pide la nueva.',
  connection:
    'Comprueba que el relé está encendido. Si la red de la oficina usa un proxy, pide que deje pasar su dirección.',
  token: 'Pide otro código y empareja este equipo de nuevo.',
  clock: SET_CLOCK,
  stream:
    'La red acumula los avisos y los suelta juntos. Llegan igual, por turnos; pide a quien lleva la red que no retenga la dirección del relé.',
  'inbox-name': `${ASK_RELAY}: su nombre público no lleva a ningún sitio, y el operador tampoco lo encuentra.`,
  'inbox-tls': `${ASK_RELAY}: su certificado no vale o ha caducado, y el operador no se fiará.`,
  'inbox-address': `${ASK_RELAY}: la dirección que tiene el operador no llega a él. Puede haber algo delante que no la deja pasar.`,
  'inbox-header': `${ASK_RELAY}: la cabecera no llega como se mandó. Puede que el operador tenga una anterior: vuelve a dársela.`,
  'inbox-stored': `${ASK_RELAY}: no puede guardar avisos. Puede tener el disco lleno.`,
  canary: 'El relé lo tiene, pero no ha llegado aquí. Se pedirá por turnos; prueba otra vez en un minuto.',
}

/** Advice for a step. Empty if nothing has to be done, such as for a certificate where none is used. */
export function stepAdvice(
  { step, outcome }: RelayCheck['steps'][number],
  broken: RelayCheck['broken'],
): string {
  if (outcome === 'ok') return ''
  if (outcome === 'skipped') return broken === null ? '' : SKIPPED_CHECK
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

/** Ajustes › Relé: what the PCs of the office share. */
export const sharingText = {
  title: 'Compartir lo que escribe la oficina',
  help: 'Las notas, etiquetas y clientes de cada expediente, lo hecho y lo pospuesto en Novedades, los firmantes, las plantillas, tus textos para clientes y los informes completos ya pagados se ven en todos los equipos que lo tengan activado.',
  search: 'compartir equipos notas etiquetas novedades hecho compañeros sincronizar',
  turnOn: 'Compartir…',
  turnOff: 'Dejar de compartir…',
  sealFirst: 'Antes, activa el cifrado: con su clave se protege lo compartido.',
  askOn: '¿Compartir lo que escribe la oficina?',
  onBody:
    'Lo que tiene este equipo se reúne con lo de los demás. Si dos equipos dicen cosas distintas de lo mismo, queda lo más reciente y lo anterior se conserva en el historial.',
  shared:
    'Se comparte: notas, etiquetas, marcas y cliente de cada expediente; lo hecho y lo pospuesto en Novedades, y quién; firmantes; plantillas; textos para clientes; informes completos pagados; los días de los recordatorios, el nombre de los documentos y los tipos del ITP que corrijas. El relé lo guarda cifrado y no puede leerlo.',
  notShared:
    'No se comparte: los borradores que no entregas, la clave, el PIN, lo que cada uno ha leído ni los demás ajustes.',
  submitOn: 'Compartir',
  on: 'Este equipo comparte con los demás',
  askOff: '¿Dejar de compartir en este equipo?',
  offBody:
    'Lo que ya tiene este equipo se queda como está. En Novedades vuelve lo que hicieron o pospusieron los demás. Desde ahora no verá lo que escriban los demás, ni ellos lo que escribas aquí.',
  submitOff: 'Dejar de compartir',
  off: 'Este equipo ya no comparte',
  keep: 'Dejarlo como está',
  working: 'Un momento…',
} as const

/** Errors that read differently where something is shared. */
export const sharingErrors: Partial<Record<ErrorCode, ErrorText>> = {
  ...relayErrors,
  'relay-too-old': {
    title: 'Este relé es de una versión que no guarda lo compartido.',
    advice: 'Nada se ha perdido. Pide a quien lo lleva que lo actualice.',
  },
}

/** State of the exchange with the other PCs. */
export function sharingLine({ state, total, pending, toRead }: SharingSlice): string {
  if (state === 'reading' && toRead > 0)
    return `Leyendo lo de los demás equipos: ${byNumber(toRead, 'falta', 'faltan')} ${count(toRead)}.`
  if (pending > 0)
    return `${byNumber(pending, 'Falta', 'Faltan')} por enviar ${count(pending)} de ${count(total)}.`
  if (state === 'waiting') return 'Se enviará y se leerá en cuanto se llegue al relé.'
  return `Todo está compartido: ${plural(total, 'ficha', 'fichas')}.`
}
