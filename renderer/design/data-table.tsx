import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { rangeWith } from './range-with.ts'
import { destination } from './rows.tsx'
import { useMedia } from './use-media.ts'
import './data-table.css'

const ROW_PX = { comfortable: 40, compact: 33 } as const
const NARROW = '(max-width: 720px)'
const NARROW_ROW_PX = 60
/** The next page is asked when this many rows are left. */
const NEAR_THE_END = 20
const HEAD_ROWS = 1
const OVERSCAN = 12

export interface DataTableProps<R> {
  label: string
  /** Its own class: it says how wide the columns are. */
  className: string
  columns: readonly string[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** As many cells (`role="gridcell"`) as there are columns. */
  renderCells: (row: R) => ReactNode
  density: keyof typeof ROW_PX
  /** J and K, besides the arrows: single keys can be turned off. */
  letters: boolean
  hasMore: boolean
  onEnd: () => void
  onOpen: (row: R) => void
  /** The row that whoever comes back was on. */
  startAt?: string | undefined
}

/** A list of any length: only the rows in sight exist, and one of them has the keyboard. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { columns, rows, rowKey, renderCells, letters, hasMore, onEnd, onOpen, startAt } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => rowKey(row) === startAt),
    ),
  )
  const narrow = useMedia(NARROW)
  const height = narrow ? NARROW_ROW_PX : ROW_PX[props.density]
  const active = Math.min(current, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: rangeWith(active),
  })
  const items = virtual.getVirtualItems()
  const seen = virtual.range ?? { startIndex: 0, endIndex: 0 }
  const last = seen.endIndex + OVERSCAN

  useEffect(() => virtual.measure(), [virtual, height])
  useEffect(() => {
    if (hasMore && last >= rows.length - NEAR_THE_END) onEnd()
  }, [hasMore, last, rows.length, onEnd])

  const move = (to: number) => {
    setCurrent(to)
    virtual.scrollToIndex(to)
    // The row may not exist until the list has scrolled to it; whoever has gone elsewhere meanwhile is left there.
    requestAnimationFrame(() => {
      const list = scroller.current
      const { activeElement } = document
      if (activeElement !== document.body && !list?.contains(activeElement)) return
      list?.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus()
    })
  }
  // Whoever lands here with the focus nowhere is in the list, where it was left.
  const landed = useRef(false)
  useEffect(() => {
    if (!landed.current && document.activeElement === document.body) move(active)
    landed.current = true
  })

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[active]
    if (event.key === 'Enter' && row !== undefined) {
      event.preventDefault()
      onOpen(row)
      return
    }
    const page = Math.max(1, seen.endIndex - seen.startIndex - 1)
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
    <div className={`data-table ${props.className}`} ref={scroller}>
      <div
        className="data-table__table"
        role="grid"
        aria-label={props.label}
        aria-rowcount={hasMore ? -1 : rows.length + HEAD_ROWS}
        onKeyDown={keyDown}
      >
        <div role="rowgroup">
          <div className="data-table__head" role="row" aria-rowindex={1}>
            {columns.map((title) => (
              <span key={title} role="columnheader">
                {title}
              </span>
            ))}
          </div>
        </div>
        <div className="data-table__body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <div
                  key={rowKey(row)}
                  className="data-table__row"
                  role="row"
                  aria-rowindex={index + 1 + HEAD_ROWS}
                  data-row={index}
                  tabIndex={index === active ? 0 : -1}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onFocus={() => setCurrent(index)}
                  onClick={() => onOpen(row)}
                >
                  {renderCells(row)}
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}
