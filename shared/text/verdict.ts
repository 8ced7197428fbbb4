import type { Outcome } from '../domain/plate-verdict.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import type { ReducedChange } from '../domain/reduced-report.ts'
import { count, listed, lowerFirst, plural } from './grammar.ts'
import { registryFieldLabels, reportTypeLabels } from './labels-reports.ts'

/** Texts of a shown plate: its verdict, the office's data about it, and its complete report. */

export const verdictText = {
  cached: 'Es lo último que supimos.',
  confirming: 'Es lo último que supimos. Confirmando con Tráfico…',
  cachedSlow: 'Es lo último que supimos. Tráfico tarda más de lo normal.',
  cachedQueued: 'Es lo último que supimos. Preguntaremos en cuanto se pueda.',
  cachedFailed: 'Es lo último que supimos. La última consulta no terminó.',
  asking: 'Consultando…',
  askingMeaning: 'Preguntando a Tráfico por esta matrícula.',
  slowMeaning: 'Tráfico tarda más de lo normal. Seguimos preguntando.',
  queued: 'Sin veredicto todavía',
  noVerdict: 'Sin veredicto',
  notTheCar: 'No hemos podido saberlo. No significa que haya un problema con el vehículo.',
  neverAsked: 'Sin consultar',
  neverAskedMeaning: 'Todavía no hemos preguntado por esta matrícula.',
  never: 'Nunca consultada',
  here: 'en este equipo',
  justNow: 'Recién consultado',
  inQueue: 'En cola',
  inQueueMeaning: 'La consultaremos en cuanto vuelva el servicio. Puedes seguir con otra matrícula.',
  retrying: 'Seguimos preguntando',
  retryingMeaning: 'Solo esta espera. Puedes seguir con otra matrícula: se contesta como siempre.',
  waitingVehicle: 'Vehículo',
  waitingVehicleMeaning: 'Marca, bastidor y primera matriculación llegan con el veredicto.',
  noVehicle: 'Marca y modelo: no constan',
  vin: registryFieldLabels.vin,
  firstRegistration: registryFieldLabels.firstRegistrationDate,
  missing: 'No consta',
  progress: 'Consultando',
  copy: 'Copiar respuesta',
  again: 'Consultar de nuevo',
  lookUp: 'Consultar',
  unqueue: 'Quitar de la cola',
  stopAsking: 'Dejar de preguntar',
  copied: 'Respuesta copiada',
  notCopied: 'No se ha podido copiar. Selecciona el texto y cópialo tú.',
  notCopiedYet: 'La respuesta no se ha copiado: no ha llegado a tiempo.',
  notRecorded: 'Copiado, pero no ha quedado en el registro de auditoría.',
  errorAdvice:
    'Comprueba la matrícula con el permiso de circulación. Si está bien, consulta de nuevo dentro de un rato.',
  serviceSays: 'El servicio dice:',
  asideTitle: (plate: string, says: string) => `De ${plate}: ${lowerFirst(says)}`,
  asideMeaning: 'No es la matrícula que estás escribiendo. Consúltala con Intro.',
  returnTo: (plate: string) => `Volver a ${plate}`,
  disagrees: {
    reduced: 'El reducido no dice lo mismo.',
    complete: 'El completo no dice lo mismo.',
    same: 'El anterior y el último no dicen lo mismo.',
  },
} as const

/** Lookup that fails on its own while others are answered. */
export const retryText = {
  nextIn: (seconds: number) => `Probamos de nuevo en ${waitWords(seconds)}.`,
  nextNow: 'Probando ahora…',
} as const

const waitWords = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)

export const noteText = {
  answerNow: (age: string) =>
    `Puedes responder ya si te basta el dato de ${age}: al copiar, la respuesta lleva`,
  answerNowThat: 'esa',
  answerNowEnd: 'fecha. Si cambia, lo verás aquí.',
  changed: 'Ha cambiado.',
  changedWas: (day: string, age: string) => `${day}, ${age}, era`,
  same: 'Sigue igual.',
  sameAs: (age: string) => `Tráfico acaba de confirmarlo: ${age} también era`,
  which: {
    with_alerts: 'El informe reducido no dice cuál es el aviso: suele ser ITV caducada, seguro o impuesto.',
    not_transferable:
      'El informe reducido no dice qué lo impide: suele ser un embargo, una reserva de dominio o un leasing.',
  },
  completeCosts: 'El completo lo dice y tiene coste.',
  completeThere: {
    with_alerts: (age: string) => `Cuál es el aviso lo dice el informe completo de ${age}, más abajo.`,
    not_transferable: (age: string) => `Qué lo impide lo dice el informe completo de ${age}, más abajo.`,
  },
  completeOnItsWay: 'El completo ya está pedido: lo dirá.',
  completeUncertain: 'No sabemos si el completo llegó a pedirse: acláralo antes de pedir otro.',
} as const

export const answerText = {
  title: 'Respuesta para el cliente',
  copiedWith: 'se copia con',
  tell: 'Al cliente',
} as const

/** Marks of a watched plate in Consulta. */
export const watchedText = {
  watched: 'Vigilada',
  until: (day: string) => `Vigilada hasta el ${day}`,
  change: 'Cambiar',
} as const

/** «Desde el 12/11/2026: modelo, IBIZA → LEON.» */
export const changedDataText = (date: string, fields: readonly Extract<ReducedChange, { what: 'field' }>[]) =>
  `Desde el ${date}: ${fields
    .map(({ field, before, after }) => `${lowerFirst(registryFieldLabels[field])}, ${before} → ${after}`)
    .join('; ')}.`

/** Texts of «En tu oficina»: the office's data about the plate on screen. */
export const plateInOfficeText = {
  title: 'En tu oficina',
  invoice: (number: string) => `factura ${number}`,
  draft: 'Borrador',
  unsent: 'sin enviar',
  late: 'tarda más de lo normal',
  /** «Consultada 7 veces, la última hoy 14:23». `isMore`: there are more reports than the office's data list. */
  looked: (n: number, isMore: boolean, last: string) =>
    `Consultada ${plural(n, 'vez', 'veces')}${isMore ? ' o más' : ''}, la última ${last}`,
  before: (verdicts: readonly string[]) => `antes, ${listed(verdicts)}`,
  goWith: 'se va con',
  more: (n: number) => `y ${plural(n, 'expediente más', 'expedientes más')}`,
  failed:
    'No se ha podido leer lo que tu oficina tiene de esta matrícula. Búscala en Expedientes, o vuelve a abrirla aquí.',
} as const

/** Texts of the office's data about a recent plate. */
export const recentOfficeText = {
  /** Further items, besides the first. */
  more: (n: number) => `y ${count(n)} más`,
} as const

/** Texts of the complete report: requesting it, waiting for it, and reading it. */
export const completeText = {
  title: reportTypeLabels.complete,
  ask: 'Pedir informe completo',
  askAgain: 'Pedir otro informe completo',
  viewModel: (age: string) => `Informe completo · ${age}`,
  seePdf: 'Ver PDF oficial',
  savePdf: 'Guardar PDF',
  pdfSaving: 'Guardando el PDF…',
  pdfSaved: 'PDF guardado',
  noPdf: 'Este informe no tiene PDF.',
  cancel: 'Cancelar',
  copyMessage: 'Copiar mensaje',
  message: 'Mensaje para el cliente',
  owner: 'Titular',
  ownerHidden: 'Nombre oculto en pantalla',
  ownerNone: 'No consta',
  show: 'Mostrar',
  hide: 'Ocultar',
  histories: 'Historiales',
  historyEmpty: 'El registro no tiene nada apuntado aquí.',
  close: 'Cerrar',
  openHistory: (title: string, entries: string) => `${title}, ${entries}`,
  entries: (n: number) => plural(n, 'apunte', 'apuntes'),
  newEntries: (n: number) => plural(n, 'apunte nuevo', 'apuntes nuevos'),
  registry: 'Datos del registro',
  otherData: 'Otros datos',
  lookups: 'Consultas de esta matrícula',
  reduced: 'Reducido',
  complete: 'Completo',
  whatToDo: 'Qué hacer:',
  since: (date: string) => `desde ${date}`,
  blocking: 'Impide la transferencia',
  unknown: 'Sin clasificar',
  alerts: 'Avisos',
  unknownIntro: 'Tipos que Ventanilla no conoce: pueden impedir la transferencia.',
} as const

/** Request of a complete report. It costs money, so price and consequences are stated before. */
export const askText = {
  title: (plate: string) => `Informe completo de ${plate}`,
  heading: 'Pedir informe completo',
  price: (euros: string) => `Cuesta ${euros}`,
  priceBody: 'Se cobra al pedirlo y no se puede anular desde aquí.',
  free: 'En la demostración no se cobra nada: el precio es el que verías con tu cuenta.',
  development: 'En Pruebas no llega a Tráfico. Si tienes dudas, pregunta al operador si lo cobra.',
  pays: 'Lo paga',
  month: 'Este mes',
  monthCount: (n: number, euros: string) =>
    n === 0
      ? 'Ninguno pedido'
      : `${plural(n, 'informe pedido', 'informes pedidos')} (${euros} a este precio)`,
  gives: 'Qué trae',
  givesBody: 'Qué lo impide y desde cuándo, titular, historiales y el PDF oficial.',
  submit: (euros: string) => `Pedirlo por ${euros}`,
  submitDemo: 'Pedirlo',
  cancel: 'No pedirlo',
  asking: 'Pidiendo…',
  recentTitle: (age: string) => `Ya hay uno de ${age}`,
  recentBody: (date: string) =>
    `Es del ${date} y está guardado en este equipo. Usarlo no cuesta nada. Pide otro solo si sabes que algo ha cambiado.`,
  takeRecent: (age: string) => `Usar el de ${age}`,
  submitAgain: (euros: string) => `Pedir otro por ${euros}`,
  memoryTitle: 'En esta sesión no se puede pedir',
  memoryBody:
    'Sin un sitio donde guardar las claves no queda constancia de lo que se pide, y un corte podría hacerte pagar dos veces.',
  memoryAction: 'Proteger las claves',
} as const

/** The open request, by state. */
export const requestText = {
  queued: 'Informe completo en cola',
  queuedBody: 'Sale enseguida, o en cuanto haya conexión. Todavía no se ha cobrado nada.',
  sending: 'Pidiendo el informe completo…',
  sendingBody: 'Puedes seguir trabajando: no cierres Ventanilla hasta que llegue.',
  processing: 'Consultando…',
  acceptedAnyway: 'El operador ya lo tiene: no se vuelve a pedir ni se cobra otra vez.',
  processingBody: 'Tráfico está preparando el informe completo. Puedes seguir con otra matrícula.',
  processingLong: 'Tarda más de lo habitual.',
  processingLongBody:
    'El operador ya tiene la petición y Tráfico sigue con ella. No hace falta que hagas nada: el informe llegará aquí y a Novedades.',
  processingSince: (when: string) => `desde ${when}`,
  waiting: 'La DGT no responde ahora',
  waitingIn: (seconds: string, attempts: number) =>
    `${plural(attempts, 'intento', 'intentos')}. Lo pedimos otra vez en ${seconds}.`,
  waitingNow: (attempts: number) => `${plural(attempts, 'intento', 'intentos')}. Lo pedimos otra vez ahora.`,
  stop: 'Dejar de intentarlo',
  unqueue: 'No pedirlo',
  stopped: 'Ya no se pedirá otra vez',
  failed: 'No se ha pedido el informe completo',
  failedReport: 'El informe completo no se pudo obtener',
  notRegistered: 'Matrícula no válida o no registrada. Compruébala con el permiso de circulación.',
  unavailable: 'La DGT no responde ahora; se puede reintentar.',
  noReason: 'Tráfico no dice por qué.',
  notCharged: 'No se ha cobrado nada. Puedes pedirlo otra vez cuando quieras.',
  retry: 'Pedirlo otra vez',
} as const

/** Request that may have been made. Only the user decides. */
export const uncertainText = {
  title: 'No sabemos si se ha pedido',
  what: (when: string) =>
    `La conexión se cortó después de enviar la petición, ${when}. El operador pudo recibirla, y entonces se cobra, o no.`,
  safe: 'No la repetimos sola: podrías pagar dos veces.',
  /** The operator accepted the request, and later the service no longer knows it. */
  vanishedTitle: 'El operador aceptó la petición y ahora dice que no la encuentra',
  vanished: (when: string) =>
    `La aceptó ${when}, así que puede haberla cobrado. El informe no ha llegado a este equipo.`,
  vanishedFoundBody: 'Copia su identificador, que puede ser otro, y lo traemos sin pagar otra vez.',
  vanishedResendBody:
    'Pregunta antes al operador si la cobró. Si la cobró y la pides otra vez, se paga dos veces.',
  vanishedResendConfirm: (euros: string) =>
    `El operador ya aceptó una: si la cobró, pagarás dos, ${euros} más. Hazlo solo si te ha dicho que no la cobró.`,
  check: 'Cómo comprobarlo',
  checkBody: (account: string, plate: string, when: string) =>
    `Entra en la web del operador con la cuenta de ${account} y busca un informe completo de ${plate} pedido hacia ${when}.`,
  found: 'Está allí',
  foundBody: 'Copia su identificador y lo traemos sin pagar otra vez.',
  foundAction: 'Lo he encontrado…',
  resend: 'No está allí',
  resendBody: 'Entonces no se pidió. Si te equivocas, se paga dos veces.',
  resendAction: 'Pedirlo otra vez…',
  discard: 'Ya no hace falta',
  discardBody: 'Se olvida aquí. Si llegó a pedirse, el operador lo cobra igual.',
  discardAction: 'Descartarlo…',
  elsewhere: (plate: string, vanished: boolean) =>
    vanished
      ? `El operador no encuentra el informe completo de ${plate} que aceptó.`
      : `No sabemos si se pidió el informe completo de ${plate}.`,
  elsewhereAdvice: 'Puede haberse cobrado. Decide tú qué hacer.',
  elsewhereAction: 'Ver qué hacer',
  keep: 'Volver',
  foundTitle: 'Traer el informe que ya se pidió',
  foundId: 'Identificador del informe',
  foundHelp: 'Lo da la web del operador junto al informe. Suele ser una ristra de letras, cifras y guiones.',
  foundMissing: 'Pega el identificador del informe.',
  foundOther: (vrm: string, type: string) => {
    const kind = { complete: 'completo', reduced: 'reducido' }[type]
    return `Ese informe es de otra matrícula o de otro tipo: ${[displayPlate(vrm), kind].filter(Boolean).join(', ')}.`
  },
  foundNowhere: {
    title: 'El operador no tiene ningún informe con ese identificador.',
    advice: 'Compruébalo en su web y pégalo entero.',
  },
  foundSubmit: 'Traerlo',
  resendTitle: (plate: string) => `¿Pedir otra vez el informe de ${plate}?`,
  resendConfirm: (euros: string) =>
    `Si la primera petición llegó, pagarás dos: ${euros} más. Hazlo solo si has comprobado en el operador que no está.`,
  resendSubmit: (euros: string) => `No está: pedirlo por ${euros}`,
  discardTitle: '¿Descartar esta petición?',
  discardConfirm:
    'Deja de avisarte. Si el operador la recibió, la cobra igual y el informe queda en su web, no en este equipo.',
  discardSubmit: 'Descartarla',
  discarded: 'Petición descartada',
} as const

/** Reports of a plate that disagree. */
export const disagreeText = {
  title: 'Los informes no dicen lo mismo.',
  report: (kind: string, date: string, age: string, says: string) =>
    `El ${kind} del ${date} (${age}): ${says}.`,
  worse: 'Mientras no se aclare vale el peor.',
  advice: {
    'trust-complete':
      'El completo ve más que el reducido: consultar otra vez no lo cambia. Si sabes que algo se ha resuelto después, solo otro completo lo confirma, y tiene coste.',
    'check-plate': 'Comprueba la matrícula con el permiso de circulación.',
    'ask-again': 'Consulta de nuevo, que no cuesta nada: si ya dicen lo mismo, queda aclarado.',
    'changed-since':
      'Después del completo puede haberse anotado algo. Consulta de nuevo, que no cuesta nada; si sigue igual, solo otro completo lo aclara, y tiene coste.',
  },
  onItsWay: 'Ya hay otro informe completo pedido: cuando llegue, vale lo que diga.',
  uncertain: 'No sabemos si se pidió otro informe completo: acláralo antes de pedir más.',
  whyDemo:
    'En Demostración y Pruebas es normal: cada clase de informe tiene sus propias matrículas de prueba.',
  reduced: 'reducido',
  complete: 'completo',
} as const

/** Texts of registry flags: label, `true` and `false`. */
export const registryFlags: Readonly<Record<string, readonly [label: string, yes: string, no: string]>> = {
  hasInvalidItv: ['ITV', 'No vigente', 'En vigor'],
  hasInvalidInsurance: ['Seguro', 'No consta en vigor', 'En vigor'],
  hasCharges: ['Cargas', 'Con cargas', 'Sin cargas'],
  hasDenial: ['Denegatoria', 'Con denegatoria', 'Sin denegatoria'],
  hasPendingSafetyCampaign: ['Campaña de seguridad', 'Pendiente', 'Ninguna pendiente'],
}

/** Usual columns of histories. Other columns show their own name. */
export const historyColumns: Readonly<Record<string, string>> = {
  '': 'Dato',
  date: 'Fecha',
  result: 'Resultado',
  expirationDate: 'Caduca',
  kilometers: 'Kilómetros',
  mileage: 'Kilómetros',
  station: 'Estación',
  defects: 'Defectos',
  owner: 'Titular',
  name: 'Nombre',
  fullname: 'Nombre',
  idNumber: 'NIF',
  taxId: 'NIF',
  address: 'Dirección',
  municipality: 'Municipio',
  province: 'Provincia',
  from: 'Desde',
  to: 'Hasta',
  lessee: 'Arrendatario',
  lessor: 'Arrendador',
}

interface SentinelRow {
  vrm: string
  outcome: Outcome
  word: string
  why: string
}

/** Plates of the trial environments with their fixed answers. */
export const sentinelText = {
  title: 'Prueba con una de estas',
  intro: {
    demo: 'Estás en la demostración. Cada matrícula da siempre el mismo resultado, para que veas cómo se lee cada veredicto.',
    development:
      'Estás en el entorno de pruebas. Estas matrículas dan siempre el mismo resultado, para que veas cómo se lee cada veredicto.',
  },
  rows: [
    { vrm: '1234BCD', outcome: 'transferable', word: 'Transferible', why: 'Cualquier matrícula válida' },
    {
      vrm: '0000CCC',
      outcome: 'with_alerts',
      word: 'Transferible con avisos',
      why: 'ITV, seguro o impuesto',
    },
    {
      vrm: '0000BBB',
      outcome: 'not_transferable',
      word: 'No transferible',
      why: 'Embargo, reserva de dominio, leasing…',
    },
    { vrm: '0000DDD', outcome: 'error', word: 'No se pudo obtener', why: 'No consta en el registro' },
  ] satisfies readonly SentinelRow[],
  completeTitle: 'Y estas, para el informe completo',
  completeIntro: 'Consulta una y pide su informe completo: tiene sus propias matrículas de prueba.',
  completeRows: [
    {
      vrm: '8888BBB',
      outcome: 'not_transferable',
      word: 'No transferible',
      why: 'Con todas las cargas que puede haber',
    },
    { vrm: '9999DDD', outcome: 'error', word: 'No registrada', why: 'No se puede volver a pedir' },
    { vrm: '9999FFF', outcome: 'error', word: 'La DGT no responde', why: 'Se vuelve a pedir sola' },
  ] satisfies readonly SentinelRow[],
  setupTitle: 'Para que trabaje contigo',
  account: 'Conecta tu cuenta',
  accountHelp: 'Pega la clave de API que te dio el operador. Se guarda en el llavero del sistema.',
  connect: 'Conectar',
} as const
