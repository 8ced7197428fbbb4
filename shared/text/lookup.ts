import type { PlateReport } from '../bridge/lookup.ts'
import type { VerdictOutcome, Outcome } from '../domain/plate-verdict.ts'
import type { PlateProblemCode } from '../domain/plates/diagnose.ts'
import type { PlateSeries } from '../domain/plates/series.ts'
import { plural } from './grammar.ts'
import { entryOf, reportFailureLabels, reportTypeLabels, transferabilityLabels } from './labels-reports.ts'

/** Texts of Consulta: its page, the problems of a plate, and verdicts. */

/** Page of Consulta. */
export const lookupText = {
  /** Name of the plate on screen. */
  plateName: (plate: string) => `Matrícula ${plate}`,
  field: 'Matrícula',
  placeholder: 'Escribe o pega una matrícula',
  help: 'Vale «1234 bcd», una línea de Excel o un correo entero. Con tres letras, un nombre, un NIF o un bastidor sale su expediente.',
  lookUp: 'Consultar',
  lookUpCopy: 'Consultar y copiar la respuesta',
  seePlates: (n: number) => `Ver ${pickText.found(n)}`,
  /** @param n 0 if the number is not known */
  asList: (n: number) => (n === 0 ? 'Consultar como lista' : `Consultar ${n} matrículas como lista`),
  searchInCases: (typed: string) => `Buscar «${typed}» en Expedientes`,
  nothing: 'Nada de tu oficina coincide con ese texto.',
  notSearched: 'No se ha podido buscar en tu oficina.',
  explain: 'ver por qué no se consulta',
  closeList: 'cerrar',
  history: 'Historial',
  watches: 'Vigiladas',
  watch: 'Vigilar',
  lists: 'Consulta masiva',
  verdict: 'Veredicto',
  notFound: 'Tampoco aparece en tus expedientes.',
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
  more: 'Hay más matrículas en el archivo. Se muestran las primeras: como lista se leen todas.',
  none: 'No hay ninguna matrícula en ese archivo.',
  unread: (rows: readonly string[]) =>
    `${plural(rows.length, 'fila no se ha entendido', 'filas no se han entendido')}: ${rows.map((row) => `«${row}»`).join(', ')}. Corrígelas a mano.`,
  repaired: 'corregida al leerla: compruébala',
  cut: 'El texto es muy largo y puede faltar el final. Pega la lista entera en Consulta masiva.',
  asList: (n: number, more: boolean) => (more ? 'Consultar como lista' : `Consultar las ${n} como lista`),
  back: 'Volver al campo',
} as const

export const dropText = {
  drop: 'Suelta el archivo para buscar sus matrículas',
  kinds: 'Texto, CSV, Excel, OpenDocument, correo guardado o ZIP',
  reading: (name: string) => `Buscando matrículas en «${name}»…`,
  cancel: 'Cancelar',
  problems: {
    folder: { title: 'Es una carpeta.', advice: 'Suelta el archivo de la lista que tiene dentro.' },
    several: {
      title: 'Son varios archivos.',
      advice: 'Cada lista es de un archivo: suéltalos de uno en uno.',
    },
  },
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

/** Name of each series. */
export const seriesLabels: Readonly<Record<PlateSeries, string>> = {
  ordinary: 'Ordinaria',
  moped: 'Ciclomotor',
  special: 'Vehículo especial',
  trailer: 'Remolque o semirremolque',
  historic: 'Vehículo histórico',
  tourist: 'Turística',
  temporary: 'Temporal de particular',
  'trade-unregistered': 'Temporal de empresa, sin matricular',
  'trade-registered': 'Temporal de empresa, matriculado',
  vmp: 'Patinete o VMP',
  provincial: 'Provincial, 1971 a 2000',
  'pre-1971': 'Provincial, hasta 1971',
  'provincial-trailer': 'Remolque, provincial',
  'provincial-special': 'Vehículo especial, provincial',
  'historic-provincial': 'Histórico, provincial',
  diplomatic: 'Diplomática o consular',
  official: 'Del Estado',
}

/** Hint of a plate from before 1971 or of a historic vehicle, with the place of its code. */
export const oldPlateHint = (place: string): string => `Matrícula antigua de ${place}: revísala`

/** Reason that a text is no plate, in one sentence. */
export const problemTexts: Readonly<Record<PlateProblemCode, string>> = {
  empty: 'Falta la matrícula.',
  'vowel-in-letters': 'Las matrículas actuales no llevan vocales ni Q.',
  'digit-among-letters': 'Hay un número donde va una letra.',
  'letter-among-digits': 'Hay una letra donde va un número.',
  'too-short': 'Faltan caracteres.',
  'too-long': 'Sobran caracteres.',
  'unknown-form': 'Eso no tiene la forma de ninguna matrícula.',
}

/** Texts of a verdict: a title, a sentence under the title, and a short form for rows. */
interface VerdictWords {
  title: string
  meaning: string
  short: string
}

const WORDS: Readonly<Record<Outcome, VerdictWords>> = {
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
    title: reportFailureLabels.unsaid,
    meaning: 'Tráfico no ha dado el informe. No dice por qué.',
    short: 'no registrada',
  },
  unrecognised: {
    title: 'Respuesta desconocida',
    meaning: 'Ventanilla no conoce esa respuesta de Tráfico. Pregunta al operador qué significa.',
    short: 'otra respuesta',
  },
}

/** Texts of a plate's verdict. */
export const verdictWords = (outcome: VerdictOutcome): VerdictWords => WORDS[outcome as Outcome]

/** Short form of a verdict that is stored as text. */
export const writtenVerdict = (outcome: string): string =>
  entryOf(WORDS, outcome)?.title ?? WORDS.unrecognised.title

/**
 * Texts of a single report, which may differ from the plate's verdict. They are for lists of reports, for the
 * deciding report, and for those that disagree.
 */
export function reportWords(report: PlateReport): VerdictWords {
  const { kind, outcome, failure } = report
  const words = WORDS[outcome]
  if (kind === 'reduced') return words
  if (failure === 'service_unavailable')
    return { title: 'La DGT no responde', meaning: 'No dice nada de esta matrícula.', short: 'sin respuesta' }
  if (failure === 'not_registered')
    return {
      ...words,
      title: 'Matrícula no registrada',
      meaning: 'Tráfico dice que no existe o no es válida.',
    }
  return { ...words, meaning: foundWords(report) || words.meaning }
}

/** Numbers of findings of a complete report. */
function foundWords({ outcome, issues }: PlateReport): string {
  const { blocking = 0, unknown = 0, alert = 0 } = issues ?? {}
  const all = blocking + unknown + alert
  if (outcome === 'not_transferable') {
    const others = all - blocking
    const charges =
      blocking > 0
        ? `${plural(blocking, 'carga lo impide', 'cargas lo impiden')}.`
        : 'El informe no detalla qué lo impide: míralo en el PDF.'
    return others > 0 ? `${charges} ${plural(others, 'aviso', 'avisos')} más.` : charges
  }
  if (blocking > 0) return 'Tráfico lo da por transferible y aun así apunta cargas. Compruébalo en el PDF.'
  if (unknown > 0)
    return `Tráfico lo da por transferible. ${plural(unknown, 'apunte', 'apuntes')} de un tipo que no conocemos: léelo antes de responder.`
  if (alert > 0)
    return `Se puede transferir. ${plural(alert, 'aviso que no lo impide', 'avisos que no lo impiden')}.`
  return ''
}
