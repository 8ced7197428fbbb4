import type { CaseColumn, CaseRow } from '#shared/bridge/cases.ts'
import type { MatchRange, SearchMarks } from '#shared/domain/search-marks.ts'
import { caseColumnLabels, caseSearchText as text } from '#shared/text/cases.ts'
import { columnWords, matchText, nameWords, partiesWords, typeWords } from './row-words.ts'

/** How the rows of a list are shown. */
export interface RowView {
  columns: readonly CaseColumn[]
  /** Columns that the second line has. */
  below: readonly CaseColumn[]
  /** Of the search; `null` without one. */
  marks: SearchMarks | null
  hidesNames: boolean
  /** Each name has the end of its identifier: there may be two of one name. */
  withTails: boolean
}

/** A part of the second line of a row: `label: words`. */
export interface LinePart {
  key: string
  label: string
  words: string
  ranges: readonly MatchRange[]
}

const NO_RANGES: readonly MatchRange[] = []
/** True if rows have a second line: for columns without room, and for what a search found outside the columns. */
export const hasSecondLine = ({ below, marks }: Pick<RowView, 'below' | 'marks'>): boolean =>
  below.length > 0 || marks !== null

/** Second line of a row: first what was found, then the columns without room, then whose it is. */
export function secondLineOf(row: CaseRow, view: RowView, now: number): LinePart[] {
  const { columns, below, marks } = view
  const ranges = (words: string) => marks?.of(words) ?? NO_RANGES
  const part = (key: string, label: string, words: string): LinePart => ({
    key,
    label,
    words,
    ranges: ranges(words),
  })
  const isShown = (column: CaseColumn) => columns.includes(column)
  const found = (row.matches ?? []).map((match, at): LinePart => {
    const words = matchText(match, view)
    const one = part(`${match.field}${at}`, text.match[match.field], words)
    // Of an identifier the end alone is shown, whichever part of it was typed.
    const isEnd = match.field === 'sellerTaxId' || match.field === 'buyerTaxId'
    return isEnd ? { ...one, ranges: [{ start: 0, end: words.length }] } : one
  })
  const elsewhere: readonly (readonly [CaseColumn, string, string])[] = [
    ['vehicle', text.vehicle, row.vehicle],
    ['invoice', text.invoice, row.invoice ?? ''],
    ['labels', text.label, row.labels.join(', ')],
    ['id', text.id, row.id],
  ]
  const matched = elsewhere.flatMap(([column, label, words]) => {
    const one = part(column, label, words)
    return isShown(column) || one.ranges.length === 0 ? [] : [one]
  })
  const vin = row.subject.vrm === undefined ? [] : [part('vin', text.vin, row.subject.vin ?? '')]
  const columnParts = below.map((column) =>
    // What it is says itself.
    part(column, column === 'type' ? '' : caseColumnLabels[column], columnWords(column, row, now, view)),
  )
  // Rows of a search look alike: each says whose it is, and what for, where no column does.
  const whose =
    marks === null
      ? []
      : [
          ...(isShown('type') ? [] : [part('type', '', typeWords(row))]),
          ...(isShown('client') ? [] : [part('client', text.client, nameWords(row.client, '', view))]),
          ...(isShown('parties') ? [] : [part('parties', '', partiesWords(row, view))]),
        ]
  const all = [...found, ...matched, ...vin.filter((one) => one.ranges.length > 0), ...columnParts, ...whose]
  const distinct = new Map(
    all
      .toReversed()
      .filter(({ words }) => words !== '')
      .map((one) => [one.key, one]),
  )
  return [...distinct.values()].toReversed()
}
