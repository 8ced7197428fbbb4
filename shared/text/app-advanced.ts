import type { Sweep } from '../bridge/inbox.ts'
import { relativeAge } from '../domain/age.ts'
import type { AssumptionName, NumberAssumption } from '../domain/assumption-fields.ts'
import { byNumber, count, lowerFirst, plural } from './grammar.ts'

/**
 * Texts of Ajustes › Límites and Avanzado: each assumption about the service, and the gap of its
 * specification that it fills, in plain words.
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
  limitsIntro: 'Cada cuenta tiene los suyos. Súbelos solo si el operador te ha dicho que puedes.',
  advancedIntro:
    'Lo que la documentación del operador no dice y Ventanilla ha tenido que suponer. Valen para la cuenta en uso; cámbialos si el operador te confirma otra cosa.',
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
 * Actual progress of background polling: «Los 214 abiertos se revisan cada 2 minutos de media. El último,
 * hace 12 s.»
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
