import type { Verdict } from '../bridge/lookup.ts'
import { plural } from './app.ts'
import { clock, fullDate } from './app-dates.ts'
import {
  registryFieldLabels,
  reportFailureLabel,
  reportTypeLabels,
  transferabilityLabels,
} from './labels-reports.ts'

type Outcome = Verdict['outcome']

/** Words of Consulta. */
export const lookupText = {
  field: 'Matrícula',
  placeholder: 'Escribe o pega una matrícula',
  help: 'Vale cualquier cosa que la contenga: «1234 bcd», una línea de Excel, un correo entero.',
  history: 'Historial',
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
  outOfScope: 'Tráfico no suele dar este informe para esta serie. Puedes preguntar igualmente.',
} as const

export const pickText = {
  title: 'Elige una matrícula',
  found: (n: number) => plural(n, 'matrícula encontrada', 'matrículas encontradas'),
  more: 'Hay más matrículas en el archivo. Se muestran las primeras.',
  none: 'No hay ninguna matrícula en ese archivo.',
  unread: (rows: readonly string[]) =>
    `${plural(rows.length, 'fila no se ha entendido', 'filas no se han entendido')}: ${rows.map((row) => `«${row}»`).join(', ')}. Corrígelas a mano.`,
  repaired: 'corregida al leerla: compruébala',
  back: 'Volver al campo',
} as const

export const dropText = {
  drop: 'Suelta el archivo para buscar sus matrículas',
  kinds: 'Un texto, un CSV o un correo, hasta 5 MB.',
  reading: (name: string) => `Buscando matrículas en «${name}»…`,
  cancel: 'Cancelar',
} as const

/** The verdict in words: the title of the face and the sentence under it. */
export const outcomeText: Record<Outcome, { title: string; meaning: string; short: string }> = {
  transferable: {
    title: transferabilityLabels.transferable,
    meaning: 'Se puede transferir. No constan cargas ni avisos.',
    short: 'transferible',
  },
  with_alerts: {
    title: transferabilityLabels.with_alerts,
    meaning: 'Se puede transferir. Hay avisos que no lo impiden.',
    short: 'con avisos',
  },
  not_transferable: {
    title: transferabilityLabels.not_transferable,
    meaning: 'Hay algo que impide la transferencia.',
    short: 'no transferible',
  },
  error: {
    title: reportFailureLabel('reduced'),
    meaning: 'Tráfico no ha dado el informe. No dice por qué.',
    short: 'no registrada',
  },
  unrecognised: {
    title: 'Respuesta desconocida',
    meaning: 'Tráfico ha contestado una palabra que Ventanilla no conoce.',
    short: 'otra respuesta',
  },
}

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
  notTheCar: 'No hemos podido preguntar. No significa que haya un problema con el vehículo.',
  neverAsked: 'Sin consultar',
  neverAskedMeaning: 'Todavía no hemos preguntado por esta matrícula.',
  never: 'Nunca consultada',
  here: 'en este equipo',
  justNow: 'Recién consultado',
  inQueue: 'En cola',
  inQueueMeaning: 'La consultaremos en cuanto vuelva el servicio. Puedes seguir con otra matrícula.',
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
  errorAdvice:
    'Comprueba la matrícula con el permiso de circulación. Si está bien, consulta de nuevo dentro de un rato.',
  serviceSays: 'El servicio dice:',
  rawSays: (raw: string) => `«${raw}»`,
} as const

export const noteText = {
  answerNow: (age: string) =>
    `Puedes responder ya si te basta el dato de ${age}: al copiar, la respuesta lleva`,
  answerNowThat: 'esa',
  answerNowEnd: 'fecha. Cuando llegue el fresco lo verás aquí sin que se mueva nada de sitio.',
  changed: 'Ha cambiado.',
  changedWas: (day: string, age: string) => `${day}, ${age}, era`,
  same: 'Sigue igual.',
  sameAs: (age: string) => `Tráfico acaba de confirmarlo: ${age} también era`,
  whichAlert:
    'El informe reducido no dice cuál es el aviso: suele ser ITV caducada, seguro o impuesto. El completo lo dice y tiene coste.',
  whichCharge:
    'El informe reducido no dice qué lo impide: suele ser un embargo, una reserva de dominio o un leasing. El completo lo dice y tiene coste.',
} as const

export const answerText = {
  title: 'Respuesta para el cliente',
  copiedWith: 'se copia con',
} as const

export const railText = {
  recents: 'Recientes',
  today: (n: number) => `hoy ${n}`,
  empty: 'Aquí quedan tus últimas consultas, con su veredicto y su hora. Se leen también sin conexión.',
  now: 'ahora',
  pending: { asking: 'consultando…', processing: 'consultando…', slow: 'consultando…', queued: 'en cola' },
  unknown: 'sin veredicto',
  queue: 'En espera del servicio',
  reducedReport: reportTypeLabels.reduced,
} as const

interface SentinelRow {
  vrm: string
  outcome: Outcome
  word: string
  why: string
}

/** The four plates of the demonstration and what each one always answers. */
export const sentinelText = {
  title: 'Prueba con una de estas',
  intro:
    'Estás en la demostración. Cada matrícula da siempre el mismo resultado, para que veas cómo se lee cada veredicto.',
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

const ANSWERS: Record<Outcome, string> = {
  transferable: 'se puede transferir.',
  with_alerts: 'se puede transferir, con avisos que no lo impiden.',
  not_transferable: 'ahora no se puede transferir, hay algo que lo impide.',
  error: 'no hemos podido saberlo. No consta en el registro o ha habido un fallo técnico.',
  unrecognised: 'no hemos podido saberlo todavía.',
}

/**
 * What is said on the phone, ready to paste. It carries the date the verdict is from, whatever its age, and says
 * that it is invented when it comes from the demonstration: pasted text has no violet strip above it.
 */
export function answerForClient(plate: string, verdict: Verdict, demo: boolean): string {
  const car = [verdict.vehicle?.brand, verdict.vehicle?.model].filter(Boolean).join(' ')
  const when = `Consultado en Tráfico el ${fullDate(verdict.checkedAt)} a las ${clock(verdict.checkedAt)}.`
  const text = `${plate}${car ? ` (${car})` : ''}: ${ANSWERS[verdict.outcome]} ${when}`
  return demo ? `${text} (Datos inventados de la demostración.)` : text
}
