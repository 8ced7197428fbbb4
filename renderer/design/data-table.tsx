import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { chosenTracks, ColumnResizer, type ColumnResize } from './column-resizer.tsx'
import { useEvenRows, useRowHeight } from './even-rows.ts'
import { Icon } from './icon.tsx'
import { indexOfKey, type RowSource, useRowPlace } from './row-place.ts'
import { destination } from './rows.tsx'
import './list.css'

/** Column with a control or a sort order. */
export interface TableColumn {
  id: string
  title: string
  /** Control that replaces the title. */
  head?: ReactNode
  /** Present order of a sortable column. */
  sort?: 'ascending' | 'descending' | 'none'
  onSort?: () => void
  resize?: ColumnResize
}

/** Row of column headers. Headers of sortable columns are buttons. */
function TableHead({ columns }: { columns: readonly (string | TableColumn)[] }) {
  return (
    <div role="rowgroup" className="data-table__top">
      <div className="data-table__head" role="row" aria-rowindex={1}>
        {columns.map((column) => {
          const { id, title, head, sort, onSort, resize } =
            typeof column === 'string' ? ({ id: column, title: column } as TableColumn) : column
          const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
          return (
            <span
              key={id}
              role="columnheader"
              className={`data-table__column-${id}`}
              aria-sort={sort}
              // Without it, the name of the handle would be part of the name of the column.
              aria-label={resize && title}
            >
              {head ??
                (onSort ? (
                  <button type="button" className="data-table__sort" onClick={onSort}>
                    {title}
                    {sort !== 'none' && <Icon of={Arrow} />}
                  </button>
                ) : (
                  title
                ))}
              {resize && <ColumnResizer id={id} {...resize} />}
            </span>
          )
        })}
      </div>
    </div>
  )
}

/** Number of remaining rows at which the next page is requested. */
const NEAR_THE_END = 20
const HEAD_ROWS = 1
/** Number of rows rendered beyond the visible ones, ready for scrolling. */
const OVERSCAN = 6
const OVERSCAN_AFTER_MS = 100
/** Usual height of a list, as a share of the window's height. */
const LIST_SHARE = 0.75
const NO_PAGES = () => {}

/** Row that received a key, and a function to move to another row. */
export interface RowKey<R> {
  index: number
  row: R | undefined
  move: (to: number) => void
}

export interface DataTableProps<R> {
  label: string
  /** Class of this table. It sets the column widths if `widths` is absent. */
  className: string
  columns: readonly (string | TableColumn)[]
  /** `grid-template-columns`, if the user can change the columns. */
  widths?: string
  /** Widths in rem that the user chose, by id of the column, for a table whose class sets the columns. */
  chosenWidths?: Readonly<Record<string, number>>
  rows: RowSource<R>
  rowKey: (row: R) => string
  /** Renders one cell (`role="gridcell"`) for each column. A new function re-renders all rows. */
  renderCells: (row: R, index: number, picked: boolean) => ReactNode
  density: 'comfortable' | 'compact'
  /** True if rows have a second line under their columns. */
  hasSecondLine?: boolean
  /** True if J and K move too. Ajustes can turn single-letter shortcuts off. */
  letters: boolean
  /** True if more rows can be loaded after the last one. */
  hasMore?: boolean
  onEnd?: () => void
  /** Called with the visible range, so that the owner of a sparse list can load the missing rows. */
  onRange?: (first: number, last: number) => void
  /** Called with the range of rows that show half or more of their height: the rows that a person counts. */
  onSight?: (first: number, last: number) => void
  /** Text of a row that is not loaded yet. */
  blank?: string
  onOpen: (row: R, index: number) => void
  /** Returns true for a picked row. If present, rows can be picked. */
  isPicked?: (row: R) => boolean
  /** Key handler of the owner, called first. It returns true if it handled the key. */
  onRowKey?: (event: KeyboardEvent, at: RowKey<R>) => boolean
  /** Called when another row becomes the active one. */
  onPlace?: (index: number) => void
  /** Row to return to, as key or index. */
  startAt?: string | number | undefined
  /** Identity of the list. Another list starts at its top. */
  listKey?: unknown
}

interface TableRowProps<R> {
  row: R | undefined
  index: number
  /** Distance of the row from the top of the body, in pixels. */
  start: number
  size: number
  active: boolean
  picked: boolean | undefined
  renderCells: DataTableProps<R>['renderCells']
  columns: number
  blank: string | undefined
}

/** Memoized, because a list re-renders at every scroll step and every key press in a search. */
const TableRow = memo(function TableRow<R>(props: TableRowProps<R>) {
  const { row, index, picked } = props
  return (
    <div
      className={row === undefined ? 'data-table__row data-table__row--blank' : 'data-table__row'}
      role="row"
      aria-rowindex={index + 1 + HEAD_ROWS}
      aria-selected={picked}
      data-row={index}
      tabIndex={props.active ? 0 : -1}
      style={{ height: props.size, top: props.start }}
    >
      {row === undefined ? (
        <span role="gridcell" aria-colspan={props.columns}>
          <span className="visually-hidden">{props.blank}</span>
        </span>
      ) : (
        props.renderCells(row, index, picked === true)
      )}
    </div>
  )
}) as <R>(props: TableRowProps<R>) => ReactNode

/** Calls `act` with the row in which an event happened, if there is one. */
function withRowOf(target: EventTarget, act: (index: number, element: HTMLElement) => void) {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  if (element) act(Number(element.dataset['row']), element)
}

/** Number of extra rows to render. It is 0 until the visible rows of a new list are rendered. */
function useOverscan(listKey: unknown): number {
  const [settled, setSettled] = useState<{ listKey: unknown } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ listKey }), OVERSCAN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [listKey])
  return settled !== null && settled.listKey === listKey ? OVERSCAN : 0
}

/** List of any length. Only visible rows are rendered. One row is active: it receives the keys. */
export function DataTable<R>(props: DataTableProps<R>) {
  const {
    rows,
    rowKey,
    letters,
    hasMore = false,
    onEnd = NO_PAGES,
    onRange,
    onSight,
    onPlace,
    onOpen,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [startAt] = useState(() =>
    typeof props.startAt === 'number' ? props.startAt : indexOfKey(rows, rowKey, props.startAt),
  )
  const { row: height } = useRowHeight(props.density, props.hasSecondLine)
  const { active, move, onFocus, onBlur } = useRowPlace({
    scroller,
    rows,
    rowKey,
    startAt,
    listKey: props.listKey,
    scrollTo: (index) => scrollTo(index),
  })
  const { items, sight, total, scrollTo } = useEvenRows({
    count: rows.length,
    height,
    scroller,
    body,
    guess: innerHeight * LIST_SHARE,
    overscan: useOverscan(props.listKey),
    active,
  })
  const last = sight.last + OVERSCAN

  useEffect(() => {
    if (hasMore && last >= rows.length - NEAR_THE_END) onEnd()
  }, [hasMore, last, rows.length, onEnd])
  useEffect(() => onRange?.(sight.first, sight.last), [onRange, sight.first, sight.last])
  const { firstCounted, lastCounted } = sight
  useEffect(() => onSight?.(firstCounted, lastCounted), [onSight, firstCounted, lastCounted])
  // A layout effect, so that a letter pressed right after the arrow acts on the new row.
  useLayoutEffect(() => onPlace?.(active), [onPlace, active])

  const keyDown = (event: KeyboardEvent) => {
    // Other controls in the head or in a row handle keys themselves.
    if ((event.target as HTMLElement).closest('button, input, a, [role="slider"]')) return
    const row = rows.length > 0 ? rows.at(active) : undefined
    if (props.onRowKey?.(event, { index: active, row, move })) return event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && row !== undefined) {
      event.preventDefault()
      onOpen(row, active)
      return
    }
    const page = Math.max(1, sight.last - sight.first - 1)
    const to =
      event.key === 'PageDown'
        ? Math.min(active + page, rows.length - 1)
        : event.key === 'PageUp'
          ? Math.max(active - page, 0)
          : destination(event.key, active, rows.length, letters)
    if (to === null) return
    event.preventDefault()
    move(to)
  }

  return (
    <div
      className={`data-table ${props.className}`}
      ref={scroller}
      style={chosenTracks(props.chosenWidths ?? {})}
    >
      <div
        className="data-table__table"
        role="grid"
        data-list-keys
        aria-label={props.label}
        aria-rowcount={hasMore ? -1 : rows.length + HEAD_ROWS}
        aria-multiselectable={props.isPicked ? true : undefined}
        style={props.widths ? ({ '--table-columns': props.widths } as CSSProperties) : undefined}
        onKeyDown={keyDown}
      >
        <TableHead columns={props.columns} />
        <div
          ref={body}
          className="data-table__body"
          role="rowgroup"
          style={{ height: total }}
          onFocus={({ target }) => withRowOf(target, onFocus)}
          onBlur={({ target }) => withRowOf(target, (_index, element) => onBlur(element))}
          onClick={({ target }) =>
            withRowOf(target, (index) => {
              const row = rows.at(index)
              if (row !== undefined) onOpen(row, index)
            })
          }
        >
          {items.map(({ index, start }) => {
            const row = rows.at(index)
            return (
              <TableRow
                key={row === undefined ? `#${index}` : rowKey(row)}
                row={row}
                index={index}
                start={start}
                size={height}
                active={index === active}
                picked={row === undefined ? undefined : props.isPicked?.(row)}
                renderCells={props.renderCells}
                columns={props.columns.length}
                blank={props.blank}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
