import type { Alarm, AlarmChannel, AlarmSettings, AlarmTest } from '../api/relay-alarm.ts'
import type { SealingView } from '../bridge/relay.ts'
import type { ErrorCode } from '../bridge/result.ts'
import type { BaseAddressProblem } from '../domain/service-address.ts'
import { addressProblems } from './accounts.ts'
import { atMoment, doneWhen } from './dates.ts'
import type { ErrorText } from './errors.ts'
import { byNumber, count, listed, plural } from './grammar.ts'
import { claimText } from './frame.ts'

/** Texts of an office's agreement with its relay: its PCs, the encryption of events, and the alarm. */

const NO_RELAY: ErrorText = {
  title: 'En esa dirección no hay un relé.',
  advice: 'Alguien responde, pero no es el relé. Cópiala tal como la enseña el otro equipo.',
}
const NOT_REACHED: ErrorText = {
  title: 'No se llega a ese relé.',
  advice: 'Comprueba la dirección y que este equipo tiene red, y vuelve a intentarlo.',
}

/** Texts of pairing this PC. */
export const pairText = {
  title: 'Emparejar este equipo',
  body: 'Un equipo que ya está en el relé enseña la dirección y el código, en Ajustes › Relé › Añadir un equipo.',
  address: 'Dirección del relé',
  addressPlaceholder: 'https://rele.oficina.example',
  addressHelp: 'La misma para todos los equipos de la oficina.',
  code: 'Código',
  codeHelp: 'Ocho letras y cifras. Da igual si van en mayúsculas o con guion.',
  codeWrong: 'Son ocho letras y cifras, como K7QF-9M2T.',
  name: 'Nombre de este equipo',
  nameHelp: 'Así lo reconocen los demás: Mostrador, Despacho de Ana…',
  nameMissing: 'Falta el nombre de este equipo.',
  submit: 'Emparejar',
  asking: 'Preguntando al relé…',
  compare: '¿Son las mismas que en la otra pantalla?',
  compareBody:
    'Si lo son, dilo aquí y que las confirmen allí. Si no, hay alguien en medio: deja de esperar y pide otro código.',
  same: 'Son las mismas',
  waiting: 'Esperando a que lo confirmen en el otro equipo…',
  stop: 'Dejar de esperar',
  stopped: 'Este equipo ya no espera. El código no sirve',
  inProgress: 'Este equipo espera a que lo confirmen en el otro.',
  uncompared: 'Falta comparar las tres palabras con las del otro equipo.',
  see: 'Ver las palabras',
  again: 'Probar otra vez',
  put: 'Entendido',
  done: (office: string | null) =>
    office === null
      ? 'Este equipo ya recibe los avisos del relé'
      : `Este equipo ya recibe los avisos de ${office}`,
} as const

export const pairAddressProblems: Readonly<Record<BaseAddressProblem, string>> = {
  empty: 'Falta la dirección del relé.',
  'not-an-address': 'Eso no es una dirección. Cópiala entera del otro equipo.',
  scheme: addressProblems.scheme,
  'not-secure': 'Con http:// el código viajaría a la vista. Usa https://',
  credentials: 'Quita el usuario y la contraseña de la dirección: el código va en su campo.',
  query: addressProblems.query,
  hash: addressProblems.hash,
  'too-long': 'Es demasiado larga para ser la dirección de un relé.',
}

/** Errors of pairing, with advice about the address or the code. */
export const pairErrors: Partial<Record<ErrorCode, ErrorText>> = {
  unreachable: NOT_REACHED,
  timeout: NOT_REACHED,
  'wrong-service': NO_RELAY,
  'bad-answer': NO_RELAY,
  'not-found': NO_RELAY,
  'redirect-refused': NO_RELAY,
  'rate-limited': {
    title: 'El relé pide que esperemos.',
    advice: 'Se han probado demasiados códigos seguidos. Espera un minuto y vuelve a intentarlo.',
  },
}

/** Texts of admitting another PC. */
export const inviteText = {
  title: 'Añadir un equipo',
  action: 'Añadir un equipo',
  seeCode: 'Ver el código',
  seeWords: 'Comparar las palabras',
  pending: 'Hay un código sin usar.',
  claims: claimText.title,
  asking: 'Pidiendo un código al relé…',
  how: 'En el otro equipo, abre Ajustes › Relé › Emparejar este equipo y escribe:',
  address: 'Dirección',
  code: 'Código',
  copyCode: 'Copiar el código',
  codeCopied: 'Código copiado',
  copyAddress: 'Copiar la dirección',
  addressCopied: 'Dirección copiada',
  notCopied: 'No se ha podido copiar. Selecciónalo y cópialo tú.',
  expires: (left: string) => `Caduca en ${left}. Solo sirve una vez.`,
  drop: 'Descartar el código',
  compare: '¿Son las mismas que en la otra pantalla?',
  compareBody: (name: string) =>
    `Quien pide entrar dice ser «${name}». Si alguna palabra es distinta, no es tu equipo: recházalo.`,
  admit: 'Son las mismas: admitir',
  refuse: 'No lo son: rechazar',
  working: 'Diciéndoselo al relé…',
  confirmed: (name: string) => `«${name}» ya está en el relé.`,
  confirmedBody: 'Desde ahora recibe los mismos avisos que este equipo.',
  refused: 'No se ha admitido ningún equipo.',
  refusedBody: 'El código ya no sirve.',
  expired: 'El código ha caducado.',
  expiredBody: 'No se ha admitido ningún equipo. Crea otro si lo necesitas.',
  other: 'Crear otro código',
  retry: 'Probar otra vez',
  close: 'Cerrar',
} as const

/** Texts of the encryption of the office's events, in Ajustes › Relé. */
export const sealingText = {
  title: 'Cifrado para la oficina',
  help: 'Con él, los avisos que guarda el relé solo los abren los equipos de la oficina.',
  search: 'cifrar clave avisos privacidad palabras equipos',
  reading: 'Preguntando al relé…',
  later: 'Se ve en cuanto se oiga al relé.',
  retry: 'Probar otra vez',
  tooOld: 'Este relé es de una versión que no cifra los avisos. Quien lo lleva puede actualizarlo.',
  turnOn: 'Activar…',
  change: 'Cambiar la clave…',
  turnOff: 'Desactivar…',
  keep: 'Dejarlo como está',
  own: (words: readonly string[]) => `Palabras de este equipo: ${words.join(' ')}.`,
  askOn: '¿Cifrar los avisos para la oficina?',
  onBody:
    'Los que lleguen desde ahora solo los abren los equipos que hay en el relé. Si todos pierden la clave, los avisos cifrados no se podrán abrir y habrá que preguntar al servicio.',
  submitOn: 'Activar el cifrado',
  on: 'Los avisos ya se cifran',
  askChange: '¿Cambiar la clave de la oficina?',
  changeBody:
    'Los avisos que lleguen desde ahora se cifran con otra clave, que reciben los equipos que hay en el relé. Los de antes se siguen abriendo.',
  submitChange: 'Cambiar la clave',
  changed: 'Los avisos se cifran ya con otra clave',
  working: 'Diciéndoselo al relé…',
  compare:
    'Compara antes estas palabras con las que enseña cada equipo en Ajustes › Relé. Si alguna es distinta, no sigas: quita ese equipo.',
  askOff: '¿Dejar de cifrar los avisos?',
  offBody:
    'Quien lleva el relé podrá leer los avisos que guarde desde ahora. Los que ya están cifrados se siguen abriendo.',
  submitOff: 'Desactivar el cifrado',
  off: 'Los avisos ya no se cifran',
} as const

/** Sentence about the state, and whether the user has to act. */
interface SealingLine {
  words: string
  isWarning: boolean
}

const names = (devices: SealingView['devices']) => listed(devices.map(({ name }) => `«${name}»`))

/** State in plain words, most important first. */
export function sealingLines({ madeAt, isStale, canOpen, devices }: SealingView, now: number): SealingLine[] {
  const note = (words: string): SealingLine => ({ words, isWarning: false })
  const warning = (words: string): SealingLine => ({ words, isWarning: true })
  const withoutKey = devices.filter(({ publicKey }) => publicKey === null)
  const lines: SealingLine[] = []
  if (withoutKey.length > 0)
    lines.push(note(`Sin clave: ${names(withoutKey)}. Hay que actualizar Ventanilla ahí para poder cifrar.`))
  if (madeAt === null)
    return [note('Sin activar: quien lleva el relé puede leer los avisos que guarda.'), ...lines]
  lines.unshift(note(`Activado. Clave hecha ${doneWhen(madeAt, now)}.`))
  if (!canOpen)
    lines.push(
      warning(
        'A este equipo le falta la clave: pregunta al servicio, como sin relé. Cámbiala desde otro equipo que administre.',
      ),
    )
  if (isStale) lines.push(warning('Se ha quitado un equipo que tiene la clave: cámbiala.'))
  const waiting = devices.filter(({ self, publicKey, hasKeys }) => !self && publicKey !== null && !hasKeys)
  if (waiting.length > 0) lines.push(warning(`No tienen la clave: ${names(waiting)}. Cámbiala para dársela.`))
  return lines
}

/** Texts of Ajustes › Relé: the alarm and the receipts. */
export const alarmText = {
  title: 'Si nadie escucha',
  help: 'El relé avisa fuera de estos equipos cuando esperan avisos y ninguno los recibe.',
  search: 'alarma correo aviso cerrado apagado webhook',
  change: 'Cambiar…',
  test: 'Enviar una prueba',
  testing: 'Enviando la prueba…',
  reading: 'Preguntando al relé…',
  later: 'Se ve en cuanto se oiga al relé.',
  retry: 'Probar otra vez',
  noChannel: 'No se avisa a nadie todavía.',
  lastFailed: (at: number, now: number) =>
    `El último aviso no se pudo mandar ${atMoment(at, now)}. Envía una prueba para ver qué falla.`,

  dialog: 'Si nadie escucha',
  body: 'Se avisa una vez, y otra cuando un equipo vuelve a recibir. No lleva matrículas ni nombres de clientes.',
  mail: 'Correos',
  mailHelp: 'Hasta cinco, separados por comas.',
  noMail:
    'Este relé no tiene servidor de correo. Se lo pone quien lo instala; hasta entonces usa la dirección web.',
  webhook: 'Dirección web',
  webhookHelp: 'Recibe el aviso como JSON: sirven ntfy, Slack o Teams. Déjala vacía si no la usas.',
  after: 'Horas sin que nadie los reciba',
  hours: 'Qué horas cuentan',
  working: 'De lunes a viernes, de 8 a 20',
  workingHelp: 'De noche y en fin de semana no se avisa.',
  all: 'Todas',
  allHelp: 'También de noche y en fin de semana.',
  save: 'Guardar',
  saving: 'Guardando…',
  saved: 'Guardado: el relé ya lo sabe',

  receipts: 'Acuses',
  receiptsHelp: 'Qué equipo recibió cada aviso y cuándo. El relé los guarda seis años.',
  receiptsSearch: 'acuse recibo csv auditoría',
  export: 'Guardar en CSV…',
  exporting: 'Guardando los acuses…',
  cancel: 'Cancelar',
  exported: 'Acuses guardados',
} as const

/** Problems of the form, by field of the settings. */
export const alarmProblems: Readonly<Record<keyof AlarmSettings, string>> = {
  afterHours: 'De 1 a 72.',
  hours: 'Elige qué horas cuentan.',
  mail: 'Alguno no es un correo. Sepáralos con comas: son cinco como mucho.',
  webhook: 'Tiene que ser una dirección como https://avisos.example.com/oficina.',
}

/** «Avisa a jefa@example.com y a la dirección web tras 4 h, de lunes a viernes de 8 a 20.» */
export function alarmLine({ afterHours, hours, mail, webhook }: AlarmSettings): string {
  const told = [...mail, ...(webhook === null ? [] : [`la dirección web ${hostOf(webhook)}`])]
  if (told.length === 0) return alarmText.noChannel
  const when = hours === 'all' ? 'de cualquier día' : 'de lunes a viernes, de 8 a 20'
  return `Avisa a ${listed(told)} tras ${plural(afterHours, 'hora', 'horas')} ${when}.`
}

/** Host only, because the rest of the address is often a secret. */
const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? ''

/** Waiting events. There are none while this PC listens. */
export function waitingLine({ waiting, waitingSince, raisedAt }: Alarm, now: number): string {
  if (waiting === 0 || waitingSince === null) return ''
  const since = atMoment(Date.parse(waitingSince), now)
  const told = raisedAt === null ? '' : ` Se avisó ${atMoment(Date.parse(raisedAt), now)}.`
  return `${byNumber(waiting, 'Espera 1 aviso', `Esperan ${count(waiting)} avisos`)}, el primero llegó ${since}.${told}`
}

const channels: Readonly<Record<AlarmChannel, { ok: string; failed: string }>> = {
  mail: {
    ok: 'El correo ha salido: mira que llegue.',
    failed:
      'El correo no ha salido. Comprueba las direcciones y, con quien instala el relé, su servidor de correo.',
  },
  webhook: {
    ok: 'La dirección web lo ha recibido.',
    failed: 'La dirección web no lo ha recibido. Comprueba que esté bien escrita y que funcione.',
  },
}

/** Outcome of the test: a sentence for each channel. */
export const testLines = ({ sent }: AlarmTest): { words: string; ok: boolean }[] =>
  sent.map(({ channel, outcome }) => ({ words: channels[channel][outcome], ok: outcome === 'ok' }))
