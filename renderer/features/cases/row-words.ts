import type { CaseColumn, CaseMatch, CaseRow } from '#shared/bridge/cases.ts'
import { clockOrDate, fullDate } from '#shared/text/dates.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { shortVin } from '#shared/text/grammar.ts'
import { daysUntil } from '#shared/domain/calendar.ts'
import { SOON_DAYS } from '#shared/domain/procedures/deadlines.ts'
import { caseSearchText as searchText, casesText as text, waitingFor } from '#shared/text/cases.ts'
import { resourceWords, stateName } from '#shared/text/resources.ts'
import { incidentLabels, procedureName } from '#shared/text/labels.ts'
import { entryOf, labelOf, unknownNames } from '#shared/text/labels-reports.ts'

/** Words of a row of Expedientes: on screen, on paper, in the clipboard and for screen readers. */

/** Name of the row: plate, end of the chassis number, or id. */
export function rowName({ subject: { vrm, vin }, id }: Pick<CaseRow, 'subject' | 'id'>): string {
  if (vrm !== undefined) return displayPlate(vrm)
  return vin === undefined ? id : shortVin(vin)
}

export const typeWords = ({ subject, type }: Pick<CaseRow, 'subject' | 'type'>): string =>
  procedureName(type, subject.label)

export const stateWords = ({ status, statusDescription }: CaseRow): string =>
  stateName('procedure', status, statusDescription)

export interface MissingWords {
  what: string
  /** Next step; '' if the office can only wait, or if the step is unknown. */
  step: string
}

/** Missing item, or `null` when none is known. */
export function missingWords({
  incidents,
  incident,
  held,
}: Pick<CaseRow, 'incidents' | 'incident' | 'held'>): MissingWords | null {
  if (incidents === 0) return null
  const known = entryOf(incidentLabels, incident ?? '')
  const what = labelOf(incidentLabels, incident ?? '', '') || unknownNames.incident
  return {
    what: text.incidents(what, incidents),
    step: known === undefined || held || known.level === 'hold' ? '' : known.nextStep,
  }
}

/**
 * Read problem of a row: «No se pudo leer; visto a las 13:40» or «Ya no está en el servicio». '' when the row is up
 * to date.
 */
export function troubleWords({ failed, gone, checkedAt }: CaseRow, now: number): string {
  if (gone) return text.gone
  if (!failed) return ''
  return checkedAt === null ? text.neverRead : text.notRead(text.seenAt(checkedAt, now))
}

export interface LegalDayWords {
  words: string
  date: string
  /** True if the day is past or soon (`SOON_DAYS`): the row then warns. */
  near: boolean
}

export function legalDayWords({ deadline }: Pick<CaseRow, 'deadline'>, now: number): LegalDayWords | null {
  if (deadline === undefined) return null
  const days = daysUntil(deadline, now)
  return { words: text.legalDay(days), date: fullDate(deadline), near: days <= SOON_DAYS }
}

/** Presentation of names: hidden or not, and with or without the end of the identifier. */
export interface NameView {
  hidesNames: boolean
  withTails: boolean
}

const IN_FULL: NameView = { hidesNames: false, withTails: false }

/**
 * Name of a person, or the word for a hidden name. The end of the identifier («…78Z») may follow: it distinguishes
 * people of one name.
 */
export function nameWords(name: string, tail: string, { hidesNames, withTails }: NameView = IN_FULL): string {
  if (name === '' && tail === '') return ''
  const shown = name === '' ? '' : hidesNames ? searchText.hidden : name
  return [shown, withTails || name === '' ? searchText.tail(tail) : ''].filter(Boolean).join(' ')
}

type Parties = Pick<CaseRow, 'sellerName' | 'buyerName' | 'sellerTail' | 'buyerTail'>

export function partiesWords(row: Parties, names: NameView = IN_FULL): string {
  const seller = nameWords(row.sellerName, row.sellerTail, names)
  const buyer = nameWords(row.buyerName, row.buyerTail, names)
  return seller === '' && buyer === '' ? '' : `${seller || '?'} → ${buyer || '?'}`
}

/** Fields whose text may name a person. */
const NAMES_SOMEBODY: ReadonlySet<CaseMatch['field']> = new Set(['notes', 'document', 'email', 'phone'])

/** Text of a match outside the columns, or the word for hidden text. */
export function matchText({ field, text: words }: CaseMatch, { hidesNames }: NameView): string {
  if (NAMES_SOMEBODY.has(field)) return hidesNames ? searchText.hidden : words
  return searchText.tail(words)
}

/** Match with the name of its field: «nota: llamar antes de las diez». */
export const matchWords = (match: CaseMatch, names: NameView): string =>
  `${searchText.match[match.field]}: ${matchText(match, names)}`

/** One column of a row as plain text, for paper and for the second line of a row. */
export function columnWords(
  column: CaseColumn,
  row: CaseRow,
  now: number,
  names: NameView = IN_FULL,
): string {
  switch (column) {
    case 'plate':
      return rowName(row)
    case 'type':
      return typeWords(row)
    case 'status':
      return stateWords(row)
    case 'incident': {
      const missing = missingWords(row)
      return missing ? [missing.what, missing.step].filter(Boolean).join('. ') : troubleWords(row, now)
    }
    case 'waiting':
      return waitingFor(row.since, now)
    case 'vehicle':
      return row.vehicle
    case 'client':
      return nameWords(row.client, '', names)
    case 'parties':
      return partiesWords(row, names)
    case 'invoice':
      return row.invoice ?? ''
    case 'labels':
      return row.labels.join(', ')
    case 'assigned':
      return row.assigned
    case 'deadline': {
      const legal = legalDayWords(row, now)
      return legal ? `${legal.date} (${legal.words})` : ''
    }
    case 'created':
      return row.createdAt === undefined ? '' : clockOrDate(row.createdAt, now)
    case 'id':
      return row.id
  }
}

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
