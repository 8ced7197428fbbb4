import { lowerFirst } from './grammar.ts'
import { registryFieldLabels } from './labels-reports.ts'

/** Texts of a plate that is shown: its verdict and what follows from it. */

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
