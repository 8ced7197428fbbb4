import { memo, useLayoutEffect, useRef } from 'react'
import { BATCH_LENGTHS } from '#shared/domain/transfer-batch.ts'
import { GRID_COLUMNS, type GridColumn } from '#shared/domain/transfer-batch-paste.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { transferBatchText as text } from '#shared/text/transfer-batches.ts'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { shownText, type GridRow } from './use-batch.ts'

/** Number of header rows in the grid. */
export const HEAD_ROWS = 1
/** Columns about people, hidden while names are hidden. */
const OF_PEOPLE: readonly GridColumn[] = ['otherTaxId', 'otherName', 'notes']

export interface BatchGridRowProps {
  row: GridRow
  index: number
  /** In pixels. */
  start: number
  size: number
  other: 'seller' | 'buyer'
  hidesNames: boolean
  /** Column of the cell with the focus; -1 in other rows. */
  active: number
  /** True if typing replaces the whole value of the focused cell. */
  isWhole: boolean
  /** First and last selected column. */
  from: number
  to: number
  onType: (value: string) => void
  onPress: (column: number, extends_: boolean) => void
  onEdit: () => void
}

/** Skips the render of a row without the focus while the user types in another row. */
const isSameRow = (a: BatchGridRowProps, b: BatchGridRowProps): boolean =>
  a.active === -1 &&
  b.active === -1 &&
  a.row === b.row &&
  a.start === b.start &&
  a.size === b.size &&
  a.from === b.from &&
  a.to === b.to &&
  a.other === b.other &&
  a.hidesNames === b.hidesNames

/** Row of the grid: its cells, and its state in words. */
export const BatchGridRow = memo(function BatchGridRow(props: BatchGridRowProps) {
  const { row, index, active, other } = props
  const { sign, words, more, bad } = row.says
  const stateId = `batch-state-${row.ord}`
  return (
    <div
      role="row"
      className="batch-grid__row"
      aria-rowindex={index + 1 + HEAD_ROWS}
      data-row={index}
      style={{ height: props.size, top: props.start }}
    >
      {GRID_COLUMNS.map((column, place) => {
        const isBad = column !== 'vrm' && bad.has(column)
        return (
          <div
            key={column}
            role={column === 'vrm' ? 'rowheader' : 'gridcell'}
            aria-colindex={place + 1}
            aria-selected={place >= props.from && place <= props.to}
            aria-readonly={column === 'vrm' || row.isMade ? true : undefined}
            className={`batch-grid__cell${isBad ? ' batch-grid__cell--bad' : ''}`}
            data-column={column}
            onPointerDown={(event) => {
              if (event.button !== 0 || (place === active && !event.shiftKey)) return
              event.preventDefault()
              props.onPress(place, event.shiftKey)
            }}
            onDoubleClick={props.onEdit}
          >
            {place === active ? (
              <CellInput
                row={row}
                column={column}
                label={text.cell(column, displayPlate(row.vrm), other)}
                describedBy={stateId}
                isBad={isBad}
                isWhole={props.isWhole}
                onType={props.onType}
              />
            ) : (
              <CellText row={row} column={column} hides={props.hidesNames && OF_PEOPLE.includes(column)} />
            )}
          </div>
        )
      })}
      <div role="gridcell" aria-colindex={GRID_COLUMNS.length + 1} id={stateId} className="batch-grid__state">
        <Sign kind={sign} />
        <span className="clip" title={[words, ...more].join('. ')}>
          {words}
        </span>
      </div>
    </div>
  )
}, isSameRow)

function CellText({ row, column, hides }: { row: GridRow; column: GridColumn; hides: boolean }) {
  if (column === 'vrm') return <Plate vrm={row.vrm} size="s" />
  const words = shownText(row, column)
  const isInherited = words !== '' && (row.own[GRID_COLUMNS.indexOf(column) - 1] ?? '') === ''
  if (hides && words !== '') return <span className="muted">{text.hidden}</span>
  return (
    <span className={isInherited ? 'clip muted' : 'clip'} title={words}>
      {words}
    </span>
  )
}

interface CellInputProps {
  row: GridRow
  column: GridColumn
  label: string
  describedBy: string
  isBad: boolean
  isWhole: boolean
  onType: (value: string) => void
}

function CellInput({ row, column, label, describedBy, isBad, isWhole, onType }: CellInputProps) {
  const index = GRID_COLUMNS.indexOf(column) - 1
  const value = column === 'vrm' ? displayPlate(row.vrm) : (row.own[index] ?? '')
  const field = useRef<HTMLInputElement>(null)
  // Also after a name arrives for the cell: otherwise the next letter is appended to that name.
  useLayoutEffect(() => {
    if (isWhole && field.current === document.activeElement) field.current?.select()
  }, [isWhole, value])
  return (
    <input
      ref={field}
      type="text"
      data-cell
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isBad || undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={column === 'vrm' ? undefined : BATCH_LENGTHS[column]}
      readOnly={row.isMade || column === 'vrm'}
      placeholder={row.inherited[index] ?? ''}
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  )
}
