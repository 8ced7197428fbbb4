import type { Outcome } from '../domain/verdict.ts'
import { lowerFirst, plural } from './grammar.ts'
import { registryFieldLabels, reportTypeLabels } from './labels-reports.ts'

/** Texts of Consulta. */
export const lookupText = {
  field: 'Matrícula',
  placeholder: 'Escribe o pega una matrícula',
  help: 'Vale «1234 bcd», una línea de Excel o un correo entero. Tres letras, un nombre o un coche abren su expediente.',
  lookUp: 'Consultar',
  lookUpCopy: 'Consultar y copiar la respuesta',
  findInOffice: 'Buscar en tus expedientes',
  history: 'Historial',
  watches: 'Vigiladas',
  watch: 'Vigilar',
  lists: 'Consulta masiva',
  verdict: 'Veredicto',
  plates: (n: number) => plural(n, 'matrícula', 'matrículas'),
  notAPlate: 'No parece una matrícula',
  notLookedUp: 'No se ha consultado',
  didYouMean: '¿Querías decir…?',
  lookUpThis: 'Consultar esta',
  correct: 'Corregir',
  howPlatesLook: 'Así se reconoce una matrícula',
  plateColumn: 'Placa',
  seriesColumn: 'Serie',
  alsoWrite: 'También vale escribir',
  outOfScope: 'Tráfico no suele dar este informe para esta serie.',
  outOfScopeHint: 'Tráfico no suele informar',
} as const

export const pickText = {
  title: 'Elige una matrícula',
  found: (n: number) => plural(n, 'matrícula encontrada', 'matrículas encontradas'),
  more: 'Hay más matrículas en el archivo. Se muestran las primeras.',
  none: 'No hay ninguna matrícula en ese archivo.',
  unread: (rows: readonly string[]) =>
    `${plural(rows.length, 'fila no se ha entendido', 'filas no se han entendido')}: ${rows.map((row) => `«${row}»`).join(', ')}. Corrígelas a mano.`,
  repaired: 'corregida al leerla: compruébala',
  asList: (n: number) => `Consultar las ${n} como lista`,
  back: 'Volver al campo',
} as const

export const dropText = {
  drop: 'Suelta el archivo para buscar sus matrículas',
  kinds: 'Un texto, un CSV o un correo, hasta 5 MB.',
  reading: (name: string) => `Buscando matrículas en «${name}»…`,
  cancel: 'Cancelar',
} as const

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
  asideMeaning: 'No es la matrícula que estás escribiendo. Consúltala con Enter.',
  returnTo: (plate: string) => `Volver a ${plate}`,
  disagrees: {
    reduced: 'El reducido no dice lo mismo.',
    complete: 'El completo no dice lo mismo.',
    same: 'El anterior y el último no dicen lo mismo.',
  },
} as const

/** A lookup that fails on its own while others are answered. */
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

export const railText = {
  recents: 'Recientes',
  today: (n: number) => `hoy ${n}`,
  empty: 'Aquí quedan tus últimas consultas, con su veredicto y su hora. Se leen también sin conexión.',
  now: 'ahora',
  pending: { asking: 'consultando…', processing: 'consultando…', slow: 'consultando…', queued: 'en cola' },
  unknown: 'sin veredicto',
  disagrees: 'Sus informes no dicen lo mismo',
  queue: 'En espera del servicio',
  reducedReport: reportTypeLabels.reduced,
} as const

interface SentinelRow {
  vrm: string
  outcome: Outcome
  word: string
  why: string
}

/** Plates of the trial environments with their fixed answers (service.md, "Development sentinel values"). */
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
