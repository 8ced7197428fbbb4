import type { ErrorCode } from '../bridge/result.ts'
import { clockOrDate, dateTime, atMoment, clock, longAge, sameDay } from './dates.ts'
import type { NameableKind } from '../domain/resource-text.ts'
import { viewTitles } from './app.ts'
import type { ErrorText } from './errors.ts'
import { byNumber, count, plural, sentence } from './grammar.ts'
import { labelOf, unknownNames } from './labels-reports.ts'
import {
  BLOCKED_STEP,
  incidentLabels,
  procedureStateLabels,
  procedureStateTooltip,
  signatureStateLabels,
} from './labels.ts'

/** Texts of tracked resources: the lists of Expedientes and Firmas, their pages, and adding one. */

/** Maximum characters of a state name. A longer text is a sentence, shown in full under the header. */
const MAX_NAME = 40

/**
 * Short name of a state. The service's text takes precedence, unless it is the reason of a cancellation or a whole
 * sentence.
 */
export function stateName(kind: NameableKind, status: string, statusDescription = ''): string {
  const labels = kind === 'procedure' ? procedureStateLabels : signatureStateLabels
  const ours = labelOf(labels, status, unknownNames.state)
  const theirs = statusDescription.trim()
  // A description that repeats the code adds nothing. That of `CANCELLED` is a reason. That of `DRAFT` names a draft,
  // which is something else here.
  const isOurs = status === 'CANCELLED' || status === 'DRAFT'
  const usable = theirs !== '' && theirs !== status && theirs.length <= MAX_NAME && !isOurs
  return (usable ? theirs : ours) || resourceWords.stateless
}

/**
 * Meaning of a state as a sentence. For a signature, with the next step.
 * @param waitsForOthers result of `waitsForOthersOnly`
 */
export function stateMeaning(
  kind: NameableKind,
  status: string,
  statusDescription = '',
  waitsForOthers = false,
): string {
  if (status === '') return resourceWords.statelessMeaning
  const theirs = statusDescription.trim()
  if (kind === 'signature') {
    const meanings: Readonly<Record<string, string>> = signatureMeanings
    return Object.hasOwn(meanings, status) ? (meanings[status] ?? '') : resourceWords.unknownState
  }
  if (!Object.hasOwn(procedureStateLabels, status)) {
    return theirs.length > MAX_NAME ? theirs : resourceWords.unknownState
  }
  const meaning =
    status !== 'BLOCKED'
      ? sentence(procedureStateTooltip(status, theirs))
      : waitsForOthers
        ? resourceWords.waitsForOthers
        : sentence(BLOCKED_STEP)
  return status !== 'CANCELLED' && theirs.length > MAX_NAME ? `${sentence(theirs)} ${meaning}` : meaning
}

const signatureMeanings = {
  submitted: 'Registrada. Falta que el servicio se la envíe al firmante.',
  sent: 'El firmante la tiene y todavía no ha firmado. Si tarda, recuérdaselo.',
  signed: 'Firmada. El documento firmado ya está en el servicio.',
  rejected: 'El firmante la ha rechazado. Habla con él antes de enviar otra.',
  expired: 'Ha caducado sin firmarse. Envía una petición nueva.',
} as const

/** «hoy 13:12», «17/11 10:04»: always with the time. */
export const lineWhen = (at: number, now: number): string =>
  sameDay(at, now) ? `hoy ${clock(at)}` : `${clockOrDate(at, now)} ${clock(at)}`

/** Next step for an open incident. If the office can only wait, the text says it in full. */
export function incidentStep(step: string, waitsFor: 'us' | 'others'): string {
  if (waitsFor === 'us') return step || resourceWords.unknownStep
  return step === '' || step === incidentLabels['waiting-620-validation'].nextStep
    ? resourceWords.holdStep
    : step
}

export const resourceWords = {
  stateless: 'Sin estado todavía',
  statelessMeaning: 'Sabemos de él por un aviso y todavía no lo hemos podido leer entero.',
  unknownState:
    'Esta versión no conoce ese estado. Pregunta al operador qué significa: su código está en «Todo lo que dice el servicio».',
  since: (at: number, now: number) => {
    const age = longAge(at, now)
    return age.startsWith('hace') ? `desde ${age}` : `desde el ${age}`
  },
  /** For a text that is read later and elsewhere, where an age would be wrong. */
  sinceMoment: (at: number) => `desde el ${dateTime(at)}`,
  seen: (age: string) => `Visto ${age}`,
  neverSeen: 'Todavía no se ha podido leer',
  next: (at: number, now: number) =>
    at <= now ? 'próxima revisión enseguida' : `próxima revisión ${atMoment(at, now)}`,
  nextNever: (gone: boolean) => (gone ? 'no se revisa más' : 'ha terminado: no se revisa más'),
  nextWhenBack: 'se revisará cuando vuelva la conexión',
  nextNoKey: 'no se revisa: la clave no vale',
  refresh: 'Actualizar ahora',
  refreshing: 'Preguntando al servicio…',
  refreshed: 'Actualizado',
  mute: 'Silenciar avisos',
  muteHelp: 'Sus cambios seguirán en Novedades, sin notificación.',
  copyPlate: 'Copiar matrícula',
  copyId: 'Copiar ID',
  copied: { plate: 'Matrícula copiada', id: 'ID copiado', body: 'Copiado' },
  crumb: 'Volver a la lista',
  notRead: (when: string) => `No se pudo leer; visto ${when}.`,
  neverRead: 'No se ha podido leer todavía.',
  waitsForOthers: 'Está parado por una incidencia que no depende de ti.',
  actionable: 'Depende de ti',
  theirs: 'Depende de terceros',
  solved: 'Resueltas',
  solvedBefore: (n: number) => byNumber(n, 'Ver la anterior', `Ver las ${count(n)} anteriores`),
  solvedFewer: 'Ver solo las últimas',
  solvedAt: (when: string) => `resuelta ${when}`,
  sinceDate: (when: string) => `desde ${when}`,
  whatToDo: 'Qué hacer:',
  noIncidents: 'Está con incidencia, pero el servicio no dice cuál. Actualízalo o pregunta al operador.',
  unnamedIncident: unknownNames.incident,
  unknownStep: 'Pregunta al operador qué hace falta.',
  holdStep: 'No tienes que hacer nada. Te avisamos cuando se resuelva.',
  sent: 'Documentos enviados',
  ready: 'Documentos listos',
  listMissing: 'El servicio no lo dice.',
  activity: 'Actividad',
  data: 'Datos',
  signer: 'Firmante',
  signerHidden: 'Su número y su contacto están ocultos, por si la pantalla se ve desde el mostrador.',
  signerNone: 'El servicio no dice quién firma.',
  show: 'Mostrar',
  hide: 'Ocultar',
  raw: 'Todo lo que dice el servicio',
  rawHelp: 'Para el soporte. Puede tener datos personales; los enlaces y las claves ya no están.',
  rawCopy: 'Copiar',
  rawEmpty: 'Nada todavía.',
  loading: 'Leyendo…',
} as const

/** Names of data that are not in `fieldLabels`. */
export const dataLabels = {
  document: 'Documento',
  vrm: 'Matrícula',
  vehicle: 'Vehículo',
  vin: 'Bastidor',
  recipient: 'Destinatario',
  createdAt: 'Creado',
  updatedAt: 'Último cambio',
  id: 'ID',
  name: 'Nombre',
  idNumber: 'NIF',
  representativeId: 'NIF del representante',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Domicilio',
  deliveryMethod: 'Forma de envío',
  signerType: 'Tipo',
} as const

/** Texts for each kind of resource. */
export const kindText = {
  procedure: {
    section: viewTitles.procedures,
    one: viewTitles.procedure,
    gone: 'Este expediente ya no está en el servicio.',
    unknown: 'Este expediente no está en este equipo.',
    added: 'Expediente añadido',
  },
  signature: {
    section: viewTitles.signatures,
    one: viewTitles.signature,
    gone: 'Esta firma ya no está en el servicio.',
    unknown: 'Esta firma no está en este equipo.',
    added: 'Firma añadida',
  },
} as const

export const resourcePageText = {
  goneBody: 'Lo que sabíamos sigue aquí y se puede leer.',
  unknownBody:
    'Puede ser de otra cuenta, o de antes de instalar Ventanilla. Si es de esta, añádelo y lo seguimos.',
  unknownAdd: 'Buscarlo en el servicio y añadirlo',
  adding: 'Buscándolo en el servicio…',
  failed: 'No se ha podido leer lo guardado.',
} as const

/** «Añadir por ID o enlace». */
export const addResourceText = {
  title: 'Añadir por ID o enlace',
  intro: 'Lo que se creó en otro sitio: desde aquí se sigue y se lee también sin conexión.',
  field: 'ID o enlace',
  placeholder: 'prc_7f3a… o https://…',
  help: 'Pega el ID, la ruta de la API o el enlace del expediente o de la firma.',
  understood: {
    procedure: (id: string) => `Expediente ${id}.`,
    signature: (id: string) => `Firma ${id}.`,
    either: (id: string) => `ID ${id}.`,
  },
  where: (account: string) => `Se busca en ${account}.`,
  otherHost: (host: string) => `El enlace es de ${host}; solo se usa su ID.`,
  otherAccount: (name: string) => `El enlace es de tu cuenta «${name}». Cambia a ella si no aparece.`,
  plate: 'Parece una matrícula. El servicio no busca por matrícula: hace falta el ID o el enlace.',
  problem: 'Eso no es un ID ni un enlace de un expediente o de una firma.',
  missing: 'Pega un ID o un enlace.',
  kind: '¿Qué es?',
  kinds: {
    either: { label: 'No lo sé', help: 'Se busca entre los expedientes y después entre las firmas.' },
    procedure: { label: 'Un expediente' },
    signature: { label: 'Una firma' },
  },
  submit: 'Añadir',
  asking: 'Buscándolo en el servicio…',
  cancel: 'Cancelar',
} as const

/** Errors of adding a resource. Nothing is retried automatically. */
export const addResourceErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'not-found': {
    title: 'El servicio no lo encuentra en esta cuenta.',
    advice: 'No se ha añadido nada. Comprueba el ID entero, y que es de esta cuenta y de este entorno.',
  },
  'invalid-request': {
    title: 'Eso no es un ID ni un enlace.',
    advice: 'No se ha añadido nada. Pega el ID, la ruta o el enlace enteros.',
  },
  rejected: {
    title: 'El servicio no acepta ese ID.',
    advice: 'No se ha añadido nada. Comprueba que lo has copiado entero.',
  },
  unreachable: {
    title: 'No se ha podido conectar.',
    advice: 'No se ha añadido nada. Comprueba la red de este equipo y pulsa Añadir otra vez.',
  },
  timeout: {
    title: 'El servicio no ha contestado a tiempo.',
    advice: 'No se ha añadido nada. Pulsa Añadir otra vez dentro de un momento.',
  },
  'service-failed': {
    title: 'El servicio ha fallado.',
    advice: 'No se ha añadido nada. No es cosa tuya: prueba otra vez dentro de un rato.',
  },
  'rate-limited': {
    title: 'El servicio pide que esperemos.',
    advice: 'No se ha añadido nada. Prueba otra vez dentro de un minuto.',
  },
  'bad-answer': {
    title: 'El servicio ha contestado algo que no se entiende.',
    advice: 'No se ha añadido nada. Prueba otra vez; si se repite, avisa al operador.',
  },
}

/** Errors of a manual refresh. */
export const refreshErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'not-found': {
    title: 'El servicio ya no lo encuentra.',
    advice: 'Lo que sabíamos sigue aquí.',
  },
  rejected: {
    title: 'El servicio no ha querido contestar.',
    advice: 'Lo que sabíamos sigue aquí. Prueba otra vez dentro de un rato.',
  },
}

/** Timeline of a resource, on its page and beside Novedades. */
export const timelineText = {
  none: 'Todavía no ha pasado nada que sepamos.',
  rest: (n: number) => `Ver ${plural(n, 'cambio anterior', 'cambios anteriores')}`,
  becomes: 'pasa a',
  own: 'desde este equipo',
  when: (at: string, seen: string) => (at === seen ? at : `${at}; lo vimos el ${seen}`),
} as const
