import type { PlateReport } from '../bridge/lookup.ts'
import type { VerdictOutcome } from '../domain/plate-verdict.ts'
import type { Outcome } from '../domain/verdict.ts'
import { plural } from './grammar.ts'
import { reportFailureLabels, transferabilityLabels, entryOf } from './labels-reports.ts'

/** Texts of a verdict: the title, the sentence under it, and a short form for rows. */
export interface VerdictWords {
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

/** The same for a verdict stored as text. */
export const writtenVerdict = (outcome: string): string =>
  entryOf(WORDS, outcome)?.title ?? WORDS.unrecognised.title

/**
 * Texts of one report, which is not the plate's verdict: for lists of reports, for the deciding one, and for
 * those that disagree with it.
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

/** Findings of a complete report, in numbers. */
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
