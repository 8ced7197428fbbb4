import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { CaseColumn } from '#shared/bridge/cases.ts'
import { foldField } from '#shared/domain/client-messages.ts'
import { caseColumnLabels, casesText as text, waitingFor } from '#shared/text/cases.ts'
import { stateName } from '#shared/text/resources.ts'
import { ListFoot } from '#renderer/design/list.tsx'
import { PickBox } from '#renderer/design/choices.tsx'
import { Plate } from '#renderer/design/plate.tsx'
import { SearchField } from '#renderer/design/fields.tsx'
import { StateWord } from '#renderer/design/state-glyph.tsx'
import { columnWidths } from '#renderer/features/cases/case-columns.ts'
import { missingWords } from '#renderer/features/cases/row-words.ts'
import type { PeerRow } from './serve.ts'
import '#renderer/design/base.css'
import '#renderer/design/list.css'
import '#renderer/features/cases/cases.css'
import './peers.css'

/** Columns that *Expedientes* shows at 1280 pixels. */
const COLUMNS = [
  'plate',
  'status',
  'waiting',
  'vehicle',
  'incident',
  'client',
] as const satisfies readonly CaseColumn[]
type PeerColumn = (typeof COLUMNS)[number]

/** Pixels of a row of the comfortable density. */
export const ROW_HEIGHT = 40

const CELL_CLASSES: Partial<Record<PeerColumn, string>> = {
  plate: 'case__cell--parts',
  status: 'case__cell--parts',
  waiting: 'second figures',
}

const now = Date.now()

/** Requests the rows from the server of the pages. */
export async function loadRows(): Promise<PeerRow[]> {
  return (await (await fetch(`/rows.json${location.search}`)).json()) as PeerRow[]
}

function cellText(column: PeerColumn, row: PeerRow): string {
  switch (column) {
    case 'plate':
      return row.vrm || (row.vin ? `…${row.vin.slice(-6)}` : text.nameless)
    case 'status':
      return stateName('procedure', row.status, undefined)
    case 'waiting':
      return waitingFor(row.since, now)
    case 'incident': {
      const missing = missingWords(row)
      return missing === null ? '' : [missing.what, missing.step].filter(Boolean).join(' · ')
    }
    default:
      return row[column]
  }
}

/** A cell, drawn with the components of the window. */
function Cell({ column, row }: { column: PeerColumn; row: PeerRow }) {
  const words = cellText(column, row)
  return (
    <span
      role="gridcell"
      className={`case__cell case__cell--${column} ${CELL_CLASSES[column] ?? 'clip'}`}
      title={CELL_CLASSES[column] === undefined ? words : undefined}
    >
      {column === 'plate' && row.vrm ? (
        <Plate vrm={row.vrm} size="s" />
      ) : column === 'status' ? (
        <StateWord state={row.status} label={words} />
      ) : (
        words
      )}
    </span>
  )
}

/** A row at its place, with its checkbox. */
export function Row({ row, index }: { row: PeerRow; index: number }) {
  return (
    <div
      className="data-table__row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={false}
      data-row={index}
      tabIndex={index === 0 ? 0 : -1}
      style={{ height: ROW_HEIGHT, top: index * ROW_HEIGHT }}
    >
      <PickBox label={text.pick(row.vrm || row.id)} picked={false} onPick={() => {}} />
      {COLUMNS.map((column) => (
        <Cell key={column} column={column} row={row} />
      ))}
    </div>
  )
}

export interface ListViewProps {
  query: string
  onQuery: (query: string) => void
  /** The query that the rows answer, and their number. */
  answered: string
  total: number
  children: ReactNode
}

/** Search, list and foot. */
export function ListView({ query, onQuery, answered, total, children }: ListViewProps) {
  return (
    <main className="peer" data-answered={foldField(answered)}>
      <header className="peer__head">
        <SearchField
          aria-label={text.search}
          placeholder={text.placeholder}
          value={query}
          onChange={({ target }) => onQuery(target.value)}
        />
      </header>
      {children}
      <ListFoot count={text.shown(Math.min(1, total), Math.min(13, total), total)} keys={[]} />
    </main>
  )
}

export interface TableViewProps {
  scroller?: RefObject<HTMLDivElement | null>
  /** Pixels of all rows. */
  height: number
  onScroll?: (top: number) => void
  children?: ReactNode
}

/** The table around the rows. */
export function TableView({ scroller, height, onScroll, children }: TableViewProps) {
  const columns = { '--table-columns': columnWidths(COLUMNS) } as CSSProperties
  return (
    <div
      className="data-table case__table"
      ref={scroller}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop)}
    >
      <div className="data-table__table" role="grid" aria-label={text.list} style={columns}>
        <div className="data-table__top data-table__head" role="row" aria-rowindex={1}>
          <span />
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader">
              {caseColumnLabels[column]}
            </span>
          ))}
        </div>
        <div className="data-table__body" role="rowgroup" style={{ height }}>
          {children}
        </div>
      </div>
    </div>
  )
}
