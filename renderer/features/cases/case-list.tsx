import { useCallback, Fragment, type ReactNode } from 'react'
import { Bookmark } from 'lucide-react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CaseRow, CaseSort, CaseColumn } from '#shared/bridge/cases.ts'
import { casesText as text, waitingFor } from '#shared/text/cases.ts'
import { columnWidthText } from '#shared/text/frame.ts'
import { clockOrDate, dateTime, relativeAge } from '#shared/text/dates.ts'
import type { SearchMarks, MatchRange } from '#shared/domain/search-marks.ts'
import { DataTable, type RowKey } from '../../design/data-table.tsx'
import { PickAllBox, PickBox } from '../../design/choices.tsx'
import { useEventCallback } from '../../design/hooks.ts'
import type { CaseListState } from '../../replica/use-case-list.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useLetters, useFootKeys } from '../../app/key-hints.tsx'
import { useRowShortcuts } from '../../app/lists.tsx'
import type { ElementHandlers } from '../../app/shortcuts.ts'
import { isPicked, type Picked } from './cases-state.ts'
import type { ColumnWidths } from './views.ts'
import { shortVin } from '#shared/text/grammar.ts'
import { Icon } from '../../design/icon.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { ListFoot } from '../../design/list.tsx'
import {
  columnSort,
  columnTitle,
  columnWidths,
  narrowest,
  sortAfterPress,
  hasSecondLine,
  type RowView,
  secondLineOf,
} from './case-columns.ts'
import {
  legalDayWords,
  missingWords,
  nameWords,
  partiesWords,
  rowName,
  stateWords,
  troubleWords,
  typeWords,
} from './row-words.ts'

interface CaseListProps {
  list: CaseListState
  view: RowView
  sort: CaseSort
  widths: ColumnWidths
  picked: Picked
  startAt: number
  onSort: (sort: CaseSort) => void
  onResize: (column: CaseColumn, rem: number | null) => void
  /** @param extend true to pick every row from the last picked row to this one */
  onPick: (row: CaseRow, index: number, extend: boolean) => void
  onPickAll: () => void
  onOpen: (row: CaseRow, index: number) => void
  onPreview: () => void
  onPlace: (index: number) => void
  /** Receives the visible rows. */
  sight: Sight
}

/** Table of Expedientes, with the keys that pick rows. */
export function CaseList(props: CaseListProps) {
  const { list, view, sort, widths, picked, onPickAll, onResize, onOpen, onPlace, sight } = props
  const { columns } = view
  const onPick = useEventCallback(props.onPick)
  const letters = useLetters()
  const now = useNow(15_000)
  const settings = useSlice('settings')
  const inSight = useCallback((first: number, last: number) => sight.setState({ first, last }), [sight])
  const renderCells = useCallback(
    (row: CaseRow, index: number, isIn: boolean) => (
      <CaseCells
        row={row}
        view={view}
        now={now}
        picked={isIn}
        onPick={(extend) => onPick(row, index, extend)}
      />
    ),
    [view, now, onPick],
  )

  const rowShortcuts = ({ index, row, move }: RowKey<CaseRow>): ElementHandlers => ({
    'cases.all': onPickAll,
    'cases.preview': props.onPreview,
    'cases.pick': ({ shiftKey }) => row && onPick(row, index, shiftKey),
    'cases.extend': (event) => {
      const to = index + (event.key === 'ArrowDown' ? 1 : -1)
      const next = to < 0 || to >= list.rows.length ? undefined : list.rows.at(to)
      if (row && !isPicked(picked, row.id)) onPick(row, index, false)
      if (next && !isPicked(picked, next.id)) onPick(next, to, false)
      if (next) move(to)
    },
  })
  const cursor = useRowShortcuts({ rows: list.rows, nameOf: rowName, rowShortcuts, onOpen, onPlace })

  const everything = picked.kind === 'all'
  return (
    <DataTable
      className="case__table"
      label={text.list}
      widths={columnWidths(columns, widths)}
      columns={[
        {
          id: 'pick',
          title: '',
          head: (
            <PickAllBox
              label={text.pickAll}
              picked={everything ? 'all' : picked.kind === 'some' && picked.rows.size > 0 ? 'some' : 'none'}
              onPickAll={onPickAll}
            />
          ),
        },
        ...columns.map((column) => {
          const by = columnSort(column)
          return {
            id: column,
            title: columnTitle(column),
            resize: {
              label: columnWidthText.label(columnTitle(column)),
              help: columnWidthText.help,
              least: narrowest(column),
              onResize: (rem: number | null) => onResize(column, rem),
            },
            ...(by && {
              sort:
                sort.by !== by
                  ? ('none' as const)
                  : sort.descending
                    ? ('descending' as const)
                    : ('ascending' as const),
              onSort: () => props.onSort(sortAfterPress(sort, by)),
            }),
          }
        }),
      ]}
      rows={list.rows}
      rowKey={(row) => row.id}
      renderCells={renderCells}
      density={settings?.density ?? 'comfortable'}
      hasSecondLine={hasSecondLine(view)}
      letters={letters}
      onRange={list.want}
      onSight={inSight}
      blank={text.blank}
      isPicked={(row) => isPicked(picked, row.id)}
      {...cursor}
      onOpen={onOpen}
      startAt={props.startAt}
      listKey={list.serial}
    />
  )
}

/** Text with its matching parts marked; plain text without matches. */
function markedText(words: string, ranges: readonly MatchRange[]): ReactNode {
  if (ranges.length === 0) return words
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of ranges) {
    if (start > at) parts.push(words.slice(at, start))
    parts.push(<mark key={start}>{words.slice(start, end)}</mark>)
    at = end
  }
  if (at < words.length) parts.push(words.slice(at))
  return parts
}

interface CaseCellsProps {
  row: CaseRow
  view: RowView
  now: number
  picked: boolean
  onPick: (extend: boolean) => void
}

/** Row of Expedientes: checkbox, the columns that fit, and the second line if the list has one. */
function CaseCells({ row, view, now, picked, onPick }: CaseCellsProps) {
  return (
    <>
      <PickBox label={text.pick(rowName(row))} picked={picked} onPick={onPick} />
      {view.columns.map((column) => {
        const { content, look = 'case__cell--parts', title } = cellOf(column, row, view, now)
        return (
          <span
            key={column}
            role="gridcell"
            className={`case__cell case__cell--${column} ${look}`}
            title={title || undefined}
          >
            {content}
          </span>
        )
      })}
      {hasSecondLine(view) && <CaseLine row={row} view={view} now={now} />}
    </>
  )
}

/** Content of a cell. Plain text gets no element of its own: a list would have hundreds of them. */
interface Cell {
  content: ReactNode
  look?: 'clip' | 'clip muted' | 'second figures'
  title?: string
}

function cellOf(column: CaseColumn, row: CaseRow, view: RowView, now: number): Cell {
  const clipped = (words: string, soft = false): Cell => ({
    content: view.marks ? markedText(words, view.marks.of(words)) : words,
    look: soft ? 'clip muted' : 'clip',
    title: words,
  })
  switch (column) {
    case 'plate':
      return vehicleOf(row, view)
    case 'type':
      return clipped(typeWords(row))
    case 'status':
      return { content: <State row={row} now={now} /> }
    case 'incident':
      return missingOf(row, now)
    case 'waiting':
      return { content: waitingFor(row.since, now), look: 'second figures', title: dateTime(row.since) }
    case 'vehicle':
      return clipped(row.vehicle)
    case 'client':
      // A case without a client shows its parties here, unless the row shows them elsewhere.
      return row.client === '' && !view.columns.includes('parties') && !hasSecondLine(view)
        ? clipped(partiesWords(row, view), true)
        : clipped(nameWords(row.client, '', view))
    case 'parties':
      return clipped(partiesWords(row, view), true)
    case 'invoice':
      return clipped(row.invoice ?? '', true)
    case 'labels':
      return { content: <Labels row={row} marks={view.marks} /> }
    case 'assigned':
      return clipped(row.assigned)
    case 'deadline':
      return { content: <LegalDay row={row} now={now} /> }
    case 'created':
      return row.createdAt === undefined
        ? { content: null }
        : { content: clockOrDate(row.createdAt, now), look: 'second figures', title: dateTime(row.createdAt) }
    case 'id':
      return clipped(row.id, true)
  }
}

/** Plate; without a plate, the end of the chassis number. */
function vehicleOf({ subject: { vrm, vin } }: CaseRow, { marks }: RowView): Cell {
  if (vrm !== undefined) {
    const plate = <Plate vrm={vrm} size="s" />
    const isFound = marks !== null && marks.ofPlate(vrm).length > 0
    return { content: isFound ? <mark className="case__plate">{plate}</mark> : plate }
  }
  if (vin === undefined) return { content: text.nameless, look: 'clip muted', title: text.nameless }
  const words = shortVin(vin)
  const isFound = marks !== null && marks.of(vin).length > 0
  return {
    content: isFound ? <mark>{words}</mark> : words,
    look: 'second figures',
    title: vin,
  }
}

function State({ row, now }: { row: CaseRow; now: number }) {
  const trouble = troubleWords(row, now)
  return (
    <>
      <StateWord help={`state:${row.status}`} state={row.status} label={stateWords(row)} />
      {row.marked && (
        <span className="case__mark" title={text.isMarked}>
          <Icon of={Bookmark} />
          <span className="visually-hidden">{text.isMarked}</span>
        </span>
      )}
      {trouble && (
        <span className="case__trouble" title={trouble}>
          <Sign kind="unknown" />
          <span className="visually-hidden">{trouble}</span>
        </span>
      )}
    </>
  )
}

/** Missing item and next step; without a missing item, the read failure. */
function missingOf(row: CaseRow, now: number): Cell {
  const missing = missingWords(row)
  const trouble = troubleWords(row, now)
  if (missing === null) return { content: trouble, look: 'clip muted', title: trouble }
  return {
    content: (
      <>
        {missing.what}
        {missing.step && <span className="muted"> · {missing.step}</span>}
      </>
    ),
    look: 'clip',
    title: [missing.what, missing.step, trouble].filter(Boolean).join('. '),
  }
}

/**
 * First label that matches the search, or else the first label, and the number of other labels. The title and the
 * case's page show all labels.
 */
function Labels({ row: { labels }, marks }: { row: CaseRow; marks: SearchMarks | null }) {
  const rangesOf = (label: string) => marks?.of(label) ?? []
  const found = labels.find((label) => rangesOf(label).length > 0)
  const first = found ?? labels[0]
  if (first === undefined) return null
  const others = labels.filter((label) => label !== first)
  return (
    <span className="case__labels" title={labels.join(', ')}>
      <span className="case__label clip">{markedText(first, rangesOf(first))}</span>
      {others.length > 0 && (
        <span className="tiny muted">
          +{others.length}
          <span className="visually-hidden"> {others.join(', ')}</span>
        </span>
      )}
    </span>
  )
}

/** Second line of a row, on screen. */
function CaseLine({ row, view, now }: Pick<CaseCellsProps, 'row' | 'view' | 'now'>) {
  const parts = secondLineOf(row, view, now)
  return (
    <span
      role="gridcell"
      aria-colspan={view.columns.length}
      className="case__line clip"
      title={parts.map(({ label, words }) => (label ? `${label}: ${words}` : words)).join(' · ')}
    >
      {parts.map(({ key, label, words, ranges }, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="muted"> · </span>}
          {label && <span className="muted">{label}: </span>}
          {markedText(words, ranges)}
        </Fragment>
      ))}
    </span>
  )
}

function LegalDay({ row, now }: { row: CaseRow; now: number }) {
  const legal = legalDayWords(row, now)
  if (legal === null) return null
  return (
    <span
      className={legal.near ? 'case__legal case__legal--near figures' : 'case__legal figures'}
      title={legal.date}
    >
      {legal.near && <Sign kind="warn" />}
      {legal.words}
    </span>
  )
}

/** Visible rows, in a store of their own: scrolling re-renders the foot and not the page. */
type Sight = StoreApi<{ first: number; last: number }>
export const createSight = (): Sight => createStore(() => ({ first: 0, last: 0 }))

/** Foot of the list: position, keys, and age of the data on screen. */
export function CaseFoot({ sight, total }: { sight: Sight; total: number }) {
  const { first, last } = useStore(sight)
  const now = useNow(15_000)
  const connection = useSlice('connection')
  const footKeys = useFootKeys()
  const at = connection?.lastContactAt
  const age = at === undefined ? undefined : relativeAge(at, now)
  const state =
    connection?.state === 'down'
      ? age === undefined
        ? text.offlineNever
        : text.offline(age)
      : age && text.online(age)
  return (
    <ListFoot
      count={text.shown(Math.min(first + 1, total), Math.min(last + 1, total), total)}
      keys={footKeys([
        ['cases.pick', text.pickKey],
        ['list.open', text.openKey],
        ['cases.preview', text.preview],
        ['sheet', text.allKeys],
      ])}
      apart={state || undefined}
    />
  )
}
