import type { CaseColumn, CaseSort, CaseRow } from '#shared/bridge/cases.ts'
import { caseColumnLabels, caseSearchText as text } from '#shared/text/cases.ts'
import type { MatchRange, SearchMarks } from '#shared/domain/search-marks.ts'
import { NARROWEST_REM, resizableTrack } from '../../design/column-resizer.tsx'
import type { ColumnWidths } from './views.ts'
import { columnWords, matchText, nameWords, partiesWords, typeWords } from './row-words.ts'

/** All columns, in the order in which they are offered. */
export const ALL_COLUMNS = Object.keys(caseColumnLabels) as readonly CaseColumn[]

interface ColumnViewModel {
  /** Track of `grid-template-columns`. */
  width: string
  /** Minimum width, in rem. */
  least: number
  /** Sort key of a press on its header. */
  sort?: CaseSort['by']
  /** Without room, the column with the lowest rank leaves the row first. A column without a rank never leaves. */
  rank?: number
}

const VIEW_MODELS: Readonly<Record<CaseColumn, ColumnViewModel>> = {
  // Width for «bastidor …736290».
  plate: { width: '6.75rem', least: 6.75, sort: 'vrm' },
  // Width for «Notificación de venta».
  type: { width: '8.75rem', least: 8.75, rank: 8 },
  // Width for «Documentación entregada».
  status: { width: '12rem', least: 12, sort: 'status' },
  // The preview of a row has it too: it leaves before the vehicle and the client.
  incident: { width: 'minmax(9rem, 1.4fr)', least: 9, rank: 9 },
  waiting: { width: '4.25rem', least: 4.25, sort: 'waiting' },
  vehicle: { width: 'minmax(7.5rem, 1.8fr)', least: 7.5, rank: 11 },
  client: { width: 'minmax(8rem, 1.2fr)', least: 8, sort: 'client', rank: 10 },
  parties: { width: 'minmax(11rem, 1.8fr)', least: 11, rank: 7 },
  labels: { width: 'minmax(5rem, 0.8fr)', least: 5, rank: 6 },
  assigned: { width: 'minmax(6rem, 0.6fr)', least: 6, rank: 1 },
  deadline: { width: '8.5rem', least: 8.5, sort: 'deadline', rank: 5 },
  invoice: { width: 'minmax(6rem, 0.6fr)', least: 6, rank: 4 },
  created: { width: '5.5rem', least: 5.5, rank: 3 },
  id: { width: 'minmax(7rem, 1fr)', least: 7, rank: 2 },
}

/** Width of the checkbox, in rem. */
const PICK = 1.25
/** Gap between columns, in rem. `ENDS` is the padding at both ends of the list. */
const GAP = 1
const ENDS = 3

export const columnTitle = (column: CaseColumn): string => caseColumnLabels[column]
export const columnSort = (column: CaseColumn): CaseSort['by'] | undefined => VIEW_MODELS[column].sort

/** Narrowest width that a user can give a column, in rem. A plate is always drawn whole. */
export const narrowest = (column: CaseColumn): number =>
  column === 'plate' ? VIEW_MODELS.plate.least : NARROWEST_REM

/**
 * `grid-template-columns` of some columns. Without room, a column that the user has widened shrinks to its minimum
 * width.
 */
export const columnWidths = (columns: readonly CaseColumn[], chosen: ColumnWidths = {}): string => {
  const tracks = columns.map((column) => {
    const { width, least } = VIEW_MODELS[column]
    const rem = chosen[column]
    return resizableTrack(column, rem === undefined ? width : `minmax(${Math.min(least, rem)}rem, ${rem}rem)`)
  })
  return [`${PICK}rem`, ...tracks].join(' ')
}

/** Columns that fit in a width, in their order. The columns with the lowest rank leave first. */
export function columnsThatFit(columns: readonly CaseColumn[], rem: number): readonly CaseColumn[] {
  const needed = (some: readonly CaseColumn[]) =>
    ENDS + PICK + some.reduce((sum, column) => sum + GAP + VIEW_MODELS[column].least, 0)
  const rankOf = (column: CaseColumn) => VIEW_MODELS[column].rank ?? Infinity
  let fitting = columns
  while (needed(fitting) > rem) {
    const leaving = fitting.toSorted((a, b) => rankOf(a) - rankOf(b))[0]
    // Columns without a rank stay, and at least one column stays. The list then scrolls sideways.
    if (leaving === undefined || fitting.length === 1 || rankOf(leaving) === Infinity) break
    fitting = fitting.filter((column) => column !== leaving)
  }
  return fitting
}

/** Columns as a list shows them. */
export interface ShownColumns {
  columns: readonly CaseColumn[]
  /** Columns that the user chose and that do not fit. The second line of each row shows them. */
  below: readonly CaseColumn[]
  /** Columns of a built-in set that need a wider window. */
  hidden: readonly CaseColumn[]
}

/**
 * Columns of the first line and of the second line in a narrow window. `cases.css` has places for these columns only.
 */
const SMALL_COLUMNS: ReadonlySet<CaseColumn> = new Set(['plate', 'status', 'waiting'])
const SMALL_LINE: ReadonlySet<CaseColumn> = new Set(['type', 'client'])

/** Columns in a narrow window. The second line of each row has the type, the client and the user's other columns. */
export function smallColumns(columns: readonly CaseColumn[], isBuiltIn: boolean): ShownColumns {
  const others = columns.filter((column) => !SMALL_COLUMNS.has(column))
  const isBelow = (column: CaseColumn) => !isBuiltIn || SMALL_LINE.has(column)
  return {
    columns: columns.filter((column) => SMALL_COLUMNS.has(column)),
    below: others.filter(isBelow),
    hidden: others.filter((column) => !isBelow(column)),
  }
}

/**
 * Columns that the user chose are always shown, in the second line if they do not fit. A column of a built-in set is
 * hidden while it does not fit.
 */
export function shownColumns(columns: readonly CaseColumn[], isBuiltIn: boolean, rem: number): ShownColumns {
  const fitting = columnsThatFit(columns, rem)
  const others = columns.filter((column) => !fitting.includes(column))
  return { columns: fitting, below: isBuiltIn ? [] : others, hidden: isBuiltIn ? others : [] }
}

/**
 * Sort order after a press on a header. The first press puts the longest wait or the nearest day first. The next
 * press reverses the order.
 */
export function sortAfterPress(sort: CaseSort, by: CaseSort['by']): CaseSort {
  if (sort.by === by) return { by, descending: !sort.descending }
  return { by, descending: by === 'waiting' || by === 'recent' || by === 'changed' }
}

/** Presentation of the rows of a list. */
export interface RowView {
  columns: readonly CaseColumn[]
  /** Columns of the second line. */
  below: readonly CaseColumn[]
  /** Marks of the search; `null` without a search. */
  marks: SearchMarks | null
  hidesNames: boolean
  /** True if each name is followed by the end of its identifier, because two people may have one name. */
  withTails: boolean
}

/** A part of the second line of a row: `label: words`. */
interface LinePart {
  key: string
  label: string
  words: string
  ranges: readonly MatchRange[]
}

const NO_RANGES: readonly MatchRange[] = []
/** True if rows have a second line: for columns without room, and for matches outside the columns. */
export const hasSecondLine = ({ below, marks }: Pick<RowView, 'below' | 'marks'>): boolean =>
  below.length > 0 || marks !== null

/** Second line of a row: first the matches, then the columns without room, then the type and the people. */
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
    // The screen shows only the end of an identifier. Mark all of it, whichever part the user typed.
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
    // The type needs no label: its value names the kind.
    part(column, column === 'type' ? '' : caseColumnLabels[column], columnWords(column, row, now, view)),
  )
  // Rows of a search look alike. The second line adds the type and the people that no column shows.
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
