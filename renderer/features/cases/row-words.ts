import type { CaseRow } from '#shared/bridge/cases.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { daysUntil } from '#shared/domain/typed-day.ts'
import { casesText as text } from '#shared/text/app-cases.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { resourceWords, stateName } from '#shared/text/app-resources.ts'
import { entryOf, incidentLabels, labelOf, procedureName } from '#shared/text/labels.ts'

/** Words of a row of Expedientes: on screen, on paper, in the clipboard and for screen readers. */

/** Name of the row: plate, end of the chassis number, or id. */
export function rowName({ subject: { vrm, vin }, id }: Pick<CaseRow, 'subject' | 'id'>): string {
  if (vrm !== undefined) return displayPlate(vrm)
  return vin === undefined ? id : text.chassis(vin.slice(-6))
}

export const typeWords = ({ subject, type }: Pick<CaseRow, 'subject' | 'type'>): string =>
  procedureName(type, subject.label)

export const stateWords = ({ status, statusDescription }: CaseRow): string =>
  stateName('procedure', status, statusDescription)

export interface MissingWords {
  what: string
  /** Next step; '' when there is only waiting, or it is unknown. */
  step: string
}

/** Missing item, or `null` when none is known. */
export function missingWords({
  incidents,
  incident,
}: Pick<CaseRow, 'incidents' | 'incident'>): MissingWords | null {
  if (incidents === 0) return null
  const known = entryOf(incidentLabels, incident ?? '')
  const what = labelOf(incidentLabels, incident ?? '') || text.noIncidentNamed
  return {
    what: text.incidents(what, incidents),
    step: known === undefined || known.level === 'hold' ? '' : known.nextStep,
  }
}

/** «No se pudo leer; visto a las 13:40», «Ya no está en el servicio», or '' when up to date. */
export function troubleWords({ failed, gone, checkedAt }: CaseRow, now: number): string {
  if (gone) return text.gone
  if (!failed) return ''
  return checkedAt === null ? text.neverRead : text.notRead(text.seenAt(checkedAt, now))
}

export interface LegalDayWords {
  words: string
  date: string
  /** Past, or within a week. */
  near: boolean
}

const NEAR_DAYS = 7

export function legalDayWords({ deadline }: Pick<CaseRow, 'deadline'>, now: number): LegalDayWords | null {
  if (deadline === undefined) return null
  const days = daysUntil(deadline, now)
  return { words: text.legalDay(days), date: fullDate(deadline), near: days <= NEAR_DAYS }
}

export const partiesWords = ({ sellerName, buyerName }: Pick<CaseRow, 'sellerName' | 'buyerName'>): string =>
  [sellerName, buyerName].some(Boolean) ? `${sellerName || '?'} → ${buyerName || '?'}` : ''

/** One-line summary for an e-mail or a chat. */
export function summaryLine(row: CaseRow, now: number): string {
  const missing = missingWords(row)
  const legal = legalDayWords(row, now)
  return [
    rowName(row),
    typeWords(row),
    `${stateWords(row)} (${resourceWords.sinceMoment(row.since)})`,
    missing && [missing.what, missing.step].filter(Boolean).join(': '),
    legal && `${text.legalShort} ${legal.words} (${legal.date})`,
    row.client,
    partiesWords(row),
    row.invoice,
  ]
    .filter(Boolean)
    .join(' · ')
}
