import type { CompleteReport } from '../bridge/complete-report.ts'
import type { PlateReport, PlateVerdict } from '../bridge/lookup.ts'
import { type ClientValues, SITUATION_FIELDS } from '../domain/client-fields.ts'
import { type SituationId } from '../domain/client-situations.ts'
import { completeOutcome, type VerdictOutcome } from '../domain/plate-verdict.ts'
import type { Outcome } from '../domain/verdict.ts'
import { vehicleName } from '../domain/vehicle-name.ts'
import { clock, fullDate } from './dates.ts'
import { type AnswerParts, completeAnswer } from './client-message.ts'
import { VERDICT_TEXT, writtenText } from './client.ts'

const ANSWERS: Readonly<Record<Outcome, string>> = {
  transferable: 'se puede transferir.',
  with_alerts: 'se puede transferir, con avisos que no lo impiden.',
  not_transferable: 'ahora no se puede transferir, hay algo que lo impide.',
  error: 'no hemos podido saberlo. No consta en el registro o ha habido un fallo técnico.',
  unrecognised: 'no hemos podido saberlo todavía.',
}
const NAMES: Readonly<Record<PlateReport['kind'], string>> = { reduced: 'reducido', complete: 'completo' }

/** Situation of a plate's verdict, among those that have a text for clients. */
export const verdictSituation = ({ outcome }: Pick<PlateVerdict, 'outcome'>): SituationId =>
  `verdict:${outcome as Outcome}`

/**
 * Values of a text about a plate: its verdict with its date, whatever its age, and any disagreement of its
 * reports.
 * @param plate as it is read
 * @param complete the newest complete report with an answer, whose details are included when it agrees
 */
export function answerValues(
  plate: string,
  verdict: PlateVerdict,
  complete: CompleteReport | null,
): ClientValues {
  const { car, sentences } = partsOf(verdict, complete)
  const { checkedAt } = verdict.report
  return {
    matrícula: plate,
    vehículo: car,
    respuesta: sentences.join(' '),
    fecha: fullDate(checkedAt),
    hora: clock(checkedAt),
  }
}

/**
 * Message for a client about a plate, ready to paste.
 * @param own the office's text, in place of the original
 */
export const clientAnswer = (
  plate: string,
  verdict: PlateVerdict,
  complete: CompleteReport | null,
  demo: boolean,
  own?: string,
): string =>
  writtenText(VERDICT_TEXT, own, {
    fields: SITUATION_FIELDS.verdict,
    values: answerValues(plate, verdict, complete),
    demo,
  })

function partsOf({ outcome, report, against }: PlateVerdict, complete: CompleteReport | null): AnswerParts {
  const doubt = against ? doubtWords(outcome, against) : []
  if (complete && completeOutcome(complete.outcome, complete.issues.length) === outcome) {
    const confirmed =
      report.kind === 'reduced' ? [`Confirmado con el informe reducido ${onDay(report)}.`] : []
    return completeAnswer(complete, [...confirmed, ...doubt])
  }
  const car = vehicleName(report.vehicle)
  return {
    car,
    sentences: [ANSWERS[outcome as Outcome], `Consultado en Tráfico ${onDay(report)}.`, ...doubt],
  }
}

function doubtWords(outcome: VerdictOutcome, against: PlateReport): string[] {
  const other = `el ${NAMES[against.kind]} ${onDay(against)}`
  return [
    `Los informes de Tráfico no coinciden: ${other} ${SAID[against.outcome]}.`,
    outcome === 'with_alerts'
      ? 'Hasta que se aclare, hay que contar con los avisos.'
      : 'Hasta que se aclare, no se puede dar por transferible.',
  ]
}

const SAID: Readonly<Record<Outcome, string>> = {
  transferable: 'dice que se puede transferir',
  with_alerts: 'dice que se puede transferir, con avisos',
  not_transferable: 'dice que no se puede transferir',
  error: 'no dio respuesta',
  unrecognised: 'no se entiende',
}

const onDay = ({ checkedAt }: PlateReport): string => `el ${fullDate(checkedAt)} a las ${clock(checkedAt)}`
