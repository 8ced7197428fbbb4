import type { ReactNode } from 'react'
import type { CaseColumn } from '#shared/bridge/cases.ts'
import { casesText as text, waitingFor } from '#shared/text/cases.ts'
import { stateName } from '#shared/text/resources.ts'
import { PickBox } from '#renderer/design/choices.tsx'
import { Plate } from '#renderer/design/plate.tsx'
import { StateWord } from '#renderer/design/state-glyph.tsx'
import { missingWords } from '#renderer/features/cases/row-words.ts'
import type { PeerRow } from './rows.ts'
import '#renderer/design/base.css'
import '#renderer/design/list.css'
import '#renderer/features/cases/cases.css'

/** Columns that *Expedientes* shows at 1280 pixels. */
export const COLUMNS = [
  'plate',
  'status',
  'waiting',
  'vehicle',
  'incident',
  'client',
] as const satisfies readonly CaseColumn[]
export type PeerColumn = (typeof COLUMNS)[number]

const now = Date.now()

/** Words of a column. */
export function wordsOf(column: PeerColumn, row: PeerRow): string {
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

/** Content of a cell, drawn with the components of the window. */
export function contentOf(column: PeerColumn, row: PeerRow): ReactNode {
  const words = wordsOf(column, row)
  if (column === 'plate' && row.vrm) return <Plate vrm={row.vrm} size="s" />
  if (column === 'status') return <StateWord state={row.status} label={words} />
  return words
}

const looks: Partial<Record<PeerColumn, string>> = {
  plate: 'case__cell--parts',
  status: 'case__cell--parts',
  waiting: 'second figures',
}

export function Cell({ column, row }: { column: PeerColumn; row: PeerRow }) {
  return (
    <span
      role="gridcell"
      className={`case__cell case__cell--${column} ${looks[column] ?? 'clip'}`}
      title={looks[column] === undefined ? wordsOf(column, row) : undefined}
    >
      {contentOf(column, row)}
    </span>
  )
}

export interface RowFrameProps {
  row: PeerRow
  index: number
  picked?: boolean
  onPick?: () => void
  children: ReactNode
}

/** Pixels of a row of the comfortable density. */
export const ROW_HEIGHT = 40

/** A row at its place, with its checkbox. */
export function RowFrame({ row, index, picked = false, onPick = () => {}, children }: RowFrameProps) {
  return (
    <div
      className="data-table__row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={picked}
      data-row={index}
      tabIndex={index === 0 ? 0 : -1}
      style={{ height: ROW_HEIGHT, top: index * ROW_HEIGHT }}
    >
      <PickBox label={text.pick(row.vrm || row.id)} picked={picked} onPick={onPick} />
      {children}
    </div>
  )
}
