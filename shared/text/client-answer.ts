import type { CompleteReport } from '../bridge/complete-report.ts'
import type { PlateReport, PlateVerdict } from '../bridge/lookup.ts'
import { completeOutcome, type VerdictOutcome } from '../domain/plate-verdict.ts'
import type { Outcome } from '../domain/verdict.ts'
import { clock, fullDate } from './app-dates.ts'
import { answerOf, clientMessage } from './client-message.ts'

const ANSWERS: Readonly<Record<Outcome, string>> = {
  transferable: 'se puede transferir.',
  with_alerts: 'se puede transferir, con avisos que no lo impiden.',
  not_transferable: 'ahora no se puede transferir, hay algo que lo impide.',
  error: 'no hemos podido saberlo. No consta en el registro o ha habido un fallo técnico.',
  unrecognised: 'no hemos podido saberlo todavía.',
}
const NAMES: Readonly<Record<PlateReport['kind'], string>> = { reduced: 'reducido', complete: 'completo' }

/**
 * Message for a client about a plate, ready to paste: its verdict with its date, whatever its age, and any
 * disagreement of its reports.
 * @param complete the newest complete report with an answer, whose details are included when it agrees
 */
export function clientAnswer(
  plate: string,
  { outcome, report, against }: PlateVerdict,
  complete: CompleteReport | null,
  demo: boolean,
): string {
  const doubt = against ? doubtWords(outcome, against) : []
  if (complete && completeOutcome(complete.outcome, complete.issues.length) === outcome) {
    const confirmed =
      report.kind === 'reduced' ? [`Confirmado con el informe reducido ${onDay(report)}.`] : []
    return clientMessage(plate, complete, demo, [...confirmed, ...doubt])
  }
  const car = [report.vehicle?.brand, report.vehicle?.model].filter(Boolean).join(' ')
  return answerOf(
    plate,
    car,
    [ANSWERS[outcome as Outcome], `Consultado en Tráfico ${onDay(report)}.`, ...doubt],
    demo,
  )
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
