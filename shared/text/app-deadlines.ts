import type { Change } from '../bridge/inbox.ts'
import type { LegalDeadline, LegalParty } from '../domain/procedures/deadlines.ts'
import { writeDay } from '../domain/calendar-day.ts'
import { byNumber, plural, upperFirst } from './grammar.ts'
import { entryOf } from './labels-reports.ts'

/** Legal terms of a contract, in the same words everywhere. */

const PARTY: Readonly<Record<LegalParty, string>> = { seller: 'transmitente', buyer: 'adquirente' }

const leftWords = (left: number): string => {
  if (left < 0) return `vencido hace ${plural(-left, 'día', 'días')}`
  if (left === 0) return 'termina hoy'
  return `${byNumber(left, 'queda', 'quedan')} ${plural(left, 'día', 'días')}`
}

export const legalDeadlineText = {
  /** «El transmitente, hasta el 11/11/2026 (vencido hace 11 días); el adquirente, hasta el 01/12/2026 (quedan 9 días)». */
  all: (deadlines: readonly LegalDeadline[]): string => {
    const all = deadlines
      .map(({ party, last, left }) => `el ${PARTY[party]}, hasta el ${writeDay(last)} (${leftWords(left)})`)
      .join('; ')
    return upperFirst(all)
  },
  /** @param late the parties whose term is past, of so many */
  title: (late: readonly LegalParty[], of: number): string => {
    if (late.length === 0) return byNumber(of, 'Dentro del plazo', 'Dentro de los plazos')
    const [first] = late
    return late.length === of || first === undefined
      ? 'Fuera de plazo'
      : `Fuera de plazo para el ${PARTY[first]}`
  },
  /**
   * An alert, which may be read days after it was raised: every day in it is named and none is counted from
   * today, and it names the contract date it was counted from, which may have changed since.
   */
  alert: (detail: Change['detail']): { fact: string; next: string } => {
    const { about, last, contract, left } = detail
    const party = entryOf(PARTY, String(about))
    if (party === undefined || typeof last !== 'string' || typeof contract !== 'string')
      return { fact: 'Plazo legal', next: '' }
    const days = Number(left)
    const when = days > 0 ? `hasta el ${last}` : days === 0 ? `último día, el ${last}` : `vencido el ${last}`
    const step = days < 0 ? 'preséntalo cuanto antes' : 'mira qué falta para presentarlo'
    return { fact: `Plazo del ${party}: ${when}`, next: `Contrato del ${contract}: ${step}` }
  },
  /** Legal source of the terms. */
  source: 'Reglamento General de Vehículos, arts. 32 y 33. Días naturales.',
} as const
